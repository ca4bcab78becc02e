"""The suite of small positions of Army Group Center, in both editions: nine in ten must be seen, and not by chance."""

from __future__ import annotations

from tests.players.cases_efs import CASES, TERMS
from tests.players.cases_efs_drawn import DRAWN
from tests.players.cases_efs_goals import GOALS
from tests.players.cases_efs_pockets import POCKETS
from tests.players.cases_efs_real import REAL
from tests.players.cases_efs_staff import STAFF
from tests.players.cases_efs_turns import TURNS
from tests.players.cases_efs_ways import WAYS

LEAST = 0.9
GAMES = ("efs2", "efs1")


def test_obvious_ideas_are_seen() -> None:
    missed = [
        f"{name} ({terms})" for name, sees in CASES.items() for terms in TERMS if not sees("normal", TERMS[terms])
    ]
    assert len(missed) <= (1 - LEAST) * len(CASES) * len(TERMS), missed


def test_chance_sees_less_than_half_of_them() -> None:
    assert sum(sees("random", terms) for sees in CASES.values() for terms in TERMS.values()) < len(CASES)


def test_ideas_are_seen_on_the_real_map() -> None:
    missed = [f"{name} ({game})" for name, sees in REAL.items() for game in GAMES if not sees("normal", game)]
    assert len(missed) <= (1 - LEAST) * len(REAL) * len(GAMES), missed


def test_chance_sees_less_than_half_of_those() -> None:
    assert sum(sees("random", game) for sees in REAL.values() for game in GAMES) < len(REAL)


def test_ideas_are_seen_on_a_drawn_map() -> None:
    missed = [f"{name} ({game})" for name, sees in DRAWN.items() for game in GAMES if not sees("normal", game)]
    assert len(missed) <= (1 - LEAST) * len(DRAWN) * len(GAMES), missed


def test_neither_chance_nor_nobody_sees_those() -> None:
    assert sum(sees("random", game) for sees in DRAWN.values() for game in GAMES) < len(DRAWN)
    assert not any(sees("", game) for sees in DRAWN.values() for game in GAMES)


def test_pockets_are_seen_on_a_drawn_map() -> None:
    missed = [f"{name} ({game})" for name, sees in POCKETS.items() for game in GAMES if not sees("normal", game)]
    assert len(missed) <= (1 - LEAST) * len(POCKETS) * len(GAMES), missed


def test_neither_chance_nor_nobody_sees_pockets() -> None:
    assert sum(sees("random", game) for sees in POCKETS.values() for game in GAMES) < len(POCKETS)
    assert not any(sees("", game) for sees in POCKETS.values() for game in GAMES)


def test_ways_to_goals_are_seen_on_a_drawn_map() -> None:
    missed = [f"{name} ({game})" for name, sees in GOALS.items() for game in GAMES if not sees("normal", game)]
    assert len(missed) <= (1 - LEAST) * len(GOALS) * len(GAMES), missed


def test_neither_chance_nor_nobody_sees_ways_to_goals() -> None:
    assert sum(sees("random", game) for sees in GOALS.values() for game in GAMES) < len(GOALS)
    assert not any(sees("", game) for sees in GOALS.values() for game in GAMES)


def test_turns_are_seen_on_a_drawn_map() -> None:
    missed = [f"{name} ({game})" for name, sees in TURNS.items() for game in GAMES if not sees("normal", game)]
    assert len(missed) <= (1 - LEAST) * len(TURNS) * len(GAMES), missed


def test_neither_chance_nor_nobody_sees_turns() -> None:
    assert sum(sees("random", game) for sees in TURNS.values() for game in GAMES) < len(TURNS)
    assert not any(sees("", game) for sees in TURNS.values() for game in GAMES)


def test_staff_work_is_seen() -> None:
    missed = [f"{name} ({game})" for name, sees in STAFF.items() for game in GAMES if not sees("normal", game)]
    assert len(missed) <= (1 - LEAST) * len(STAFF) * len(GAMES), missed


def test_neither_chance_nor_nobody_sees_that() -> None:
    assert sum(sees("random", game) for sees in STAFF.values() for game in GAMES) < len(STAFF)
    assert not any(sees("", game) for sees in STAFF.values() for game in GAMES)


def test_ways_are_seen_on_a_drawn_map() -> None:
    missed = [f"{name} ({game})" for name, sees in WAYS.items() for game in GAMES if not sees("normal", game)]
    assert len(missed) <= (1 - LEAST) * len(WAYS) * len(GAMES), missed


def test_neither_chance_nor_nobody_sees_ways() -> None:
    assert sum(sees("random", game) for sees in WAYS.values() for game in GAMES) < len(WAYS)
    assert not any(sees("", game) for sees in WAYS.values() for game in GAMES)
