"""Players of other installed releases: met over the line protocol, in games that both programs play."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from engine.components.errors import BadInput
from engine.play.match import Match
from engine.protocol import replies
from engine.study.simulate import play_one
from tui.cli import main
from tui.shell.release import player_of

HERE = f"#!{sys.executable}\nimport sys\nsys.path.insert(0, {str(Path(__file__).parents[2])!r})\n"
"""How a program begins that finds this source."""
LIKE_THIS = "from tui.cli import main\nsys.exit(main())\n"
STUBBORN = """
import json
for line in sys.stdin:
    if json.loads(line)["cmd"] == "view":
        print(json.dumps({"ok": True, "units": UNITS}), flush=True)
    else:
        print(json.dumps({"ok": True, "actions": ACTIONS}), flush=True)
"""
"""Answers every line with the same."""


def program(folder: Path, text: str) -> str:
    """A program that can be run."""
    path = folder / "another"
    path.write_text(HERE + text)
    path.chmod(0o755)
    return str(path)


def stubborn(folder: Path, match: Match, actions: list[str], moved: str = "") -> str:
    """A program that sees the units of a match, one of them elsewhere, and always wants the same actions."""
    units = replies.view(match.view(match.side))["units"]
    for unit in units:
        if unit["id"] == moved:
            unit["steps"] = 99
    return program(folder, f"UNITS, ACTIONS = {units!r}, {actions!r}\n{STUBBORN}")


def test_a_game_with_the_same_release_is_played_to_its_end(tmp_path: Path) -> None:
    other = f"random@{program(tmp_path, LIKE_THIS)}"
    found = play_one("efs2", "borisov", {"axis": "random", "soviet": other}, 3, maker=player_of)
    assert found.turns == 8 and found.actions > 50


def test_the_command_takes_a_player_of_another_release(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = f"random@{program(tmp_path, LIKE_THIS)}"
    words = ["simulate", "efs2", "borisov", "--gauntlet", "--games", "1", "--axis", "random", "--soviet", other]
    assert main(words) == 0
    assert f"{other} as axis" in capsys.readouterr().out


def test_what_the_other_program_does_is_refused_where_the_rules_differ(tmp_path: Path) -> None:
    match = Match.new("efs2", "borisov", seed=3)
    player = player_of(f"random@{stubborn(tmp_path, match, ['recover none'])}", 1)
    with pytest.raises(BadInput, match=r"is refused here .*: the rules of the two releases differ"):
        player.choose(match)
    player = player_of(f"random@{stubborn(tmp_path, match, [])}", 1)
    with pytest.raises(BadInput, match="it is not soviet that decides there"):
        player.choose(match)


def test_units_that_stand_elsewhere_there_are_noticed(tmp_path: Path) -> None:
    match = Match.new("efs2", "borisov", seed=3)
    unit = match.data.roster.ids[0]
    player = player_of(f"random@{stubborn(tmp_path, match, [str(next(iter(match.legal)))], unit)}", 1)
    with pytest.raises(BadInput, match=f"on turn 5 '{unit}' stands elsewhere there"):
        player.choose(match)


def test_programs_that_are_not_there_or_do_not_answer_are_told(tmp_path: Path) -> None:
    for name in (f"random@{tmp_path / 'nothing'}", "@/bin/cat", "random@"):
        with pytest.raises(BadInput, match="is written PLAYER@PROGRAM"):
            player_of(name, 1)
    match = Match.new("efs2", "borisov", seed=3)
    for text in ("", "print('hello')\n", "sys.stdin.readline()\nprint('[]')\n"):
        with pytest.raises(BadInput, match="does not answer 'new'"):
            player_of(f"random@{program(tmp_path, text)}", 1).choose(match)
    with pytest.raises(BadInput, match="'play' was refused there: there is no computer player 'nobody'"):
        player_of(f"nobody@{program(tmp_path, LIKE_THIS)}", 1).choose(match)
