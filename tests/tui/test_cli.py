"""The command line: exit codes, one sentence for every fault, nothing of the screen library for a look-up."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.components.load import load_shared
from tui.cli import build_parser, main

ROOT = Path(__file__).parents[2]


def run(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """The command as a process of its own."""
    command = [sys.executable, "-m", "tui.cli", *arguments]
    return subprocess.run(command, input=text, capture_output=True, text=True, cwd=ROOT, timeout=60)


@pytest.mark.parametrize("word", ["", "play", "resume", "engine", "map", "rules", "saves", "keys", "data"])
def test_help_of_every_subcommand(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main([*word.split(), "--help"])
    assert stop.value.code == 0
    out = capsys.readouterr().out
    assert "Exit codes" in out and "--saves" in out


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["--version"])
    assert stop.value.code == 0 and capsys.readouterr().out.startswith("stavka ")


@pytest.mark.parametrize(
    "words",
    [
        ["fly"], ["play"], ["map"], ["--colour"], ["play", "x", "y", "--seed", "one"],
        ["play", "ava", "--seed", "9" * 19], ["rules", "ava", "zoc", "--limit", "0"],
    ],
)  # fmt: skip
def test_a_bad_command_line_is_two(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(words)
    err = capsys.readouterr().err
    assert stop.value.code == 2 and err.count("\n") == 1 and err.startswith("stavka")


@pytest.mark.parametrize(
    "words",
    [
        ["play", "chess", "first"], ["play", "ava", "smolensk", "--option", "length"], ["resume"], ["resume", "../x"],
        ["map", "chess"], ["map", "ava", "--sheet", "Q"], ["rules"], ["rules", "ava", "zzzyx"], ["data", "chess"],
        ["rules", "ava", "\x1b[2J"], ["rules", "chess", "10.6"], ["rules", "  "], ["data", "../ava"],
    ],
)  # fmt: skip
def test_refusals_are_one_and_one_sentence(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 1
    captured = capsys.readouterr()
    assert captured.err.startswith("stavka: ") and captured.err.count("\n") == 1
    assert "Traceback" not in captured.err and "\x1b" not in captured.err


@pytest.mark.parametrize("words", [["keys"], ["odds", "ava", "5", "2"]])
def test_a_full_disk_behind_the_output_is_a_sentence(words: list[str]) -> None:
    # Little output is written by the flush alone, much by the first print.
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "tui", *words]
        done = subprocess.run(command, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
    assert done.returncode == 1 and done.stderr == "stavka: the output cannot be written: No space left on device\n"


def test_rules_by_number_and_by_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "ava", "10.6"]) == 0
    assert capsys.readouterr().out.startswith("ava:10.6 ")
    assert main(["rules", "zone", "of", "control"]) == 0
    assert "ava:3.2" in capsys.readouterr().out


def test_a_look_up_needs_no_screen_library() -> None:
    code = (
        "import sys; from tui.cli import main; main(['rules', 'ava', 'retreat']);"
        "sys.exit(any(m.split('.')[0] in ('textual', 'rich') for m in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


def test_saves_and_keys(capsys: pytest.CaptureFixture[str], own_folders: Path) -> None:
    assert main(["saves"]) == 0 and "no saved games" in capsys.readouterr().out
    assert main(["keys"]) == 0 and "undo" in capsys.readouterr().out
    (own_folders / "config").mkdir(exist_ok=True)
    (own_folders / "config" / "keys.toml").write_text('[keys]\nfly = "w"\n')
    assert main(["keys"]) == 1 and "there is no command 'fly'" in capsys.readouterr().err


def test_data_names_own_files_and_their_faults(capsys: pytest.CaptureFixture[str], own_folders: Path) -> None:
    assert main(["data", "ava"]) == 0 and "own files: none" in capsys.readouterr().out
    own = own_folders / "config" / "data" / "ava"
    own.mkdir(parents=True)
    (own / "counters.toml").write_text("columns = 3\n")
    load_shared.cache_clear()
    assert main(["data", "ava"]) == 1
    err = capsys.readouterr().err
    assert err.startswith(f"stavka: {own / 'counters.toml'}: columns: ") and err.count("\n") == 1
    (own / "counters.toml").unlink()
    (own / "counter.toml").write_text("")
    (own / "map.toml").write_text('[hex]\nS2817 = "marsh"\n')
    load_shared.cache_clear()
    assert main(["data", "ava"]) == 1
    captured = capsys.readouterr()
    assert "own files: map.toml" in captured.out and f"{own / 'counter.toml'}: is laid over nothing" in captured.err
    (own / "counter.toml").unlink()
    (own / "scenarios").mkdir()
    (own / "scenarios" / "smolensk.toml").write_text('calendar = "never"\n')
    load_shared.cache_clear()
    assert main(["data", "ava"]) == 1
    assert "'never' is not there" in capsys.readouterr().err
    load_shared.cache_clear()


@pytest.mark.parametrize("place", ["file", "file/below"])
def test_saves_cannot_lie_in_a_file(
    place: str, own_folders: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("mine")
    assert main(["saves", "--saves", str(tmp_path / place)]) == 1
    monkeypatch.setenv("STAVKA_SAVES", str(tmp_path / place))
    assert main(["saves"]) == 1
    err = capsys.readouterr().err
    assert err.count("is no folder") == 2 and (tmp_path / "file").read_text() == "mine"
    assert main(["saves", "--saves", str(tmp_path / "not" / "yet")]) == 0 and not (tmp_path / "not").exists()


def test_long_words_are_cut(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["play", "ava", "--seed", "9" * 5000])
    assert main(["data", "x" * 5000]) == 1
    assert len(capsys.readouterr().err) < 2500


def test_a_screen_needs_a_terminal() -> None:
    done = run()
    assert done.returncode == 1 and "needs a terminal" in done.stderr and done.stderr.count("\n") == 1


def test_engine_answers_lines() -> None:
    done = run("engine", text='{"cmd": "hello"}\n{"cmd": "saves"}\nnonsense\n')
    lines = done.stdout.splitlines()
    assert done.returncode == 0 and len(lines) == 3 and done.stderr == ""
    assert '"ok": true' in lines[0].replace('":true', '": true') and "bad_json" in lines[2]


def test_engine_saves_and_loads(own_folders: Path, toy: str) -> None:
    from engine.play.match import Match
    from saves import SaveError, Store
    from tui.shell.protocol_files import ProtocolFiles

    files = ProtocolFiles(Store(own_folders / "saves"), own_folders / "none")
    match = Match.new("toy", "duel", seed=3)
    assert files.save(match, "mine") == "mine" and files.load("mine").digest() == match.digest()
    path = str(own_folders / "there.toml")
    files.save_to(match, path)
    assert files.load_from(path).digest() == match.digest()
    assert [e["name"] for e in files.list()] == ["mine"]
    for bad in ("../x", "a/b/c", "nothing", "x\0y", ""):
        with pytest.raises(SaveError):
            files.load(bad)
    for bad in ("../x", path, "a.toml"):
        with pytest.raises(SaveError):
            files.save(match, bad)


def test_bad_environment_is_a_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(os.environ, "STAVKA_SAVES", "/dev/null/saves")
    assert main(["saves"]) in (0, 1)
    assert "Traceback" not in capsys.readouterr().err


def test_map_prints_a_sheet(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["map", "ava", "--sheet", "s"]) == 0
    assert "Minsk" in capsys.readouterr().out


def test_the_side_of_the_axis_is_named_as_the_game_calls_it_too() -> None:
    for word in ("--axis", "--german"):
        args = build_parser("play").parse_args(["play", "bd", "what-if", word, "normal"])
        assert (args.axis, args.soviet) == ("normal", "human")
