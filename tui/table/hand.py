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
        self._frame: Frame | None = None
        self.meant: dict[Unit, Hex] = {}
        """Units that a plan of this step has moved, or left, beside its target."""
        self.warned = False
        """Whether it was told in this step what would be left undone."""
        self._held: set[str] = set()
        self._segment: tuple[int, str, str] | None = None

    @property
    def decision(self) -> Decision:
        """What is to be decided."""
        return self.controller.decision

    @property
    def targets(self) -> dict[Hex, list[Action]]:
        """Hexes that the selected subject can act on."""
        return self.decision.targets(self.selected) if self.selected else {}

    @property
    def origin(self) -> Hex | None:
        """Where the unit that acted last stood before."""
        return self.came[0] if self.came is not None else None

    def drop(self) -> bool:
        """Nothing is selected and no letters are shown; whether there was anything."""
        had = self.selected is not None or bool(self.letters)
        self.selected = None
        self.letters.clear()
        return had

    # ------------------------------------------------------------------ answers by number
    def number(self, answers: Sequence[str]) -> list[int]:
        """Numbers of some answers, which they keep as long as the step that waits is the same one."""
        stack = self.controller.match.state.stack
        frame = stack[-1] if stack else None
        if frame is not self._frame:
            self._frame, self.numbers, self.taken = frame, {}, 0
        for answer in answers:
            self.numbers.setdefault(answer, len(self.numbers) + 1)
        return [self.numbers[answer] for answer in answers]

    # ------------------------------------------------------------------ held back
    def renew(self) -> None:
        """Forget what belongs to another step."""
        match = self.controller.match
        step = match.state.stack[-1].step if match.state.stack else ""
        now = (match.state.turn, step, match.side)
        if now != self._segment:
            self._segment, self.warned = now, False
            self._held.clear()
            self.meant.clear()

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
