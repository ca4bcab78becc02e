"""``stavka saves`` and ``stavka dice``: saved games on the shell, without the screen library."""

from __future__ import annotations

from collections.abc import Iterator

from engine.components.wording import plural
from saves import SaveError, SaveInfo, Store, empty, in_order, restore, summarize, trashed
from tui.words.saves import columns, local

WIDTH = 79
WORDS = {"rename": 2, "copy": 1, "delete": 1, "restore": 1, "empty": 0}
"""What can be done, and how many names it needs."""


class Unclear(ValueError):
    """Words on the command line that mean nothing, as a sentence."""


def listing(store: Store, by: str, long: bool) -> tuple[list[str], bool]:
    """The saved games, two lines each or more; whether all can be read."""
    entries = in_order(store.list(), by)
    names = max((len(e.slug) for e in entries), default=0) + 1
    rows = [row for entry in entries for row in _rows(store, entry, long, names)]
    if not entries:
        rows = [f"no saved games in {store.folder}"]
    if thrown := trashed(store):
        rows.append(f"trash: {plural(len(thrown), 'game')} (stavka saves --trash)")
    return rows, not any(e.damaged for e in entries)


def _rows(store: Store, entry: SaveInfo, long: bool, names: int) -> Iterator[str]:
    blank = " " * names
    if entry.damaged:
        yield f"{entry.slug:<{names}}unreadable: {entry.damaged}"
        found = summarize(store, entry.slug)
        if not found.problem:
            yield f"{blank}can be taken up in {found.turn} all the same: stavka resume {entry.slug}"
        return
    yield f"{entry.slug:<{names}}{columns(entry, WIDTH - names)}"
    if long:
        found = summarize(store, entry.slug)
        if found.problem:
            yield f"{blank}{found.problem}"
            return
        marks = f", {plural(found.bookmarks, 'bookmark')}" if found.bookmarks else ""
        who = f"{found.side} to decide" if found.side else "decided"
        yield f"{blank}{found.turn}, {who}, {found.score}, {plural(found.lines, 'line')}{marks}"
        yield from (f"{blank}{text}" for text in (found.last, found.held, *found.notes) if text)


def trash(store: Store) -> list[str]:
    """What lies in the trash."""
    found = trashed(store)
    rows = [f"{t.name:<40} {t.entry.title or t.entry.damaged}, thrown away {local(t.thrown)}" for t in found]
    return rows or ["the trash is empty"]


def slug_of(store: Store, name: str) -> str:
    """The name of a saved game that is asked for by it or by its title; what is neither comes back as it is.

    Raises ``SaveError`` for a title that several games have.
    """
    entries = store.list()
    if any(entry.slug == name for entry in entries):
        return name
    found = [entry.slug for entry in entries if entry.title.casefold() == " ".join(name.split()).casefold()]
    if len(found) > 1:
        raise SaveError(None, f"several games are called '{name}': {', '.join(found)}")
    return found[0] if found else name


def act(store: Store, words: list[str], sure: bool) -> str:
    """Rename, copy, delete, restore or empty; a sentence. Raises ``SaveError`` and ``Unclear``."""
    what, *names = words
    if what not in WORDS:
        raise Unclear(f"'{what}' is none of: {', '.join(WORDS)}")
    if len(names) < WORDS[what] or (what not in ("rename", "copy") and len(names) > WORDS[what]):
        need = {"rename": "rename NAME NEW TITLE", "copy": "copy NAME [TITLE]"}.get(what, f"{what} NAME")
        raise Unclear(f"it is: stavka saves {need if WORDS[what] else what}")
    if what in ("rename", "copy", "delete"):
        names[0] = slug_of(store, names[0])
    if what == "rename":
        title = " ".join(names[1:])
        store.rename(names[0], title)
        return f"{names[0]} is called '{title}' now"
    if what == "copy":
        return f"copied to {store.duplicate(names[0], ' '.join(names[1:]))}"
    if what == "delete":
        return f"in the trash as {store.delete(names[0]).name}; 'stavka saves restore {names[0]}' brings it back"
    if what == "restore":
        return f"{restore(store, names[0])} is back"
    count = len(trashed(store))
    if count and not sure:
        raise SaveError(None, f"this deletes {plural(count, 'game')} for good; say so with --yes")
    return f"{plural(empty(store), 'game')} deleted for good"


def dice(store: Store, name: str) -> list[str]:
    """The dice of a saved game, as both sides may see them. Raises ``SaveError``."""
    from engine.play.timeline import Timeline
    from tui.words.past import dice_text

    slug = slug_of(store, name) if name else store.latest()
    if slug is None:
        raise SaveError(None, f"there is no saved game in {store.folder}")
    match = store.peek(slug).match
    sides = match.data.meta.get("side", {})

    def title(side: str) -> str:
        return str(sides.get(side, {}).get("title", side.capitalize()))

    return dice_text(Timeline(match, "").read_all(), title, WIDTH)
