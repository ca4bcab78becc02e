"""Planning an attack at the table: which target the planner opens on, its keys, and playing the plan."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.components.grid import Hex, Unit
from engine.play.asked import WORTH, Prospect
from engine.play.view import View
from tui.table.sizes import place_over
from tui.widgets.list_box import Item
from tui.widgets.menu import Ask
from tui.widgets.tally_panel import Plan, chances

if TYPE_CHECKING:
    from tui.table.table import TableScreen


class Planning:
    """The attack planner of one play screen. Until Enter it changes nothing."""

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen

    # ------------------------------------------------------------------ opening
    def open(self) -> None:
        """Open the planner on the enemy under the cursor, else on one that can be attacked."""
        screen = self.screen
        kinds = screen.controller.match.rules.ask.combat.kinds
        side = screen.controller.match.side
        if not kinds or not side:
            screen.say("This game plans no attacks now.", "warn")
            return
        now = screen.controller.view.tally_now
        plan = self._sketch(now)
        if plan.targets and not plan.able and now != kinds[0]:
            # What cannot be done in this step is planned as what it would be in its own.
            plan = self._sketch(kinds[0])
        if not plan.targets:
            screen.say("No enemy stands beside a unit of yours.", "warn")
            return
        self._show(plan)
        if plan.kind != now:
            screen.say(
                f"Only a sketch of a {plan.kind} attack on {screen.label(plan.target)}: it has a step of its own."
            )
        elif not plan.able:
            screen.say(f"Only a sketch: nothing can attack {screen.label(plan.target)} in this step.")

    def _sketch(self, kind: str) -> Plan:
        """A plan of one kind of attack on what the cursor means."""
        screen = self.screen
        side = screen.controller.viewer or screen.controller.match.side
        together = screen.acting.stacks.at_once(kind)
        return Plan(screen.controller.view, side, self._target(), kind, self._able, together=together)

    def _show(self, plan: Plan) -> None:
        screen = self.screen
        screen.tally.start(plan, screen.stavka.plain)
        place_over(screen)
        screen.go_to(plan.target)
        screen.tell_keys()

    # ------------------------------------------------------------------ the attack list
    def list_attacks(self) -> None:
        """Every attack that can be made now or after moving, the best first; Enter opens the planner on it."""
        screen = self.screen
        view, side = screen.controller.view, screen.controller.match.side
        mine = not screen.controller.bot_turn and (screen.controller.viewer or side) == side
        found = view.prospects() if mine else []
        if not found:
            rule = screen.controller.match.prompt.rule
            screen.say(f"No attack that would be rolled for can be made or reached in this step ({rule}).", "warn")
            return
        # Of each target the best attack first; behind them what others could do there instead.
        best = {p.target: p for p in reversed(found)}
        items = tuple(attack_item(view, p) for p in found if p is best[p.target])
        items += tuple(replace(attack_item(view, p), role="dim") for p in found if p is not best[p.target])

        def chosen(item: Item | None, text: str) -> None:
            if item is not None:
                self.open_prospect(item.value)

        def look(item: Item) -> None:
            screen.go_to(item.value.target)
            screen.say(attack_sentence(view, item.value))

        title = "Attacks: worth, losses, by (to move), ? sum"
        screen.open_menu(Ask(title, chosen, items, moved=look, details=self._tell_worth))
        look(items[0])

    def _tell_worth(self, item: Item) -> None:
        """The sum behind the place of an attack in the list."""
        p: Prospect = item.value
        names = self.screen.controller.view.names
        first = f" {names(p.movers)} would have to move there first." if p.movers else ""
        word = self.screen.controller.view.gives_way[1]
        told = f"{p.enemy_loss:.2f} less {p.own_loss:.2f} is {p.worth:+.2f}; {word} {p.retreat:.0%}"
        self.screen.say(f"{told}. Sorted by the {WORTH}.{first}")

    def open_prospect(self, prospect: Prospect) -> None:
        """The planner with the attackers of one entry of the list."""
        screen = self.screen
        kind, side = prospect.tally.kind, screen.controller.match.side
        plan = Plan(
            screen.controller.view,
            side,
            prospect.target,
            kind,
            self._able,
            prospect,
            together=screen.acting.stacks.at_once(kind),
        )
        self._show(plan)
        if plan.together:
            screen.say("Enter moves them there, picks them as one group and shows the odds once more.")
        elif plan.coming:
            names = screen.controller.view.names(plan.coming)
            screen.say(f"Enter moves {names} beside {screen.label(plan.target)}; the attack comes in its own segment.")
        elif screen.acting.stacks.resolves:
            screen.say("Enter makes this attack up and shows the odds once more.")
        elif not plan.able:
            screen.say("They stand beside it already; attacks are declared in their own segment.")

    # ------------------------------------------------------------------ opening on the cursor
    def _target(self) -> Hex:
        """The cursor on an enemy; else the nearest that a unit can attack now; else the nearest beside own units."""
        view, here = self.screen.controller.view, self.screen.cursor
        mine = self.screen.controller.viewer or self.screen.controller.match.side
        enemies = {h for h, stack in view.stacks.items() if view.roster.side[stack[0]] != mine}
        if here in enemies:
            return here
        grid, acting = view.board.grid, self.screen.acting
        hit = enemies.intersection(acting.targets)
        for subject in self.screen.controller.decision.subjects if not hit else ():
            place = self.screen.controller.decision.place(subject)
            if place is not None and not enemies.isdisjoint(grid.adjacent[place]):
                hit |= enemies.intersection(acting.decision.targets(subject))
        own = {h for h in view.stacks if h not in enemies}
        beside = [h for h in enemies if not own.isdisjoint(grid.adjacent[h])]
        # What is declared against already comes last: the next attack is looked for.
        declared = view.declared()
        return min(hit or beside or [here], key=lambda h: (h in declared, grid.distance(here, h), h))

    def _able(self, unit: str, target: Hex) -> bool:
        """Whether a unit has a legal action against a hex now, or is declared against it."""
        view, decision = self.screen.controller.view, self.screen.controller.decision
        if view.roster.by_id[unit] in view.declared().get(target, ()):
            return True
        if self.screen.controller.bot_turn:
            return False
        if view.roster.by_id[unit] in view.attackers(target):
            return True
        return any(decision.target(a) == target for a in decision.of(unit)) or (unit, target) in self._joining

    @property
    def _joining(self) -> set[tuple[str, Hex]]:
        """Units with a hex that they can attack in company alone, where an attack is one action of a group."""
        view = self.screen.controller.view
        if not self.screen.acting.stacks.at_once(view.tally_now):
            return set()
        return {(view.roster.ids[u], p.target) for p in view.prospects() for u, _ in p.stands}

    # ------------------------------------------------------------------ keys
    def press(self, key: str, listed: str | None) -> bool:
        """A key while the planner is open; whether it was used."""
        screen, plan = self.screen, self.screen.tally.plan
        assert plan is not None
        if key == "escape" or screen.stavka.keymap.find(("map",), key) == "attack":
            screen.close_planner()
        elif listed == "choose":
            self.carry_out(plan)
        elif screen.tally.press(key, listed):
            screen.go_to(plan.target)
        else:
            return False
        return True

    # ------------------------------------------------------------------ playing the plan
    def carry_out(self, plan: Plan) -> None:
        """Play the plan as far as the step has actions for it: the target, then each attacker; the die stays asked."""
        screen = self.screen
        decision, label = screen.controller.decision, screen.label(plan.target)
        if plan.kind != screen.controller.view.tally_now:
            rule = decision.prompt.rule
            screen.say(f"Nothing is declared: a {plan.kind} attack is made in a step of its own ({rule}).", "warn")
            return
        if plan.able and plan.hopeless:
            screen.say(f"Nothing is declared: {plan.hopeless}.".replace("..", "."), "warn")
            return
        opening = next((a for a in decision.of(label) if a.args == (label,)), None)
        ids = [screen.controller.match.data.roster.ids[u] for u in plan.chosen]
        coming = {u: h for u, h in plan.coming.items() if u in plan.chosen}
        screen.close_planner()
        if plan.together:
            screen.acting.stacks.assault(ids, next(iter(coming.values()), None), plan.target)
            return
        if coming:
            self._move_up(coming)
            return
        made_up = screen.acting.stacks.resolves and plan.target in screen.controller.view.declared()
        if opening is None and not made_up:
            self._declare(plan, ids, label)
        elif opening is None or screen.acting.play(opening):
            self._make_up(plan, ids)

    def _make_up(self, plan: Plan, ids: list[str]) -> None:
        """Where the target is chosen already: who is planned joins, the others step back; then the die is asked for."""
        screen, names = self.screen, self.screen.controller.match.data.roster.ids
        before = [names[u] for u in self._declared(plan)]
        for name in [n for n in before if n not in ids] + [n for n in ids if n not in before]:
            fitting = [a for a in screen.controller.decision.of(name) if a.args == (name,)]
            if not fitting or not screen.acting.play(fitting[0]):
                return
        screen.acting.stacks.ask_roll()

    def _declare(self, plan: Plan, ids: list[str], label: str) -> None:
        """Where each unit names the target itself; a sentence when none of them can."""
        screen = self.screen
        named = [screen.controller.match.data.roster.ids[u] for u in self._declared(plan)]
        for name in named:
            # Declared before and left out now: what a declared unit can do by itself is to step back.
            fitting = [a for a in screen.controller.decision.of(name) if a.args == (name,)] if name not in ids else []
            if fitting:
                screen.acting.play(fitting[0])
        for name in [n for n in ids if n not in named]:
            fitting = [a for a in screen.controller.decision.of(name) if a.args == (name, label)]
            if not fitting or not screen.acting.play(fitting[0]):
                break
        joined = self._declared(plan)
        if joined:
            found = screen.controller.view.tally(plan.kind, joined, plan.target)
            screen.say(f"{label}: {len(joined)} declared, {found.column or found.automatic or found.odds}.")
            return
        decision = screen.controller.decision
        for subject in (*ids, label):
            refusal = decision.why_not(subject, plan.target)
            if refusal is not None:
                screen.acting.refuse(refusal)
                return
        screen.say(f"An attack cannot be begun now ({decision.prompt.rule}).", "warn")

    def _move_up(self, coming: dict[Unit, Hex]) -> None:
        """Move units beside the target, who is in the middle of its movement first: it could not go on later."""
        screen, ids = self.screen, self.screen.controller.match.data.roster.ids
        left = list(coming)
        for _ in coming:
            decision = screen.controller.decision
            last = screen.controller.match.history[-1].action.split() if screen.controller.match.history else []
            u = next((u for u in left if ids[u] in last), left[0])
            left.remove(u)
            fitting = [a for a in decision.of(ids[u]) if decision.target(a) == coming[u]]
            if not fitting or not screen.acting.play(fitting[0]):
                screen.say(f"{decision.name(ids[u])} cannot go to {screen.label(coming[u])} any more.", "warn")
                return
        stand = "stands" if len(coming) == 1 else "stand"
        screen.say(f"{screen.controller.view.names(coming)} {stand} beside the target.")

    def _declared(self, plan: Plan) -> tuple[Unit, ...]:
        """Who is declared against the target."""
        return self.screen.controller.view.declared().get(plan.target, ())


def attack_item(view: View, p: Prospect) -> Item:
    """An attack as a line: its worth, target and column; then losses of both, retreat, how many take part."""
    moving = f" ({len(p.movers)})" if p.movers else ""
    names = view.names(u for u, _ in p.stands)
    note = f"{p.enemy_loss:.1f}/{p.own_loss:.1f} {view.gives_way[0]}{p.retreat:.0%}, by {len(p.stands)}{moving}"
    label, place = view.board.labels[p.target], view.board.describe(p.target)
    return Item(f"{p.worth:+.1f} {label} {p.tally.column or p.tally.automatic}", p, note=note, more=f"{names} {place}")


def attack_sentence(view: View, p: Prospect) -> str:
    """Who attacks from where, and the chances of each result."""
    labels = view.board.labels
    who = ", ".join(f"{view.short(u)} from {labels[h]}" if u in p.movers else view.short(u) for u, h in p.stands)
    return f"{view.board.describe(p.target)} at {p.tally.column or p.tally.automatic}: {chances(p.tally)}. {who}."
