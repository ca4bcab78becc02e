"""6.1 to 6.3: the Supply Status Phase: who has a route, who is fed by supply units, what falls apart."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.components.grid import Hex, Unit
from engine.components.wording import counted
from engine.games.efs.kinds import is_combat, is_supply
from engine.games.efs.phases.phase import EMPTY, phase_title
from engine.games.efs.state import GENERAL, EfsState
from engine.games.efs.supply import events, points, sources, status
from engine.games.efs.supply.routes import line_between
from engine.games.efs.tables import Ctx
from engine.games.efs.units import enemy_combat_at, fighters
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb, always, no_words

Words = tuple[str, ...]
HEXES_A_POINT = 5
"""Hexes that one Attack Supply Point feeds (6.26)."""
FUEL = "fuel"
"""Step of the Fuel Shortage procedure, in an edition that has one (6.52)."""


# ---------------------------------------------------------------------- who lacks supply and who could feed
def hungry(c: Ctx, side: str) -> list[Hex]:
    """Hexes in which combat units of a side have no General Supply, or a deserted strongpoint would fall apart."""
    units = {h for h, here in fighters(c, side).items() if any(status.status(c, u) != GENERAL for u in here)}
    return sorted(units | set(status.deserted(c, side)))


def opened(c: Ctx) -> dict[str, tuple[str, int]]:
    """Supply units of which a point is being spent: the hex of each and how many hexes it may still feed."""
    words = (text.split() for text in c.frame.vars["opened"])
    return {me: (label, int(left)) for me, label, left in words}


def _note(c: Ctx, points_opened: dict[str, tuple[str, int]]) -> None:
    """The variables of a step hold flat lists alone."""
    c.frame.vars["opened"] = [f"{me} {label} {left}" for me, (label, left) in points_opened.items()]
    c.touch()


def _feeders(c: Ctx) -> dict[str, Hex]:
    """Supply units that can feed a hex now, each with its hex: those with a point, those with a point begun."""
    side = c.frame.vars["side"]
    here = {c.roster.ids[u]: c.state.hex_of[u] for u in points.on_map(c, side)}
    begun = {me: c.board.index[label] for me, (label, left) in opened(c).items() if left}
    return {**here, **begun}


@rule("efs:6.26")
def can_feed(c: Ctx, side: str) -> bool:
    """Whether a supply unit of a side reaches a hex that lacks supply."""
    from_ = {c.state.hex_of[u] for u in points.on_map(c, side)}
    return any(line_between(c, h, at, side) for h in hungry(c, side) for at in from_)


# ---------------------------------------------------------------------- feeding
@rule("efs:6.26", "efs:6.14", "efs:6.43")
def feed_check(c: Ctx, unit: str, hex_: str) -> Refusal | None:
    """``feed asup-01 B0830``: a point of a supply unit puts a hex into General Supply, and four more after it."""
    u, h, side = c.unit(unit), c.hex(hex_), c.frame.vars["side"]
    name, me = c.roster.short[u], c.roster.ids[u]
    feeders = _feeders(c)
    if not is_supply(c, u) or c.roster.side[u] != side:
        return _feeds_nobody(c, u, feeders)
    if me not in feeders:
        return Refusal("efs:6.26", f"{name} is not on the map, or its point has fed five hexes.", units=(u,))
    if enemy_combat_at(c, h, side):
        return Refusal("efs:6.26", f"The enemy stands in {c.board.describe(h)}.", (h,))
    if status.supplied(c, h, side) and h not in hungry(c, side):
        return Refusal("efs:6.26", f"{c.board.describe(h)} has General Supply.", (h,))
    if not line_between(c, h, feeders[me], side):
        text = f"No Line of Communications leads from {c.board.describe(h)} to {name} at {c.label(feeders[me])}."
        return Refusal("efs:6.26", text, (h, feeders[me]), (u,))
    return None


@rule("efs:6.26")
def _feeds_nobody(c: Ctx, u: Unit, feeders: dict[str, Hex]) -> Refusal:
    """That a unit is no supply unit, and where it lacks supply itself, who could feed its hex."""
    h, side = c.state.hex_of[u], c.frame.vars["side"]
    able = [c.unit(me) for me, at in feeders.items() if h in hungry(c, side) and line_between(c, h, at, side)]
    more = f"; {c.roster.names(able)} could feed its hex" if able else ""
    return Refusal("efs:6.26", f"{c.roster.short[u]} is no supply unit of yours{more}.", units=(u,))


@rule("efs:6.26", "efs:6.36", "efs:6.55")
def _feed(c: Ctx, unit: str, hex_: str) -> None:
    u, h, side = c.unit(unit), c.hex(hex_), c.frame.vars["side"]
    me = c.roster.ids[u]
    at = _feeders(c)[me]
    _, left = opened(c).get(me, ("", 0))
    if not left:
        _begin_point(c, u)
        left = HEXES_A_POINT
    _note(c, {**opened(c), me: (c.label(at), left - 1)})
    units = list(fighters(c, side).get(h, ()))
    status.give(c, units)
    c.state.fed[status.fed_key(c, h, side)] = 1
    c.touch()
    whom = f": {c.roster.names(units)}" if units else ""
    more = counted(left - 1, "more hex", "more hexes")
    text = f"{c.roster.short[u]} feeds {c.board.describe(h)}{whom}; {more} with this point."
    c.say("supply", text, "efs:6.26", hexes=[h, at], units=[u, *units])
    _pass(c)


@rule("efs:6.26", "efs:6.43", "efs:6.48")
def _begin_point(c: Ctx, u: Unit) -> None:
    """Take a point from a supply unit. A counter of another size that takes its place goes on feeding for it."""
    me, stays = c.roster.ids[u], points.spend(c, u)
    if stays not in (-1, u):
        _note(c, {name: point for name, point in opened(c).items() if name != me})


@rule("efs:6.26", "efs:7.53")
def _pass(c: Ctx) -> None:
    """End the step where nobody more can be fed and no result S is of use, unless empty phases are to wait.

    A point that is begun may feed hexes with nobody in them, for works and bridges.
    """
    side = c.frame.vars["side"]
    begun = any(left for _, left in opened(c).values())
    if not (begun or c.options.get(EMPTY) == "wait" or can_feed(c, side) or events.usable(c, side)):
        c.done()


def _units_to_feed(c: Ctx) -> list[str]:
    return sorted(_feeders(c))


def _feedings(c: Ctx, subject: str | None) -> Iterable[Words]:
    side = c.frame.vars["side"]
    for me in _units_to_feed(c):
        if subject in (None, me):
            for h in hungry(c, side):
                yield me, c.label(h)


# ---------------------------------------------------------------------- special events
@rule("efs:7.53")
def relieve_check(c: Ctx, hex_: str) -> Refusal | None:
    """``relieve B0830``: a result S gives the units of a hex General Supply for the turn."""
    return events.may_relieve(c, c.frame.vars["side"], c.hex(hex_))


def _relieved(c: Ctx) -> list[str]:
    return [c.label(h) for h in events.short(c)] if events.left(c, c.frame.vars["side"]) else []


def _relieve(c: Ctx, hex_: str) -> None:
    events.relieve(c, c.hex(hex_))
    _pass_feeding(c)


def _demand(c: Ctx) -> None:
    events.demand(c)
    _pass_feeding(c)


def _pass_feeding(c: Ctx) -> None:
    """The same behind a result S, which an edition uses in a step of its own."""
    if isinstance(c.step, Feeding):
        _pass(c)


EVENT_VERBS = (
    Verb("relieve", lambda c, s: [(h,) for h in _relieved(c) if s in (None, h)], relieve_check,
         _relieve, "relieve HEX: a result S puts it into General Supply",
         "efs:7.53", _relieved),
    Verb("demand", no_words, lambda c: events.may_demand(c, c.frame.vars["side"]), _demand,
         "demand: a supply point for an S", "efs:7.53"),
)  # fmt: skip


class Feeding(Step[EfsState]):
    """A side puts units without a route into General Supply with points of its supply units; called with ``side``."""

    id = "feeding"
    title = "Temporary supply sources"
    verbs: ClassVar[tuple[Verb, ...]] = (
        Verb("feed", _feedings, feed_check, _feed, "feed SUPPLY HEX: a point gives up to five hexes General Supply",
             "efs:6.26", _units_to_feed),
        *points.VERBS,
        *EVENT_VERBS,
        Verb("done", no_words, always, lambda c: c.done(), "done: nobody more is fed", "efs:6.26"),
    )  # fmt: skip

    def prompt(self, c: Context[EfsState]) -> Prompt:
        side = c.frame.vars["side"]
        without = hungry(c, side)
        names = ", ".join(c.label(h) for h in without[:4]) + (" ..." if len(without) > 4 else "")
        text = f"Spend supply points on units without a route ({names})?" if without else "All have General Supply."
        if n := events.left(c, side):
            text += f" {counted(n, 'result', 'results')} S: 'relieve' a hex, or 'demand' a point."
        return Prompt(side, text, "efs:7.53" if n else "efs:6.26", Action("done"), both=True)

    def enter(self, c: Context[EfsState]) -> None:
        _note(c, {})


# ---------------------------------------------------------------------- the phase
class SupplyStatus(Step[EfsState]):
    """The Supply Status Phase: status is found for both sides, then each may feed, the first side first."""

    id = "supply"
    phase = "supply-status"
    title = "Supply Status Phase"

    def prompt(self, c: Context[EfsState]) -> Prompt:
        return Prompt(c.frame.vars["side"], "Supply is found.", "efs:6.11")

    @rule("efs:6.11", "efs:6.21", "efs:R100")
    def enter(self, c: Context[EfsState]) -> None:
        sources.look(c)
        status.settle(c)
        c.frame.vars["next"] = 0
        self._go_on(c)

    def resume(self, c: Context[EfsState], ended: str) -> None:
        if ended == FUEL:
            c.done()
        else:
            self._go_on(c)

    def _go_on(self, c: Context[EfsState]) -> None:
        """The sides one after the other, so far as one can feed anybody or has results S; then the phase ends."""
        v, sides = c.frame.vars, c.data.meta["sides"]
        while v["next"] < len(sides):
            side = sides[v["next"]]
            v["next"] += 1
            c.touch()
            if can_feed(c, side) or events.usable(c, side):
                c.call("feeding", side=side)
                return
        self._close(c)

    @rule("efs:6.36", "efs:6.52")
    def _close(self, c: Context[EfsState]) -> None:
        """Deserted strongpoints fall apart; where the edition has Fuel Shortage, it is rolled for."""
        status.deteriorate(c)
        without = [u for u, h in enumerate(c.state.hex_of) if h >= 0 and is_combat(c, u) and status.is_out(c, u)]
        if not without:
            c.say("passed", f"{phase_title(c, self.phase)}: nobody is Out of Supply.", "efs:6.34")
        if FUEL in c.steps:
            c.call(FUEL, side=c.data.meta["sides"][0])
        else:
            c.done()
