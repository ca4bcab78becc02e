"""Setting up a game on one page: Enter starts it, left and right change a line."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from textual.app import ComposeResult

from engine.books.rules import load_rules
from engine.components.errors import BadInput
from engine.components.load import DataError, read_table
from engine.play.catalogue import GameInfo, game_info, lengths
from engine.play.ruleset import games
from engine.players import opponents, usual
from tui.game.controller import HUMAN
from tui.screens.base import ListScreen
from tui.screens.bidding import BiddingScreen
from tui.widgets.bars import KeyLine
from tui.widgets.lines import Lines, section, wrapped
from tui.widgets.list_box import Item, ListBox

ROOMY = 80
"""From this width on, the lines are not cut."""
PLAYER_WORDS = (
    "Two people share one keyboard; the screen is covered while it is handed over where there are secrets. "
    "Computer players obey the same rules, throw the same dice and see no more than you would."
)
CALLED = {
    "random": "random makes any move that is allowed, without a plan.",
    "greedy": "greedy takes one unit after the other and never looks ahead.",
    "easy": "easy plans a whole command, but thinks briefly and does not look at your reply.",
    "normal": "normal plans a whole command, and plays its best plans out with your reply.",
    "hard": "hard does what normal does with ten times as much thought: it lets you wait several times as long.",
}
"""How each computer player thinks."""
LAY_OUT = "lay out"
LAYING_WORDS = (
    "For analysis, or to go on with what lies on a table: put, move and flip counters, set turn, phase, weather, "
    "control and tracks, then play on or ask for odds, reach and supply."
)
NO_OPPONENT = (
    "A computer side for this game is to come: play both sides, or two at one keyboard. So far there is 'random' only, "
    "which makes any move that is allowed and has no plan."
)
"""About the players of a game that no computer player knows."""
WORDS = {
    "dice": "You may throw dice at the table and type what they show.",
    "seed": "All dice follow from this number: the same seed and the same actions give the same game.",
    "free_undo": "An aid for study: also what dice and draws showed can be taken back. They show the same again.",
}
"""What lines without a rule are about."""


@dataclass
class Offer:
    """A line of the page: what it sets, its values with their words, which one is chosen."""

    id: str
    title: str
    values: list[tuple[str, str]]
    at: int = 0
    rule: str = ""
    help: str = field(default="")
    bounds: tuple[int, int] | None = None
    """Of a line that takes a number for which two people may bid."""

    @property
    def value(self) -> str:
        """The value chosen."""
        return self.values[self.at][0]

    def turn(self, step: int) -> None:
        """The next value."""
        self.at = (self.at + step) % len(self.values)


COLUMN, ROOM = 38, 71
"""Where values begin in a line, and the columns that a line has at a width of 80."""


def player_words(meta: dict[str, Any], chosen: str) -> str:
    """About the players of a game: how the one thinks that is chosen, and what computer players may do."""
    if not opponents(meta):
        return NO_OPPONENT
    return f"{CALLED[chosen].capitalize()} {PLAYER_WORDS}" if chosen in CALLED else PLAYER_WORDS


class NewGameScreen(ListScreen):
    """The page."""

    name_for_help = "New game"
    hints = (
        ("choose", "start, or change"),
        ("less", "change"),
        ("more", "change"),
        ("list_down", "next"),
        "back",
        "help",
    )

    def __init__(self, laying: bool = False) -> None:
        super().__init__()
        self.laying = laying
        """Whether the line that lays out a position is marked first."""

    def compose(self) -> ComposeResult:
        """Fields, a sentence about the marked one, keys."""
        yield ListBox("New game", id="list")
        yield Lines(id="notes")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        """Fill with the first game."""
        self.seed = self.stavka.fresh_seed()
        self.fields: list[Offer] = []
        self._problem = ""
        self._build("", "")
        self.later(self.fill, len(self.fields) + 1 if self.laying else 0)

    # ------------------------------------------------------------------ fields
    def _build(self, game: str, scenario: str) -> None:
        """Fields of a game and scenario; values chosen before are kept where they still exist."""
        kept = {f.id: f.value for f in self.fields}
        game = game or next(iter(games()))
        info = game_info(game)
        names = [(one.id, one.title) for one in info.scenarios]
        scenario = scenario or info.default_scenario
        meta = read_table(game, "game.toml")[0]
        fields = [Offer("game", "Game", [(g, _title(g)) for g in games()]), Offer("scenario", "Scenario", names)]
        table = _scenario(game, scenario)
        need = next((int(v) for v in table.get("threshold", {}).values() if isinstance(v, int)), 1)
        fields += self._options(info, scenario, table.get("options"), need)
        able = opponents(meta)
        people = [(HUMAN, "you, at this keyboard"), *((p, f"computer: {p}") for p in [*able, "random"])]
        for number, side in enumerate(meta.get("sides", ["axis", "soviet"])):
            title = meta.get("side", {}).get(side, {}).get("title", side.capitalize())
            one = Offer(f"player.{side}", title, people)
            if number and able:
                one.at = [value for value, _ in people].index(usual(meta))
            fields.append(one)
        hand = self.stavka.settings.dice == "hand"
        fields.append(Offer("dice", "Dice", [("program", "the program throws"), ("hand", "you throw and type")], hand))
        fields.append(Offer("seed", "Seed", [(str(self.seed + n), str(self.seed + n)) for n in range(50)]))
        for one in fields:
            wanted = {"game": game, "scenario": scenario}.get(one.id, kept.get(one.id, ""))
            values = [v for v, _ in one.values]
            one.at = values.index(wanted) if wanted in values else one.at
        self.fields = fields

    def _options(self, info: GameInfo, scenario: str, offered: Any, need: int) -> list[Offer]:
        """Options of a game with the values that a scenario offers; those it does not name keep all of theirs.

        A number begins at ``need``, what the scenario itself asks for.
        """
        found = []
        for option in (o for o in info.options if scenario in o.scenarios or not o.scenarios):
            values = list(option.values)
            if isinstance(offered, dict) and option.id in offered:
                values = [v for v in offered[option.id] if v in values]
            one = Offer(option.id, option.title, [(v, v) for v in values], rule=option.rule)
            if option.least is not None and option.most is not None:
                one.bounds = (option.least, option.most)
                one.values = [(v, f"{v} (Enter: bid)") for v in values]
                one.values += [(str(n), str(n)) for n in _around(need, *one.bounds)]
            default = "on" if option.id == "free_undo" and self.stavka.settings.free_undo else option.default
            one.at = values.index(default) if default in values else 0
            found.append(one)
        return found

    def fill(self, at: int | None = None) -> None:
        """Draw the fields."""
        items = [Item("Start the game", None, role="strong")]
        for one in self.fields:
            words = one.values[one.at][1]
            arrows = f"< {words} >" if len(one.values) > 1 else f"  {words}"
            items.append(Item(offer_line(one.title, arrows, section(one.rule)), one, section(one.rule)))
        items.append(Item("Lay out a position by hand", LAY_OUT, role="strong"))
        self.box.fill(items, self.box.at if at is None else at)
        self._tell()

    def _tell(self) -> None:
        """What went wrong, else what the marked line is about."""
        notes = self.query_one("#notes", Lines)
        item = self.box.chosen
        about = self._about(item.value) if item is not None and isinstance(item.value, Offer) else ""
        if item is not None and isinstance(item.value, Offer) and self.size.width < ROOMY:
            one = item.value
            about = f"{one.title}: {one.values[one.at][1]}. {about}".rstrip()  # the line itself may be cut
        about = LAYING_WORDS if item is not None and item.value == LAY_OUT else about
        text = self._problem or about or "Left and right change a line; Enter on the first line starts."
        rows = wrapped(text, max(20, notes.inner - 2), "warn" if self._problem else "dim")
        notes.show(rows[: max(1, notes.size.height)])

    def moved(self) -> None:
        """Another line is marked."""
        self._problem = ""
        self._tell()

    def _about(self, one: Offer) -> str:
        """A line in a sentence or two: the rule behind it in our words, the size of a scenario, what players are."""
        game = self._value("game")
        if one.id == "game":
            return str(read_table(game, "game.toml")[0].get("about", ""))
        if one.id == "scenario":
            return _size(game, one.value)
        if one.id.startswith("player."):
            return player_words(read_table(game, "game.toml")[0], one.value)
        if not one.rule:
            return WORDS.get(one.id, "")
        try:
            entry = load_rules(game).find(one.rule)
        except (BadInput, DataError, OSError):
            return ""
        first = entry.text.strip().split("\n\n")[0]
        return f"{section(one.rule)} {entry.title}. {first}"

    # ------------------------------------------------------------------ keys
    def _turn(self, step: int) -> None:
        item = self.box.chosen
        if item is None or not isinstance(item.value, Offer):
            return
        one = item.value
        one.turn(step)
        self._problem = ""
        if one.id == "game":
            self._build(one.value, "")
        elif one.id == "scenario":
            self._build(self._value("game"), one.value)
        self.fill()

    def do_less(self) -> None:
        """The value before."""
        self._turn(-1)

    def do_more(self) -> None:
        """The next value."""
        self._turn(1)

    def choose(self, item: Item) -> None:
        """Start, or the next value."""
        if isinstance(item.value, Offer):
            if item.value.bounds is not None:
                self._bid(item.value)
            else:
                self._turn(1)
            return
        chosen = {f.id: f.value for f in self.fields}
        players = {k.removeprefix("player."): v for k, v in chosen.items() if k.startswith("player.")}
        fixed = {"game", "scenario", "dice", "seed"}
        options = {k: v for k, v in chosen.items() if k not in fixed and not k.startswith("player.")}
        game, scenario, seed = chosen["game"], chosen["scenario"], int(chosen["seed"])
        try:
            if item.value == LAY_OUT:
                self.stavka.lay_out_new(game, scenario, seed, options, players)
            else:
                self.stavka.new_game(game, scenario, seed, options, players, chosen["dice"])
        except (BadInput, DataError) as error:
            self._problem = str(error)
            self._tell()

    def _bid(self, one: Offer) -> None:
        """Two people bid for the side that scores; the number of the higher bid is taken."""
        side = next((f.title for f in self.fields if f.id.startswith("player.")), "")

        def done(bid: int, who: str) -> None:
            one.at = [v for v, _ in one.values].index(str(bid))
            self._problem = f"The {who} player plays the {side} and needs {bid} victory points."
            self.fill()

        assert one.bounds is not None
        self.app.push_screen(BiddingScreen(one.rule, side, *one.bounds, done))

    def _value(self, name: str) -> str:
        return next(f.value for f in self.fields if f.id == name)


def _around(start: int, least: int, most: int) -> list[int]:
    """The numbers of an option, so that one step from either end leads to ``start`` or the number before it."""
    first = max(least, min(start, most))
    return [*range(first, most + 1), *range(least, first)]


def _title(game: str) -> str:
    try:
        return str(read_table(game, "game.toml")[0].get("title", game))
    except (DataError, OSError):
        return game


def _scenario(game: str, scenario: str) -> dict[str, Any]:
    return read_table(game, f"scenarios/{scenario}.toml")[0]


def _size(game: str, scenario: str) -> str:
    """How long and how large a scenario is, in words."""
    table = _scenario(game, scenario)
    turns = list(lengths(table.get("turns", {})).values())
    need = [int(v) for v in table.get("threshold", {}).values() if isinstance(v, int)]
    sheets = table.get("sheets", [])
    parts = [
        f"{' or '.join(map(str, turns))} turns" if turns else "",
        f"{len(sheets)} map sheet{'s' * (len(sheets) != 1)}" if sheets else "",
        f"{' or '.join(map(str, need))} points decide it" if need else "",
    ]
    size = ", ".join(p for p in parts if p) + f" {section(str(table.get('rule', '')))}"
    return f"{size}. {table['about']}" if "about" in table else size


def offer_line(title: str, value: str, rule: str) -> str:
    """A line of the page at 80 columns: the values below each other, but for what would be cut there."""
    room = ROOM - len(value) - 1 - (len(rule) + 1 if rule else 0)
    column = min(room, max(COLUMN, len(title)))
    return f"{title[:column]:<{column}} {value}"
