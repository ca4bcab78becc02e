"""Looking rules up: ids as people write them, neighbours, search quality, and clear errors for faulty files."""

from __future__ import annotations

from time import process_time
from typing import Any

import pytest

from engine.books import rules
from engine.books.rules import KINDS, RuleBook, load_rules, read_chapter
from engine.books.shelf import RuleNotFound
from engine.books.wording import stem
from engine.components.load import DataError
from engine.play.citing import places, rule


@pytest.fixture(scope="module")
def book() -> RuleBook:
    return load_rules("ava")


# ---------------------------------------------------------------------- finding
@pytest.mark.parametrize("written", ["10.6", "ava:10.6", "§10.6", "§ 10.6", " AVA:10.6 ", "10.6.", "10.6(99)"])
def test_find_takes_an_id_as_people_write_it(book: RuleBook, written: str) -> None:
    assert book.find(written).id == "10.6"


def test_find_prefers_a_clause_that_has_its_own_entry(book: RuleBook) -> None:
    entry = book.find("10.6(3)")
    assert (entry.id, entry.parent, entry.full_id) == ("10.6(3)", "10.6", "ava:" + "10.6(3)")
    assert book.find("4.0(2)(d)").parent == "4.0(2)"
    assert book.find("10.6").parent is None


def test_find_takes_a_chapter_number_and_names_in_any_case(book: RuleBook) -> None:
    assert book.find("10").id == "10.0"
    assert book.find("tec").id == "TEC"
    assert book.find("r12").id == "R12"


@pytest.mark.parametrize("written", ["99.9", "10.66", "", "§", "bd:1.1", "ava:", "(3)"])
def test_find_says_so_when_there_is_no_such_rule(book: RuleBook, written: str) -> None:
    with pytest.raises(RuleNotFound):
        book.find(written)


@pytest.mark.parametrize("game", ["nothing", "", "../ava", "AVA", "ava/rules"])
def test_an_unknown_game_has_no_rules(game: str) -> None:
    with pytest.raises(RuleNotFound):
        load_rules(game)


def test_neighbours_walk_the_whole_book(book: RuleBook) -> None:
    walked = [book.ids()[0]]
    while entry := book.next(walked[-1]):
        before = book.previous(entry.id)
        assert before is not None and before.id == walked[-1]
        walked.append(entry.id)
    assert tuple(walked) == book.ids()
    assert book.previous(walked[0]) is None


def test_chapters_divide_the_book(book: RuleBook) -> None:
    parts = [entry.id for chapter in book.chapters for entry in book.chapter(chapter)]
    assert tuple(parts) == book.ids()
    assert book.chapter("no such chapter") == ()


def test_every_ruling_is_linked_from_a_rule(book: RuleBook) -> None:
    linked = {id for entry in book.entries if entry.kind != "ruling" for id in entry.see}
    assert [entry.id for entry in book.entries if entry.kind == "ruling" and entry.id not in linked] == []


# ---------------------------------------------------------------------- searching
@pytest.mark.parametrize(
    ("query", "best", "among"),
    [
        ("river halve", {"R6", "10.3(1)", "1.2"}, {"10.3(1)"}),
        ("what happens if unit cannot retreat", {"10.6(7)"}, {"10.6"}),
        ("strategic movement", {"9.3"}, {"R8"}),
        ("zoc cost", {"9.2", "3.2"}, {"9.2", "TEC"}),
        ("supply check axis turn 3", {"15.1"}, {"11.1"}),
        ("guderian", {"6.3", "7.3"}, {"6.3", "7.3"}),
        ("stacking limit", {"3.1"}, {"14.3"}),
        ("length of a line of communications", {"3.3"}, {"3.3"}),
        ("command range", {"8.2"}, {"R23"}),
        ("where do reinforcements arrive by railroad", {"12.1"}, {"R20"}),
        ("victory points for a major city", {"16.1"}, {"R24"}),
        ("advance into woods with panzers", {"10.7"}, {"10.7"}),
        ("eliminated soviet rifle come back", {"12.3"}, {"10.8"}),
        ("crossing a major river without a bridge", {"R9", "9.2"}, {"R9", "9.2"}),
        ("attack below 1:1", {"R7"}, {"10.3(4)"}),
        ("brest", {"4.0(7)", "R21"}, {"R21"}),
        ("supply", {"11.0", "11.1"}, {"11.1", "11.3"}),
        ("half", {"1.2", "R6", "9.3"}, {"9.3"}),
    ],
)
def test_search_finds_what_a_player_means(book: RuleBook, query: str, best: set[str], among: set[str]) -> None:
    found = [entry.id for entry in book.search(query, 6)]
    assert found[0] in best, found
    assert among <= set(found), found


def test_search_by_the_beginning_of_an_id(book: RuleBook) -> None:
    assert [entry.id for entry in book.search("10.6", 3)] == ["10.6", "10.6(1)", "10.6(2)"]
    assert book.search("ava:" + "10")[0].id == "10.0"
    assert [entry.id for entry in book.search("R1", 3)] == ["R1", "R10", "R11"]


def test_search_takes_beginnings_of_words(book: RuleBook) -> None:
    assert book.search("strat")[0].id in {"9.3", "15.4", "R8"}


def test_search_forgives_a_typing_error_only_if_nothing_else_fits(book: RuleBook) -> None:
    assert book.search("retraet")[0].id == "10.6"
    assert "14.0" in [entry.id for entry in book.search("fotress", 8)]
    assert all("sea" in f"{entry.text} {entry.title}".lower() for entry in book.search("sea", 5))


def test_search_of_nothing_finds_nothing(book: RuleBook) -> None:
    assert book.search("") == book.search("the of") == book.search("xyzzyqwk") == []
    assert book.search("retreat", 0) == []


def test_search_is_quick(book: RuleBook) -> None:
    book.search("warm up")
    slowest = 0.0
    for query in ("retreat", "reinforcments of the strategik reserve", "what if a unit cannot retreat", "a b c"):
        start = process_time()
        book.search(query)
        slowest = max(slowest, process_time() - start)
    assert slowest < 0.1  # about 1 ms; the margin is for a busy machine


def test_stems_bring_the_forms_of_a_word_together() -> None:
    assert len({stem(word) for word in ("halve", "halved", "halving", "halves", "half")}) == 1
    assert len({stem(word) for word in ("move", "moves", "moving", "movement", "moved")}) == 1
    assert stem("supply") == stem("supplies")
    assert stem("loss") == "loss"


# ---------------------------------------------------------------------- @rule
def test_rule_records_the_definition_and_returns_it_unchanged() -> None:
    def halve(strength: int) -> int:
        return strength // 2

    marked = rule("toy:1.1", "toy:2.3(4)")(halve)
    assert marked is halve and marked(7) == 3
    (place,) = places("toy:1.1")
    assert place.file.endswith("test_rules.py") and place.name.endswith("halve") and place.line > 0
    assert places("toy:2.3(4)") == (place,)
    assert places("toy:9.9") == ()


@pytest.mark.parametrize("id", ["10.6", "ava", "toy 1.1", "toy:", "toy:x"])
def test_rule_refuses_what_is_no_id(id: str) -> None:
    with pytest.raises(ValueError, match="not a rule id"):
        rule(id)


# ---------------------------------------------------------------------- faulty files
GOOD: dict[str, Any] = {"id": "1.1", "title": "T", "kind": "code", "text": "Words.", "see": []}


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"id": "one"}, "id"),
        ({"title": " "}, "title"),
        ({"kind": "law"}, "kind"),
        ({"text": 3}, "text"),
        ({"see": "1.2"}, "see"),
        ({"see": [1]}, "see"),
        ({"kind": "note"}, "why"),
        ({"why": "because"}, "why"),
        ({"kind": "ruling"}, "question"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_faulty_entry_is_named_with_file_rule_and_key(change: dict[str, Any], key: str) -> None:
    table = {"chapter": "1", "title": "One", "rule": [{**GOOD, **change}]}
    with pytest.raises(DataError) as caught:
        read_chapter("toy", table, "toy/01.toml")
    assert caught.value.key == key
    assert str(caught.value).startswith(f"toy/01.toml: rule {change.get('id', '1.1')}: ")


@pytest.mark.parametrize("key", ["id", "title", "kind", "text", "see"])
def test_a_missing_key_is_named(key: str) -> None:
    row = {name: value for name, value in GOOD.items() if name != key}
    with pytest.raises(DataError) as caught:
        read_chapter("toy", {"chapter": "1", "title": "One", "rule": [row]}, "toy/01.toml")
    assert caught.value.key == key


def test_links_and_repeats_are_checked() -> None:
    (entry,) = read_chapter("toy", {"chapter": "1", "title": "One", "rule": [GOOD]}, "f")[1]
    with pytest.raises(DataError, match="there twice"):
        rules._check_links("toy", [entry, entry])
    (dangling,) = read_chapter("toy", {"chapter": "1", "title": "One", "rule": [{**GOOD, "see": ["7.7"]}]}, "f")[1]
    with pytest.raises(DataError, match=r"names '7\.7'"):
        rules._check_links("toy", [dangling])


def test_the_kinds_are_the_four_of_the_books(book: RuleBook) -> None:
    assert {entry.kind for entry in book.entries} == set(KINDS)
