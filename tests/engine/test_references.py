"""References as books print and people write them: sections, clauses, rulings, edition pages, glossary words."""

from __future__ import annotations

import pytest

from engine.books.library import Library, load_library
from engine.books.references import Reference, clause_span, reference, references
from engine.books.shelf import RuleNotFound, book_ids

SIX = ("12.2.1", "12.6.1", "15.8.1", "16.7.5", "19.2.3", "22.4.5")
"""Sections of efs1 that stand alone under their heading."""


@pytest.fixture(scope="module")
def books() -> Library:
    return load_library()


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("12.53g", Reference("12.53", ("g",))),
        ("[12.53g]", Reference("12.53", ("g",))),
        ("12.53 (g)", Reference("12.53", ("g",))),
        ("11.4.2.a", Reference("11.4.2", ("a",))),
        ("7.2.e2", Reference("7.2", ("e", "2"))),
        ("8.2ff", Reference("8.2", following=True)),
        ("Rules 8.2 ff.", Reference("8.2", following=True)),
        ("rule 14.3", Reference("14.3")),
        ("see rule pm:14.3.", Reference("14.3", game="pm")),
        ("§ 10.6", Reference("10.6")),
        ("10.6(3)", Reference("10.6", ("3",))),
        ("4.0(2)(d)", Reference("4.0", ("2", "d"))),
        ("r12", Reference("R12")),
        ("ed13", Reference("ED13")),
        ("section 7", Reference("7")),
    ],
)
def test_a_reference_is_read_as_printed_or_written(written: str, meant: Reference) -> None:
    assert reference(written) == meant


@pytest.mark.parametrize(
    "words", ["zoc", "as", "26 7", "5:1", "3 hexes", "(3)", "", "a", "t-34", "turn 3", "12.53g now"]
)
def test_words_are_no_reference(words: str) -> None:
    assert reference(words) is None


def test_references_stand_in_texts() -> None:
    text = "Spend 3.5 MP (12.53b, efs2:11.36); 8.2ff and 11.4.2.a, R29. A ratio of 1.5:1."
    assert list(references(text)) == [
        Reference("12.53", ("b",)),
        Reference("11.36", game="efs2"),
        Reference("8.2", following=True),
        Reference("11.4.2", ("a",)),
        Reference("R29"),
    ]


@pytest.mark.parametrize(
    ("game", "written", "id"),
    [
        ("efs2", "12.53g", "12.53(g)"),
        ("efs1", "11.4.2.a", "11.4.2(a)"),
        ("efs1", "7.2.e2", "7.2(e)(2)"),
        ("ava", "10.6.3", "10.6(3)"),
        ("efs2", "12.5.3", "12.53"),
        ("pm", "8.2ff", "8.2"),
        ("efs1", "ED13", "ED13"),
        ("efs2", "AS", "AS"),
        ("bd", "as", "AS"),
        ("ava", "10.6(99)", "10.6"),
    ],
)
def test_a_book_knows_what_is_meant(books: Library, game: str, written: str, id: str) -> None:
    place = books.book(game).place(written)
    assert place.id == id and books.search(written, game, 1)[0].entry == place.entry


def test_the_clause_is_the_paragraph_with_its_letter(books: Library) -> None:
    place = books.book("efs2").place("12.53d")
    assert place.span is not None
    text = place.entry.text[slice(*place.span)]
    assert text.startswith("(d)") and "Mud" in text and "(e)" not in text
    assert clause_span("First (a) one; (b) two.", ("b",)) == (15, 23)
    assert clause_span("No letters here.", ("b",)) is None


@pytest.mark.parametrize("game", book_ids())
def test_every_reference_in_a_text_to_a_clause_leads_to_it(books: Library, game: str) -> None:
    book, lost = books.book(game), []
    for entry in book.entries:
        for ref in references(f"{entry.text}\n{entry.question}"):
            place = books.book(ref.game or game).at(ref)
            if ref.clause and (place is None or place.id == place.entry.id != f"{ref.section}({ref.clause[0]})"):
                lost.append((entry.id, ref))
    assert lost == []


def test_a_wrong_number_is_told_with_the_nearest_section(books: Library) -> None:
    with pytest.raises(RuleNotFound, match=r"no rule '12\.2\.7' in efs1; the nearest is 12\.2 "):
        books.place("12.2.7", "efs1")


@pytest.mark.parametrize("id", SIX)
def test_sections_that_stand_alone_under_a_heading_have_their_own_text(books: Library, id: str) -> None:
    entry = books.book("efs1").find(id)
    assert entry.id == id and len(entry.text) > 80 and id in books.book("efs1").find(id.rpartition(".")[0]).see


def test_a_rule_names_what_its_text_names_with_the_clause(books: Library) -> None:
    book = books.book("efs2")
    named = [place.id for place in book.mentioned(book.find("12.54"))]
    assert "12.53(b)" in named and "21.51(d)" in named and len(named) == len({n.partition("(")[0] for n in named})


def test_a_rule_of_the_first_edition_leads_to_its_edition_page(books: Library) -> None:
    book = books.book("efs1")
    assert book.overviews(book.find("11.4.2"))[0].id == "ED13"
    assert book.overviews(book.find("11.4"))[0].id == "ED13"


def test_another_edition_comes_first_among_the_other_games(books: Library) -> None:
    entry = books.find("efs1:12.1.1")
    assert next(other.game for other in books.alike(entry)) == "efs2"
    assert {other.game for other in books.alike(entry)} > {"efs2"}
