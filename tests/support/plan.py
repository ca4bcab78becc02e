"""The floor plan of the house, and what breaks it: read from the source, so that nothing need be run."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from tests.support.source import Import, source

Graph = Mapping[str, set[str]]

FLOORS: dict[str, set[str]] = {
    "engine.components": set(),
    "engine.play": {"engine.components"},
    "engine.kit": {"engine.components", "engine.play"},
    "engine.books": {"engine.components", "engine.play"},
    "engine.players": {"engine.components", "engine.play"},
    "engine.games": {"engine.components", "engine.play", "engine.kit"},
    "engine.study": {"engine.components", "engine.play", "engine.players"},
    "engine.protocol": {"engine.components", "engine.play", "engine.books", "engine.players"},
    "saves": {"engine", "engine.components", "engine.play"},
    "tui.draw": {"engine.components", "engine.play"},
    "tui.settings": {"engine.components", "tui.draw"},
    "tui.game": {"engine.components", "engine.play", "engine.players", "saves", "tui.settings"},
}
"""Package to the packages that it may import; itself always. ``greedy`` and ``advice`` may import the players too."""
FLOORS["tui.widgets"] = {
    "engine.components", "engine.play", "engine.books",
    "tui.draw", "tui.settings", "tui.game", "tui.program", "tui.faults",
}  # fmt: skip
FLOORS["tui.words"] = {
    "engine.components", "engine.play", "engine.books", "engine.study", "saves",
    "tui.draw", "tui.settings", "tui.game", "tui.widgets",
}  # fmt: skip
FLOORS["tui.screens"] = {
    *FLOORS["tui.words"], "engine.players", "tui.words", "tui.program", "tui.faults",
}  # fmt: skip
FLOORS["tui.table"] = {
    "engine.components", "engine.play", "saves",
    "tui.draw", "tui.settings", "tui.game", "tui.widgets", "tui.words", "tui.screens", "tui.program",
}  # fmt: skip

ROOMS = ("movement", "combat", "setup", "phases", "queries", "greedy", "advice", "edit", "options", "ruleset")
"""Inside a game, low to high: each may ask those before it. What is not among them lies under them all."""
ADVISING = ("greedy", "advice")
"""Rooms that nobody asks but the players."""
CORE = ("engine.components", "engine.play", "engine.kit")
EDITIONS = {"efs1": "efs", "efs2": "efs"}
"""Editions of a game to the folder of what they print alike, which they may import; never the other way about."""


def modules(root: Path) -> dict[str, Path]:
    """Every module of the program by its dotted name."""
    found = {}
    for top in ("engine", "saves", "tui"):
        for path in sorted((root / top).rglob("*.py")):
            found[".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")] = path
    return found


def imported(found: Iterable[Import], known: Iterable[str]) -> set[str]:
    """The modules among ``known`` that a file imports, in functions and for type checking too."""
    known, modules = set(known), set[str]()
    for module, names, _ in found:
        wholes = [f"{module}.{name}" for name in names]
        modules |= {whole if whole in known else module for whole in wholes} if names else {module}
    return modules & known


def import_graph(files: Mapping[str, Path]) -> dict[str, set[str]]:
    """Who imports whom."""
    known = set(files)
    return {m: imported(source(p).imports, known) - {m} for m, p in files.items()}


def package(module: str) -> str:
    """The floor that a module stands on."""
    floor = next((f for f in sorted(FLOORS, key=len, reverse=True) if f"{module}.".startswith(f"{f}.")), "")
    return floor or ".".join(module.split(".")[:2])


def wrong_floors(graph: Graph) -> list[str]:
    """Imports that go where their package may not."""
    found = []
    for module, others in sorted(graph.items()):
        here = package(module)
        allowed = FLOORS.get(here)
        if allowed is None:
            continue
        if here == "engine.games" and _room(module)[1] in ADVISING:
            allowed = allowed | {"engine.players"}
        found += [f"{module} -> {o}" for o in sorted(others) if package(o) not in allowed | {here}]
    return found


def _room(module: str) -> tuple[str, str]:
    """Game and room of a module; empty outside the games, and for what lies under the rooms."""
    parts = module.split(".")
    if parts[:2] != ["engine", "games"] or len(parts) < 4:
        return "", ""
    return parts[2], parts[3] if parts[3] in ROOMS else ""


def wrong_rooms(graph: Graph) -> list[str]:
    """Imports inside a game that go up: rules that ask a question made for screens, or the computer player."""
    found = []
    for module, others in sorted(graph.items()):
        game, room = _room(module)
        for other in sorted(others):
            to, above = _room(other)
            if game and to == game and above and above != room:
                height = ROOMS.index(room) if room else -1
                if ROOMS.index(above) > height or (above in ADVISING and room not in (*ADVISING, "ruleset")):
                    found.append(f"{module} -> {other}")
    return found


def circles(graph: Graph) -> list[list[str]]:
    """Sets of modules that import each other in a ring (strongly connected, more than one)."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(module: str) -> None:
        number[module] = low[module] = len(number)
        stack.append(module)
        for other in sorted(graph[module]):
            if other not in number:
                visit(other)
                low[module] = min(low[module], low[other])
            elif other in stack:
                low[module] = min(low[module], number[other])
        if low[module] == number[module]:
            ring = stack[stack.index(module) :]
            del stack[stack.index(module) :]
            if len(ring) > 1:
                found.append(sorted(ring))

    for module in sorted(graph):
        if module not in number:
            visit(module)
    return found


def game_words(tree: ast.AST, forbidden: set[str]) -> Iterator[tuple[int, str]]:
    """Line and text of string constants that are words of a game; docstrings may name what they explain."""
    docs = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in docs and node.value in forbidden:
            yield node.lineno, str(node.value)


def games_using(graph: Graph, module: str) -> set[str]:
    """The games that import a module, directly or through others of its package."""
    found, seen, waiting = set[str](), {module}, [module]
    while waiting:
        wanted = waiting.pop()
        for user, others in graph.items():
            if wanted in others and user not in seen:
                seen.add(user)
                game = user.split(".")[2] if user.startswith("engine.games.") else ""
                if game:
                    found.add(game)
                elif package(user) == package(module):
                    waiting.append(user)
    return found
