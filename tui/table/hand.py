"""What a person at a play screen has in hand: the unit selected, where it can go, letters, units held back."""

from __future__ import annotations

from collections.abc import Sequence

from engine.components.grid import Hex, Unit
from engine.play.action import Action, Refusal
from engine.play.state import Frame
from tui.game.controller import Controller
from tui.game.decision import Decision


class Hand:
    """Data alone: the parts of the screen read and change it, nothing here acts."""

    def __init__(self, controller: Controller) -> None:
        self.controller = controller
        self.selected: str | None = None
        self.refusal: Refusal | None = None
        """Why the last thing that was tried cannot be done."""
        self.looked = ""
        """The unit that the marked answer of a list is about."""
        self.letters: dict[Hex, str] = {}
        """Letters on the map while jumping."""
        self.came: tuple[Hex, Hex] | None = None
        """Where the unit that acted last stood, and where the cursor was then."""
        self.placed: tuple[int, int, int] | None = None
        """Key of the unit that was taken last from a long list of those off the map."""
        self.numbers: dict[str, int] = {}
        """Numbers of the answers of the step that waits: one that is gone leaves its number, new ones come last."""
        self.taken = 0
        """The number that was taken last."""
        self.party: tuple[str, ...] = ()
        """Units that do the same one after the other, where each acts by itself; the one in hand among them."""
        self.stack: tuple[str, ...] = ()
        """Units of the hex in which the one that acted last began: what is left of them comes first."""
        self.offered: set[str] = set()
        """Those of them that walking has come to since."""
        self.wandered = False
        """Whether the cursor was put somewhere by hand since anybody acted."""
        self._acted_in = ""
        self._frame: Frame | None = None
        self.meant: dict[Unit, Hex] = {}
        """Units that a plan of this step has moved, or left, beside its target."""
        self.carried = False
        """Whether the step is over in which those units were moved: what was planned is to be declared now."""
        self.warned = False
        """Whether it was told in this step what would be left undone."""
        self._held: set[str] = set()
        self._segment: tuple[int, str, str, str] | None = None
        self._looked_at = (0, -1)

    @property
    def decision(self) -> Decision:
        """What is to be decided."""
        return self.controller.decision

    @property
    def targets(self) -> dict[Hex, list[Action]]:
        """Hexes that the selected subject can act on; of several units, those that all of them can."""
        found = self.decision.targets(self.selected) if self.selected else {}
        for other in (self.decision.targets(s) for s in self.party if s != self.selected):
            verbs = {h: {a.verb for a in actions} for h, actions in other.items()}
            found = {h: [a for a in actions if a.verb in verbs.get(h, ())] for h, actions in found.items()}
        return {h: actions for h, actions in found.items() if actions}

    @property
    def units(self) -> tuple[Unit, ...]:
        """Who is in hand: a unit, the group that it belongs to, or all that do the same one after the other."""
        by_id, view = self.decision.data.roster.by_id, self.controller.view
        unit = by_id.get(self.selected or "")
        return tuple(by_id[s] for s in self.party) or (() if unit is None else view.group(unit)[0])

    @property
    def origin(self) -> Hex | None:
        """Where the unit that acted last stood before."""
        return self.came[0] if self.came is not None else None

    def drop(self) -> bool:
        """Nothing is selected and no letters are shown; whether there was anything."""
        had = self.selected is not None or bool(self.letters)
        self.selected, self.party = None, ()
        self.letters.clear()
        return had

    # ------------------------------------------------------------------ the stack that acts
    def stack_of(self, action: Action) -> tuple[str, ...]:
        """The side's units where the subject of an action stands, before it is played."""
        match, place = self.controller.match, self.decision.place(action.subject or "")
        if action.subject not in match.data.roster.by_id or place is None:
            return ()
        roster, here = match.data.roster, self.controller.view.stacks.get(place, ())
        return tuple(roster.ids[u] for u in here if roster.side[u] == match.side)

    def acted(self, action: Action, stack: tuple[str, ...], step: str) -> None:
        """An action was played in a step: what is left of the stack is offered first until another one acts."""
        self.offered.clear()
        self.wandered = False
        if stack and action.subject not in self.stack:
            self.stack, self._acted_in = stack, step
        elif not action.args and step == self._acted_in:
            self.stack = ()

    # ------------------------------------------------------------------ answers by number
    def number(self, answers: Sequence[str]) -> list[int]:
        """Numbers of some answers, which they keep as long as the step that waits is the same one.

        Where lines have gone until none that is left has a digit, they are counted anew.
        """
        stack = self.controller.match.state.stack
        frame = stack[-1] if stack else None
        if frame is not self._frame:
            self._frame, self.numbers, self.taken = frame, {}, 0
        if self.numbers and all(self.numbers.get(answer, len(self.numbers) + 1) > 9 for answer in answers):
            self.numbers, self.taken = {}, 0
        for answer in answers:
            self.numbers.setdefault(answer, len(self.numbers) + 1)
        return [self.numbers[answer] for answer in answers]

    # ------------------------------------------------------------------ held back
    def renew(self) -> None:
        """Forget what belongs to another step."""
        match = self.controller.match
        if self._looked_at == (id(match), match.rev):
            return
        self._looked_at = id(match), match.rev
        step = match.state.stack[-1].step if match.state.stack else ""
        phase = next((o.id for o in reversed(self.controller.view.outline()) if o.status == "now"), "")
        now = (match.state.turn, phase, step, match.side)
        if now != self._segment:
            self._segment, self.warned = now, False
            self._held.clear()
            if self.carried or not self.meant:
                self.meant.clear()
            self.carried = bool(self.meant)

    @property
    def held(self) -> set[str]:
        """Units that are held back in this step: walking passes them over, ending does not mention them."""
        self.renew()
        return self._held

    def hold(self, unit: str) -> None:
        """Hold a unit back; one that is held is released."""
        self.held.symmetric_difference_update({unit})

    def passed_over(self) -> set[str]:
        """Units that walking passes over: those held back and those that are declared for an attack."""
        ids = self.decision.data.roster.ids
        return self.held | {ids[u] for units in self.controller.view.declared().values() for u in units}
