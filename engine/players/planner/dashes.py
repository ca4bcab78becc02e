"""Attacks in the middle of movement, before a plan is made: what they open and cost, by the worth of all attacks."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from engine.components.grid import Hex, Unit
from engine.play.action import Action
from engine.play.asked import Prospect
from engine.play.step import Context
from engine.players.planner.assault import Valued
from engine.players.planner.exchange import Expected, mean, ways_out
from engine.players.planner.knowledge import Outcome
from engine.players.planner.plan import Parts, weighed
from engine.players.planner.situation import Situation
from engine.players.planner.strikes import NOBODY

LEAST, ASTRAY = 0.1, 0.5
"""Worth for which a dash is made; share of the way that those lose who cannot go back in the same phase."""
PASSING, OPENED = 0.3, 0.5
"""Share of the danger in the hex that they win that is felt by who can go on from there, and be followed by others;
share of what is behind it, where nobody came before: enemies around it that may be cut off, goals."""
ODDS = 3.0
"""How many times as strong as its defenders those are who are taken to win a goal."""
LOOKS = 60
"""Attacks that are valued to know what else could be done."""


class Dash(NamedTuple):
    """Units of one hex that attack on their way, and go on or stop as the die has it."""

    units: tuple[Unit, ...]
    hex: Hex
    """The hex that they attack from."""
    target: Hex
    results: Sequence[tuple[Outcome, float]]
    """What may come of it, each by its chance."""
    actions: tuple[Action, ...]
    """By which it is made, the attack itself last."""
    onward: bool = False
    """Whether they can still go elsewhere in the same phase once they have won."""

    def told(self, parts: Parts) -> str:
        """Why it is made, as the end of a sentence."""
        return f"on the way: {sum(value for _, value in parts):+.1f}{weighed(parts)}"


def picking(c: Context[Any], units: Collection[Unit]) -> list[Action]:
    """Of units that stand together those who attack are picked, unless one does alone; all others are dropped."""
    ids, picked = c.roster.ids, c.state.picked
    found = [Action("drop", (ids[u],)) for u, on in enumerate(picked) if on and u not in units]
    return found + [Action("pick", (ids[u],)) for u in units if len(units) > 1 and not picked[u]]


def dashed(
    c: Context[Any],
    p: Prospect,
    results: Mapping[str, Outcome],
    verb: str,
    go: str = "move",
    words: Iterable[str] = (),
    onward: bool = False,
) -> Dash:
    """An attack that is offered, with what its results bring: its units are picked, go where they attack from unless
    they stand there, and attack by a verb with some words at its end."""
    units, h = tuple(u for u, _ in p.stands), p.stands[0][1]
    first, ways = c.roster.ids[units[0]], picking(c, units)
    ways += [Action(go, (first, c.label(h)))] if p.movers else []
    found = [(results[name], chance) for name, chance in p.tally.distribution.items()]
    return Dash(units, h, p.target, found, (*ways, Action(verb, (first, c.label(p.target), *words))), onward)


Found = tuple[Dash, Parts]


def best_dash(s: Situation, found: Iterable[Dash | None]) -> Generator[None, None, Found | None]:
    """The dash that is worth most with what speaks for it, in pieces; ``None`` where none is worth making."""
    likely: list[Found] = []
    for dash in found:
        yield
        if dash is not None and dash.target in s.foes and all(u in s.mine for u in dash.units):
            yield from s.reached()
            for h, units, gone in _stands(s, dash):
                s.posts.danger(h, units, gone)
                yield
            parts = worth(s, dash)
            if _sum(parts) >= LEAST:
                likely.append((dash, parts))
    if likely:
        _, attacks = yield from s.assault.work(LOOKS)
        likely = [
            (dash, (*parts, ("missing elsewhere", -_missing(s, dash, attacks, _sum(parts))))) for dash, parts in likely
        ]
    best = max(likely, key=lambda found: _sum(found[1]), default=None)
    return best if best is not None and _sum(best[1]) >= LEAST else None


def _sum(parts: Parts) -> float:
    return sum(value for _, value in parts)


def _missing(s: Situation, dash: Dash, attacks: Iterable[Valued], least: float) -> float:
    """What attacks on others that bring more lose without those who dash, by their share of the strength; what a later
    one by others too on the same enemies would bring more, as far as they are driven out before it."""
    total = 0.0
    for attack in (a for a in attacks if a.value > least):
        helped = any(st.unit not in dash.units for st in attack.stands)
        if attack.target == dash.target and helped:
            total += exchange(s, dash).vacated * (attack.value - least)
        elif attack.target != dash.target:
            strength = sum(s.mine[st.unit].attack for st in attack.stands)
            share = sum(s.mine[st.unit].attack for st in attack.stands if st.unit in dash.units) / strength
            total += share * attack.value
    return total


def worth(s: Situation, dash: Dash) -> Parts:
    """Losses of both sides, the ground that is won, what is left open, and what those who dash must fear where they end
    up."""
    e = exchange(s, dash)
    hope = e.vacated if e.gain >= e.loss else 0.0  # no gamble is made for what may be done once the hex is open
    return (
        ("enemy losses", e.gain),
        ("own losses", -e.loss),
        ("ground", e.hope(s.w.luck) * s.ground(dash.target)),
        ("enemy lines", hope * _opened(s, dash)),
        ("goals", hope * _beyond(s, dash)),
        ("danger", _danger(s, dash, e)),
        ("way to goals", _astray(s, dash, e)),
        ("line", _fed(s, dash)),
        ("left", -_left(s, dash, e)),
        ("effort", -s.w.effort * len(dash.units)),
    )


def exchange(s: Situation, dash: Dash) -> Expected:
    """What comes of it in the mean."""
    out = ways_out(s.k.beside, dash.target, s.w.retreat, s.assault.closed(frozenset({dash.hex})))
    who = [(s.mine[u], dash.hex) for u in dash.units]
    return mean(dash.results, who, s.foes[dash.target], out)


def _stands(s: Situation, dash: Dash) -> list[tuple[Hex, tuple[Unit, ...], frozenset[Unit]]]:
    """Where those who dash stand now, where they do once they have won, and where if not; enemies that are gone."""
    here, gone = s.mine[dash.units[0]].hex, frozenset(f.unit for f in s.foes[dash.target])
    return [(here, dash.units, NOBODY), (dash.target, dash.units, gone), (dash.hex, dash.units, NOBODY)]


def _danger(s: Situation, dash: Dash, e: Expected) -> float:
    """By how much more they are in danger than where they stand, in the hex that they win or before it; that they are
    in less is no merit of a dash, as they could go away without it."""
    now, won, lost = (s.posts.danger(*stand) for stand in _stands(s, dash))
    return min(now - _mean(e, PASSING * won if dash.onward else won, lost), 0.0)


def _mean(e: Expected, won: float, lost: float) -> float:
    """What comes of something that depends on whether they win the hex."""
    return e.vacated * won + (1 - e.vacated) * lost


def _opened(s: Situation, dash: Dash) -> float:
    """What may be cut off once the hex is open: enemies with supply on both sides of it, if there are no zones and a
    way leads through it to hexes where nobody of the side could come before."""
    if s.k.zone(dash.target) or not s.w.cut:
        return 0.0
    beside = s.k.beside(dash.target)
    behind = [h for h in beside if h not in s.foes and h not in s.within_reach]
    held = {h for n in (dash.target, *behind) for h in s.k.beside(n) if h in s.foes and h != dash.target}
    fed = sum(sum(f.steps) for h in held if s.foe_lines.reaches(h) for f in s.foes[h])
    return s.w.cut * OPENED * fed if behind else 0.0


def _beyond(s: Situation, dash: Dash) -> float:
    """What goals of the enemy count that nobody could attack before, by the strength of others who could come beside
    them through the hex, if there are no zones."""
    total, k = 0.0, s.k
    if k.zone(dash.target):
        return total
    able = [u for u in s.movers if u not in dash.units and s.mine[u].attack > 0 and dash.hex in k.reach(u)]
    left = {u: max(k.reach(u).values()) - k.reach(u)[dash.hex] for u in able}
    for goal, value in sorted(k.goals().items()) if able else ():
        near = {goal, *k.beside(goal)}
        if k.holder(goal) != k.side and goal != dash.target and near.isdisjoint(s.within_reach):
            far = k.way(goal).get(dash.target, float("inf"))
            strength = sum(s.mine[u].attack for u in able if left[u] >= far)
            defense = sum(f.defense for f in s.foes.get(goal, ()))
            total += value * min(strength / (ODDS * max(defense, 1)), 1.0)
    return s.w.capture * OPENED * total


def _astray(s: Situation, dash: Dash, e: Expected) -> float:
    """What it costs that they end up farther from all goals than they are; nearer is no merit of a dash."""
    here, won, lost = (s.posts.pull(h) for h in (s.mine[dash.units[0]].hex, dash.target, dash.hex))
    return min(_mean(e, won, lost) - here, 0.0) * sum(1 for u in dash.units if not s.mine[u].leads) * ASTRAY


def _fed(s: Situation, dash: Dash) -> float:
    """What changes in supply, and in how sure it is, between where they stand and where they attack from, one hex from
    where they end up."""
    here, found = s.mine[dash.units[0]].hex, 0.0
    for u in dash.units:
        there, now = dict(s.posts.parts(u, dash.hex)), dict(s.posts.parts(u, here))
        found += there["line"] - now["line"] + there["neck"] - now["neck"]
    return found


def _left(s: Situation, dash: Dash, e: Expected) -> float:
    """What is felt of goals that nobody is left in, and to which they leave ways open; those that they shut are shut
    only once they have won, and not by luck."""
    here = s.mine[dash.units[0]].hex
    moved = dict.fromkeys(dash.units, dash.target)
    stay = any(f.hex == here and f.unit not in moved and not f.leads for f in s.mine.values())
    free, before = (sum(s.free_goals(m).values()) for m in (moved, {})) if s.w.open else (0.0, 0.0)
    more = free - before
    return s.w.open * (more if more > 0 else e.hope(0.0) * more) + (0.0 if stay else s.posts.taking(here))
