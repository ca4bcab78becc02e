"""Planning an attack at the table: which target the planner opens on, its keys, and playing the plan."""

from __future__ import annotations

from engine.components.charts import Tally
from engine.components.grid import Hex, Unit
from engine.play.action import Action
from engine.play.asked import WORTH, Prospect
from engine.play.view import View
from tui.game.find import numbered
from tui.table.acting import Acting
from tui.table.desk import Desk
from tui.table.groups import Groups
from tui.table.hand import Hand
from tui.widgets.list_box import Item
from tui.widgets.menu import Ask
from tui.widgets.panels import declared_tally
from tui.widgets.tally_panel import Plan, chances

FEW_TARGETS = 3
"""Hexes named of those that can be attacked to no avail."""


class Planner:
    """The attack planner of one play self.desk. Until Enter it changes nothing."""

    def __init__(self, desk: Desk, hand: Hand, acting: Acting, groups: Groups) -> None:
        self.desk = desk
        self.hand = hand
        self.acting = acting
        self.groups = groups

    # ------------------------------------------------------------------ opening
    def open(self) -> None:
        """Open the planner on the enemy under the cursor, else on one that can be attacked."""
        kinds = self.desk.controller.match.rules.ask.combat.kinds
        side = self.desk.controller.match.side
        if not kinds or not side:
            self.desk.say("This game plans no attacks now.", "warn")
            return
        now = self.desk.controller.view.tally_now
        plan = self._sketch(now)
        if plan.targets and not plan.able and now != kinds[0]:
            # What cannot be done in this step is planned as what it would be in its own.
            plan = self._sketch(kinds[0])
        if not plan.targets:
            key = self.desk.stavka.keymap.key("attacks")
            text = f"No enemy stands beside a unit of yours; {key} lists attacks that can be made after moving."
            self.desk.say(text, "warn")
            return
        self._show(plan)
        if self._foreign(plan):
            self.desk.say(f"The attack that is declared on {self.desk.label(plan.target)}, as it stands now.")
        elif plan.kind != now:
            kind = "an attack" if plan.kind == "attack" else f"a {plan.kind} attack"
            text = f"Only a sketch of {kind} on {self.desk.label(plan.target)}: it has a step of its own."
            ids = self.hand.decision.data.roster.ids
            chosen = self.hand.selected or next((ids[u] for u in plan.chosen), None)
            refusal = self.hand.decision.why_not(chosen, plan.target) if chosen is not None else None
            self.desk.say(f"{text} Now {now}: {refusal}" if refusal is not None else text)
        elif not plan.able:
            self.desk.say(f"Only a sketch: nothing can attack {self.desk.label(plan.target)} in this step.")
        else:
            self.desk.say("")  # what was said before is about something else

    def _sketch(self, kind: str) -> Plan:
        """A plan of one kind of attack on what the cursor means."""
        view, here = self.desk.controller.view, self.desk.cursor
        side, target = self.desk.controller.viewer or self.desk.controller.match.side, self._target()
        if self._suffered(here, side):
            side, target = view.roster.side[view.declared()[here][0]], here
        together = self.groups.at_once(kind)
        held = self.hand.units
        launch = view.state.hex_of[held[0]] if held else -1
        return Plan(view, side, target, kind, self._able, together=together, meant=self._meant, launch=launch)

    def _suffered(self, h: Hex, side: str) -> bool:
        """Whether an attack of the enemy on a hex of a side is declared: then that is what is asked about."""
        view = self.desk.controller.view
        attackers, stack = view.declared().get(h, ()), view.stacks.get(h, ())
        return bool(attackers and stack) and view.roster.side[stack[0]] == side != view.roster.side[attackers[0]]

    def _foreign(self, plan: Plan) -> bool:
        """Whether the plan shows an attack of the enemy."""
        return plan.side != (self.desk.controller.viewer or self.desk.controller.match.side)

    def _show(self, plan: Plan) -> None:
        by_id = self.desk.controller.match.data.roster.by_id
        plan.picked = {by_id[s] for s in self.groups.all_picked()} if plan.together else set()
        self.desk.open_planner(plan)

    @property
    def _meant(self) -> dict[Unit, Hex]:
        """Who stands ready for an attack that was planned before in this step."""
        self.hand.renew()
        return self.hand.meant

    # ------------------------------------------------------------------ the attack list
    def list_attacks(self) -> None:
        """Every attack that can be made now or after moving, the best first; Enter opens the planner on it."""
        view, side = self.desk.controller.view, self.desk.controller.match.side
        mine = not self.desk.controller.bot_turn and (self.desk.controller.viewer or side) == side
        found = view.prospects() if mine else []
        if not found:
            self.desk.say(self._nothing_listed(view if mine else None), "warn")
            return
        # Of each target the best attack first; behind them what others could do there instead.
        best = {p.target: p for p in reversed(found)}
        items = tuple(attack_item(view, p) for p in found if p is best[p.target])
        items += tuple(attack_item(view, p)._replace(role="dim") for p in found if p is not best[p.target])

        def chosen(item: Item | None, text: str) -> None:
            if item is not None:
                self.open_prospect(item.value)

        def look(item: Item) -> None:
            self.desk.go_to(item.value.target)
            self.desk.say(attack_sentence(view, item.value))

        aided = any("(" in item.text for item in items)
        title = f"Attacks: {'odds (aided), losses, by' if aided else 'worth, losses, by (to move)'}, ? sum"
        self.desk.open_menu(Ask(title, chosen, items, moved=look, details=self._tell_worth))
        look(items[0])

    def _nothing_listed(self, view: View | None) -> str:
        """Why the list of attacks is empty: there is none, or none that is likely to hurt the enemy."""
        rule, key = self.desk.controller.match.prompt.rule, self.desk.stavka.keymap.key("attack")
        weak = [view.board.labels[h] for h in sorted(view.stacks) if view.attackers(h)] if view is not None else []
        if not weak:
            return f"No attack can be made or reached in this step. ({rule})"
        where = ", ".join(weak[:FEW_TARGETS]) + (" ..." if len(weak) > FEW_TARGETS else "")
        return f"No attack that can be made now is likely to hurt the enemy: {where}; {key} there tells why. ({rule})"

    def _tell_worth(self, item: Item) -> None:
        """The sum behind the place of an attack in the list."""
        p: Prospect = item.value
        names = self.desk.controller.view.names
        first = f" {names(p.movers)} would have to move there first." if p.movers else ""
        word = self.desk.controller.view.gives_way[1]
        told = f"{p.enemy_loss:.2f} less {p.own_loss:.2f} is {p.worth:+.2f}; {word} {p.retreat:.0%}"
        self.desk.say(f"{told}. Sorted by the {WORTH}.{first}")

    def open_prospect(self, prospect: Prospect) -> None:
        """The planner with the attackers of one entry of the list."""
        kind, side = prospect.tally.kind, self.desk.controller.match.side
        plan = Plan(
            self.desk.controller.view,
            side,
            prospect.target,
            kind,
            self._able,
            prospect,
            together=self.groups.at_once(kind),
            meant=self._meant,
        )
        self._show(plan)
        if plan.rolls:
            self.desk.say("Enter rolls for it.")
        elif plan.together:
            self.desk.say("Enter moves them there, picks them as one group and shows the odds once more.")
        elif plan.coming:
            names = self.desk.controller.view.names(plan.coming)
            where = self.desk.label(plan.target)
            text = f"Enter moves {names} beside {where}; the attack comes in its own segment."
            self.desk.say(f"{plan.taken} {text}".strip(), "warn" if plan.taken else "text")
        elif self.groups.resolves:
            self.desk.say("Enter makes this attack up and shows the odds once more.")
        elif not plan.able:
            self.desk.say("They stand beside it already; attacks are declared in their own segment.")
        else:
            self.desk.say("")  # what the list told was perhaps of another one

    # ------------------------------------------------------------------ opening on the cursor
    def _target(self) -> Hex:
        """The cursor on an enemy; else the nearest that a unit can attack now; else the nearest beside own units."""
        view, here = self.desk.controller.view, self.desk.cursor
        mine = self.desk.controller.viewer or self.desk.controller.match.side
        enemies = {h for h, stack in view.stacks.items() if view.roster.side[stack[0]] != mine}
        if here in enemies:
            return here
        grid = view.board.grid
        hit = enemies.intersection(self.hand.targets)
        for subject in self.hand.decision.subjects if not hit else ():
            place = self.hand.decision.place(subject)
            if place is not None and not enemies.isdisjoint(grid.adjacent[place]):
                hit |= enemies.intersection(self.hand.decision.targets(subject))
        own = {h for h in view.stacks if h not in enemies}
        beside = [h for h in enemies if not own.isdisjoint(grid.adjacent[h])]
        # What is declared against already comes last: the next attack is looked for.
        declared = view.declared()
        return min(hit or beside or [here], key=lambda h: (h in declared, grid.distance(here, h), h))

    def _able(self, unit: str, target: Hex) -> bool:
        """Whether a unit has a legal action against a hex now, or is declared against it."""
        view, decision = self.desk.controller.view, self.hand.decision
        if view.roster.by_id[unit] in view.declared().get(target, ()):
            return True
        if self.desk.controller.bot_turn:
            return False
        if view.roster.by_id[unit] in view.attackers(target):
            return True
        return any(decision.target(a) == target for a in decision.of(unit)) or (unit, target) in self._joining

    @property
    def _joining(self) -> set[tuple[str, Hex]]:
        """Units with a hex that they can attack in company alone, where an attack is one action of a group."""
        view = self.desk.controller.view
        if not self.groups.at_once(view.tally_now):
            return set()
        return {(view.roster.ids[u], p.target) for p in view.prospects() for u, _ in p.stands}

    # ------------------------------------------------------------------ keys
    def press(self, key: str, listed: str | None) -> bool:
        """A key while the planner is open; whether it was used."""
        plan = self.desk.tally.plan
        assert plan is not None
        if key == "escape" or self.desk.stavka.keymap.find(("map",), key) == "attack":
            self.desk.close_planner()
            if not self.desk.controller.bot_turn and self.hand.decision.listed:
                self.desk.run_command("answers")  # the list that it lay over
        elif listed == "choose":
            self.carry_out(plan)
        elif self.desk.tally.press(key, listed):
            self.desk.go_to(plan.target)
        else:
            return False
        return True

    # ------------------------------------------------------------------ playing the plan
    def carry_out(self, plan: Plan) -> None:
        """Play the plan as far as the step has actions for it: the target, then each attacker; the die stays asked."""
        decision, label = self.hand.decision, self.desk.label(plan.target)
        if self._foreign(plan):
            self.desk.close_planner()
            return
        if plan.kind != self.desk.controller.view.tally_now:
            rule = decision.prompt.rule
            kind = "an attack" if plan.kind == "attack" else f"a {plan.kind} attack"
            self.desk.say(f"Nothing is declared: {kind} is made in a step of its own ({rule}).", "warn")
            return
        if plan.able and plan.hopeless:
            self.desk.say(f"Nothing is declared: {plan.hopeless}.".replace("..", "."), "warn")
            return
        # What is done with a declared attack, such as calling it off, begins none.
        kinds = {v.name for v in decision.verbs if not v.rare and v.role != "back"}
        opening = next((a for a in decision.of(label) if a.args == (label,) and a.verb in kinds), None)
        ids = [self.desk.controller.match.data.roster.ids[u] for u in plan.chosen]
        coming = {u: h for u, h in plan.coming.items() if u in plan.chosen}
        self.groups.kept = frozenset(u for u, stays in plan.riders.items() if stays) if plan.riders else None
        self.desk.close_planner()
        match = self.desk.controller.match
        begun = len(match.history)
        if plan.together:
            shown = plan.tally(plan.chosen) if plan.rolls else None
            self.groups.assault(
                ids, next(iter(coming.values()), None), plan.target, shown if isinstance(shown, Tally) else None
            )
        elif coming:
            self._move_up(coming)
            self._meant.update(dict.fromkeys(plan.chosen, plan.target))
        else:
            self._begin(plan, ids, opening)
        self.desk.controller.strokes.note(match, begun, f"{'the way to ' * bool(coming)}the attack on {label}")

    def _begin(self, plan: Plan, ids: list[str], opening: Action | None) -> None:
        """Declare or make up an attack of units that stand beside it."""
        label = self.desk.label(plan.target)
        made_up = self.groups.resolves and plan.target in self.desk.controller.view.declared()
        if opening is None and not made_up:
            self._declare(plan, ids, label)
        elif opening is None or self.acting.play(opening):
            self._make_up(plan, ids)

    def _make_up(self, plan: Plan, ids: list[str]) -> None:
        """Where the target is chosen already: who is planned joins, the others step back; then the die is asked for."""
        names = self.desk.controller.match.data.roster.ids
        before = [names[u] for u in self._declared(plan)]
        for name in [n for n in before if n not in ids] + [n for n in ids if n not in before]:
            fitting = [a for a in self.hand.decision.of(name) if a.args == (name,)]
            if not fitting or not self.acting.play(fitting[0]):
                return
        self.groups.ask_roll()

    def _declare(self, plan: Plan, ids: list[str], label: str) -> None:
        """Where each unit names the target itself; a sentence when none of them can."""
        named = [self.desk.controller.match.data.roster.ids[u] for u in self._declared(plan)]
        for name in named:
            # Declared before and left out now: what a declared unit can do by itself is to step back.
            fitting = [a for a in self.hand.decision.of(name) if a.args == (name,)] if name not in ids else []
            if fitting:
                self.acting.play(fitting[0])
        for name in [n for n in ids if n not in named]:
            fitting = [a for a in self.hand.decision.of(name) if a.args == (name, label)]
            if not fitting or not self.acting.play(fitting[0]):
                break
        joined = self._declared(plan)
        if joined:
            found = declared_tally(self.desk.controller.view, plan.kind, joined, plan.target)
            self.desk.say(f"{label}: {len(joined)} declared, {found.heading}.")
            return
        if named and not ids:
            self.desk.say(f"{label}: the attack is called off.")
            return
        decision = self.hand.decision
        for subject in (*ids, label):
            refusal = decision.why_not(subject, plan.target)
            if refusal is not None:
                self.acting.refuse(refusal)
                return
        self.desk.say(f"An attack cannot be begun now ({decision.prompt.rule}).", "warn")

    def _move_up(self, coming: dict[Unit, Hex]) -> None:
        """Move units beside the target, who is in the middle of its movement first: it could not go on later."""
        ids = self.desk.controller.match.data.roster.ids
        left = list(coming)
        for _ in coming:
            decision = self.hand.decision
            last = self.desk.controller.match.history[-1].action.split() if self.desk.controller.match.history else []
            u = next((u for u in left if ids[u] in last), left[0])
            left.remove(u)
            fitting = [a for a in decision.of(ids[u]) if decision.target(a) == coming[u]]
            if not fitting or not self.acting.play(fitting[0]):
                self.desk.say(f"{decision.name(ids[u])} cannot go to {self.desk.label(coming[u])} any more.", "warn")
                return
        stand = "stands" if len(coming) == 1 else "stand"
        self.desk.say(f"{self.desk.controller.view.names(coming)} {stand} beside the target.")

    def _declared(self, plan: Plan) -> tuple[Unit, ...]:
        """Who is declared against the target."""
        return self.desk.controller.view.declared().get(plan.target, ())


def attack_item(view: View, p: Prospect) -> Item:
    """An attack as a line: its worth, target and column; then losses of both, retreat, how many take part."""
    moving = f" ({len(p.movers)})" if p.movers else ""
    names, found = view.names(u for u, _ in p.stands), view.aided(p)
    # Two columns leave less room behind them.
    aided, by = (f" ({found.heading})", "") if found is not None else ("", "by ")
    note = f"{p.enemy_loss:.1f}/{p.own_loss:.1f} {view.gives_way[0]}{p.retreat:.0%}, {by}{len(p.stands)}{moving}"
    label, place = view.board.labels[p.target], numbered(view.board, p.target)
    return Item(f"{p.worth:+.1f} {label} {p.tally.heading}{aided}", p, note=note, more=f"{names} {place}")


def attack_sentence(view: View, p: Prospect) -> str:
    """Who attacks from where, and the chances of each result."""
    labels = view.board.labels
    who = ", ".join(f"{view.short(u)} from {labels[h]}" if u in p.movers else view.short(u) for u, h in p.stands)
    found = view.aided(p)
    helped = f" With all support at hand {found.in_words}." if found is not None else ""
    return f"{view.board.describe(p.target)} at {p.tally.in_words}: {chances(p.tally)}.{helped} {who}."
