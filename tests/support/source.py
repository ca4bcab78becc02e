"""What the source files of the program say, each read once for all tests of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple


class Import(NamedTuple):
    """One line that imports: the module and the names taken from it, none where the module itself is imported."""

    module: str
    names: tuple[str, ...]
    at_once: bool
    """Whether it is imported as soon as the file is, and not in a function or for the types alone."""


class Source(NamedTuple):
    """What tests ask of a file; the tree itself is let go, as all of them together are large."""

    lines: int
    imports: tuple[Import, ...]
    calls: tuple[tuple[int, str], ...]
    """Line and name of everything that is called."""
    compared: tuple[tuple[int, frozenset[object]], ...]
    """Line and constants of every comparison."""
    constants: frozenset[object]

    def imported(self, *, at_once: bool = False) -> set[str]:
        """Dotted names of the modules imported, and of what is taken from them; ``at_once``: as soon as the file is."""
        found = [i for i in self.imports if i.at_once or not at_once]
        return {i.module for i in found} | {f"{i.module}.{name}" for i in found for name in i.names}


@cache
def source(path: Path) -> Source:
    """What a file says. Raises ``SyntaxError``."""
    text = path.read_text("utf-8")
    imports, calls, compared, constants = list[Import](), [], [], set()
    for node, at_once in _nodes(ast.parse(text)):
        if isinstance(node, ast.Constant):
            constants.add(node.value)
        elif isinstance(node, ast.Import):
            imports += [Import(alias.name, (), at_once) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            imports.append(Import(node.module or "", tuple(alias.name for alias in node.names), at_once))
        elif isinstance(node, ast.Call):
            calls.append((node.lineno, getattr(node.func, "attr", "") or getattr(node.func, "id", "")))
        elif isinstance(node, ast.Compare):
            words = frozenset(n.value for n in ast.walk(node) if isinstance(n, ast.Constant))
            compared.append((node.lineno, words))
    return Source(len(text.splitlines()), tuple(imports), tuple(calls), tuple(compared), frozenset(constants))


def _nodes(tree: ast.Module) -> Iterator[tuple[ast.AST, bool]]:
    """All nodes, and whether they are carried out when the file is imported."""
    waiting: list[tuple[ast.AST, bool]] = [(tree, True)]
    while waiting:
        node, at_once = waiting.pop()
        yield node, at_once
        later = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        checked = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        inner = at_once and not later and not checked
        waiting += [(child, inner) for child in ast.iter_child_nodes(node)]
