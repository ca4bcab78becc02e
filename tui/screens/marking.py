"""Bookmarks and notes from the keys: on the map for the present line, in the history for the marked one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.play.bookmarks import NOTE_LIMIT, bookmarks, remove_bookmark, set_bookmark
from tui.game.controller import Controller

if TYPE_CHECKING:
    from tui.program import Program


def place_words(number: int) -> str:
    """A line of the history in words."""
    return f"line {number}" if number else "the beginning"


def toggle_bookmark(controller: Controller, number: int) -> str:
    """Mark a line, or take its mark away; a sentence about it."""
    match = controller.match
    kept = {b.line: b for b in bookmarks(match)}
    if number in kept and kept[number].note:
        return (
            f"The bookmark at {place_words(number)} holds a note: '{kept[number].note}'. Clear the note to remove it."
        )
    if number in kept:
        remove_bookmark(match, number)
        said = f"The bookmark at {place_words(number)} is gone."
    else:
        said = set_bookmark(match, number) or f"Bookmark at {place_words(number)}; N writes a note, H shows them."
    return controller.keep_words() or said


def write_note(app: Program, controller: Controller, number: int, done: Callable[[str], None]) -> None:
    """Ask for the note of a line; an empty one takes the bookmark away."""
    from tui.screens.asking import LineScreen  # no part of the first screen

    match = controller.match
    before = next((b for b in bookmarks(match) if b.line == number), None)

    def written(text: str) -> None:
        if text:
            said = set_bookmark(match, number, text) or f"Noted at {place_words(number)}."
        elif before is not None:
            remove_bookmark(match, number)
            said = f"The bookmark at {place_words(number)} is gone."
        else:
            said = "Nothing was written."
        done(controller.keep_words() or said)

    title = f"Note at {place_words(number)}"
    app.push_screen(LineScreen(title, before.note if before else "", NOTE_LIMIT, written))
