"""Settings of the player's own that are nonsense: a sentence, the defaults, and play goes on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from tests.trials.ptys import Program
from tests.trials.table import Tally, amounts
from tui.settings.config import load_settings
from tui.settings.keys import load_keymap
from tui.settings.themes import find, textual_theme
from tui.words.hint_texts import Seen
from tui.words.rule_pages import RuleMarks

SOON = 0.2
MEMORY = 60.0
"""MiB for one file."""
TEXTS: dict[str, str] = {
    "5,000 digits": "theme = " + "9" * 5000,
    "4,000 digits": "bot_delay = " + "9" * 2000 + "\n[keys]\nhelp = " + "9" * 1900,
    "hexadecimal": "bot_delay = 0x" + "f" * 2000,
    "20,000 dots": ".".join("a" * 20_000) + " = 1",
    "dotted lines": "".join(f"k{n}.a.b.c.d.e.f.g.h = 1\n" for n in range(7000)),
    "dots in a heading": "[" + ".".join("a" * 900) + "]\nx = 1",
    "brackets": "theme = " + "[" * 1500,
    "tables": "theme = " + "{a=" * 700,
    "newlines": "\n" * 190_000,
    "comments": "#\n" * 95_000,
    "many keys": "".join(f"k{n} = 1\n" for n in range(15_000)),
    "many tables": "".join(f"[t{n}]\n" for n in range(15_000)),
    "arrays of tables": "[[keys]]\n" * 15_000,
    "a long text": 'theme = """' + "x" * 150_000 + '"""',
    "infinite": "bot_delay = inf\nfree_undo = nan",
    "a date": "theme = 1979-05-27\nbot_delay = 07:32:00",
    "controls":
        'theme = "\\u001b[2J"\n"\\u001b]0;x\\u0007" = 1\n[keys]\n"\\u001b" = "\\u009b"\n["\\u202e"]\n'
        'text = "a\\u001b"',
    "wrong kinds":
        'theme = {}\nglyphs = []\nzoom = 1\nhints = 0\nreader = "no"\n[keys]\nhelp = 1\nact = [1]\nundo = [[]]\n'
        'end = {}',
    "keys of no kind":
        '[keys]\nhelp = ""\nact = []\nundo = ["' + "x" * 500 + '"]\nend = "ctrl+alt+shift+meta+q"\n"a.b" = "c"',
    "one key for all":
        "[keys]\n" + "\n".join(f'{name} = "x"' for name in ("help", "act", "undo", "end", "quit", "back")),
    "themes":
        '[mine]\nbase = 7\ntext = 1\ndark = "no"\nmap = 3\ntrue = []\n[a."b c"]\n[dark]\n[auto]\n'
        '["a b\\u001b{}"]\nbase = "light"',
    "styles":
        '[m]\ntext = "#ffffff on #fffffe"\ndim = "on"\nkey = "link file:///x #fff on #000"\n[m.map]\n'
        'nope = "x"\nhex = "' + "b " * 99 + '"',
    "remembered": 'off = 3\nseen = 9\nmarks = 7',
    "remembered wrongly": 'off = true\nmarks = [1, "\\u001b", []]\n[seen]\na = 99999999999999999999\nb = -5\nc = "x"',
    "no end": 'theme = "',
    "too large": "#" * 300_000,
}  # fmt: skip
BYTES: dict[str, bytes] = {
    "no text": b"\xff\xfe\x00",
    "UTF-16": "theme = 'dark'".encode("utf-16"),
    "NUL": b"theme = \x00",
    "half a letter": b"theme = '\xc3'",
    "byte order": b"\xef\xbb\xbftheme = 'dark'",
    **{name: text.encode() for name, text in TEXTS.items()},
}


def read_all(folder: Path, theme: str) -> list[str]:
    """Everything that reads files of the player's settings; their sentences."""
    settings, keymap = load_settings(folder), load_keymap(folder)
    problems = [*settings.problems, *keymap.problems]
    textual_theme(find(theme, folder, problems))
    seen = Seen.load(folder)
    seen.keep()
    RuleMarks(folder).load().toggle("x:1")
    assert keymap.commands["help"] and settings.bot_delay >= 0 and all(0 <= n < 100 for n in seen.counts.values())
    return problems


FILES = ("config.toml", "keys.toml", "themes.toml", "hints.toml", "hints.json", "rule-marks.toml")


@pytest.mark.parametrize("name", FILES)
def test_nonsense_in_settings_is_a_sentence_and_defaults(tmp_path: Path, tally: Tally, name: str) -> None:
    tally.of(
        "settings", "nonsense in config, keys, themes, hints, marks: sentences, defaults, < 0.2 s of work, < 60 MiB"
    )
    read_all(tmp_path, "m")  # what is loaded once is no part of it
    for title, data in BYTES.items():
        (tmp_path / "hints.json").unlink(missing_ok=True)  # written by the last reading; it goes before the older file
        (tmp_path / name).write_bytes(data)
        with tally.one(f"{name}, {title}", within=SOON, mib=MEMORY):
            problems = read_all(tmp_path, "m")
            assert len(problems) < 60 and all(0 < len(one) < 400 for one in problems)
        (tmp_path / name).unlink(missing_ok=True)


PIECES: list[Callable[[Random], str]] = [
    lambda rnd: rnd.choice(["theme", "glyphs", "bot_delay", "keys", "[keys]", "[m]", "[m.map]", "help",
                            "base", "text"]),
    lambda rnd: rnd.choice(["=", ".", "\n", "[", "]", "{", "}", ",", '"', "'", '"""', "#", "\t", "\\u001b", "\r\n"]),
    lambda rnd: rnd.choice(["1", "-0", "1e400", "inf", "true", '"dark"', "0xff", "1979-05-27",
                            "9" * rnd.randint(1, 99)]),
    lambda rnd: rnd.randbytes(rnd.randint(0, 5)).decode("latin-1"),
]  # fmt: skip


@amounts(200, 5_000)
def test_settings_at_random(tmp_path: Path, amount: int, tally: Tally) -> None:
    tally.of("settings")
    rnd = Random(1)
    for number in range(amount):
        text = "".join(rnd.choice(PIECES)(rnd) for _ in range(rnd.randint(1, 60)))
        name = FILES[number % len(FILES)]
        (tmp_path / name).write_text(text, "utf-8", errors="replace")
        with tally.one(f"{name}: {text!r}", within=SOON):
            read_all(tmp_path, "m")


@amounts(1, 20, minutes=1)
def test_the_program_opens_with_nonsense_in_all_settings(own_folders: Path, amount: int, tally: Tally) -> None:
    tally.of(
        "settings on a terminal", "the same nonsense in all files at once: a game opens and plays, no control shown"
    )
    config, state = own_folders / "config", own_folders / "state" / "stavka"
    titles = [*BYTES]
    for folder in (config, state):
        folder.mkdir(parents=True)
    for number in range(amount):
        title = titles[number % len(titles)]
        for name in FILES:
            ((state if name in FILES[3:] else config) / name).write_bytes(BYTES[title])
        with tally.one(title):
            program = Program("play", "ava", "smolensk", "--seed", "5")
            try:
                program.shows("Smolensk", "├ Log")
                program.settle(0.2)
                program.send(b"v")
                program.shows("points")
                assert program.screen.strange == [] and b"\x1b[2J" not in program.out
                program.send(b"\x11")
                program.gone(20.0, reading=True)
                assert program.status in (0, 130) and b"Traceback" not in program.out
            finally:
                program.close()
