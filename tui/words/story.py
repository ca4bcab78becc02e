"""The story of a game: turn by turn what happened, in the words of its events, with losses, dice and points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from engine.play.event import Event
from engine.play.match import Match
from engine.play.timeline import HistoryEntry, Timeline
from engine.study.luck import by_side, rolls_of
from tui.words.past import loss_line, luck_line

Title = Callable[[str], str]
"""A side as the rules call it."""
QUIET = ("phase", "tally", "declare")
"""Kinds of events that a story leaves out, where the game's file does not say."""
COUNTED = {"move": "moves"}
"""Kinds that it counts, with the word for them."""
FOLLOWS = ("loss", "eliminated", "retreat", "advance", "reveal", "forts", "control", "points", "step")
"""Kinds that belong to the battle before them."""


@dataclass
class Passage:
    """One stretch of a turn: the part of the sequence of play, and what came of it, sentence by sentence."""

    place: str
    battles: list[list[str]] = field(default_factory=list)
    """Sentences that belong together."""
    counts: Counter[str] = field(default_factory=Counter)

    @property
    def counted(self) -> str:
        """What was only counted: ``34 moves, 12 advances``."""
        return ", ".join(f"{n} {word if n != 1 else word.removesuffix('s')}" for word, n in self.counts.items())


@dataclass
class Chapter:
    """One turn: its name, passages, the points at its end and who lost what; ``line`` is the last line of it."""

    title: str
    line: int = 0
    passages: list[Passage] = field(default_factory=list)
    score: str = ""
    losses: list[str] = field(default_factory=list)


@dataclass
class Story:
    """A whole game as told to one side, or to whoever knows only what both do."""

    title: str
    subtitle: str
    chapters: list[Chapter]
    ending: list[str]
    """The result, the losses of both sides and what the dice did."""


def tell(timeline: Timeline, match: Match, title: Title, last: int | None = None) -> Story:
    """The story of what a timeline has read, up to line ``last``."""
    told = match.data.meta.get("story", {})
    teller = _Teller(match, title, tuple(told.get("quiet", QUIET)), dict(told.get("counted", COUNTED)))
    end = timeline.last if last is None else min(last, timeline.last)
    for entry in timeline.entries[1 : end + 1]:
        teller.take(entry)
    teller.close()
    for chapter in teller.chapters:
        score = timeline.view(chapter.line).score()
        chapter.score = score.headline(title(score.side))
    scenario = str(match.data.scenario.get("title", ""))
    if match.state.analysis:
        scenario = f"{scenario}: analysis, from a position that was laid out by hand".removeprefix(": ")
    return Story(match.rules.title, scenario, teller.chapters, _ending(timeline, match, title, end))


class _Teller:
    """Sorts the events of a history into chapters and passages."""

    def __init__(self, match: Match, title: Title, quiet: tuple[str, ...], counted: dict[str, str]) -> None:
        self.match, self.title, self.quiet, self.counted = match, title, quiet, counted
        self.chapters: list[Chapter] = []
        self._lost: dict[str, Counter[str]] = {}

    def take(self, entry: HistoryEntry) -> None:
        """Add a line of the history."""
        if not self.chapters or self.chapters[-1].title != entry.turn_name:
            self.close()
            self.chapters.append(Chapter(entry.turn_name))
        chapter = self.chapters[-1]
        chapter.line = entry.number
        passages = chapter.passages
        if not passages or passages[-1].place != entry.place:
            passages.append(Passage(entry.place))
        for event in entry.events:
            self._event(passages[-1], event)

    def _event(self, passage: Passage, event: Event) -> None:
        self._count(event)
        if event.kind in self.quiet:
            return
        if event.kind in self.counted:
            passage.counts[self.counted[event.kind]] += 1
            return
        text = " ".join(event.text.split())
        if event.kind in FOLLOWS and passage.battles:
            passage.battles[-1].append(text)
        else:
            passage.battles.append([text])

    def _count(self, event: Event) -> None:
        if event.kind in ("eliminated", "loss"):
            for unit in event.units:
                self._lost.setdefault(self.match.data.roster.side[unit], Counter())[event.kind] += 1

    def close(self) -> None:
        """The turn is over: note who lost what in it."""
        if self.chapters:
            self.chapters[-1].losses = [
                f"{self.title(side)}: {_plural(lost['eliminated'], 'unit')} eliminated, "
                f"{_plural(lost['loss'], 'step loss', 'step losses')}"
                for side, lost in sorted(self._lost.items())
            ]
        self._lost = {}


def _plural(count: int, word: str, many: str = "") -> str:
    return f"{count} {word}" if count == 1 else f"{count} {many or word + 's'}"


def _ending(timeline: Timeline, match: Match, title: Title, end: int) -> list[str]:
    if end < timeline.last:
        return [f"Told up to line {end} of {timeline.last}."]
    rows = [match.prompt.text if match.over else "The game goes on."]
    rows += [loss_line(match, side, title, timeline) for side in match.data.meta["sides"]]
    rolls, _ = rolls_of(timeline)
    rows += [luck_line(faces, title) for faces in by_side(rolls)]
    if timeline.problem:
        rows.append(f"{timeline.problem}; what came later is not told.")
    return rows
