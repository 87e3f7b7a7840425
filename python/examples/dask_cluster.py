"""Decides mechanism files on a Dask cluster, and goes on where it was stopped.

    python dask_cluster.py --out verdicts.parquet mechanisms/*.json
    python dask_cluster.py --scheduler tcp://head:8786 --out verdicts.jsonl mechanisms/*.json

Without a scheduler two worker processes are started here. The files' texts travel to the workers, which need
nothing but this package. A worker that dies takes no result along: what it was at is given to another.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence

from distributed import Client, LocalCluster

from dp_certify import Mechanism, Report, Results, certify_many


def decide(client: Client, files: Sequence[str], out: str, progress: bool = False) -> Results:
    """The results in the order of the files; they are in `out` as soon as they are there."""
    # A generator: certify_many takes files as workers become free, so that memory does not grow with their number.
    mechanisms = (Mechanism.read(path) for path in files)
    return certify_many(mechanisms, client.get_executor(), out, progress)


def main() -> int:
    """0 if every claim of every file holds, else 1."""
    arguments = argparse.ArgumentParser(description="Decides mechanism files on a Dask cluster.")
    arguments.add_argument("files", nargs="+", help="mechanism files")
    arguments.add_argument("--out", required=True, help="where results go: NAME.jsonl or NAME.parquet")
    arguments.add_argument("--scheduler", help="the scheduler's address; without it two workers are started here")
    given = arguments.parse_args()
    if given.scheduler:
        with Client(given.scheduler) as client:
            results = decide(client, given.files, given.out, progress=True)
    else:
        cluster = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
        with cluster, Client(cluster) as client:
            results = decide(client, given.files, given.out, progress=True)
    verdicts: Counter[str] = Counter()
    for path, result in zip(given.files, results):
        if isinstance(result, Report):
            verdicts.update(claim.verdict for claim in result.claims)
            print(f"{path}: {result.summary}")
        else:
            verdicts["error"] += 1
            print(f"{path}: {result}", file=sys.stderr)
    print(", ".join(f"{count} {verdict}" for verdict, count in sorted(verdicts.items())))
    return 0 if set(verdicts) <= {"holds"} else 1


# Workers are new processes, which import this file.
if __name__ == "__main__":
    sys.exit(main())
