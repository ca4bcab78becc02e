"""All rule books together: one search, ids of any game, the cache."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest

from engine.books.chartbook import charts
from engine.books.library import Library, check_library, load_library
from engine.books.rules import wording
from engine.books.shelf import RuleNotFound, book_ids, book_title, fingerprint


@pytest.fixture(scope="module")
def books() -> Library:
    return load_library()


def test_every_book_is_on_the_shelf_and_nothing_leads_nowhere(books: Library) -> None:
    assert tuple(books.books) == book_ids() and book_ids()[0] == "ava"
    assert check_library() == []
    assert all(book_title(game) for game in book_ids())
    with pytest.raises(RuleNotFound, match="no rules of a game"):
        book_title("chess")


def test_find_by_id_of_any_game(books: Library) -> None:
    assert books.find("ava:10.6").title == "Retreats"
    assert books.find("10.6", "ava") is books.find("ava:10.6")
    with pytest.raises(RuleNotFound, match="chess"):
        books.find("chess:1.1")
    assert "ava:10.6" in [entry.full_id for entry in books.holders("10.6")]
    assert books.holders("99.99") == []


def test_search_in_one_book_or_in_all(books: Library) -> None:
    every = books.search("retreat through enemy zone of control", limit=50)
    own = books.search("retreat through enemy zone of control", "ava", limit=50)
    assert {hit.entry.game for hit in own} == {"ava"} and own[0].entry.id == "10.6(4)"
    assert [hit.score for hit in every] == sorted((hit.score for hit in every), reverse=True)
    assert books.search("10.6", "ava", 3)[0].entry.id == "10.6"
    assert books.search("zzzzqqq") == []
    with pytest.raises(RuleNotFound):
        books.search("retreat", "chess")


def test_phrases_and_like_words(books: Library) -> None:
    assert books.search("ezoc movement cost", "ava")[0].entry.id in ("9.2", "10.6(4)", "3.2")
    assert "3.3" in [hit.entry.id for hit in books.search("supply line", "ava", 6)]
    assert "10.6" in [hit.entry.id for hit in books.search("rout", "ava", 6)]


def test_the_record_gives_the_same_answers(books: Library) -> None:
    again = Library.from_record(json.loads(json.dumps(books.record())))
    assert again.entries == books.entries
    for query in ("overrun river mud", "9.2", "stand fast", "retraet"):
        assert [(h.entry.full_id, h.score) for h in again.search(query)] == [
            (h.entry.full_id, h.score) for h in books.search(query)
        ]


@pytest.mark.parametrize(
    "change",
    [
        {"books": {"fingerprint": "old"}},
        {"index": {}},
        {"books": 3},
        {"index": None},
        {"wording": {}},
    ],
)
def test_another_or_damaged_record_is_refused(books: Library, change: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"changed|damaged"):
        Library.from_record({**books.record(), **change})


def test_the_fingerprint_names_the_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    first = fingerprint()
    fingerprint.cache_clear()
    assert fingerprint() == first and len(first) < 20


def test_every_chart_that_a_text_names_exists(books: Library) -> None:
    named = [(e, name) for e in books.entries for name in re.findall(r"\(chart ([a-z0-9_.]+?)\.?\)", e.text)]
    assert len(named) > 100
    assert [f"{e.full_id}: {name}" for e, name in named if name not in charts(e.game)] == []


def test_every_chart_belongs_to_a_rule_that_exists(books: Library) -> None:
    wrong = [
        f"{game} {name}: {chart.rule}"
        for game in books.books
        for name, chart in charts(game).items()
        if chart.rule.partition(":")[2] not in books.book(game)
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("query", "game", "best"),
    [
        ("type a", "efs2", {"7.32", "7.62"}),
        ("type v", "efs1", {"7.3.3"}),
        ("type a replacements", "efs2", {"7.32", "7.62"}),
        ("event m", "efs2", {"7.51"}),
        ("marker b", "bd", {"7.10", "7.12"}),
        ("a", "efs2", {"7.32", "7.62"}),
    ],
)
def test_a_single_letter_belongs_to_the_word_before_it(books: Library, query: str, game: str, best: set[str]) -> None:
    assert books.search(query, game, 1)[0].entry.id in best


def test_a_letter_elsewhere_says_nothing(books: Library) -> None:
    assert [hit.entry.id for hit in books.search("can a tank move", "efs2", 5)] == [
        hit.entry.id for hit in books.search("can tank move", "efs2", 5)
    ]
    assert books.search("the and of") == []


@pytest.mark.parametrize(("query", "form"), [("odds 5 to 1", "odds 5:1"), ("1-4 attack", "1:4 attack")])
def test_odds_are_found_however_they_are_written(books: Library, query: str, form: str) -> None:
    assert books.search(query, "efs2", 3) == books.search(form, "efs2", 3)


def test_a_mistyped_word_is_corrected_with_words_of_the_book_asked(books: Library) -> None:
    assert books.search("hedgehgo", "pm", 1)[0].entry.id == books.search("hedgehog", "pm", 1)[0].entry.id
    assert books.search("hedgehgo", "ava", 1) == [] or books.search("hedgehgo", "ava", 1)[0].entry.game == "ava"


def test_a_title_that_says_it_all_comes_before_a_mention(books: Library) -> None:
    assert books.search("retreats", "ava", 1)[0].entry.id == "10.6"
    assert books.search("citadels", "efs2", 1)[0].entry.id in {"18.5", "18.51"}


def test_a_search_takes_no_time_to_speak_of(books: Library) -> None:
    """10 ms each over all books; measured as processor time of many, and with room for slow machines."""
    asks = (
        "retreat through an enemy zoc",
        "how many units by rail",
        "what happens without supply",
        "reinforcments",
    ) * 5
    books.search(asks[0])
    began = time.process_time()
    for ask in asks:
        books.search(ask)
    assert (time.process_time() - began) / len(asks) < 0.03


@pytest.mark.parametrize(
    ("short", "whole"), [("cav", "cavalry"), ("div", "division"), ("riv", "river"), ("mov", "move")]
)
def test_words_cut_at_v_are_beginnings_like_others(books: Library, short: str, whole: str) -> None:
    found, wanted = books.search(short, "efs2", 8), {h.entry.id for h in books.search(whole, "efs2", 20)}
    assert found and wanted & {hit.entry.id for hit in found}


@pytest.mark.parametrize(
    ("short", "whole"),
    [
        ("arty", "artillery"), ("mot", "motorized"), ("mtn inf", "mountain infantry"), ("eng", "engineer"),
        ("abn", "airborne"), ("bdg", "bridge"), ("res", "reserve"), ("gd", "guards"), ("w/d", "withdrawal"),
        ("atk w/o supply", "attack without supply"), ("s-h arty", "super heavy artillery"),
    ],
)  # fmt: skip
def test_the_abbreviations_of_the_hobby_are_written_out(books: Library, short: str, whole: str) -> None:
    for game in books.books:
        assert [hit.entry for hit in books.search(short, game, 5)] == [h.entry for h in books.search(whole, game, 5)]


@pytest.mark.parametrize(
    ("query", "game", "best"),
    [
        ("must I attack", "ava", {"10.1"}),
        ("do I have to attack", "efs2", {"12.13"}),
        ("need not attack", "efs1", {"12.2", "12.2.1"}),
        ("may a defender refuse combat", "pm", {"14.6"}),
        ("what does being out of supply do", "efs2", {"6.35"}),
    ],
)
def test_must_and_may_are_words_of_a_question(books: Library, query: str, game: str, best: set[str]) -> None:
    assert books.search(query, game, 1)[0].entry.id in best


def test_must_is_also_answered_by_need_not() -> None:
    words, asked = wording().words, wording().asked
    assert words("Units need not attack.")[-1] == "qfree" and words("It must move.")[-1] == "qmust"
    assert words("It may not move.")[-1] == "qnot" and words("It can move.")[-1] == "qmay"
    assert asked("must it move")[-1] == "qmust"
