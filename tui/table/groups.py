"""Several units together: a group is picked from the stack under the cursor, held, shown its odds before it fights.

Which verbs pick, drop, gather and hold is told by the step that waits; nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.components.charts import Tally, TallyLine
from engine.components.errors import BadInput
from engine.components.grid import Hex, Unit
from engine.play.action import Action
from engine.play.engagement import Engagement
from engine.play.step import Verb
from tui.table.acting import Acting
from tui.table.aids import aids, rides
from tui.table.desk import Desk
from tui.table.formations import show_formation
from tui.table.going import Going
from tui.table.hand import Hand
from tui.table.party import Party, of_two_sorts
from tui.table.remaining import Remaining
from tui.widgets.lines import section
from tui.widgets.list_box import Item
from tui.widgets.menu import Ask
from tui.widgets.panels import declared_tally
from tui.widgets.tally_panel import chances, odds


class Groups:
    """Picking units on the map of one play screen."""

    def __init__(self, desk: Desk, hand: Hand, acting: Acting, going: Going, remaining: Remaining) -> None:
        self.desk = desk
        self.hand = hand
        self.acting = acting
        self.going = going
        self.remaining = remaining
        self.party = Party(desk, hand, acting)
        self.kept: frozenset[Unit] | None = None
        """Support that a plan lets stay behind in the battle that is asked about next; ``None`` without a plan."""
        self._odds_of: tuple[int, Hex, tuple[Unit, ...]] | None = None
        """The attack whose calculation was shown last, before its die, and the revision of the match."""
        self._fast: tuple[str, ...] = ()
        """The mechanized units that were left alone of a stack."""
        self._helped: Hex = -1
        self._numbers: dict[str, int] = {}
        """Numbers of what could help in the attack on that hex."""

    # ------------------------------------------------------------------ what can be done
    def _verb(self, role: str) -> Verb | None:
        return next((v for v in self.hand.decision.verbs if v.role == role), None)

    def _can(self, verb: Verb | None, subject: str) -> bool:
        return verb is not None and self._allowed(Action(verb.name, (subject,)))

    def _allowed(self, action: Action) -> bool:
        try:
            return self.desk.controller.match.check(action) is None
        except BadInput:
            return False

    def _here(self) -> list[str]:
        """Units in the hex under the cursor, those of the side that decides; else the one in hand off the map."""
        view, side = self.desk.controller.view, self.desk.controller.match.side
        stack = view.stacks.get(self.desk.cursor, ())
        own = [view.roster.ids[u] for u in stack if view.roster.side[u] == side]
        selected = self.hand.selected
        if selected is None or self.hand.decision.place(selected) is not None:
            return own or ([selected] if selected is not None else [])
        return [view.roster.ids[u] for u in self.hand.units] or [selected]

    def group(self) -> list[str]:
        """The units here that are picked."""
        drop = self._verb("drop")
        return [s for s in self._here() if self._can(drop, s)] if drop is not None else []

    def all_picked(self) -> list[str]:
        """The units that are picked wherever they stand."""
        drop = self._verb("drop")
        return [s for s in self.hand.decision.subjects if self._can(drop, s)] if drop is not None else []

    @property
    def picked(self) -> bool:
        """Whether a unit is in hand and a group is being made up where the cursor stands."""
        return self.hand.selected is not None and (bool(self.group()) or bool(self.hand.party))

    # ------------------------------------------------------------------ picking
    def pick(self) -> None:
        """The unit in hand joins the group, else the next one of the stack that is not in it."""
        verb, here = self._verb("pick"), self._here()
        if verb is None or not here:
            if not here:
                self.desk.say(f"There is nobody of yours here. ({self.hand.decision.prompt.rule})", "warn")
            else:
                self.party.one_more(here)
            return
        first = [s for s in here if s == self.hand.selected]
        for subject in [*first, *here]:
            if self._can(verb, subject):
                self._play(Action(verb.name, (subject,)))
                return
        if self.group():
            self.desk.say(f"Everybody here who can is picked: {self.acting.name(self.group()[0])}.")
        else:
            self.acting.play(Action(verb.name, (here[0],)))

    def toggle(self, subject: str) -> bool:
        """Take a unit of this stack into the group that is being picked, or out of it; whether there is one."""
        group, here = self.group(), self._here()
        if self.hand.party and subject in here:
            self.party.toggle(subject)
            return True
        if not group or subject not in here:
            return False
        verb = self._verb("drop" if subject in group else "pick")
        assert verb is not None
        self._play(Action(verb.name, (subject,)))
        return True

    def everybody(self) -> None:
        """The whole stack; once it is picked those that are mechanized, then nobody."""
        verb, here = self._verb("all"), self._here()
        if verb is None and self._may_enter(self.desk.controller.view.vacated()):
            self._all_advance(self.desk.controller.view.vacated())
        elif verb is None:
            self.party.gather(here)
        elif verb.subjects is None:
            self.acting.play(Action(verb.name))
        elif not here:
            self.desk.say("There is nobody of yours here.", "warn")
        else:
            found, group = next((s for s in here if self._can(verb, s)), None), self.group()
            if found is None and group and self.hand.selected is None:
                self.acting.select(group[0])  # picked before, such as for a move that was taken back
                return
            if found is None and self._leave_mechanized(group):
                return
            if found is not None and not (group and tuple(group) == self._fast):
                self._play(Action(verb.name, (found,)))
            elif not self.release():
                able = [s for s in here if self.hand.decision.of(s)]
                if len(able) == 1:
                    self.acting.select(able[0])  # one alone is the whole stack
                else:
                    self.acting.play(Action(verb.name, (here[0],)))

    def _leave_mechanized(self, group: list[str]) -> bool:
        """Of a group of both sorts the mechanized alone stay picked; whether it was one."""
        self._fast, drop = (), self._verb("drop")
        fast, slow = of_two_sorts(self.desk.controller.view, group)
        if not fast or not slow or drop is None or not all(self.acting.play(Action(drop.name, (s,))) for s in slow):
            return False
        self._fast = tuple(self.group())
        self.acting.select(fast[0])
        return True

    def stays(self) -> bool:
        """Tell that units are picked here and stay so; whether there are any."""
        group, key = self.group(), self.desk.stavka.keymap.key
        if group:
            name, lets = self.acting.name(group[0]), key("everybody")
            self.desk.say(f"{name} picked: {key('act')} or {lets} takes them in hand, {lets} again lets them go.")
        return bool(group)

    def _may_enter(self, vacated: Hex) -> bool:
        """Whether anybody could still advance into the vacated hex: else those in it may go on one by one."""
        decision = self.hand.decision
        return vacated >= 0 and any(decision.target(a) == vacated for s in decision.subjects for a in decision.of(s))

    def _all_advance(self, vacated: Hex) -> None:
        """Into the vacated hex with everybody who may, the strongest first, until it is full."""
        view, label = self.desk.controller.view, self.desk.label(vacated)
        able = [u for s in self.hand.decision.subjects if (u := view.roster.by_id.get(s)) is not None]
        gone, match = list[Unit](), self.desk.controller.match
        begun = len(match.history)
        for u in sorted(able, key=lambda u: (-view.strength(u)[0], u)):
            own = self.hand.decision.of(view.roster.ids[u]) if self.desk.controller.view.vacated() == vacated else []
            action = next((a for a in own if a.args[1:] == (label,)), None)
            if action is not None and self.acting.play(action):
                gone.append(u)
        self.desk.controller.strokes.note(match, begun, f"the advance to {label}")
        if gone:
            # Of the last one that was said just now.
            after = "" if self.desk.said.startswith(f"{view.short(gone[-1])} ") else self.desk.said
            self.desk.say(f"{view.names(gone)} advanced to {label}. {after}".strip())
        else:
            self.desk.say(f"Nobody may advance to {label}. ({self.hand.decision.prompt.rule})", "warn")

    def release(self) -> bool:
        """Let the group here go; whether there was one."""
        group, verb = self.group(), self._verb("drop")
        if verb is None:
            return False
        for subject in group:
            self.acting.play(Action(verb.name, (subject,)))
        if group:
            self.acting.drop()
            self.desk.say("Nobody here is picked any more.")
        return bool(group)

    def _play(self, action: Action) -> None:
        """Play it, and take the group in hand that it leaves."""
        if not self.acting.play(action):
            return
        group = self.group()
        if group:
            self.acting.select(group[0])
        else:
            self.acting.drop()

    # ------------------------------------------------------------------ holding
    def hold(self) -> None:
        """Nothing more for the unit or group in hand in this step; on to the next.

        Where the step has no such action, the unit is held back on this screen alone.
        """
        verb = self._verb("hold")
        if verb is None:
            self.remaining.hold()
            return
        here = self._here()
        subject = self.hand.selected or next((s for s in here if self.hand.decision.of(s)), None)
        if subject is None:
            self.desk.say("Nobody here can act any more." if here else "There is nobody of yours here.", "warn")
            return
        words = self.acting.name(subject)
        if self.acting.play(Action(verb.name, (subject,))):
            self.going.walk(1)
            self.desk.say(f"Held: {words}. {self.desk.said}".strip())

    # ------------------------------------------------------------------ odds before a battle
    def ask_first(self, action: Action, target: Hex | None, shown: Tally | None = None) -> bool:
        """Show the calculation of an action that is a battle, to be carried out by Enter; whether it is one.

        What has been ``shown`` to the last chance, with nothing that could help besides, is carried out at once.
        """
        decision, view = self.hand.decision, self.desk.controller.view
        verb, unit = decision.verb(action.verb), decision.data.roster.by_id.get(action.subject or "")
        if verb is None or not verb.battle or unit is None or target is None:
            return False
        units, words = view.group(unit)
        try:
            tally = self._sum(verb.battle, units, target, [word for word in action.args if word in decision.named])
        except BadInput:
            return False  # It will be refused, with the reason.
        same = shown is not None and (shown.heading, shown.results) == (tally.heading, tally.results)
        if same and not rides(decision, view, tally):
            self.acting.play(action)
        else:
            self._show_odds(action, tally, words)
        return True

    @property
    def resolves(self) -> bool:
        """Whether one attack is made up and rolled for after the other in this step."""
        return self._verb("resolve") is not None

    def ask_roll(self) -> bool:
        """Show the calculation of the attack that is made up, to be rolled for by Enter; whether there is one."""
        view, verb, made_up = self.desk.controller.view, self._verb("resolve"), self._made_up
        if verb is None or made_up is None or not self._allowed(Action(verb.name)):
            return False
        target, units = made_up
        self._odds_of = (self.desk.controller.match.rev, target, units)
        words = f"{len(units)} unit{'s' * (len(units) != 1)}"
        self._show_odds(Action(verb.name), self._sum(view.tally_now, units, target), words)
        return True

    @property
    def odds_known(self) -> bool:
        """Whether the calculation of the attack that is made up was shown, and nothing has been decided since."""
        made_up = self._made_up
        return made_up is not None and self._odds_of == (self.desk.controller.match.rev, *made_up)

    @property
    def _made_up(self) -> tuple[Hex, tuple[Unit, ...]] | None:
        """Target and attackers of the attack that would be rolled for now."""
        return next(iter(self.desk.controller.view.declared().items()), None)

    @property
    def prepared(self) -> Hex:
        """The target of the attack that would be rolled for now; -1 while none could be."""
        verb, made_up = self._verb("resolve"), self._made_up
        return made_up[0] if verb and made_up and self._allowed(Action(verb.name)) else -1

    def made_up_at(self, h: Hex) -> bool:
        """Whether the attack that would be rolled for now is one on a hex, alone or with others."""
        declared, made_up = self.desk.controller.view.declared(), self._made_up
        return made_up is not None and declared.get(h) == made_up[1]

    def _show_odds(self, action: Action, tally: Tally, words: str) -> None:
        """A battle as a list: what carries it out with its chances, what could help, every line of the calculation."""
        decision, resolves = self.hand.decision, self.resolves
        first = Item(f"{action.verb} at {tally.heading}: {chances(tally)}", action, sign="1")
        counters = aids(decision) if resolves else ()
        helps = (*counters, *rides(decision, self.desk.controller.view, tally))
        # Whether a unit goes along is one answer in two forms.
        helps = self._numbered(tally.target, helps, [i.text if i in counters else str(i.value.args) for i in helps])
        items = (first, *helps, *(Item(*_line(entry), role="dim", sign=" ") for entry in tally.lines))

        def chosen(item: Item | None, text: str) -> None:
            if item is not None and isinstance(item.value, Action):
                if self.acting.play(item.value) and item in helps and not (resolves and self.ask_roll()):
                    self.ask_first(action, tally.target)  # with what it makes of the odds
            elif item is not None:
                self.desk.say(f"{item.text} {item.rule}".strip())

        title = f"{words} on {decision.data.board.labels[tally.target]}"
        self.desk.open_menu(Ask(title, chosen, items, cancel=lambda: self.desk.say(""), numbers=True))
        where, key = decision.data.board.describe(tally.target), self.desk.controller.view.tally_key(tally.kind)
        self.desk.say(f"{where}: {odds(tally)}. {key}")

    def _numbered(self, target: Hex, helps: Sequence[Item], keys: Sequence[str]) -> tuple[Item, ...]:
        """What could help, each with the number that it had before: a digit pressed twice does not take it back."""
        if self._helped != target:
            self._helped = target
            self._numbers.clear()
        numbers = [self._numbers.setdefault(key, len(self._numbers) + 2) for key in keys]
        pairs = sorted(zip(numbers, helps, strict=True), key=lambda pair: pair[0])
        return tuple(i._replace(sign=str(n) if n < 10 else " ") for n, i in pairs)

    def _sum(self, kind: str, units: Sequence[Unit], target: Hex, helps: Sequence[str] = ()) -> Tally:
        """The calculation of a battle, once it is said of its support what was planned. Raises ``BadInput``.

        ``helps`` is support that the action itself names, a counter of each.
        """
        tally = declared_tally(self.desk.controller.view, kind, units, target, dict.fromkeys(helps, "1"))
        if self.kept is None:
            return tally
        kept, by_id = self.kept, self.hand.decision.data.roster.by_id
        self.kept = None
        stays = self.desk.controller.view.riders(kind, Engagement((target,), tally.attackers))
        for item in rides(self.hand.decision, self.desk.controller.view, tally):
            u = by_id[item.value.args[0]]
            if stays[u] != (u in kept):
                self.acting.play(item.value)
        return declared_tally(self.desk.controller.view, kind, units, target)

    def at_once(self, kind: str) -> bool:
        """Whether a combat of this kind is one action of a group in this step, not made up of units of many hexes."""
        return any(v.battle == kind and v.role != "resolve" for v in self.hand.decision.verbs)

    def take(self, units: list[str]) -> None:
        """Units from anywhere to act together: picked as a group, else to do the same one after the other."""
        pick, drop = self._verb("pick"), self._verb("drop")
        if pick is None or drop is None:
            self.party.take(units)
            return
        others = [s for s in self.hand.decision.subjects if s not in units]
        actions = [Action(drop.name, (s,)) for s in others if self._can(drop, s)]
        actions += [Action(pick.name, (s,)) for s in units if not self._can(drop, s)]
        for action in actions:
            if not self.acting.play(action):
                return
        self.acting.select(units[0])

    def assault(self, group: list[str], launch: Hex | None, target: Hex, shown: Tally | None = None) -> None:
        """Make these units the group, move it to where it sets out from, and show the odds if not ``shown``."""
        pick, drop = self._verb("pick"), self._verb("drop")
        if not group or (len(group) > 1 and (pick is None or drop is None)):
            self.desk.say("Nobody takes part.", "warn")
            return
        picked = self.all_picked()
        lone = len(group) == 1
        actions = [Action(drop.name, (s,)) for s in picked if lone or s not in group] if drop is not None else []
        if pick is not None and not lone:
            actions += [Action(pick.name, (s,)) for s in group if s not in picked]
        for action in actions:
            if not self.acting.play(action):
                return
        self.acting.select(group[0])
        battles, side = {v.name for v in self.hand.decision.verbs if v.battle}, self.desk.controller.match.side
        if launch is not None and launch != self.hand.decision.place(group[0]):
            way = next((a for a in self.hand.targets.get(launch, ()) if a.verb not in battles), None)
            if way is None:
                self.desk.say(f"They cannot go to {self.hand.decision.data.board.labels[launch]} together.", "warn")
                return
            if not self.acting.play(way) or self.desk.controller.match.side != side:
                return  # the enemy is asked something first
        storm = next((a for a in self.hand.decision.of(group[0]) if a.verb in battles
                      and self.hand.decision.target(a) == target), None)  # fmt: skip
        if storm is not None:
            self.desk.go_to(target)
            self.ask_first(storm, target, shown)
            return
        refusal = self.hand.decision.why_not(group[0], target)
        if refusal is not None:
            self.acting.refuse(refusal)

    # ------------------------------------------------------------------ formations
    def formation(self) -> None:
        """The units of the formation of the marked unit."""
        show_formation(self.desk, self.hand, self.acting, self._here())


def _line(entry: TallyLine) -> tuple[str, None, str]:
    return f"{entry.value}  {entry.text}", None, section(entry.rule)
