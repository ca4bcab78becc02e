"""The Ground Support Aircraft Commitment Phase (10.2, 10.4)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex
from engine.games.pm.combat.air import SHIFTING, aircraft, at, carrier, in_range, points
from engine.games.pm.phases.supply_orders import REOPEN
from engine.games.pm.state import PmState
from engine.games.pm.tables import Ctx
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.fields import stacks
from engine.play.step import Context, Prompt, Step, Verb, always, no_words

Words = tuple[str, ...]


@rule("pm:10.2", "pm:10.4")
def commit_check(c: Ctx, plane: str, unit: str) -> Refusal | None:
    """``commit viii-fk 3pz``: aircraft support the stack of a unit; name the unit that they go with."""
    p, u, side = c.unit(plane), c.unit(unit), c.state.side
    if p not in aircraft(c, side):
        return Refusal("pm:10.2", f"{c.roster.short[p]} is no aircraft that you have.", units=(p,))
    h = c.state.hex_of[u]
    if c.roster.side[u] != side or h < 0:
        return Refusal("pm:10.2", f"{c.roster.short[u]} is no unit of yours on the map.", units=(u,))
    if carrier(c, p) == u:
        return Refusal("pm:10.2", f"{c.roster.short[p]} supports {c.roster.short[u]} already.", units=(p,))
    if not in_range(c, side, h):
        return Refusal("pm:10.4", f"{c.label(h)} is more than 10 hexes from Moscow.", (h,), (p,))
    if any(at(c, q) == h for q in aircraft(c, side) if q != p):
        return Refusal("pm:10.2", f"Another aircraft is in {c.board.describe(h)}: one a hex.", (h,), (p,))
    return None


def release_check(c: Ctx, plane: str) -> Refusal | None:
    """``release viii-fk``: aircraft that support nobody."""
    p = c.unit(plane)
    if p not in aircraft(c, c.state.side) or carrier(c, p) < 0:
        return Refusal("pm:10.2", f"{c.roster.short[p]} supports nobody.", units=(p,))
    return None


def _commit(c: Ctx, plane: str, unit: str) -> None:
    p, u = c.unit(plane), c.unit(unit)
    c.state.carries[c.roster.ids[p]] = c.roster.ids[u]
    del c.state.stays[c.roster.ids[p]]
    c.touch()
    h = c.state.hex_of[u]
    text = f"{c.roster.short[p]} supports {c.roster.short[u]} in {c.board.describe(h)}."
    plain = f"{c.roster.short[p]} supports a unit in {c.board.describe(h)}."
    c.say("air", text, "pm:10.2", hexes=[h], units=[p, u], plain=plain)


def _release(c: Ctx, plane: str) -> None:
    p = c.unit(plane)
    del c.state.carries[c.roster.ids[p]]
    c.touch()
    c.say("air", f"{c.roster.short[p]} supports nobody.", "pm:10.2", units=[p])


def _own(c: Ctx) -> list[str]:
    return [c.roster.ids[p] for p in aircraft(c, c.state.side)]


def _commit_options(c: Ctx, subject: str | None) -> Iterable[Words]:
    side = c.state.side
    ground = [u for h, units in sorted(stacks(c).items()) if c.roster.side[units[0]] == side for u in units]
    for plane in _own(c) if subject is None else [subject]:
        for u in ground:
            yield plane, c.roster.ids[u]


def _release_options(c: Ctx, subject: str | None) -> Iterable[Words]:
    return [(plane,) for plane in _own(c)]


@rule("pm:10.2", "pm:R81")
def part(c: Ctx) -> None:
    """Aircraft whose stacks have met: one stays with the hex, the others support nobody until they are committed."""
    served = set[Hex]()
    for p in sorted(aircraft(c, c.state.side), key=lambda p: (c.roster.ids[p] != SHIFTING, p)):
        h = at(c, p)
        if h >= 0 and h in served:
            _release(c, c.roster.ids[p])
        served.add(h)


@rule("pm:10.2", "pm:10.4")
class Commitment(Step[PmState]):
    """Ground Support Aircraft Commitment Phase; aircraft that are not moved stay where they were."""

    id = "commitment"
    phase = "commitment"
    private = True
    title = "Ground Support Aircraft Commitment Phase"
    verbs = (
        Verb("commit", _commit_options, commit_check, _commit, "commit AIRCRAFT UNIT", "pm:10.2", _own),
        Verb("release", _release_options, release_check, _release, "release AIRCRAFT: support nobody", "pm:10.2", _own),
        REOPEN,
        Verb("end", no_words, always, lambda c: c.done(), "end: the aircraft are committed", "pm:10.2"),
    )  # fmt: skip

    def enter(self, c: Context[PmState]) -> None:
        for p in aircraft(c, c.state.side):
            del c.state.stays[c.roster.ids[p]]
        part(c)
        if not aircraft(c, c.state.side) or not any(c.roster.side[u[0]] == c.state.side for u in stacks(c).values()):
            c.done()

    def prompt(self, c: Context[PmState]) -> Prompt:
        mine = aircraft(c, c.state.side)
        idle = [p for p in mine if carrier(c, p) < 0]
        worth = points(c, c.state.side)
        text = f"Commit aircraft, {worth} factor{'s' * (worth != 1)} each: {len(idle)} of {len(mine)} are still free."
        return Prompt(c.state.side, text, "pm:10.2", Action("end"))
