"""Packages that are used where they are there, and what is said where they are not."""

from __future__ import annotations

import importlib
from typing import Any


def package(name: str, what: str, instead: str = "") -> Any:
    """The module of that name.

    Raises
    ------
    ImportError
        It is not installed; `what` needs it, and `instead` says what does without.
    """
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        # What is missing may be something that the package itself needs.
        missing = (error.name or name).partition(".")[0]
        other = f"; without it, {instead}" if instead else ""
        raise ImportError(f"{what} needs {missing}: pip install {missing}{other}", name=missing) from None
