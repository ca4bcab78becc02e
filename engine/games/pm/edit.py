"""Positions put up by hand, as far as only this game knows: weather, identities, aircraft, forts, the player turns."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from engine.components.errors import BadInput
from engine.components.grid import Hex, Unit
from engine.games.pm import forts
from engine.games.pm.combat.air import aircraft as in_the_air
from engine.games.pm.combat.air import at, in_range
from engine.games.pm.kinds import AIRCRAFT
from engine.games.pm.movement.stacking import fits
from engine.games.pm.phases import sequence
from engine.games.pm.state import DONE, FRESH
from engine.games.pm.tables import Ctx, tables
from engine.games.pm.units import UNKNOWN, anonymous, place, side_units, strength, to_box
from engine.games.pm.victory import expected_points
from engine.games.pm.weather import LETTERS, lasting
from engine.kit import dials
from engine.kit.editing import Editor, hexes, put_up, table, whole
from engine.play.action import Refusal
from engine.play.asked import HEXES, NUMBER, WORDS, Dial, Editable
from engine.play.citing import rule
from engine.play.fields import stacks, units_at
from engine.play.state import Frame

PHASES = {side: tuple(step for step, _ in stages) for side, stages in sequence.PHASES.items()}
"""Phases that an edited position may wait in, in the order of a player turn."""
AWAY, AIR, ASIDE = "not in play", "air", "aside"
BOXES = {
    "axis": (AWAY, AIR, ASIDE, "turn", "okh north", "okh south", "eliminated", "withdrawn"),
    "soviet": (AWAY, AIR, ASIDE, "turn", "rvgk", "ports", "tank brigades", "eliminated"),
}
"""Boxes that a unit can be put into, by side; units that come on a later turn are in ``turn 5``."""
OF_A_TURN = ("supply", "mp_left", "picked", "still", "fought", "fled")
COLUMNS = (*OF_A_TURN, "tried", "covered", "refit", "marked", "moving")


def edit(c: Ctx, changes: dict[str, Any]) -> None:
    """Apply the changes. Raises ``BadInput``."""
    put_up(c, changes, EDITOR)
    c.state.vp = expected_points(c)
    c.touch()


def editable(c: Ctx) -> Editable:
    """What can be set by hand."""
    return dials.editable(c, EDITOR)


def _cleared(c: Ctx) -> None:
    """All units off the map, no markers, every place Soviet, aircraft as the date has them."""
    s = c.state
    s.carries.clear()
    for u in range(len(c.roster)):
        to_box(c, u, AWAY)
        s.steps_left[u] = c.roster.steps[u]
    s.hedgehogs.clear()
    s.memory.clear()
    s.control = {c.label(h): "soviet" for h in tables(c).tracked}
    _aircraft_of_the_date(c)


def _turn(c: Ctx, value: Any) -> None:
    c.state.turn, c.state.couplet = whole(value, "turn", 1, tables(c).last_turn), sequence.FIRST
    forts.lay_out(c)
    forts.activate_lines(c)
    _aircraft_of_the_date(c)


@rule("pm:10.2", "pm:10.4", "pm:8.10", "pm:17.4")
def _aircraft_of_the_date(c: Ctx) -> None:
    """German aircraft are there until table 17.4 withdraws them, Soviet ones from the turn of table 17.6 on."""
    s, r = c.state, c.roster
    columns = c.data.scenario["withdrawals"]["columns"]
    rows = [dict(zip(columns, row, strict=True)) for row in c.data.scenario["withdrawals"]["rows"]]
    last = min((row["turn"] for row in rows if AIRCRAFT in row["kinds"]), default=tables(c).last_turn + 1)
    comes = min((int(turn) for turn, row in tables(c).schedule.items() if row.get("GSA")), default=last)
    for u, kind in enumerate(r.kind):
        if kind == AIRCRAFT:
            there = s.turn < last if r.side[u] == "axis" else s.turn >= comes
            box = AIR if there else "withdrawn" if r.side[u] == "axis" else ASIDE
            if s.box[u] != box:
                s.carries.pop(r.ids[u], None)
                to_box(c, u, box)


@rule("pm:13.2", "pm:13.9", "pm:13.10")
def _weather(c: Ctx, value: Any) -> None:
    """One word for both zones, or a table by zone; the first mud or snow has come then."""
    zones = {"north": value, "south": value} if isinstance(value, str) else table(value, "weather", '{"north": "mud"}')
    for zone, word in zones.items():
        if zone not in ("north", "south") or word not in LETTERS:
            raise BadInput(f"'weather' of north and south is one of {', '.join(LETTERS)}, not {word!r} in {zone!r}")
        c.state.weather[zone] = word
    lasting(c)


# ---------------------------------------------------------------------- units
@rule("pm:12.4", "pm:6.1", "pm:10.2", "pm:10.4")
def _barred(c: Ctx, u: Unit, h: Hex) -> Refusal | None:
    here, side = [v for v in units_at(c, h) if v != u], c.roster.side[u]
    if c.roster.kind[u] == AIRCRAFT:
        if not side_units(c, h, side):
            return Refusal("pm:10.2", "aircraft support a unit of their side there, which is placed before them", (h,))
        if any(at(c, plane) == h for plane in in_the_air(c, side) if plane != u):
            return Refusal("pm:10.2", "other aircraft support the stack", (h,))
        return None if in_range(c, side, h) else Refusal("pm:10.4", "it is more than 10 hexes from Moscow", (h,))
    if any(c.roster.side[v] != side for v in here):
        return Refusal("pm:12.4", "both sides cannot stand there", (h,))
    return fits(c, [*here, u], h)


@rule("pm:3.9", "pm:10.2", "pm:R51")
def _put(c: Ctx, u: Unit, h: Hex) -> None:
    """A place belongs to who stands there; aircraft are committed to the strongest unit of the stack."""
    if c.roster.kind[u] == AIRCRAFT:
        to_box(c, u, AIR)
        best = max(side_units(c, h, c.roster.side[u]), key=lambda v: (sum(c.roster.faces[v][0][:2]), -v))
        c.state.carries[c.roster.ids[u]] = c.roster.ids[best]
        del c.state.stays[c.roster.ids[u]]
        return
    place(c, u, h)
    if c.label(h) in c.state.control:
        c.state.control[c.label(h)] = c.roster.side[u]


def _identify(c: Ctx, u: Unit, value: Any) -> None:
    """Who an untried counter turns out to be: it is tried then, and its identity is nobody else's."""
    pool = tables(c).pool
    number = next((n for n, row in enumerate(pool) if row["id"] == value), UNKNOWN)
    formation = c.roster.formation[u]
    if not anonymous(c, u) or number == UNKNOWN or pool[number]["formation"] != formation:
        raise BadInput(
            f"'identity' of '{c.roster.ids[u]}' is the id of a counter of its kind in the pool, not {value!r}"
        )
    s = c.state
    if number in s.identity:
        holder = s.identity.index(number)
        if holder != u and s.tried[holder]:
            raise BadInput(f"'{value}' is '{c.roster.ids[holder]}' already")
        s.identity[holder] = s.identity[u]
    s.identity[u], s.tried[u] = number, 1


@rule("pm:2.15")
def _identities(c: Ctx) -> dict[str, tuple[tuple[str, str], ...]]:
    """Who is in the pool by kind, with his values, the strongest first; without those who are on tried counters."""
    s, found = c.state, dict[str, list[tuple[str, str]]]()
    known = {s.identity[u] for u, tried in enumerate(s.tried) if tried}
    pool = [row for number, row in enumerate(tables(c).pool) if number not in known]
    for row in sorted(pool, key=lambda row: -row["attack"] - row["defense"]):
        words = f"{row['attack']}-{row['defense']}-{row['move']}  {row['name']}"
        found.setdefault(row["formation"], []).append((row["id"], words))
    return {formation: tuple(rows) for formation, rows in found.items()}


# ---------------------------------------------------------------------- tracks and markers
@rule("pm:5.4")
def _couplet(c: Ctx, value: Any) -> None:
    c.state.couplet = whole(value, "couplet", sequence.FIRST, sequence.couplets(c))


def _replacements(c: Ctx, value: Any) -> None:
    c.state.replacements = whole(value, "replacements", 0, c.data.constant("replacements"))


def _hedgehogs(c: Ctx, value: Any) -> None:
    c.state.hedgehogs = hexes(c, value, "hedgehogs")


def _destroyed(c: Ctx, value: Any) -> None:
    c.state.destroyed = hexes(c, value, "destroyed")


def _lines(c: Ctx, value: Any) -> None:
    known = (forts.UNCOMPLETED, forts.ACTIVE, forts.ABORTED)
    for line, status in table(value, "lines", '{"luga_north": "active"}').items():
        if line not in c.state.lines or status not in known:
            raise BadInput(
                f"a line is one of {', '.join(c.state.lines)}, each {', '.join(known)}, not {line}: {status!r}"
            )
        c.state.lines[line] = status


def _dials(c: Ctx) -> list[Dial]:
    s, known = c.state, (forts.UNCOMPLETED, forts.ACTIVE, forts.ABORTED)
    couplets, steps = sequence.couplets(c), c.data.constant("replacements")
    lines = tuple((line, line.replace("_", " ")) for line in s.lines)
    return [
        Dial("couplet", "Couplet", "pm:5.4", NUMBER, s.couplet, sequence.FIRST, couplets),
        Dial("replacements", "German replacement steps left", "pm:8.15", NUMBER, s.replacements, 0, steps),
        Dial("hedgehogs", "Hedgehogs", "pm:14.40", HEXES, list(s.hedgehogs)),
        Dial("destroyed", "Forts destroyed", "pm:14.26", HEXES, list(s.destroyed)),
        Dial("lines", "Fort lines", "pm:14.24", WORDS, dict(s.lines), names=lines, words=known),
    ]


# ---------------------------------------------------------------------- where it waits
def _phases(c: Ctx) -> Mapping[str, Collection[str]]:
    """The words of the steps, then the ids of the outline: ``axis-movement-2`` is the phase of the second couplet."""
    couplets = range(sequence.FIRST, sequence.couplets(c) + 1)
    return {
        side: [*steps, *(f"{side}-{step}-{n}" for n in couplets for step in steps if step == c.steps[step].phase)]
        for side, steps in PHASES.items()
    }


@rule("pm:5.2", "pm:14.30")
def _wait(c: Ctx, phase: str, side: str) -> None:
    """Everybody is fresh. A phase that does not take place on this turn is passed over, as in play."""
    s, n = c.state, len(c.roster)
    if phase not in PHASES[side]:
        _, phase, couplet = phase.split("-")
        s.couplet = int(couplet)
    for column in OF_A_TURN:
        setattr(s, column, [0] * n)
    s.moving = [DONE if box == AWAY else FRESH for box in s.box]
    s.origin, s.attacked, s.parent = list(s.hex_of), [], -1
    s.side, s.over, s.winner, s.level, s.over_rule = side, False, "", "", ""
    s.by_sea = s.invaded = 0
    c.touch()
    for h, units in sorted(stacks(c).items()):
        forts.entered(c, c.roster.side[units[0]], h)
    s.stack = [Frame("game", {"stage": "axis"}), Frame("turn", {"stage": "couplet"}), Frame("couplet", {"side": side})]
    s.stack.append(Frame("player-turn", {"side": side, "next": PHASES[side].index(phase)}))
    if phase == "combat":
        # Entered by hand: a phase without targets would close itself.
        c.frame.vars["next"] += 1
        s.stack.append(Frame("combat", {"side": side, "target": -1, "attackers": []}))
    else:
        c.step.resume(c, "")


EDITOR = Editor(
    away=AWAY,
    columns={"identity": UNKNOWN, "origin": -1, **dict.fromkeys(COLUMNS, 0)},
    natives={"axis": "german", "soviet": "soviet"},
    land=lambda c: tables(c).land,
    barred=_barred,
    put=_put,
    to_box=to_box,
    control_rule="pm:3.9",
    boxes=BOXES,
    cleared=_cleared,
    turn=_turn,
    turns=lambda c: (1, tables(c).last_turn),
    weather=_weather,
    weathers=lambda c: {zone: (word, tuple(LETTERS)) for zone, word in c.state.weather.items()},
    dials=_dials,
    tracks={
        "couplet": _couplet,
        "replacements": _replacements,
        "hedgehogs": _hedgehogs,
        "destroyed": _destroyed,
        "lines": _lines,
    },
    phases=_phases,
    wait=_wait,
    strength=strength,
    keys={"identity": _identify},
    identities=_identities,
)
