"""Small decisions that are worth something each by itself: an idea for every allowed action of some verbs."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.players.greedy.idea import Idea, deed
from engine.players.greedy.scene import Scene

DUE = 9.0
"""What is done in any case, the best of it first."""


def valued(scene: Scene, **worth: Callable[..., float]) -> Iterator[Idea]:
    """Ideas for the actions of some verbs, by what each is ``worth`` by its words, where that is more than nothing."""
    c = scene.c
    for action in scene.legal:
        if action.verb in worth and (gain := worth[action.verb](*action.args)) > 0:
            yield Idea(action, action.verb, deed(c.roster, c.board, action), (("gain", gain),))
