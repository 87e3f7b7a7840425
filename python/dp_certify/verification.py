"""Certificates checked by the verifier, which searches for nothing and takes nothing on trust."""

from __future__ import annotations

import json
from typing import Any

from . import _core
from ._files import Limits, raised
from ._messages import about
from .mechanism import Mechanism
from .report import Report

__all__ = ["Verification", "verify"]


class Verification:
    """What the verifier says of a certificate.

    Attributes
    ----------
    status : str
        ``accepted``: every claim that the file declares is decided, each once, and every statement proved;
        ``refused``: something is wrong or missing; ``declined``: a limit was met, or a declared claim is undecided.
    reasons : tuple of str
        What stands in the way of acceptance.
    refuted : tuple of str
        The declared claims that are refuted: the certificate proves that.
    """

    def __init__(self, line: bytes, path: str = "mechanism.json") -> None:
        content: dict[str, Any] = json.loads(line)
        self._line, self._path = line, path
        self.status: str = content["result"]
        whole = content.get("reason")
        self.reasons: tuple[str, ...] = (whole,) if whole is not None else tuple(content["refusals"])
        self.refuted: tuple[str, ...] = tuple(content.get("refuted", ()))
        self._checked = "statements" in content

    @property
    def ok(self) -> bool:
        """Whether the certificate is accepted. What it proves may be that a claim fails: see :attr:`refuted`."""
        return self.status == "accepted"

    def __bool__(self) -> bool:
        """The same as :attr:`ok`."""
        return self.ok

    @property
    def report(self) -> Report | None:
        """The verifier's report, its claims with ``checked``; ``None`` where a limit was met before that."""
        return Report(self._line, self._path) if self._checked else None

    def __eq__(self, other: object) -> bool:
        return self._line == other._line if isinstance(other, Verification) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._line)

    def __reduce__(self) -> tuple[Any, ...]:
        return (Verification, (self._line, self._path))

    def __repr__(self) -> str:
        return f"<Verification: {self.status}{': ' + self.reasons[0] if self.reasons else ''}>"


def verify(mechanism: Mechanism, certificate: bytes | str, limits: Limits = None) -> Verification:
    """Re-checks every statement of a certificate against the mechanism file.

    Parameters
    ----------
    mechanism : Mechanism
        The mechanism, by the bytes of its file.
    certificate : bytes or str
        ``dp-certificate/2``.
    limits : dict, optional
        Limits to raise, by name.

    Raises
    ------
    MechanismError
        It is no certificate, with path, line and column in it.

    Examples
    --------
    >>> report = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]], "line", epsilon="ln(3)").certify()
    >>> verify(report.mechanism, report.certificate)
    <Verification: accepted>
    """
    if not isinstance(mechanism, Mechanism):
        raise TypeError(f"mechanism: found {type(mechanism).__name__}, expected a Mechanism")
    if not isinstance(certificate, (bytes, str)):
        raise TypeError(f"certificate: found {type(certificate).__name__}, expected bytes or str")
    content = certificate.encode("utf-8", "surrogatepass") if isinstance(certificate, str) else certificate
    limits = mechanism._limits if limits is None else limits
    with about(mechanism._path):
        line = _core.verify(mechanism._bytes, mechanism._path, content, raised(limits))
    return Verification(line, mechanism._path)
