"""What a terminal sends is cut and understood: keys as they were pressed, the unknown and the broken as nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tui.terminal.presses import ModeReport, Paste, Press, SizeReport, meanings
from tui.terminal.sequences import BROKEN_DELAY, ESCAPE_DELAY, LONGEST, Chunk, Kind, Sequences
from tui.terminal.typeahead import AT_ONCE, MANY, Doors, TypeAhead


def understood(*parts: str, end: bool = False) -> list[object]:
    """What these characters mean, coming in these parts; ``end``: and then nothing more."""
    cut = Sequences()
    pieces = [piece for part in parts for piece in cut.feed(part)]
    if end:
        pieces += cut.give_up()
    return [meaning for piece in pieces for meaning in meanings(piece)]


def keys(*parts: str, end: bool = False) -> list[str]:
    """The names of the keys among it."""
    return [one.key for one in understood(*parts, end=end) if isinstance(one, Press)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("l", "l"), ("\r", "enter"), ("\t", "tab"), ("\x7f", "backspace"), ("\x1b[A", "up"), ("\x1bOA", "up"),
     ("\x1b[1;5A", "ctrl+up"), ("\x1b[Z", "shift+tab"), ("\x1bOP", "f1"), ("\x1b[[A", "f1"), ("\x1b[15~", "f5"),
     ("\x1b[5~", "pageup"), ("\x1b[3~", "delete"), ("\x1b[27u", "escape"), ("\x1b[99;5u", "ctrl+c"),
     ("\x1b[113;5u", "ctrl+q"), ("\x1b[97;1:1u", "a"), ("\x1b[97;1:2u", "a"), ("\x1b[97:65;2u", "A"),
     ("\x1b[97;2;65u", "A"), ("\x1b[1;2R", "shift+f3"), ("\x1bx", "alt+x"), ("\x1bf", "ctrl+right"),
     ("\x1b[32u", "space"),
     ("\x1b[1;3:2B", "alt+down"), ("\x03", "ctrl+c"), (" ", "space"), ("\x1b\r", "enter"), ("ä", "ä")],
)  # fmt: skip
def test_a_key_is_a_key_however_its_bytes_are_cut(text: str, expected: str) -> None:
    assert keys(text) == [expected]
    for middle in range(1, len(text)):
        assert keys(text[:middle], text[middle:]) == [expected]
    assert keys(text + "l" + text) == [expected, "l", expected]


@pytest.mark.parametrize(
    "text",
    ["\x1b[97;1:3u", "\x1b[1;1:3A", "\x1b[2000000u", "\x1b[55296u", "\x1b[3u", "\x1b[24;80R", "\x1b[1;1R", "\x1b[I",
     "\x1b[O", "\x1b[<0;5;5M", "\x1b[M !!", "\x1b[9;9w", "\x1b[?1;2c", "\x1bP1$r0m\x1b\\", "\x1b]11;rgb:0/0/0\x07",
     "\x1b[" + "9" * 5000 + "u", "\x1b[" + "9" * 5000 + "A", "\x9b", "\x1b[57999u", "\x1b_G1;OK\x1b\\", "\x1b[;;;;t"],
)  # fmt: skip
def test_what_is_unknown_or_too_much_is_dropped_whole(text: str) -> None:
    assert understood(text) == [] and keys("l" + text + "l") == ["l", "l"]
    for middle in range(1, len(text), 1 + len(text) // 60):
        assert understood(text[:middle], text[middle:]) == []


def test_what_breaks_off_is_dropped_and_the_next_key_counts() -> None:
    assert (
        keys("\x1b[12;3", end=True) == [] and keys("\x1b[12;3\x1b[A") == ["up"] and keys("\x1b[12;ß\r")[-1] == "enter"
    )
    assert keys("\x1bPabc", end=True) == [] and keys("\x1bPabc\x1b[A") == ["up"]
    assert keys("\x1b[23$", end=True) == ["f23"]
    cut = Sequences()
    cut.feed("\x1bPabc")
    assert cut.patience == BROKEN_DELAY and cut.give_up() == [] and cut.patience is None
    assert cut.feed("l") == [Chunk(Kind.TEXT, "l")]
    assert cut.feed("\x1b") == [] and cut.patience == ESCAPE_DELAY and cut.give_up() == [Chunk(Kind.ESCAPE, "\x1b")]


def test_escape_is_a_key_when_nothing_follows_or_another_escape() -> None:
    assert keys("\x1b", end=True) == ["escape"] and keys("\x1b\x1b", end=True) == ["escape", "escape"]
    assert keys("\x1b[", end=True) == ["left_square_bracket"] and keys("\x1bP", end=True) == ["alt+shift+p"]


@pytest.mark.parametrize(
    "before", ["\x1b[12;3", "\x1bPabc", "\x1b]0;abc", "\x1b[200~abc", "\x1b", "\x1bO", "\x1b[M", ""]
)
@pytest.mark.parametrize("key", ["\x03", "\x11"])
def test_ctrl_c_and_ctrl_q_count_in_the_middle_of_everything(before: str, key: str) -> None:
    assert keys(before + key)[-1:] == keys(key) and keys(before, key)[-1:] == keys(key)


def test_a_paste_is_a_text_and_one_without_an_end_ends_by_itself() -> None:
    assert understood("\x1b[200~a\x1b[Ab\x03c\x1b[201~l") == [Paste("a\x1b[Ab\x03c"), Press("l", "l")]
    assert understood("\x1b[200~ab\x1b[2", "01~") == [Paste("ab")]
    assert understood("\x1b[200~ab\x1b[2", end=True) == [Paste("ab\x1b[2")]
    big = understood("\x1b[200~", *["x" * 50_000] * 40, "\x1b[201~l")
    assert isinstance(big[0], Paste) and len(big[0].text) == 100_000 and big[1] == Press("l", "l")


def test_reports_are_told_as_they_are() -> None:
    assert understood("\x1b[48;50;160;0;0t") == [SizeReport(160, 50)]
    assert understood("\x1b[48;50:2;160:9;0;0t") == [SizeReport(160, 50)] and understood("\x1b[48;50;160t") == []
    assert understood("\x1b[?2026;2$y") == [ModeReport(2026, 2)]


def test_what_waits_stays_small() -> None:
    cut = Sequences()
    for _ in range(1000):
        cut.feed("\x1b[" + "1;" * 2000)
        cut.feed("1;" * 2000)
    assert len(cut._rest) <= LONGEST


# ---------------------------------------------------------------------- keys that wait
class Bench:
    """A program that answers when it is told to."""

    def __init__(self) -> None:
        self.given: list[str] = []
        self.asked: list[int] = []
        self.press: Callable[[], None] = lambda: None
        self.answers: list[Callable[[], None]] = []
        self.timers: list[tuple[float, Callable[[], None], list[bool]]] = []
        self.keys = TypeAhead(Doors(lambda p: self.given.append(p.key), self.answers.append, self.later, self.ask))

    def later(self, seconds: float, call: Callable[[], None]) -> Bench.Timer:
        dead: list[bool] = []
        self.timers.append((seconds, call, dead))
        return Bench.Timer(dead)

    class Timer:
        """One that may be stopped."""

        def __init__(self, dead: list[bool]) -> None:
            self.dead = dead

        def cancel(self) -> None:
            self.dead.append(True)

    def ask(self, count: int, press: Callable[[], None]) -> None:
        self.asked.append(count)
        self.press = press

    def answer(self) -> None:
        """The program has answered all that it got."""
        while self.answers:
            self.answers.pop(0)()

    def wait(self) -> None:
        """All timers run out."""
        timers, self.timers = self.timers, []
        for _, call, dead in timers:
            if not dead:
                call()

    def type(self, text: str, at: float = 0.0) -> None:
        self.keys.arrive([Press(c, c) for c in text], at)


def test_keys_are_given_a_few_at_a_time_in_their_order() -> None:
    bench = Bench()
    bench.type("abcdefghijklmnopqrst")
    assert len(bench.given) == AT_ONCE
    bench.answer()
    assert "".join(bench.given) == "abcdefghijklmnopqrst" and not bench.asked


def test_a_program_that_never_answers_gets_the_next_keys_after_a_while() -> None:
    bench = Bench()
    bench.type("abcdefghijkl")
    bench.wait()
    assert "".join(bench.given) == "abcdefghijkl"


@pytest.mark.parametrize("name", ["ctrl+c", "ctrl+q"])
def test_a_key_that_comes_first_throws_away_what_waits(name: str) -> None:
    bench = Bench()
    bench.type("x" * 200)
    bench.keys.arrive([Press("a", "a"), Press(name), Press("b", "b")], 0.0)
    bench.answer()
    assert bench.given == ["x"] * AT_ONCE + [name, "b"]


def test_a_burst_is_held_back_and_asked_about() -> None:
    bench = Bench()
    bench.type("abcdefghij" * 50)
    assert bench.given == [] or len(bench.given) <= AT_ONCE
    bench.type("klm", 0.01)
    before = len(bench.given)
    bench.wait()
    assert bench.asked == [503 - before] and len(bench.given) == before
    bench.type("z", 10.0)
    bench.answer()
    assert bench.given[before:] == ["z"], "forgotten unless they are wanted"
    bench.press()
    for _ in range(100):
        bench.answer()
    assert len(bench.given) == 504 and bench.given[-3:] == ["k", "l", "m"]


def test_slow_text_without_a_pause_is_a_burst_too_and_a_key_held_down_is_none() -> None:
    bench = Bench()
    for number in range(4 * MANY):
        bench.type("x", number * 0.01)
        bench.answer()
    assert len(bench.given) == 4 * MANY
    for number in range(MANY + 50):
        bench.type("ab"[number % 2], 100 + number * 0.01)
        bench.answer()
    bench.wait()
    assert bench.asked == [50]


def test_ctrl_c_in_a_burst_forgets_it() -> None:
    bench = Bench()
    bench.type("abcdefghij" * 50)
    bench.keys.arrive([Press("ctrl+c")], 0.0)
    bench.wait()
    assert bench.asked == [] and bench.given[-1] == "ctrl+c"
