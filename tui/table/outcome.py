"""What a computer's turn has brought both sides, as a sentence at its end."""

from __future__ import annotations

from collections.abc import Sequence

from engine.components.wording import plural
from engine.play.event import Event
from engine.play.turns import Losses, report
from tui.game.controller import Controller

FEW = 3
"""So many of the places that changed hands are named."""


def brought(controller: Controller, events: Sequence[Event], before: int) -> str:
    """Losses of each side, places taken and the score against that before, as far as the person may know."""
    view = controller.view
    seen = view.told(events)
    found = report(seen, controller.match.data.roster, controller.sides)
    told = [f"{controller.side_title(s)} lost {_losses(lost)}." for s, lost in found.losses.items() if _losses(lost)]
    held = dict.fromkeys(h for e in seen if e.kind == "control" for h in e.hexes if h in view.board.place_at)
    names = list(dict.fromkeys(view.board.place_at[h].name for h in held))
    more = f" and {len(names) - FEW} more" if len(names) > FEW else ""
    told += [f"Taken: {', '.join(names[:FEW])}{more}."] if names else []
    score = view.score()
    changed = [f"{score.unit.capitalize()} {before} to {score.number}."] if score.number != before else []
    return " ".join([*told, *changed]) or "Nobody lost anything."


def _losses(lost: Losses) -> str:
    parts = [plural(len(lost.gone), "unit")] if lost.gone else []
    return " and ".join([*parts, *([plural(lost.steps, "step")] if lost.steps else [])])
