"""Every block of Python in the documentation prints what stands below it.

``UPDATE_PAGES=1 pytest python/tests/test_docs.py`` writes what is printed into the pages; look at the difference.
"""

from __future__ import annotations

import doctest
import importlib
import os
import pkgutil
import re
import traceback
from pathlib import Path
from types import TracebackType
from typing import Any, Optional

import pytest

import dp_certify

ROOT = Path(__file__).resolve().parents[2]
PAGES = ["docs/src/python.md", "docs/src/programs.md", "docs/src/sample.md", "python/README.md"]
MODULES = ["dp_certify", *(f"dp_certify.{found.name}" for found in pkgutil.iter_modules(dp_certify.__path__))]
BLOCK = re.compile(r"(?P<mark><!-- not run: [^\n]*-->\n)?```python\n(?P<code>.*?)```\n", re.DOTALL)
Raised = tuple[type[BaseException], BaseException, Optional[TracebackType]]


class Runner(doctest.DocTestRunner):
    """Keeps what each example printed where that is not what is shown."""

    def __init__(self) -> None:
        super().__init__(verbose=False)
        self.printed: list[tuple[doctest.Example, str]] = []

    def report_failure(self, out: Any, test: doctest.DocTest, example: doctest.Example, got: str) -> None:
        self.printed.append((example, got))

    def report_unexpected_exception(
        self, out: Any, test: doctest.DocTest, example: doctest.Example, exc_info: Raised
    ) -> None:
        said = "".join(traceback.format_exception_only(*exc_info[:2]))
        self.printed.append((example, f"Traceback (most recent call last):\n    ...\n{said}"))


def blocks(text: str) -> list[tuple[int, str]]:
    """The blocks that are run, each with the line of the page on which it begins, from 0."""
    return [
        (text.count("\n", 0, found.start("code")), found["code"])
        for found in BLOCK.finditer(text)
        if found["mark"] is None
    ]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_shows_what_is_printed(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    found = blocks(text)
    assert found, f"{page} has no block of Python"
    # Paths are those of the root; what a page writes goes elsewhere.
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "__main__"}
    lines, wrong = text.splitlines(), []
    for first, code in found:
        if ">>>" not in code:
            exec(compile(code, f"{page}:{first + 1}", "exec"), names)
            continue
        runner = Runner()
        test = doctest.DocTestParser().get_doctest(code, names, page, page, first)
        test.globs = names
        runner.run(test, out=lambda said: None, clear_globs=False)
        wrong += [(first + example.lineno, example, got) for example, got in runner.printed]
    if os.environ.get("UPDATE_PAGES"):
        for start, example, got in reversed(wrong):
            after = start + example.source.count("\n")
            lines[after : after + example.want.count("\n")] = got.splitlines()
        (ROOT / page).write_text("\n".join(lines) + "\n", encoding="utf-8")
        return
    said = [f"{page}:{start + 1}: {example.source}prints\n{got}" for start, example, got in wrong]
    assert not wrong, "\n".join(said)


@pytest.mark.parametrize("name", MODULES)
def test_docstrings_show_what_is_printed(name: str) -> None:
    module = importlib.import_module(name)
    runner = Runner()
    for test in doctest.DocTestFinder(exclude_empty=True).find(module):
        runner.run(test, out=lambda said: None)
    assert not runner.printed, "\n".join(f"{name}: {example.source}prints\n{got}" for example, got in runner.printed)


def test_no_block_is_left_out_by_its_mark() -> None:
    marked = [found for page in PAGES for found in BLOCK.finditer((ROOT / page).read_text("utf-8")) if found["mark"]]
    assert len(marked) == 1, "only what needs a cluster is not run"
