"""Pictures and stories of a saved game: on the shell, from the history page, and what they may tell whom."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from engine.play.match import Match
from engine.play.timeline import Timeline
from engine.players import make
from saves import Store
from tests.tui.driving import driven, press, screen_text, start, table
from tests.tui.test_history import opened, smolensk
from tui.cli import main
from tui.words import exports
from tui.words.story import tell

Capture = pytest.CaptureFixture[str]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def played() -> Match:
    """Two turns of Smolensk between computer players."""
    match = Match.new("ava", "smolensk", seed=5)
    players = {side: make("greedy", 3) for side in match.data.meta["sides"]}
    while match.state.turn < 3:
        match.play(players[match.side].choose(match)[0])
    return match


@pytest.fixture
def saved(tmp_path: Path, played: Match) -> Path:
    """The folder of saves with that game in it, called ford."""
    Store(tmp_path / "saves").create(played, "Ford").close()
    return tmp_path / "saves"


def run(saves: Path, *words: str) -> int:
    """The command with a folder of saves."""
    return main(["--saves", str(saves), *words])


def texts(svg: str) -> list[str]:
    """Everything that is written in a picture; it is well-formed then."""
    return [e.text or "" for e in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_a_picture_shows_every_hex_and_counter_that_both_sides_know(played: Match) -> None:
    view = Timeline(played, "").read_all().view(10**6)
    root = ElementTree.fromstring(exports.picture(view, exports.part_of(view, "")).svg())
    assert len(list(root.iter(f"{SVG}polygon"))) == len(view.data.in_play)
    written = [e.text or "" for e in root.iter(f"{SVG}text")]
    assert any("Smolensk" in text for text in written) and any("reconstructed" in text for text in written)
    stacks = [len(units) for units in view.stacks.values()]
    assert len([t for t in written if re.fullmatch(r"[\d?]+-[\d?]+-[\d?]+", t)]) <= len(stacks)
    several = [t for t in written if t.isdecimal() and int(t) > 1 and len(t) == 1]
    assert len(several) >= sum(1 for n in stacks if n > 1)


def test_pictures_and_stories_of_a_position_laid_out_say_analysis(played: Match) -> None:
    assert "nalysis" not in exports.picture(played.view(""), exports.part_of(played.view(""), "S0915")).svg()
    match = Match.new("ava", "smolensk", seed=5)
    match.edit({"turn": 3})
    view = Timeline(match, "").read_all().view(0)
    written = texts(exports.picture(view, exports.part_of(view, "S0915")).svg())
    assert any(text.startswith("Analysis, a position laid out by hand.") for text in written)
    assert "analysis" in tell(Timeline(match, "").read_all(), match, exports.title_of(match)).subtitle


def test_a_part_from_corner_to_corner_and_around_a_hex(played: Match) -> None:
    view = played.view("")
    block = exports.part_of(view, "S0915-S1117")
    assert [view.board.labels[h] for h in block][:3] == ["S0915", "S1015", "S1115"] and len(block) == 9
    assert len(exports.part_of(view, "S2418+2")) == 19
    for words in ("Q1", "S2418+0", "S2418+x", "S2418+99999999999", "S0915-"):
        with pytest.raises(ValueError):
            exports.part_of(view, words)


def test_the_shell_writes_a_picture_of_a_turn_and_never_over_another_file(
    saved: Path, tmp_path: Path, capsys: Capture
) -> None:
    out = tmp_path / "map.svg"
    assert run(saved, "picture", "Ford", str(out), "--turn", "1", "--part", "S1016-S1520") == 0
    assert any("T1" in text for text in texts(out.read_text("utf-8")))
    before = out.read_bytes()
    assert run(saved, "picture", "ford", str(out)) == 1
    assert "--force" in capsys.readouterr().err and out.read_bytes() == before
    assert run(saved, "picture", "ford", str(out), "--overlay", "supply", "--force") == 0
    assert out.read_bytes() != before
    assert run(saved, "picture", "ford", "-", "--line", "0") == 0
    assert texts(capsys.readouterr().out.partition("\n")[2])


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["picture", "ford", "map.png"], ".svg"),
        (["picture", "nobody", "map.svg"], "no such game"),
        (["picture", "ford", "-", "--turn", "40"], "turns 1 to"),
        (["picture", "ford", "-", "--line", "999999"], "lines, not"),
        (["picture", "ford", "-", "--part", "Z9"], "no hex"),
        (["picture", "ford", "-", "--overlay", "ghosts"], "no overlay"),
        (["picture", "ford", "-", "--side", "finland"], "no side"),
        (["story", "ford", "story.pdf"], ".html"),
        (["story", "./nothing.toml"], "nothing.toml"),
    ],
)
def test_what_cannot_be_told_is_a_sentence(saved: Path, words: list[str], sentence: str, capsys: Capture) -> None:
    assert run(saved, *words) == 1
    err = capsys.readouterr().err
    assert sentence in err and err.count("\n") == 1


def test_the_story_has_every_battle_and_the_losses_of_every_turn(played: Match) -> None:
    timeline = Timeline(played, "").read_all()
    story = tell(timeline, played, str.capitalize)
    told = [sentence for c in story.chapters for p in c.passages for battle in p.battles for sentence in battle]
    fought = [e for entry in timeline.entries for e in entry.events if e.kind == "combat"]
    assert fought and all(" ".join(e.text.split()) in told for e in fought)
    moves = sum(1 for entry in timeline.entries for e in entry.events if e.kind == "move")
    assert sum(p.counts["moves"] for c in story.chapters for p in c.passages) == moves
    gone = sum(len(e.units) for entry in timeline.entries for e in entry.events if e.kind == "eliminated")
    counted = [int(n) for c in story.chapters for text in c.losses for n in re.findall(r"(\d+) units? elim", text)]
    assert sum(counted) == gone
    assert [c.title.split()[0] for c in story.chapters][:2] == ["T1", "T2"]
    assert all("of 60 points" in c.score for c in story.chapters)


def test_the_story_in_three_forms(saved: Path, tmp_path: Path, capsys: Capture) -> None:
    assert run(saved, "story", "ford") == 0
    text = capsys.readouterr().out
    assert "T1 22 Jun-1 Jul" in text and "The end" in text and text.isascii()
    assert run(saved, "story", "ford", str(tmp_path / "ford.md")) == 0
    written = (tmp_path / "ford.md").read_text("utf-8")
    assert written.startswith("# A Victory Awaits") and written.count("```") % 2 == 0
    assert run(saved, "story", "ford", str(tmp_path / "ford.html"), "--turn", "2") == 0
    page = (tmp_path / "ford.html").read_text("utf-8")
    assert page.count("<h2>") == 3 and page.count('href="#board"') == 2 and 'id="board"' in page
    assert "http" not in re.sub(r'xmlns="http://www.w3.org/2000/svg"', "", page), "nothing is fetched from elsewhere"
    assert "T3" not in page


def test_a_side_does_not_read_what_the_other_keeps_secret(played: Match) -> None:
    """6.1: which chits a side selects is a secret of its own until they are drawn."""
    chosen = re.compile(r"Soviet selected: ")
    soviet = exports.story(played, exports.timeline_for(played, "soviet"), "text")
    everything = exports.story(played, exports.timeline_for(played, exports.ALL), "text")
    assert chosen.search(soviet) and chosen.search(everything)
    for viewer in ("axis", ""):
        assert not chosen.search(exports.story(played, exports.timeline_for(played, viewer), "text"))


async def test_from_the_history_page_by_a_key(tmp_path: Path) -> None:
    async with driven(start(tmp_path, smolensk(tmp_path, 60))) as (app, pilot):
        screen = await opened(app, pilot)
        screen._to(screen._row_of(screen.box.items, 40))
        await press(pilot, "P")
        assert "Written:" in screen_text(app)
        await press(pilot, "S")
        folder = tmp_path / "saves" / "ava-smolensk" / "shown"
        assert sorted(p.suffix for p in folder.iterdir()) == [".html", ".svg"]
        assert all("40" in p.name and p.stat().st_mode & 0o077 == 0 for p in folder.iterdir())
        await press(pilot, "enter")
        assert "Picture of the map here" in screen_text(app)
        await press(pilot, "escape", "escape")
        assert table(app)
    assert Store(tmp_path / "saves").open("ava-smolensk").match.history
