"""What a mechanism file says, as text, names and numbers."""

from __future__ import annotations

import hashlib
import os
from typing import Any, TypeVar

from . import _core, _exact, _graphs
from ._files import Limits, raised
from ._messages import by_argument
from .errors import MechanismError

Made = TypeVar("Made", bound="Stored")


class Stored:
    """The bytes of a mechanism file that has been read."""

    __slots__ = ("_bytes", "_limits", "_nodes", "_outputs", "_path", "_recognized", "_sha256")

    _bytes: bytes
    _limits: Limits
    _path: str
    _recognized: str | None
    _nodes: str
    _outputs: str | None
    _sha256: str

    def _take(self, content: bytes, path: str, limits: Limits) -> None:
        sha256, nodes, outputs = _core.check(content, path, raised(limits))
        for slot, value in (
            ("_bytes", content),
            ("_limits", None if limits is None else dict(limits)),
            ("_path", path),
            ("_recognized", None),
            ("_sha256", sha256),
            ("_nodes", nodes),
            ("_outputs", outputs),
        ):
            object.__setattr__(self, slot, value)

    @classmethod
    def _of(cls: type[Made], content: bytes, path: str, limits: Limits = None) -> Made:
        made = cls.__new__(cls)
        made._take(content, path, limits)
        return made

    @classmethod
    def _known(
        cls: type[Made], content: bytes, path: str, nodes: str, outputs: str | None, limits: Limits = None
    ) -> Made:
        """A mechanism whose file has been read before."""
        made = cls.__new__(cls)
        for slot, value in (
            ("_bytes", content),
            ("_limits", limits),
            ("_path", path),
            ("_recognized", None),
            ("_sha256", hashlib.sha256(content).hexdigest()),
            ("_nodes", nodes),
            ("_outputs", outputs),
        ):
            object.__setattr__(made, slot, value)
        return made

    @property
    def text(self) -> str:
        """The mechanism file.

        >>> from dp_certify import Mechanism
        >>> print(Mechanism(graph=("line", 2), epsilon=1).text)
        {
          "format": "dp-mechanism/1",
          "privacy": {"epsilon": "1"},
          "query": {"graph": "line", "nodes": 2}
        }
        <BLANKLINE>
        """
        return self._bytes.decode()

    def to_bytes(self) -> bytes:
        """The mechanism file's bytes, whose SHA-256 the certificate names."""
        return self._bytes

    def to_dict(self) -> dict[str, Any]:
        """The mechanism file as JSON, its decimals as text.

        >>> from dp_certify import Mechanism
        >>> Mechanism(graph=("line", 2), epsilon=1).to_dict()["privacy"]
        {'epsilon': '1'}
        """
        return _exact.read(self._bytes)

    @property
    def sha256(self) -> str:
        """SHA-256 of the file, in hexadecimal."""
        return self._sha256

    @property
    def path(self) -> str | None:
        """Where the file was read from."""
        return self._path if os.path.isabs(self._path) else None

    @property
    def name(self) -> str | None:
        """What the file calls itself.

        >>> from dp_certify import Mechanism
        >>> Mechanism(graph=("line", 2), epsilon=1, name="two").name
        'two'
        """
        found = self.to_dict().get("name")
        return found if isinstance(found, str) else None

    @property
    def note(self) -> str | None:
        """What the file says of itself besides."""
        found = self.to_dict().get("note")
        return found if isinstance(found, str) else None

    @property
    def sample(self) -> tuple[int, ...] | None:
        """How many runs each row is of, where the matrix has the frequencies of a sample: verdicts are about that.

        >>> from dp_certify import Mechanism
        >>> Mechanism([[70, 30], [40, 60]], "line", epsilon=1, normalize="any").sample
        (100, 100)
        """
        found = self.to_dict().get("sample")
        return None if found is None else tuple(found["runs"])

    @property
    def missing(self) -> tuple[str, ...] | None:
        """What each row of the matrix lacks, as the file has it, where claims are about every completion."""
        found = self.to_dict().get("mechanism", {}).get("missing")
        return None if found is None else tuple(str(x) for x in found)

    @property
    def labels(self) -> list[str] | None:
        """The names of the inputs, where the file has them.

        >>> from dp_certify import Mechanism
        >>> Mechanism(graph="line", labels=["no", "yes"], epsilon=1).labels
        ['no', 'yes']
        """
        return _graphs.labels(self.to_dict()["query"])

    @property
    def recognized(self) -> str | None:
        """What of a table was taken for what, where it comes from one."""
        return self._recognized

    @property
    def recognised(self) -> str | None:
        """Another spelling of :attr:`recognized`."""
        return self._recognized

    @property
    def shape(self) -> tuple[Any, Any]:
        """(n, m): how many inputs, and outputs, ``None`` for a query; text such as ``2^100`` of a large product.

        >>> from dp_certify import Mechanism
        >>> Mechanism([[1, 0], [0, 1]], "line", epsilon=1).shape
        (2, 2)
        """

        def size(said: str | None) -> int | str | None:
            return int(said) if said is not None and said.isdigit() else said

        return size(self._nodes), size(self._outputs)


def take(empty: Stored, text: str, limits: Limits) -> None:
    """Makes it that of a text which the arguments of a call have made."""
    try:
        empty._take(text.encode(), "mechanism.json", limits)
    except MechanismError as error:
        raise by_argument(error) from None


def made(cls: type[Made], text: str, recognized: str, limits: Limits) -> Made:
    """The same of something that was read, with what that was taken for."""
    found = cls.__new__(cls)
    take(found, text, limits)
    object.__setattr__(found, "_recognized", recognized)
    return found
