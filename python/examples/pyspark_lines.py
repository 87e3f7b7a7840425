"""Decides mechanism files, one a line, with Spark.

    spark-submit pyspark_lines.py mechanisms.jsonl verdicts.parquet

Each line of the input is a mechanism file; each row of the output has its name, the exit status that `certify` would
have (0 every claim holds, 1 one is refuted, 2 the line is wrong, 3 one is undecided), what was decided in words, and
the line that `verify --jsonl` checks.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pyspark.sql import DataFrame, SparkSession

if TYPE_CHECKING:
    import pandas

COLUMNS = "name string, status int, summary string, line string"


def decide(batches: Iterator[pandas.DataFrame]) -> Iterator[pandas.DataFrame]:
    """What a task does with the lines of its partition, a batch at a time."""
    import pandas

    from dp_certify import Report, certify_many

    for batch in batches:
        lines = [line.encode() for line in batch["value"] if line.strip()]
        # Spark gives a task a core: it is the engine that spreads the work.
        results = certify_many(lines, threads=1)
        rows = [
            (result.mechanism.name, result.status, result.summary, result.to_json(files=True))
            if isinstance(result, Report)
            else (None, 2, str(result), results.lines[i].decode())
            for i, result in enumerate(results)
        ]
        yield pandas.DataFrame(rows, columns=["name", "status", "summary", "line"])


def verdicts(spark: SparkSession, mechanisms: str) -> DataFrame:
    """A row for each line of a text file, or of a folder of them."""
    return spark.read.text(mechanisms).mapInPandas(decide, COLUMNS)


def main() -> None:
    """Reads the lines of one path, and writes Parquet to another."""
    if len(sys.argv) != 3:
        sys.exit("usage: pyspark_lines.py MECHANISMS.jsonl VERDICTS.parquet")
    spark = SparkSession.builder.appName("dp-certify").getOrCreate()
    # Small batches: what is lost with a task, and what is in memory, is a batch.
    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "64")
    verdicts(spark, sys.argv[1]).write.parquet(sys.argv[2])
    spark.read.parquet(sys.argv[2]).groupBy("status").count().orderBy("status").show()
    spark.stop()


if __name__ == "__main__":
    main()
