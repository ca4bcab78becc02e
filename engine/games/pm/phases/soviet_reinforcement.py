"""Who arrives in the Mutual Reinforcement Phase (8.1-8.13), the Soviet part of it, and units that leave the RVGK."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.components.grid import Unit
from engine.components.wording import counted
from engine.games.pm.beginners import in_force
from engine.games.pm.movement.entry_hexes import come_in, gates, kinds_in, may_enter, next_of
from engine.games.pm.phases.sea import may_sail
from engine.games.pm.phases.soviet_replacements import (
    aircraft,
    conversions,
    convert,
    may_convert,
    raise_tank_brigades,
    reclaim,
)
from engine.games.pm.state import PmState
from engine.games.pm.tables import Ctx
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb, always, no_words

Words = tuple[str, ...]
ARRIVING, RVGK, NEW_IN_PORTS = "arriving", "rvgk", "ports new"


@rule("pm:8.1", "pm:8.3", "pm:8.5", "pm:3.6", "pm:2.17")
def bring_up(c: Ctx, side: str) -> list[Unit]:
    """Units whose turn has come: German ones in their OKH Reserve Area, Soviet ones to be placed."""
    s, r, found = c.state, c.roster, []
    areas = c.data.scenario["arrivals"]["boxes"]
    for u, box in enumerate(s.box):
        if box == f"late {s.turn}":
            s.box[u] = ARRIVING
        elif box == f"turn {s.turn}" and r.side[u] == side:
            s.box[u] = areas[r.nationality[u]] if side == "axis" else ARRIVING
            found.append(u)
    c.touch()
    return found


# ---------------------------------------------------------------------- the Soviet side
def _box(c: Ctx) -> str:
    """The box that the present step empties."""
    return RVGK if c.frame.step == "release" else ARRIVING


@rule("pm:8.1", "pm:8.7", "pm:8.8")
def put_check(c: Ctx, hex_: str, kind: str) -> Refusal | None:
    """``put 2705N rd``: the next unit of a kind enters in a hex."""
    h, u = c.hex(hex_), next_of(c, _box(c), kind)
    if u is None:
        return Refusal("pm:8.7", f"No {kind.upper()} waits to enter.")
    return may_enter(c, u, h)


def _put(c: Ctx, hex_: str, kind: str) -> None:
    u, h = next_of(c, _box(c), kind), c.hex(hex_)
    assert u is not None
    come_in(c, u, h)
    text = f"{c.roster.short[u]} enters at {c.board.describe(h)}."
    plain = f"A unit enters at {c.board.describe(h)}."
    c.say("reinforcement", text, "pm:8.7", hexes=[h], units=[u], plain=plain)


def _fill(c: Ctx, hex_: str, kind: str) -> None:
    count, h = 0, c.hex(hex_)
    while put_check(c, hex_, kind) is None:
        u = next_of(c, _box(c), kind)
        assert u is not None
        come_in(c, u, h)
        count += 1
    c.say(
        "reinforcement",
        f"{count} {kind.upper()} enter{'s' * (count == 1)} at {c.board.describe(h)}.",
        "pm:8.7",
        hexes=[h],
    )


def _gate_labels(c: Ctx) -> list[str]:
    return [c.label(h) for h in sorted(gates(c))] if kinds_in(c, _box(c)) else []


def _put_words(c: Ctx, subject: str | None) -> Iterable[Words]:
    kinds = kinds_in(c, _box(c))
    return [(label, kind) for label in _gate_labels(c) if subject in (None, label) for kind in kinds]


@rule("pm:8.1")
def hold_back_check(c: Ctx, kind: str) -> Refusal | None:
    """``hold-back rd``: the next unit of a kind goes into the RVGK."""
    if next_of(c, ARRIVING, kind) is None:
        return Refusal("pm:8.1", f"No {kind.upper()} has arrived that could go there.")
    if c.state.box.count(RVGK) >= c.data.constant("rvgk"):
        return Refusal("pm:8.1", f"The RVGK holds {c.data.constant('rvgk')} units: it is full.")
    return None


def _move_box(box: str) -> Callable[[Ctx, str], None]:
    def apply(c: Ctx, kind: str) -> None:
        u = next_of(c, _box(c), kind)
        assert u is not None
        c.state.box[u], c.state.steps_left[u] = box, c.roster.steps[u]
        c.touch()

    return apply


@rule("pm:11.3")
def _ship(c: Ctx, kind: str) -> None:
    """Into the Southern Ports: nobody sails on before the second couplet of the game turn."""
    later = c.state.couplet == 1 or c.frame.step != "release"
    u = next_of(c, _box(c), kind)
    assert u is not None
    _move_box(NEW_IN_PORTS if later else "ports")(c, kind)
    c.say("reinforcement", f"{c.roster.short[u]} enters the Southern Ports box.", "pm:11.3", units=[u])


@rule("pm:11.3")
def ship_check(c: Ctx, kind: str) -> Refusal | None:
    """``ship rb``: the next unit of a kind enters the Southern Ports box."""
    u = next_of(c, _box(c), kind)
    if not in_force(c, "11.3"):
        return Refusal("pm:11.3", "The Southern Ports box is not used in the beginners' game.")
    if u is None:
        return Refusal("pm:11.3", f"No {kind.upper()} waits to enter.")
    return may_sail(c, u)


def _kind_words(c: Ctx, subject: str | None) -> Iterable[Words]:
    return [(kind,) for kind in kinds_in(c, _box(c)) if subject in (None, kind)]


def _kinds(c: Ctx) -> list[str]:
    return kinds_in(c, _box(c))


def _guard_ids(c: Ctx) -> list[str]:
    wanted = {k.partition(" ")[2] for k, n in c.frame.vars.items() if k.startswith("guards ") and n}
    s, r = c.state, c.roster
    return [r.ids[u] for u in range(len(r)) if r.formation[u] in wanted and (s.hex_of[u] >= 0 or s.box[u] == RVGK)]


def _guard_words(c: Ctx, subject: str | None) -> Iterable[Words]:
    return [(i,) for i in _guard_ids(c) if subject in (None, i)]


@rule("pm:8.1", "pm:8.7", "pm:R62")
def soviet_end_check(c: Ctx) -> Refusal | None:
    """``end``: nobody waits who could enter or be held back; replacements may be forfeited."""
    waiting = [u for u, box in enumerate(c.state.box) if box == ARRIVING and u not in _replaced(c)]
    if not waiting:
        return None
    if c.state.box.count(RVGK) < c.data.constant("rvgk"):
        text = (
            f"{counted(len(waiting), 'unit waits', 'units wait')}: put them on the map or hold them back in the RVGK."
        )
        return Refusal("pm:8.7", text)
    for h in sorted(gates(c)):
        if may_enter(c, waiting[0], h) is None:
            wait = counted(len(waiting), "unit waits", "units wait")
            text = f"{wait} and {c.board.describe(h)} has room: only 10 are held back."
            return Refusal("pm:8.1", text, (h,))
    return None


def _replaced(c: Ctx) -> list[Unit]:
    return list(c.frame.vars.get("replaced", []))


@rule("pm:8.13", "pm:R62")
def _soviet_end(c: Ctx) -> None:
    s, back = c.state, 0
    for u, box in enumerate(s.box):
        if box == ARRIVING and u in _replaced(c):
            s.box[u], s.steps_left[u] = "eliminated", 0
            back += 1
        elif box == ARRIVING:
            s.box[u] = f"turn {s.turn + 1}"
    c.touch()
    if back:
        c.say("reinforcement", f"{back} replaced rifle divisions find no place and are forfeit.", "pm:8.13")
    c.done()


class SovietReinforcement(Step[PmState]):
    """Units of the turn, tank brigades, replacements and Guards: onto the map, into the RVGK or the Southern Ports."""

    id = "soviet-reinforcement"
    phase = "reinforcement-soviet"
    private = True
    title = "Soviet reinforcements"

    def acts(self, c: Context[PmState]) -> str:
        return "soviet"

    def enter(self, c: Context[PmState]) -> None:
        s = c.state
        for u, box in enumerate(s.box):
            if box == NEW_IN_PORTS:
                s.box[u] = "ports"
        bring_up(c, "soviet")
        raise_tank_brigades(c)
        c.frame.vars["replaced"] = reclaim(c)
        aircraft(c)
        for formation, count in conversions(c).items():
            c.frame.vars[f"guards {formation}"] = count
        c.touch()
        if not kinds_in(c, ARRIVING) and not _guard_ids(c):
            c.done()

    def prompt(self, c: Context[PmState]) -> Prompt:
        # 8.1: which kinds are left would tell the German player what is held back out of his sight.
        waiting = c.state.box.count(ARRIVING)
        owed = {k.partition(" ")[2]: n for k, n in c.frame.vars.items() if k.startswith("guards ") and n}
        guards = [f"{n} {kind.upper()} to Guards" for kind, n in owed.items()]
        held = f"RVGK {c.state.box.count(RVGK)} of {c.data.constant('rvgk')}"
        text = f"Reinforcements: {f'{waiting} to place' if waiting else 'all placed'}; {', '.join((*guards, held))}."
        return Prompt("soviet", text, "pm:8.7", Action("end") if not waiting and not guards else None)

    verbs = (
        Verb(
            "fill",
            _put_words,
            put_check,
            _fill,
            "fill HEX KIND: as many of a kind as find room",
            "pm:8.7",
            _gate_labels,
        ),
        Verb("put", _put_words, put_check, _put, "put HEX KIND: one unit of a kind enters", "pm:8.7", _gate_labels),
        Verb(
            "guard",
            _guard_words,
            lambda c, u: may_convert(c, c.unit(u)),
            lambda c, u: convert(c, c.unit(u)),
            "guard UNIT: becomes a Guards unit",
            "pm:8.11",
            _guard_ids,
        ),
        Verb(
            "hold-back",
            _kind_words,
            hold_back_check,
            _move_box(RVGK),
            "hold-back KIND: one unit into the RVGK",
            "pm:8.1",
            _kinds,
            secret=True,
        ),
        Verb(
            "ship",
            _kind_words,
            ship_check,
            _ship,
            "ship KIND: into Southern Ports",
            "pm:11.3",
            _kinds,
        ),
        Verb("end", no_words, soviet_end_check, _soviet_end, "end: the rest waits or is forfeit", "pm:8.7"),
    )


@rule("pm:8.1")
class Release(Step[PmState]):
    """Start of a Soviet player turn: units leave the RVGK for the map or the Southern Ports box."""

    id = "release"
    phase = "movement"
    private = True
    title = "Units of the RVGK"

    def prompt(self, c: Context[PmState]) -> Prompt:
        held = c.state.box.count(RVGK)
        text = f"The RVGK holds {held} unit{'s' * (held != 1)}: bring any of them onto the map?"
        return Prompt("soviet", text, "pm:8.1", Action("end"))

    verbs = (
        Verb("put", _put_words, put_check, _put, "put HEX KIND: one unit of a kind enters", "pm:8.1", _gate_labels),
        Verb(
            "fill",
            _put_words,
            put_check,
            _fill,
            "fill HEX KIND: as many of a kind as find room",
            "pm:8.1",
            _gate_labels,
        ),
        Verb(
            "ship",
            _kind_words,
            ship_check,
            _ship,
            "ship KIND: into Southern Ports",
            "pm:11.3",
            _kinds,
        ),
        Verb("end", no_words, always, lambda c: c.done(), "end: the rest stays in the RVGK", "pm:8.1"),
    )


def release_possible(c: Ctx) -> bool:
    """Whether units in the RVGK could enter now."""
    return RVGK in c.state.box
