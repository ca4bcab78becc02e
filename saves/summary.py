"""What a saved game is about, for lists: whose turn it is, what happened last, how much of it can be read."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from engine.play.bookmarks import bookmarks
from engine.play.match import Match
from saves import paths
from saves.errors import SaveError
from saves.lock import Held, Lock
from saves.store import SaveInfo, Store, foreign, utc_now

SORTS = {
    "last": "last played first",
    "title": "by title",
    "game": "by game and scenario",
    "turn": "by turn, the latest first",
    "date": "by date of the last save",
}
"""Orders of a list of saves, in words."""
RECENT = 40
"""Among so many events the last one is looked for that may be told."""


class Summary(NamedTuple):
    """A game as it can be taken up. ``problem`` says why it cannot; ``notes`` what would be lost or should be known."""

    turn: str = ""
    side: str = ""
    """Who decides now, as the rules call it; empty when the game is over."""
    asked: str = ""
    last: str = ""
    """The last thing that happened, as far as everybody may know it."""
    lines: int = 0
    bookmarks: int = 0
    score: str = ""
    players: str = ""
    overrides: str = ""
    analysis: bool = False
    """Whether it goes on from a position that was put up by hand."""
    notes: tuple[str, ...] = ()
    held: str = ""
    """Who plays it at this moment, as a sentence; it can be watched then."""
    problem: str = ""


def summarize(store: Store, slug: str) -> Summary:
    """Look into a game. Never raises: what is wrong is in ``problem``."""
    try:
        folder = paths.game_folder(store.folder, slug)
        held = _holder(folder)
        found = store.peek(slug)
    except SaveError as error:
        return Summary(problem=error.reason)
    except Exception as error:  # a list must not end because one of its games is strange
        return Summary(problem=f"cannot be read ({type(error).__name__})")
    whose = foreign(folder)
    return _of(found.match, (whose, *found.notes) if whose else tuple(found.notes), held)


def _holder(folder: Path) -> str:
    with contextlib.suppress(OSError):
        try:
            Lock.take(folder, utc_now()).release()
        except Held as error:
            return str(error)
    return ""


def _of(match: Match, notes: tuple[str, ...], held: str) -> Summary:
    people = [s for s in match.data.meta["sides"] if match.meta.get(f"player.{s}", "human") == "human"]
    view = match.view(people[0] if len(people) == 1 and not match.over else "")
    sides = match.data.meta.get("side", {})

    def title(side: str) -> str:
        return str(sides.get(side, {}).get("title", side.capitalize()))

    last = next((e.text for e in reversed(view.log(RECENT))), "")
    score = view.score()
    players = [f"{title(s)} {match.meta.get(f'player.{s}', 'human')}" for s in match.data.meta.get("sides", [])]
    return Summary(
        view.turn_name,
        title(match.side) if match.side else "",
        view.prompt.text,
        last,
        len(match.history),
        len(bookmarks(match)),
        score.decides or f"{title(score.side)} {score.told}",
        ", ".join(players),
        ", ".join(match.data.overrides),
        match.state.analysis,
        notes,
        held,
    )


def in_order(entries: Iterable[SaveInfo], by: str) -> list[SaveInfo]:
    """Entries, given the last played first, in one of the orders of ``SORTS``; damaged ones come at the end."""
    keys: dict[str, Callable[[SaveInfo], tuple[int | str, ...]]] = {
        "title": lambda e: (e.title.lower(), e.slug),
        "game": lambda e: (e.game, e.scenario, e.title.lower(), e.slug),
        "turn": lambda e: (-e.turn, e.title.lower(), e.slug),
    }
    if by == "last":
        return list(entries)
    found = sorted(entries, key=keys.get(by, lambda e: (e.when, e.slug)), reverse=by == "date")
    return sorted(found, key=lambda e: bool(e.damaged))
