"""Whether engines give what one run gives, row by row: `.ci/engines` runs it, with an interpreter that has the wheel.

A corpus is chunked in 4 partitions in shuffled order, by `mapInArrow`, by `pipe()` and by Ray, and compared
with one local run; so are exported chats. Some of its documents fail: they are rows with their errors. With `--time` it measures throughput.
"""

import argparse
import importlib.util
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet

EXAMPLES = [str(Path(__file__).parent / name) for name in ("", "spark", "ray")]
sys.path[:0] = EXAMPLES
# The workers of an engine import the examples, too.
os.environ["PYTHONPATH"] = os.pathsep.join(EXAMPLES)

import exports

from chunk_policies import DocumentError, Markdown
from chunk_policies.arrow import chunk_table

POLICY = Markdown(chunk_size=200, chunk_overlap=20)
OPTIONS = "--set chunk_size=200 --set chunk_overlap=20"
PARTITIONS = 4
EXPORTS = sorted(str(path) for path in (Path(__file__).parents[2] / "fixtures/formats").glob("*.json*"))
CHUNK = str(Path(sys.executable).with_name("chunk"))

Documents = list[tuple[str, str]]


def corpus(root: Path) -> Documents:
    """The Markdown of this repository, and documents that fail: their paths lead out of the corpus."""
    files = sorted(path for path in [*root.glob("*.md"), *root.glob("*/*.md"), *root.glob("docs/**/*.md")])
    texts = {path.relative_to(root).as_posix(): path.read_text("utf-8") for path in files}
    texts |= {f"cases/{path.parent.name}.md": path.read_text("utf-8", "replace") for path in sorted(root.glob("fixtures/markdown/*/input.md"))}
    texts |= {f"../outside/{number}.md": "# Outside\n" for number in range(5)} | {"empty.md": ""}
    return list(texts.items())


def rows(records: Iterable[dict[str, Any]]) -> Counter[str]:
    return Counter(json.dumps(record, ensure_ascii=False, sort_keys=True) for record in records)


def one_run(documents: Documents) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The table's rows, and the command's records, made in this process without any engine."""
    table = pyarrow.table({"id": [path for path, _ in documents], "text": [text for _, text in documents]})
    records: list[dict[str, Any]] = []
    for path, text in documents:
        try:
            records += map(json.loads, POLICY.jsonl(text, path).splitlines())
        except DocumentError as error:
            records.append({"document": path, "error": error.message})
    return chunk_table(POLICY, table).to_pylist(), records


def spark_session(cores: int) -> Any:
    from pyspark.sql import SparkSession

    # Workers are this interpreter: it has the wheel.
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master(f"local[{cores}]").appName("engines")
    for key, value in {"ui.enabled": "false", "driver.bindAddress": "127.0.0.1", "driver.host": "127.0.0.1"}.items():
        builder = builder.config(f"spark.{key}", value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    return session


def spark(documents: Documents) -> dict[str, Callable[[int], Counter[str]]]:
    import map_in_arrow
    import pipe

    session = spark_session(2)

    def by_arrow(partitions: int) -> Counter[str]:
        frame = session.createDataFrame(session.sparkContext.parallelize(documents, partitions), "id string, text string")
        return rows(row.asDict(recursive=True) for row in map_in_arrow.chunked(frame, POLICY).collect())

    def by_pipe(partitions: int) -> Counter[str]:
        given = session.sparkContext.parallelize(documents, partitions)
        return rows(map(json.loads, pipe.chunked(given, "markdown", CHUNK, OPTIONS).collect()))

    def exported(partitions: int) -> Counter[str]:
        return rows(exports.by_spark(session.sparkContext, EXPORTS, partitions).collect())

    return {"spark mapInArrow": by_arrow, "spark pipe": by_pipe, "spark exports": exported}


def ray(documents: Documents) -> dict[str, Callable[[int], Counter[str]]]:
    import map_batches
    import ray

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, configure_logging=False)
    ray.data.DataContext.get_current().enable_progress_bars = False

    def by_ray(partitions: int) -> Counter[str]:
        given = ray.data.from_items([{"id": path, "text": text} for path, text in documents], override_num_blocks=partitions)
        return rows(map_batches.chunked(given, POLICY).take_all())

    def exported(partitions: int) -> Counter[str]:
        return rows(exports.by_ray(EXPORTS, partitions).take_all())

    return {"ray map_batches": by_ray, "ray exports": exported}


def check(documents: Documents) -> int:
    table, records = one_run(documents)
    of_exports = rows(row for path in EXPORTS for row in exports.chunked(path))
    expected = {"spark pipe": rows(records), "spark exports": of_exports, "ray exports": of_exports}
    random.Random(15).shuffle(documents)
    print(f"{len(documents)} documents, {len(table)} rows, {sum(row['error'] is not None for row in table)} of them errors")
    passed = failed = skipped = 0
    java = shutil.which("java")
    for name, engine, missing in (
        ("spark", spark, None if importlib.util.find_spec("pyspark") else "PySpark is not installed"),
        ("ray", ray, None if importlib.util.find_spec("ray") else "Ray is not installed"),
    ):
        if name == "spark" and missing is None and java is None:
            missing = "there is no Java"
        if missing:
            print(f"{name}: skipped, {missing}")
            skipped += 1
            continue
        for way, run in engine(documents).items():
            found, wanted = run(PARTITIONS), expected.get(way, rows(table))
            is_same = found == wanted
            print(f"{way}, {PARTITIONS} partitions: {'the same rows' if is_same else 'OTHER ROWS'}", flush=True)
            for row in list((wanted - found).elements())[:2] + list((found - wanted).elements())[:2]:
                print(f"  {row[:300]}")
            passed, failed = passed + is_same, failed + (not is_same)
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return int(failed > 0)


def measure(documents: Documents, megabytes: int) -> int:
    """Throughput of one command, and of Spark on one core and on two, over the same corpus again and again."""
    import map_in_arrow

    size = sum(len(text.encode()) for _, text in documents)
    many = [(f"{copy}/{path}", text) for copy in range(megabytes * 1_000_000 // size + 1) for path, text in documents if ".." not in path]
    total = sum(len(text.encode()) for _, text in many) / 1e6
    with tempfile.TemporaryDirectory() as folder:
        lines = Path(folder) / "documents.jsonl"
        lines.write_text("".join(json.dumps({"path": path, "text": text}) + "\n" for path, text in many), "utf-8")
        for jobs in (1, 2):
            run = [CHUNK, "markdown", "--quiet", *OPTIONS.split(), "--jobs", str(jobs), "--input", "jsonl", str(lines), "-o", f"{folder}/out"]
            begun = time.perf_counter()
            # It warns of every chunk above this small size.
            subprocess.run(run, check=True, stderr=subprocess.DEVNULL)
            print(f"command, {jobs} jobs: {total / (time.perf_counter() - begun):.1f} MB/s of {total:.0f} MB", flush=True)
    for cores in (1, 2):
        session = spark_session(cores)
        table = pyarrow.table({"id": [path for path, _ in many], "text": [text for _, text in many]})
        with tempfile.TemporaryDirectory() as folder:
            pyarrow.parquet.write_table(table, f"{folder}/documents.parquet", row_group_size=len(many) // 8 + 1)
            frame = session.read.parquet(f"{folder}/documents.parquet").repartition(8).cache()
            frame.count()
            # The workers are started and the package imported before the time is taken.
            map_in_arrow.chunked(frame.limit(1), POLICY).count()
            begun = time.perf_counter()
            map_in_arrow.chunked(frame, POLICY).write.format("noop").mode("overwrite").save()
            print(f"spark local[{cores}]: {total / (time.perf_counter() - begun):.1f} MB/s of {total:.0f} MB", flush=True)
        session.stop()
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--root", type=Path, default=Path(__file__).parents[2])
    parser.add_argument("--time", type=int, metavar="MB", help="measure throughput over so many megabytes")
    arguments = parser.parse_args()
    documents = corpus(arguments.root)
    return measure(documents, arguments.time) if arguments.time else check(documents)


if __name__ == "__main__":
    sys.exit(main())
