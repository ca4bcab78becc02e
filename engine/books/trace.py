"""From rule to text, code and tests: the matrix that shows what of a rule book is enforced and shown.

Code places come from ``@rule``; tests and citations are read from the files as text, so that nothing need be run.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

from engine.books.rules import RuleBook, load_rules
from engine.components.load import map_folder, rule_numbers
from engine.components.rulenumbers import RuleNumbers
from engine.play.citing import SECTION, enforced, places

ENFORCED = ("code", "data")
"""Kinds of rule that need a test; ``code`` needs a place in the code too."""

_MARK = re.compile(r"""mark\.rule\(((?:[^()"']|"[^"]*"|'[^']*')*)\)""")
_SCANNED = {"engine": (".py",), "tests": (".py",), "data": (".toml",)}


@dataclass(frozen=True, slots=True)
class TraceRow:
    """One rule id: its kind (empty if there is no such rule), where it is enforced and tested, and what is wrong."""

    id: str
    title: str
    kind: str
    code: tuple[str, ...]
    tests: tuple[str, ...]
    problems: tuple[str, ...]


def trace(game: str, root: Path) -> list[TraceRow]:
    """The rows of a game's rules in book order, then the ids cited under ``root`` that do not exist.

    Raises ``RuleNotFound`` for an unknown game, ``DataError`` for a faulty rules file.
    """
    import_engine()
    book = load_rules(game)
    numbers = _numbers(game)
    code: dict[str, tuple[str, ...]] = {}
    for cited in enforced():
        own, id = numbers[cited].split(":")
        if own == game:
            code[id] = (*code.get(id, ()), *(_short(place.file, place.line, root) for place in places(cited)))
    return rows(book, code, marks(game, root), citations(game, root))


def rows(
    book: RuleBook,
    code: Mapping[str, tuple[str, ...]],
    tests: Mapping[str, tuple[str, ...]],
    cited: Mapping[str, tuple[str, ...]],
) -> list[TraceRow]:
    """The matrix of a book, given the places of code, tests and citations by id without the game."""
    found = []
    for entry in book.entries:
        where, shown = code.get(entry.id, ()), tests.get(entry.id, ())
        problems = []
        if entry.kind == "code" and not where:
            problems.append("no code")
        if entry.kind in ENFORCED and not shown:
            problems.append("no test")
        found.append(TraceRow(entry.id, entry.title, entry.kind, where, shown, tuple(problems)))
    for id in sorted(set(cited) - set(book.ids())):
        found.append(TraceRow(id, "", "", (), tests.get(id, ()), (f"no such rule, cited at {', '.join(cited[id])}",)))
    return found


def untested(book: RuleBook, tests: Mapping[str, tuple[str, ...]]) -> list[str]:
    """The ids of enforced rules that no test shows, in book order."""
    return [entry.id for entry in book.entries if entry.kind in ENFORCED and not tests.get(entry.id)]


def format_matrix(matrix: Iterable[TraceRow]) -> str:
    """The matrix as lines of text: id, kind, counts, title, problems; a summary at the end."""
    lines = [f"{'rule':10} {'kind':6} {'code':>4} {'test':>4}  title"]
    total = faulty = 0
    for row in matrix:
        total += 1
        faulty += bool(row.problems)
        problems = f"  [{'; '.join(row.problems)}]" if row.problems else ""
        lines.append(f"{row.id:10} {row.kind or '-':6} {len(row.code):4} {len(row.tests):4}  {row.title}{problems}")
    return "\n".join([*lines, f"{total} rows, {faulty} with something missing"])


# ---------------------------------------------------------------------- reading the tree
def import_engine() -> None:
    """Import every module of the engine, so that all ``@rule`` decorators have spoken."""
    package = import_module("engine")
    for module in walk_packages(package.__path__, "engine."):
        if not module.name.endswith("__main__"):
            import_module(module.name)


def marks(game: str, root: Path) -> dict[str, tuple[str, ...]]:
    """Id without the game to the places ``tests/...py:line`` where ``mark.rule`` names it."""
    found: dict[str, list[str]] = {}
    id, numbers = _cited(game), _numbers(game)
    for path in sorted(root.glob("tests/**/*.py")):
        text = path.read_text("utf-8")
        for mark in _MARK.finditer(text):
            for hit in id.finditer(mark[1]):
                where = _short(str(path), text.count("\n", 0, mark.start()) + 1, root)
                found.setdefault(numbers.section(hit[0]), []).append(where)
    return {key: tuple(value) for key, value in found.items()}


def citations(game: str, root: Path) -> dict[str, tuple[str, ...]]:
    """Id without the game to the places ``file:line`` under engine, tests and data that cite it for the game."""
    found: dict[str, list[str]] = {}
    id, numbers = _cited(game), _numbers(game)
    for path in _files(root):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            for hit in id.finditer(line):
                found.setdefault(numbers.section(hit[0]), []).append(_short(str(path), number, root))
    return {key: tuple(value) for key, value in found.items()}


def _numbers(game: str) -> RuleNumbers:
    return rule_numbers(game, map_folder(game))


def _cited(game: str) -> re.Pattern[str]:
    """Ids of a game, and those by which code that editions share cites the rules of its family."""
    books = "|".join(map(re.escape, {game, map_folder(game)}))
    return re.compile(rf"\b(?:{books}):(?:{SECTION})(?![A-Za-z])")


def _files(root: Path) -> Iterator[Path]:
    for folder, suffixes in _SCANNED.items():
        yield from sorted(path for path in (root / folder).rglob("*") if path.suffix in suffixes and path.is_file())


def _short(file: str, line: int, root: Path) -> str:
    """``file:line`` relative to the root where the file lies below it."""
    path = Path(file)
    return f"{path.relative_to(root) if path.is_relative_to(root) else path}:{line}"
