"""Small screens: passing the keyboard, the end of the game, and pages made from what a view answers."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult

from engine.event import Event
from tui.controller import Controller, Deed
from tui.keys import Keymap, pretty
from tui.screens.base import ListScreen, StavkaScreen
from tui.widgets.bars import KeyLine
from tui.widgets.lines import Line, Lines, line, ruled, section, wrapped
from tui.widgets.list_box import Item, ListBox
from tui.widgets.panels import dice_of, event_lines, joined

ABOUT_KEYS = (
    "Lists take letters, numbers and arrows; / narrows them by typing. Any key can be changed in keys.toml of the "
    "configuration folder; 'stavka keys' prints ids and clashes."
)


class HandOverScreen(StavkaScreen):
    """Nothing of either side is on screen until the other player presses Enter."""

    name_for_help = "Passing the keyboard"
    scopes = ("list", "all")
    hints = (("choose", "I am here"), ("back", "home"))

    def __init__(self, side: str, ready: Callable[[], None]) -> None:
        super().__init__()
        self.side = side
        self.ready = ready

    def compose(self) -> ComposeResult:
        """One sentence."""
        yield Lines(id="page")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        """First drawing."""
        text = f"Pass the keyboard to the {self.side} player; press Enter."
        self.query_one("#page", Lines).show([(), line(("  " + text, "strong"))])

    def do_choose(self) -> None:
        """The player is there."""
        self.app.pop_screen()
        self.ready()

    def do_back(self) -> None:
        """Home; the game waits at this place."""
        self.stavka.go_home()

    def run_command(self, command: str) -> bool:
        """Nothing may show the game from here."""
        if command in ("choose", "back", "quit", "help", "rules"):
            return super().run_command(command)
        return False


class EndScreen(StavkaScreen):
    """Who wins, with every line of the score."""

    name_for_help = "End of the game"
    scopes = ("list", "all")
    hints = (("choose", "home"), ("back", "look at the map"), "rules")

    def __init__(self, controller: Controller) -> None:
        super().__init__()
        self.controller = controller

    def compose(self) -> ComposeResult:
        """The score."""
        yield Lines("End of the game", id="page")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        """First drawing."""
        self.later(self.fill)

    def fill(self) -> None:
        """Winner and reasons."""
        page = self.query_one("#page", Lines)
        match, width = self.controller.match, max(20, page.inner - 2)
        rows: list[Line] = [(), *wrapped(match.prompt.text, width, "strong"), ()]
        page.show([*rows, *score_lines(self.controller, width)], f"End of the game  {section(match.state.over_rule)}")

    def do_choose(self) -> None:
        """Home."""
        self.stavka.go_home()


def score_lines(controller: Controller, width: int) -> list[Line]:
    """The score with every reason and rule."""
    score = controller.view.score()
    head = f"{controller.side_title(score.side)}: {score.total} of {score.needed} points"
    rows = [ruled(line((head, "strong")), section(score.rule), width), ()]
    for entry in score.lines:
        rows.append(ruled(line(f"{entry.value:>4}  {entry.text}"), section(entry.rule), width))
    return rows if score.lines else [*rows, line(("no points yet", "dim"))]


def track_lines(controller: Controller, width: int) -> list[Line]:
    """Cup, boxes and tracks as this side may see them."""
    rows: list[Line] = []
    for track in controller.view.tracks():
        rows.append(ruled(line((track.title, "strong")), section(track.rule), width))
        for text in track.lines or ("empty",):
            rows += wrapped(f"  {text}", width, "text", "    ")
        rows.append(())
    return rows or [line(("this game has nothing beside the map", "dim"))]


def deed_lines(deeds: list[Deed], hidden: int, width: int) -> list[Line]:
    """What the computer player did, each with its reason."""
    rows: list[Line] = []
    for number, deed in enumerate(deeds, 1):
        rows += wrapped(f"{number}. {deed.action}: {deed.why}", width, "strong", "   ")
        for event in deed.events:
            rows += [(("   ", "text"), *row) for row in event_lines(event, width - 3)]
    if hidden:
        rows.append(line((f"{hidden} further actions are secret.", "dim")))
    return rows or [line(("No computer player has acted since your last action.", "dim"))]


def key_lines(keymap: Keymap, scopes: tuple[str, ...], width: int) -> list[Line]:
    """Keys of this screen first, then all others."""
    titles = {"all": "everywhere", "map": "on the map", "list": "in lists and pages"}
    rows: list[Line] = []
    order = [*scopes, *(s for s in ("map", "list", "all") if s not in scopes)]
    for place in order:
        rows.append(line((f"Keys {titles[place]}", "strong")))
        for command in keymap.in_scope(place):
            keys = " ".join(pretty(k) for k in command.keys)
            first, *rest = wrapped(command.help, max(12, width - 16))
            rows.append(((f"  {keys:<13} ", "key"), *first))
            rows += [((" " * 16, "text"), *more) for more in rest]
        rows.append(())
    return rows + wrapped(ABOUT_KEYS, width, "dim")


class LogScreen(ListScreen):
    """Everything that happened. Enter shows the place on the map; ? opens the rule."""

    name_for_help = "Log"
    hints = (("choose", "show on the map"), ("details", "rule"), "filter", ("page_up", "page"), "back")

    def __init__(self, controller: Controller, show: Callable[[Event], None]) -> None:
        super().__init__()
        self.controller = controller
        self.show = show

    def compose(self) -> ComposeResult:
        """The log as a list."""
        yield ListBox("Log", id="list", letters=False)
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        """The newest line is marked."""
        items = []
        for number, event in enumerate(self.controller.view.log(), 1):
            items.append(
                Item(f"{number:>4} {event.text}", event, section(event.rule), note=dice_of(event), more=event.kind)
            )
        self.box.heading = joined("Log", f"{len(items)} lines")
        self.later(self.box.fill, items, len(items) - 1)

    def choose(self, item: Item) -> None:
        """Back to the map, at the place of the event."""
        self.app.pop_screen()
        self.show(item.value)

    def do_details(self) -> None:
        """The rule behind the marked line."""
        item = self.box.chosen
        if item is not None and item.value.rule:
            self.stavka.open_rule(item.value.rule)
