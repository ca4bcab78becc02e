"""11.27 to 11.29: the retreat of defenders, toward their own edge, with surplus units farther back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from engine.components.grid import Hex, Unit
from engine.games.bd.control import enter
from engine.games.bd.elimination import eliminate
from engine.games.bd.kinds import COASTAL_ARMY, is_attached, is_cavalry, is_static
from engine.games.bd.movement.limits import coastal_ports, may_go
from engine.games.bd.stacking import fits
from engine.games.bd.state import BdState
from engine.games.bd.tables import KERCH, SIVASH, Ctx, tables
from engine.games.bd.units import held_by, side_units, with_riders
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb

Words = tuple[str, ...]
HOMEWARD = {"axis": ("W", "SW", "NW"), "soviet": ("E", "SE", "NE")}
"""Directions of the hex-grid that a retreat prefers (11.27)."""
NOWHERE = -1
WATER_SIDES = ("sea", "lake", KERCH, SIVASH)


@rule("bd:11.27", "bd:11.28", "bd:11.17", "bd:11.18", "bd:11.19", "bd:10.22", "bd:10.21", "bd:10.31")
def open_to(c: Ctx, u: Unit, a: Hex, b: Hex, barred: Sequence[Hex]) -> bool:
    """Whether a unit may retreat from a hex into its neighbour to stay there, stacking left out."""
    return _passes(c, u, a, b, barred) and not (is_cavalry(c, u) and tables(c).city(b))


def _passes(c: Ctx, u: Unit, a: Hex, b: Hex, barred: Sequence[Hex]) -> bool:
    """The same for a unit that need not stay: cavalry groups go through cities (8.30)."""
    t, side = tables(c), c.roster.side[u]
    if b not in t.land or b in barred or held_by(c, b) not in ("", side):
        return False
    return not any(t.has(name, a, b) for name in WATER_SIDES) and may_go(c, u, b) is None


@rule("bd:11.27")
def ways(c: Ctx, units: Sequence[Unit], here: Hex, barred: Sequence[Hex]) -> list[Hex]:
    """Neighbours that all of some units may go to: those homeward, others only where none of these is open."""
    return _homeward(c, units, here, lambda u, n: open_to(c, u, here, n, barred))


def _homeward(c: Ctx, units: Sequence[Unit], here: Hex, open_: Callable[[Unit, Hex], bool]) -> list[Hex]:
    side, grid = c.roster.side[units[0]], c.grid
    found = [
        (grid.directions[d], n)
        for d, n in enumerate(grid.neighbours[here])
        if n >= 0 and all(open_(u, n) for u in units)
    ]
    home = [n for name, n in found if name in HOMEWARD[side]]
    return sorted(home or [n for _, n in found])


@rule("bd:11.28", "bd:6.3")
def room(c: Ctx, units: Sequence[Unit], h: Hex) -> list[Unit]:
    """As many of some units as a hex still holds, in their order."""
    there, found = list(side_units(c, h, c.roster.side[units[0]])), list[Unit]()
    for u in units:
        group = with_riders(c, [u])
        if fits(c, [*there, *group], h) is None:
            there += group
            found.append(u)
    return found


@rule("bd:11.27", "bd:11.28")
def ends(c: Ctx, units: Sequence[Unit], here: Hex, barred: Sequence[Hex]) -> list[Hex]:
    """Hexes where a retreat may end now: where all find room; else where some do; else farther back, over full ones."""
    near = ways(c, units, here, barred)
    whole = [n for n in near if len(room(c, units, n)) == len(units)]
    if whole:
        return whole
    some = [n for n in near if room(c, units, n)]
    if some:
        return some
    if not near and all(is_cavalry(c, u) for u in units):  # 8.30: they go on through a city
        near = _homeward(c, units, here, lambda u, n: _passes(c, u, here, n, barred))
    return _farther(c, units, near, {here, *near}, barred)


@rule("bd:11.28")
def _farther(c: Ctx, units: Sequence[Unit], edge: list[Hex], seen: set[Hex], barred: Sequence[Hex]) -> list[Hex]:
    """The nearest hexes behind full ones in which a unit finds room."""
    while edge:
        following = sorted({n for h in edge for n in ways(c, units[:1], h, barred)} - seen)
        found = [n for n in following if room(c, units[:1], n)]
        if found:
            return found
        seen |= set(following)
        edge = following
    return []


@rule("bd:10.34")
def _harbour(c: Ctx, units: Sequence[Unit]) -> list[Hex]:
    """The other port of the Independent Coastal Army, which alone may go there."""
    u = units[0]
    if len(units) > 1 or c.roster.kind[u] != COASTAL_ARMY:
        return []
    ports = coastal_ports(c) - {c.state.hex_of[u]}
    return [h for h in sorted(ports) if c.state.control.get(c.label(h)) == "soviet" and room(c, [u], h)]


@rule("bd:11.27", "bd:8.33", "bd:8.34", "bd:8.35")
def retreats(c: Ctx, u: Unit) -> list[Hex]:
    """Where a unit alone could retreat to from its hex, wherever it is attacked from; static units nowhere."""
    if is_static(c, u) or is_attached(c, u):
        return []
    return ends(c, [u], c.state.hex_of[u], ()) or _harbour(c, [u])


# ---------------------------------------------------------------------- the step
def _left(c: Ctx) -> list[Unit]:
    """Who still has to retreat."""
    v = c.frame.vars
    return [u for u in v["units"] if c.state.hex_of[u] == v["target"]]


@rule("bd:11.27", "bd:10.34", "bd:10.22", "bd:8.30", "bd:R56")
def _party(c: Ctx) -> list[Unit]:
    """Who retreats together now: all, or once no hex is open to all of them those with the ways of the first."""
    left, v = _left(c), c.frame.vars
    if not left or not v.get("apart"):
        return left

    def kind(u: Unit) -> tuple[bool, list[Hex]]:
        return c.roster.kind[u] == COASTAL_ARMY, ways(c, [u], v["target"], v["barred"])

    first = kind(left[0])
    return [u for u in left if kind(u) == first]


@rule("bd:11.28", "bd:R92")
def stoppers(c: Ctx) -> list[Unit]:
    """Of a stack for which the chosen hex has too little room those that could stop there, the strongest first."""
    into, r = c.frame.vars.get("into", NOWHERE), c.roster
    units = [u for u in _party(c) if room(c, [u], into)] if into != NOWHERE else []
    return sorted(units, key=lambda u: (-r.defense[u], -r.attack[u], r.ids[u]))


def _ends(c: Ctx) -> list[Hex]:
    units, v = _party(c), c.frame.vars
    if v.get("into", NOWHERE) != NOWHERE:
        return []
    return (ends(c, units, v["target"], v["barred"]) or _harbour(c, units)) if units else []


def _labels(c: Ctx) -> list[str]:
    return [c.label(h) for h in _ends(c)]


def _options(c: Ctx, subject: str | None) -> Iterable[Words]:
    return [(label,) for label in _labels(c)]


@rule("bd:11.27", "bd:11.28")
def to_check(c: Ctx, hex_: str) -> Refusal | None:
    """``to 2309``: the defenders retreat there, as many as find room."""
    h = c.hex(hex_)
    if (into := c.frame.vars.get("into", NOWHERE)) != NOWHERE:
        return Refusal("bd:11.28", f"Say first who stops in {c.board.describe(into)}: the others go on.", (into,))
    if h not in _ends(c):
        text = f"The retreat goes homeward, where there is room: {' or '.join(_labels(c))}."
        return Refusal("bd:11.27", text, (h,))
    return None


def _to(c: Ctx, hex_: str) -> None:
    _send(c, c.hex(hex_))
    _go_on(c)


@rule("bd:11.27", "bd:11.28", "bd:11.29")
def _send(c: Ctx, h: Hex) -> None:
    """All go to a hex; where it has room for some of them alone, their owner is asked who stops there."""
    party = _party(c)
    if len(room(c, party, h)) < len(party):
        c.frame.vars["into"] = h
        c.touch()
    else:
        _stop(c, party, h)


@rule("bd:11.28", "bd:R92")
def stop_check(c: Ctx, unit: str) -> Refusal | None:
    """``stop 3pz``: it finds room in the chosen hex."""
    u, into = c.unit(unit), c.frame.vars.get("into", NOWHERE)
    if u in stoppers(c):
        return None
    where = f"in {c.board.describe(into)}" if into != NOWHERE else "before a hex is chosen"
    return Refusal("bd:11.28", f"{c.roster.short[u]} does not stop {where}.", units=(u,))


def _stop_one(c: Ctx, unit: str) -> None:
    _stop(c, [c.unit(unit)], c.frame.vars["into"])
    _go_on(c)


def _stoppers(c: Ctx) -> list[str]:
    return [c.roster.ids[u] for u in stoppers(c)]


@rule("bd:11.27", "bd:11.29")
def _stop(c: Ctx, group: Sequence[Unit], h: Hex) -> None:
    v = c.frame.vars
    for u in with_riders(c, group):
        c.state.fled[u] = v["flee"]
    where = c.board.describe(h)
    verb = "retreats" if len(group) == 1 else "retreat"
    c.say("retreat", f"{c.roster.names(group)} {verb} to {where}.", "bd:11.27", hexes=[v["target"], h], units=group)
    enter(c, group, h)


def _go_on(c: Ctx) -> None:
    """Retreats without a choice are made at once; who finds no way is eliminated (11.28)."""
    while not c.state.over and (units := _party(c)):
        if (into := c.frame.vars.get("into", NOWHERE)) != NOWHERE:
            if (able := stoppers(c)) and not _no_choice(c, able, into):
                return
            if able:
                _stop(c, room(c, able, into), into)
            c.frame.vars["into"] = NOWHERE
            continue
        found = _labels(c)
        if len(found) > 1:
            return
        if found:
            _send(c, c.hex(found[0]))
            continue
        if not c.frame.vars.get("apart") and len(units) > 1:
            c.frame.vars["apart"] = 1
            continue
        for u in units:
            c.say(
                "retreat", f"{c.roster.short[u]} finds no way back.", "bd:11.28", hexes=[c.state.hex_of[u]], units=[u]
            )
            eliminate(c, u, "bd:11.28", state=_state(c, u))
    if not c.state.over:
        c.done()


def _state(c: Ctx, u: Unit) -> int | None:
    """The supply state in which a unit fought; older games have not noted it."""
    v = c.frame.vars
    return dict(zip(v["units"], v.get("states", ()), strict=False)).get(u)


def _no_choice(c: Ctx, able: Sequence[Unit], into: Hex) -> bool:
    """Whether all that could stop in a hex find room there together."""
    return len(room(c, able, into)) == len(able)


@rule("bd:11.27", "bd:11.28")
class Retreat(Step[BdState]):
    """Defenders retreat. Called with ``side``, ``units``, ``target``, ``barred`` hexes, ``flee`` (1: they do not defend
    where they go in this phase, 11.29) and ``states`` (the supply states in which they fought)."""

    id = "retreat"
    title = "Retreat"
    verbs = (
        Verb("to", _options, to_check, _to, "to HEX: retreat there", "bd:11.27", _labels),
        Verb("stop", lambda c, s: [(u,) for u in _stoppers(c) if s in (None, u)], stop_check, _stop_one,
             "stop UNIT: it finds room there", "bd:11.28", _stoppers, rare=True),
    )  # fmt: skip

    def enter(self, c: Context[BdState]) -> None:
        _go_on(c)

    def prompt(self, c: Context[BdState]) -> Prompt:
        where, into = c.board.describe(c.frame.vars["target"]), c.frame.vars.get("into", NOWHERE)
        if into != NOWHERE:
            text = f"Too little room in {c.board.describe(into)}: who stops there? The others go on."
            return Prompt(c.frame.vars["side"], text, "bd:11.28", Action("stop", (_stoppers(c)[0],)))
        who = _party(c)
        text = f"Where do{'es' * (len(who) == 1)} {c.roster.names(who)} retreat to from {where}?"
        return Prompt(c.frame.vars["side"], text, "bd:11.27", Action("to", (_labels(c)[0],)))
