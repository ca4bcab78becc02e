"""Answers to what is asked: Enter and digits at the cursor, the key that ends things, and lists of answers."""

from __future__ import annotations

from engine.components.grid import Hex
from engine.components.wording import counted, plural
from engine.play.action import Action
from tui.game.decision import Choice, Decision
from tui.table import refusals
from tui.table.acting import Acting
from tui.table.desk import Desk
from tui.table.groups import Groups
from tui.table.hand import Hand
from tui.table.remaining import Remaining
from tui.table.typeahead import TypeAhead
from tui.widgets.lines import section
from tui.widgets.list_box import Item
from tui.widgets.menu import Ask

HEXES = 4
"""More lines than these of a rare verb, each about a hex alone, are one line that opens the choice of hex."""


class Answering:
    """How the person at one play screen answers."""

    def __init__(
        self, desk: Desk, hand: Hand, acting: Acting, groups: Groups, remaining: Remaining, ahead: TypeAhead
    ) -> None:
        self.desk = desk
        self.hand = hand
        self.acting = acting
        self.groups = groups
        self.remaining = remaining
        self.ahead = ahead

    # ------------------------------------------------------------------ act here
    def act(self) -> None:
        """Enter: play the first fitting action at the cursor, else select what stands there, else say why not."""
        here = self.desk.cursor
        if self.hand.selected is not None and here == self.hand.decision.place(self.hand.selected):
            self._act_in_place(self.hand.selected, here)
        elif self.hand.selected is not None and not self.hand.targets:
            self._act_in_a_box(self.hand.selected)
        elif self.hand.selected is not None:
            if fitting := self.hand.targets.get(here, []):
                self._play_first(fitting)
                return
            if self._select_at(here):
                return
            unlisted = self.hand.decision.unlisted(self.hand.selected, here)
            if unlisted is not None:
                self._do(unlisted)
            else:
                self.acting.explain(refusals.at_hex(self.hand, self.hand.selected, here))
        elif self.groups.made_up_at(here) and self.groups.ask_roll():
            return
        elif self._only_back(here):
            self.desk.run_command("attack")  # whoever presses Enter once more does not call it off
        elif not self._select_at(here):
            if fitting := self.hand.decision.open_hexes.get(here, []):
                self._play_first(fitting)
            else:
                self._explain_here(here)

    def _only_back(self, here: Hex) -> bool:
        """Whether an attack is declared on a hex, about which nothing can be done but to take it back."""
        decision = self.hand.decision
        actions = [a for s in decision.here(here) for a in decision.of(s)]
        back = bool(actions) and all(decision.returns(a) for a in actions)
        return back and here in self.desk.controller.view.declared()

    def _act_in_place(self, subject: str, here: Hex) -> None:
        """Enter where the one in hand stands: the one thing that it can do; of several none is meant."""
        goals = [h for h in self.hand.targets if h != here]
        fitting = self.hand.targets[goals[0]] if len(goals) == 1 else [] if goals else self.hand.targets.get(here, [])
        if fitting and not (goals and self._costs(fitting[0])):
            self._play_first(fitting)
            return
        key, name = self.desk.stavka.keymap.key, self.acting.name(subject)
        where = "the hex marked" if len(goals) == 1 else f"one of {len(goals)} hexes marked"
        words = f"put the cursor on {where}, or {key('jump')} puts {_letters(len(goals))}"
        self.desk.say(f"{name}: {words}; a digit takes another unit here in hand.")

    def _act_in_a_box(self, subject: str) -> None:
        """Enter for one off the map whose actions name no hex: what it can do, wherever the cursor is."""
        fitting = self.hand.decision.of(subject)
        if len({a.verb for a in fitting}) == 1:
            self._play_first(fitting)
        else:
            self.ways()

    def _explain_here(self, here: Hex) -> None:
        """Why nothing can be chosen at a hex; where nothing there is in question, what is asked instead."""
        decision, refusal = self.hand.decision, refusals.of_hex(self.hand, here)
        if refusals.enemy_alone(self.hand, here) and self.desk.controller.view.attackers(here):
            self.desk.run_command("attack")
        elif refusal is not None and refusals.enemy_alone(self.hand, here):
            first = f"Take a unit of yours first; {self.desk.stavka.keymap.key('attack')} plans an attack here."
            if all(decision.place(s) is None for s in decision.subjects):
                first = f"{self.desk.stavka.keymap.key('answers')} lists who waits."
            self.acting.refuse(refusal)
            self.desk.say(f"No: {refusal} {first}", "warn")
        elif decision.open_hexes and decision.prompt.about == here:  # where a unit retreats from
            marked = counted(len(decision.open_hexes), "hex is", "hexes are")
            key = self.desk.stavka.keymap.key("jump")
            letters = _letters(len(decision.open_hexes))
            self.desk.say(f"{marked} marked to choose from: put the cursor there, or {key} puts {letters}.")
        elif refusal is not None:
            self.acting.refuse(refusal)
        elif decision.choices and (decision.listed or not decision.subjects):
            self.answers()
        else:
            key = self.desk.stavka.keymap.key("next")
            self.desk.say(f"Nothing is to be decided here now ({decision.prompt.rule}); {key} finds what is.", "warn")

    def _play_first(self, fitting: list[Action]) -> None:
        """The first of what fits; a list where that is one of several alike, costs something, or is a chance of which
        nothing was told as there is something else to do as well.
        """
        same = [a for a in fitting if a.verb == fitting[0].verb]
        untold = len(same) < len(fitting) and self.hand.decision.note(fitting[0])
        back = {self.hand.decision.returns(a) for a in fitting}  # what can go on is not called off by Enter
        if len(same) > 1 or len(back) > 1 or untold or self._costs(fitting[0]):
            self.ways()
        else:
            self._do(fitting[0])

    def _costs(self, action: Action) -> bool:
        """Whether an action costs something for good, so that one Enter is not enough."""
        verb = self.hand.decision.verb(action.verb)
        return verb is not None and verb.grave

    def _do(self, action: Action) -> None:
        """By all that are in hand to do the same; a battle is shown before it is rolled for."""
        if action.subject in self.hand.party:
            self.groups.party.do(action)
        elif not self.groups.ask_first(action, self.hand.decision.target(action)):
            self.acting.play(action)

    def _select_at(self, h: Hex) -> bool:
        """Select the next subject at a hex; whether there was another."""
        subjects = self.hand.decision.here(h)
        if not subjects:
            return False
        at = subjects.index(self.hand.selected) + 1 if self.hand.selected in subjects else 0
        if self.hand.selected in subjects and len(subjects) == 1:
            return False
        self.acting.select(subjects[at % len(subjects)])
        return True

    def pick_in_stack(self, number: int) -> None:
        """A digit: the unit with this number in the stack under the cursor."""
        view = self.desk.controller.view
        stack = view.stacks.get(self.desk.cursor, ())
        if number > len(stack):
            self.desk.say(f"Only {plural(len(stack), 'unit')} here." if stack else "No unit is here.", "warn")
            return
        if view.hidden(stack[number - 1]):
            self.desk.say(f"A {view.name(stack[number - 1])} of the enemy: you may not look at it now.", "warn")
            return
        subject = self.hand.decision.data.roster.ids[stack[number - 1]]
        if self.groups.toggle(subject):
            return
        if self.hand.decision.of(subject):
            self.acting.select(subject)
        else:
            self.acting.explain(refusals.of_subject(self.hand, subject))

    # ------------------------------------------------------------------ lists
    def end(self) -> None:
        """``e``: the default answer, else the one that ends what is going on; a list if there are several."""
        plain, default = self.hand.decision.closing, self.hand.decision.prompt.default
        if self.desk.controller.bot_turn:
            self.desk.say("The computer player decides now; Enter skips to the end of its turn.", "warn")
        elif default is not None or len(plain) == 1:
            action = default or plain[0]
            rolls = self.hand.decision.resolves(action)
            if rolls and not self.groups.odds_known and self.groups.ask_roll():
                return  # the odds first: nobody takes back the die
            asked = not (rolls or action.args or self.hand.decision.joins(action)) and self.remaining.warn()
            if asked or self.remaining.asks_twice(action) or self.ahead.eats(action):
                return
            if default is not None:
                place = self.hand.decision.target(action)
                if self.acting.play(action) and place is not None and self.hand.selected is None:
                    self.desk.go_to(place)  # what is chosen is under the cursor: Enter there goes on with it
            else:
                self._end_with(action)
        elif plain:
            self.answers(short=bool(self.hand.decision.crowd))
        else:
            self.acting.explain(refusals.of_end(self.hand))
            if not self.desk.menu.open:
                self.answers()

    def _end_with(self, action: Action) -> None:
        """End a segment; if something could still have been done in it, tell how to go back."""
        idle = any(self.hand.decision.of(s) for s in self.hand.decision.subjects)
        told, lost = self.hand.decision.words(action), [t for t in self.hand.decision.tasks if t.lost]
        left = self.remaining.left_over(lost) if lost and not self.desk.controller.view.declared() else ""
        if self.acting.play(action) and (left or idle):
            words = f"Not made: {left}" if left else "Not everything had been used"
            back = f"; {self.desk.stavka.keymap.key('undo')} takes it back"
            if self.desk.controller.match.can_undo:
                self.desk.say(f"Done: {told}. {words}{back}.")
            elif left:
                self.desk.say(f"{words}. {self.desk.said}".strip())

    def answers(self, short: bool = False, asked: Action | None = None) -> None:
        """All answers to what is asked, as a list; in short those alone that are about nobody.

        The mark stays on one that is ``asked`` about, so that the same key again carries it out.
        """
        decision = self.hand.decision
        if self.desk.controller.bot_turn or not decision.choices:
            self.desk.say("Nothing here is answered from a list.")
            return
        crowd = not short and decision.crowd
        choices = [c for c in decision.choices if c.action in decision.plain] if short else folded(decision)
        signs = [""] * len(choices)
        if not crowd and not short:
            numbers = self.hand.number([_key(c) for c in choices])
            numbered = sorted(zip(numbers, choices, strict=True), key=lambda pair: pair[0])
            choices = [c for _, c in numbered]
            signs = [str(n) if n < 10 else " " for n, _ in numbered]
        items = tuple(
            Item(c.text, c, section(c.rule), c.note if c.subject else c.unit, sign=sign)
            for c, sign in zip(choices, signs, strict=True)
        )
        lasting, at = decision.listed and not short, 0 if short else self._mark(choices)
        at = next((n for n, c in enumerate(choices) if asked is not None and c.action == asked), at)
        title = f"{len(decision.crowd)} units: letters of a name or formation" if crowd else "Your decision"
        self.desk.open_menu(
            Ask(
                title,
                self._answer,
                items,
                lasting=lasting,
                moved=self._look,
                at=at,
                numbers=None if not crowd else False,
            )
        )
        self._look(next((i for i in (items[at], *items) if self._points(i.value)), items[at]))

    def _points(self, choice: Choice) -> bool:
        """Whether an answer is about something that stands on the map."""
        word = choice.subject or (choice.action.subject if choice.action else None)
        return word is not None and self.hand.decision.points_to(word) is not None

    def _mark(self, choices: list[Choice]) -> int:
        """Where the mark stands in a list: where one of this step was taken, on the next that ends nothing.

        It stands neither on what takes an answer back nor on another answer for the thing that was just answered for.
        """
        numbers, decision = self.hand.numbers, self.hand.decision
        done = next((key for key, n in numbers.items() if n == self.hand.taken), "").split()[:2]
        later = [n for n, c in enumerate(choices) if numbers.get(_key(c), 0) > self.hand.taken]
        after = [n for n in later if self._goes_on(choices[n]) and _key(choices[n]).split()[:2] != done]
        if self.hand.taken and after and choices[after[0]].action not in decision.plain:
            return after[0]
        at = self._next_of_crowd(choices)
        return next((n for n in (at, *range(len(choices))) if not decision.returns(choices[n].action)), at)

    def _goes_on(self, choice: Choice) -> bool:
        """Whether Enter may mean an answer because it follows the last one: it takes nothing back and costs nothing."""
        action = choice.action
        return not self.hand.decision.returns(action) and not (action is not None and self._costs(action))

    def _next_of_crowd(self, choices: list[Choice]) -> int:
        """Where the mark stands in a list: of many units on the one after that which was placed last; else on what the
        question proposes of somebody, or on what is pressing, so that Enter does not end what should be done first.
        """
        decision, before = self.hand.decision, self.hand.placed
        keys = decision.crowd
        wanted = next((s for s, key in keys.items() if before is None or key > before), next(iter(keys), None))
        default = decision.prompt.default
        if wanted is None and default is not None and default.args:
            wanted = default.subject
        if wanted is None:
            wanted = next((t.subject for t in decision.tasks if t.pressing and t.subject), None)
        about = [c.subject or (c.action.subject if c.action is not None else None) for c in choices]
        if wanted is None and not decision.listed:
            # Who asks for the answers by a key of their own does not want the first of them, which ends the step.
            wanted = next((word for word in about if word is not None), None)
        if wanted is None or wanted in about:
            return about.index(wanted) if wanted is not None else 0
        # What is pressing may be the hex that somebody acts on.
        return next((n for n, c in enumerate(choices) if c.action is not None and wanted in c.action.args), 0)

    def _answer(self, item: Item | None, text: str) -> None:
        choice = item.value if item is not None else None
        if item is None or not isinstance(choice, Choice):
            return
        self._look(item)  # a digit too takes the cursor where the answer is
        self.hand.taken = self.hand.numbers.get(_key(choice), 0)
        if choice.action is not None:
            if self.hand.decision.resolves(choice.action) and not self.groups.odds_known and self.groups.ask_roll():
                return  # the odds first, as with the key that ends things
            if self.remaining.asks_twice(choice.action):
                self.answers(asked=choice.action)
                return
            asked = self.remaining.asks(choice.action) or self.ahead.eats(choice.action)  # or a key meant for another
            if asked or not self.acting.play(choice.action):
                self.desk.follow_decision()
        elif choice.hexes:
            items = tuple(Item(c.text, c, section(c.rule)) for c in choice.hexes)
            self.desk.open_menu(
                Ask(choice.note, self._answer, items, moved=self._look, cancel=self.desk.follow_decision, numbers=True)
            )
            self._look(items[0])
        elif choice.subject is not None:
            self.hand.placed = self.hand.decision.crowd.get(choice.subject, self.hand.placed)
            self.acting.select(choice.subject)
            if self.hand.selected is None:
                self.desk.follow_decision()
            self.acting.to_targets()

    def _look(self, item: Item) -> None:
        """The cursor goes along with the marked answer."""
        choice = item.value
        word = choice.subject or (choice.action.subject if choice.action else None)
        place = self.hand.decision.points_to(word) if word else None
        self.hand.looked = word if word is not None and place is not None else ""
        if place is not None:
            self.desk.go_to(place)

    def ways(self) -> None:
        """Every action that fits the cursor: of the selected subject, else of everything that stands there."""
        here, decision = self.desk.cursor, self.hand.decision
        if self.hand.selected is not None:
            fitting = self.hand.targets.get(here, []) + decision.elsewhere(self.hand.selected)
        else:
            found = [a for s in decision.here(here) for a in decision.of(s)] or decision.open_hexes.get(here, [])
            # Where a unit could go the map shows once it is in hand.
            fitting = [a for a in found if self._in_place(a, here)] or found
        if not fitting:
            self._explain_ways(here)
            return
        title = decision.data.board.describe(here)
        if len({(a.verb, a.subject) for a in fitting}) == 1:
            # One thing for one of several units: the strongest is the likeliest.
            fitting = sorted(fitting, key=self._weakness)
            who = next((w for w in fitting[0].args[:1] if decision.data.board.index.get(w.upper()) != here), "")
            title = f"{fitting[0].verb}{f' {decision.name(who)}' if who else ''}: {title}"
        items = tuple(
            Item(decision.words(a, here), a, section(decision.rule(a.verb)), decision.note(a))
            for a in sorted(fitting, key=decision.returns)
        )
        self.desk.open_menu(Ask(title, self._play_item, items))

    def _in_place(self, action: Action, here: Hex) -> bool:
        """Whether an action is about a hex itself, or done by a unit where it stands."""
        decision = self.hand.decision
        return action.subject not in decision.data.roster.by_id or decision.target(action) in (None, here)

    def _weakness(self, action: Action) -> tuple[int, ...]:
        """Sorts actions by the unit that they end with, the strongest attacker first."""
        unit = self.hand.decision.data.roster.by_id.get(action.args[-1]) if action.args else None
        return (0,) if unit is None else tuple(-v for v in self.desk.controller.view.strength(unit)[:2])

    def _explain_ways(self, here: Hex) -> None:
        """Of what is selected, where it acts or why not here; else why nothing here does."""
        if self.hand.selected is None:
            self._explain_here(here)
        elif self.hand.targets and self.hand.decision.place(self.hand.selected) in (here, None):
            key = self.desk.stavka.keymap.key("jump")
            count, name = len([h for h in self.hand.targets if h != here]), self.hand.decision.name(self.hand.selected)
            where = "the hex marked" if count == 1 else "the marked hexes"
            self.desk.say(f"{name} acts on {where}; {key} puts {_letters(count)}.")
        else:
            self.acting.explain(refusals.at_hex(self.hand, self.hand.selected, here))

    def _play_item(self, item: Item | None, text: str) -> None:
        if item is not None:
            self._do(item.value)


def _letters(count: int) -> str:
    """What the key for jumping puts on so many marked hexes."""
    return "a letter on it" if count == 1 else "letters on them"


def _key(choice: Choice) -> str:
    """An answer as the one that it stays while other answers of the step come and go."""
    return str(choice.action) if choice.action is not None else f"{choice.subject or choice.text} ..."


def folded(decision: Decision) -> list[Choice]:
    """All answers; those of a rare verb about many hexes, such as all cities that could be declared, as one line."""
    found, index = decision.choices, decision.data.board.index
    for verb in (v for v in decision.verbs if v.rare):
        lines = [c for c in found if c.action is not None and c.action.verb == verb.name]
        words = [c.action.args for c in lines if c.action is not None]
        if len(lines) > HEXES and all(len(args) == 1 and args[0].upper() in index for args in words):
            at, hexes = found.index(lines[0]), plural(len(lines), "hex", "es")
            one = Choice(f"{verb.name} ...", None, None, verb.rule, verb.help, hexes, tuple(lines))
            found = [*found[:at], one, *(c for c in found[at:] if c not in lines)]
    return found
