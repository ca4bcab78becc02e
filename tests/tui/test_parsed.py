"""Our own data files from the cache: the same tables, nothing else believed, nothing lost without a place for one."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from engine.components import datafile
from engine.components.shipped import shipped
from engine.play.match import Match
from tui.words import parsed
from tui.words.packed import Pack, keep_pack
from tui.words.parsed import Parsed


def test_tables_come_back_as_they_were_parsed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["data/ava/map.toml", "data/ava/counters.toml", "data/ui/keys.toml", "data/pm/charts.toml"]
    texts = {name: shipped().joinpath(*name.split("/")[1:]).read_text("utf-8") for name in names}
    first = Parsed(tmp_path)
    for name, text in texts.items():
        assert first.table(text, name) == tomllib.loads(text)
    first.keep()
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"data-{g}-2.pack" for g in ("ava", "pm", "ui")]
    real, second = tomllib.loads, Parsed(tmp_path)
    monkeypatch.setattr(tomllib, "loads", lambda text: pytest.fail("it was kept"))
    for name, text in texts.items():
        assert second.table(text, name) == real(text) and list(second.table(text, name)) == list(real(text))
    second.table(texts[names[0]], names[0])["title"] = "changed"
    assert second.table(texts[names[0]], names[0]) == real(texts[names[0]]), "each gets a table of his own"


def test_another_text_and_a_cache_of_nonsense_are_parsed_anew(tmp_path: Path) -> None:
    for text, nonsense in (("a = 1", b"[]"), ("a = 2", b"{"), ("a = 3", b'{"x": 1}'), ("b = 1979-05-27", b"null")):
        keep_pack("data-x-2.pack", {parsed.mark(text): nonsense}, folder=tmp_path)
        reader = Parsed(tmp_path)
        if nonsense.startswith(b'{"x'):
            assert reader.table(text, "data/x/y.toml") == {"x": 1}, "what is ours is believed"
            text += "\n"
        assert reader.table(text, "data/x/y.toml") == tomllib.loads(text)
        reader.keep()
    with pytest.raises(tomllib.TOMLDecodeError):
        Parsed(tmp_path).table("a = ", "data/x/y.toml")
    whole = (tmp_path / "data-x-2.pack").read_bytes()
    for damaged in (b"", b"[1]", b"9999999999{}", b"0000000003[1]", b'0000000008{"a": 1}', whole[:-2], whole[5:]):
        (tmp_path / "data-x-2.pack").write_bytes(damaged)
        assert Parsed(tmp_path).table("b = 1979-05-27\n", "data/x/y.toml") == tomllib.loads("b = 1979-05-27")


def test_a_cache_that_others_may_write_to_or_that_moves_the_cursor_is_not_believed(tmp_path: Path) -> None:
    text, file = "a = 1", tmp_path / "data-x-2.pack"
    keep_pack(file.name, {parsed.mark(text): b'{"x":1}'}, folder=tmp_path)
    assert file.stat().st_mode & 0o777 == 0o600 and Parsed(tmp_path).table(text, "data/x/y.toml") == {"x": 1}
    file.chmod(0o622)
    assert Parsed(tmp_path).table(text, "data/x/y.toml") == {"a": 1}
    for told in (b'{"x":"\\u001b[2J"}', "{'x':'\x9b'}".encode()):
        keep_pack(file.name, {parsed.mark(text): told}, folder=tmp_path)
        assert Parsed(tmp_path).table(text, "data/x/y.toml") == {"a": 1}


def test_a_cache_does_not_grow_for_ever(tmp_path: Path) -> None:
    for number in range(0, 90, 30):
        reader = Parsed(tmp_path)
        for n in range(number, number + 30):
            reader.table(f"a = {n}", "data/x/y.toml")
        reader.keep()
    kept = Pack("data-x-2.pack", tmp_path)
    assert len(list(kept)) == parsed.MOST and parsed.mark("a = 89") in kept and parsed.mark("a = 0") not in kept


def test_a_game_is_the_same_from_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(datafile, "OWN", datafile.Own())
    plain = Match.new("ava", "leningrad", seed=3).digest()
    for _ in range(2):
        reader = Parsed(tmp_path)
        monkeypatch.setattr(datafile, "OWN", datafile.Own(reader.table))
        match = Match.new("ava", "leningrad", seed=3)
        assert match.digest() == plain
        reader.keep()


def test_a_broken_file_of_ours_is_told_as_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(datafile, "OWN", datafile.Own(Parsed(tmp_path).table))
    with pytest.raises(datafile.DataError, match=r"data/x/y.toml: is not valid TOML"):
        datafile.parse_own("a = ", "data/x/y.toml")
