"""Where results of many mechanisms go as they come: a JSON Lines file, or a folder of Parquet files.

Both keep results in the order of the inputs, so that the number of those that are there says where to go on.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

from .errors import wrong


class Sink(Protocol):
    """Results on disk."""

    #: How many are decided before they are added: what a kill may cost.
    batch: int

    def lines(self) -> Iterator[bytes]:
        """Those that are there, in order."""
        ...

    def add(self, lines: list[bytes]) -> None:
        """More of them. After this they survive the end of the process."""
        ...

    def __len__(self) -> int: ...

    def __getitem__(self, i: int) -> bytes: ...


def sha256(line: bytes) -> str | None:
    """The SHA-256 of the mechanism file that a line is about; an error has none."""
    try:
        found = json.loads(line)["about"]["sha256"]
    except (ValueError, KeyError, TypeError):
        return None
    return found if isinstance(found, str) else None


class JsonLines:
    """A file with a line for each result, as ``certify --jsonl --certificates --exact`` writes it.

    A line that a kill has torn off in the middle is dropped.
    """

    batch = 32

    def __init__(self, path: Path) -> None:
        self._path = path
        self._starts: list[int] = []
        end = 0
        if path.exists():
            with path.open("rb") as file:
                for line in file:
                    if not line.endswith(b"\n"):
                        break
                    self._starts.append(end)
                    end += len(line)
            os.truncate(path, end)
        else:
            path.touch()
        self._end = end

    def lines(self) -> Iterator[bytes]:
        with self._path.open("rb") as file:
            for line in file:
                yield line.rstrip(b"\n")

    def add(self, lines: list[bytes]) -> None:
        with self._path.open("ab") as file:
            file.write(b"".join(line + b"\n" for line in lines))
        for line in lines:
            self._starts.append(self._end)
            self._end += len(line) + 1

    def __len__(self) -> int:
        return len(self._starts)

    def __getitem__(self, i: int) -> bytes:
        with self._path.open("rb") as file:
            file.seek(self._starts[i])
            return file.readline().rstrip(b"\n")


class Parquet:
    """A folder of Parquet files, ``part-00000000.parquet`` and so on, each named after its first result.

    Each is written beside its place and moved there whole: a kill loses no more than the part that was under way. Any
    reader of Parquet data sets takes the folder as one table, of the columns ``index`` (the input's position, from 0),
    ``sha256``, ``name``, ``status`` (the exit status of ``certify``), ``summary`` and ``line`` (``dp-line/1``).
    """

    #: A part of the data set.
    batch = 256

    def __init__(self, path: Path) -> None:
        import pyarrow.parquet

        self._parquet = pyarrow.parquet
        self._path = path
        path.mkdir(parents=True, exist_ok=True)
        for torn in path.glob("*.tmp"):
            torn.unlink()
        self._parts: list[tuple[int, int, Path]] = []
        self._count = 0
        self._last: tuple[Path | None, list[bytes]] = (None, [])
        for part in sorted(path.glob("part-*.parquet")):
            start, rows = int(part.stem.partition("-")[2]), self._parquet.read_metadata(part).num_rows
            if start != self._count:
                raise wrong("out", f"{part.name} after {self._count} results", "parts that follow on each other")
            self._parts.append((start, rows, part))
            self._count += rows

    def _read(self, part: Path) -> list[bytes]:
        if self._last[0] != part:
            column = self._parquet.read_table(part, columns=["line"]).column("line").to_pylist()
            self._last = (part, [line.encode() for line in column])
        return self._last[1]

    def lines(self) -> Iterator[bytes]:
        for _, _, part in self._parts:
            yield from self._read(part)

    def add(self, lines: list[bytes]) -> None:
        import pyarrow

        if not lines:
            return
        columns: dict[str, list[Any]] = {key: [] for key in ("index", "sha256", "name", "status", "summary", "line")}
        for i, line in enumerate(lines, self._count):
            content = json.loads(line)
            about, summary = content.get("about", {}), content.get("summary", {})
            status = 2 if "error" in content else 1 if summary["fails"] else 3 if summary["undecided"] else 0
            said = content["error"]["message"] if "error" in content else summary["words"]
            row = (i, about.get("sha256"), about.get("name"), status, said, line.decode())
            for key, value in zip(columns, row):
                columns[key].append(value)
        types = {"index": pyarrow.int64(), "status": pyarrow.int8()}
        schema = pyarrow.schema([(key, types.get(key, pyarrow.string())) for key in columns])
        part = self._path / f"part-{self._count:08}.parquet"
        beside = part.with_suffix(".tmp")
        self._parquet.write_table(pyarrow.table(columns, schema=schema), beside)
        os.replace(beside, part)
        self._parts.append((self._count, len(lines), part))
        self._count += len(lines)

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, i: int) -> bytes:
        start, _, part = next(found for found in self._parts if found[0] <= i < found[0] + found[1])
        return self._read(part)[i - start]


def sink(out: str | os.PathLike[str]) -> Sink:
    """The sink of a path by its ending."""
    if not isinstance(out, (str, os.PathLike)):
        raise wrong("out", out, "a path that ends in .jsonl or .parquet")
    path = Path(out)
    if path.suffix == ".jsonl":
        return JsonLines(path)
    if path.suffix == ".parquet":
        return Parquet(path)
    raise wrong("out", str(path), "a path that ends in .jsonl or .parquet")
