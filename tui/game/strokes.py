"""What was done at one stroke, such as declaring a planned attack: it is taken back at one stroke too."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from engine.components.wording import plural
from engine.play.event import Event
from engine.play.history import HistoryLine
from engine.play.match import Match
from tui.game.names import action_words


class Stroke(NamedTuple):
    """The lines of a history that one key of the player made, from the number of lines before them on."""

    begin: int
    lines: tuple[HistoryLine, ...]
    words: str

    def fits(self, history: list[HistoryLine]) -> bool:
        """Whether a history has these lines where they were played."""
        return tuple(history[self.begin : self.begin + len(self.lines)]) == self.lines


@dataclass(slots=True)
class Strokes:
    """The strokes of one game at the screen, in the order in which they were made."""

    made: list[Stroke] = field(default_factory=list)

    def note(self, match: Match, begin: int, words: str) -> None:
        """What was played since there were ``begin`` lines was one stroke, called ``words``."""
        lines = tuple(match.history[begin:])
        self.made = [s for s in self.made if s.begin < begin]
        if len(lines) > 1:
            self.made.append(Stroke(begin, lines, words))

    def take_back(self, match: Match) -> str:
        """Take back the last action, or all of the stroke that it ends, as far as nothing stands in the way.

        A sentence about it. Raises ``BadInput`` when nothing can be taken back.
        """
        end = len(match.history)
        stroke = next((s for s in self.made if s.begin + len(s.lines) == end and s.fits(match.history)), None)
        line = match.undo()
        if stroke is None:
            return f"Taken back: {action_words(match.data, line.action)}"
        while len(match.history) > stroke.begin and match.can_undo:
            match.undo()
        return f"Taken back: {stroke.words} ({plural(end - len(match.history), 'action')} at one stroke)."

    def play_again(self, match: Match) -> list[Event]:
        """Play again what was taken back last, a stroke as a whole. Raises ``BadInput`` when there is nothing."""
        begin = len(match.history)
        events = match.redo()
        stroke = next((s for s in self.made if s.begin == begin and match.history[-1] == s.lines[0]), None)
        while stroke is not None and len(match.history) - begin < len(stroke.lines) and match.can_redo:
            events += match.redo()
            if match.history[begin:] != list(stroke.lines[: len(match.history) - begin]):
                break
        return events
