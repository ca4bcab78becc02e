"""What an adviser may look at: one side's view, laid out as a context of its own to try things on."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from engine.components.grid import Unit
from engine.play.action import Action
from engine.play.legal import Legal
from engine.play.state import copy_state
from engine.play.step import Context, Prompt
from engine.play.suppose import lay_beside
from engine.play.view import View
from engine.players.greedy.idea import Idea


@dataclass(slots=True)
class Scene:
    """The moment of a decision. ``c`` is a copy of the view: whatever is tried on it changes nothing in the game."""

    c: Context[Any]
    side: str
    step: str
    prompt: Prompt
    legal: Legal
    notes: dict[str, Any] = field(default_factory=dict)
    """Kept by the player until the step, the turn or the dice change: plans and what is costly to find."""
    seed: int = 0
    script: list[tuple[Action, str]] = field(default_factory=list)
    """Actions to come, in order, each with its reason: a plan of a whole phase. The player hands them out one by one
    without asking again, as long as nothing but these actions happens; what is not allowed any more is left out."""
    diary: dict[str, Any] = field(default_factory=dict)
    """Like ``notes``, but kept over dice and steps, until the turn or the side changes."""
    known: frozenset[Unit] = frozenset()
    """Units that may not be looked at now, and that the side has seen where they are; nobody for players that do not
    remember."""

    def anew(self, name: str, key: Hashable) -> bool:
        """Whether something is done for the first time for a key, such as a part of the turn; it is in the diary."""
        done: set[Hashable] = self.diary.setdefault(name, set())
        first = key not in done
        done.add(key)
        return first


class Advisor(Protocol):
    """What a game knows about playing it well. ``Ruleset.advice`` names the module whose ``ADVISOR`` this is."""

    def ideas(self, scene: Scene) -> Iterator[Idea | None]:
        """Ideas for the step that waits; none for a step it does not know.

        ``None`` in between is a breath: whoever runs the player may draw the screen and read keys.
        """


class ByStep:
    """An advisor that has a function for each step of which it knows anything."""

    def __init__(self, steps: Mapping[str, Callable[[Scene], Iterator[Idea | None]]]) -> None:
        self._steps = steps

    def ideas(self, scene: Scene) -> Iterator[Idea | None]:
        """Those of the step's own function; none for a step without."""
        adviser = self._steps.get(scene.step)
        return adviser(scene) if adviser is not None else iter(())


def lay_out(view: View, prompt: Prompt, legal: Legal, seed: int) -> Scene:
    """The scene of a view. The dice are those of nobody: nothing that is tried may foretell a throw."""
    c: Context[Any] = lay_beside(view.c, copy_state(view.state))
    return Scene(c, view.side, c.frame.step, prompt, legal, {}, seed)
