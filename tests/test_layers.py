"""Who may import whom, and who may write: read from the source, so that nothing need be run."""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from engine.games import GAMES
from tests.support import plan
from tests.support.purity import changes

ROOT = Path(__file__).parent.parent
ENGINE = sorted((ROOT / "engine").rglob("*.py"))
ALL = [p for folder in ("engine", "tui", "saves", "data") for p in sorted((ROOT / folder).rglob("*.py"))]


def name(path: Path) -> str:
    """A file as a test id."""
    return str(path.relative_to(ROOT))


@cache
def imports(path: Path, *, top_only: bool = False) -> tuple[str, ...]:
    """Dotted names of the modules that a file imports; ``top_only``: those imported as soon as the file is."""
    return tuple(found_imports(path, top_only))


def found_imports(path: Path, top_only: bool) -> Iterator[str]:
    """The same, read from the file."""
    tree = ast.parse(path.read_text("utf-8"))
    skipped: set[ast.AST] = set()
    for node in ast.walk(tree):
        later = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        checked = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        if node in skipped or (top_only and (later or checked)):
            skipped.update(ast.iter_child_nodes(node))
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("path", ENGINE, ids=name)
def test_engine_imports_only_itself_and_the_standard_library(path: Path) -> None:
    others = {m.split(".")[0] for m in imports(path)} - {"engine"} - sys.stdlib_module_names
    assert others == set()


@pytest.mark.parametrize("path", ENGINE, ids=name)
def test_games_do_not_know_each_other_and_the_core_knows_none(path: Path) -> None:
    place = path.relative_to(ROOT / "engine").parts
    allowed = {"engine.games", f"engine.games.{place[1]}"} if place[0] == "games" and len(place) > 2 else set()
    if allowed and (shared := plan.EDITIONS.get(place[1])):
        allowed.add(f"engine.games.{shared}")
    known = {".".join(m.split(".")[:3]) for m in imports(path) if m.startswith("engine.games")}
    assert known <= allowed


def test_only_the_list_of_games_names_them() -> None:
    for path in ENGINE:
        if "games" in path.relative_to(ROOT / "engine").parts or path.name == "ruleset.py":
            continue
        words = {n.value for n in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(n, ast.Constant)}
        assert not words & {*GAMES, *GAMES.values()}, path


@pytest.mark.parametrize("path", ENGINE, ids=name)
def test_engine_writes_no_file_and_reads_no_clock(path: Path) -> None:
    writing = {
        "write_text",
        "write_bytes",
        "mkdir",
        "unlink",
        "rename",
        "replace_file",
        "rmdir",
        "touch_file",
        "makedirs",
    }
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        assert called not in writing and called != "open", f"{name(path)}:{node.lineno} calls {called}"
    clocks = {"time", "datetime", "os.environ", "secrets", "shutil", "tempfile"}
    assert not clocks & set(imports(path))


@pytest.mark.parametrize("path", [p for p in ENGINE if p.parent.name != "players"], ids=name)
def test_chance_comes_only_from_the_dice(path: Path) -> None:
    assert not {m for m in imports(path) if m.split(".")[0] == "random"}


@pytest.mark.parametrize("path", [p for p in ALL if p.parts[len(ROOT.parts)] == "saves"], ids=name)
def test_saves_know_no_screen(path: Path) -> None:
    assert not {"tui", "textual", "rich"} & {m.split(".")[0] for m in imports(path)}


def test_the_command_line_imports_the_screen_only_when_it_opens_one() -> None:
    """Help, checks and the protocol start without the screen's package."""
    seen, waiting = set(), {"tui", "tui.cli"}
    while waiting:
        module = waiting.pop()
        seen.add(module)
        path = ROOT.joinpath(*module.split("."))
        for file in (path.with_suffix(".py"), path / "__init__.py"):
            if file.is_file():
                found = set(imports(file, top_only=True))
                heavy = {m for m in found if m.split(".")[0] in ("textual", "rich")}
                assert not heavy, f"{name(file)} imports {sorted(heavy)} at once"
                waiting |= {m for m in found if m.split(".")[0] == "tui"} - seen
    assert (ROOT / "tui" / "cli.py").is_file()


@pytest.mark.parametrize("path", [p for p in ALL if p.parts[len(ROOT.parts)] != "data"], ids=name)
def test_nobody_asks_which_game_it_is(path: Path) -> None:
    """No comparison with the name of a game, outside the game itself."""
    if "games" in path.parts:
        return
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Compare):
            words = {n.value for n in ast.walk(node) if isinstance(n, ast.Constant)}
            assert not words & set(GAMES), f"{name(path)}:{node.lineno}"


# ---------------------------------------------------------------------- the floor plan
FILES = plan.modules(ROOT)
GRAPH = plan.import_graph(FILES)


def test_every_package_imports_only_the_floors_below_it() -> None:
    assert plan.wrong_floors(GRAPH) == []
    planted = {"engine.play.match": {"engine.games.ava.units"}, "engine.games.ava.units": {"tui.app"}}
    assert len(plan.wrong_floors(planted)) == 2
    assert plan.wrong_floors({"engine.games.ava.advice.post": {"engine.players.greedy.idea"}}) == []


def test_rules_of_a_game_ask_neither_its_queries_nor_its_advice() -> None:
    assert plan.wrong_rooms(GRAPH) == []
    planted = {
        "engine.games.ava.combat.battle": {"engine.games.ava.phases.drawing"},
        "engine.games.ava.units": {"engine.games.ava.queries.units"},
        "engine.games.ava.edit": {"engine.games.ava.advice.post"},
    }
    assert len(plan.wrong_rooms(planted)) == 3
    assert plan.wrong_rooms({"engine.games.ava.phases.drawing": {"engine.games.ava.combat.battle"}}) == []


def test_the_core_knows_no_word_of_a_game() -> None:
    forbidden = {*GAMES, *(folder.name for folder in (ROOT / "data").iterdir() if (folder / "rules").is_dir())}
    for folder in sorted((ROOT / "data").glob("*/game.toml")):
        meta = tomllib.loads(folder.read_text("utf-8"))
        forbidden |= {*meta.get("sides", ()), *meta.get("nationalities", ())}
    forbidden |= {"axis", "soviet", "german"}
    for module, path in FILES.items():
        if plan.package(module) in plan.CORE:
            tree = ast.parse(path.read_text("utf-8"))
            assert list(plan.game_words(tree, forbidden)) == [], module
    assert list(plan.game_words(ast.parse("'''axis'''\nside = 'axis'"), {"axis"})) == [(2, "axis")]


def test_what_is_in_the_kit_serves_two_games_at_least() -> None:
    for module in FILES:
        if plan.package(module) == "engine.kit" and module != "engine.kit":
            assert len(plan.games_using(GRAPH, module)) >= 2, module
    through = {"engine.games.ava.edit": {"engine.kit.a"}, "engine.kit.a": {"engine.kit.b"}, "engine.kit.b": set[str]()}
    assert plan.games_using(through, "engine.kit.b") == {"ava"}


@pytest.mark.parametrize("path", ALL, ids=name)
def test_one_idea_a_module(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= 400


@pytest.mark.parametrize("path", [p for p in ENGINE if {"queries", "advice"} & set(p.parts)], ids=name)
def test_questions_change_nothing(path: Path) -> None:
    """Who answers questions or gives advice asks ``supposing`` for another position and leaves the one there is."""
    assert changes(path.read_text("utf-8")) == []


PLANTED = """
def a(c, u, h):
    c.state.hex_of[u] = h
    s, t = c.state, c.turn
    s.turn += 1
    here = s.hex_of
    here[u], h = h, 3
    del s.box[0]
    s.attacked.append(h)
    c.cache = {}
    c.kept.clear()
    c.touch()

class B:
    def __init__(self, c):
        self.s = c.state

    def again(self):
        self.s.side = "x"
        for f in reversed(self.s.stack):
            f.vars["left"] = 0

def d(state: State, c):
    state.over = True
    c.frame.vars["side"] = ""
    c.state = state
    (lambda: c.state.box.pop())()
"""
INNOCENT = """
def a(c, u, h):
    here = list(c.state.hex_of)
    here[u] = h
    found = {}
    found[h] = c.state.turn
    turn = c.state.turn
    turn += 1
    there = supposing(c, hex_of={u: h})
    there.notes.append(h)
    names = c.state.box.copy()
    names.pop()
    c.state.box.count("x")
    return stacks(there)

def b(state: State):
    s = 1
    s.turn = 2

class C:
    def __init__(self, c):
        self.state, self.kept = c.state, {}
        self.kept[1] = 2
"""


def test_changes_are_found_wherever_they_hide() -> None:
    planted = [3, 5, 7, 8, 9, 10, 11, 12, 19, 21, 24, 25, 26, 27]
    assert changes(PLANTED) == planted
    assert changes(INNOCENT) == []


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert plan.circles(GRAPH) == []
    assert plan.circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [["a", "b", "c"]]
