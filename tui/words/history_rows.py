"""The history as lines of a list: what happened, under headings by turn and phase, with bookmarks. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.components.load import GameData
from engine.play.bookmarks import Bookmark
from engine.play.event import Event
from engine.play.timeline import HistoryEntry, Timeline
from tui.game.names import action_words
from tui.widgets.lines import section
from tui.widgets.list_box import Item
from tui.widgets.panels import dice_of, joined

UNREAD = -1
"""The number of a line that is shown before the past has been read: its moment is not known yet."""


@dataclass(frozen=True, slots=True)
class Row:
    """What a line of the list stands for: a line of the history, one event of it, or the heading of a group."""

    number: int
    text: str
    event: Event | None = None
    heading: bool = False

    @property
    def rule(self) -> str:
        """The rule behind it."""
        return self.event.rule if self.event else ""


def entry_texts(data: GameData, entry: HistoryEntry, side: str) -> list[tuple[str, Event | None]]:
    """What to tell of a line: its events, else its action; of a secret that there was one, and what all saw of it."""
    if entry.own_numbers:
        return [("The dice have other numbers from here on.", None)]
    told: list[tuple[str, Event | None]] = [(" ".join(e.text.split("\n")), e) for e in entry.events]
    if entry.hidden:
        return [(f"{side}: a secret choice", None), *told]
    if told:
        return told
    if not entry.number:
        return [("The beginning", None)]
    return [(f"{side}: {action_words(data, entry.line.action)}", None)]


def rows_of(timeline: Timeline, data: GameData, marks: Sequence[Bookmark], titles: dict[str, str]) -> list[Item]:
    """The list of everything that has been read."""
    noted = {b.line: b for b in marks}
    items: list[Item] = []
    place = ("", "")
    for entry in timeline.entries:
        here = (entry.turn_name, entry.place)
        if here != place and entry.number:
            place = here
            title = joined(*here)
            items.append(Item(f"── {title}", Row(entry.number - 1, title, heading=True), role="strong"))
        side = titles.get(entry.line.side, entry.line.side)
        for place_in, (text, event) in enumerate(entry_texts(data, entry, side)):
            first = place_in == 0
            number = f"{entry.number:>4} " if first else "     "
            mark = noted.get(entry.number) if first else None
            item = _item(number, text, entry.number, event)
            more = joined(entry.turn_name, entry.place, "bookmark" if mark else "", item.more)
            items.append(item._replace(role="now" if mark else "text", more=more, sign="*" if mark else ""))
            if mark and mark.note:
                items.append(Item(f"     “{mark.note}”", Row(entry.number, mark.note), role="now", more="note"))
    return items


def told_so_far(events: Iterable[Event]) -> list[Item]:
    """What happened, without numbers, turns and marks: all that is known before the past has been read."""
    return [_item("     ", " ".join(e.text.split("\n")), UNREAD, e) for e in events]


def _item(number: str, text: str, line: int, event: Event | None) -> Item:
    rule, note = (section(event.rule), dice_of(event)) if event is not None else ("", "")
    return Item(number + text, Row(line, text, event), rule, note=note, more=event.kind if event is not None else "")


def from_the_end(items: Sequence[Item], back: int) -> int:
    """The row of the event that so many others follow; the last row where nobody has gone up, or there are fewer."""
    told = [n for n, item in enumerate(items) if item.value.event is not None]
    return told[-1 - back] if 0 < back < len(told) else len(items) - 1


def turns_of(timeline: Timeline) -> list[tuple[str, int]]:
    """Each turn in words, and the line before its first."""
    found: dict[str, int] = {}
    for entry in timeline.entries[1:]:
        found.setdefault(entry.turn_name, entry.number - 1)
    return list(found.items())
