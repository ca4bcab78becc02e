"""12.4, 12.5, 13.1: the Reaction Phase, in which the defender moves up reserves, names his guns and gives Orders."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Unit
from engine.games.efs.combat.battles import (
    ADDITIONAL,
    DEFENDER,
    NO_RETREAT,
    battle,
    number_at,
    open_battles,
    release,
    targets,
)
from engine.games.efs.combat.orders import (
    bound,
    impose,
    lift,
    may_lift,
    may_order,
    may_take_back,
    order_of,
    place_order,
    take_back,
)
from engine.games.efs.combat.support import may_commit
from engine.games.efs.command import REACT, ready, spend
from engine.games.efs.control import pass_through
from engine.games.efs.edition import edition
from engine.games.efs.fog import FACE_DOWN
from engine.games.efs.kinds import is_gun, is_motorized
from engine.games.efs.movement.allowance import end_movement
from engine.games.efs.movement.entering import enter
from engine.games.efs.movement.reaction import may_react, may_react_to, reaction_path, reaction_reach, right_to_react
from engine.games.efs.phases.phase import Phase
from engine.games.efs.stacking import fits
from engine.games.efs.state import REACTED, EfsState
from engine.games.efs.tables import Ctx
from engine.games.efs.units import on_map, side_units
from engine.games.efs.victory import look
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.fields import derived
from engine.play.step import Context, Prompt, Verb, no_words

Words = tuple[str, ...]
WORDS = {"no-retreat": NO_RETREAT, "additional": ADDITIONAL}
"""Orders as words of an action."""


def _side(c: Ctx) -> str:
    return str(c.frame.vars["side"])


# ---------------------------------------------------------------------- reaction movement
@derived()
def reacted(c: Ctx) -> list[Unit]:
    """Units that have reacted in this phase."""
    return [u for u in on_map(c, _side(c)) if c.state.did[u] & REACTED]


@rule("efs:12.41", "efs:12.42", "efs:R28")
def may_begin(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit may react now, beside those that have."""
    if c.roster.side[u] != _side(c):
        return Refusal("efs:12.4", f"{c.roster.short[u]} is not on the defending side.", units=(u,))
    if (refusal := may_react(c, u)) is not None:
        return refusal
    if right_to_react(c, [*reacted(c), u]) is None:
        text = f"One unit reacts for each Defender hex: none in reach of {c.roster.short[u]} is left."
        return Refusal("efs:12.41", text, units=(u,))
    return None


@rule("efs:12.41", "efs:3.32")
def react_check(c: Ctx, unit: str, hex_: str) -> Refusal | None:
    """``react td-26 B0335``: reaction movement there."""
    u, h = c.unit(unit), c.hex(hex_)
    if (refusal := may_begin(c, u) or may_react_to(c, u, h)) is not None:
        return refusal
    return fits(c, [*side_units(c, h, _side(c)), u], h)


@derived()
def reactors(c: Ctx) -> list[str]:
    """Units that may still react."""
    units = [u for u in on_map(c, _side(c)) if is_motorized(c, u)]
    return [c.roster.ids[u] for u in units if may_begin(c, u) is None]


def _reactions(c: Ctx, subject: str | None) -> Iterable[Words]:
    for name in reactors(c):
        if subject in (None, name):
            yield from ((name, c.label(h)) for h in sorted(reaction_reach(c, c.unit(name)).hexes))


@rule("efs:12.41", "efs:12.43", "efs:21.12")
def _react(c: Ctx, unit: str, hex_: str) -> None:
    u, h = c.unit(unit), c.hex(hex_)
    path, _ = reaction_path(c, u, h)
    if c.roster.side[u] == "soviet":
        spend(c, ready(c, c.state.hex_of[u], REACT)[0], REACT)
    c.state.origin[u] = path[0]
    for step in path[1:]:
        enter(c, [u], step)
    c.state.did[u] |= REACTED
    end_movement(c, u)
    c.touch()
    c.say("react", f"{c.roster.short[u]} reacts to {c.board.describe(h)}.", "efs:12.41", hexes=path, units=[u])
    pass_through(c, [u], path)
    look(c)


# ---------------------------------------------------------------------- guns
@derived()
def _guns(c: Ctx) -> list[Unit]:
    return [u for u in on_map(c, _side(c)) if is_gun(c, u)]


@rule("efs:13.1", "efs:13.12", "efs:15.32")
def gun_check(c: Ctx, unit: str, hex_: str) -> Refusal | None:
    """``support art-r318 B0235``: the gun supports the defense of that hex."""
    u, h = c.unit(unit), c.hex(hex_)
    n, name = number_at(c, h), c.roster.short[u]
    if u not in _guns(c):
        return Refusal("efs:13.11", f"{name} is no artillery of yours on the map.", units=(u,))
    if n not in open_battles(c):
        return Refusal("efs:13.11", f"No attack on {c.board.describe(h)} is declared.", (h,))
    if c.state.committed[u] >= 0:
        return Refusal("efs:13.12", f"{name} supports a battle already: 'silence' takes it back.", units=(u,))
    return may_commit(c, battle(c, n), u)


def _gun(c: Ctx, unit: str, hex_: str) -> None:
    u, h = c.unit(unit), c.hex(hex_)
    c.state.committed[u] = number_at(c, h)
    c.touch()
    c.say("support", f"{c.roster.short[u]} supports {c.board.describe(h)}.", "efs:13.12", hexes=[h], units=[u])


def silence_check(c: Ctx, unit: str) -> Refusal | None:
    """``silence art-r318``: it supports no battle."""
    u = c.unit(unit)
    if u not in _guns(c) or c.state.committed[u] < 0:
        return Refusal("efs:13.12", f"{c.roster.short[u]} supports no battle.", units=(u,))
    return None


def _silence(c: Ctx, unit: str) -> None:
    u = c.unit(unit)
    release(c, u)
    c.say("support", f"{c.roster.short[u]} supports no battle.", "efs:13.12", units=[u])


def _free_guns(c: Ctx) -> list[str]:
    return [c.roster.ids[u] for u in _guns(c) if c.state.committed[u] < 0]


def _firing(c: Ctx) -> list[str]:
    return [c.roster.ids[u] for u in _guns(c) if c.state.committed[u] >= 0]


def _supports(c: Ctx, subject: str | None) -> Iterable[Words]:
    aims = [c.label(targets(c, n)[0]) for n in open_battles(c)]
    return [(name, label) for name in _free_guns(c) if subject in (None, name) for label in aims]


# ---------------------------------------------------------------------- Orders
def aims(c: Ctx) -> list[str]:
    """The Defender hexes of the battles that are open, by label."""
    return [c.label(h) for n in open_battles(c) for h in targets(c, n)]


def _battle_at(c: Ctx, hex_: str) -> int | Refusal:
    h = c.hex(hex_)
    n = number_at(c, h)
    return n if n in open_battles(c) else Refusal("efs:12.51", f"No attack on {c.board.describe(h)} is declared.", (h,))


@rule("efs:12.51", "efs:12.52", "efs:12.53")
def order_check(c: Ctx, hex_: str, order: str, role: str = DEFENDER) -> Refusal | None:
    """``order B0235 no-retreat``: an Order, face down, for the battle at that hex."""
    if order not in WORDS:
        return Refusal("efs:12.51", f"An Order is one of: {', '.join(WORDS)}.")
    n = _battle_at(c, hex_)
    return n if isinstance(n, Refusal) else may_order(c, n, role, WORDS[order])


def lay(c: Ctx, hex_: str, order: str, role: str) -> None:
    """Lay an Order on the battle at a hex; the other side learns that there is one."""
    h = c.hex(hex_)
    n = number_at(c, h)
    place_order(c, n, role, WORDS[order])
    where, side = c.board.describe(h), c.state.side
    c.say("orders", f"Orders for {where} lie {FACE_DOWN}.", "efs:12.53", hexes=[h])
    c.say("orders", f"The Order is {WORDS[order].title()}.", "efs:12.53", hexes=[h], seen_by=side)


def _order(c: Ctx, hex_: str, order: str) -> None:
    lay(c, hex_, order, DEFENDER)


def recall_check(c: Ctx, hex_: str, role: str = DEFENDER) -> Refusal | None:
    """``recall B0235``: take the Order off again."""
    n = _battle_at(c, hex_)
    return n if isinstance(n, Refusal) else may_take_back(c, n, role)


def recall(c: Ctx, hex_: str, role: str) -> None:
    """Take an Order off the battle at a hex."""
    h = c.hex(hex_)
    take_back(c, number_at(c, h), role)
    c.say("orders", f"No Orders for {c.board.describe(h)}.", "efs:12.51", hexes=[h])


def lift_check(c: Ctx, hex_: str) -> Refusal | None:
    """``lift B0235``: a headquarters cancels the No Retreat of the NKVD there."""
    n = _battle_at(c, hex_)
    return n if isinstance(n, Refusal) else may_lift(c, n)


def _lift(c: Ctx, hex_: str) -> None:
    h = c.hex(hex_)
    lift(c, number_at(c, h))
    c.say("orders", f"The NKVD order for {c.board.describe(h)} is lifted.", "efs:21.12", hexes=[h])


def order_words(c: Ctx, subject: str | None) -> Iterable[Words]:
    """All Orders that could be laid."""
    return [(label, word) for label in aims(c) if subject in (None, label) for word in WORDS]


def each_aim(c: Ctx, subject: str | None) -> Iterable[Words]:
    """The Defender hexes as options."""
    return [(label,) for label in aims(c) if subject in (None, label)]


@rule("efs:13.1")
def gunners(c: Ctx) -> dict[str, list[str]]:
    """The defender's guns that can still fire, each with the Defender hexes that it can support."""
    found: dict[str, list[str]] = {}
    for name, label in _supports(c, None):
        if gun_check(c, name, label) is None:
            found.setdefault(name, []).append(label)
    return found


@rule("efs:12.52")
def ordered(c: Ctx, label: str) -> bool:
    """Whether Orders can still be given for a Defender hex, or lifted."""
    return any(order_check(c, label, word) is None for word in WORDS) or lift_check(c, label) is None


def untouched(c: Ctx) -> bool:
    """Whether the defender has done nothing in this phase yet: what the NKVD orders by itself does not count."""
    orders = [n for n in open_battles(c) if order_of(c, n, DEFENDER) and not bound(c, n)]
    return not (orders or reacted(c) or _firing(c))


# ---------------------------------------------------------------------- the step
def could(c: Ctx) -> bool:
    """Whether the defender has anything to do."""
    return bool(
        reactors(c)
        or any(gun_check(c, *words) is None for words in _supports(c, None))
        or any(order_check(c, *words) is None for words in order_words(c, None))
        or any(lift_check(c, label) is None for label in aims(c))
    )


@rule("efs:12.41")
def _able(c: Ctx) -> str:
    """How many units can react, and of how many where each Defender hex calls in one alone."""
    units, side = len(reactors(c)), _side(c)
    if not edition(c).one_reacts:
        return str(units)
    gone = sum(bool(c.state.did[u] & REACTED) for u in on_map(c, side))
    most = max(len(aims(c)) - gone, 0)
    return str(units) if units <= most else f"{most} of {units}"


@rule("efs:12.52", "efs:13.12")
def _could_fire(c: Ctx) -> int:
    """How many artillery units can support a battle that they do not support yet."""
    return len({words[0] for words in _supports(c, None) if gun_check(c, *words) is None})


@rule("efs:12.4", "efs:12.52", "efs:13.1", "efs:4.21")
class Reaction(Phase):
    """Reaction Phase of the side that is attacked. Called with ``side`` and ``phase``."""

    id = "reaction"
    title = "Reaction Phase"
    private = True
    verbs = (
        Verb("react", _reactions, react_check, _react, "react UNIT HEX: reaction movement", "efs:12.41", reactors),
        Verb("support", _supports, gun_check, _gun, "support GUN HEX: it supports the defense there", "efs:13.12",
             _free_guns),
        Verb("silence", lambda c, s: [(n,) for n in _firing(c) if s in (None, n)], silence_check, _silence,
             "silence GUN: it supports no battle", "efs:13.12", _firing),
        Verb("order", order_words, order_check, _order, "order HEX no-retreat|additional: face down", "efs:12.53",
             aims, secret=True),
        Verb("recall", each_aim, recall_check, lambda c, label: recall(c, label, DEFENDER),
             "recall HEX: take the Order off", "efs:12.51", aims),
        Verb("lift", each_aim, lift_check, _lift, "lift HEX: cancel the NKVD's No Retreat", "efs:21.12", aims),
        Verb("done", no_words, lambda c: None, lambda c: c.step.close(c), "done: on to combat", "efs:12.4"),
    )  # fmt: skip

    @rule("efs:12.54", "efs:21.51")
    def begin(self, c: Context[EfsState]) -> None:
        """Nobody has reacted yet; the NKVD gives its orders by itself."""
        c.state.did = [did & ~REACTED for did in c.state.did]
        c.touch()
        impose(c)

    @rule("efs:12.4")
    def nothing(self, c: Context[EfsState]) -> Refusal | None:
        """No attack is declared, or there is nothing that the defender could do."""
        if not open_battles(c):
            return Refusal("efs:12.4", "no attack is declared.")
        return None if could(c) else Refusal("efs:12.41", "no unit can react, no gun and no Order helps.")

    def prompt(self, c: Context[EfsState]) -> Prompt:
        count, able = len(open_battles(c)), _able(c)
        ordered = sum(bool(order_of(c, n, DEFENDER)) for n in open_battles(c))
        guns = _could_fire(c)
        aid = f", {guns} gun{'s' * (guns > 1)} can support" if guns else ""
        attacks = f"{count} attack{'s' * (count != 1)} declared"
        under = f", {ordered} under Orders" if ordered else ""
        text = f"{attacks}, {able} can react{aid}{under}. React, or done."
        return Prompt(_side(c), text, "efs:12.4", Action("done"))
