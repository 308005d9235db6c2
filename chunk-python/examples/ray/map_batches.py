"""Chunks a folder with Ray Data: `python map_batches.py FOLDER OUT`. A document that fails is a row with its error."""

import sys
from pathlib import Path
from typing import Any

import pyarrow
import ray
import ray.data

from chunk_policies import Markdown, Policy
from chunk_policies.arrow import chunk_table


def chunked(documents: "ray.data.Dataset", policy: Policy[Any]) -> "ray.data.Dataset":
    """The chunks of the documents in the columns `id` and `text`, one thread a task: Ray has the others."""

    def chunk(batch: pyarrow.Table) -> pyarrow.Table:
        return chunk_table(policy, batch, jobs=1)

    return documents.map_batches(chunk, batch_format="pyarrow", zero_copy_batch=True)


def main() -> None:
    folder, out = Path(sys.argv[1]), sys.argv[2]
    rows = [{"id": path.relative_to(folder).as_posix(), "text": path.read_bytes()} for path in sorted(folder.rglob("*.md"))]
    chunked(ray.data.from_items(rows).repartition(8), Markdown()).write_parquet(out)


if __name__ == "__main__":
    main()
