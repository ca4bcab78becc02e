"""What is left in a step: the list with a way there, units held back, the question before a step is ended early."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engine.play.asked import Task
from tui.widgets.lines import section
from tui.widgets.list_box import Item
from tui.widgets.menu import Ask

if TYPE_CHECKING:
    from tui.table.acting import Acting

SHOWN = 3
"""So many of the units left are named in the question."""
MOST = 100
"""So many lines are made of a decision whose game lists no tasks."""


class Left:
    """What one person still has to do in the present step. What is held back is forgotten when the step is over."""

    def __init__(self, acting: Acting) -> None:
        self.acting = acting
        self._held: set[str] = set()
        self._warned = False
        self._segment: tuple[int, str, str] | None = None

    def _renew(self) -> None:
        """Forget what belongs to another step."""
        match = self.acting.screen.controller.match
        step = match.state.stack[-1].step if match.state.stack else ""
        now = (match.state.turn, step, match.side)
        if now != self._segment:
            self._segment, self._warned = now, False
            self._held.clear()

    @property
    def held(self) -> set[str]:
        """Units that are held back in this step: walking passes them over, ending does not mention them."""
        self._renew()
        return self._held

    def hold(self) -> None:
        """Hold the unit in hand back, else the first one here that can act, and go on; one held already is released."""
        acting, decision = self.acting, self.acting.decision
        here = [s for s in decision.here(acting.screen.cursor) if s in decision.data.roster.by_id]
        unit = acting.selected if acting.selected in here else next((s for s in here if s not in self.held), None)
        unit = unit or next(iter(here), None)
        if unit is None:
            acting.say("No unit that can still act is here; one that can is held back with this key.", "warn")
            return
        self._held ^= {unit}
        key, name = acting.screen.stavka.keymap.key("hold"), decision.name(unit)
        if unit not in self._held:
            acting.say(f"{name} is released.")
            return
        others = [s for s in decision.subjects if s not in self.passed_over() and decision.place(s) is not None]
        told = f"{name} is held back; the key {key} releases it there."
        if any(decision.of(s) for s in others):
            acting.going.walk(1)
            acting.say(f"{told} {acting.screen.said}")
        else:
            acting.drop()
            acting.say(f"{told} No other unit is left.")

    def passed_over(self) -> set[str]:
        """Units that walking passes over: those held back and those that are declared for an attack."""
        decision = self.acting.decision
        ids = decision.data.roster.ids
        return self.held | {ids[u] for units in self.acting.screen.controller.view.declared().values() for u in units}

    # ------------------------------------------------------------------ ending early
    def warn(self) -> bool:
        """Ask once before what is pressing is left undone; whether that was asked now."""
        self._renew()
        settings = self.acting.screen.stavka.settings
        pressing = [t for t in self.acting.decision.tasks if t.pressing and t.subject not in self._held]
        if self._warned or not pressing or not settings.confirm_end:
            return False
        self._warned = True
        keymap = self.acting.screen.stavka.keymap
        sorts = list(dict.fromkeys(t.what for t in pressing))
        text = " ".join(self._of_sort([t for t in pressing if t.what == what]) for what in sorts)
        self.acting.say(f"{text} {keymap.key('end')} again ends it, {keymap.key('left')} lists them.", "warn")
        return True

    def _of_sort(self, tasks: list[Task]) -> str:
        """Tasks of one sort as a sentence: how many, and the first few names or kinds, which tell where to look."""
        first = tasks[0]
        kinds = Counter(t.kind for t in tasks)
        if len(tasks) > SHOWN and first.kind:
            told = [f"{n} {kind}" for kind, n in kinds.most_common(SHOWN)]
            rest = len(tasks) - sum(n for _, n in kinds.most_common(SHOWN))
        else:
            told = [self.acting.decision.name(t.subject) if t.subject else t.text for t in tasks[:SHOWN]]
            rest = len(tasks) - len(told)
        names = ", ".join(told) + (f" and {rest} more" if rest else "")
        if len(tasks) == 1:
            return f"Not done yet: {names} ({first.text})." if first.subject else f"Not done yet: {first.text}."
        return f"{len(tasks)} {first.what or 'not done yet'}: {names}."

    # ------------------------------------------------------------------ the list
    def show(self) -> None:
        """Everything left as a list; Enter goes there, left and right hold a unit back or release it."""
        self.acting.screen.open_menu(
            Ask("What is left", self._chosen, tuple(self._items()), moved=self._look, more=self._hold)
        )

    def _items(self) -> list[Item]:
        self._renew()
        decision, view = self.acting.decision, self.acting.screen.controller.view
        items = [self._item(t) for t in decision.tasks] or [
            Item(f"{decision.name(s)}: {decision.of(s)[0].verb}", Task(s, "", ""))
            for s in decision.subjects[:MOST] if decision.of(s)
        ]  # fmt: skip
        if not items:
            items.append(Item(decision.prompt.text, Task("", "", decision.prompt.rule)))
        outline = view.outline()
        now = next((n for n, o in enumerate(outline) if o.status == "now"), len(outline))
        return items + [
            Item(f"then {o.title}", Task("", "", o.rule), section(o.rule), o.note, role="dim")
            for o in outline[now + 1 :]
        ]

    def _item(self, task: Task) -> Item:
        held = task.subject in self._held
        words = f"held back, {task.text}" if held else task.text
        text = f"{self.acting.decision.name(task.subject)}: {words}" if task.subject else words
        role = "dim" if held else "now" if task.pressing else "text"
        return Item(text, task, section(task.rule), role=role)

    def _look(self, item: Item) -> None:
        place = self.acting.decision.place(item.value.subject)
        if place is not None:
            self.acting.screen.go_to(place)

    def _hold(self, item: Item, step: int) -> None:
        task = item.value
        if task.subject not in self.acting.decision.data.roster.by_id:
            return
        self._held ^= {task.subject}
        menu = self.acting.screen.menu
        menu.fill(self._items(), menu.at)

    def _chosen(self, item: Item | None, text: str) -> None:
        if item is None:
            return
        self._look(item)
        subject = item.value.subject
        if subject in self.acting.decision.data.roster.by_id and self.acting.decision.of(subject):
            self.acting.select(subject)
        elif not subject:
            self.acting.say(f"{item.text} {item.rule}".strip())
