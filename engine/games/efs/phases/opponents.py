"""14.32: who fights whom over one mission hex: the pairs of the side with initiative, surplus, second targets."""

from __future__ import annotations

from collections.abc import Sequence

from engine.components.grid import Hex, Unit
from engine.games.efs.air import fight
from engine.games.efs.air.bases import flying, is_fighter
from engine.games.efs.edition import edition
from engine.games.efs.tables import Ctx
from engine.play.action import Refusal
from engine.play.citing import rule

Pairs = dict[Unit, Unit]
"""Firing units, each with its target."""
Shot = tuple[Unit, Unit]
"""Who fires, and at whom."""
PAIRING, SURPLUS, AGAIN = "pairing", "surplus", "again"
"""Stages in which a side says whom its units fight: all of that with initiative, those of the other side that nobody
fights, those that have driven their opponent off with Local Tactical Advantage."""


# ---------------------------------------------------------------------- who is over the hex
def over(c: Ctx) -> Hex:
    """The mission hex of the present step."""
    return int(c.frame.vars["hex"])


def here(c: Ctx, side: str) -> list[Unit]:
    """The air units of a side over it."""
    return flying(c, side, over(c))


@rule("efs:14.12")
def firing(c: Ctx, side: str) -> list[Unit]:
    """The fighters of a side over the hex that are no mission units."""
    mission = c.frame.vars.get("missions", ())
    return [u for u in here(c, side) if is_fighter(c, u) and u not in mission]


def on_mission(c: Ctx, side: str) -> list[Unit]:
    """The mission units of a side over the hex: bombers, and fighters that were declared so."""
    return [u for u in here(c, side) if u not in firing(c, side)]


# ---------------------------------------------------------------------- what is noted
def noted(c: Ctx, name: str = "pairs") -> Pairs:
    """The pairs that a variable of the step holds: ``pairs`` those of the present stage, ``mine``, ``surplus``."""
    found: list[int] = c.frame.vars.get(name, [])
    return dict(zip(found[::2], found[1::2], strict=True))


def note(c: Ctx, pairs: Pairs, name: str = "pairs") -> None:
    """Keep pairs in a variable of the step, which holds flat lists alone."""
    c.frame.vars[name] = [n for pair in sorted(pairs.items()) for n in pair]
    c.touch()


# ---------------------------------------------------------------------- whom the program would choose
@rule("efs:14.32")
def shots(c: Ctx, mine: Pairs, surplus: Pairs) -> list[Shot]:
    """All fire of the first round: both of each pair, the first attacker alone answered, then the enemy's surplus.

    Mission units answer where an edition lets them fire.
    """
    found, answered = list[Shot](), _answered(c, mine)
    for u, target in mine.items():
        found.append((u, target))
        if u in answered:
            found.append((target, u))
    return found + list(surplus.items())


def _answered(c: Ctx, mine: Pairs) -> set[Unit]:
    """Who is fired at by its target: the first attacker of each that fires."""
    first: dict[Unit, Unit] = {}
    for u, target in mine.items():
        if edition(c).missions_fire or target in firing(c, c.roster.side[target]):
            first.setdefault(target, u)
    return set(first.values())


@rule("efs:14.32", "efs:R33")
def surplus_of(c: Ctx, side: str, mine: Pairs) -> Pairs:
    """The firing units of the other side that nobody fights: at who has no opponent first, then at the best targets."""
    idle = [v for v in firing(c, c.other(side)) if v not in mine.values()]
    free = _unmet(c, side, mine)
    found = fight.pairs(c, idle[: len(free)], [u for u in free if u in firing(c, side)],
                        [u for u in free if u not in firing(c, side)])  # fmt: skip
    rest = (v for v in idle if v not in found)
    best = max(here(c, side), key=lambda u: (fight.threat(c, u), -u), default=-1)
    return found | ({v: best for v in rest} if best >= 0 else {})


def _unmet(c: Ctx, side: str, mine: Pairs) -> list[Unit]:
    """Units of the side with initiative at which nobody fires yet."""
    return [u for u in here(c, side) if u not in _answered(c, mine)]


@rule("efs:14.32")
def second_round(c: Ctx, side: str, mine: Pairs, gone: Sequence[Unit]) -> list[Shot]:
    """Local Tactical Advantage: who has driven its opponent off takes another one, who cannot answer; one that is
    engaged where nobody else is left and the edition has it so."""
    free = [u for u in firing(c, side) if u in mine and mine[u] in gone]
    foes, open_ = here(c, c.other(side)), disengaged(c, side, mine, gone)
    found = []
    for u in sorted(free, key=lambda u: (-c.roster.number("air_combat", u), u)):
        open_ = open_ or (list(foes) if edition(c).fighters_at_will else [])
        if open_:
            target = max(open_, key=lambda v: (fight.threat(c, v), -v))
            open_.remove(target)
            found.append((u, target))
    return found


def disengaged(c: Ctx, side: str, mine: Pairs, gone: Sequence[Unit]) -> list[Unit]:
    """Enemy units whom no firing unit of the side with advantage still fights."""
    engaged = {mine[u] for u in firing(c, side) if u in mine and mine[u] not in gone}
    return [v for v in here(c, c.other(side)) if v not in engaged]


# ---------------------------------------------------------------------- what its owner may choose
def choosers(c: Ctx) -> list[Unit]:
    """The units of the side to act that take a target in this stage."""
    stage = c.frame.vars["stage"]
    if stage == PAIRING:
        return firing(c, c.state.side)
    return list(noted(c)) if stage in (SURPLUS, AGAIN) else []


@rule("efs:14.32")
def engage_check(c: Ctx, unit: str, enemy: str) -> Refusal | None:
    """``engage jg51-iv a-401iap``: a firing unit takes another enemy; all enemies are met before one is met twice."""
    u, target, side = c.unit(unit), c.unit(enemy), c.state.side
    if u not in choosers(c):
        return Refusal(
            "efs:14.32", f"{c.roster.short[u]} is no firing unit of yours that takes a target here.", units=(u,)
        )
    if target not in here(c, c.other(side)):
        return Refusal("efs:14.32", f"{c.roster.short[target]} is not here.", units=(target,))
    now = noted(c)
    if now.get(u) == target:
        return Refusal("efs:14.32", f"{c.roster.short[u]} fights {c.roster.short[target]} already.", units=(u,))
    return _allowed(c, _changed(c, now, u, target))


def _changed(c: Ctx, now: Pairs, u: Unit, target: Unit) -> Pairs:
    """The pairs once a unit takes a target: beside whoever has it where that is allowed, else in exchange."""
    beside = {**now, u: target}
    return beside if _allowed(c, beside) is None else _swapped(now, u, target)


def _swapped(now: Pairs, u: Unit, target: Unit) -> Pairs:
    """The pairs with one changed: whoever had the new target takes the old one."""
    new = dict(now)
    other = next((v for v, t in now.items() if t == target), None)
    if other is not None and u in now:
        new[other] = now[u]
    new[u] = target
    return new


@rule("efs:14.32", "efs:R33")
def _allowed(c: Ctx, new: Pairs) -> Refusal | None:
    """Whether the pairs of the present stage keep the order in which enemies are met."""
    stage, at_will = c.frame.vars["stage"], edition(c).fighters_at_will
    if stage == PAIRING:
        return _evenly(c, new)
    if at_will:
        return None
    if stage == AGAIN:
        return _anew(c, new)
    free = _unmet(c, c.other(c.state.side), noted(c, "mine"))
    if len(set(new.values()) & set(free)) < min(len(new), len(free)):
        return Refusal("efs:14.32", "Nobody is fought by two while another enemy has no opponent.")
    return None


def _evenly(c: Ctx, new: Pairs) -> Refusal | None:
    """Firing enemies are met first, then missions, and nobody twice while somebody is free."""
    enemy = c.other(c.state.side)
    armed, missions = firing(c, enemy), on_mission(c, enemy)
    met, only = set(new.values()), "firing unit " if edition(c).fighters_at_will else ""
    if met & set(missions) and not met >= set(armed):
        return Refusal("efs:14.32", "Every enemy firing unit has an opponent before a mission unit has one.")
    due = set(armed) if only else {*armed, *missions}
    if len(met & due) < min(len(new), len(due)):
        return Refusal("efs:14.32", f"Nobody is fought by two while another enemy {only}has no opponent.")
    return None


def _anew(c: Ctx, new: Pairs) -> Refusal | None:
    """Second targets are units that nobody engages any more, one for each."""
    mine = noted(c, "mine")
    gone = [v for v in mine.values() if v not in here(c, c.other(c.state.side))]
    if not set(new.values()) <= set(disengaged(c, c.state.side, mine, gone)) or len(set(new.values())) < len(new):
        return Refusal("efs:14.32", "A unit that is engaged is no new target.")
    return None


def engage(c: Ctx, unit: str, enemy: str) -> None:
    """A unit takes a target."""
    note(c, _changed(c, noted(c), c.unit(unit), c.unit(enemy)))
