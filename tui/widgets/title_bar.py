"""Line one: game, turn, phase, score, and whether the game is saved."""

from __future__ import annotations

from rich.cells import cell_len

from engine.play.view import View
from tui.game.controller import Controller
from tui.widgets.lines import Lines

LONG = 14
"""A name of more characters than this is shortened before it is left out."""


class TitleBar(Lines):
    """One line that is always there."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, base="title")

    def update_from(self, controller: Controller, note: str = "") -> None:
        """Draw the line of a game; ``note`` is a word such as ``paused``."""
        self.show([((fit(controller, controller.view, self.size.width or 80, note), "title"),)])


def fit(controller: Controller, view: View, width: int, note: str = "") -> str:
    """The title line, with what matters least left out first."""
    meta = view.data
    score = view.score()
    phase = next((o.title for o in reversed(view.outline()) if o.status == "now"), "")
    own = f"own {', '.join(n.removesuffix('.toml') for n in meta.overrides)}" if meta.overrides else ""
    left = [meta.game, str(meta.scenario.get("title", "")), view.turn_name, phase]
    points = score.decides or f"{controller.side_title(score.side)} {score.told}"
    saved = "! not saved" if controller.save_failed else f"● {controller.save_note}" if controller.save_note else ""
    analysis = "analysis" if view.state.analysis else ""
    right = [note, own, analysis, points, saved]
    while True:
        a, b = "  ".join(t for t in left if t), "  ".join(t for t in right if t)
        gap = width - 2 - cell_len(a) - cell_len(b)
        if gap >= 5 and points in right and not score.decides:
            # Of what, where there is room for it.
            b, gap = b.replace(points, f"{points} VP"), gap - 3
        if gap >= 2 or not (left or right):
            return f" {a}{' ' * max(2, gap)}{b} "
        _drop(left, right)


def _drop(left: list[str], right: list[str]) -> None:
    """Leave out what is missed least: game, scenario, then phase; the score and a failing save stay to the end.

    Of a scenario with a long name the game tells more than its first letters do.
    """
    if left and left[0] and len(left[1]) > LONG:
        left[1] = ""
        return
    for part, index in ((left, 0), (left, 1), (right, 1), (left, 3), (right, 2), (right, 4), (left, 2), (right, 0)):
        if index < len(part) and part[index]:
            text = part[index]
            # A name is first shortened, then left out; that data are the player's own is always said (index 1).
            if part is right and index == 1:
                if text == "own":
                    continue
                part[index] = "own"
            else:
                part[index] = text[:9] + "…" if len(text) > LONG and part is left else ""
            return
    left.clear()
    right.clear()
