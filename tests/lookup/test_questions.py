"""Questions as people ask them at the table: the rule that answers is found, mostly first, else among three."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from engine.library import Library, book_ids, load_library

HERE = Path(__file__).resolve().parent
GAMES = [path.stem.removeprefix("questions_") for path in sorted(HERE.glob("questions_*.toml"))]
FIRST, AMONG_THREE, LEAST = 0.85, 0.97, 30


@pytest.fixture(scope="module")
def books() -> Library:
    return load_library()


def asked(game: str) -> list[tuple[str, list[str]]]:
    rows = tomllib.loads((HERE / f"questions_{game}.toml").read_text("utf-8"))["question"]
    return [(row["ask"], row["answers"]) for row in rows]


@pytest.mark.parametrize("game", GAMES)
def test_the_right_rule_is_found(game: str, books: Library) -> None:
    first, three, missed = 0, 0, []
    for ask, answers in asked(game):
        found = [hit.entry.id for hit in books.search(ask, game, 3)]
        first += bool(found) and found[0] in answers
        if set(found) & set(answers):
            three += 1
        else:
            missed.append(f"{ask}: {answers}, found {found}")
    count = len(asked(game))
    assert first / count >= FIRST and three / count >= AMONG_THREE, f"{first} and {three} of {count}; {missed}"


@pytest.mark.parametrize("game", GAMES)
def test_the_answers_exist_and_no_question_is_asked_twice(game: str, books: Library) -> None:
    rows = asked(game)
    assert len(rows) >= LEAST and len({ask for ask, _ in rows}) == len(rows)
    assert [f"{ask}: {id}" for ask, answers in rows for id in answers if id not in books.book(game)] == []


def test_every_game_is_asked_about() -> None:
    assert set(GAMES) == set(book_ids())
