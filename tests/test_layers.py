"""Who may import whom, and who may write: read from the source, so that nothing need be run."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from functools import cache
from pathlib import Path

from engine.games import GAMES
from tests.support import plan
from tests.support.purity import changes
from tests.support.source import source

ROOT = Path(__file__).parent.parent
ENGINE = sorted((ROOT / "engine").rglob("*.py"))
ALL = [p for folder in ("engine", "tui", "saves", "data") for p in sorted((ROOT / folder).rglob("*.py"))]


def name(path: Path) -> str:
    """A file as tests name it."""
    return str(path.relative_to(ROOT))


def test_a_file_says_what_it_imports_calls_and_compares(tmp_path: Path) -> None:
    path = tmp_path / "planted.py"
    path.write_text(
        "import a\nfrom b.c import d\ndef f():\n    import late\n    e.open('x')\nif g == 'ava':\n    pass\n"
    )
    found = source(path)
    assert found.imported(at_once=True) == {"a", "b.c", "b.c.d"} and found.imported() - {"late"} == {
        "a",
        "b.c",
        "b.c.d",
    }
    assert found.lines == 7 and found.calls == ((5, "open"),) and found.compared == ((6, frozenset({"ava"})),)
    assert found.constants == {"x", "ava"}


def test_engine_imports_only_itself_and_the_standard_library() -> None:
    ours = {"engine", *sys.stdlib_module_names}
    foreign = {name(p): {m for m in source(p).imported() if m.split(".")[0] not in ours} for p in ENGINE}
    assert {path: found for path, found in foreign.items() if found} == {}


def test_games_do_not_know_each_other_and_the_core_knows_none() -> None:
    for path in ENGINE:
        place = path.relative_to(ROOT / "engine").parts
        inside = place[0] == "games" and len(place) > 2
        allowed = {"engine.games", f"engine.games.{place[1]}"} if inside else set()
        if allowed and (shared := plan.EDITIONS.get(place[1])):
            allowed.add(f"engine.games.{shared}")
        known = {".".join(m.split(".")[:3]) for m in source(path).imported() if m.startswith("engine.games")}
        assert known <= allowed, name(path)


def test_only_the_list_of_games_names_them() -> None:
    for path in ENGINE:
        if "games" in path.relative_to(ROOT / "engine").parts or path.name == "ruleset.py":
            continue
        assert not source(path).constants & {*GAMES, *GAMES.values()}, name(path)


WRITING = {
    "open", "write_text", "write_bytes", "mkdir", "unlink", "rename", "replace_file", "rmdir", "touch_file", "makedirs",
}  # fmt: skip
CLOCKS = {"time", "datetime", "os.environ", "secrets", "shutil", "tempfile"}


def test_engine_writes_no_file_and_reads_no_clock() -> None:
    writing = [
        f"{name(p)}:{line} calls {called}" for p in ENGINE for line, called in source(p).calls if called in WRITING
    ]
    assert writing == []
    assert {name(p): clocks for p in ENGINE if (clocks := CLOCKS & source(p).imported())} == {}


def test_chance_comes_only_from_the_dice() -> None:
    for path in ENGINE:
        if path.parent.name != "players":
            assert not {m for m in source(path).imported() if m.split(".")[0] == "random"}, name(path)


def test_saves_know_no_screen() -> None:
    files = [p for p in ALL if p.parts[len(ROOT.parts)] == "saves"]
    for path in files:
        assert not {"tui", "textual", "rich"} & {m.split(".")[0] for m in source(path).imported()}, name(path)
    assert files


def test_the_command_line_imports_the_screen_only_when_it_opens_one() -> None:
    """Help, checks and the protocol start without the screen's package."""
    seen, waiting = set(), {"tui", "tui.cli"}
    while waiting:
        module = waiting.pop()
        seen.add(module)
        path = ROOT.joinpath(*module.split("."))
        for file in (path.with_suffix(".py"), path / "__init__.py"):
            if file.is_file():
                found = source(file).imported(at_once=True)
                heavy = {m for m in found if m.split(".")[0] in ("textual", "rich")}
                assert not heavy, f"{name(file)} imports {sorted(heavy)} at once"
                waiting |= {m for m in found if m.split(".")[0] == "tui"} - seen
    assert (ROOT / "tui" / "cli.py").is_file() and len(seen) > 10


def test_nobody_asks_which_game_it_is() -> None:
    """No comparison with the name of a game, outside the game itself."""
    for path in ALL:
        if path.parts[len(ROOT.parts)] != "data" and "games" not in path.parts:
            found = [f"{name(path)}:{line}" for line, words in source(path).compared if words & set(GAMES)]
            assert found == []


# ---------------------------------------------------------------------- the floor plan
FILES = plan.modules(ROOT)


@cache
def graph() -> plan.Graph:
    """Who imports whom, in the whole program."""
    return plan.import_graph(FILES)


def test_every_package_imports_only_the_floors_below_it() -> None:
    assert plan.wrong_floors(graph()) == []
    planted = {"engine.play.match": {"engine.games.ava.units"}, "engine.games.ava.units": {"tui.app"}}
    assert len(plan.wrong_floors(planted)) == 2
    for room in plan.ADVISING:
        assert plan.wrong_floors({f"engine.games.ava.{room}.post": {"engine.players.greedy.idea"}}) == []


def test_rules_of_a_game_ask_neither_its_queries_nor_its_advice() -> None:
    assert plan.wrong_rooms(graph()) == []
    planted = {
        "engine.games.ava.combat.battle": {"engine.games.ava.phases.drawing"},
        "engine.games.ava.units": {"engine.games.ava.queries.units"},
        "engine.games.ava.edit": {"engine.games.ava.greedy.post"},
        "engine.games.ava.greedy.post": {"engine.games.ava.advice.tasks"},
    }
    assert len(plan.wrong_rooms(planted)) == 4
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
            assert len(plan.games_using(graph(), module)) >= 2, module
    through = {"engine.games.ava.edit": {"engine.kit.a"}, "engine.kit.a": {"engine.kit.b"}, "engine.kit.b": set[str]()}
    assert plan.games_using(through, "engine.kit.b") == {"ava"}


def test_the_floors_of_the_planner_are_told_low_to_high() -> None:
    start = ROOT / "engine" / "players" / "planner"
    told = re.findall(
        r"^``(\w+)``", ast.get_docstring(ast.parse((start / "__init__.py").read_text("utf-8"))) or "", re.M
    )
    assert sorted(told) == sorted(path.stem for path in start.glob("*.py") if path.stem != "__init__")
    for n, module in enumerate(told):
        above = {f"engine.players.planner.{other}" for other in told[n + 1 :]}
        assert not above & source(start / f"{module}.py").imported(), module


def test_what_the_planner_is_told_of_a_game_stays_small() -> None:
    rooms = [path for path in sorted((ROOT / "engine" / "games").glob("*/advice")) if path.is_dir()]
    assert len(rooms) == 4
    sizes = {name(room): sum(source(path).lines for path in room.rglob("*.py")) for room in rooms}
    assert {room: lines for room, lines in sizes.items() if lines > 800} == {}, "what two games say alike is general"


def test_one_idea_a_module() -> None:
    assert {name(p): lines for p in ALL if (lines := source(p).lines) > 400} == {}


def test_questions_change_nothing() -> None:
    """Who answers questions or gives advice asks ``supposing`` for another position and leaves the one there is."""
    asked = [p for p in ENGINE if "games" in p.parts and {"queries", *plan.ADVISING} & set(p.parts)]
    assert asked and {name(p): lines for p in asked if (lines := changes(p.read_text("utf-8")))} == {}


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
    assert plan.circles(graph()) == []
    assert plan.circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [["a", "b", "c"]]
