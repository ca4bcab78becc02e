"""``g``: finding something by a part of its name, and going there."""

from __future__ import annotations

from tui.game.find import Finding, Index
from tui.table.acting import Acting
from tui.table.desk import Desk
from tui.table.hand import Hand
from tui.widgets.list_box import Item
from tui.widgets.menu import Ask
from tui.widgets.panels import joined


def find(desk: Desk, hand: Hand, acting: Acting) -> None:
    """Open the search over everything that the viewer may know."""
    index = Index(desk.controller.view, desk.cursor)

    def source(text: str) -> list[Item]:
        return [_item(entry) for entry in index.search(text)]

    def chosen(item: Item | None, text: str) -> None:
        if item is not None:
            _go(desk, hand, acting, item.value)
        elif text.strip():
            desk.say(f"There is no hex, place or unit '{text.strip()}' here.", "warn")

    desk.open_menu(Ask("Find unit, place, hex or chit", chosen, typing=True, free=True, source=source))


def _item(entry: Finding) -> Item:
    """A find as a line: what is off the map is dim and tells where it is instead of a hex."""
    off = entry.hex < 0
    return Item(entry.text, entry, note=joined(entry.where, entry.note), role="dim" if off else "text")


def _go(desk: Desk, hand: Hand, acting: Acting, entry: Finding) -> None:
    """To the hex of a find; who can come in from off the map is taken in hand, of others say where they are."""
    if entry.hex >= 0:
        desk.go_to(entry.hex)
        if entry.unit and _take(desk, hand, acting, entry):
            return
        desk.say("" if entry.unit or not entry.where else f"{joined(entry.text, entry.note)}: {entry.where}.")
    elif not entry.unit or not _take(desk, hand, acting, entry):
        name = entry.text if not entry.note else f"{entry.text} ({entry.note})"
        desk.say(f"{name} is not on the map: {entry.where}.")


def _take(desk: Desk, hand: Hand, acting: Acting, entry: Finding) -> bool:
    """Take a found unit in hand where it can go somewhere now; whether that was done."""
    subject = entry.unit
    if subject not in hand.decision.subjects or desk.controller.bot_turn:
        return False
    if all(hand.decision.target(a) in (None, entry.hex) for a in hand.decision.of(subject)):
        return False
    acting.select(subject)
    return True
