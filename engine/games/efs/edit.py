"""Positions put up by hand, as far as only this game knows: markers, supply, weather, tracks, the phases."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from engine.components.errors import BadInput
from engine.components.grid import Hex, Unit
from engine.games.efs.air.bases import fix_bases
from engine.games.efs.command import fix_zones
from engine.games.efs.control import stand
from engine.games.efs.drawing import draw, own_works, wipe
from engine.games.efs.edition import edition
from engine.games.efs.given import HOLDS, MARKERS, RECEIVING, SHORTAGE, STATUS, translated
from engine.games.efs.kinds import is_air, is_combat, is_hq, is_span, is_substitute, is_supply
from engine.games.efs.phases.phase import WAITS
from engine.games.efs.phases.poised import Poised
from engine.games.efs.phases.replacements import DEALT, Replacements
from engine.games.efs.phases.sequence import MOVEMENT, stages
from engine.games.efs.setup.lists import blank_columns
from engine.games.efs.setup.tracks import DECLARED, TRACKS, declare, dials_of
from engine.games.efs.stacking import fits
from engine.games.efs.state import ACTIVATED, BACK, BY_UNIT, FRONT, NONES
from engine.games.efs.tables import Ctx, tables
from engine.games.efs.units import ASIDE, AWAY, POOL, SPANS, combat_units, enemy_combat_at, place, to_box, values
from engine.games.efs.weather import DRY, WEATHERS
from engine.kit import dials
from engine.kit.editing import Editor, hexes, put_up, table, whole
from engine.play.action import Refusal
from engine.play.asked import Editable
from engine.play.citing import rule
from engine.play.state import Frame

ANALYSIS_TURNS = 99
WORDS = {
    "movement": "{}-movement", "attack-declaration": "{}-declaration", "reaction": "{}-reaction",
    "combat": "{}-combat", "motorized-movement": "{}-motorized", "engineering": "{}-engineering",
}  # fmt: skip
"""Words of the phases of a player segment to their ids; the phases of both sides are called by ids or titles."""


def edit(c: Ctx, changes: dict[str, Any]) -> None:
    """Apply the changes. Raises ``BadInput``."""
    wanted = dict(changes)
    held = _control(c, wanted.pop("control", {}))
    tracks = wanted.get("tracks")
    aims = hexes(c, tracks[DECLARED], DECLARED) if isinstance(tracks, dict) and DECLARED in tracks else None
    points = tracks.get("railroad_conversion_points") if isinstance(tracks, dict) else None
    dealt = isinstance(tracks, dict) and "replacement_results" in tracks
    works = wanted["map"].get("fortifications") if isinstance(wanted.get("map"), dict) else None

    def wait(c: Ctx, phase: str, side: str) -> None:
        stand(c)
        c.state.holder |= held
        if works is not None:
            own_works(c, works)
        if aims is not None:
            declare(c, aims, c.other(side) if phase.endswith("reaction") else side)
        _wait(c, phase, side, dealt)
        if points is not None:
            c.state.conversion["axis"] = points
            c.touch()

    if "place" in wanted:
        wanted["place"] = translated(c, wanted["place"])
    put_up(c, wanted, replace(EDITOR, wait=wait))


def editable(c: Ctx) -> Editable:
    """What can be set by hand."""
    return dials.editable(c, EDITOR)


@rule("efs:3.11")
def _control(c: Ctx, value: Any) -> dict[str, str]:
    """Who held hexes last."""
    sides = c.data.meta["sides"]
    found = {}
    for text, side in table(value, "control", '{"HEX": "axis"}').items():
        if side not in sides:
            raise BadInput(f"'{side}' is no side; the sides are: {', '.join(sides)}")
        found[c.label(c.hex(str(text)))] = str(side)
    return found


# ---------------------------------------------------------------------- units
def _cleared(c: Ctx) -> None:
    """All units off the map, no markers and no tracks, the shipped map."""
    wipe(c)
    s, turn, weather = c.state, c.state.turn, c.state.weather or DRY
    blank_columns(c)
    for u in range(len(c.roster)):
        if is_supply(c, u) or is_span(c, u):
            s.box[u] = POOL if is_supply(c, u) else SPANS
        elif is_substitute(c, u):
            s.box[u] = ASIDE
    for column in (s.holder, s.gauge, s.works, s.broken, s.spans, s.zoi, s.points_used, s.places, s.memory):
        column.clear()
    _forget_battles(c)
    s.ruined, s.captured_ever, s.vp, s.turn, s.plan = [], [], 0, turn, ""
    _weather(c, weather)


def _forget_battles(c: Ctx) -> None:
    s = c.state
    for column in (s.battle, s.battle_order, s.battle_asp, s.battle_flags):
        column.clear()
    s.battles_done = []


@rule("efs:3.32", "efs:10.24")
def _barred(c: Ctx, u: Unit, h: Hex) -> Refusal | None:
    side = c.roster.side[u]
    if is_air(c, u) or is_span(c, u):
        return Refusal("efs:2.21", "air units and bridge markers are in no hex; give the box", units=(u,))
    if enemy_combat_at(c, h, side):
        return Refusal("efs:10.24", "both sides cannot stand there", (h,))
    if not is_combat(c, u):
        return None
    return fits(c, [*(v for v in combat_units(c, h, side) if v != u), u], h, attacking=True)


def _put(c: Ctx, u: Unit, h: Hex) -> None:
    place(c, u, h)
    if is_supply(c, u) and not c.state.asp[u]:
        c.state.asp[u] = 1


@rule("efs:6.3")
def _supply(c: Ctx, u: Unit, value: Any) -> None:
    if value not in STATUS:
        raise BadInput(f"'supply' is one of {', '.join(STATUS)}, not {value!r}")
    c.state.supply[u] = STATUS[value]


@rule("efs:2.22", "efs:6.5")
def _markers(c: Ctx, u: Unit, value: Any) -> None:
    short = edition(c).fuel_runs_short
    if isinstance(value, list) and SHORTAGE in value and not short:
        raise BadInput(f"'{SHORTAGE}' is no marker of this edition: nobody runs short of fuel", "efs:6.5")
    known = (*(word for word in MARKERS if short or word != SHORTAGE), *HOLDS, "activated", RECEIVING)
    if not isinstance(value, list) or any(word not in known for word in value):
        raise BadInput(f"'markers' is a list of: {', '.join(known)}; not {value!r}")
    for word, column in MARKERS.items():
        getattr(c.state, column)[u] = int(word in value)
    c.state.hold[u] = max((HOLDS.get(word, 0) for word in value), default=0)
    c.state.did[u] = ACTIVATED if "activated" in value else 0
    c.state.receiving.pop(c.roster.ids[u], None)
    if RECEIVING in value:
        c.state.receiving[c.roster.ids[u]] = 1


def _asp(c: Ctx, u: Unit, value: Any) -> None:
    c.state.asp[u] = whole(value, "asp", 0, 4)


@rule("efs:13.42")
def _mode(c: Ctx, u: Unit, value: Any) -> None:
    if value not in ("mobile", "firing"):
        raise BadInput(f"'mode' is mobile or firing, not {value!r}")
    c.state.mode[u] = BACK if value == "firing" else FRONT


@rule("efs:21.2")
def _operational(c: Ctx, u: Unit, value: Any) -> None:
    if not isinstance(value, bool) or not is_hq(c, u):
        raise BadInput(f"'operational' is true or false, of a headquarters, not {value!r}")
    c.state.mode[u] = FRONT if value else BACK


@rule("efs:8.41")
def _untried(c: Ctx, u: Unit, value: Any) -> None:
    if not isinstance(value, bool):
        raise BadInput(f"'untried' is true or false, not {value!r}")
    c.state.mode[u] = BACK if value else FRONT


def _turned(c: Ctx, u: Unit, value: Any) -> None:
    """As it is told of a counter of the game: whether its Untried side is up, where it has one."""
    if c.roster.number("untried", u):
        _untried(c, u, value)
    elif value:
        raise BadInput(f"'{c.roster.ids[u]}' has no Untried side")


# ---------------------------------------------------------------------- turn, weather, tracks
def _turn(c: Ctx, value: Any) -> None:
    """A turn of the scenario; any where the map is drawn by hand, so that it is a scenario of its own."""
    c.state.turn = whole(value, "turn", *((1, ANALYSIS_TURNS) if c.data.drawn else _turns(c)))


def _turns(c: Ctx) -> tuple[int, int]:
    return tables(c).first_turn, tables(c).last_turn


@rule("efs:5.16", "efs:5.21", "efs:5.23")
def _weather(c: Ctx, value: Any) -> None:
    """A word, or a table with ``weather``, ``storm``, ``lingering`` and ``frozen``."""
    told = {"weather": value} if isinstance(value, str) else table(value, "weather", '{"weather": "dry"}')
    if unknown := sorted(set(told) - {"weather", "storm", "lingering", "frozen"}):
        raise BadInput(f"'weather' has no '{unknown[0]}'; known are: weather, storm, lingering, frozen")
    word, lingering = told.get("weather", c.state.weather or DRY), told.get("lingering")
    if word not in WEATHERS or lingering not in (None, "mud", "snow"):
        raise BadInput(f"'weather' is one of {', '.join(WEATHERS)}, and 'lingering' mud, snow or null; not {value!r}")
    for name in ("storm", "frozen"):
        if not isinstance(told.get(name, False), bool):
            raise BadInput(f"'{name}' of 'weather' is true or false, not {told[name]!r}")
    s = c.state
    s.weather = "snow" if lingering == "snow" else word
    s.weathers = ["mud", word] if lingering == "mud" else [s.weather]
    s.climates = ["mud"] * len(s.weathers) if lingering == "mud" else [DRY]
    s.storm, s.frozen = bool(told.get("storm")), bool(told.get("frozen"))


# ---------------------------------------------------------------------- where it waits
def _phases(c: Ctx) -> Mapping[str, Collection[str]]:
    """By side the words of the phases, then their ids in the outline, and the titles of those that differ."""
    rows, titles = stages(c), _titles(c)
    found: dict[str, list[str]] = {}
    for side in c.data.meta["sides"]:
        own = [row["id"] for row in rows if row.get("joint") or row["side"] == side]
        words = [word for word, form in WORDS.items() if form.format(side) in own]
        found[side] = [*words, *own, *titles]
    return found


def _titles(c: Ctx) -> dict[str, str]:
    """Titles of phases of both sides as words, to their ids, where an edition calls one otherwise."""
    joint = {str(row["title"]).lower().replace(" ", "-"): str(row["id"]) for row in stages(c) if row.get("joint")}
    return {word: name for word, name in joint.items() if word not in joint.values()}


@rule("efs:4.21", "efs:14.22")
def _wait(c: Ctx, phase: str, side: str, dealt: bool = False) -> None:
    """Everybody is fresh in the phase; the turn goes on behind it. One that runs by itself is still to come.

    ``dealt``: the results of the replacements of this turn are told, so that their phase rolls for none.
    """
    s, n = c.state, len(c.roster)
    name = WORDS[phase].format(side) if phase in WORDS else _titles(c).get(phase, phase)
    rows = stages(c)
    index = next(i for i, row in enumerate(rows) if row["id"] == name)
    s.over, s.winner, s.level, s.over_rule = False, "", "", ""
    s.phase, s.side = name, side
    s.origin, s.way, s.mp_left, s.picked = s.hex_of.copy(), [-1] * n, [0] * n, [0] * n
    s.points_used.clear()
    c.touch()
    if not s.bases:  # found in a phase that may be over: nobody would fly in this turn
        fix_bases(c)
    waits = bool(c.steps[rows[index]["step"]].verbs)
    s.stack = [Frame("game", {"playing": False}), Frame("turn", {"next": index + waits, "going": False})]
    c.touch()
    if not waits:
        c.call(Poised.id, side=side, phase=name)
        return
    if rows[index]["step"] == MOVEMENT:
        fix_zones(c, side)
    step = str(rows[index]["step"])
    told = {DEALT: True} if dealt and step == Replacements.id else {}
    c.call(step, side=side, phase=name, **{WAITS: True}, **told)
    if not s.over and next(iter(c.step.legal(c)), None) is None:  # such as combat without an attack
        s.stack = [s.stack[0], Frame("turn", {"next": index, "going": False})]
        c.call(Poised.id, side=side, phase=name)


EDITOR = Editor(
    away=AWAY,
    columns={name: -1 if name in NONES else 0 for name in BY_UNIT},
    natives={"axis": "german", "soviet": "soviet"},
    land=lambda c: tables(c).land,
    barred=_barred,
    put=_put,
    to_box=to_box,
    strength=values,
    cleared=_cleared,
    turn=_turn,
    turns=_turns,
    weather=_weather,
    weathers=lambda c: {"": (c.state.weather, WEATHERS)},
    control_rule="efs:3.11",
    dials=dials_of,
    tracks=TRACKS,
    phases=_phases,
    wait=_wait,
    map=draw,
    keys={
        "supply": _supply, "markers": _markers, "asp": _asp, "mode": _mode, "operational": _operational,
        "untried": _turned, "untried_side": _untried,
    },
)  # fmt: skip
