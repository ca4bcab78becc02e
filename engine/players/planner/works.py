"""Works, and standing fast: where that would spare most of what the enemy could do next to those who stand there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, Protocol

from engine.components.grid import Hex, Unit
from engine.play.action import Action
from engine.play.step import Context
from engine.players.greedy.idea import Idea
from engine.players.planner.knowledge import Force, Fronted
from engine.players.planner.threats import Threat

Begin = Callable[[Hex, Sequence[Force]], Action | None]
"""How a work can be begun in a hex now by the units there."""
SAFE = 3
"""Hexes from the enemy beyond which nobody needs to fear him in the next phase."""
SPARED, LEAST = 0.3, 0.03
"""Share of the enemy's blow that a work spares; what a deed like this must bring to be done."""


def building(k: Fronted, begin: Begin, out: int, word: str) -> Iterator[Idea | None]:
    """Works where they spare most of what the enemy could do next; ``word`` says what is built."""
    for found in exposed(k, begin, out):
        if found is not None and (gain := SPARED * found[2]) > LEAST:
            told = f"{word} at {k.c.label(found[0])} holds the enemy up"
            yield Idea(found[1], "build", told, (("spared", gain),))
        yield None


def exposed(k: Fronted, begin: Begin, out: int) -> Iterator[tuple[Hex, Action, float] | None]:
    """Hexes near the enemy in which a work can be begun, with what his blow there may cost; ``None`` is a breath.
    ``out`` are the hexes that can be retreated."""
    far, foes = k.c.grid.distance, k.held(k.enemy)
    stacks: dict[Hex, list[Force]] = {}
    for f in k.forces(k.side):
        if f.hex in stacks or any(far(f.hex, foe) <= SAFE for foe in foes):
            stacks.setdefault(f.hex, []).append(f)
    able = [(h, action) for h, forces in sorted(stacks.items()) if (action := begin(h, forces)) is not None]
    near = [f.unit for f in k.forces(k.enemy) if any(far(f.hex, h) <= k.pace(k.enemy) + 1 for h, _ in able)]
    for u in near:
        k.reach(u)
        yield None
    threat = Threat(k, k.enemy, near) if able else None
    for h, action in able:
        yield h, action, threat.blow(h, stacks[h], out).cost if threat else 0.0


STANDS = 1.0
"""What standing fast must save beyond what is missed by it."""


class Strike(Protocol):
    """An attack that is to come: who from where, and what it is worth."""

    units: list[tuple[Unit, Hex]]
    value: float


def fast(
    hexes: Iterable[Hex], saved: Callable[[Hex], float], strikes: Collection[Strike], at: Sequence[Hex]
) -> Iterator[tuple[Hex, float, float]]:
    """Of some hexes those in which standing fast saves more than the best attack would bring of those who stand there,
    with both; ``at`` is where units are."""
    for h in hexes:
        missed = max((s.value for s in strikes if any(at[u] == h for u, _ in s.units)), default=0.0)
        if (spared := saved(h)) - max(missed, 0.0) >= STANDS:
            yield h, spared, missed


def standing(
    c: Context[Any],
    hexes: Iterable[Hex],
    old: Iterable[str],
    saved: Callable[[Hex], float],
    strikes: Collection[Strike],
    verbs: tuple[str, str],
) -> Iterator[tuple[Action, str]]:
    """Where to stand fast from now on, and where no longer of the hexes by their ``old`` labels, since nothing is saved
    there; the verbs are those by which it is begun and ended."""
    for h, spared, missed in fast(hexes, saved, strikes, c.state.hex_of):
        why = f"{c.board.describe(h)} stands fast: {spared:+.1f} saved, {missed:.1f} not won."
        yield Action(verbs[0], (c.label(h),)), why
    for label in old:
        if saved(c.board.find(label)) <= 0:
            yield Action(verbs[1], (label,)), f"0 enemies can attack {label} with success."
