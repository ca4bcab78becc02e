"""Passing the keyboard, and pages made from what a view answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.app import ComposeResult

from engine.components.wording import counted
from engine.play.action import Action
from engine.play.event import Event
from tui.game.controller import Controller
from tui.game.deeds import Deed
from tui.game.names import action_words, in_words, name_of
from tui.screens.base import StavkaScreen
from tui.settings.keys import Keymap, pretty
from tui.widgets.bars import KeyLine
from tui.widgets.lines import Line, Lines, line, ruled, section, wrapped
from tui.widgets.panels import LONG, event_lines

ABOUT_KEYS = (
    "Lists: numbers pick a line, / and letters find one; where the lines have no numbers, typing finds at once. Enter "
    "takes the marked line, Esc clears what is typed before it leaves. Beside the numbered answers of a decision the "
    "keys of the map keep their meaning, beside a long list those for end and undo. Any key can be changed in "
    "keys.toml of the configuration folder; 'stavka keys' prints ids and clashes."
)


class HandOverScreen(StavkaScreen):
    """Nothing of either side is on screen until the other player presses Enter; what came of the last action is told as
    far as both know it, since the one who acted looks at this screen too."""

    name_for_help = "Passing the keyboard"
    scopes = ("list", "all")
    hints = (("choose", "I am here"), ("back", "home"))

    def __init__(self, who: str, ready: Callable[[], None], happened: Sequence[Event] = ()) -> None:
        super().__init__()
        self.who = who
        self.ready = ready
        self.happened = happened

    def compose(self) -> ComposeResult:
        """One sentence, and what happened last."""
        yield Lines(id="page")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        """First drawing."""
        text = f"Pass the keyboard to {self.who}; press Enter."
        rows: list[Line] = [(), line(("  " + text, "strong")), ()]
        for event in self.happened:
            rows += [(("  ", "text"), *row) for row in event_lines(event, self.size.width - 3)]
        self.query_one("#page", Lines).show(rows)

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


def score_lines(controller: Controller, width: int) -> list[Line]:
    """The score with every reason and rule."""
    score = controller.view.score()
    named = controller.side_title(score.side)
    points = f"{named}: {score.in_points}"
    rows = [ruled(line((score.decides or points, "strong")), section(score.law), width)]
    if score.needed_rule:
        rows.append(
            ruled(
                line(f"{counted(score.needed, 'point is', 'points are')} needed to win"),
                section(score.needed_rule),
                width,
            )
        )
    rows += wrapped(score.note, width, "dim") if score.note else []
    rows.append(())
    for entry in score.lines:
        rows += _counted(f"{entry.value:>4}  {entry.text}", entry.rule, width)
    if not score.lines:
        rows.append(line(("no points yet", "dim")))
    if score.open and not controller.match.over:
        wanted = "What else could still count" if score.decides else f"What could still bring points to the {named}"
        rows += [(), *wrapped(wanted, width, "strong")]
        for entry in score.open:
            gain = entry.value if entry.value.startswith(("+", "-")) else f"+{entry.value}"
            rows += _counted(f"{gain:>4}  {entry.text}", entry.rule, width)
    if score.decides:
        rows += [(), ruled(line((f"{points}, which do not decide", "dim")), section(score.rule), width)]
    return rows


def _counted(text: str, rule: str, width: int) -> list[Line]:
    """A number with its reason, over more lines where one is too short; its rule where there is room."""
    rows = wrapped(text, width, "text", " " * 6)
    return [*rows[:-1], ruled(rows[-1], section(rule), width)]


def track_lines(controller: Controller, width: int) -> list[Line]:
    """Cup, boxes and tracks as this side may see them."""
    rows: list[Line] = []
    for track in controller.view.tracks():
        rows.append(ruled(line((track.title, "strong")), section(track.rule), width))
        for text in track.lines or ("empty",):
            rows += wrapped(f"  {text}", width, "text", "    ")
        rows.append(())
    return rows or [line(("this game has nothing beside the map", "dim"))]


def deed_lines(controller: Controller, deeds: list[Deed], hidden: int, width: int) -> list[Line]:
    """What the computer player did: each plan once, then each reason once with all that was done for it in a row."""
    rows: list[Line] = []
    data, side, plan, own = controller.match.data, "", "", ""
    for number, deed in enumerate(deeds, 1):
        if deed.side != side:
            side, plan, own = deed.side, "", ""
            rows.append(line((controller.side_title(side), "strong")))
        if deed.plan and deed.plan != plan:
            plan, own = deed.plan, ""
            rows += [*([()] if number > 1 else []), *wrapped(in_words(data, plan), width, "strong")]
        if deed.own and deed.own != own:
            rows += wrapped(f"{deed.own[0].upper()}{in_words(data, deed.own)[1:]}", width, "text", "   ")
        own = deed.own
        rows += _numbered(controller, f"{number:>3}. ", deed, width)
    if hidden:
        rows.append(line((f"{counted(hidden, 'further action is', 'further actions are')} secret.", "dim")))
    return rows or [line(("No computer player has acted since the game was opened.", "dim"))]


def _numbered(controller: Controller, number: str, deed: Deed, width: int) -> list[Line]:
    """What came of a deed behind its number; the action itself too, unless the first sentence of it says as much."""
    data, room = controller.match.data, width - len(number)
    # The whole sum of a battle is left to the log: its odds and its die are told.
    told = [row for event in deed.events if event.kind != LONG for row in event_lines(event, room)]
    names = [name_of(data, word) for word in Action.parse(deed.action).args] if deed.action else []
    if not names or not deed.events or not all(name in deed.events[0].text for name in names):
        done = action_words(data, deed.action) if deed.action else "you may not see all of it"
        told = [*wrapped(done, room, "strong"), *told]
    return [((number if n == 0 else " " * len(number), "text"), *row) for n, row in enumerate(told)]


def key_lines(
    keymap: Keymap, scopes: tuple[str, ...], hints: tuple[str | tuple[str, str], ...], width: int
) -> list[Line]:
    """What keys do on this screen alone, then the keys of its scopes, then all others."""
    titles = {"all": "everywhere", "map": "on the map", "list": "in lists and pages", "rules": "among the rules",
              "history": "in the history", "laying": "where a position is laid out"}  # fmt: skip
    rows: list[Line] = []
    own = [h for h in hints if isinstance(h, tuple)]
    if own:
        rows.append(line(("Here", "strong")))
        for name, words in own:
            key = keymap.key(name) if name in keymap.commands else name
            rows.append(((f"  {key:<13} ", "key"), (words, "text")))
        rows.append(())
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
