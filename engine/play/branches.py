"""An action whose dice have not fallen: each outcome as a position of its own, with its chance."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from engine.components.dice import Dice
from engine.play.action import Action
from engine.play.step import Context, Throw
from engine.play.suppose import fork

DEPTH = 3
"""Dice of one action that are looked at face by face; what is thrown after them falls as the seed has it."""


class Outcome(NamedTuple):
    """A position that an action may lead to, the chance of it, and the dice that lead there."""

    chance: float
    c: Context[Any]
    rolls: tuple[int, ...]


def outcomes(
    c: Context[Any], action: Action, seed: int = 0, depth: int = DEPTH, most: int | None = None
) -> list[Outcome]:
    """Every outcome of an action that is allowed, in the order of the faces; their chances add up to 1.

    Faces that bring the same result, where the roll tells its results, are one outcome; of each die the ``most``
    likeliest are followed, which share out the chances of the others. ``c`` stays as it is.
    """
    return list(_following(c, action, seed, depth, (), most))


def _following(
    c: Context[Any],
    action: Action,
    seed: int,
    depth: int,
    rolls: tuple[int, ...],
    most: int | None,
    chance: float = 1.0,
) -> Iterator[Outcome]:
    """The outcomes that begin with these dice."""
    there, thrown = _carried_out(c, action, seed, rolls)
    if len(thrown) <= len(rolls) or len(rolls) >= depth:
        yield Outcome(chance, there, tuple(t.value for t in thrown))
        return
    faces = _faces(thrown[len(rolls)])
    likely = sorted(faces, key=lambda f: (-f[1], f[0]))[:most]
    scale = chance / sum(share for _, share in likely)
    for face, share in faces if most is None else sorted(likely):
        yield from _following(c, action, seed, depth, (*rolls, face), most, share * scale)


def _carried_out(
    c: Context[Any], action: Action, seed: int, rolls: tuple[int, ...]
) -> tuple[Context[Any], list[Throw]]:
    """The position after the action with these dice first, and all dice thrown."""
    there = fork(c, seed)
    dice = Dice(seed)
    dice.queue(rolls)
    there.dice = dice
    there.step.apply(there, action)
    there.touch()
    return there, there.thrown


def _faces(throw: Throw) -> list[tuple[int, float]]:
    """The faces that bring different results, the first of each, with their chances."""
    results = throw.results if len(throw.results) == throw.sides else tuple(map(str, range(throw.sides)))
    first: dict[str, int] = {}
    count: dict[str, int] = {}
    for face, result in enumerate(results, 1):
        first.setdefault(result, face)
        count[result] = count.get(result, 0) + 1
    return [(first[result], n / throw.sides) for result, n in count.items()]
