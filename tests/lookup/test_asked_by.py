"""Three sets of questions written from the rulebooks alone: by a newcomer, by an old hand, and in a dispute.

They were committed before they were first asked. Asked for the first time, 106 of 150 were answered by the first hit
(71 %) and 132 by one of three (88 %): newcomer 29 and 40 of 50, veteran 40 and 46, referee 37 and 46. What was missed
then was mended by its cause (abbreviations, must and may as words, like words, stop words, titles that named half of
their rule, a hundred rules with hardly a further word), and seven answers that the rulebooks give as well were added;
so what is reached now says less about a stranger's question than those figures do. For that there is a fourth set, the
stranger's: written after the mending and never tuned on, 25 of 30 with the first hit (83 %) and 27 with one of three.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from engine.books.library import Library, load_library
from engine.books.shelf import book_ids

HERE = Path(__file__).resolve().parent
ASKERS = ("newcomer", "veteran", "referee")
FIRST, AMONG_THREE = 0.9, 0.98
STRANGER_FIRST, STRANGER_AMONG_THREE = 0.8, 0.9
"""What is reached with the set that nothing is tuned on."""


@pytest.fixture(scope="module")
def books() -> Library:
    return load_library()


def asked(asker: str) -> list[tuple[str, str, list[str]]]:
    rows = tomllib.loads((HERE / f"asked_by_{asker}.toml").read_text("utf-8"))["question"]
    return [(row["game"], row["ask"], row["answers"]) for row in rows]


def counted(rows: list[tuple[str, str, list[str]]], books: Library) -> tuple[float, float, list[str]]:
    """Shares answered by the first hit and by one of three, and sentences about those not answered first."""
    first, three, missed = 0, 0, []
    for game, ask, answers in rows:
        found = [hit.entry.id for hit in books.search(ask, game, 3)]
        first += found[:1] != [] and found[0] in answers
        three += bool(set(found) & set(answers))
        if not found or found[0] not in answers:
            missed.append(f"{game} {ask}: {answers}, found {found}")
    return first / len(rows), three / len(rows), missed


def test_the_questions_of_all_askers_are_answered(books: Library) -> None:
    first, three, missed = counted([row for asker in ASKERS for row in asked(asker)], books)
    assert first >= FIRST and three >= AMONG_THREE, (first, three, missed)


def test_a_strangers_questions_are_answered(books: Library) -> None:
    first, three, _ = counted(asked("stranger"), books)
    assert first >= STRANGER_FIRST and three >= STRANGER_AMONG_THREE, (first, three)


@pytest.mark.parametrize("asker", ASKERS)
def test_each_asks_about_every_book_and_the_answers_exist(asker: str, books: Library) -> None:
    rows = asked(asker)
    assert all(sum(game == row[0] for row in rows) >= 10 for game in book_ids())
    assert len({(game, ask) for game, ask, _ in rows}) == len(rows) >= 50
    assert [f"{game}:{id}" for game, _, answers in rows for id in answers if id not in books.book(game)] == []
