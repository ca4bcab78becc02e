"""Section 10: the movement phase. Mobile assaults are verbs of it (10.23), and so is movement by sea."""

from __future__ import annotations

from engine.components.grid import Hex, Unit
from engine.games.bd.combat import mobile
from engine.games.bd.control import enter
from engine.games.bd.movement.allowance import (
    NOBODY,
    begin,
    budget,
    describe_group,
    end_movement,
    may_move,
    movers,
    seen_group,
)
from engine.games.bd.movement.reach import ground_of, may_reach, reach_of, route
from engine.games.bd.movement.stacking import overstacked
from engine.games.bd.phases import bulgaria, emergency, expedition, sea, strongholds
from engine.games.bd.phases.declarations import wear
from engine.games.bd.phases.phase import Phase
from engine.games.bd.stacking import fits
from engine.games.bd.state import FRESH, OVERLAND, BdState
from engine.games.bd.tables import KERCH, Ctx, in_season, tables
from engine.games.bd.units import side_units
from engine.kit.moving import first_refusal, left_to_move, takes_all, targets, where_to
from engine.kit.picking import Picking, group_of, let_tired_go
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Verb, no_words

Words = tuple[str, ...]
MAY_GO = first_refusal(may_move)
TARGETS = targets(movers, may_move, MAY_GO, lambda c, group: reach_of(c, group)[0])


# ---------------------------------------------------------------------- over land
@rule("bd:10.1", "bd:10.5", "bd:10.7")
def move_check(c: Ctx, unit: str, *way: str) -> Refusal | None:
    """``move 3pz 2408``; labels before the last are way points; picked units go together."""
    group = group_of(c, c.unit(unit))
    hexes = [c.hex(w) for w in way]
    return MAY_GO(c, group) or where_to(c, group, hexes, "bd:10.1") or may_reach(c, group, hexes)


@rule("bd:8.11", "bd:R53")
def move_apply(c: Ctx, unit: str, *way: str) -> None:
    """Go there by the cheapest way, or by the way points; on the way into a city the Soviet side may call a halt."""
    if _worn_out(c, unit, move_check(c, unit, *way) if wear(c, group_of(c, c.unit(unit))) else None):
        return
    found = route(c, group_of(c, c.unit(unit)), [c.hex(w) for w in way])
    assert found is not None
    path, cost = found
    if emergency.concerns(c, path[1:]):
        _halt(c, "move", unit, *way)
    else:
        _go(c, group_of(c, c.unit(unit)), path, cost)


@rule("bd:8.11", "bd:R53")
def assault_apply(c: Ctx, unit: str, hex_: str, *with_: str) -> None:
    """A mobile assault; before one into a city the Soviet side may call a halt."""
    worn = wear(c, group_of(c, c.unit(unit)))
    if _worn_out(c, unit, mobile.assault_check(c, unit, hex_, *with_) if worn else None):
        return
    if emergency.concerns(c, [c.hex(hex_)]):
        _halt(c, "assault", unit, hex_, *with_)
    else:
        mobile.assault_apply(c, unit, hex_, *with_)


@rule("bd:5.10")
def _worn_out(c: Ctx, unit: str, refusal: Refusal | None) -> bool:
    """Whether the die of a declined Paulus Pause has left too few points for what was ordered."""
    if refusal is not None:
        c.say("move", f"Not done: {refusal.reason}", refusal.rule, units=[c.unit(unit)])
    return refusal is not None


def _halt(c: Ctx, *words: str) -> None:
    c.frame.vars["pending"] = list(words)
    c.call("emergency", side=c.other(c.state.side))


@rule("bd:8.11", "bd:R57")
def _go_on(c: Ctx) -> None:
    """After the halt: the move is made if it still can be; an assault only if nobody was deployed before it."""
    verb, unit, *way = c.frame.vars.pop("pending")
    if verb == "assault" and c.state.deployed:
        c.say("move", "The mobile assault is halted; it may be declared again.", "bd:8.11", units=[c.unit(unit)])
        return
    if verb == "assault":
        mobile.assault_apply(c, unit, *way)
        return
    if (refusal := move_check(c, unit, *way)) is not None:
        c.say("move", f"The move is halted: {refusal.reason}", "bd:8.11", units=[c.unit(unit)])
        return
    group = group_of(c, c.unit(unit))
    found = route(c, group, [c.hex(w) for w in way])
    assert found is not None
    _go(c, group, *found)


def _go(c: Ctx, group: list[Unit], path: list[Hex], cost: int) -> None:
    whole, strait = takes_all(ground_of(c, group), path, cost), _over_kerch(c, path)
    begin(c, group, c.state.origin[group[0]])
    for u in group:
        c.state.mp_left[u] = 0 if whole or strait else c.state.mp_left[u] - cost
    where = c.board.describe(path[-1])
    left = "all its movement points." if whole or strait else f"{cost} MP, {budget(c, group)} left."
    text = f"{describe_group(c, group, 'moves', 'move')} to {where} for {left}"
    plain = f"{seen_group(c, group, 'moves', 'move', path[-1])} to {where}."
    cause = "bd:10.14" if strait else "bd:10.3" if whole else "bd:10.1"
    c.say("move", text, cause, hexes=path, units=group, plain=plain)
    if strait:
        c.state.straits_crossed = 1
    for h in path[1:]:
        enter(c, group, h)
        if c.state.over:
            return
    let_tired_go(c, group)
    strongholds.ask(c)


def _over_kerch(c: Ctx, path: list[Hex]) -> bool:
    return len(path) == 2 and tables(c).has(KERCH, path[0], path[1])


# ---------------------------------------------------------------------- picking and holding
PICKING = Picking(
    "bd:10.5", "bd:10.2", may_move, may_pick=may_move, may_hold=may_move, place=lambda c, u: c.state.hex_of[u],
    end_movement=end_movement,
)  # fmt: skip
"""Stacks that began the phase together move together (10.5); who has moved stays (10.2)."""


# ---------------------------------------------------------------------- the phase
@rule("bd:6.2", "bd:10.2")
def _end(c: Ctx) -> None:
    """Close the phase; where a hex holds too many, the opponent takes units away."""
    s, side = c.state, c.state.side
    s.picked = [0] * len(c.roster)
    c.touch()
    if emergency.possible(c):
        c.frame.vars["pending"] = []
        c.call("emergency", side=c.other(side))
    else:
        _close(c)


def _close(c: Ctx) -> None:
    side = c.state.side
    c.say("phase", "The Movement Phase ends.", "bd:5.2")
    if overstacked(c, side):
        c.call("overstack", side=c.other(side))
    else:
        c.done()


@rule("bd:4.13", "bd:8.26")
def _end_check(c: Ctx) -> Refusal | None:
    """``end``: nobody is left halfway who has to come onto the map in this phase."""
    return bulgaria.must_return(c) or expedition.must_recall(c)


class Movement(Phase):
    """Movement phase: stack after stack, in any order, with mobile assaults on the way."""

    id = "movement"
    phase = "movement"
    private = True
    title = "Movement Phase"
    verbs = (
        Verb("move", TARGETS, move_check, move_apply, "move UNIT [WAYPOINT...] HEX", "bd:10.1", movers),
        *(verb._replace(apply=assault_apply) for verb in mobile.VERBS),
        *sea.VERBS,
        *bulgaria.VERBS,
        *expedition.VERBS,
        *PICKING.verbs(movers),
        strongholds.DECLARE,
        Verb("end", no_words, _end_check, _end, "end: close the phase", "bd:10.2"),
    )  # fmt: skip

    def prompt(self, c: Context[BdState]) -> Prompt:
        many = overstacked(c, c.state.side)
        crowd = fits(c, side_units(c, many[0], c.state.side), many[0]) if many else None
        return Prompt(c.state.side, _question(c), crowd.rule if crowd is not None else "bd:10.1")

    @rule("bd:10.5", "bd:7.17")
    def begin(self, c: Context[BdState]) -> None:
        """Everybody is fresh; where they stand now decides who may move together."""
        s, n = c.state, len(c.roster)
        s.moving, s.mp_left, s.picked, s.stormed, s.parent = [FRESH] * n, [0] * n, [0] * n, [0] * n, NOBODY
        s.supply = [OVERLAND] * n
        s.origin = list(s.hex_of)
        s.pause_dice.clear()
        s.straits_crossed = s.sailed_south = s.sailed_north = s.deployed = 0
        c.touch()

    def enter(self, c: Context[BdState]) -> None:
        super().enter(c)
        strongholds.ask(c)

    def resume(self, c: Context[BdState], ended: str) -> None:
        if ended == "overstack":
            c.done()
        elif ended == "battle":
            mobile.after_battle(c)
            strongholds.ask(c)
        elif ended == "emergency" and c.frame.vars["pending"]:
            _go_on(c)
        elif ended == "emergency":
            _close(c)


def _question(c: Ctx) -> str:
    """What is left to do, and what the player should know before the phase ends."""
    own = [c.roster.by_id[i] for i in movers(c)]
    what = "Move or assault" if in_season(c, c.state.side) else "Move"
    return left_to_move(c, own, what, overstacked(c, c.state.side), (NOBODY,))
