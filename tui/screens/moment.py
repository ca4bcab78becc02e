"""What can be done at a line of the history: go back to it, play on from it, mark it, show it to others."""

from __future__ import annotations

from pathlib import Path

from engine.play.timeline import Timeline
from engine.play.view import View
from saves import SaveError
from tui.game.controller import Controller
from tui.screens.marking import place_words
from tui.widgets.lines import section
from tui.widgets.list_box import Item
from tui.words import exports


def choices(timeline: Timeline, number: int, rule: str) -> tuple[str, list[Item], str]:
    """Heading, lines and a sentence about what stands in the way, for a list at line ``number``."""
    wall = timeline.barrier(number)
    count = timeline.last - number
    back = f"take back {count} line{'s' if count != 1 else ''}"
    if not count:
        back = "this is the present"
    elif wall is not None:
        back = f"barred: line {wall.number} {wall.barrier}"
    items = [
        Item("Back to the map", "back", sign="m"),
        Item("Go back to here", "undo", note=back, role="dim" if wall or not count else "text", sign="u"),
        Item("Play on from here, same dice", "fork", note="another game; this one stays as it is", sign="p"),
        Item("Play on from here, other dice", "reseed", note="another game, new numbers from here on", sign="o"),
        Item("Bookmark, or take it away", "bookmark", sign="b"),
        Item("Write a note", "note", sign="n"),
        Item("Picture of the map here", "picture", note="SVG", sign="i"),
        Item("Story of the game up to here", "story", note="HTML, with maps", sign="s"),
    ]
    if rule:
        items.append(Item("Read the rule behind it", "details", section(rule), sign="r"))
    about = ""
    if wall is not None:
        about = (
            f"Line {wall.number} {wall.barrier}; a game does not go back over that, unless it was begun with the "
            "option of free undo. Playing on as another game is always possible."
        )
    return f"At {place_words(number)}", items, about


def write_picture(controller: Controller, view: View, number: int, overrides: Path) -> str:
    """The map of a moment as SVG in the folder of the game; a sentence about where it is."""
    drawn = exports.picture(view, view.data.in_play, overrides)
    return _write(controller, f"turn {view.state.turn} line {number}.svg", drawn.svg())


def write_story(controller: Controller, timeline: Timeline, number: int, overrides: Path) -> str:
    """The story of the game up to a line as HTML in the folder of the game; a sentence about where it is."""
    told = exports.story(controller.match, timeline, "html", number, overrides)
    return _write(controller, f"story to line {number}.html", told)


def _write(controller: Controller, name: str, text: str) -> str:
    if controller.keeper is None:
        return "This game is not saved anywhere: there is no folder to write into."
    try:
        return f"Written: {controller.keeper.show(name, text)}"
    except (SaveError, OSError) as error:
        return f"It was not written: {error}"
