"""The tools of ``python -m engine``: their answers, their exit status, their sentences for bad arguments."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.__main__ import main
from engine.components import load
from engine.games import GAMES
from engine.play.match import Match
from engine.study.perft import perft

Capture = pytest.CaptureFixture[str]
ROOT = Path(__file__).parents[2]


def test_data(toy: str, capsys: Capture) -> None:
    assert main(["data", toy]) == 0
    out = capsys.readouterr().out
    assert "30 hexes" in out and "11 in 2 formations" in out and "duel" in out and "3 turns" in out


def test_data_that_does_not_fit(toy: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.components.load.LARGEST", 3)
    monkeypatch.setattr("engine.__main__.load_shared", load.load_shared.__wrapped__)
    assert main(["data", toy]) == 1
    error = capsys.readouterr().err
    assert "map.toml" in error and "columns" in error and "Traceback" not in error


def test_play_is_repeatable(toy: str, capsys: Capture) -> None:
    assert main(["play", toy, "duel", "--seed", "7"]) == 0
    first = capsys.readouterr().out
    assert main(["play", toy, "duel", "--seed", "7"]) == 0
    assert capsys.readouterr().out == first
    lines = first.splitlines()
    assert [x.split(":")[0] for x in lines[:3]] == ["turn 1", "turn 2", "turn 3"] and "is over" in lines[3]
    assert main(["play", toy, "duel", "--seed", "7", "--option", "length=long"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 5


def test_play_finds_broken_positions(toy: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.support.toy.units_at", lambda c, h: (0, 1, 2))
    assert main(["play", toy, "duel"]) == 1
    assert "holds too many" in capsys.readouterr().err


def test_perft(toy: str, capsys: Capture) -> None:
    assert main(["perft", toy, "duel", "--depth", "3"]) == 0
    assert capsys.readouterr().out.splitlines()[:2] == ["depth 1: 2", "depth 2: 4"]


def test_perft_counts_every_line_and_leaves_the_match_alone(operating: Match) -> None:
    before, lines = operating.digest(), 0
    for action in list(operating.legal):
        with pytest.raises(KeyboardInterrupt), operating.all_or_none():
            operating.play(action)
            lines += len(operating.legal)
            raise KeyboardInterrupt
    assert perft(operating, 2) == [len(operating.legal), lines]
    assert operating.digest() == before and not operating.can_undo
    assert perft(operating, 2, 5)[1] < lines and perft(operating, 0) == []


def test_trace(capsys: Capture) -> None:
    status = main(["trace", "ava", "--root", str(ROOT)])
    out = capsys.readouterr().out.splitlines()
    assert out[0].startswith("rule") and "rows" in out[-1]
    assert status == int(any("[no " in line for line in out))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["data", "chess"], "no game 'chess'"),
        (["play", "toy", "war"], "no scenario 'war'"),
        (["play", "toy", "duel", "--option", "length"], "NAME=VALUE"), (["trace", "chess"], "chess"),
        (["play", "toy", "duel", "--option", "length=huge"], "huge"), (["data", "../toy"], "no game"),
    ],
)  # fmt: skip
def test_words_that_mean_nothing(toy: str, capsys: Capture, arguments: list[str], says: str) -> None:
    assert main(arguments) == 2
    assert says in capsys.readouterr().err


def test_a_game_whose_rules_alone_are_there_is_looked_up_only(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(GAMES, "efs1")
    assert main(["data", "efs1"]) == 2
    assert "to look up only" in capsys.readouterr().err


@pytest.mark.parametrize(
    "line", ["", "fly", "data", "perft toy duel --depth 9", "play toy duel --seed x", "play toy duel --player deep"]
)
def test_arguments_that_do_not_fit(toy: str, capsys: Capture, line: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(line.split())
    assert ended.value.code == 2 and "usage" in capsys.readouterr().err
