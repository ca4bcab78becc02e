"""``g``: finding something by a part of its name, and going there; several units at once come to hand together."""

from __future__ import annotations

from tui.game.find import Finding, Index
from tui.table.acting import Acting
from tui.table.desk import Desk
from tui.table.groups import Groups
from tui.table.hand import Hand
from tui.widgets.list_box import Item
from tui.widgets.menu import Ask
from tui.widgets.panels import joined


def find(desk: Desk, hand: Hand, acting: Acting, groups: Groups) -> None:
    """Open the search over everything that the viewer may know."""
    index = Index(desk.controller.view, desk.cursor, frozenset(hand.decision.subjects))
    several: list[Finding] = []

    def source(text: str) -> list[Item]:
        found = [entry for entry in index.search(text) if entry not in several]
        return [*map(_item, found), *(_item(entry, True) for entry in several)]

    def mark(item: Item, step: int) -> None:
        entry: Finding = item.value
        if entry in several:
            several.remove(entry)
        elif entry.unit and entry.unit in hand.decision.subjects:
            several.append(entry)
        else:
            desk.say(f"{entry.text} is nobody that could act now.", "warn")
            return
        desk.menu.retype("")

    def chosen(item: Item | None, text: str) -> None:
        if several and (item is None or item.value.unit):
            marked = several if item is None or item.value in several else [*several, item.value]
            if len(marked) > 1:
                hand.wandered = True
                _together(desk, groups, [entry for entry in marked if entry.unit in hand.decision.subjects])
                return
        if item is not None:
            hand.wandered = True
            _go(desk, hand, acting, item.value)
        elif text.strip():
            desk.say(f"There is no hex, place or unit '{text.strip()}' here.", "warn")

    title = "Find unit, place, hex or chit"
    desk.open_menu(Ask(title, chosen, typing=True, free=True, source=source, more=mark, more_words="several"))


def _item(entry: Finding, marked: bool = False) -> Item:
    """A find as a line: what is off the map is dim and tells where it is instead of a hex."""
    role = "now" if marked else "dim" if entry.hex < 0 else "text"
    return Item(f"+ {entry.text}" if marked else entry.text, entry, note=joined(entry.where, entry.note), role=role)


def _together(desk: Desk, groups: Groups, entries: list[Finding]) -> None:
    """Several units in hand, the cursor where the first one stands."""
    if entries and entries[0].hex >= 0:
        desk.go_to(entries[0].hex)
    groups.take([entry.unit for entry in entries])


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
    """Take a found unit in hand where it can do something now; whether that was done.

    Who was in hand before is not: Enter where the other one stands would move it there.
    """
    subject = entry.unit
    if subject not in hand.decision.subjects or desk.controller.bot_turn or not hand.decision.of(subject):
        return False
    acting.select(subject)
    return True
