"""Answers at the shell: rules, charts, terrain, turns, odds; text, JSON, cache, bad input."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import partial
from pathlib import Path

import platformdirs
import pytest

from engine.books.chartbook import charts
from engine.books.rules import load_rules
from engine.books.shelf import book_ids
from tests.perf.starts import BARE, QUESTIONS, interpreter, own_places, share
from tui.cli import main
from tui.words import rule_books
from tui.words.cache import cache_folder
from tui.words.page import grid
from tui.words.turns import covers

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache that nothing has been written to; the other tests share one, and the books that this process has read."""
    monkeypatch.setenv("STAVKA_CACHE", str(tmp_path / "cache"))
    rule_books.SHELF.books = None
    return tmp_path / "cache"


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which questions are asked several times, the first of them without a cache."""
    return own_places(tmp_path_factory.mktemp("places"))


def out(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    assert main(list(words)) == code
    found = capsys.readouterr()
    return found.out if code == 0 else found.err


def test_a_rule_by_number_with_its_neighbours(capsys: pytest.CaptureFixture[str]) -> None:
    text = out(capsys, "rules", "ava", "10.6")
    assert text.startswith("ava:10.6  Retreats\n") and "before 10.5" in text and "10.6(1)" in text
    assert out(capsys, "rules", "10.6", "--game", "ava").startswith("ava:10.6")
    assert out(capsys, "rules", "ava:10.6").startswith("ava:10.6")


def test_words_over_all_books_and_in_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert "\nAlso:\n" in out(capsys, "rules", "attack", "across", "a", "river")
    assert out(capsys, "rules", "ava", "stand", "fast", "--limit", "1").startswith("ava:16.2")
    assert out(capsys, "rules", "ava", "attack", "--full", "--limit", "2").count("\nava:") == 1


def test_json_is_an_array_best_first(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(out(capsys, "rules", "ava", "retreat", "--json"))
    assert {"id", "title", "text", "kind", "score"} <= set(found[0]) and found[0]["id"].removeprefix("ava:").startswith(
        "10."
    )
    assert [f["score"] for f in found] == sorted((f["score"] for f in found), reverse=True)
    assert json.loads(out(capsys, "rules", "zzzzqqqq", "--json")) == []


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["rules", "zzzzqqqq"], "no rule fits 'zzzzqqqq'"),
        (["rules", "10.6", "--game", "chess"], "there is no game 'chess'"),
        (["rules", "99.99", "--game", "ava"], "no rule '99.99' in ava"),
        (["chart", "chess"], "there is no game 'chess'"),
        (["chart", "pm", "nothing"], "there is no chart 'nothing'"),
        (["odds", "pm", "many", "7"], "'many' is no strength"),
        (["odds", "pm", "0", "7"], "no attack without"),
        (["tec", "efs2", "--unit", "submarine"], "'submarine' is no kind of unit"),
        (["tec", "efs2", "--weather", "fog"], "'fog' is no weather"),
        (["tec", "efs2", "--weather", "rain"], "'rain' is no weather; there is: dry, mud, frost, snow"),
        (["rules", "efs3", "11.37"], "there is no game 'efs3'"),
        (["turn", "pm", "77"], "nothing is known of turn 77"),
    ],
)
def test_bad_input_gets_a_sentence(capsys: pytest.CaptureFixture[str], words: list[str], sentence: str) -> None:
    assert sentence in out(capsys, *words, code=1)


def test_charts_say_what_is_rebuilt(capsys: pytest.CaptureFixture[str]) -> None:
    assert "REBUILT" in out(capsys, "chart", "bd", "crt") and "REBUILT" not in out(capsys, "chart", "pm", "crt")
    assert "[rebuilt]" in out(capsys, "chart", "bd")
    for line in out(capsys, "chart", "efs2", "crt").splitlines():
        assert len(line) <= 80


def test_odds_column_chances_and_a_roll(capsys: pytest.CaptureFixture[str]) -> None:
    text = out(capsys, "odds", "pm", "26", "7", "--shift", "-1")
    assert "1 left" in text and "pm:14.8" in text and "2:1" in text and "1/2 33%" in text
    assert "roll " in out(capsys, "odds", "pm", "26", "7", "--roll")
    assert "no roll" in out(capsys, "odds", "pm", "20", "1", "--shift", "-2")
    assert "REBUILT" in out(capsys, "odds", "bd", "3", "1")


def test_terrain_and_turns(capsys: pytest.CaptureFixture[str]) -> None:
    text = out(capsys, "tec", "efs2", "--unit", "motorized", "--weather", "mud")
    assert "mud mot" in text and "nonmot" not in text.split("Columns:")[0] and "dry" not in text.splitlines()[8]
    assert "\n  22-31 Jul\n" in out(capsys, "turn", "ava", "4")
    assert [n for n in range(1, 11) if covers("6-8", n)] == [6, 7, 8]
    assert [n for n in range(1, 11) if covers("2, 5", n)] == [2, 5] and covers("85+", 90) and not covers("85+", 84)


def test_a_chart_without_weather_says_so_and_kinds_without_a_column_are_foot(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = out(capsys, "tec", "pm", "--unit", "cavalry", "--weather", "mud")
    assert "light" in told and "mech " not in told and "stavka rules pm mud" in " ".join(told.split())
    assert "snow nonmot" in out(capsys, "tec", "efs2", "--unit", "cavalry", "--weather", "snow")
    assert all(len(line) <= 80 for line in out(capsys, "tec", "ava").splitlines())


def test_the_charts_of_all_games_are_listed_and_odds_say_what_the_codes_mean(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert out(capsys, "chart").count("Charts of ") == 5
    assert "what the attacker loses" in out(capsys, "odds", "pm", "26", "7")


def test_a_word_asked_twice_finds_where_it_stands_twice(capsys: pytest.CaptureFixture[str]) -> None:
    for game, rule in (("ava", "9.2"), ("efs1", "10.6.6"), ("efs2", "10.35")):
        assert out(capsys, "rules", game, "zoc", "to", "zoc").startswith(f"{game}:{rule} ")


def test_tables_fit_the_width() -> None:
    wide = grid(["die", *[f"column{i}" for i in range(20)]], [["1", *["x"] * 20]], 60)
    assert max(map(len, wide)) <= 60 and sum(line.startswith("die") for line in wide) > 2
    folded = grid(["a", "b"], [["one", "many words " * 20]], 40)
    assert max(map(len, folded)) <= 40 and " ".join(folded).count("many") == 20


def test_the_cache_is_written_used_and_thrown_away(own_cache: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = own_cache / rule_books.NAME
    first = out(capsys, "rules", "ava", "retreat")
    assert path.is_file()
    rule_books.SHELF.books = None
    assert out(capsys, "rules", "ava", "retreat") == first
    whole = path.read_bytes()
    for damage in (b"{", b"[]", b"\x00", b"0" * 20, whole[:-9], whole.replace(b"retreat", b"rehteat")):
        path.write_bytes(damage)
        rule_books.SHELF.books = None
        assert out(capsys, "rules", "ava", "retreat") == first


def test_without_a_place_for_a_cache(
    own_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("STAVKA_CACHE", str(tmp_path / "file" / "below"))
    assert out(capsys, "rules", "ava", "10.6").startswith("ava:10.6")


def test_nothing_of_the_screen_is_imported() -> None:
    script = (
        "import sys; from tui.cli import main\n"
        "for words in (['rules', 'ava', 'retreat'], ['chart', 'pm', 'crt'], ['odds', 'pm', '3', '1'], ['tec', 'bd'],\n"
        "              ['turn', 'pm', '3']): assert main(words) == 0\n"
        "heavy = [m for m in sys.modules if m.split('.')[0] in ('textual', 'rich', 'tomli_w')]\n"
        "assert not heavy, heavy"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


def test_a_clause_that_is_asked_for_stands_first(capsys: pytest.CaptureFixture[str]) -> None:
    for written in ("12.53d", "[12.53d]", "12.53(d)", "rule 12.53d", "12.5.3d"):
        text = out(capsys, "rules", "efs2", *written.split())
        assert text.startswith("efs2:12.53(d)  Placing Orders\n  (d) ") and "\nThe whole rule:\n" in text
        assert "Mud" in text.split("The whole rule:")[0] and "(a) Face down" in text
    found = json.loads(out(capsys, "rules", "efs2", "12.53d", "--json"))
    assert found[0]["id"] == "efs2:12.53" and found[0]["clause"].startswith("(d)")


def test_every_printed_form_of_a_reference_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    for words, first in (
        (["rule", "14.3", "--game", "pm"], "pm:14.3 "),
        (["8.2ff", "--game", "pm"], "pm:8.2 "),
        (["R12"], "ava:R12 "),
        (["ED13"], "efs1:ED13 "),
        (["efs2", "AS"], "efs2:AS "),
        (["as", "--game", "bd"], "bd:AS "),
        (["efs1", "19.2.3"], "efs1:19.2.3 "),
    ):
        assert out(capsys, "rules", *words).startswith(first)
    assert "nearest is 12.2 " in out(capsys, "rules", "efs1", "12.2.9", code=1)


def test_a_game_alone_shows_its_contents(capsys: pytest.CaptureFixture[str]) -> None:
    text = out(capsys, "rules", "efs2")
    rulings = sum(entry.kind == "ruling" for entry in load_rules("efs2").chapter("11"))
    assert "Specialized movement" in text and f"11.0 to 11.63, {rulings} rulings" in text
    assert rulings > 2 and max(map(len, text.split("\n"))) < 80
    found = json.loads(out(capsys, "rules", "pm", "--json"))
    assert found[0]["game"] == "pm" and found[0]["ids"][:2] == ["1.0", "1.1"]


def test_below_a_text_stand_true_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert "[A clause of 10.3, enforced there]" in out(capsys, "rules", "ava", "10.3(1)")
    assert "[Print: The counter changes at the third loss]" in out(capsys, "rules", "pm", "2.16")
    text = out(capsys, "rules", "efs1", "11.4.2")
    assert "\n  ED13 Overrun: first and second edition\n" in text and "\n  Chart overrun: " in text
    assert text.index("In other games: efs2:") > 0


@pytest.mark.parametrize(
    ("game", "asked", "turns"),
    [
        ("bd", "13", [13]), ("pm", "GT7", [7]), ("pm", "T7", [7]), ("ava", "turn 3", [3]), ("ava", "3-5", [3, 4, 5]),
        ("bd", "Aug 43", [19]), ("bd", "August 1943", [19]), ("bd", "Jan 1942", [6]), ("efs2", "7 July", [8]),
        ("efs1", "22.6.41", [1]), ("ava", "25 Jul", [4]), ("ava", "July", [1, 2, 3, 4]), ("pm", "II September", [7]),
        ("pm", "1941-07-05", [2]),
    ],
)  # fmt: skip
def test_turns_are_taken_by_number_range_and_date(
    capsys: pytest.CaptureFixture[str], game: str, asked: str, turns: list[int]
) -> None:
    assert [told["turn"] for told in json.loads(out(capsys, "turn", game, *asked.split(), "--json"))] == turns


def test_a_turn_tells_its_weather(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Weather: Sep II-1: the die gives -1 to 5 dry, 6 rain; Sep II-2" in out(capsys, "turn", "pm", "7")
    assert "Weather: dry, not rolled for" in out(capsys, "turn", "pm", "3")
    assert "climate Mud" in out(capsys, "turn", "efs2", "60") and "know none" in out(capsys, "turn", "ava", "3")


def test_every_look_up_answers_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert json.loads(out(capsys, "chart", "pm", "crt", "--json"))[0]["columns"][0] == "1:3"
    assert {chart["game"] for chart in json.loads(out(capsys, "chart", "--json"))} == set(book_ids())
    assert json.loads(out(capsys, "tec", "efs2", "--unit", "mot", "--weather", "mud", "--json"))[0]["columns"] == [
        "terrain",
        "mud_mot",
    ]
    odds = json.loads(out(capsys, "odds", "pm", "26", "7", "--roll", "--json"))
    assert odds["odds"] == "3:1" and odds["result"] == odds["results"][odds["roll"] - 1]


def test_chart_knows_the_words_of_the_rule_book_and_forgives(capsys: pytest.CaptureFixture[str]) -> None:
    assert out(capsys, "chart", "efs2", "tec").startswith("Movement Point Cost Chart")
    assert out(capsys, "chart", "ava", "TEC").startswith("Terrain Effects Chart")
    assert out(capsys, "chart", "efs1", "mpcc") == out(capsys, "chart", "efs1", "terrain_movement")
    for wrong, title in (("wether", "Weather Effects"), ("aviaton", "German Aviation"), ("victroy", "German Victory")):
        assert out(capsys, "chart", "pm", wrong).startswith(title)
    assert "in place of the -1 of a mobile" in out(capsys, "chart", "bd", "odds_shifts")


@pytest.mark.parametrize("game", book_ids())
def test_every_chart_and_list_keeps_within_eighty_columns(capsys: pytest.CaptureFixture[str], game: str) -> None:
    texts = [out(capsys, "chart", game), out(capsys, "tec", game), out(capsys, "rules", game)]
    texts += [out(capsys, "chart", game, name) for name in charts(game)]
    texts += [out(capsys, "turn", game, str(turn)) for turn in (1, 4, 9)]
    assert [line for text in texts for line in text.split("\n") if len(line) > 79] == []


def test_what_numbers_rest_on_stands_below_them_and_at_those_that_differ(capsys: pytest.CaptureFixture[str]) -> None:
    text = out(capsys, "chart", "bd", "replacements")
    assert text.index("REBUILT") > text.index("  32  ") and "30    0/2*" in text and "* known from the" in text
    track = out(capsys, "chart", "ava", "turn_track.smolensk")
    assert "dates?" in track and "? rebuilt" in track and "Partly rebuilt" in track


@pytest.mark.parametrize("given", ["", "/of/mine", "not/absolute", " "])
def test_the_cache_lies_where_the_system_has_caches(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.delenv("STAVKA_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", given)
    assert cache_folder() == Path(platformdirs.user_cache_dir("stavka"))


@pytest.mark.parametrize("asked", QUESTIONS)
def test_questions_at_the_shell_are_answered_nearly_as_quickly_as_nothing(places: dict[str, str], asked: str) -> None:
    """1.6 is the aim on a quiet machine; two processes beside it cost up to a tenth."""
    start = partial(interpreter, "-m", "tui", *asked.split(), env=places)
    assert share(start, partial(interpreter, *BARE, env=places), 1.6, least=3, last=25) <= 1.8


def test_the_engine_tells_its_commands_and_its_protocol(capsys: pytest.CaptureFixture[str]) -> None:
    for words, told in ((["--help"], '{"cmd": "chart", "game": "bd"'), (["--protocol"], "# The engine protocol")):
        with pytest.raises(SystemExit) as end:
            main(["engine", *words])
        text = capsys.readouterr().out
        assert (end.value.code == 0 and told in text and "`rules`" in text) or "  rules: " in text


def test_two_books_side_by_side(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    text = out(capsys, "compare", "efs1", "efs2", "overrun", "--limit", "2")
    assert text.startswith("efs1:11.4") and "\nefs2:11.3" in text and max(map(len, text.split("\n"))) < 80
    monkeypatch.setenv("COLUMNS", "120")
    wide = out(capsys, "compare", "efs1", "efs2", "15.5.7", "--limit", "1")
    head = wide.split("\n")[0]
    assert head.startswith("efs1:15.5.7") and " | efs2:15.47" in head and max(map(len, wide.split("\n"))) < 100


def test_what_only_one_book_has_stands_beside_the_page_of_differences(capsys: pytest.CaptureFixture[str]) -> None:
    pair = json.loads(out(capsys, "compare", "efs1", "efs2", "efs2:6.53", "--json", "--limit", "1"))[0]
    assert (pair["efs1"]["id"], pair["efs2"]["id"]) == ("efs1:ED5", "efs2:6.53")
    alone = json.loads(out(capsys, "compare", "ava", "efs2", "6.53", "--json", "--limit", "1"))[0]
    assert alone["ava"] is None and alone["efs2"]["id"] == "efs2:6.53"
    for words, told in (
        (["efs1", "efs9", "overrun"], "no game 'efs9'"), (["efs1", "efs1", "overrun"], "two different ones"),
        (["efs1", "efs2", "zzzzqq"], "no rule of efs1 or efs2 fits"),
    ):  # fmt: skip
        assert told in out(capsys, "compare", *words, code=1)
