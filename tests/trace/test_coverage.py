"""Every printed rule has a text, every enforced one a test, and nobody cites a rule that does not exist."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.books.rules import load_rules
from engine.books.trace import citations, format_matrix, marks, rows, trace, untested

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
INDEXES = sorted(HERE.glob("*_index.txt"))
GAMES = [path.name.removesuffix("_index.txt") for path in INDEXES]


def listed(path: Path) -> list[str]:
    """The lines of a list, without blank ones; none if there is no such list."""
    if not path.exists():
        return []
    return [line.strip() for line in path.read_text("utf-8").splitlines() if line.strip()]


def pending(game: str) -> set[str]:
    """The ids of the pending list that belong to the game, without the game."""
    return {id.partition(":")[2] for id in listed(HERE / "pending.txt") if id.startswith(f"{game}:")}


@pytest.mark.parametrize("game", GAMES)
def test_every_printed_rule_has_a_text(game: str) -> None:
    book = load_rules(game)
    index = listed(HERE / f"{game}_index.txt")
    assert index and [id for id in index if id not in book] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_enforced_rule_has_a_test(game: str) -> None:
    missing = set(untested(load_rules(game), marks(game, ROOT))) - pending(game)
    assert sorted(missing) == [], "mark a test with these ids"


@pytest.mark.parametrize("game", GAMES)
def test_the_pending_list_only_shrinks(game: str) -> None:
    done = pending(game) - set(untested(load_rules(game), marks(game, ROOT)))
    assert sorted(done) == [], "these have a test or do not exist: strike them from tests/trace/pending.txt"


def test_the_pending_list_names_games_with_an_index() -> None:
    lines = listed(HERE / "pending.txt")
    assert [line for line in lines if line.partition(":")[0] not in GAMES] == []
    assert len(lines) == len(set(lines))


@pytest.mark.parametrize("game", GAMES)
def test_no_one_cites_a_rule_that_does_not_exist(game: str) -> None:
    book = load_rules(game)
    unknown = {id: places for id, places in citations(game, ROOT).items() if id not in book}
    assert unknown == {}


# ---------------------------------------------------------------------- the tracer itself
def a_tree(root: Path) -> Path:
    """A small project: a test with marks over several lines, and one citation that leads nowhere."""
    game = "ava:"
    (root / "tests").mkdir()
    (root / "engine").mkdir()
    (root / "data").mkdir()
    (root / "tests" / "test_x.py").write_text(
        f'import pytest\n\n\n@pytest.mark.rule(\n    "{game}10.6", "{game}10.6(3)",\n)\ndef test_a(): ...\n', "utf-8"
    )
    (root / "engine" / "x.py").write_text(f'REASON = "{game}10.6."  # and {game}88.8\nNAME = "{game}Axis"\n', "utf-8")
    (root / "data" / "x.toml").write_text(f'rule = "{game}R3"\n', "utf-8")
    return root


def test_marks_are_read_with_clauses_and_over_several_lines(tmp_path: Path) -> None:
    assert marks("ava", a_tree(tmp_path)) == {"10.6": ("tests/test_x.py:4",), "10.6(3)": ("tests/test_x.py:4",)}


def test_citations_are_read_from_code_tests_and_data(tmp_path: Path) -> None:
    cited = citations("ava", a_tree(tmp_path))
    assert cited["10.6"] == ("engine/x.py:1", "tests/test_x.py:5")
    assert cited["88.8"] == ("engine/x.py:1",)
    assert cited["R3"] == ("data/x.toml:1",)
    assert set(cited) == {"10.6", "10.6(3)", "88.8", "R3"}


def test_the_matrix_shows_what_is_missing(tmp_path: Path) -> None:
    root = a_tree(tmp_path)
    book = load_rules("ava")
    matrix = {row.id: row for row in rows(book, {"10.6": ("x:1",)}, marks("ava", root), citations("ava", root))}
    assert matrix["10.6"].problems == ()
    assert matrix["10.7"].problems == ("no code", "no test")
    assert matrix["TEC"].problems == ("no test",)
    assert matrix["1.0"].problems == matrix["R1"].problems == ()
    assert matrix["88.8"].kind == "" and "engine/x.py:1" in matrix["88.8"].problems[0]
    text = format_matrix(matrix.values())
    assert len(text.splitlines()) == len(matrix) + 2
    assert "88.8" in text and "[no code; no test]" in text


def test_the_trace_of_the_project_lists_every_rule() -> None:
    matrix = trace("ava", ROOT)
    assert [row.id for row in matrix if row.kind] == list(load_rules("ava").ids())
    assert all(not place.startswith("/") for row in matrix for place in (*row.code, *row.tests))
