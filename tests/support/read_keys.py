"""Which keys of a game's data files the rules read: words that their source looks up, found without running it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
COMMON = ("engine/components", "engine/play", "engine/kit")
"""Beside the game's own rules these read data of every game."""
LOOKERS = ("get", "pop", "need", "constant", "effect", "chart", "named", "zone", "number", "value")
"""Functions that look a word up."""


def numbers(table: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The path of keys to every number of a parsed file; a column of rows is a key, a place in a list is none."""
    if isinstance(table, dict):
        columns = table.get("columns")
        for key, value in table.items():
            if key == "rows" and isinstance(columns, list):
                for place, column in enumerate(columns):
                    for row in value:
                        yield from numbers(row[place], (*path, column)) if place < len(row) else ()
            else:
                yield from numbers(value, (*path, key))
    elif isinstance(table, list):
        for value in table:
            yield from numbers(value, path)
    elif isinstance(table, int | float):
        yield path


@lru_cache(maxsize=4)
def words(game: str) -> tuple[frozenset[str], tuple[re.Pattern[str], ...]]:
    """The words that the source which plays a game looks up, and patterns for those that are put together."""
    common, own = _looked_up(*COMMON), _looked_up(f"engine/games/{game}")
    return common[0] | own[0], tuple(re.compile(p) for p in sorted(common[1] | own[1]))


@lru_cache(maxsize=4)
def _looked_up(*folders: str) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """The words and the patterns of the source in some folders, and the patterns of constants that it asks for."""
    literals: set[str] = set()
    patterns: set[str] = set()
    constant: set[str] = set()
    for folder in folders:
        for file in sorted(ROOT.joinpath(folder).rglob("*.py")):
            _collect(ast.parse(file.read_text("utf-8")), literals, patterns, constant)
    return frozenset(literals), frozenset(patterns), frozenset(constant)


def _collect(tree: ast.AST, literals: set[str], patterns: set[str], constant: set[str]) -> None:
    """Keys in brackets, words given to a function that looks one up, tuples of words that a loop runs over."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "constant":
            _constants_of(node, constant)
        for place in _places(node):
            for part in ast.walk(place):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    literals.add(part.value)
                elif isinstance(part, ast.JoinedStr):
                    _pattern(part, patterns)


def _places(node: ast.AST) -> Iterator[ast.AST]:
    """Where a node looks something up by a word."""
    if isinstance(node, ast.Subscript):
        yield node.slice
    elif isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in LOOKERS:
            yield from node.args
    elif isinstance(node, ast.comprehension | ast.For):
        yield node.iter
    elif isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Constant | ast.Tuple):
        yield node.value
    elif isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Dict):
        yield from (key for key in node.value.keys if key is not None)  # what each word of a file leads to
    elif isinstance(node, ast.Attribute):
        yield ast.Constant(node.attr)  # columns that become fields, such as those of counters


def _pattern(text: ast.JoinedStr, patterns: set[str]) -> None:
    parts = [str(v.value) if isinstance(v, ast.Constant) else None for v in text.values]
    if re.fullmatch(r"\w{2,}", "".join(p or "" for p in parts)):
        patterns.add("".join(re.escape(p) if p is not None else r"\w+" for p in parts))


def is_read(game: str, key: str) -> bool:
    """Whether the source of a game looks a word up, whole or put together."""
    literals, patterns = words(game)
    return key in literals or any(p.fullmatch(key) for p in patterns)


@lru_cache(maxsize=4)
def constants(game: str) -> tuple[re.Pattern[str], ...]:
    """The constants of ``game.toml`` that rules ask for by name, as patterns, for names that are put together."""
    return tuple(re.compile(p) for p in sorted(_looked_up(f"engine/games/{game}")[2]))


def _constants_of(call: ast.Call, found: set[str]) -> None:
    for argument in call.args:
        if isinstance(argument, ast.JoinedStr):
            _pattern(argument, found)
            continue
        words_ = [p.value for p in ast.walk(argument) if isinstance(p, ast.Constant)]
        found |= {re.escape(w) for w in words_ if isinstance(w, str)}
