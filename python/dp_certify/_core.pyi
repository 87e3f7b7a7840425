from collections.abc import Callable

__version__: str

_Reading = tuple[str | None, str | None, bool | None, bool | None, bool | None, int | None]

def check(file: bytes, path: str, raised: list[str]) -> tuple[str, str, str | None]: ...
def certify(file: bytes, path: str, only: list[str], route: str, raised: list[str]) -> bytes: ...
def certify_many(
    jobs: list[tuple[bytes | None, str]],
    only: list[str],
    route: str,
    raised: list[str],
    threads: int | None,
    progress: Callable[[int], None] | None,
) -> list[bytes]: ...
def claims() -> list[str]: ...
def kinds() -> list[tuple[str, str]]: ...
def enclosure(file: str, expression: str, logarithm: str | None, digits: int) -> tuple[str, str]: ...
def evaluate(file: str, expression: str) -> str | None: ...
def table(
    bytes: bytes,
    path: str,
    reading: _Reading,
    normalise: str | None,
    rounding: str | None,
    in_order: str | None,
    raised: list[str],
) -> tuple[str, list[str] | None, int, str]: ...
def import_table(
    bytes: bytes, name: str, query: tuple[bytes, str], reading: _Reading, normalise: str | None, raised: list[str]
) -> tuple[str, str | None]: ...
def construct(
    kind: str,
    query: bytes,
    path: str,
    wishes: tuple[
        str | None,
        bool,
        int | None,
        str | None,
        int | None,
        str | None,
        int | None,
        str | None,
        str | None,
        str | None,
    ],
    raised: list[str],
) -> str: ...
def profile(file: bytes, path: str, raised: list[str]) -> str: ...
def trade_off(file: bytes, path: str, pair: tuple[str, str] | None, raised: list[str]) -> str: ...
def pattern(file: bytes, path: str, raised: list[str]) -> tuple[str, str]: ...
def repair(
    file: bytes,
    path: str,
    digits: int | None,
    family: str | None,
    other: tuple[bytes, str] | None,
    raised: list[str],
) -> tuple[str, str, str]: ...
def verify(file: bytes, path: str, certificate: bytes, raised: list[str]) -> bytes: ...
def text(file: bytes, path: str, certificate: bytes) -> str: ...
def html(file: bytes, path: str, certificate: bytes, names: tuple[str, str | None]) -> str: ...
def theorems_list() -> list[tuple[str, str, str]]: ...
def theorems(
    ids: list[str], all: bool, progress: Callable[[int], None] | None
) -> tuple[str, list[tuple[str, str]]]: ...
