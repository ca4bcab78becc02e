"""What a shell may start the program with: closed streams, other encodings, nonsense in the environment."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest

from tests.trials.ptys import SOURCES, Program
from tests.trials.table import Tally, amounts

COMMANDS = ["rules overrun", "keys", "rules ava 10.2 --full", "engine", "play ava smolensk", "turn bd 13", "saves",
            "map ava", "chart pm crt", "odds pm 26 7", "tec efs2", "data ava", "--help", "--version", "rules x --json",
            "resume nothing", "dice", "rules", "nonsense", ""]  # fmt: skip
CLOSED = [("<&-",), (">&-",), ("2>&-",), ("<&-", ">&-"), ("<&-", ">&-", "2>&-"), (">/dev/full",), ("2>/dev/full",)]
ENCODINGS = ["latin-1", "koi8-r", "ascii", "utf-16", "cp437", "utf-8", "shift_jis", "ascii:strict", "idna", "utf-7"]
LOCALES = ["C", "POSIX", "de_DE.ISO-8859-1", "ru_RU.KOI8-R", "nonsense", "ja_JP.eucJP"]
REQUESTS = '{"cmd": "hello"}\n\xff\xfe\n{"cmd": "rules", "query": "\xe4"}\n'.encode("latin-1")


def run(words: str, streams: Sequence[str] = (), **environ: str) -> tuple[int, bytes, bytes]:
    """A command line in a shell: its status, what it said, and what it said of faults."""
    line = f"exec {sys.executable} -m tui.cli {words} {' '.join(streams)}"
    done = subprocess.run(["sh", "-c", line], input=REQUESTS if words == "engine" else b"", capture_output=True,
                          cwd=SOURCES, env={**os.environ, "TERM": "xterm", **environ}, timeout=60)  # fmt: skip
    return done.returncode, done.stdout, done.stderr


def good(words: str, status: int, out: bytes, err: bytes) -> None:
    """It has answered, or refused in a sentence."""
    text = out + err
    assert b"Traceback" not in text and b"Exception ignored" not in text and b"fault of the program" not in text, text
    assert status in (0, 1, 2) and b"\x1b" not in text, (status, text[-300:])
    err = err.decode("utf-16").encode() if b"\x00" in err else err
    if words in ("", "play ava smolensk", "resume nothing", "rules") and err:
        assert status == 1 and err.startswith(b"stavka: ") and err.count(b"\n") == 1, (status, err)


@amounts(2, 140, minutes=1.5)
def test_closed_streams_are_a_sentence(own_folders: Path, amount: int, tally: Tally) -> None:
    tally.of(
        "closed streams", "every command without standard input, output, error, or with a full one: sentence or answer"
    )
    cases = sorted(
        product(COMMANDS, CLOSED), key=lambda case: (CLOSED.index(case[1]) + COMMANDS.index(case[0]) * 3) % 7
    )
    for words, streams in cases[:amount]:
        with tally.one(f"{words} {' '.join(streams)}"):
            status, out, err = run(words, streams)
            good(words, status, out, err)
            if ">&-" in streams and words not in ("--help", "--version", "nonsense"):
                assert status == 1 and (b"standard output is closed" in err or "2>&-" in streams), (status, err)
            if words == "engine" and streams == ("<&-",):
                assert status == 1 and b"standard input is closed" in err


@amounts(2, 320, minutes=2.5)
def test_every_encoding_gets_what_it_has(own_folders: Path, amount: int, tally: Tally) -> None:
    tally.of(
        "encodings", "every command in Latin-1, KOI8-R, ASCII, UTF-16 and others, by variable and by locale: answers"
    )
    cases = [(words, {"PYTHONIOENCODING": one}) for one in ENCODINGS for words in COMMANDS]
    cases += [(words, {"LC_ALL": one, "PYTHONUTF8": "0"}) for one in LOCALES for words in COMMANDS]
    for number in range(min(amount, len(cases))):
        words, environ = cases[number * 41 % len(cases)]
        with tally.one(f"{words} {environ}"):
            status, out, err = run(words, **environ)
            good(words, status, out, err)
            if words in ("keys", "rules overrun", "turn bd 13", "map ava", "--help"):
                assert status == 0 and len(out) > 200 and not err, (status, err)


NONSENSE = {
    "TEXTUAL_DRIVER": "os:system", "TEXTUAL_LOG": "/nonsense/log", "TEXTUAL_PRESS": "q,q", "TEXTUAL": "debug,devtools",
    "TEXTUAL_FPS": "0", "TEXTUAL_COLOR_SYSTEM": "nonsense", "TEXTUAL_THEME": "nonsense", "TEXTUAL_SCREENSHOT": "0",
    "TEXTUAL_ANIMATIONS": "x", "TEXTUAL_DIM_FACTOR": "nan", "ESCDELAY": "x", "COLUMNS": "99999999", "LINES": "-5",
    "TEXTUAL_ALLOW_SIGNALS": "1", "TEXTUAL_FILTERS": "dim,protanopia,x", "FORCE_COLOR": "nonsense", "TZ": "Nonsense/X",
    "COLORTERM": "\x1b[2J", "TEXTUAL_DEBUG": "1", "TEXTUAL_SLOW_THRESHOLD": "-9", "TEXTUAL_SHOW_RETURN": "1",
    "STAVKA_CONFIG": "/dev/null", "HOME": "/nonsense", "XDG_STATE_HOME": "/dev/full", "LANG": "\udcff",
}  # fmt: skip


@amounts(1, 25, minutes=0.8)
def test_nonsense_in_the_environment_does_not_end_it(
    own_folders: Path, monkeypatch: pytest.MonkeyPatch, tally: Tally, amount: int, tmp_path: Path
) -> None:
    tally.of("environment", "nonsense in each variable that the screen library and we read: the game opens and plays")
    for name in list(NONSENSE)[:amount]:
        with tally.one(name), monkeypatch.context() as patch:
            patch.setenv("STAVKA_SAVES", str(tmp_path / name))
            patch.setenv(name, NONSENSE[name])
            program = Program("play", "ava", "smolensk", "--seed", "5")
            try:
                program.shows("Smolensk", " Log ")  # its line is drawn with what the encoding has
                program.settle(0.2)
                program.send(b"v")
                program.shows("points")
                program.send(b"\x11")
                program.gone(20.0, reading=True)
                assert program.status in (0, 130) and b"Traceback" not in program.out
            finally:
                program.close()
