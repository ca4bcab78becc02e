"""8.2, 8.5, 8.6: Groups called in, units withdrawn or kept, units converted: decisions of the Reinforcements Phase."""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.efs import exchanges, groups, pause, withdrawals
from engine.games.efs.kinds import is_air
from engine.games.efs.tables import Ctx
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Verb, no_words

Words = tuple[str, ...]


def open_choices(c: Ctx, side: str) -> bool:
    """Whether a side has something to decide here: withdrawals, steps that it owes, conversions, Groups, the pause."""
    return required(c, side) is not None or bool(groups.eligible(c, side)) or pause.may_pause(c, side) is None


@rule("efs:8.51", "efs:8.52", "efs:8.6")
def required(c: Ctx, side: str) -> Refusal | None:
    """What a side has to settle before the phase ends."""
    if called := withdrawals.due(c, side):
        units = [w.unit for w in called]
        free = [u for u in units if withdrawals.may_keep(c, u) is None]
        kept = f"{c.roster.names(free)} may be kept for {withdrawals.PRICE} VP" if free else "nobody may be kept"
        others = any(is_air(c, u) and u not in units for w in called for u in withdrawals.goers(c, w))
        what = "Withdraw, or others of the type" if others else "Withdraw"
        text = f"{c.roster.names(units)}: called away in this turn. {what}; {kept}."
        return Refusal("efs:8.51", text, units=tuple(units))
    if withdrawals.givers(c, side):
        return Refusal("efs:8.51", "A unit that was withdrawn too weak still lacks steps: like units give them.")
    if waiting := exchanges.due(c, side):
        removed, received = waiting[0].removed, c.roster.names(waiting[0].received)
        text = f"{c.roster.names(removed)}: to be converted first, into {received}."
        return Refusal("efs:8.61", text, units=removed)
    return None


# ---------------------------------------------------------------------- Groups
def _groups(c: Ctx, subject: str | None) -> Iterable[Words]:
    return [(g.id,) for g in groups.eligible(c, c.state.side) if subject in (None, g.id)]


def _choose_check(c: Ctx, name: str) -> Refusal | None:
    """``choose G1``"""
    return groups.may_choose(c, c.state.side, name)


def _choose(c: Ctx, name: str) -> None:
    found = groups.group(c, c.state.side, name)
    assert found is not None
    groups.choose(c, found)


# ---------------------------------------------------------------------- withdrawals
def leavers(c: Ctx) -> list[str]:
    """Units that the side to act may withdraw."""
    found = {u for w in withdrawals.due(c, c.state.side) for u in withdrawals.goers(c, w)}
    return [c.roster.ids[u] for u in sorted(found)]


def called(c: Ctx) -> list[str]:
    """Units of the side to act that are called away."""
    return [c.roster.ids[w.unit] for w in withdrawals.due(c, c.state.side)]


def givers(c: Ctx) -> list[str]:
    """Units of the side to act that may give a step."""
    return [c.roster.ids[u] for u in withdrawals.givers(c, c.state.side)]


def _some(names: Iterable[str], subject: str | None) -> list[Words]:
    return [(name,) for name in names if subject in (None, name)]


def _withdraw_check(c: Ctx, unit: str) -> Refusal | None:
    """``withdraw rd-5``"""
    return withdrawals.may_leave(c, c.unit(unit))


def _withdraw(c: Ctx, unit: str) -> None:
    withdrawals.leave(c, c.unit(unit))
    withdrawals.settle(c, c.state.side)


def _keep_check(c: Ctx, unit: str) -> Refusal | None:
    """``keep stg184``"""
    return withdrawals.may_keep(c, c.unit(unit))


def _keep(c: Ctx, unit: str) -> None:
    withdrawals.keep(c, c.unit(unit))


def _give_check(c: Ctx, unit: str) -> Refusal | None:
    """``give 23inf``: a step for a unit of its type that was withdrawn below its strength"""
    if c.unit(unit) in withdrawals.givers(c, c.state.side):
        return None
    return Refusal("efs:8.51", f"{c.roster.short[c.unit(unit)]} has no step to give now.", units=(c.unit(unit),))


def _give(c: Ctx, unit: str) -> None:
    withdrawals.give_step(c, c.unit(unit))
    withdrawals.settle(c, c.state.side)


# ---------------------------------------------------------------------- conversions
def convertible(c: Ctx) -> list[str]:
    """Units of the side to act that are to be converted now: the first of each conversion."""
    return [c.roster.ids[e.removed[0]] for e in exchanges.due(c, c.state.side)]


def _conversions(c: Ctx, subject: str | None) -> Iterable[Words]:
    for e in exchanges.due(c, c.state.side):
        name = c.roster.ids[e.removed[0]]
        if subject in (None, name):
            yield from ((name, place) for place in exchanges.places(c, e))


@rule("efs:8.61", "efs:8.62")
def proposed(c: Ctx) -> Action | None:
    """The conversion that is due first, where nothing else has to be settled: into the place of the removed unit."""
    waiting = exchanges.due(c, c.state.side)
    if not waiting or withdrawals.due(c, c.state.side) or withdrawals.givers(c, c.state.side):
        return None
    places = exchanges.places(c, waiting[0])
    return Action("convert", (c.roster.ids[waiting[0].removed[0]], places[0])) if places else None


def _convert_check(c: Ctx, unit: str, place: str) -> Refusal | None:
    """``convert md-103 B4220`` or ``convert md-103 active``"""
    return exchanges.may_convert(c, c.unit(unit), place)


def _convert(c: Ctx, unit: str, place: str) -> None:
    found = exchanges.exchange(c, c.unit(unit))
    assert found is not None
    exchanges.convert(c, found, place)


def _pause_check(c: Ctx) -> Refusal | None:
    """``pause``"""
    return pause.may_pause(c, c.state.side)


def _pause(c: Ctx) -> None:
    pause.pause(c)


CHANGE_VERBS = (
    Verb("withdraw", lambda c, x: _some(leavers(c), x), _withdraw_check, _withdraw,
         "withdraw UNIT: it leaves the game, as the set-up card asks", "efs:8.51", leavers, grave=True),
    Verb("keep", lambda c, x: _some(called(c), x), _keep_check, _keep,
         "keep UNIT: cancel its withdrawal for a victory point", "efs:8.53", called, grave=True,
         told=lambda c, unit: f"it stays, for {withdrawals.PRICE} VP"),
    Verb("give", lambda c, x: _some(givers(c), x), _give_check, _give,
         "give UNIT: a step for a like unit that was withdrawn too weak", "efs:8.51", givers, grave=True, rare=True),
    Verb("convert", _conversions, _convert_check, _convert,
         "convert UNIT PLACE: into the unit of the set-up card, in its hex or box, or in the Active Box",
         "efs:8.6", convertible),
    Verb("choose", _groups, _choose_check, _choose, "choose GROUP: call in a Special Reinforcement Group",
         "efs:8.2", grave=True, apart=True),
    Verb("pause", no_words, _pause_check, _pause,
         "pause: half supply for three turns", "efs:R204",
         grave=True, told=pause.calendar),
)  # fmt: skip
"""For the reinforcements step."""
