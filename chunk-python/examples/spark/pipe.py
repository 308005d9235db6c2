"""Chunks a folder with Spark by the command, which alone an executor needs: `spark-submit pipe.py FOLDER OUT`.

Each partition goes through one `chunk POLICY --input jsonl -`. A document that fails is a record with its error.
"""

import json
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

from pyspark import RDD
from pyspark.sql import SparkSession


def chunked(documents: "RDD[tuple[str, str]]", policy: str, chunk: str = "chunk", options: str = "") -> "RDD[str]":
    """The records of the documents `(id, text)`, as lines of JSON; of one that fails `{"document": …, "error": …}`."""
    lines = documents.map(lambda it: json.dumps({"path": it[0], "text": it[1]}, ensure_ascii=False))
    # What a partition holds does not change by being looked at again.
    lines = lines.cache()
    # Errors come behind the records, so that no line is torn: `error: stdin: line 3: …`.
    run = f"{shlex.quote(chunk)} {policy} --quiet {options} --input jsonl -"
    script = f"errors=$(mktemp); {run} 2>$errors; grep '^error: ' $errors; rm $errors; true"
    records = lines.pipe(f"sh -c {shlex.quote(script)}", checkCode=True)

    def place(partition: int, lines: Iterator[str]) -> Iterator[tuple[tuple[int, int], str]]:
        return (((partition, number), json.loads(line)["path"]) for number, line in enumerate(lines, start=1))

    def error(partition: int, lines: Iterator[str]) -> Iterator[tuple[tuple[int, int], str]]:
        for line in lines:
            if line.startswith("error: "):
                number, _, message = line.removeprefix("error: stdin: line ").partition(": ")
                yield (partition, int(number)), message

    failed = records.mapPartitionsWithIndex(error).join(lines.mapPartitionsWithIndex(place))
    errors = failed.map(lambda it: json.dumps({"document": it[1][1], "error": it[1][0]}, ensure_ascii=False))
    return records.filter(lambda line: line.startswith("{")).union(errors)


def main() -> None:
    folder, out = Path(sys.argv[1]), sys.argv[2]
    spark = SparkSession.builder.getOrCreate()
    rows = [(path.relative_to(folder).as_posix(), path.read_text("utf-8")) for path in sorted(folder.rglob("*.md"))]
    chunked(spark.sparkContext.parallelize(rows, 8), "markdown").saveAsTextFile(out)


if __name__ == "__main__":
    main()
