"""Saved games as lines of text, for the list on screen and for the shell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime

from engine.components.wording import plural
from saves import SaveInfo, Summary

TWIN = 14
"""So much of a title that several games have stands before the name that tells them apart."""


def local(when: str) -> str:
    """A UTC time of a save in the player's own time zone, to the minute; as it stands if it is none."""
    try:
        return datetime.fromisoformat(when).astimezone().strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError, OSError):
        return when[:16]


def twins(entries: Iterable[SaveInfo]) -> set[str]:
    """Titles that several games have, as they are called after their scenario."""
    count = Counter(e.title for e in entries if e.title)
    return {title for title, number in count.items() if number > 1}


def columns(entry: SaveInfo, width: int, *, twin: bool = False) -> str:
    """Title, scenario, turn and time of a save in columns of ``width`` cells; a ``twin`` is told by its slug."""
    name = entry.label or entry.title or entry.slug
    if twin and entry.slug:
        name = f"{name[:TWIN]} ({entry.slug})"
    if entry.damaged:
        return f"{name[:28]:<28} ! {entry.damaged}"[:width]
    rest = f"{f'{entry.game} {entry.scenario}'[:15]:<15} {f'turn {entry.turn}':<8} {local(entry.when)}"
    room = max(8, width - len(rest) - 1)
    name = name if len(name) <= room else name[: room - 1] + "…"
    return f"{name:<{room}} {rest}"


def about(entry: SaveInfo, found: Summary) -> list[tuple[str, str]]:
    """Sentences about a game, each with its role: where it stands, what happened last, what can be done."""
    if found.problem:
        newer = "later version" in found.problem
        hope = "A newer program reads it." if newer else "Nothing in it can be read; → throws it away."
        return [(f"{entry.slug}: {found.problem}", "warn"), (hope, "dim")]
    who = f"{found.side} to decide" if found.side else "decided"
    more = [plural(found.lines, "line"), plural(found.bookmarks, "bookmark")] if found.bookmarks else []
    rows = [(" · ".join([found.turn, who, found.score, *more]), "strong")]
    rows.append((found.asked, "text"))
    if found.analysis:
        rows.append(("An analysis position, put up by hand.", "text"))
    if found.last:
        rows.append((f"Last: {found.last}", "text"))
    rows.append((f"{found.players}. Name for the shell: {entry.slug}", "dim"))
    if entry.damaged:
        rows.insert(0, (f"Damaged ({entry.damaged}), but this can be taken up with Enter:", "warn"))
    if found.held:
        rows.insert(0, (f"{found.held} Enter opens it for watching only.", "warn"))
    if found.overrides:
        rows.append((f"Played with own {found.overrides}.", "dim"))
    return rows + [(note, "warn") for note in found.notes if note not in (found.held,)]
