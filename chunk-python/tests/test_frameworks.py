"""The adapters against the real packages: load a folder, split, look at the metadata."""

import functools
import logging
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from chunk_policies import Backlog, DocumentError, Hybrid, Markdown, Policy, Recorder, Tokens

GUIDE = "# Größe\r\n\r\nLies es.\r\n\r\n## Tür\r\n" + "Ein Satz mehr. " * 300
FILES = {"guide.md": GUIDE, "sub/other.md": "Nothing here.\n", "sub/empty.md": ""}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(text.encode())
    return tmp_path


def files(folder: Path) -> list[tuple[str, str]]:
    """Path and text, as loaders that keep line ends have them."""
    return [(str(path.relative_to(folder)), path.read_bytes().decode()) for path in sorted(folder.rglob("*.md"))]


EXPECTED = [(path, chunk) for path, text in sorted(FILES.items()) for chunk in Markdown(chunk_size=500).chunks(text, path)]


def test_langchain(folder: Path) -> None:
    pytest.importorskip("langchain_text_splitters", reason="langchain-text-splitters is not installed")
    from langchain_core.documents import Document
    from langchain_text_splitters import TextSplitter

    from chunk_policies.adapters.langchain import PolicySplitter

    splitter = PolicySplitter(Markdown(chunk_size=500), jobs=2)
    assert isinstance(splitter, TextSplitter)
    loaded = [Document(text, metadata={"source": path, "own": 1}) for path, text in files(folder)]
    for split in (splitter.split_documents(loaded), splitter.transform_documents(loaded)):
        assert [it.page_content for it in split] == [chunk.content for _, chunk in EXPECTED]
        for document, (path, chunk) in zip(split, EXPECTED, strict=True):
            metadata = document.metadata
            assert (metadata["path"], metadata["source"], metadata["own"]) == (path, path, 1)
            assert (metadata["start_line"], metadata["end_line"]) == (chunk.start_line, chunk.end_line)
            assert (metadata["chunk_id"], metadata.get("heading_path", [])) == (chunk.chunk_id, list(chunk.heading_path))
            assert all(value not in (None, []) for value in metadata.values())
            stood = FILES[path][metadata["start_char"] : metadata["end_char"]]
            assert stood.replace("\r\n", "\n") == document.page_content
    assert splitter.split_text(GUIDE) == [chunk.content for path, chunk in EXPECTED if path == "guide.md"]


def test_llama_index(folder: Path) -> None:
    pytest.importorskip("llama_index.core", reason="llama-index-core is not installed")
    from llama_index.core import Document
    from llama_index.core.schema import MetadataMode, TextNode

    from chunk_policies.adapters.llama_index import PolicyNodeParser

    loaded = [Document(text=text, metadata={"file_path": path}) for path, text in files(folder)]
    nodes = PolicyNodeParser(policy=Markdown(chunk_size=500)).get_nodes_from_documents(loaded)
    ids = {document.metadata["file_path"]: document.node_id for document in loaded}
    assert len(nodes) == len(EXPECTED)
    for node, (path, chunk) in zip(nodes, EXPECTED, strict=True):
        assert isinstance(node, TextNode)
        assert (node.text, node.ref_doc_id) == (chunk.content, ids[path])
        assert (node.metadata["path"], node.metadata["start_line"]) == (path, chunk.start_line)
        assert (node.metadata["chunk_id"], node.metadata.get("heading_path", [])) == (chunk.chunk_id, list(chunk.heading_path))
        embedded = node.get_content(metadata_mode=MetadataMode.EMBED)
        # What the loader brought is LlamaIndex's to embed, if no limit is to be kept.
        assert embedded == f"file_path: {path}\n\n{chunk.content}".strip()
        assert (node.start_char_idx, node.end_char_idx) == (chunk.start_char, chunk.end_char)
    first, second = nodes[0], nodes[1]
    assert first.next_node is not None and first.next_node.node_id == second.node_id


def test_the_ingestion_cache_of_llama_index_sees_the_settings() -> None:
    pytest.importorskip("llama_index.core", reason="llama-index-core is not installed")
    from llama_index.core import Document
    from llama_index.core.ingestion import IngestionPipeline

    from chunk_policies.adapters.llama_index import PolicyNodeParser

    pipeline = IngestionPipeline(transformations=[PolicyNodeParser(policy=Tokens(max_tokens=2000))])
    documents = [Document(text="Ein Satz mehr. " * 300)]
    few = pipeline.run(documents=documents)
    pipeline.transformations = [PolicyNodeParser(policy=Tokens(max_tokens=200))]
    many = pipeline.run(documents=documents)
    assert len(few) == 1 < len(many)
    parser = PolicyNodeParser(policy=Markdown(chunk_size=500, tokenizer="gpt-4o"))
    # LlamaIndex does not read back what it writes of `id_func`.
    again = PolicyNodeParser.from_dict({key: value for key, value in parser.to_dict().items() if key != "id_func"})
    assert (repr(again.policy), again.to_dict()) == (repr(parser.policy), parser.to_dict())


WORDS = "# Guide to the thing\n\n## Sub heading of it\n\n" + "One two three, four five six. " * 60


@pytest.mark.parametrize("policy", [
    Markdown(chunk_size=16, chunk_overlap=4, tokenizer=str.split, hard_limit=True),
    Markdown(chunk_size=16, chunk_overlap=4, tokenizer=str.split, hard_limit=True, embed=["headings"]),
    Hybrid(maxChunkSize=100, tokenizer=str.split, hardLimit=True),
    Tokens(max_tokens=16, tokenizer=str.split, embed=["title"], keep=["by"]),
], ids=repr)  # fmt: skip
def test_what_llama_index_embeds_is_what_was_counted(policy: Policy[Any]) -> None:
    pytest.importorskip("llama_index.core", reason="llama-index-core is not installed")
    from llama_index.core import Document
    from llama_index.core.schema import MetadataMode

    from chunk_policies.adapters.llama_index import PolicyNodeParser

    loaded = [Document(text=f"---\nby: Ada\n---\n{WORDS}", metadata={"file_path": "docs/guide.md", "owner": "docs team"})]
    nodes = PolicyNodeParser(policy=policy).get_nodes_from_documents(loaded)
    expected = [chunk.embedded_text for chunk in policy.chunks(loaded[0].text, "docs/guide.md")]
    assert [node.get_content(MetadataMode.EMBED) for node in nodes] == expected and len(nodes) >= 3
    for node in nodes:
        # A language model sees where it is from.
        read = node.get_content(MetadataMode.LLM)
        assert "path: docs/guide.md" in read and "owner: docs team" in read and "start_char" not in read


def test_the_cache_of_llama_index_tells_callables_apart() -> None:
    pytest.importorskip("llama_index.core", reason="llama-index-core is not installed")
    from llama_index.core import Document
    from llama_index.core.ingestion import IngestionCache, IngestionPipeline

    from chunk_policies.adapters.llama_index import PolicyNodeParser

    cache, document = IngestionCache(), Document(text="One two three. " * 60, id_="x")

    def nodes(tokenizer: Any) -> int:
        parser = PolicyNodeParser(policy=Tokens(max_tokens=20, tokenizer=tokenizer))
        return len(IngestionPipeline(transformations=[parser], cache=cache).run(documents=[document]))

    letters, words = (lambda text: len(text)), (lambda text: len(text.split()))
    # Each sentence has 15 letters, the space after it included, and 3 words: 1 sentence fits, and 6 do.
    assert (nodes(("letters", letters)), nodes(("words", words))) == (60, 10)
    for unnamed in (letters, functools.partial(str.split), Split()):
        with pytest.raises(Exception, match="the name of many callables.*give it a name"):
            nodes(unnamed)


class Split:
    def __call__(self, text: str) -> list[str]:
        return text.split()


KEPT = "---\nby: Ada\ntags: [a, b]\nsource: its own\nof:\n  team: docs\n  none:\nsteps: [[1]]\n---\nOne.\n"


@pytest.mark.parametrize("kind", [Markdown, Hybrid, Tokens])
def test_what_is_kept_is_in_the_metadata(kind: Any) -> None:
    pytest.importorskip("langchain_text_splitters", reason="langchain-text-splitters is not installed")
    pytest.importorskip("llama_index.core", reason="llama-index-core is not installed")
    pytest.importorskip("haystack", reason="haystack-ai is not installed")
    import haystack
    import langchain_core.documents
    import llama_index.core
    from llama_index.core.schema import MetadataMode

    from chunk_policies.adapters import haystack as for_haystack
    from chunk_policies.adapters import langchain as for_langchain
    from chunk_policies.adapters import llama_index as for_llama_index

    policy = kind(keep=("by", "tags", "source", "of", "steps"))
    own = {"source": "a.md", "file_path": "a.md"}
    nodes = for_llama_index.PolicyNodeParser(policy=policy).get_nodes_from_documents([llama_index.core.Document(text=KEPT, metadata=own)])
    split = for_langchain.PolicySplitter(policy).split_documents([langchain_core.documents.Document(KEPT, metadata=own)])
    run = for_haystack.PolicySplitter(policy).run(documents=[haystack.Document(content=KEPT, meta=own)])["documents"]
    # As in rows: nothing empty, no mappings, lists of texts alone, and no key lost.
    expected = {"by": "Ada", "tags": ["a", "b"], "of_team": "docs", "steps": '[["1"]]', "path": "a.md"}
    expected |= {"source": "a.md", "metadata_source": "its own"}
    for metadata in (nodes[-1].metadata, split[-1].metadata, run[-1].meta):
        assert {key: metadata.get(key) for key in expected} == expected and "of_none" not in metadata and "of" not in metadata
    assert nodes[-1].get_content(MetadataMode.EMBED) == f"source: a.md\nfile_path: a.md\n\n{split[-1].page_content}".strip()


def test_chroma_takes_the_metadata() -> None:
    pytest.importorskip("langchain_chroma", reason="langchain-chroma is not installed")
    from langchain_chroma import Chroma
    from langchain_core.documents import Document
    from langchain_core.embeddings import FakeEmbeddings

    from chunk_policies.adapters.langchain import PolicySplitter

    policy = Markdown(keep=("by", "tags", "of", "steps"))
    split = PolicySplitter(policy).split_documents([Document(KEPT, metadata={"source": "a.md"}), Document("No heading.")])
    store = Chroma(embedding_function=FakeEmbeddings(size=3))
    assert store.add_documents(split) and store.similarity_search("heading")[0].metadata["path"] in ("a.md", "-")


def test_haystack(folder: Path) -> None:
    pytest.importorskip("haystack", reason="haystack-ai is not installed")
    from haystack import Document, Pipeline

    from chunk_policies.adapters.haystack import PolicySplitter

    loaded = [Document(content=text, meta={"file_path": path}) for path, text in files(folder)]
    pipeline = Pipeline()
    splitter = PolicySplitter(Markdown(chunk_size=500))
    pipeline.add_component("split", splitter)
    again = Pipeline()
    again.add_component("split", PolicySplitter.from_dict(splitter.to_dict()))
    for one in (pipeline, again):
        split = one.run({"split": {"documents": loaded}})["split"]["documents"]
        assert [it.content for it in split] == [chunk.content for _, chunk in EXPECTED]
        for document, (path, chunk) in zip(split, EXPECTED, strict=True):
            assert (document.meta["path"], document.meta["start_line"]) == (path, chunk.start_line)
            assert (document.meta["chunk_id"], document.meta.get("heading_path", [])) == (chunk.chunk_id, list(chunk.heading_path))
    with pytest.raises(ValueError, match="has no text"):
        PolicySplitter(Tokens()).run(documents=[Document(content=None)])


SOURCES = {
    "docs/a.md": "docs/a.md",
    "./docs/b.md": "docs/b.md",
    "docs/.//c.md": "docs/c.md",
    ".hidden/..a.md": ".hidden/..a.md",
    "50%.md": "50%.md",
    "C:\\docs\\a.md": "C:\\docs\\a.md",
    "../docs/a.md": "%2E%2E/docs/a.md",
    "%2E%2E/docs/a.md": "%252E%252E/docs/a.md",
    "docs/../a.md": "docs/%2E%2E/a.md",
    "/abs/x.md": "/abs/x.md",
    "/abs/../x.md": "/abs/../x.md",
    "abs/x.md": "abs/x.md",
    "%2Fabs/x.md": "%252Fabs/x.md",
    "%252Fabs/x.md": "%25252Fabs/x.md",
    "//abs/x.md": "//abs/x.md",
    "abs//x.md": "abs%2F/x.md",
    "abs/": "abs%2F",
    "https://example.org/a%20b.md": "https://example.org/a%20b.md",
    "https://example.org/": "https://example.org/",
    "https://example.org": "https://example.org",
    "/": "/",
    "./": "%2E%2F",
    ".": "%2E",
    "..": "%2E%2E",
}


def test_sources_become_paths_that_records_can_have() -> None:
    from chunk_policies.adapters import path_of

    assert {source: path_of({"source": source}, "source") for source in SOURCES} == SOURCES
    assert len(set(SOURCES.values())) == len(SOURCES)
    for path in SOURCES.values():
        assert Markdown().chunks("# Guide", path)[0].source_file == path
    both = {"path": "by-path.md", "source": "by-source.md", "file_path": "by-file-path.md"}
    assert (path_of(both, "source"), path_of(both, "file_path")) == ("by-source.md", "by-file-path.md")
    assert (path_of({"source": "", "path": Path("a.md")}, "file_path"), path_of({}, "source")) == ("a.md", "-")


ITEM = "products/demo/items/task/DEMO-TSK-0001_start.md"
BAD = {"notes.md": "No item.", ITEM: "# Context\n\nOne.\n"}


def paths_kept(split: Iterable[dict[str, str]], caplog: pytest.LogCaptureFixture) -> set[str]:
    """The paths of chunks, if the log says once what was left out."""
    said = [(record.name, record.levelno, record.getMessage()) for record in caplog.records]
    assert [it[:2] for it in said] == [("chunk_policies.adapters", logging.WARNING)]
    assert said[0][2].startswith("notes.md: this is no document of a backlog")
    return {metadata["path"] for metadata in split}


def test_langchain_leaves_out_what_cannot_be_chunked(caplog: pytest.LogCaptureFixture) -> None:
    pytest.importorskip("langchain_text_splitters", reason="langchain-text-splitters is not installed")
    from langchain_core.documents import Document

    from chunk_policies.adapters.langchain import PolicySplitter

    loaded = [Document(text, metadata={"source": path}) for path, text in BAD.items()]
    with pytest.raises(DocumentError, match="notes.md: this is no document"):
        PolicySplitter(Backlog()).split_documents(loaded)
    with pytest.raises(ValueError, match='must be "raise" or "skip"'):
        PolicySplitter(Backlog(), on_error="ignore").split_documents(loaded)  # type: ignore[arg-type]
    split = PolicySplitter(Backlog(), on_error="skip").split_documents(loaded)
    assert paths_kept((it.metadata for it in split), caplog) == {ITEM}


def test_llama_index_leaves_out_what_cannot_be_chunked(caplog: pytest.LogCaptureFixture) -> None:
    pytest.importorskip("llama_index.core", reason="llama-index-core is not installed")
    from llama_index.core import Document

    from chunk_policies.adapters.llama_index import PolicyNodeParser

    loaded = [Document(text=text, metadata={"file_path": path}) for path, text in BAD.items()]
    with pytest.raises(DocumentError, match="notes.md: this is no document"):
        PolicyNodeParser(policy=Backlog()).get_nodes_from_documents(loaded)
    nodes = PolicyNodeParser(policy=Backlog(), on_error="skip").get_nodes_from_documents(loaded)
    assert paths_kept((it.metadata for it in nodes), caplog) == {ITEM}


def test_haystack_leaves_out_what_cannot_be_chunked(caplog: pytest.LogCaptureFixture) -> None:
    pytest.importorskip("haystack", reason="haystack-ai is not installed")
    from haystack import Document

    from chunk_policies.adapters.haystack import PolicySplitter

    loaded = [Document(content=text, meta={"file_path": path}) for path, text in BAD.items()]
    with pytest.raises(DocumentError, match="notes.md: this is no document"):
        PolicySplitter(Backlog()).run(documents=loaded)
    splitter = PolicySplitter.from_dict(PolicySplitter(Backlog(), on_error="skip").to_dict())
    split = splitter.run(documents=loaded)["documents"]
    assert paths_kept((it.meta for it in split), caplog) == {ITEM}


def test_every_policy_says_where() -> None:
    from chunk_policies.adapters import place_of

    event = b'{"schema_version":"ft.recorder.event.v1","event_id":"a","pane_id":7,"occurred_at_ms":0,"event_type":"ingress_text","text":"ls"}'
    assert place_of(Tokens().chunks("One.")[0], "a") == {"path": "a", "start_char": 0, "end_char": 4}
    assert place_of(Hybrid().chunks("One.", "a")[0], "a")["start_line"] == 1
    assert place_of(Backlog().chunks("# Context\n\nOne.\n", ITEM)[-1], ITEM)["section_path"] == "item/context"
    assert place_of(Recorder().chunks(event)[0], "log")["pane_id"] == 7
