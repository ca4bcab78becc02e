"""The only caller of play and undo: owns the match, its save, the computer players and who sits at the screen."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from engine.components.errors import BadInput
from engine.play.action import Action, IllegalAction
from engine.play.event import Event
from engine.play.match import Match
from engine.play.state import digest
from engine.play.timeline import Timeline
from engine.play.view import View
from engine.players import Player, Thought, make
from saves.errors import SaveError
from saves.watch import Follower
from tui.game.decision import Decision
from tui.game.deeds import Deed, told_of
from tui.game.hand_dice import BY_HAND, DieWanted, HandDice
from tui.game.keeper import Keeper, keep_look, nowhere
from tui.game.names import action_words
from tui.game.outcome import Outcome
from tui.game.strokes import Strokes
from tui.game.thoughts import thinking

HUMAN = "human"
STAND_IN = "random"
"""The computer player that decides where another one fails."""
ELSEWHERE = "Another program plays this game; you watch."


class Controller:
    """One game at the screen. ``clock`` tells the time of a save; tests give their own."""

    def __init__(
        self,
        match: Match,
        keeper: Keeper | None,
        *,
        hand_over: bool = True,
        clock: Callable[[], datetime] = datetime.now,
    ) -> None:
        self.match = match
        self.keeper = keeper
        self.strokes = Strokes()
        self.save_note = self.save_failed = ""
        self.deeds: list[Deed] = []
        """What computer players did since a person last acted."""
        self._answered = False
        """Whether a person has acted since: the next deed begins a new report."""
        self.faults: list[str] = []
        self.write_fault: Callable[[BaseException], str] = lambda error: ""
        """Writes the details of a fault down; where they are, as a sentence."""
        self.looking = nowhere
        """Where the person at the screen looks; the screen says how to find out."""
        self._clock = clock
        # Whoever lays out a position has both sides in his hands.
        self._hand_over = hand_over and not match.state.analysis
        self._decision: Decision | None = None
        self._pending: tuple[Action, str] | None = None
        self._thought: tuple[int, Thought] | None = None
        """What the computer player is thinking through, and the revision of the match that it began with."""
        self._chosen: tuple[int, tuple[Action, str] | Exception] | None = None
        self.sides: list[str] = list(match.data.meta.get("sides", ["axis", "soviet"]))
        self.players = {side: match.meta.get(f"player.{side}", HUMAN) for side in self.sides}
        self._bots: dict[str, Player] = {}
        for number, side in enumerate(self.sides):
            if self.players[side] != HUMAN:
                self._bots[side] = make(self.players[side], match.seed + number)
        if match.meta.get(BY_HAND) == "hand":
            self._use_hand_dice()
        self._timeline: Timeline | None = None
        self._follower: Follower | None = getattr(keeper, "follower", None)
        self._holder = ""
        """The side whose player has taken the keyboard, where two people share it."""
        self._person = ""
        """Which person of that side, where it has several."""
        self.happened: tuple[Event, ...] = ()
        """What came of the last action, as far as both sides know it."""

    def opened(self, read_only: bool) -> None:
        """The title of a game that was taken up again, until something is saved."""
        if self.watching:
            self.look_again()
        else:
            self.save_note = "read only" if read_only else "saved"

    # ------------------------------------------------------------------ who sits here
    @property
    def humans(self) -> list[str]:
        """Sides that people play."""
        return [s for s in self.sides if self.players[s] == HUMAN]

    @property
    def watching(self) -> bool:
        """Whether another program plays this game and nothing can be decided here."""
        return self._follower is not None

    @property
    def bot_turn(self) -> bool:
        """Whether somebody else decides now: a computer player, or whoever plays this game in another program."""
        return not self.match.over and (self.match.side in self._bots or self.watching)

    @property
    def viewer(self) -> str:
        """The side whose view is drawn: that of the one human; of two, the one who decides and has the keyboard.

        Empty, for what both sides know, while nobody sits here, and while the other player only answers a question
        for which the keyboard did not pass.
        """
        humans = self.humans
        if len(humans) != 1 and self._hand_over and humans:
            return self._holder if self._holder == self.match.side else ""
        return humans[0] if len(humans) == 1 else self.match.side if humans else ""

    @property
    def holder(self) -> str:
        """The side that was handed the keyboard last; empty while it has passed to nobody."""
        return self._holder

    @property
    def view(self) -> View:
        """What is drawn."""
        return self.match.view("" if self.match.over else self.viewer)

    @property
    def hand_over(self) -> str:
        """Side that must take the keyboard before anything of it is drawn; empty when nothing is in the way."""
        side = self.match.side
        person = self.match.prompt.who
        shared = (len(self.humans) > 1 or bool(person)) and not self.watching
        if not shared or self.match.over or not self._hand_over or side not in self.humans:
            return ""
        here = side == self._holder and person in ("", self._person)
        return side if not here and self._secret(side) else ""

    @property
    def asked(self) -> str:
        """Who decides now, in words for passing the keyboard: a side's player, or one of several by name."""
        title = self.side_title(self.match.side)
        return f"{self.match.prompt.who}, {title}" if self.match.prompt.who else f"the player of the {title}"

    def take_keyboard(self) -> None:
        """The player who decides has the keyboard now."""
        self._holder, self._person = self.match.side, self.match.prompt.who

    def _secret(self, side: str) -> bool:
        """Whether nobody else may look on: the steps of a game say so; where none does, the views tell."""
        steps = self.match.rules.steps.values()
        if any(step.covered for step in steps):
            return self.match.c.step.covered
        seen = digest(self.match.view(side).state)
        return any(digest(self.match.view(s).state) != seen for s in self.sides if s != side)

    # ------------------------------------------------------------------ asking
    @property
    def decision(self) -> Decision:
        """What is to be decided now."""
        if self._decision is None or self._decision.rev != self.match.rev:
            self._decision = Decision(self.match)
        return self._decision

    def side_title(self, side: str) -> str:
        """A side as the rules call it."""
        return str(self.match.data.meta.get("side", {}).get(side, {}).get("title", side.capitalize()))

    # ------------------------------------------------------------------ watching another program
    def look_again(self) -> list[Event] | None:
        """Follow what another program has saved: what happened, or ``None`` for nothing. Raises ``SaveError``."""
        news = self._follower.news() if self._follower is not None else None
        if self._follower is None or news is None:
            return None
        before, self.match, self._decision, self._timeline = self.match, news, None, None
        at = self._follower.saved_at()
        self.save_note = f"watching, saved {at:%H:%M}" if at is not None else "watching"
        if news.digest() == before.digest() and len(news.history) == len(before.history):
            return None
        new = len(news.log)
        while new and news.log[new - 1] not in before.log[-1:]:
            new -= 1
        return news.log[new:]

    def left_alone(self) -> bool:
        """Whether the other program has given the game back."""
        return self._follower is not None and self._follower.left()

    def _check_ours(self) -> None:
        if self.watching:
            raise BadInput(ELSEWHERE.rstrip("."))

    # ------------------------------------------------------------------ doing
    def play(self, action: Action | str, *, by: str = "") -> Outcome:
        """Try an action, and save it before anything else if it was carried out."""
        if self.watching:
            return Outcome(message=ELSEWHERE)
        turn, outcome = self.match.state.turn, self._try(action)
        if outcome.die is None:
            self._forget_hand()
        if not outcome.ok:
            return outcome
        self._keep(lambda k: k.played(self.match.history[-1]), turn)
        self._answered = self._answered or not by
        # As both know it: who comes to the keyboard may not see what lies below the other's counters.
        self.happened = tuple(told for e in outcome.events if (told := e.told("")) is not None)
        return outcome

    def _try(self, action: Action | str) -> Outcome:
        try:
            return Outcome(tuple(self.match.play(action)))
        except IllegalAction as error:
            return Outcome(refusal=error.refusal)
        except DieWanted as error:
            return Outcome(die=error)
        except BadInput as error:
            return Outcome(message=str(error))
        except Exception as error:
            # A fault of the program must not end the game: the match has put itself back.
            self.faults.append(f"{action}: {type(error).__name__}: {error}")
            said, kind = action_words(self.match.data, str(action)), type(error).__name__
            words = f"'{said}' cannot be carried out ({kind}); nothing has changed."
            return Outcome(message=words + self.write_fault(error))

    def undo(self) -> str:
        """Take back the last action or stroke; a sentence about it. Raises ``BadInput``."""
        self._check_ours()
        turn = self.match.state.turn
        words = self.strokes.take_back(self.match)
        self._keep(lambda k: k.undone(), turn)
        self.deeds = [d for d in self.deeds if d.number <= len(self.match.history)]
        return words

    def timeline(self) -> Timeline:
        """The past of the game for the eyes at the screen, as far as it has been read; ``Timeline.read`` reads on."""
        line = self._timeline
        if line is None or not line.fits(self.match, self.viewer):
            line = self._timeline = Timeline(self.match, self.viewer)
        line.follow()
        return line

    def undo_to(self, number: int) -> str:
        """Take back everything after a line of the history; a sentence about it. Raises ``BadInput``."""
        self._check_ours()
        line, turn = self.timeline().read_all(), self.match.state.turn
        if line.problem:
            raise BadInput(line.problem)
        wall = line.barrier(number)
        if wall is not None:
            raise BadInput(f"barred: line {wall.number} {wall.barrier}")
        count = len(self.match.history) - number
        line.rewind(number)
        self._keep(lambda k: k.undone(), turn)
        return f"{count} line{'s' if count != 1 else ''} taken back; redo plays them again."

    def keep_words(self) -> str:
        """Bring the words that travel with the match to the disk; a sentence if that is not possible."""
        if self.watching:
            return ELSEWHERE
        self._keep(lambda k: k.checkpoint(), self.match.state.turn)
        return f"Not saved: {self.save_failed}" if self.save_failed else ""

    def redo(self) -> Outcome:
        """Play again what was taken back. Raises ``BadInput``."""
        self._check_ours()
        turn = self.match.state.turn
        events = self.strokes.play_again(self.match)
        self._keep(lambda k: k.redone(), turn)
        return Outcome(tuple(events))

    def bot_think(self, enough: Callable[[], bool]) -> bool:
        """Let the computer player think until ``enough()``; whether it knows what to do.

        Small pieces on the thread of the screen: keys are read between two calls; a thought overtaken is dropped.
        """
        rev = self.match.rev
        if self._pending is not None or (self._chosen is not None and self._chosen[0] == rev):
            return True
        if self._thought is None or self._thought[0] != rev:
            self._thought = (rev, thinking(self._bots[self.match.side], self.match))
        try:
            while True:
                next(self._thought[1])
                if enough():
                    return False
        except StopIteration as end:
            self._chosen = (rev, end.value)
        except Exception as error:
            self._chosen = (rev, error)
        self._thought = None
        return True

    @property
    def bot_next(self) -> Action | None:
        """What the computer player will do next, as far as it knows."""
        found = self._pending or (self._chosen[1] if self._chosen is not None else None)
        return found[0] if isinstance(found, tuple) else None

    @property
    def answered(self) -> bool:
        """Whether a person has acted since the last deed of a computer player."""
        return self._answered

    def _choose(self) -> tuple[Action, str]:
        """What the computer player does next; raises what it raised."""
        if self._pending is not None:
            # An action that waits for a die thrown by hand is not chosen anew.
            return self._pending
        self.bot_think(lambda: False)
        assert self._chosen is not None
        found, self._chosen = self._chosen[1], None
        if isinstance(found, Exception):
            raise found
        return found

    def bot_step(self) -> Outcome:
        """One action of the computer player who decides; where it fails, the simplest one decides in its place."""
        side, step, turn = self.match.side, self.match.c.step, self.match.state.turn
        note = where = ""
        try:
            action, why = self._choose()
            refusal = self.match.check(action)
            wrong, detail = ("", "") if refusal is None else ("a move that is not allowed", f"{action}: {refusal}")
        except Exception as error:
            wrong, detail, where = type(error).__name__, str(error), self.write_fault(error)
        if wrong:
            self.faults.append(f"{self.players[side]}: {wrong}: {detail}")
            note = f"The computer player '{self.players[side]}' failed ({wrong}); '{STAND_IN}' decided in its place."
            note += where
            try:
                action, why = make(STAND_IN, self.match.seed + self.match.rev).choose(self.match)
            except Exception as error:
                words = f"No computer player can decide here ({type(error).__name__})."
                return Outcome(message=words + self.write_fault(error))
            why = f"{note} {why}"
        outcome = self.play(action, by=side)
        self._pending = (action, why) if outcome.die is not None else None
        if outcome.ok:
            if self._answered or (not self.humans and self.deeds and self.deeds[-1].turn != turn):
                self.deeds, self._answered = [], False
            history, events = self.match.history, outcome.events
            secret = step.secret or (step.private and not events)
            self.deeds.append(Deed(side, history[-1].action, why, events, len(history), secret, turn))
        return outcome._replace(note=note)

    def report(self) -> tuple[list[Deed], int]:
        """What computer players did as far as the person at the screen may know, and how many deeds are left out."""
        return told_of(self.deeds, self.view)

    def throw(self, value: int) -> None:
        """Put down a die that somebody threw for the action that waits for it."""
        dice = self.match.dice
        assert isinstance(dice, HandDice), "dice are asked for by hand only"
        dice.hand.append(value)

    def forget_dice(self) -> None:
        """Take back dice that were put down for an action that is not played after all."""
        self.match.dice.queued.clear()
        self._forget_hand()

    def _forget_hand(self) -> None:
        if isinstance(self.match.dice, HandDice):
            self.match.dice.forget()

    def _use_hand_dice(self) -> None:
        dice = HandDice(self.match.dice.seed)
        dice.queued.extend(self.match.dice.queued)
        self.match.dice = self.match.c.dice = dice

    # ------------------------------------------------------------------ keeping
    def _keep(self, write: Callable[[Keeper], None], turn: int) -> None:
        """Write to the save. A save that fails never stops play: the sentence stands in the title until it works."""
        if self.keeper is None:
            return
        try:
            write(self.keeper)
            if turn != self.match.state.turn:
                self.keeper.checkpoint(turn_changed=True)
                keep_look(self.keeper, self.looking)
        except (SaveError, OSError) as error:
            self.save_failed = error.reason if isinstance(error, SaveError) else str(error)
            return
        self.save_failed = ""
        self.save_note = f"saved {self._clock():%H:%M}"

    def save_as(self, name: str) -> str:
        """Keep a copy under a name; a sentence about it."""
        if self.keeper is None:
            return "This game is not saved anywhere."
        try:
            path = self.keeper.save_as(name)
        except (SaveError, OSError) as error:
            return f"The copy was not kept: {error}"
        return f"Kept as '{path.stem}'."

    def close(self) -> None:
        """Let go of the save."""
        if self.keeper is not None:
            keeper, self.keeper = self.keeper, None
            keep_look(keeper, self.looking)
            keeper.close()
