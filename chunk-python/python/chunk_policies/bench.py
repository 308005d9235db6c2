"""``python -m chunk_policies.bench PATH…``: the same files through several splitters, in one run, and what each gets wrong.

A peer that is not installed is left out, with a message. All count in cl100k_base, in another encoding of tiktoken with ``--encoding``, or
with ``--tokenizer FILE`` in the tokens of that model's ``tokenizer.json``; ``count_tokens`` decides which chunks are above the limit.
Contestants take turns, and the median of the rounds counts; from the second round on, those that cache counts are faster. ``--record``
writes what `cargo xtask bench --table` draws; ``--rows`` prints one splitter's chunks for `chunk eval --try-cmd`.

==============  ==========================================================================================
docs/s, MB/s    documents and 10⁶ bytes per second of CPU time, whatever else the machine does
failed          documents that raise an error, such as one that mentions ``<|endoftext|>``
lost            characters that are not white space and are in no chunk
wrong offsets   chunks whose offsets do not give their text; `-` if the splitter gives no offsets
above           chunks with more tokens than the limit
cut             share of all tokens that a model with this limit cuts off
==============  ==========================================================================================
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import re
import shlex
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib import import_module, metadata, util
from pathlib import Path
from typing import Any

from chunk_policies import Markdown, Tokens, _native

Chunk = tuple[str, "int | None", "int | None"]
"""A chunk's text, and its start and end in the document if the splitter gives them."""

Splitter = Callable[[str], list[Chunk]]

ENCODING = "cl100k_base"
"""The encoding that all count in; ``--encoding`` names another."""


def ours(limit: int) -> Splitter:
    policy = Tokens(max_tokens=limit, tokenizer=ENCODING)
    return lambda text: [(it.text, it.start_char, it.end_char) for it in policy.chunks(text)]


def ours_hard(limit: int) -> Splitter:
    policy = Tokens(max_tokens=limit, tokenizer=ENCODING, hard_limit=True)
    return lambda text: [(it.text, it.start_char, it.end_char) for it in policy.chunks(text)]


def tiktoken(limit: int) -> Splitter:
    return windows(encoding(), limit)


def gigatoken(limit: int) -> Splitter:
    with tempfile.TemporaryDirectory() as folder:
        vocabulary = Path(folder) / f"{ENCODING}.tiktoken"
        ranks = encoding()._mergeable_ranks.items()
        vocabulary.write_bytes(b"".join(b"%s %d\n" % (base64.b64encode(token), rank) for token, rank in ranks))
        peer: Any = import_module("gigatoken").Tokenizer
        # Loaded by its name, it would not treat `<|endoftext|>` as text.
        return windows(peer.from_tiktoken(vocabulary, pretokenizer=ENCODING.removesuffix("_base")).as_tiktoken(), limit)


def windows(of: Any, limit: int) -> Splitter:
    def split(text: str) -> list[Chunk]:
        tokens = of.encode_ordinary(text)
        return [(of.decode(tokens[at : at + limit]), None, None) for at in range(0, len(tokens), limit)]

    return split


def chonkie_of(name: str) -> Callable[[int], Splitter]:
    def build(limit: int) -> Splitter:
        import chonkie

        # Without an overlap, like the others.
        options = {} if name == "RecursiveChunker" else {"chunk_overlap": 0}
        chunker = getattr(chonkie, name)(tokenizer=encoding(), chunk_size=limit, **options)
        return lambda text: [(it.text, it.start_index, it.end_index) for it in chunker.chunk(text)]

    return build


def semchunk(limit: int) -> Splitter:
    chunker: Any = import_module("semchunk").chunkerify(encoding(), limit)

    def split(text: str) -> list[Chunk]:
        chunks, offsets = chunker(text, offsets=True)
        return [(chunk, start, end) for chunk, (start, end) in zip(chunks, offsets, strict=True)]

    return split


def langchain_of(name: str) -> Callable[[int], Splitter]:
    def build(limit: int) -> Splitter:
        import langchain_text_splitters

        encoding()
        kind = getattr(langchain_text_splitters, name)
        options: dict[str, Any] = {"chunk_size": limit, "chunk_overlap": 0, "encoding_name": ENCODING}
        if name == "TokenTextSplitter":
            splitter = kind(**options, disallowed_special=())
            return lambda text: [(chunk, None, None) for chunk in splitter.split_text(text)]
        splitter = kind.from_tiktoken_encoder(**options, add_start_index=True, disallowed_special=())

        def split(text: str) -> list[Chunk]:
            made = splitter.create_documents([text])
            starts = [it.metadata["start_index"] for it in made]
            return [(it.page_content, at, at + len(it.page_content)) for it, at in zip(made, starts, strict=True)]

        return split

    return build


CONTESTANTS: dict[str, tuple[str, Callable[[int], Splitter]]] = {
    "chunk-policies": ("chunk-policies", ours),
    "chunk-policies, hard limit": ("chunk-policies", ours_hard),
    "tiktoken, windows": ("tiktoken", tiktoken),
    "gigatoken, windows": ("gigatoken", gigatoken),
    "chonkie, tokens": ("chonkie", chonkie_of("TokenChunker")),
    "chonkie, sentences": ("chonkie", chonkie_of("SentenceChunker")),
    "chonkie, recursive": ("chonkie", chonkie_of("RecursiveChunker")),
    "semchunk": ("semchunk", semchunk),
    "langchain, tokens": ("langchain-text-splitters", langchain_of("TokenTextSplitter")),
    "langchain, recursive": ("langchain-text-splitters", langchain_of("RecursiveCharacterTextSplitter")),
}


def fitted(path: Path, limit: int) -> dict[str, tuple[str, Callable[[int], Splitter]]]:
    """The contestants with a model's tokenizer. What the model adds to a text counts: text may have that much less than the limit."""
    room = limit - _native.Counter(str(path)).added

    def tokenizer() -> Any:
        found = import_module("tokenizers").Tokenizer.from_file(str(path))
        found.no_truncation()
        found.no_padding()
        return found

    def of(policy: Tokens | Markdown) -> Splitter:
        return lambda text: [(it.embedded_text, it.start_char, it.end_char) for it in policy.chunks(text)]

    def counting() -> Callable[[str], int]:
        encode = tokenizer().encode
        return lambda text: len(encode(text, add_special_tokens=False).ids)

    def semchunk_of(_: int) -> Splitter:
        chunker: Any = import_module("semchunk").chunkerify(counting(), room)

        def split(text: str) -> list[Chunk]:
            chunks, offsets = chunker(text, offsets=True)
            return [(chunk, start, end) for chunk, (start, end) in zip(chunks, offsets, strict=True)]

        return split

    def text_splitter_of(_: int) -> Splitter:
        splitter: Any = import_module("semantic_text_splitter").TextSplitter.from_huggingface_tokenizer(tokenizer(), room)
        return lambda text: [(chunk, at, at + len(chunk)) for at, chunk in splitter.chunk_indices(text)]

    def langchain_recursive(_: int) -> Splitter:
        kind: Any = import_module("langchain_text_splitters").RecursiveCharacterTextSplitter
        splitter = kind(chunk_size=room, chunk_overlap=0, length_function=counting())
        return lambda text: [(chunk, None, None) for chunk in splitter.split_text(text)]

    def chonkie_recursive(_: int) -> Splitter:
        chunker: Any = import_module("chonkie").RecursiveChunker(tokenizer=tokenizer(), chunk_size=room)
        return lambda text: [(it.text, it.start_index, it.end_index) for it in chunker.chunk(text)]

    # By its content alone: what the files beside it say of a limit is not what was asked for.
    json = path.read_text(encoding="utf-8")
    return {
        "chunk-policies, hard limit": (
            "chunk-policies",
            lambda _: of(Tokens(max_tokens=limit, tokenizer=json, hard_limit=True)),
        ),
        "chunk-policies": ("chunk-policies", lambda _: of(Tokens(max_tokens=limit, tokenizer=json))),
        "cl100k_base, same number": ("chunk-policies", lambda _: of(Tokens(max_tokens=limit))),
        "Markdown, its defaults": ("chunk-policies", lambda _: of(Markdown())),
        "semchunk": ("semchunk", semchunk_of),
        "text-splitter": ("semantic-text-splitter", text_splitter_of),
        "langchain, recursive": ("langchain-text-splitters", langchain_recursive),
        "chonkie, recursive": ("chonkie", chonkie_recursive),
    }


def encoding() -> Any:
    """tiktoken's encoding. Its vocabulary is loaded over the network, unless llama-index-core is installed, which contains it."""
    found = util.find_spec("llama_index")
    for folder in (found.submodule_search_locations or []) if found else []:
        cache = Path(folder) / "core" / "_static" / "tiktoken_cache"
        if cache.is_dir():
            os.environ.setdefault("TIKTOKEN_CACHE_DIR", str(cache))
    import tiktoken

    return tiktoken.get_encoding(ENCODING)


def attempt(split: Splitter, text: str) -> list[Chunk] | None:
    """The chunks, or ``None`` if the splitter fails, in whatever way."""
    try:
        return split(text)
    except Exception:
        return None


def lost(text: str, chunks: list[Chunk]) -> int:
    """How many characters that are not white space are in no chunk. A chunk whose offsets are wrong, or that has none, is searched for
    after the one before."""
    missing, at = 0, 0
    for chunk, start, end in chunks:
        if start is not None and end is not None and text[start:end] == chunk:
            # It may begin with an overlap.
            missing += _solid(text[at : max(at, start)])
            at = max(at, end)
            continue
        core = chunk.strip()
        found = text.find(core, at)
        if found < 0:
            # It is not in the rest of the document, so it covers nothing.
            continue
        missing += _solid(text[at:found])
        at = found + len(core)
    return missing + _solid(text[at:])


def _solid(text: str) -> int:
    return sum(not character.isspace() for character in text)


def wrong_offsets(text: str, chunks: list[Chunk]) -> int | None:
    if all(start is None for _, start, _ in chunks):
        return None
    return sum(text[start:end] != chunk for chunk, start, end in chunks)


def documents(paths: list[Path]) -> Iterator[str]:
    for path in paths:
        files = sorted(it for it in path.rglob("*") if it.is_file()) if path.is_dir() else [path]
        for file in files:
            try:
                # Without CRLF, so that no splitter's chunks differ from the text only in line ends.
                yield re.sub(r"\r+\n", "\n", file.read_bytes().decode())
            except UnicodeDecodeError:
                print(f"{file} is not UTF-8 and is left out", file=sys.stderr)


def rows(split: Splitter, paths: list[Path]) -> int:
    """Prints the chunks of the Markdown files below the first path, as `chunk eval --try-cmd` reads them. A file at which the splitter fails
    has none."""
    folder = paths[0]
    for file in sorted(it for it in folder.rglob("*.md") if it.is_file()):
        source = file.relative_to(folder).as_posix()
        for text, start, end in attempt(split, file.read_bytes().decode()) or []:
            place = {} if start is None else {"start_char": start, "end_char": end}
            print(json.dumps({"source": source, "text": text, **place}))
    return 0


def main() -> int:
    global ENCODING
    parser = argparse.ArgumentParser(prog="python -m chunk_policies.bench", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="files, or folders of them")
    parser.add_argument("--max-tokens", type=int, metavar="N", help="the limit [default: what the model takes, or 512]")
    parser.add_argument("--tokenizer", type=Path, metavar="FILE", help="the tokenizer.json of a model")
    parser.add_argument("--encoding", default=ENCODING, metavar="NAME", help="an encoding of tiktoken [default: cl100k_base]")
    parser.add_argument("--record", type=Path, metavar="FILE", help="write the results as JSON as well")
    parser.add_argument("--rows", metavar="SPLITTER", help="print the chunks of this splitter instead, such as langchain,recursive, a line of JSON each")
    parser.add_argument("--rounds", type=int, default=1, metavar="N", help="how often each has its turn; the median counts, and from the second on, those that cache counts are many times faster [default: 1]")
    arguments = parser.parse_args()
    ENCODING = arguments.encoding
    counter = _native.Counter(str(arguments.tokenizer) if arguments.tokenizer else ENCODING)
    limit = arguments.max_tokens or counter.limit or 512
    contestants = fitted(arguments.tokenizer, limit) if arguments.tokenizer else CONTESTANTS
    if arguments.rows:
        named = {name.replace(" ", ""): build for name, (_, build) in contestants.items()}
        return rows(named[arguments.rows](limit), arguments.paths)
    texts = list(documents(arguments.paths))
    megabytes = sum(len(text.encode()) for text in texts) / 1e6
    print(f"{len(texts)} documents, {megabytes:.2f} MB, at most {limit} tokens, {arguments.rounds} {'round' if arguments.rounds == 1 else 'rounds'}")

    splitters: dict[str, Splitter] = {}
    for name, (package, build) in contestants.items():
        try:
            splitters[name] = build(limit)
            splitters[name]("Warm up. " * 9)
        except Exception as error:  # the peer is not installed, or has no vocabulary
            print(f"{name} is left out: {type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}")
    seconds: dict[str, list[float]] = {name: [] for name in splitters}
    made: dict[str, list[list[Chunk] | None]] = {}
    for _ in range(arguments.rounds):
        for name, split in splitters.items():
            begun = time.process_time()
            made[name] = [attempt(split, text) for text in texts]
            seconds[name].append(time.process_time() - begun)

    room = limit - counter.added
    columns = ["docs/s", "MB/s", "chunks", "failed", "lost", "wrong offsets", "above", "cut"]
    print(f"| splitter | {' | '.join(columns)} |\n|---|{'---:|' * len(columns)}")
    results = []
    for name, chunked in made.items():
        median = statistics.median(seconds[name])
        kept = [(text, chunks) for text, chunks in zip(texts, chunked, strict=True) if chunks is not None]
        wrong = [wrong_offsets(text, chunks) for text, chunks in kept if chunks]
        said = [count for count in wrong if count is not None]
        counts = [counter.count(chunk) for _, chunks in kept for chunk, _, _ in chunks]
        result = {
            "splitter": f"{name} {metadata.version(contestants[name][0])}",
            "docs_per_second": round(len(texts) / median),
            "megabytes_per_second": round(megabytes / median, 2),
            "chunks": len(counts),
            "failed": len(texts) - len(kept),
            "lost": sum(lost(text, chunks) for text, chunks in kept),
            "wrong_offsets": sum(said) if said else None,
            "above": sum(count > room for count in counts),
            "cut": round(sum(max(count - room, 0) for count in counts) / max(sum(counts), 1), 4),
        }
        results.append(result)
        cells = ["-" if value is None else f"{value:,}" for value in list(result.values())[1:-1]]
        print(f"| {result['splitter']} | {' | '.join(cells)} | {result['cut']:.1%} |")
    if arguments.record:
        about = {
            "command": shlex.join(["python", "-m", "chunk_policies.bench", *sys.argv[1:]]),
            "tokenizer": arguments.tokenizer.parent.name if arguments.tokenizer else ENCODING,
            "limit": limit,
            "rounds": arguments.rounds,
            "documents": len(texts),
            "megabytes": round(megabytes, 2),
        }
        arguments.record.write_text(json.dumps({**about, "results": results}, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
