"""What computer players did, and what of it may be told to the person at the screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from engine.components.grid import Hex
from engine.play.event import Event
from engine.play.view import View


@dataclass
class Deed:
    """One action of a computer player, for its report."""

    side: str
    action: str
    why: str
    events: tuple[Event, ...] = field(default=())
    number: int = 0
    """How long the history was with it: taking back more than that takes it out of the report."""
    secret: bool = False
    """Whether nobody else may know of it."""
    turn: int = 0
    """The turn of the game in which it was done."""

    @property
    def plan(self) -> str:
        """What of the reason holds for more actions than this one; empty for nothing."""
        return self.why.rpartition("\n")[0]

    @property
    def own(self) -> str:
        """What of the reason is about this action."""
        return self.why.rpartition("\n")[2]


def told_of(deeds: Sequence[Deed], view: View) -> tuple[list[Deed], int]:
    """Those of some deeds that the side of a view may know, and how many are left out.

    Where only a part of the events may be read, or the step is a secret, action and reason would tell: they are empty.
    """
    found = list[Deed]()
    for deed in deeds:
        seen = tuple(view.told(deed.events))
        if view.state.over or deed.side == view.side:
            found.append(deed)
        elif seen and (deed.secret or any(e.veiled(view.side) for e in deed.events)):
            found.append(replace(deed, events=seen, action="", why=""))
        elif seen or not (deed.secret or deed.events):
            found.append(deed)
    return found, len(deeds) - len(found)


def deeds_at(deeds: Sequence[Deed], view: View, h: Hex) -> list[Deed]:
    """Those of some deeds that were about a hex, or done by who is seen there now, the last first."""
    names = {view.board.labels[h], *(view.roster.ids[u] for u in view.stacks.get(h, ()) if not view.hidden(u))}
    return [deed for deed in reversed(deeds) if deed.why and not names.isdisjoint(deed.action.split()[1:])]
