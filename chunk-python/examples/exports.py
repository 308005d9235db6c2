"""Chunks a folder of exported chats with Ray or Spark: `python exports.py ray|spark FOLDER OUT`.

Each file is read where it is chunked, so every worker needs the folder. What can be read: `chunk formats`.
"""

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from chunk_policies import DocumentError, Tokens, masked, read

POLICY = Tokens(max_tokens=512)


def chunked(path: str) -> Iterator[dict[str, Any]]:
    """A row for each chunk of a file's conversations, secrets written over, and one for what could not be read."""
    try:
        for unit in read(path):
            for chunk in POLICY.chunks(replace(unit, text=masked(unit.text))):
                turns = chunk.turns or ()
                first = turns[0] if turns else None
                yield {
                    "source": unit.path,
                    "text": chunk.text,
                    "speakers": sorted({turn.speaker or "" for turn in turns}),
                    "at": first and first.at,
                    "place": first and (first.pointer or f"line {first.line}"),
                    "error": None,
                }
    except (DocumentError, ValueError) as error:
        yield {"source": path, "text": None, "speakers": [], "at": None, "place": None, "error": str(error)}


def by_ray(paths: list[str], blocks: int = 8) -> Any:
    import ray.data

    return ray.data.from_items(paths, override_num_blocks=blocks).flat_map(lambda row: list(chunked(row["item"])))


def by_spark(context: Any, paths: list[str], blocks: int = 8) -> Any:
    return context.parallelize(paths, blocks).flatMap(chunked)


def main() -> None:
    engine, folder, out = sys.argv[1], Path(sys.argv[2]), sys.argv[3]
    paths = sorted(str(path) for path in folder.rglob("*.json*"))
    if engine == "ray":
        by_ray(paths).write_json(out)
    else:
        from pyspark.sql import SparkSession

        by_spark(SparkSession.builder.getOrCreate().sparkContext, paths).map(json.dumps).saveAsTextFile(out)


if __name__ == "__main__":
    main()
