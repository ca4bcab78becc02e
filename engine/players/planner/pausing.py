"""Standing still for some phases: what attacks would bring meanwhile, against what is to be had afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.play.action import Action
from engine.players.greedy.idea import Idea
from engine.players.planner.lending import Line, Strike


def balance(phases: int, strikes: Iterable[Strike], free: float) -> tuple[float, float]:
    """What attacks of so many phases bring, if as many can be made in each as now, and what is ``free`` afterwards."""
    return phases * sum(strike.value for strike in strikes), free


def pausing(lost: float, gain: float) -> Iterator[Idea]:
    """Whether to begin to stand still."""
    yield Idea(Action("pause"), "pause", f"Attacks worth {lost:.0f} are not made", (("beyond the line", gain - lost),))
    yield Idea(Action("end"), "end", f"Attacks worth {lost:.0f} can be made meanwhile")


def broken_off(lost: float, gain: float) -> list[Line]:
    """The end of it, where it costs more than it brings."""
    return [(Action("abort"), f"Attacks worth {lost:.0f} are at hand.")] if lost > gain else []
