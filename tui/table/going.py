"""Ways over the map: where the cursor starts, to the next thing that can act, by letters on hexes to choose from."""

from __future__ import annotations

from engine.components.grid import Hex
from engine.play.action import Action
from tui.game.controller import Controller
from tui.game.jumps import MOST, codes
from tui.table.acting import Acting
from tui.table.desk import Desk
from tui.table.hand import Hand

TOLD = 26
"""So many of the nearest hexes are told to a screen reader with their letters."""
RECENT = 20
"""Among so many events the last one with a hex is looked for when a game is opened."""


def untouched(controller: Controller) -> bool:
    """Whether nobody at the keyboard has done anything yet; the computer may have set up its side."""
    humans = controller.humans
    return bool(humans) and not any(line.side in humans for line in controller.match.history)


def first_hex(controller: Controller) -> Hex:
    """Where something happened last, else where the cursor stood, else something to decide about, else a unit.

    The cursor is kept with the snapshot of a turn only; the actions since then are newer. In an untouched game what is
    to be decided comes first.
    """
    match, decision = controller.match, controller.decision
    if not untouched(controller):
        for event in reversed(controller.view.log(last=RECENT)):
            if event.hexes and event.hexes[-1] in match.data.in_play:
                return event.hexes[-1]
    kept = match.data.board.index.get(match.meta.get("cursor", ""))
    if kept is not None:
        return kept
    places = [h for s in decision.subjects if (h := decision.place(s)) is not None]
    if not places:
        view, side = controller.view, match.side
        places = [h for h, units in sorted(view.stacks.items()) if view.roster.side[units[0]] == side]
        places += sorted(view.stacks) or [h for s in decision.subjects[:1] for h in decision.targets(s)]
    return places[0] if places else min(match.data.in_play)


class Going:
    """How one person gets over the map of a play screen without counting hexes."""

    def __init__(self, desk: Desk, hand: Hand, acting: Acting) -> None:
        self.desk = desk
        self.hand = hand
        self.acting = acting

    # ------------------------------------------------------------------ walking
    def walk(self, step: int) -> None:
        """To the next subject that has a legal action, or to the next target of a selected one off the map."""
        decision = self.hand.decision
        every = [s for s in decision.subjects if decision.place(s) is not None]
        done = self.hand.passed_over()
        subjects = [s for s in every if s not in done] or every
        if not subjects:
            if decision.choices:
                self.desk.run_command("answers")
            else:
                self.desk.say("Nothing on the map is to be decided about now.")
            return
        rest = self._rest(subjects) if step > 0 else None
        if rest is not None:
            self.hand.offered.add(rest)
            self._take(rest)
            return
        start, taken = self._position(subjects, step), {decision.data.roster.ids[u] for u in self.hand.units}
        for offset in range(len(subjects)):
            subject = subjects[(start + step * offset) % len(subjects)]
            place = decision.place(subject)
            if place is not None and (subject not in taken or len(taken) == 1) and decision.of(subject):
                self._take(subject)
                return
        self.desk.say("No unit on the map can do anything now.")

    def _take(self, subject: str) -> None:
        """Go to a subject on the map; a unit that can act elsewhere comes to hand."""
        decision, place = self.hand.decision, self.hand.decision.place(subject)
        assert place is not None
        self.hand.selected, self.hand.wandered = None, False
        self.desk.go_to(place)
        if subject in decision.data.roster.by_id and self._points(subject):
            self.acting.select(subject)
        else:
            verbs = ", ".join(dict.fromkeys(a.verb for a in decision.of(subject)))
            self.desk.say(f"{decision.name(subject)}: {verbs}")
            self.desk.redraw()

    def _rest(self, subjects: list[str]) -> str | None:
        """The next one that is left of the stack that acted last, unless the cursor has been put elsewhere since."""
        hand, ids = self.hand, self.hand.decision.data.roster.ids
        if hand.wandered:
            return None
        taken = {ids[u] for u in hand.units} | hand.offered
        left = [s for s in hand.stack if s in subjects and s not in taken]
        return next((s for s in left if hand.decision.of(s)), None)

    def _points(self, subject: str) -> bool:
        decision = self.hand.decision
        place = decision.place(subject)
        return any(h != place for h in decision.targets(subject))

    def _position(self, subjects: list[str], step: int) -> int:
        """Where walking starts: after the selected subject, else at the first one from the cursor on."""
        decision = self.hand.decision
        if self.hand.selected in subjects:
            return subjects.index(self.hand.selected) + step
        grid, here = decision.data.board.grid, self.desk.cursor
        same = step
        if self.hand.came is not None and self.hand.came[1] == here:
            # The one that has just moved away is out of the list: go on where it stood, with its stack first.
            here, same = self.hand.came[0], min(step, 0)
        at = (grid.column(here), grid.row(here))
        for index, subject in enumerate(subjects):
            h = decision.place(subject)
            if h is not None and (grid.column(h), grid.row(h)) >= at:
                return index + (same if h == here else min(step, 0))
        return 0 if step > 0 else -1

    def back_to(self, action: Action) -> None:
        """The cursor where what an action that is taken back or played again is about stands now, if on the map."""
        place = self.hand.decision.points_to(action.subject or "")
        if place in self.hand.decision.data.in_play and not self.desk.controller.bot_turn:
            self.desk.go_to(place)

    # ------------------------------------------------------------------ jumping
    def jump(self) -> None:
        """Letters on the targets of the selected subject, else on everything that can be selected."""
        decision = self.hand.decision
        hexes = list(self.hand.targets) or list(decision.open_hexes)
        if self.hand.selected is None:
            hexes += [h for s in decision.subjects if (h := decision.place(s)) is not None
                      and decision.of(s)]  # fmt: skip
        grid, here = decision.data.board.grid, self.desk.cursor
        if self.hand.selected is not None:
            # Where the unit stands there is nothing to go to.
            hexes = [h for h in hexes if h != here] or hexes
        vacated = self.desk.controller.view.vacated()
        near = sorted(set(hexes), key=lambda h: (h != vacated, grid.distance(here, h), h))[:MOST]
        if not near:
            self.desk.say("There is nothing on the map to jump to now.")
            return
        self.hand.letters = dict(zip(near, codes(len(near)), strict=True))
        if any(map(self.desk.in_view, near)):
            self.desk.say("Type the letters of a hex to go there; a capital goes there and acts.")
        else:
            code, where = self.hand.letters[near[0]], decision.data.board.describe(near[0])
            self.desk.say(
                f"None of these hexes is in view: {code} goes to the nearest, {where}; {code.upper()} acts there."
            )
        labels = decision.data.board.labels
        told = [f"{code} {labels[h]}" for h, code in self.hand.letters.items()]
        more = f" and {len(told) - TOLD} more" if len(told) > TOLD else ""
        self.desk.tell(", ".join(told[:TOLD]) + f"{more}.")
        self.desk.redraw()

    def key(self, key: str) -> bool:
        """A key while letters are shown; whether it was used. The first of two letters leaves those that begin so.

        A capital at the end goes there and acts, as Enter would.
        """
        if not self.hand.letters:
            return False
        if key == "escape":
            # One level: what is in hand stays there.
            self.hand.letters.clear()
            self.desk.say("")
            self.desk.redraw()
            return True
        act, key = key.isupper(), key.lower()
        found = next((h for h, code in self.hand.letters.items() if code == key), None)
        self.hand.letters = {h: code[1:] for h, code in self.hand.letters.items() if len(code) > 1 and code[0] == key}
        if found is not None:
            self.hand.letters, self.hand.wandered = {}, True
            self.desk.say("")
            self.desk.go_to(found)
            if act:
                self.desk.run_command("act")
        self.desk.redraw()
        return found is not None or bool(self.hand.letters)
