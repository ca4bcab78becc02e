"""Attacks in the middle of movement, before a plan is made: what they open and cost, by the worth of all attacks."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from typing import NamedTuple

from engine.components.grid import Hex, Unit
from engine.play.action import Action
from engine.players.planner.exchange import Expected, mean, ways_out
from engine.players.planner.knowledge import Outcome
from engine.players.planner.plan import Parts, weighed
from engine.players.planner.situation import Situation
from engine.players.planner.strikes import NOBODY

LEAST = 0.1
"""Worth for which a dash is made."""


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

    def told(self, parts: Parts) -> str:
        """Why it is made, as the end of a sentence."""
        return f"on the way: {sum(value for _, value in parts):+.1f}{weighed(parts)}"


Found = tuple[Dash, Parts]


def best_dash(s: Situation, found: Iterable[Dash | None]) -> Generator[None, None, Found | None]:
    """The dash that is worth most with what speaks for it, in pieces; ``None`` where none is worth making."""
    best: tuple[float, Found] | None = None
    for dash in found:
        yield
        if dash is not None and dash.target in s.foes and all(u in s.mine for u in dash.units):
            yield from s.reached()
            for h, units, gone in _stands(s, dash):
                s.posts.danger(h, units, gone)
                yield
            parts = worth(s, dash)
            value = sum(v for _, v in parts)
            if value >= LEAST and (best is None or value > best[0]):
                best = value, (dash, parts)
    return best[1] if best is not None else None


def worth(s: Situation, dash: Dash) -> Parts:
    """Losses of both sides, the ground that is won, and what those who dash must fear where they end up."""
    e = exchange(s, dash)
    return (
        ("enemy losses", e.gain),
        ("own losses", -e.loss),
        ("ground", e.vacated * (s.w.ground + s.k.goals().get(dash.target, 0.0))),
        ("danger", _danger(s, dash, e)),
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
    """By how much less they are in danger than where they stand: in the hex that they win, or before it."""
    now, won, lost = (s.posts.danger(*stand) for stand in _stands(s, dash))
    return now - e.vacated * won - (1 - e.vacated) * lost
