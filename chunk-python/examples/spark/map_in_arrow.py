"""Chunks a folder with Spark by the wheel: `spark-submit map_in_arrow.py FOLDER OUT.parquet`.

Each executor needs the wheel (`--py-files` does not do for a native package: use `--archives` with a packed venv, or an
image). A document that fails is a row with its error.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.pandas.types import from_arrow_schema

from chunk_policies import Markdown, Policy
from chunk_policies.arrow import chunk_table, table_schema


def chunked(documents: DataFrame, policy: Policy[Any]) -> DataFrame:
    """The chunks of the documents in the columns `id` and `text`, one thread a task: Spark has the others."""

    def chunk(batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        for batch in batches:
            yield from chunk_table(policy, pyarrow.Table.from_batches([batch]), jobs=1).to_batches()

    return documents.select("id", "text").mapInArrow(chunk, from_arrow_schema(table_schema(policy)))


def main() -> None:
    folder, out = Path(sys.argv[1]), sys.argv[2]
    spark = SparkSession.builder.getOrCreate()
    rows = [(path.relative_to(folder).as_posix(), path.read_bytes()) for path in sorted(folder.rglob("*.md"))]
    documents = spark.createDataFrame(rows, "id string, text binary").repartition(8)
    chunked(documents, Markdown()).write.mode("overwrite").parquet(out)


if __name__ == "__main__":
    main()
