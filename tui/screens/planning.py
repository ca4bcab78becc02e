"""Planning an attack at the table: which target the planner opens on, its keys, and playing the plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.grid import Hex, Unit
from tui.widgets.tally_panel import Plan

if TYPE_CHECKING:
    from tui.screens.table import TableScreen


class Planning:
    """The attack planner of one play screen. Until Enter it changes nothing."""

    def __init__(self, screen: TableScreen) -> None:
        self.screen = screen

    # ------------------------------------------------------------------ opening
    def open(self) -> None:
        """Open the planner on the enemy under the cursor, else on one that can be attacked."""
        screen = self.screen
        kinds = screen.controller.match.rules.ask.tally_kinds
        side = screen.controller.match.side
        if not kinds or not side:
            screen.say("This game plans no attacks now.", "warn")
            return
        plan = Plan(screen.controller.view, screen.controller.viewer or side, self._target(), kinds[0], self._able)
        if not plan.targets:
            screen.say("No enemy stands beside a unit of yours.", "warn")
            return
        screen.tally.start(plan, screen.stavka.plain)
        screen.place_over()
        screen.go_to(plan.target)
        screen.tell_keys()
        if not plan.able:
            screen.say(f"Only a sketch: nothing can attack {screen.label(plan.target)} in this step.")

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
                hit |= enemies.intersection(acting.targets_of(subject))
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
        return not self.screen.controller.bot_turn and any(decision.target(a) == target for a in decision.of(unit))

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
        if plan.able and plan.hopeless:
            screen.say(f"Nothing is declared: {plan.hopeless}.".replace("..", "."), "warn")
            return
        opening = next((a for a in decision.of(label) if a.args == (label,)), None)
        ids = [screen.controller.match.data.roster.ids[u] for u in plan.chosen]
        screen.close_planner()
        if opening is None:
            self._declare(plan, ids, label)
            return
        if not screen.acting.play(opening):
            return
        for name in ids:
            fitting = [a for a in screen.controller.decision.of(name) if a.args == (name,)]
            if not fitting or not screen.acting.play(fitting[0]):
                break

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

    def _declared(self, plan: Plan) -> tuple[Unit, ...]:
        """Who is declared against the target."""
        return self.screen.controller.view.declared().get(plan.target, ())
