"""Many games: figures, report, and the command."""

from __future__ import annotations

import json

import pytest

from engine.components.errors import BadInput
from engine.study.simulate import Result, histogram, interval, play_one, quantile, report, summary
from tui.cli import main


def result(seed: int, points: int, needed: int = 60) -> Result:
    """A game of so many points."""
    winner = "axis" if points >= needed else "soviet"
    return Result(seed, winner, points, needed, 6, 900, {"axis": 2, "soviet": 30}, 1.5)


def test_quantiles_between_values() -> None:
    assert quantile([10, 20, 40], 0.5) == 20
    assert quantile([10, 20], 0.25) == 12.5
    assert quantile([7], 0.75) == 7


def test_the_interval_holds_the_share_and_narrows_with_more_games() -> None:
    low, high = interval(5, 10)
    assert low < 0.5 < high and low > 0.2 and high < 0.8
    assert interval(50, 100)[0] > low
    assert interval(0, 4)[0] == 0.0 and interval(4, 4)[1] == 1.0


def test_every_game_is_in_the_histogram_and_the_level_is_marked() -> None:
    points = [3, 41, 44, 60, 97]
    lines = histogram(points, 60)
    assert sum(int(line.split()[1]) for line in lines) == len(points)
    assert [line for line in lines if "<- 60 wins" in line] == [lines[3]]
    assert 2 < len(lines) <= 10


def test_a_hundred_games_do_not_make_long_bars() -> None:
    assert max(len(line) for line in histogram([50] * 400, 60)) < 80


def test_the_figures() -> None:
    found = summary([result(1, 40), result(2, 60), result(3, 80)])
    assert found["points"] == {"min": 40, "q1": 50, "median": 60, "q3": 70, "max": 80}
    assert found["wins"] == {"axis": 2, "soviet": 1} and found["lost"] == {"axis": 2, "soviet": 30}


def test_the_report_says_who_wins_how_often() -> None:
    text = "\n".join(report("a trial", [result(1, 40), result(2, 60)]))
    assert "quartiles 45 / 50 / 55" in text and "60 win" in text
    assert "axis wins 1 of 2: 50%, 95 % interval 9% to 91%" in text
    assert report("a trial", []) == ["a trial", "No game was finished."]


def test_needs_that_differ_from_turn_to_turn_are_shown_turn_by_turn() -> None:
    lost = Result(1, "soviet", 9, 12, 3, 900, {"axis": 2, "soviet": 30}, 1.5, ((1, 1, 4), (2, 5, 8), (3, 9, 12)), "x:4")
    won = Result(2, "axis", 8, 8, 2, 600, {"axis": 2, "soviet": 30}, 1.5, ((1, 3, 4), (2, 8, 8)), "x:4")
    lines = report("a trial", [lost, won])
    text = "\n".join(lines)
    assert "2 games of up to 3 turns" in text and "(x:4) differ from turn to turn" in text
    row = next(line.split() for line in lines if line.split()[:2] == ["2", "8"])
    assert row[2] == "2" and row[-1] == "1" and "final points:" not in text
    assert [line for line in lines if "<- 0 wins" in line]
    assert summary([lost, won])["turn by turn"][2]["games"] == 1


def test_the_same_seed_gives_the_same_game(toy: str) -> None:
    players = {"axis": "random", "soviet": "greedy"}
    assert play_one(toy, "duel", players, 3) == play_one(toy, "duel", players, 3)
    with pytest.raises(BadInput, match="no computer player 'human'"):
        play_one(toy, "duel", {"axis": "human", "soviet": "random"}, 3)


def test_the_command_prints_a_report(toy: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", toy, "duel", "--games", "3", "--axis", "random", "--soviet", "random"]) == 0
    text = capsys.readouterr().out
    assert "seeds 1 to 3" in text and "3 games" in text and "95 % interval" in text


def test_the_command_gives_json(toy: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", toy, "duel", "--games", "2", "--seed", "8", "--soviet", "random", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [r["seed"] for r in found["results"]] == [8, 9] and found["summary"]["games"] == 2


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["ava", "smolenk"], "no scenario 'smolenk'"),
        (["chess", "x"], "no game 'chess'"),
        (["ava", "smolensk", "--axis", "human"], "no computer player 'human'"),
        (["ava", "smolensk", "--option", "length"], "NAME=VALUE"),
        (["ava", "smolensk", "--option", "length=long"], "not 'long'"),
    ],
)
def test_what_cannot_be_played_is_a_sentence(words: list[str], part: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", *words]) == 1
    assert part in capsys.readouterr().err


@pytest.mark.parametrize("words", [["--games", "0"], ["--games", "many"], ["--jobs", "0"], ["--seed", "-1"]])
def test_numbers_out_of_bounds_are_a_bad_command_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["simulate", "ava", "smolensk", *words])
    assert end.value.code == 2 and "see 'stavka simulate --help'" in capsys.readouterr().err


def test_stopping_shows_what_there_is(
    toy: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    count = 0

    def until_stopped(*arguments: object) -> Result:
        nonlocal count
        count += 1
        if count == 3:
            raise KeyboardInterrupt
        return play_one(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr("tui.shell.simulate.play_one", until_stopped)
    assert main(["simulate", toy, "duel", "--games", "9", "--axis", "random", "--soviet", "random"]) == 130
    text = capsys.readouterr().out
    assert "2 games" in text and "Stopped after 2 of 9 games." in text
