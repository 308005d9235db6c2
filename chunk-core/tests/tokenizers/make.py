"""Makes counts.jsonl with OpenAI's tiktoken and Hugging Face's tokenizers: `pip install tiktoken tokenizers && python make.py > counts.jsonl`."""

import json
import sys
from pathlib import Path

import tiktoken
from tokenizers import Tokenizer

TEXTS = [
    "",
    "Count once. Ask often.",
    "The pumps hum, don't they? I'LL ask HTTPServer's McDonald's.",
    "Größenordnung: 漢字かな 한국어 ไทย हिन्दी עברית عربي 😀👩‍👩‍👧🏽",
    "  indented\n\n\n\ttabs \r\n  \n x = [1234567, 0.5]; // comment\n/// more\n",
    "<|endoftext|> [SEP] [CLS] <tool_call>",
    "e\u0301 \u0301a n\u0303o \u00a0\u3000\u2028\u200b\ufeff| ǅ ʰ ½ Ⅷ ٣٤٥٦",
    "https://example.org/a_b-c?d=%20e#f `code` **bold** | a | b |\n|---|---|\n",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa ________________ ================\n\n\n\n\n        \n        x",
]


def counters() -> dict[str, object]:
    found = {}
    for name in ("cl100k_base", "o200k_base", "p50k_base", "r50k_base"):
        found[name] = lambda text, encode=tiktoken.get_encoding(name).encode_ordinary: len(encode(text))
    for file in sorted(Path(__file__).parent.glob("*.json")):
        tokenizer = Tokenizer.from_file(str(file))
        tokenizer.encode_special_tokens = True
        found[file.name] = lambda text, encode=tokenizer.encode: len(encode(text, add_special_tokens=False).ids)
    return found


COUNTERS = counters()
for text in TEXTS:
    line = {"text": text, "counts": {name: count(text) for name, count in COUNTERS.items()}}
    sys.stdout.write(json.dumps(line, ensure_ascii=False) + "\n")
