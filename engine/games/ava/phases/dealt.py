"""6.1: where the chits could be that a side does not see."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.components.dice import Lots
from engine.components.grid import Unit
from engine.games.ava.phases.command import activates, nationality, quota
from engine.games.ava.phases.zhukov import holdable
from engine.games.ava.tables import Ctx, tables
from engine.play.citing import rule

SELECTING = ("select", "add-army", "distribute")
"""Steps before whose end a side has put nothing into the cup."""


@rule("ava:6.1", "ava:6.2", "ava:6.3", "ava:13.0")
def deal(c: Ctx, side: str, lots: Lots, known: Collection[Unit]) -> None:
    """As many hidden chits into the cup as it holds, those of the selection that are neither there nor played into the
    hand; all others are available. Nobody is taken to have selected what activates nobody if he had something
    better."""
    s = c.state
    order = lots.mixed(sorted(k for k, where in s.chits.items() if where == "hidden"))
    hidden = sorted(order, key=lambda k: not activates(c, k))
    s.chits.update(dict.fromkeys(hidden, "ready"))
    if s.cup < 0 or not hidden:
        return
    cup = s.cup - sum(1 for where in s.chits.values() if where == "cup")
    choosing = any(f.step in SELECTING for f in s.stack) and not cup
    if not choosing:
        _select(c, c.other(side), hidden, cup)
    c.touch()


def _select(c: Ctx, enemy: str, hidden: Sequence[str], cup: int) -> None:
    """A selection that fits the numbers of the track, the chits played, and the number of those in the cup."""
    chosen = _chosen(c, enemy, hidden)
    held = holdable(c, enemy)
    keeping = [k for k in chosen if _kind(c, k) == "interrupt"]
    spare = len(chosen) - len(keeping) - cup
    if spare > 0 and held in chosen:
        keeping.append(held)
    into = [k for k in chosen if k not in keeping]
    into += [k for k in (*hidden, *keeping) if k not in into and k not in keeping]
    for k in keeping:
        c.state.chits[k] = "hand"
    for k in into[:cup]:
        c.state.chits[k] = "cup"


def _chosen(c: Ctx, enemy: str, hidden: Sequence[str]) -> list[str]:
    """Of the hidden chits, which are in an order by lot, those of a selection, Reinforcements first (6.2)."""
    gone = [k for k, where in c.state.chits.items() if where == "played" and tables(c).chits[k]["owner"] == enemy]
    found: list[str] = []
    for nation, number in quota(c, enemy).items():
        left = number - sum(nationality(c, k) == nation for k in gone)
        own = [k for k in hidden if nationality(c, k) == nation]
        found += sorted(own, key=lambda k: _kind(c, k) != "reinforcement")[: max(left, 0)]
    return found


def _kind(c: Ctx, chit: str) -> str:
    return tables(c).chits[chit]["kind"]
