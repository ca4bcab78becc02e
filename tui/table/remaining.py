"""What is left in a step: the list with a way there, units held back, the question before a step is ended early."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.components.grid import Hex, Unit
from engine.play.action import Action
from engine.play.asked import Task
from tui.table import refusals
from tui.table.acting import Acting
from tui.table.desk import Desk
from tui.table.going import Going
from tui.table.hand import Hand
from tui.widgets.lines import section
from tui.widgets.list_box import Item
from tui.widgets.menu import Ask

SHOWN = 3
"""So many of the units left are named in the question."""
MOST = 100
"""So many lines are made of a decision whose game lists no tasks."""


class Remaining:
    """What one person still has to do in the present step. What is held back is forgotten when the step is over."""

    def __init__(self, desk: Desk, hand: Hand, acting: Acting, going: Going) -> None:
        self.desk = desk
        self.hand = hand
        self.acting = acting
        self.going = going
        self._typed: tuple[int, Action] | None = None
        self._answered: tuple[int, Action] | None = None

    def hold(self) -> None:
        """Hold the unit in hand back, else the first one here that can act, and go on; one held already is released."""
        decision = self.hand.decision
        here = [s for s in decision.here(self.desk.cursor) if s in decision.data.roster.by_id]
        unit = (
            self.hand.selected
            if self.hand.selected in here
            else next((s for s in here if s not in self.hand.held), None)
        )
        unit = unit or next(iter(here), None)
        if unit is None:
            self.desk.say("No unit that can still act is here; one that can is held back with this key.", "warn")
            return
        self.hand.hold(unit)
        key, name = self.desk.stavka.keymap.key("hold"), decision.name(unit)
        if unit not in self.hand.held:
            self.desk.say(f"{name} is released.")
            return
        others = [s for s in decision.subjects if s not in self.hand.passed_over() and decision.place(s) is not None]
        told = f"{name} is held back; the key {key} releases it there."
        if any(decision.of(s) for s in others):
            self.going.walk(1)
            self.desk.say(f"{told} {self.desk.said}")
        else:
            self.acting.drop()
            self.desk.say(f"{told} No other unit is left.")

    # ------------------------------------------------------------------ ending early
    def asks(self, action: Action) -> bool:
        """Ask as the key does before an answer from a list or a typed one ends the step; whether that was asked."""
        decision = self.hand.decision
        plain = decision.closing
        ends = action in (decision.prompt.default, plain[0] if len(plain) == 1 else None)
        goes_on = action.args or decision.resolves(action) or decision.joins(action)
        return ends and not goes_on and self.warn()

    def asks_twice(self, action: Action) -> bool:
        """Ask once before an answer that nobody takes back, such as a die; whether that was asked now."""
        decision = self.hand.decision
        answer, verb = (decision.rev, action), decision.verb(action.verb)
        if self._answered == answer or verb is None or not verb.twice:
            return False
        self._answered = answer
        self.desk.say(f"'{decision.words(action)}' cannot be taken back: the same key again does it.", "warn")
        return True

    def asks_typed(self, action: Action) -> bool:
        """The same of what is typed: typed once more it is carried out, unless something was decided in between."""
        typed = (self.hand.decision.rev, action)
        if self._typed == typed or not self.asks(action):
            return False
        self._typed = typed
        return True

    def warn(self) -> bool:
        """Ask once before what is pressing or planned is left undone; whether that was asked now."""
        self.hand.renew()
        settings = self.desk.stavka.settings
        left = [t for t in self.hand.decision.tasks if t.subject not in self.hand.held]
        pressing = [t for t in left if t.pressing]
        if self.hand.warned or not settings.confirm_end:
            return False
        risks = self.desk.controller.view.risks()
        planned = self._planned()
        if not pressing and not risks and not planned:
            return False
        self.hand.warned = True
        keymap = self.desk.stavka.keymap
        sorts = list(dict.fromkeys(t.what for t in pressing))
        others = Counter(t.what for t in left if t.what and not t.pressing)
        parts = [f"{risk.text}." for risk in risks]
        parts += planned
        parts += [self._of_sort([t for t in pressing if t.what == what]) for what in sorts]
        text = " ".join((*parts, *(self._others(left, what, n) for what, n in others.items() if what not in sorts)))
        self.desk.say(f"{text} {keymap.key('end')} again ends it, {keymap.key('left')} lists them.", "warn")
        return True

    def _others(self, left: list[Task], what: str, count: int) -> str:
        """Tasks of a sort that is not pressing: how many, or the only one by its name, where it has one."""
        if count > 1:
            return f"{count} {what}."
        only = next(t for t in left if t.what == what)
        told = f"{self.hand.decision.name(only.subject)}: {only.text}" if only.subject else only.text
        return f"{told[:1].upper()}{told[1:]}."

    def _planned(self) -> list[str]:
        """Attacks that units were moved up for and that are not declared: the step in which they can be ends."""
        if not self.hand.carried:
            return []
        decision, view = self.hand.decision, self.desk.controller.view
        bound = {u for units in view.declared().values() for u in units}
        ids = decision.data.roster.ids
        ready: dict[Hex, list[Unit]] = {}
        for u, target in self.hand.meant.items():
            if u not in bound and any(decision.target(a) == target for a in decision.of(ids[u])):
                ready.setdefault(target, []).append(u)
        label = self.desk.label
        return [f"{view.names(units)} not declared on {label(h)} as planned." for h, units in sorted(ready.items())]

    def left_over(self, tasks: list[Task]) -> str:
        """What could still have been done, as a part of a sentence; empty for nothing."""
        told = [f"{self.desk.controller.view.board.labels[h]} {t.text}" for t in tasks
                if (h := self.hand.decision.place(t.subject)) is not None]  # fmt: skip
        more = f" and {len(told) - SHOWN} more" if len(told) > SHOWN else ""
        return ", ".join(told[:SHOWN]) + more

    def _of_sort(self, tasks: list[Task]) -> str:
        """Tasks of one sort as a sentence: how many, and the first few names or kinds, which tell where to look."""
        first = tasks[0]
        kinds = Counter(t.kind for t in tasks)
        if len(tasks) > SHOWN and first.kind:
            told = [f"{n} {kind}" for kind, n in kinds.most_common(SHOWN)]
            rest = len(tasks) - sum(n for _, n in kinds.most_common(SHOWN))
        else:
            told = [self.hand.decision.name(t.subject) if t.subject else t.text for t in tasks[:SHOWN]]
            rest = len(tasks) - len(told)
        names = ", ".join(told) + (f" and {rest} more" if rest else "")
        if len(tasks) == 1:
            return f"Not done yet: {names} ({first.text})." if first.subject else f"Not done yet: {first.text}."
        return f"{len(tasks)} {first.what or 'not done yet'}: {names}."

    # ------------------------------------------------------------------ the list
    def show(self) -> None:
        """Everything left as a list; Enter goes there, left and right hold a unit back or release it."""
        self.desk.open_menu(Ask("What is left", self._chosen, tuple(self._items()), moved=self._look, more=self._hold))

    def _items(self) -> list[Item]:
        self.hand.renew()
        decision, view = self.hand.decision, self.desk.controller.view
        items = [self._item(t) for t in decision.tasks] or list(self._able())
        if not items:
            items.append(Item(decision.prompt.text, Task("", "", decision.prompt.rule)))
        outline = view.outline()
        now = next((n for n, o in enumerate(outline) if o.status == "now"), len(outline))
        return items + [
            Item(f"then {o.title}", Task("", "", o.rule), section(o.rule), o.note, role="dim")
            for o in outline[now + 1 :]
        ]

    def _able(self) -> Iterator[Item]:
        """Where the game lists nothing: who can still act, but for what costs something for good."""
        decision = self.hand.decision
        grave = {v.name for v in decision.verbs if v.grave}
        for s in decision.subjects[:MOST]:
            if first := next((a for a in decision.of(s) if a.verb not in grave), None):
                yield Item(f"{decision.name(s)}: {first.verb}", Task(s, "", ""))

    def _item(self, task: Task) -> Item:
        held = task.subject in self.hand.held
        words = f"held back, {task.text}" if held else task.text
        text = f"{self.hand.decision.name(task.subject)}: {words}" if task.subject else words
        role = "dim" if held else "now" if task.pressing else "text"
        return Item(text, task, section(task.rule), role=role)

    def _look(self, item: Item) -> None:
        place = self.hand.decision.place(item.value.subject)
        if place is not None:
            self.desk.go_to(place)

    def _hold(self, item: Item, step: int) -> None:
        task = item.value
        if task.subject not in self.hand.decision.data.roster.by_id:
            return
        self.hand.hold(task.subject)
        menu = self.desk.menu
        menu.fill(self._items(), menu.at)

    def _chosen(self, item: Item | None, text: str) -> None:
        if item is None:
            return
        self._look(item)
        subject = item.value.subject
        if subject in self.hand.decision.data.roster.by_id and self.hand.decision.of(subject):
            self.acting.select(subject)
            if self.hand.selected == subject and self.hand.decision.place(subject) is None:
                self.acting.to_targets()
        elif subject in self.hand.decision.data.roster.by_id:
            self.acting.explain(refusals.of_subject(self.hand, subject))  # what it does is done by others, or elsewhere
        elif not subject:
            self.desk.say(f"{item.text} {item.rule}".strip())
