"""``t``: every sign that is on the screen now with its meaning, then all others. Letters narrow the list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from textual.app import ComposeResult

from engine.play.asked import Overlay
from tui.draw.legend import legend, present
from tui.draw.scene import Mark
from tui.game.controller import Controller
from tui.screens.base import ListScreen
from tui.widgets.bars import KeyLine
from tui.widgets.hex_map import HexMap
from tui.widgets.list_box import Item, ListBox
from tui.widgets.panels import SIGNS

PANELS = (
    ("2/3", "2/3", "steps that a unit has left, of all (hex panel)"),
    ("●", "●", "saved (title)"),
    ("×", "x", "declared for an attack (hex panel)"),
    ("§", "§", "number of a rule; the key for rules opens it"),
)
"""Signs of the panels: in Unicode, in ASCII, and what they mean."""
PHASES = {"done": "phase that is over", "now": "phase that is played now", "later": "phase still to come"}


class SignsScreen(ListScreen):
    """The legend of one play screen, as it stood when it was opened."""

    name_for_help = "Signs"
    hints = (("a-z", "filter"), ("page_down", "page"), ("back", "back"), "help")

    def __init__(self, game_map: HexMap, controller: Controller, overlay: Overlay | None, plain: bool) -> None:
        super().__init__()
        self.items = list(sign_items(game_map, controller, overlay, plain))

    def compose(self) -> ComposeResult:
        """One list."""
        yield ListBox("Signs on the screen, then all others", id="list", numbers=False)
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        """First drawing."""
        self.later(self.box.fill, self.items)


def sign_items(game_map: HexMap, controller: Controller, overlay: Overlay | None, plain: bool) -> Iterator[Item]:
    """Signs in sight first, those of the panels after them, then the rest."""
    scene, painter = game_map.scene, game_map.painter
    if scene is None or painter is None:
        return
    classes = controller.match.data.roster.classes
    every = legend(
        scene, painter.signs, painter.plain, classes, {s: controller.side_title(s) for s in controller.sides}
    )
    here = present(painter, [h for h in scene.ground.in_play if game_map.touches_view(h)], classes)
    seen = [(s.sign, s.text) for s in every if s.key in here]
    seen += _letters(scene.highlights.values(), controller)
    seen += [(sign, text) for sign, text in overlay.legend if sign] if overlay is not None else []
    seen += [(SIGNS[name][plain], text) for name, text in PHASES.items()]
    seen += [(panel[plain], panel[2]) for panel in PANELS]
    yield from (_item(sign, text, "text") for sign, text in seen)
    yield from (_item(s.sign, s.text, "dim", "not in sight") for s in every if s.key not in here)


def _letters(marks: Iterable[Mark], controller: Controller) -> list[tuple[str, str]]:
    """Each letter on the map that stands for what can be done there, with the words for it."""
    verbs = controller.decision.verbs if not controller.match.over else ()
    letters = sorted({mark for mark, _ in marks if mark.isalpha() and len(mark) == 1})
    told = {letter: [v.name for v in verbs if v.name[:1].upper() == letter] for letter in letters}
    return [(letter, f"here you can: {' or '.join(names)}") for letter, names in told.items() if names]


def _item(sign: str, text: str, role: str, note: str = "") -> Item:
    return Item(f"{sign:<9} {text}", text, note=note, role=role)
