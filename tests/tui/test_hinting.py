"""A first visit: few keys to the first move, hints from step to step, and a legend of every sign."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.books.rules import load_rules
from engine.components.roster import UnitClass
from engine.games import GAMES
from engine.play.match import Match
from engine.play.ruleset import ruleset
from tests.games.ava.battles import NORTHWEST, TARGET, field, printed
from tests.support.position import position
from tests.tui.driving import Driver, driven, press, screen_text, start, table, until
from tests.tui.mapkit import board, lines, place, side, terrain, unit
from tests.tui.mapkit import scene as made_scene
from tests.tui.test_left import sitting
from tests.tui.test_screens import smolensk
from tui.app import StavkaApp
from tui.draw.glyphs import EDGES, SETS, TRAILS, signs
from tui.draw.layout import ZOOMS
from tui.draw.legend import EDGE_WORDS, FRONTS, MARKERS, MARKS, NOTES, STEPS, TOWNS, UNKNOWN, legend, present
from tui.draw.tiles import DEFAULT_MARKS, Painter
from tui.settings.keys import load_keymap
from tui.table.signs import SignsScreen
from tui.widgets.lines import wrapped
from tui.words.hint_texts import FILE, FORMER, Guide, Hint, Seen, load_hints, worded

LOG = (24, 4)
"""Columns and lines of the log at 80x24."""
BAR = 78
"""Columns of the decision bar at 80x24."""


# ---------------------------------------------------------------------- keys to the first move
async def test_from_the_shell_to_the_first_legal_move_in_twelve_keys(tmp_path: Path) -> None:
    shell = [*"stavka", "enter"]
    inside = ["n", "enter", "x", "enter"]
    async with driven(start(tmp_path)) as (app, pilot):
        await press(pilot, *inside)
        assert table(app).controller.match.history[0].action.startswith("attack ")
    assert len(shell) + len(inside) <= 12


async def test_a_game_named_at_the_shell_needs_fewer(tmp_path: Path) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path))) as (app, pilot):
        await press(pilot, "x", "enter")
        assert table(app).controller.match.history[0].action.startswith("attack ")


# ---------------------------------------------------------------------- hints
def hint_shown(app: StavkaApp) -> str:
    """The rule of the hint on screen, empty without one."""
    now = table(app).beginner.guide.now
    if now is None:
        return ""
    said = screen_text(app)
    assert f"§{now.rule.split(':')[1]}" in said
    assert all(word in said for word in worded(now, app.keymap).split())
    return now.rule


async def led(app: StavkaApp, pilot: Driver, match: Match, steps: dict[str, str]) -> None:
    """Play defaults until the hint of every step was on screen."""
    missing = dict(steps)
    for _ in range(60):
        step = match.c.step.id if not match.over else ""
        if missing.pop(step, None):
            assert hint_shown(app) == steps[step], step
        if not missing:
            return
        assert not table(app).controller.bot_turn
        action = match.prompt.default or next(iter(match.legal))
        assert table(app).acting.play(action)
        await press(pilot)
        await pilot.pause()
    raise AssertionError(missing)


async def test_a_new_player_is_led_through_activation_combat_and_supply(tmp_path: Path) -> None:
    """Select, draw, move, attack, losses, advance, supply check: each has its hint with its rule."""
    match = position(
        {"hq-2pzg": "S1808", "7pz": NORTHWEST, "12pz": "S1707", "10rd": TARGET, "s-hq-3a": "S2610"},
        phase="turn", turn=2, chits={"s-3a": "ready", "2pzg": "ready"},
        ground={}, sources={"soviet": ("S3010",), "axis": ("S1510",), "from_moscow": ()},
    )  # fmt: skip
    first = start(tmp_path, sitting_both(match))
    async with driven(first) as (app, pilot):
        await led(app, pilot, match, {"select": "ava:6.2", "draw": "ava:7.1"})
    units = {"7pz": NORTHWEST, "12pz": NORTHWEST, "10rd": TARGET, "90rd": TARGET}
    fight = printed(field(units, phase="movement"), **{"10rd": (1, 2), "90rd": (1, 2)})
    async with driven(start(tmp_path, sitting_both(fight))) as (app, pilot):
        assert hint_shown(app) == "ava:9.2"
        await press(pilot, "e")
        assert fight.c.step.id == "combat" and hint_shown(app) == "ava:10.2"
        tally = fight.view().tally("attack", [fight.c.unit("7pz"), fight.c.unit("12pz")], fight.c.hex(TARGET))
        fight.dice.queue([tally.results.index(next(r for r in tally.results if r[0].isdigit())) + 1])
        await press(pilot, "x", "enter", "e")
        assert fight.c.step.id == "losses" and hint_shown(app) == "ava:10.5"
        await led(app, pilot, fight, {"retreat": "ava:10.6", "advance": "ava:10.7"})
    # Across three games the memory is one file.
    check = position({"7pz": "S2010", "10rd": "S2610"}, phase="draw", turn=5, chits={"supply": "cup"})
    async with driven(start(tmp_path, sitting_both(check))) as (app, pilot):
        await led(app, pilot, check, {"draw": "ava:7.1"})
        await press(pilot, "e")
        await until(pilot, lambda: any(e.kind == "supply" for e in check.log))
        assert hint_shown(app) == "ava:11.1"


def sitting_both(match: Match):  # type: ignore[no-untyped-def]
    """One person plays both sides without covering the screen."""
    from tui.game.controller import Controller

    return Controller(match, None, hand_over=False)


async def test_hints_are_shown_a_few_times_then_never_again(tmp_path: Path) -> None:
    shown = []
    for _ in range(4):
        match = field({"7pz": NORTHWEST, "10rd": TARGET})
        async with driven(start(tmp_path, sitting(match))) as (app, _):
            shown.append(hint_shown(app))
    assert shown == ["ava:10.2", "ava:10.2", "", ""]
    kept = json.loads((tmp_path / "state" / FILE).read_text())
    assert kept["off"] is False and max(kept["seen"].values()) == 2


async def test_over_a_small_log_the_hint_goes_with_the_next_key(tmp_path: Path) -> None:
    match = field({"7pz": NORTHWEST, "12pz": "S1707", "10rd": TARGET}, phase="movement")
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        await press(pilot, "e", "e")
        assert match.c.step.id == "combat" and hint_shown(app) == "ava:10.2"
        assert "Log · hint §10.2" in screen_text(app) and "Segment ends" not in screen_text(app).splitlines()[-5]
        await press(pilot, "right")
        log = "\n".join(row[54:] for row in screen_text(app).splitlines())
        assert "hint §10.2" not in log and "ends" in log


async def test_hints_are_turned_off_and_on_and_that_is_remembered(tmp_path: Path) -> None:
    match = field({"7pz": NORTHWEST, "10rd": TARGET})
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        assert hint_shown(app)
        await press(pilot, "I")
        assert hint_shown(app) == "" and "Hints are off" in screen_text(app) and "walks" not in screen_text(app)
    match = field({"7pz": NORTHWEST, "10rd": TARGET})
    async with driven(start(tmp_path, sitting(match))) as (app, pilot):
        assert hint_shown(app) == ""
        await press(pilot, "I")
        assert hint_shown(app) == "ava:10.2"
    async with driven(start(tmp_path, sitting(match), hints=False)) as (app, pilot):
        assert hint_shown(app) == ""


async def test_on_a_small_terminal_the_hint_stands_in_the_free_line(tmp_path: Path) -> None:
    match = field({"7pz": NORTHWEST, "12pz": NORTHWEST, "10rd": TARGET})
    async with driven(start(tmp_path, sitting(match)), size=(62, 21)) as (app, _):
        assert "Attack: tab walks" in screen_text(app)


async def test_a_damaged_or_missing_memory_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    for damaged in (b'{"off": [\xff', b"[" * 9_000, b"[]", b'{"seen": 3, "off": 1}', b'{"seen": {"x": "y"}}'):
        (tmp_path / "state" / FILE).write_bytes(damaged)
        assert (Seen.load(tmp_path / "state").counts, Seen.load(tmp_path / "state").off) == ({}, False)
    (tmp_path / "file").write_text("")
    Seen(tmp_path / "file").keep()


def test_what_an_earlier_version_remembered_is_taken_over(tmp_path: Path) -> None:
    (tmp_path / FORMER).write_text('off = true\n[seen]\n"ava.x.1" = 2\n')
    seen = Seen.load(tmp_path)
    assert seen.off and seen.counts == {"ava.x.1": 2}
    seen.switch()
    assert not Seen.load(tmp_path).off and Seen.load(tmp_path).counts == {}
    (tmp_path / FORMER).write_bytes(b"seen = 3\noff = [\xff")
    (tmp_path / FILE).unlink()
    assert Seen.load(tmp_path).counts == {}


def test_event_hints_come_before_that_of_the_step_and_neither_is_lost(tmp_path: Path) -> None:
    step, event = Hint("a", "draw", "", "One.", "x:1", 1), Hint("b", "", "supply", "Two.", "x:2", 1)
    guide = Guide("x", [step, event], Seen(tmp_path))
    shown = []
    for told in (["supply"], [], []):
        guide.follow("draw", told)
        shown.append(guide.now)
    assert shown == [event, step, None]


def test_hints_of_all_games_fit_and_name_steps_rules_and_keys_that_there_are() -> None:
    keymap = load_keymap(None)
    for name in GAMES:
        steps, rules = ruleset(name).steps, load_rules(name)
        for hint in load_hints(name):
            assert hint.event or hint.step in steps, hint.id
            assert rules.find(hint.rule)
            text = worded(hint, keymap)
            assert "{" not in text and len(wrapped(text, LOG[0])) <= LOG[1], text
            assert len(f"{text} {hint.rule}") <= BAR, text


def test_a_game_without_hints_has_none(toy: str) -> None:
    assert load_hints(toy) == []


# ---------------------------------------------------------------------- the legend
def test_every_table_of_signs_has_its_meanings() -> None:
    assert set(EDGE_WORDS) == set(EDGES) and set(MARKS) == set(DEFAULT_MARKS)
    drawn = {"city", "major_city", "objective", "fortress", "stand_fast", "source", "goal", "rail", "road", "trunk",
             "track", "full", "more", "front", "pointer", "chosen", "done", "cut_off", "unknown", "stronghold",
             "rampart", "ruin", "harbour", "seat", "flag"}  # fmt: skip
    assert {*TOWNS, *MARKERS, *STEPS, *TRAILS, *FRONTS, *NOTES, *UNKNOWN, "pointer"} == drawn
    fields = {f for f in SETS["unicode"]._fields if isinstance(getattr(SETS["unicode"], f), str)}
    assert fields - {"name"} == drawn


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("zoom", ZOOMS)
@pytest.mark.parametrize("glyphs", sorted(SETS))
@pytest.mark.parametrize("flat", [True, False])
def test_whatever_is_drawn_is_in_the_legend(zoom: str, glyphs: str, plain: bool, flat: bool) -> None:
    b = board(9, 9, flat=flat)
    names = ("plains", "light woods", "heavy woods", "marsh", "lake", "sea", "mountain")
    for h in range(b.grid.size):
        terrain(b, h, names[h % 7])
    features = (("minor river",), ("major river",), ("barred",), ("start line",), ("minor river", "bridge"),
                ("major river", "bridge"), ("minor river", "start line"), ("major river", "start line"),
                ("minor river", "start line", "bridge"), ("major river", "start line", "bridge"), ("road",),
                ("railroad",))  # fmt: skip
    for n, found in enumerate(features):
        side(b, b.grid.at(1 + n % 7, 1 + n // 7 * 3), b.grid.directions[n % 6], *found)
    towns = {10: place(b, 10, "Ab"), 12: place(b, 12, "Ab", "major city")._replace(points=5, holder=1),
             14: place(b, 14, "Ab", "major city")}  # fmt: skip
    units = {
        20: (unit(attack=12),), 22: (unit(1, chosen=True),), 24: (unit(note="done"), unit(steps=1, note="done")),
        26: (unit(1, note="cut off"),), 27: (unit(1, attack=0, defense=0, known=False),),
        28: (unit(hq=True, max_steps=1),) * 3, 30: (unit(1),),
    }  # fmt: skip
    s = made_scene(
        b, units=units, towns=towns, cursor=40, letters={50: "a", 52: "bc"}, networks=("railroad", "road"),
        markers={60: ("fortress +1", "stand fast", "soviet supply source"), 62: ("from Moscow",)},
        highlights={h: ("", name) for h, name in zip(range(64, 70), DEFAULT_MARKS, strict=False)},
    )  # fmt: skip
    drawn = lines(s, zoom, glyphs, plain)
    classes = {"panzer": UnitClass("panzer", True, False, "▰", "P", "")}
    every = legend(s, signs(glyphs), plain, classes, {})
    known = set("".join(e.sign for e in every)) | set(" ")
    shown = set("".join(drawn.text(0, drawn.layout.size[1])))
    strange = {c for c in shown - known if not c.isalnum()}
    assert strange == set(), (strange, zoom, glyphs)
    here = present(Painter(s, drawn.layout, signs(glyphs), plain), s.ground.in_play, classes)
    assert {e.key for e in every} - here - EXPECTED[zoom] == set()


EXPECTED = {
    "far": {("line", "railroad"), ("line", "road"), *(("kind", k) for k in ("panzer", "far hq")), ("strength", ""),
            *(("note", n) for n in NOTES if n != "chosen"), *(("step", n) for n in STEPS), ("marker", "fortress")},
    "middle": {("kind", "far hq"), ("front", "front"), ("tens", ""), *(("step", n) for n in STEPS)},
    "near": {("kind", "far hq"), ("front", "front"), ("tens", ""), ("step", "more")},
}  # fmt: skip


@pytest.mark.parametrize(("theme", "glyphs"), [("dark", "unicode"), ("dark", "ascii"), ("mono", "ascii")])
async def test_the_legend_of_a_real_screen(tmp_path: Path, theme: str, glyphs: str) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path), theme=theme, glyphs=glyphs)) as (app, pilot):
        game_map = table(app).map
        on_map = "".join("".join(s.text for s in game_map.render_line(y)) for y in range(game_map.size.height))
        await press(pilot, "t")
        screen = app.screen
        assert isinstance(screen, SignsScreen)
        now = [i for i in screen.items if not i.note]
        signs_now = set("".join(i.text[:10] for i in now))
        assert {c for c in on_map if not c.isalnum() and c != " "} <= signs_now
        assert any("minor river" in i.text for i in now)
        assert any("mountain" in i.text and i.note for i in screen.items), "no mountain is near Brest"
        await press(pilot, *"supply", "escape", "escape")
        assert app.screen is table(app)
