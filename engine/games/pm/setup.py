"""Section 3: the set-up of both sides, ready, at random or by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import blake2b
from typing import Any

from engine.action import Action, Refusal
from engine.fields import derived, units_at
from engine.games.pm.garrisons import (
    FRONTIER,
    INTERIOR,
    NORTH,
    SOUTH,
    interior_rows,
    lacks,
    may_start,
    starting_pieces,
    waiting,
    zone_of,
)
from engine.games.pm.stacking import fits
from engine.games.pm.state import PmState
from engine.games.pm.tables import Ctx, tables
from engine.games.pm.units import anonymous, place
from engine.grid import Hex, Unit
from engine.load import DataError, records
from engine.rules import rule
from engine.step import Context, Prompt, Step, Verb, always, no_words

Words = tuple[str, ...]
AREAS = {"okh-north": NORTH, "okh-south": SOUTH}
"""Words of an action for the OKH Reserve Areas."""
CALLED = -1
"""Arrival of units that a rule calls out."""


# ---------------------------------------------------------------------- boxes
@rule("pm:3.1", "pm:3.2", "pm:3.5", "pm:3.6", "pm:3.8", "pm:3.9", "pm:8.15")
def prepare(c: Ctx) -> None:
    """Every counter whole and in its box, the Soviet side in control of every city and large town."""
    s, r, n = c.state, c.roster, len(c.roster)
    s.hex_of, s.steps_left, s.box = [-1] * n, list(r.steps), ["aside"] * n
    for column in ("covered", "supply", "mp_left", "moving", "picked", "still", "fought", "fled", "refit", "marked"):
        setattr(s, column, [0] * n)
    s.origin = [-1] * n
    diced = str(c.data.scenario["tank_brigades"]["from_turn"])
    for row in tables(c).schedule:
        box = f"to place {row}" if row in (FRONTIER, INTERIOR) else f"turn {row}"
        for u in starting_pieces(c, row):
            s.box[u] = "tank brigades" if row == diced and r.formation[u] == "tb" else box
    for u in range(n):
        if r.kind[u] == "ground support":
            s.box[u] = "air" if r.side[u] == "axis" else "aside"
        elif r.side[u] == "axis" and r.arrival[u] != CALLED:
            s.box[u] = "to place" if r.arrival[u] == 0 else f"turn {r.arrival[u]}"
    s.control = {c.label(h): "soviet" for h in tables(c).tracked}
    s.replacements = c.data.constant("replacements")
    c.touch()


# ---------------------------------------------------------------------- placing
def where(c: Ctx, word: str) -> Hex | str:
    """A hex or an OKH Reserve Area named in an action. Raises ``BadInput``."""
    return AREAS[word] if word in AREAS else c.hex(word)


def place_check(c: Ctx, unit: str, target: str) -> Refusal | None:
    """``place 3pz 1819N`` or ``place 3pz okh-north``."""
    u, to, side = c.unit(unit), where(c, target), c.frame.vars["side"]
    if c.roster.side[u] != side or not c.state.box[u].startswith("to place"):
        return Refusal("pm:3.1", f"{c.roster.short[u]} is not waiting to be set up by you.", units=(u,))
    return may_start(c, u, to) or (_room(c, u, to) if not isinstance(to, str) else None)


def _room(c: Ctx, u: Unit, h: Hex) -> Refusal | None:
    return fits(c, [*units_at(c, h), u], h)


def put_down(c: Ctx, u: Unit, to: Hex | str) -> None:
    """Set a unit up."""
    if isinstance(to, str):
        c.state.box[u] = to
        c.touch()
    else:
        place(c, u, to)


def _place_words(c: Ctx, subject: str | None) -> Iterable[Words]:
    """Printed counters one by one; anonymous ones are put by their kind, hex by hex."""
    spots = [*AREAS, *(c.label(h) for h in sorted(zomo(c)))] if c.frame.vars["side"] == "axis" else []
    printed = _printed(c)
    for unit in printed if subject is None else [subject] if subject in printed else []:
        yield from ((unit, spot) for spot in spots)


def zomo(c: Ctx) -> frozenset[Hex]:
    """All hexes in which German-side units can start (3.7)."""
    t = tables(c)
    return t.zone("zomo_germany") | t.zone("zomo_hungary") | t.zone("zomo_romania")


@derived
def _printed(c: Ctx) -> list[str]:
    return [c.roster.ids[u] for u in waiting(c, c.frame.vars["side"]) if not anonymous(c, u)]


def next_piece(c: Ctx, h: Hex, formation: str) -> Unit | None:
    """The next waiting counter of a formation that belongs to the zone of a hex."""
    found = _pieces(c).get((_zone_at(c, h), formation))
    return found[0] if found else None


def _zone_at(c: Ctx, h: Hex) -> str:
    return FRONTIER if h in tables(c).zone(FRONTIER) else INTERIOR


@derived
def _pieces(c: Ctx) -> dict[tuple[str, str], list[Unit]]:
    """The waiting counters of every zone and formation, in their order."""
    found: dict[tuple[str, str], list[Unit]] = {}
    for u in waiting(c, "soviet"):
        found.setdefault((zone_of(c, u), c.roster.formation[u]), []).append(u)
    return found


def put_check(c: Ctx, hex_: str, formation: str) -> Refusal | None:
    """``put 1819N rd``: the next untried counter of a kind."""
    h = c.hex(hex_)
    if c.frame.vars["side"] != "soviet":
        return Refusal("pm:3.7", "Place German-side units by name: 'place 3pz 1819N'.")
    if h not in soviet_hexes(c):
        return Refusal("pm:3.2", f"{c.board.describe(h)} is no Soviet land.", (h,))
    u = next_piece(c, h, formation)
    if u is None:
        return Refusal("pm:17.6", f"No {formation.upper()} of the zone of {c.label(h)} is left to place.", (h,))
    return _room(c, u, h)


def soviet_hexes(c: Ctx) -> frozenset[Hex]:
    """All hexes of both Soviet set-up zones."""
    if "soviet hexes" not in c.data.memo:
        c.data.memo["soviet hexes"] = (tables(c).zone(FRONTIER) | tables(c).zone(INTERIOR)) & tables(c).land
    found: frozenset[Hex] = c.data.memo["soviet hexes"]
    return found


def _put_words(c: Ctx, subject: str | None) -> Iterable[Words]:
    hexes = _put_hexes(c)
    kinds = sorted({formation for _, formation in _pieces(c)}) if hexes else []
    for label in hexes if subject is None else [subject] if subject in hexes else []:
        yield from ((label, kind) for kind in kinds)


@derived
def _put_hexes(c: Ctx) -> list[str]:
    if c.frame.vars["side"] != "soviet" or not waiting(c, "soviet"):
        return []
    return [c.label(h) for h in sorted(soviet_hexes(c))]


def _put(c: Ctx, hex_: str, formation: str) -> None:
    h = c.hex(hex_)
    u = next_piece(c, h, formation)
    assert u is not None
    put_down(c, u, h)


def take_check(c: Ctx, unit: str) -> Refusal | None:
    """``take 3pz``: back to those that wait."""
    u = c.unit(unit)
    if u not in placed(c, c.frame.vars["side"]):
        return Refusal("pm:3.1", f"{c.roster.short[u]} has not been set up by you.", units=(u,))
    return None


@derived
def placed(c: Ctx, side: str) -> list[Unit]:
    """Units of a side that have been set up, on the map or in an OKH Reserve Area."""
    s = c.state
    on = AREAS.values()
    return [u for u in range(len(c.roster)) if c.roster.side[u] == side and (s.hex_of[u] >= 0 or s.box[u] in on)]


def take_up(c: Ctx, u: Unit) -> None:
    """Put a unit back to those that wait."""
    c.state.hex_of[u] = -1
    c.state.box[u] = f"to place {zone_of(c, u)}" if anonymous(c, u) else "to place"
    c.touch()


def _take_words(c: Ctx, subject: str | None) -> Iterable[Words]:
    ids = _placed_ids(c)
    return [(i,) for i in ids] if subject is None else [(subject,)] if subject in ids else []


@derived
def _placed_ids(c: Ctx) -> list[str]:
    return [c.roster.ids[u] for u in placed(c, c.frame.vars["side"])]


# ---------------------------------------------------------------------- whole set-ups
def clear(c: Ctx, side: str) -> None:
    """Take everything of a side up again."""
    for u in placed(c, side):
        take_up(c, u)


@rule("pm:3.2", "pm:3.7")
def historical(c: Ctx, side: str) -> None:
    """The set-up of the data: as near to June 1941 as the strictures allow."""
    clear(c, side)
    table = c.data.tables["deployment"][side]
    if side == "axis":
        for unit, spot in table["setup"].items():
            put_down(c, c.unit(unit), spot if spot in AREAS.values() else c.hex(spot))
        return
    left = _pieces(c)
    for zone in (FRONTIER, INTERIOR):
        for row in records(table[zone], "deployment.toml", f"soviet.{zone}"):
            _pieces_of_row(c, row, left)


def _pieces_of_row(c: Ctx, row: dict[str, Any], left: dict[tuple[str, str], list[Unit]]) -> None:
    """Set up a row of the data from the counters that are left, which become fewer."""
    h = c.hex(row["hex"])
    for formation, count in row.items():
        for _ in range(count if formation != "hex" else 0):
            found = left.get((_zone_at(c, h), formation))
            if not found:
                raise DataError("deployment.toml", row["hex"], f"asks for more {formation} than table 17.6 has")
            put_down(c, found.pop(0), h)


def _lot(c: Ctx, *words: object) -> bytes:
    """A number by the seed, to put things into an order that nobody chose."""
    return blake2b(f"{c.dice.seed}:set-up:{words}".encode(), digest_size=8).digest()


def _lots(c: Ctx, word: object) -> Callable[[int], bytes]:
    """``_lot(c, word, n)`` for many ``n``, in half the time."""
    begun = blake2b(f"{c.dice.seed}:set-up:({word!r}, ".encode(), digest_size=8)

    def lot(n: int) -> bytes:
        one = begun.copy()
        one.update(b"%d)" % n)
        return one.digest()

    return lot


def _from_lot(c: Ctx, u: Unit, spots: Sequence[Hex]) -> Iterator[Hex]:
    """Shuffled hexes once around, from one that the lot of a unit names: to shuffle anew for each takes too long."""
    first = int.from_bytes(_lot(c, u), "big") % len(spots)
    yield from spots[first:]
    yield from spots[:first]


@rule("pm:3.3", "pm:3.4", "pm:3.7")
def at_random(c: Ctx, side: str) -> None:
    """A legal set-up by lot: first what must be garrisoned, then the rest wherever there is room."""
    clear(c, side)
    if side == "soviet":
        _soviet_at_random(c)
        return
    spots = sorted(zomo(c), key=_lots(c, side))
    for u in sorted(waiting(c, side), key=lambda u: (c.roster.nationality[u] == "german", _lot(c, u))):
        h = next((h for h in _from_lot(c, u, spots) if may_start(c, u, h) is None and _room(c, u, h) is None), None)
        put_down(c, u, NORTH if h is None else h)


class _Lottery:
    """A Soviet set-up by lot under way. It counts for itself who is where, which is many times quicker than to look it
    up after each counter."""

    def __init__(self, c: Ctx) -> None:
        self.c = c
        self.crowd: dict[Hex, list[Unit]] = {}
        every = waiting(c, "soviet")
        self.left = {zone: [u for u in every if zone_of(c, u) == zone] for zone in (FRONTIER, INTERIOR)}

    def down(self, u: Unit, h: Hex) -> None:
        """Set a counter up."""
        self.left[zone_of(self.c, u)].remove(u)
        self.crowd.setdefault(h, []).append(u)
        put_down(self.c, u, h)

    def any_piece(self, h: Hex) -> None:
        """One counter of any kind that waits for the zone of a hex, by lot."""
        self.down(min(self.left[_zone_at(self.c, h)], key=_lots(self.c, h)), h)

    def count(self, h: Hex) -> int:
        """Counters in a hex."""
        return len(self.crowd.get(h, ()))

    def has_room(self, u: Unit, h: Hex) -> bool:
        """Whether one more may be there."""
        return fits(self.c, [*self.crowd.get(h, ()), u], h) is None


def _soviet_at_random(c: Ctx) -> None:
    lottery = _Lottery(c)
    for h in dict.fromkeys(_garrisoned(c)):
        lottery.any_piece(h)
    _fill_rows(c, lottery)
    for zone in (FRONTIER, INTERIOR):
        spots = sorted(tables(c).zone(zone) & tables(c).land, key=_lots(c, zone))
        for u in list(lottery.left[zone]):
            lottery.down(u, next(h for h in _from_lot(c, u, spots) if lottery.has_room(u, h)))


@rule("pm:3.3", "pm:3.4")
def _garrisoned(c: Ctx) -> list[Hex]:
    """Hexes that must hold a unit: along the border, and the cities and large towns of both zones."""
    t, line = tables(c), c.board.zones["border_alternate"].hexes
    must = [*c.board.zones["border_every"].hexes, *line[::2], *line[-1:]]
    return must + [h for zone in (FRONTIER, INTERIOR) for h in t.tracked if h in t.zone(zone)]


@rule("pm:3.4")
def _fill_rows(c: Ctx, lottery: _Lottery) -> None:
    """Give every hexrow of the interior as many units as it must have."""
    least = c.data.constant("interior_row_minimum")
    for hexes in interior_rows(c).values():
        there = sum(lottery.count(h) for h in hexes)
        for n, h in enumerate(sorted(hexes * least, key=_lots(c, "row"))):
            if there + n >= least:
                break
            lottery.any_piece(h)


WAYS: dict[str, Callable[[Ctx, str], None]] = {"historical": historical, "random": at_random, "hand": clear}
"""How a set-up begins, as the option has it."""


def _whole(way: str) -> Callable[[Ctx], None]:
    return lambda c: WAYS[way](c, c.frame.vars["side"])


# ---------------------------------------------------------------------- the step
def ready_check(c: Ctx) -> Refusal | None:
    """``ready``: the set-up keeps every stricture."""
    missing = lacks(c, c.frame.vars["side"])
    if missing:
        return Refusal(missing[0].rule, f"Not ready: {missing[0].text}.", missing[0].hexes)
    return None


def _ready(c: Ctx) -> None:
    side = c.frame.vars["side"]
    who = "The German side" if side == "axis" else "The Soviet side"
    c.say("setup", f"{who} is set up: {len(placed(c, side))} units.", "pm:3.1")
    c.done()


class SetUp(Step[PmState]):
    """One side's set-up; the option says how it begins, and everything can be changed by hand."""

    id = "set-up"
    phase = "setup"
    private = True
    title = "Set-up"

    def enter(self, c: Context[PmState]) -> None:
        side = c.frame.vars["side"]
        c.state.side = side
        WAYS[c.data.options[f"setup_{side}"]](c, side)
        c.touch()

    def prompt(self, c: Context[PmState]) -> Prompt:
        missing = lacks(c, c.frame.vars["side"])
        if not missing:
            return Prompt(c.state.side, "The set-up is complete: ready, or change it.", "pm:3.1", Action("ready"))
        more = f" (and {len(missing) - 1} more)" if len(missing) > 1 else ""
        return Prompt(c.state.side, f"Set up: {missing[0].text}{more}.", missing[0].rule)

    verbs = (
        Verb("put", _put_words, put_check, _put, "put HEX KIND: the next untried unit of a kind", "pm:3.2", _put_hexes),
        Verb(
            "place",
            _place_words,
            place_check,
            lambda c, u, to: put_down(c, c.unit(u), where(c, to)),
            "place UNIT HEX: set a unit up",
            "pm:3.7",
            _printed,
        ),
        Verb(
            "take",
            _take_words,
            take_check,
            lambda c, u: take_up(c, c.unit(u)),
            "take UNIT: back to those that wait",
            "pm:3.1",
            _placed_ids,
        ),
        Verb("ready", no_words, ready_check, _ready, "ready: the set-up is complete", "pm:3.1"),
        Verb("historical", no_words, always, _whole("historical"), "historical: the set-up of June 1941", "pm:3.1"),
        Verb("random", no_words, always, _whole("random"), "random: a legal set-up by lot", "pm:3.1"),
        Verb("clear", no_words, always, _whole("hand"), "clear: take everything up", "pm:3.1"),
    )
