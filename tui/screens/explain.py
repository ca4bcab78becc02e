"""Why: the last refusal, what is asked, and everything under the cursor, each with its rule one key away."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from textual.app import ComposeResult

from engine.books.rules import RuleEntry, load_rules
from engine.components.charts import Tally
from engine.components.errors import BadInput
from engine.components.grid import Hex, Unit
from engine.components.load import DataError
from engine.play.action import Refusal
from tui.game.controller import Controller
from tui.game.deeds import deeds_at
from tui.game.names import action_words, in_words
from tui.screens.base import ListScreen
from tui.widgets.bars import KeyLine
from tui.widgets.lines import Lines, section, wrapped
from tui.widgets.list_box import Item, ListBox
from tui.widgets.panels import declared_tally, hex_sentence, joined, rule_lines
from tui.words.rule_books import library

DEEDS = 3
"""What computer players did in one place is told so many times, the last first."""
TERRAIN_CHART = "TEC"
"""What every rule book calls its terrain effects chart."""


def attack_on(controller: Controller, target: Hex, planned: Tally | str | None = None) -> Tally | None:
    """The calculation planned against a hex, else that of the attack declared there; None where there is none."""
    view = controller.view
    if isinstance(planned, Tally):
        return planned
    units = view.declared().get(target, ())
    with suppress(BadInput):
        return declared_tally(view, view.tally_now, units, target) if units and view.tally_kinds else None
    return None


def rules_at_hand(controller: Controller, cursor: Hex, attack: Tally | None = None) -> list[tuple[str, str]]:
    """The rules of what is asked, of the present step, of an attack on the hex under the cursor and of the units there.

    Each has a word for why.
    """
    view = controller.view
    found = [(controller.match.prompt.rule, "asked now")]
    found += [(o.rule, "this step") for o in view.outline() if o.status == "now" and o.rule]
    found += [(entry.rule, "this attack") for entry in attack.lines] if attack is not None else []
    known = (u for u in view.stacks.get(cursor, ()) if not view.hidden(u))
    kinds = (view.roster.classes[view.roster.kind[u]].rule for u in known)
    return found + [(id, "unit here") for id in kinds if id]


def _terrain_rule(controller: Controller) -> str:
    """The terrain chart among the rules of a game, else what its data name as the rule of everything."""
    data = controller.match.data
    with suppress(BadInput, DataError):
        if TERRAIN_CHART in load_rules(data.game):
            return f"{data.game}:{TERRAIN_CHART}"
    return str(data.meta.get("rule", ""))


class ExplainScreen(ListScreen):
    """Reasons as a list; the text of the marked one's rule under it; Enter opens that rule."""

    name_for_help = "Why"
    hints = (("choose", "open the rule"), ("list_down", "next"), ("page_down", "page the text"), "back", "help")

    def __init__(
        self,
        controller: Controller,
        refusal: Refusal | None,
        cursor: Hex,
        selected: str | None,
        said: str = "",
        attack: Tally | None = None,
    ) -> None:
        """``said`` is a sentence that was too long for its place on the screen; ``attack`` is planned or declared."""
        super().__init__()
        self.said, self.attack = said, attack
        self.controller, self.refusal, self.cursor, self.selected = controller, refusal, cursor, selected

    def compose(self) -> ComposeResult:
        """List over text."""
        yield ListBox("Why", id="list", board=self.controller.view.board)
        yield Lines("Rule", id="text")
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        """Fill the list."""
        self.later(self.fill)

    def on_resize(self) -> None:
        """Another size: other line ends."""
        self.later(self.moved)

    def fill(self) -> None:
        """All reasons."""
        items = [Item(i.text, i.value, section(str(i.value)), role=i.role) for i in self._reasons()]
        key = self.stavka.keymap.key("layout")
        items.append(Item(f"What if it stood otherwise: {key} on the map lays out a copy by hand", role="dim"))
        self.box.fill(items)
        self.moved()

    def _reasons(self) -> Iterator[Item]:
        match, view = self.controller.match, self.controller.view
        if self.refusal is not None:
            yield Item(f"Refused: {self.refusal.reason}", self.refusal.rule, role="warn")
        if self.said and (self.refusal is None or self.refusal.reason not in self.said):
            yield Item(self.said, self.refusal.rule if self.refusal else match.prompt.rule)
        yield from self._sum()
        yield Item(f"Asked now: {view.prompt.text}", match.prompt.rule)
        for o in view.outline():
            if o.status == "now" and o.rule and o.rule != match.prompt.rule:
                yield Item(f"This step: {o.title}", o.rule)
        yield Item(hex_sentence(self.controller, self.cursor), _terrain_rule(self.controller))
        yield from self._done_here()
        for text in view.markers.get(self.cursor, ()):
            yield Item(text, self._about(text))
        stack = view.stacks.get(self.cursor, ())
        for u in sorted(stack, key=lambda u: view.roster.ids[u] != self.selected):
            yield from self._unit(u)

    def _done_here(self) -> Iterator[Item]:
        """What computer players did last with who stands here, or about this hex, and why."""
        data = self.controller.match.data
        deeds = deeds_at(self.controller.report()[0], self.controller.view, self.cursor)[:DEEDS]
        for n, deed in enumerate(deeds):
            done = f"{action_words(data, deed.action)}: " if deed.plan else ""
            plan = deed.plan if all(later.plan != deed.plan for later in deeds[n + 1 :]) else ""
            for words in (f"{done}{in_words(data, deed.own)}", in_words(data, plan)):
                if words:
                    yield Item(f"{self.controller.side_title(deed.side)} (computer): {words}", "", role="dim")

    def _sum(self) -> Iterator[Item]:
        """The calculation of the attack on the hex under the cursor, line by line, each with its rule."""
        if self.attack is not None:
            for entry in self.attack.lines:
                told = entry.text if entry.value in entry.text.split() else f"{entry.value}  {entry.text}"
                yield Item(f"Attack: {told}", entry.rule, role="good")

    def _unit(self, u: Unit) -> Iterator[Item]:
        view, decision = self.controller.view, self.controller.decision
        r, board = view.roster, view.board
        if view.hidden(u):
            yield Item(f"{view.name(u)}: {view.values(u)}", decision.prompt.rule)
            return
        parts = view.values(u).split("-")
        named = "attack {}, defence {}, movement {}".format(*parts) if len(parts) == 3 else ""
        values = named or view.values(u)  # a supply unit or an aircraft prints other values
        steps = "" if r.one_steppers else f", steps {view.state.steps_left[u]} of {r.steps[u]}"
        yield Item(joined(f"{view.name(u)}: {values}{steps}", *view.flags(u)), r.classes[r.kind[u]].rule)
        supply = view.supply(u)
        path = f", by way of {' '.join(board.labels[h] for h in supply.path)}" if supply.path else ""
        if supply.status:
            yield Item(f"  supply: {supply.status}{path}", supply.rule)
        for flag in view.flags(u):
            if (known := self._word(flag)) is not None:
                yield Item(f"  {flag}", known.full_id)
        if self.controller.match.over or self.controller.bot_turn:
            return
        actions = decision.of(r.ids[u])
        for verb in dict.fromkeys(a.verb for a in actions):
            found = [a for a in actions if a.verb == verb]
            yield Item(
                f"  can {verb}: {len(found)} {'way' if len(found) == 1 else 'ways'}", decision.rule(verb), role="good"
            )
        match = self.controller.match
        if not actions and any(subject in r.by_id for subject in decision.subjects):
            refusal = decision.why_not(r.ids[u], None)
            if refusal is not None:
                yield Item(f"  cannot act: {in_words(match.data, refusal.reason)}", refusal.rule, role="warn")

    def _about(self, words: str) -> str:
        """The rule that the words of a marker lead to; where no book knows them, the rule of what is asked."""
        match = self.controller.match
        with suppress(BadInput, DataError):
            found = library().search(words, match.data.game, 1)
            return found[0].entry.full_id if found else match.prompt.rule
        return match.prompt.rule

    def _word(self, flag: str) -> RuleEntry | None:
        """What the rule book says of a word that is said of a unit, such as untried; None where it is no entry."""
        with suppress(BadInput, DataError):
            book = load_rules(self.controller.match.data.game)
            return book.find(flag.upper()) if flag.upper() in book else None
        return None

    def moved(self) -> None:
        """The rule of the marked reason, under the whole of its sentence."""
        item = self.box.chosen
        panel = self.query_one("#text", Lines)
        if item is None or not panel.size.width:
            return
        width = max(20, panel.inner - 2)
        title, rows = rule_lines(self.controller.match.data.game, str(item.value), width)
        panel.show([*wrapped(item.text.strip(), width, "strong"), (), *rows], title, top=0)

    def choose(self, item: Item) -> None:
        """Open the rule."""
        if item.value:
            self.stavka.open_rule(str(item.value))

    def press(self, key: str) -> None:
        """Paging keys move the text."""
        command = self.stavka.keymap.find(self.scopes, key)
        if command in ("page_down", "page_up") and not self.box.filtering:
            text = self.query_one("#text", Lines)
            text.scroll_lines(text.page // 2 * (1 if command == "page_down" else -1))
        elif command == "details":
            if self.box.chosen is not None:
                self.choose(self.box.chosen)
        else:
            super().press(key)
