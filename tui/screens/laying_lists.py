"""The lists of the screen that lays out a position: counters beside the map, turns, phases, weather, tracks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from textual.app import ComposeResult

from engine.components.board import Board
from engine.components.grid import Hex
from engine.play.asked import NUMBER, SOME, WORDS, Dial
from tui.game.find import Index, fold
from tui.game.laying import Laying
from tui.screens.asking import LineScreen, PickScreen
from tui.screens.base import ListScreen
from tui.widgets.bars import KeyLine
from tui.widgets.lines import Line, line, section, wrapped
from tui.widgets.list_box import Item, ListBox

if TYPE_CHECKING:
    from textual.app import App

ENDS = (
    "It is kept as a game of its own, marked as analysis. All keys of a game answer there: x plans an attack with its "
    "odds, o shows reach, supply and zones, E lays out again."
)
NAME = 40
"""Characters of a counter's name and values."""


class Desk(Protocol):
    """The screen as its lists see it."""

    @property
    def app(self) -> App[None]: ...
    def tried(self, work: Callable[[], object], said: str = "") -> bool: ...
    def say(self, text: str, role: str = "text") -> None: ...


class TypingScreen(ListScreen):
    """A list that is found in by typing, digits too."""

    name_for_help = "A list to type in"
    hints = (("choose", "take it"), ("↑↓", "move"), "back")
    title = ""

    board: Board | None = None

    def compose(self) -> ComposeResult:
        """The list."""
        yield ListBox(self.title, id="list", numbers=False, typing=True, board=self.board)
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        """First drawing."""
        self.later(self.fill)

    def fill(self) -> None:
        """The entries."""


class CounterScreen(TypingScreen):
    """All counters, those beside the map first; ``done`` is told the id of the one that is taken."""

    title = "Counters: type a part of a name, a formation, a side"

    def __init__(self, laying: Laying, done: Callable[[str], None]) -> None:
        super().__init__()
        self.laying, self.done = laying, done
        self.board = laying.view.board

    def fill(self) -> None:
        """All of them."""
        view, items = self.laying.view, []
        r = view.roster
        for u in self.laying.counters():
            own = view if view.side == r.side[u] else self.laying.match.view(self.laying.eyes or r.side[u])
            words = f"{own.short(u):<10.10} {own.values(u):<9.9} {own.name(u)}"
            side, formation = self.laying.side_title(r.side[u]), r.formation_titles.get(r.formation[u], "")
            h = self.laying.match.state.hex_of[u]
            where = f"from {self.laying.label(h)}" if h >= 0 else own.whereabouts(u)
            note = " · ".join(part for part in (side, where) if part)
            items.append(Item(words, r.ids[u], note=note, more=f"{formation} {r.ids[u]} {r.side[u]}"))
        self.box.fill(items)

    def typed(self) -> None:
        """What is called so as a whole comes before what has it somewhere."""
        want = fold(self.box.text).strip()
        first = [i for i in self.box.items if want and want in (fold(i.text).split()[0], i.value)]
        if first:
            self.box.items = [*first, *(i for i in self.box.items if i not in first)]
            self.box.filled_at(0)

    def choose(self, item: Item) -> None:
        """Close, then put it."""
        self.app.pop_screen()
        self.done(str(item.value))


class IdentityScreen(TypingScreen):
    """Whom an untried counter could be; ``done`` is told the id of the one that is taken."""

    title = "Who it is: type values or a part of the name"

    def __init__(self, found: Sequence[tuple[str, str]], done: Callable[[str], object]) -> None:
        super().__init__()
        self.found, self.done = found, done

    def fill(self) -> None:
        """All of them."""
        self.box.fill(Item(words, who) for who, words in self.found)

    def choose(self, item: Item) -> None:
        """Close, then say so."""
        self.app.pop_screen()
        self.done(str(item.value))


class FindScreen(TypingScreen):
    """Units on the map, towns, rivers and hexes by any part of a name."""

    title = "Find a unit, a place or a hex"

    def __init__(self, index: Index, done: Callable[[Hex], object]) -> None:
        super().__init__()
        self.index, self.done = index, done

    def typed(self) -> None:
        """What fits."""
        found = [e for e in self.index.search(self.box.text) if e.hex >= 0]
        self.box.filled([Item(e.text, e.hex, note=" · ".join(p for p in (e.where, e.note) if p)) for e in found])

    def choose(self, item: Item) -> None:
        """Close, then go there."""
        self.app.pop_screen()
        self.done(item.value)


# ---------------------------------------------------------------------- what it stands at
def state_lines(laying: Laying, width: int) -> list[Line]:
    """Turn, phase, weather and tracks of a position, each in a line or two."""
    told, (side, _, phase) = laying.editable(), laying.phase
    rows = [
        line((laying.view.turn_name, "strong")),
        *wrapped(f"{laying.side_title(side)}: {phase}", width, "text", " "),
    ]
    rows += [line((weather_of(zone, word), "text")) for zone, word, _ in told.weather]
    for dial in told.dials:
        rows += wrapped(f"{dial.title}: {stands(dial)}", width, "dim", " ")
    return rows


def weather_of(zone: str, word: str) -> str:
    """The weather of a zone; a game whose weather is alike everywhere has one zone without a name."""
    return f"{zone or 'Weather'}: {word}"


def stands(dial: Dial) -> str:
    """What a track stands at, in words."""
    if isinstance(dial.now, bool):
        return "yes" if dial.now else "no"
    titles = dict(dial.names)
    if dial.kind == SOME:
        return ", ".join(titles.get(name, name) for name in dial.now) or "none"
    if isinstance(dial.now, dict):
        return ", ".join(f"{titles.get(name, name)} {value}" for name, value in dial.now.items()) or "none"
    return ", ".join(dial.now) or "none" if isinstance(dial.now, list) else str(dial.now)


def ends(players: str, eyes: str) -> list[Item]:
    """What can be done with a position that is laid out; ``players`` are those of a game with computer players."""
    note = "what the other side hides is seen then" if eyes else ""
    items = [Item("Play on or ask, with both sides in your hands", "both", note=note)]
    if players:
        items.append(Item("Play on with the same players", "players", note=players))
    return [*items, Item("Throw the position away", "leave", role="dim")]


# ---------------------------------------------------------------------- turn, phase, weather
def ask_turn(desk: Desk, laying: Laying) -> None:
    """Another turn."""
    first, last = laying.editable().turns
    now = laying.match.state.turn
    items = [Item(f"Turn {n}", n, note="now" if n == now else "") for n in range(first, last + 1)]
    _pick(desk, "Turn", items, lambda item: laying.change(turn=item.value))


def ask_phase(desk: Desk, laying: Laying) -> None:
    """The phase in which it waits."""
    items = [
        Item(
            f"{laying.side_title(side)}: {title}", (side, word), note="now" if (side, word) == laying.phase[:2] else ""
        )
        for side, word, title in laying.editable().phases
    ]
    _pick(desk, "The position waits in", items, lambda item: laying.choose_phase(*item.value))


def ask_weather(desk: Desk, laying: Laying) -> None:
    """Other weather in a zone."""
    told = laying.editable().weather
    if not told:
        desk.say("This game has no weather.", "warn")
        return
    items = [
        Item(weather_of(zone, word), (zone, word), note="now" if word == now else "")
        for zone, now, words in told
        for word in words
    ]
    _pick(desk, "Weather", items, lambda item: laying.weather(*item.value))


def ask_identity(desk: Desk, laying: Laying, unit: str) -> None:
    """Who a counter is that does not show it."""
    view, u = laying.view, laying.match.data.roster.by_id[unit]
    found = laying.identities(unit)
    if not found:
        desk.say(f"{view.short(u)} shows who it is.", "warn")
        return
    desk.app.push_screen(IdentityScreen(found, lambda who: desk.tried(lambda: laying.identify(unit, who))))


def _pick(desk: Desk, title: str, items: list[Item], change: Callable[[Item], object]) -> None:
    def chosen(item: Item) -> None:
        desk.tried(lambda: change(item))

    desk.app.push_screen(PickScreen(title, items, chosen))


# ---------------------------------------------------------------------- tracks and markers
def ask_tracks(desk: Desk, laying: Laying, cursor: Callable[[], Hex]) -> None:
    """Tracks and markers: markers are set at the hex under the cursor."""
    dials = laying.editable().dials
    if not dials:
        desk.say("This game has no tracks.", "warn")
        return
    items = [Item(f"{dial.title}: {stands(dial)}", dial, dial.rule and section(dial.rule)) for dial in dials]
    where = laying.label(cursor())
    about = f"Markers are set, changed and taken away at the hex under the cursor, {where}."
    desk.app.push_screen(
        PickScreen("Tracks and markers", items, lambda item: _turn(desk, laying, item.value, cursor), about)
    )


def _turn(desk: Desk, laying: Laying, dial: Dial, cursor: Callable[[], Hex]) -> None:
    if dial.kind == NUMBER:
        title = f"{dial.title}: {dial.least} to {dial.most}"
        desk.app.push_screen(LineScreen(title, str(dial.now), 4, lambda text: _set(desk, laying, dial, text)))
    elif dial.kind in (SOME, WORDS):
        _ask_names(desk, laying, dial, cursor)
    else:
        desk.tried(lambda: laying.turn_dial(dial, cursor()))


def _set(desk: Desk, laying: Laying, dial: Dial, text: str) -> None:
    desk.tried(lambda: laying.set_dial(dial, text))


def _ask_names(desk: Desk, laying: Laying, dial: Dial, cursor: Callable[[], Hex]) -> None:
    """The names of a track, each with its word; the list comes again until Esc."""

    def chosen(item: Item) -> None:
        if desk.tried(lambda: laying.turn_dial(dial, cursor(), item.value)):
            again = next(d for d in laying.editable().dials if d.id == dial.id)
            _ask_names(desk, laying, again, cursor)

    def word(name: str) -> str:
        return ("yes" if name in dial.now else "") if dial.kind == SOME else str(dial.now.get(name, ""))

    items = [Item(title, name, note=word(name)) for name, title in dial.names]
    desk.app.push_screen(PickScreen(dial.title, items, chosen, "Enter changes a line, Esc is done."))


# ---------------------------------------------------------------------- a counter of one's own
def ask_new(desk: Desk, laying: Laying, cursor: Callable[[], Hex]) -> None:
    """Side and type, then the values as printed."""
    kinds = laying.match.data.roster.classes
    items = [
        Item(f"{laying.side_title(side)}: {kind}", (side, kind)) for side in laying.sides for kind in sorted(kinds)
    ]

    def chosen(item: Item) -> None:
        side, kind = item.value
        title = f"{kind}: attack-defense-move of each side of the counter, then a name: 9-7-12 4-4-12 Lehr"
        desk.app.push_screen(LineScreen(title, "", NAME, lambda text: _new(desk, laying, side, kind, text, cursor())))

    desk.app.push_screen(PickScreen("A counter of your own", items, chosen, "Choose what it is, then type its values."))


def _new(desk: Desk, laying: Laying, side: str, kind: str, text: str, h: Hex) -> None:
    words = text.split()
    faces = [word for word in words if word[:1].isdigit() and "-" in word]
    name = " ".join(word for word in words if word not in faces)
    desk.tried(lambda: laying.put_new(side, kind, " ".join(faces), name, h))
