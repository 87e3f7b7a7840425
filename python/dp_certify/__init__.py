"""Decides statements about finite differentially private mechanisms with exact arithmetic, each with a proof.

>>> from dp_certify import Mechanism, verify
>>> m = Mechanism([["2/3", "1/3"], ["1/3", "2/3"]], graph="line", alpha="1/2")
>>> report = m.certify()
>>> report["dp"].verdict, report["dp"].values["alpha_max"]
('holds', Fraction(1, 2))
>>> verify(m, report.certificate).status
'accepted'

Certifier and verifier are inside; nothing is written unless asked, and nothing is sent anywhere.
"""

from . import construct
from ._core import __version__
from ._parts import Part
from .budgets import Budget, BudgetPoint, budget
from .counts import Counts
from .curves import Corner, Profile, TradeOff, profile, trade_off
from .errors import InternalError, LimitError, MechanismError
from .many import Results, certify_many
from .mechanism import Mechanism
from .patterns import Pattern, pattern
from .programs import Law, law
from .questions import (
    Repair,
    Theorem,
    Theorems,
    Threshold,
    import_table,
    repair,
    theorems,
    threshold,
)
from .report import Claim, Evidence, FaultyRow, Gap, Place, Report, Runs
from .values import Algebraic, AlphaSet, Function, Irrational, Logarithm, Piecewise, Range, Transcendental
from .verification import Verification, verify

__all__ = [
    "Algebraic",
    "AlphaSet",
    "Budget",
    "BudgetPoint",
    "Claim",
    "Corner",
    "Counts",
    "Evidence",
    "FaultyRow",
    "Function",
    "Gap",
    "InternalError",
    "Irrational",
    "Law",
    "LimitError",
    "Logarithm",
    "Mechanism",
    "MechanismError",
    "Part",
    "Pattern",
    "Piecewise",
    "Place",
    "Profile",
    "Range",
    "Repair",
    "Report",
    "Results",
    "Runs",
    "Theorem",
    "Theorems",
    "Threshold",
    "TradeOff",
    "Transcendental",
    "Verification",
    "__version__",
    "budget",
    "certify_many",
    "construct",
    "import_table",
    "law",
    "pattern",
    "profile",
    "repair",
    "theorems",
    "threshold",
    "trade_off",
    "verify",
]
