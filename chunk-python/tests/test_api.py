"""What the classes promise beside the bytes."""

import dataclasses
import inspect
import pickle
import signal
import subprocess
import sys
import sysconfig
import threading
import time
from pathlib import Path
from typing import Any, NoReturn

import pytest
from conftest import POLICIES, ROOT

import chunk_policies
from chunk_policies import ConfigError, DocumentError, Hybrid, Markdown, Tokens, bench, count_tokens

SCRIPTS = Path(sysconfig.get_path("scripts"))
TEXT = "".join(
    f"# Größe {number} 漢字\r\n\r\nSatz {number} ist der erste. Zweiter Satz 😀.\r\n\r\n```\r\ncode {number}\r\n```\r\n\r\n"
    for number in range(60)
)


def test_all_violations_are_told_at_once() -> None:
    with pytest.raises(ConfigError) as refused:
        Markdown(chunk_size=0, chunk_overlap="x", packing="loose", size=7)  # type: ignore[arg-type]
    assert [setting.key for setting in refused.value.settings] == ["chunk_overlap", "packing", "size", "chunk_size"]
    with pytest.raises(ConfigError) as refused:
        Hybrid(maxChunkSize=0, eventBased={"minPhaseDuration": -1}, stepBased={"x": True})  # type: ignore[typeddict-unknown-key]
    assert {"eventBased.minPhaseDuration", "maxChunkSize"} <= {setting.key for setting in refused.value.settings}
    assert "x" in str(refused.value)


def test_an_overlap_that_is_not_given_is_below_the_size() -> None:
    text = "".join(f"Pump {number} hums. It was oiled.\n\n" for number in range(40))
    small = Markdown(chunk_size=64)
    assert small.config["chunk_overlap"] == 8
    assert small.chunks(text) == Markdown(chunk_size=64, chunk_overlap=8).chunks(text)
    assert [warning.message.split(":")[0] for warning in small.warnings] == ["chunk_size = 64"]
    with pytest.raises(ConfigError):
        Markdown(chunk_size=64, chunk_overlap=64)


@pytest.mark.parametrize("kind", POLICIES.values())
def test_keywords_and_defaults_are_the_contract_s(kind: Any) -> None:
    parameters = inspect.signature(kind.__init__).parameters
    keywords = {name: it.default for name, it in parameters.items() if it.kind is inspect.Parameter.KEYWORD_ONLY}
    for option in ("strategy", "tokenizer", "reserve"):
        keywords.pop(option, None)
    assert all(f":param {key}: " in (kind.__doc__ or "") for key in keywords), "help of each setting"
    config = kind().config
    nested = {key for key, value in config.items() if isinstance(value, dict)}
    # Options that are off are not among the settings in force.
    off = {key: keywords.pop(key) for key in ("boundaries", "hard_limit", "hardLimit", "embed", "keep") if key in keywords}
    assert keywords == {key: {} if key in nested else value for key, value in config.items()}
    on: dict[str, Any] = {"boundaries": "lines", "hard_limit": True, "hardLimit": True, "embed": ["title"], "keep": ["url"]}
    for key in off:
        assert kind(**{key: on[key]}).config == config | {key: on[key]}
    for key in nested:
        typed = getattr(chunk_policies.policies, key[0].upper() + key[1:])
        assert set(typed.__annotations__) == set(config[key])


def test_the_bytes_are_those_of_the_command(tmp_path: Path) -> None:
    for name in ("tokens", "markdown", "hybrid"):
        file = tmp_path / "größe.md"
        file.write_bytes(TEXT.encode())
        written = subprocess.run(
            [SCRIPTS / "chunk", name, "--quiet", "--root", tmp_path, file], capture_output=True, check=True
        )
        assert POLICIES[name]().jsonl(TEXT, path="größe.md") == written.stdout != b""


def test_the_command_ends_as_it_should(tmp_path: Path) -> None:
    run = lambda *arguments: subprocess.run([SCRIPTS / "chunk", *arguments], capture_output=True)  # noqa: E731
    assert run("policies").stdout.startswith(b"backlog")
    assert run("tokens", "--max-tokens", "0", "-").returncode == 2
    (tmp_path / "bad.txt").write_bytes(b"\xff")
    assert run("tokens", tmp_path / "bad.txt").returncode == 1
    assert run("--help").stdout.startswith(b"Deterministic chunks")
    piped = subprocess.run(f"'{SCRIPTS / 'chunk'}' man | head -c 1", shell=True, capture_output=True)
    assert (piped.stdout, piped.stderr) == (b".", b"")


def test_offsets_are_code_points() -> None:
    for policy in (Tokens(max_tokens=40), Markdown(chunk_size=200, chunk_overlap=20), Hybrid()):
        for text in (TEXT, "\ufeff" + TEXT):
            chunks = policy.chunks(text, path="a.md")
            assert len(chunks) > 1
            for chunk in chunks:
                stood = text[chunk.start_char : chunk.end_char]
                assert stood.replace("\r\n", "\n") == chunk.embedded_text
            assert any("\r\n" in text[chunk.start_char : chunk.end_char] for chunk in chunks)


def test_chunks_are_immutable() -> None:
    chunk = Markdown().chunks("# A\n\nb", path="a.md")[0]
    with pytest.raises(dataclasses.FrozenInstanceError):
        chunk.tokens = 1  # type: ignore[misc]
    chunk.to_dict()["heading_path"].append("B")
    assert chunk.heading_path == ("A",)


def test_many_are_as_one_by_one_and_in_order() -> None:
    documents = [(f"{index}.md", TEXT[: 37 * index]) for index in range(1, 60)]
    for policy in (Tokens(max_tokens=20), Markdown(), Hybrid()):
        expected = [policy.chunks(text, path) for path, text in documents]
        for jobs in (1, 2, 8, None):
            assert policy.chunk_many(documents, jobs=jobs) == expected
    with pytest.raises(ValueError, match="jobs = 0"):
        Tokens().chunk_many([], jobs=0)


def test_threads_are_no_more_than_documents_and_processors() -> None:
    """3,000 threads took 19 s for 100 documents."""
    start = time.monotonic()
    assert len(Tokens().chunk_many(["Tea."] * 100, jobs=3_000)) == 100
    assert time.monotonic() - start < 2


def test_a_signal_is_seen_while_documents_are_chunked() -> None:
    class Alarm(Exception):
        pass

    def ring(*_: object) -> NoReturn:
        seen.append(time.monotonic())
        raise Alarm

    seen: list[float] = []
    before = signal.signal(signal.SIGALRM, ring)
    try:
        start = time.monotonic()
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(Alarm):
            while True:
                Markdown().chunk_many([TEXT * 40] * 2_000, jobs=2)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    # 0.1 s are promised; the rest is for a busy machine.
    assert 0.2 <= seen[0] - start < 0.6


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"max_tokens": float("nan")}, r"^max_tokens = nan: must be a number that is finite$"),
        ({"max_tokens": float("inf")}, r"^max_tokens = inf: must be a number that is finite$"),
        ({"sentence_rules": "\ud800"}, r"^sentence_rules = '\\ud800': must be text without lone surrogates$"),
        ({"\ud800": 1}, r"^\\ud800 = '\\ud800': must be text without lone surrogates$"),
        ({"sentence_rules": ["a", "\ud800"]}, r"^sentence_rules = \['a', '\\ud800'\]: must be text without lone surrogates$"),
        ({"sentence_rules": ["a", float("nan")]}, r"^sentence_rules = \['a', nan\]: must be a number that is finite$"),
        ({"max_tokens": 2**64}, r"^max_tokens = 18446744073709551616: must be a number of at most 64 bits$"),
        ({"max_tokens": object}, r"^max_tokens = .*: must be a number, text, true or false, not type$"),
    ],
)
def test_a_setting_that_is_no_json_is_named(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        Tokens(**settings)


def test_what_is_no_text_is_told() -> None:
    one: Any
    for one in ("Tea.", b"Tea."):
        with pytest.raises(TypeError, match="^chunk_many takes many documents; chunks takes one"):
            Tokens().chunk_many(one)
    with pytest.raises(TypeError, match="^a document is a str or bytes, not NoneType"):
        Tokens().chunks(None)  # type: ignore[arg-type]


def test_a_bad_document_is_named_and_can_be_kept() -> None:
    documents = [("a.txt", "One."), ("b.txt", b"\xff"), ("c.txt", "Two.")]
    with pytest.raises(DocumentError, match=r"b\.txt: byte 0"):
        Tokens().chunk_many(documents)
    results = Tokens().chunk_many(documents, on_error="return")
    assert [isinstance(result, DocumentError) for result in results] == [False, True, False]
    error = pickle.loads(pickle.dumps(results[1]))
    assert (error.path, str(error)) == ("b.txt", str(results[1]))


def test_lone_surrogates_are_told_and_stop_no_others() -> None:
    with pytest.raises(DocumentError, match=r"^b\.txt: byte 2 "):
        Tokens().chunks("a \ud800", path="b.txt")
    results = Markdown().chunk_many(["One.", "a \ud800", "Two."], on_error="return")
    assert [isinstance(result, DocumentError) for result in results] == [False, True, False]


def test_the_gil_is_released() -> None:
    """Another thread goes on while a document is chunked."""
    big = TEXT * 400
    done = threading.Event()
    chunking = threading.Thread(target=lambda: (Tokens().jsonl(big), done.set()))
    turns = 0
    chunking.start()
    while not done.is_set():
        turns += 1
    chunking.join()
    # With the GIL held there would be a handful: a switch only before and behind the call.
    assert turns > 1000


def test_policies_and_chunks_are_pickled() -> None:
    policy = pickle.loads(pickle.dumps(Hybrid(maxChunkSize=100, strategy="step-based")))
    assert repr(policy) == "Hybrid(maxChunkSize=100, strategy='step-based')"
    chunks = policy.chunks("1. Do.\n2. Rest.\n", path="a.md")
    assert {chunk.strategyType for chunk in chunks} == {"step-based"}
    again = pickle.loads(pickle.dumps(chunks))
    assert (again, again.kind, again.warnings) == (chunks, chunks.kind, chunks.warnings)


def test_tokens_are_counted_exactly() -> None:
    pytest.importorskip("tiktoken", reason="tiktoken is not installed")
    pytest.importorskip("llama_index.core", reason="llama-index-core, which brings tiktoken's vocabulary, is not installed")
    encoding = bench.encoding()
    for text in (TEXT, "", "   \n\n\t x" * 50, "a" * 999):
        assert count_tokens(text) == len(encoding.encode_ordinary(text))


def test_tokens_are_counted_as_the_cases_say() -> None:
    assert [count_tokens(text) for text in ("", "Count once. Ask often.", "hello world")] == [0, 6, 2]


@pytest.mark.parametrize("name", ["tokens", "markdown", "hybrid"])
def test_other_encodings_give_the_bytes_of_the_command(name: str, tmp_path: Path) -> None:
    """T10."""
    (tmp_path / "a.md").write_text(TEXT * 200)
    command = [SCRIPTS / "chunk", name, "--encoding", "o200k_base", "a.md"]
    written = subprocess.run(command, cwd=tmp_path, capture_output=True, check=True).stdout
    policy = pickle.loads(pickle.dumps(POLICIES[name](tokenizer="o200k_base")))
    assert repr(policy).endswith("(tokenizer='o200k_base')")
    assert policy.version == POLICIES[name]().version + "+o200k_base"
    assert policy.jsonl(TEXT * 200, path="a.md") == written != POLICIES[name]().jsonl(TEXT * 200, path="a.md")


def test_an_unknown_encoding_is_refused() -> None:
    # "漢字" has three tokens of cl100k_base, two of o200k_base: one a character.
    assert [count_tokens("漢字", encoding) for encoding in ("cl100k_base", "o200k_base")] == [3, 2]
    for call in (lambda: Tokens(tokenizer="o300k_base"), lambda: count_tokens("", "o300k_base")):
        with pytest.raises(ValueError, match='tokenizer: "o300k_base" is no file, no encoding .cl100k_base, o200k_base, '):
            call()
    with pytest.raises(TypeError, match="or a callable, not int"):
        Tokens(tokenizer=512)


# Every word is a token, and every mark of punctuation; the model puts two more around each text.
WORDS = """{
    "version": "1.0", "truncation": null, "padding": null, "added_tokens": [], "normalizer": null, "decoder": null,
    "pre_tokenizer": {"type": "BertPreTokenizer"},
    "post_processor": {"type": "BertProcessing", "sep": ["[SEP]", 2], "cls": ["[CLS]", 1]},
    "model": {"type": "WordPiece", "unk_token": "?", "continuing_subword_prefix": "_", "max_input_chars_per_word": 100,
        "vocab": {"?": 0, "[CLS]": 1, "[SEP]": 2}}}"""
SENTENCES = "One two three four five six seven eight nine. " * 60


@pytest.mark.parametrize("name", ["tokens", "markdown", "hybrid"])
def test_a_tokenizer_file_gives_the_bytes_of_the_command(name: str, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(SENTENCES)
    (tmp_path / "tokenizer.json").write_text(WORDS)
    (tmp_path / "tokenizer_config.json").write_text('{"model_max_length": 320}')
    command = [SCRIPTS / "chunk", name, "--quiet", "--tokenizer", "tokenizer.json", "--reserve", "8", "a.md"]
    written = subprocess.run(command, cwd=tmp_path, capture_output=True, check=True).stdout
    for path in (tmp_path, tmp_path / "tokenizer.json", str(tmp_path / "tokenizer.json")):
        policy = POLICIES[name](tokenizer=path, reserve=8)
        assert policy.jsonl(SENTENCES, path="a.md") == written
        # Ten tokens a sentence: 31 fit into 320 less the two that the model adds and the eight that are reserved.
        most = max(count_tokens(chunk.embedded_text, path) for chunk in policy.chunks(SENTENCES))
        assert 290 < most <= 310, f"{most} tokens"
        lowered = [warning.message for warning in policy.warnings if warning.code == "model-limit"]
        assert len(lowered) == 1 and lowered[0].endswith("is lowered to the 320 tokens that the model takes")
        # Nobody asked for so small a size.
        assert len(policy.warnings) == 1
    assert not [warning for warning in POLICIES[name]().warnings if warning.code == "model-limit"]


def test_the_bench_shows_what_a_model_cuts_off(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tokenizer.json").write_text(WORDS)
    (tmp_path / "a.md").write_text("word " * 400)
    paths = [str(tmp_path / "a.md"), "--tokenizer", str(tmp_path / "tokenizer.json"), "--max-tokens", "102"]
    monkeypatch.setattr(sys, "argv", ["bench", *paths])
    assert bench.main() == 0
    rows = {row.split(" | ")[0]: row.split(" | ")[-2:] for row in capsys.readouterr().out.splitlines()}
    version = chunk_policies.__version__
    # One sentence of 400 tokens, of which the model takes 100.
    assert rows[f"| chunk-policies {version}"] == ["1", "75.0% |"]
    assert rows[f"| chunk-policies, hard limit {version}"] == ["0", "0.0% |"]


def test_any_tokenizer_counts(tmp_path: Path) -> None:
    tokenizers = pytest.importorskip("tokenizers", reason="tokenizers is not installed")
    tiktoken = pytest.importorskip("tiktoken", reason="tiktoken is not installed")
    object_of_hugging_face = tokenizers.Tokenizer.from_str(WORDS)
    own = tiktoken.Encoding("bytes", pat_str=r".", mergeable_ranks={bytes([byte]): byte for byte in range(256)}, special_tokens={})
    text = "Größe, 漢字."
    assert count_tokens(text, object_of_hugging_face) == len(object_of_hugging_face.encode(text, add_special_tokens=False)) == 4
    assert count_tokens(text, own) == len(text.encode()) == 16
    assert count_tokens(text, str.split) == count_tokens(text, lambda text: len(text.split())) == 2
    for name in ("tokens", "markdown", "hybrid"):
        policy = POLICIES[name](tokenizer=str.split)
        assert policy.version.endswith("+split"), policy.version
        assert POLICIES[name](tokenizer=("words", str.split)).version.endswith("+words")
        policy = pickle.loads(pickle.dumps(POLICIES[name](tokenizer=object_of_hugging_face)))
        assert "+tokenizer-" in policy.version and len(repr(policy)) < 60
        assert max(len(chunk.embedded_text.split()) for chunk in policy.chunks(SENTENCES)) > 100
    many = Tokens(max_tokens=90, tokenizer=str.split).chunk_many([SENTENCES] * 4, jobs=2)
    assert [[chunk.token_count for chunk in chunks] for chunks in many] == [[90] * 6] * 4


def test_what_a_callable_raises_is_raised() -> None:
    def refuse(text: str) -> int:
        raise KeyError(text)

    for call in (lambda: Tokens(tokenizer=refuse).chunks("One."), lambda: count_tokens("One.", refuse)):
        with pytest.raises(KeyError, match="One."):
            call()
    with pytest.raises(KeyError):
        Markdown(tokenizer=refuse).chunk_many(["One.", "Two."], jobs=2)
    for count in (None, -1, 2.5):
        with pytest.raises(TypeError, match="tokenizer: must give a whole number from 0"):
            count_tokens("One.", lambda text, count=count: count)
    with pytest.raises(ConfigError, match="reserve = -1: must be a whole number from 0"):
        Tokens(reserve=-1)


def test_hybrid_keeps_a_hard_limit_with_its_heads() -> None:
    text = "---\ntitle: Mill\n---\n# Pumps\n\n```\n" + "".join(f"let x{number} = 1;\n" for number in range(60)) + "```\n"
    policy = Hybrid(max_chunk_size=40, hard_limit=True, embed=["title", "headings"])
    chunks = policy.chunks(text, path="a.md")
    assert len(chunks) > 5 and all(chunk.cut for chunk in chunks[1:-1])
    for chunk in chunks:
        assert chunk.embed == chunk.embedded_text == f"Mill\nPumps\n\n{chunk.content}"
        assert count_tokens(chunk.embedded_text) <= 40


def test_what_a_model_takes_bounds_a_size() -> None:
    with pytest.raises(ConfigError, match="max_tokens = 9000: must be at most 8192, which the model takes"):
        Tokens(max_tokens=9000, tokenizer="text-embedding-3-small")


def test_settings_of_hybrid_in_snake_case() -> None:
    policy = Hybrid(max_chunk_size=200, step_based={"detect_substeps": False})
    assert policy.config == Hybrid(maxChunkSize=200, stepBased={"detectSubsteps": False}).config
    with pytest.raises(ConfigError, match="maxChunkSise"):
        Hybrid(max_chunk_sise=200)  # type: ignore[call-arg]


def test_a_path_may_be_a_path() -> None:
    assert Markdown().chunks("One.", path=Path("a", "b.md"))[0].source_file == "a/b.md"
    assert Markdown().jsonl("One.", path=Path("b.md")) == Markdown().jsonl("One.", path="b.md")
    assert Tokens().chunk_many([(Path("b.md"), "One.")]) == Tokens().chunk_many([("b.md", "One.")])


def test_the_module_is_the_command() -> None:
    run = subprocess.run([sys.executable, "-m", "chunk_policies", "policies"], capture_output=True, check=True)
    assert run.stdout.startswith(b"backlog")
    version = subprocess.run([sys.executable, "-m", "chunk_policies", "--version"], capture_output=True, check=True)
    assert version.stdout.decode().split() == ["chunk", chunk_policies.__version__]


def test_a_notebook_shows_the_chunks() -> None:
    html = Markdown().chunks("# A <b>\n\nOne.\n\n# B\n\nTwo.", path="a.md")._repr_html_()
    assert html.count("<div style=\"background") == 2
    assert "a.md:1-3" in html and "# A &lt;b&gt;" in html and "<b>" not in html


def test_stubs_hold(tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="mypy is not installed")
    example = tmp_path / "example.py"
    example.write_text(
        "from chunk_policies import Markdown, MarkdownChunk, Tokens\n"
        "chunks: list[MarkdownChunk] = Markdown(chunk_size=500).chunks('a', path='a.md')\n"
        "line: int = chunks[0].start_line\n"
        "many: list[list[str]] = [[c.text for c in of] for of in Tokens().chunk_many(['a', ('b', b'c')])]\n"
    )
    wrong = tmp_path / "wrong.py"
    wrong.write_text(
        "from chunk_policies import Markdown\n"
        "Markdown(chunk_sise=500)\n"
        "Markdown().chunks('a')[0].token_count\n"
        "Markdown().chunks('a')[0].tokens = 3\n"
    )
    settings = ROOT / "chunk-python" / "pyproject.toml"
    mypy = [sys.executable, "-m", "mypy", "--config-file", str(settings), "--cache-dir", str(tmp_path / "cache")]
    good = subprocess.run([*mypy, str(example)], capture_output=True, text=True, cwd=tmp_path)
    assert good.returncode == 0, good.stdout
    bad = subprocess.run([*mypy, str(wrong)], capture_output=True, text=True, cwd=tmp_path)
    assert [line.split(":")[1] for line in bad.stdout.splitlines()[:-1]] == ["2", "3", "4"], bad.stdout


def test_importing_brings_no_package_along() -> None:
    code = (
        "import sys; before = set(sys.modules); import chunk_policies;"
        "new = {name.split('.')[0] for name in set(sys.modules) - before};"
        "print(*sorted(new - set(sys.stdlib_module_names)))"
    )
    found = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.split() == ["chunk_policies"]


def test_tables_without_pyarrow_say_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.delitem(sys.modules, "chunk_policies.arrow", raising=False)
    with pytest.raises(ImportError, match="pip install pyarrow"):
        Tokens().chunks("Two words.").to_arrow()
