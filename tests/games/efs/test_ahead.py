"""Phases ahead that are told to pass by themselves: what is told right before a phase is what happens in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.games.efs.phases import sequence
from engine.games.efs.phases.ahead import idle
from engine.games.efs.state import EfsState
from engine.play.match import Match
from engine.play.step import Context
from engine.players.random import RandomPlayer
from tests.games.efs import corners
from tests.games.efs.test_tasks import PANZER
from tui.widgets.panels import outline_lines


def waiting(phase: str, *place: dict[str, Any], **options: str) -> Match:
    """A position of Borisov with a few units that waits in a phase."""
    match = Match.new("efs2", "borisov", options=options, seed=3)
    match.edit({"clear": True, "place": list(place), "phase": phase})
    return match


APART = ({"unit": PANZER, "hex": "B0135"}, {"unit": "rd-50", "hex": "B1931"})
"""Two units that are nowhere near each other."""


@pytest.mark.rule("efs2:4.21")
def test_phases_without_anything_to_do_are_marked_as_long_as_that_is_so() -> None:
    m = waiting("movement axis", *APART)
    told = idle(m.c)
    assert {"axis-declaration", "soviet-reaction", "axis-sorties", "axis-combat"} <= told
    assert "axis-motorized" not in told and not any(name.startswith("soviet-combat") for name in told)
    m = waiting("movement axis", APART[0], {"unit": "rd-50", "hex": "B0235"})
    assert "axis-declaration" not in idle(m.c) and "soviet-reaction" in idle(m.c)
    text = ["".join(part for part, _ in row) for row in outline_lines(m.view(), 40, 20, False)]
    assert any("Soviet Reaction (empty)" in row for row in text) and not any("Declaration (" in row for row in text)


@pytest.mark.rule("efs2:4.21")
def test_nothing_is_marked_where_such_phases_wait_for_their_end() -> None:
    assert idle(waiting("movement axis", *APART, empty_phases="wait").c) == frozenset()


@pytest.mark.rule("efs2:4.21")
def test_the_question_changes_nothing() -> None:
    m = corners.reaction()
    before = m.digest()
    idle(m.c)
    assert m.digest() == before and not m.c.events


# ---------------------------------------------------------------------- what was told is what happens
OTHERS = ("replacements", "supply")
"""Steps that say as well that nobody was concerned, though they are no question to anybody."""

Begun = tuple[str, str, bool]
"""A phase that begins, its segment, and whether it passes by itself."""


def parent(match: Match) -> str:
    """The segment of the present phase."""
    rows = match.c.data.tables["sequence"]["phase"]
    return next((str(row["parent"]) for row in rows if row["id"] == match.c.state.phase), "")


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[Begun]:
    """The phases that begin in the test."""
    found: list[Begun] = []
    real = sequence.begin_phase

    def begin(c: Context[EfsState], row: sequence.Row) -> None:
        count = len(c.events)
        real(c, row)
        said = [event.text for event in c.events[count:] if event.kind == "passed"]
        passed = bool(said) and said[0].startswith(f"{row['title']}: ") and row["step"] not in OTHERS
        found.append((str(row["id"]), str(row["parent"]), passed))

    monkeypatch.setattr(sequence, "begin_phase", begin)
    return found


def agrees(match: Match, player: RandomPlayer, most: int, begun: list[Begun]) -> int:
    """Play on by chance; what both sides were told before a phase ended is what the next ones do; how many there were.

    Dice that end a phase may change what comes; behind a phase that asks something all is open again.
    """
    count = 0
    for n in range(most):
        if match.over:
            break
        segment = parent(match)
        told = [match.view(side).idle() for side in ("axis", "soviet")]
        closing = next((a for a in match.legal.plain() if a.verb in ("end", "done")), None)
        begun.clear()
        draws = match.state.draws
        match.play(closing if closing is not None and n % 3 else player.choose(match)[0])
        for phase, inside, passed in begun:
            if inside != segment or match.state.draws > draws:
                break
            assert [phase in names for names in told] == [passed, passed], (match.state.turn, phase)
            count += 1
            if not passed:
                break
    return count


@pytest.mark.rule("efs2:4.21")
@pytest.mark.parametrize("scenario", ["borisov", "lepel"])
def test_what_is_told_right_before_a_phase_is_what_happens_in_it(scenario: str, begun: list[Begun]) -> None:
    match = Match.new("efs2", scenario, seed=5)
    assert agrees(match, RandomPlayer(5), 300, begun) > 10


@pytest.mark.rule("efs2:4.21")
@pytest.mark.parametrize("corner", [corners.reaction, corners.missions, corners.air_fight, corners.losses])
def test_and_so_it_is_where_battles_are_fought(corner: Callable[[], Match], begun: list[Begun]) -> None:
    assert agrees(corner(), RandomPlayer(2), 60, begun)
