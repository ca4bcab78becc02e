"""Names made to lead elsewhere: nothing outside the folder of saves is made, read or removed."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from engine.play.match import Match
from saves import Game, SaveError, Store, export, load_file
from saves.paths import RESERVED, SLUG, numbered, saves_folder, slugify
from tests.saves.conftest import play_on
from tests.trials.table import Tally

PARTS = ["x", "passwd", "save.toml", "Über", "小", "a b"]
EVIL = [
    "", ".", "..", "../x", "../../x", "/etc/passwd", "//x", "~", "~root", "$HOME", "${HOME}", "`id`", "$(id)", "-rf",
    "--help", "-", "--", ".hidden", "..x", "...", "con", "CON", "nul", "com1", "lpt9", "aux.txt", "a/b", "a\\b",
    "\\\\x\\y",
    "C:\\x", "C:", "x:y", "a\0b", "\0", "a\nb", "\r\n", "\t", " ", "   x   ", "\x1b[2J", "\x7f", "\u202egnp", "\u200f",
    "\ufeff", "\ud800", "e\u0301", "é", "😀", "🇩🇪", "ß", "ı", "İ", "ﬁ", "１２", "²", "a" * 40, "a" * 41, "a" * 300,
    "a" * 5000, "-" * 300, "." * 300, "/" * 300, "../" * 100, "*", "?", "a*", "|", "a|b", ";", "a;b", "&", "<", ">",
    "'",
    '"', "%2e%2e%2f", "%00", "lock", "journal", "auto", "named", "game.toml", ".trash", "000001.toml", "turn-01",
    "game", "a--b", "a-", "-a", "A", "Ä", "a.b", "a_b", "é/..", "..\u2215x", "\u2024\u2024/x", "ⅷ", "x\u0000.toml",
]  # fmt: skip
EVIL += [f"{front}{part}" for front in ("../", "/tmp/", "./", "..\\", "\0", "~/", "-", ".", "\x1b", "a/../../",
         "\u202e", "con.", "file://", "\\\\?\\", "a\n", "....//") for part in PARTS]  # fmt: skip


def outside(root: Path, inner: Path) -> list[tuple[str, bytes]]:
    """Everything below ``root`` that is not below ``inner``."""
    files = [p for p in root.rglob("*") if inner not in p.parents and p != inner]
    return sorted((str(p), p.read_bytes() if p.is_file() else b"") for p in files)


EVIL += ["x" * 255 + "/", "\u200b", "\u2066x\u2069", "\x85", "\x9b2J", "a\x00/../../x", "%2e%2e/%2e%2e/x",
         "/proc/self/mem", "/dev/null", "../../../../../../etc/shadow"]  # fmt: skip


def test_there_are_200_names() -> None:
    assert len(set(EVIL)) >= 200


TOUCHING = {"open", "os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.chmod",
            "os.truncate", "os.listdir", "os.scandir", "shutil.rmtree"}  # fmt: skip
TOUCHED: list[tuple[str, str]] = []
WATCHING: list[bool] = []


def _touch(event: str, arguments: tuple[object, ...]) -> None:
    if WATCHING and event in TOUCHING:
        places = arguments[:2] if event in ("os.rename", "os.link", "os.symlink") else arguments[:1]
        TOUCHED.extend((event, os.fsdecode(p)) for p in places if isinstance(p, str | bytes | os.PathLike))


sys.addaudithook(_touch)


@contextmanager
def nothing_touched_outside(folder: Path) -> Iterator[None]:
    """The interpreter tells of every file and folder that is opened, made, removed or listed: all lie in ``folder``."""
    TOUCHED.clear()
    WATCHING.append(True)
    try:
        yield
    finally:
        WATCHING.clear()
    above = {str(folder), str(folder.parent), *map(str, folder.parents)}
    for event, path in TOUCHED:
        listed = event == "open" and path in above  # a new name in a folder is brought to the disk by opening it
        own = path.startswith(("/proc/self/", "/proc/")) and path.endswith("/stat")
        assert listed or own or Path(os.path.abspath(path)).is_relative_to(folder), f"{event} {path!r}"
    assert TOUCHED


def test_what_is_touched_outside_is_found(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    with pytest.raises(AssertionError, match="out"), nothing_touched_outside(tmp_path / "in"):
        (tmp_path / "out").write_text("x")


@pytest.fixture
def watched(tmp_path: Path, store: Store, duel: Match) -> Path:
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "game.toml").write_text("not yours")
    (tmp_path / "passwd").write_text("not yours")
    (tmp_path / "save.toml").write_text("not yours")
    return tmp_path


def test_evil_titles_become_slugs_and_stay_titles(watched: Path, store: Store, duel: Match, tally: Tally) -> None:
    tally.of("names", "evil names as title, copy, folder and file: nothing outside is made, read or removed")
    before = outside(watched, store.folder)
    slugs = set()
    for name in EVIL:
        with tally.one(repr(name)), nothing_touched_outside(store.folder):
            game = store.create(duel, name)
        assert SLUG.fullmatch(game.slug) and game.slug not in RESERVED and game.slug not in slugs
        slugs.add(game.slug)
        game.let_go()
    assert outside(watched, store.folder) == before
    assert {entry.slug for entry in store.list()} == slugs
    assert all(not entry.damaged for entry in store.list())
    assert len({p.name for p in store.folder.iterdir()}) == len(slugs)


def test_evil_names_of_saves_stay_in_the_game(watched: Path, store: Store, game: Game, tally: Tally) -> None:
    tally.of("names")
    before = outside(watched, store.folder)
    for name in EVIL:
        with tally.one(repr(name)), nothing_touched_outside(game.folder):
            path = game.save_as(name)
        assert path.parent == game.folder / "named" and path.is_file()
    assert outside(watched, store.folder) == before
    assert len(store.kept(game.slug)) == len(EVIL) + 1


def test_evil_slugs_are_refused_everywhere(watched: Path, store: Store, game: Game, duel: Match, tally: Tally) -> None:
    tally.of("names")
    game.close()
    before = outside(watched, watched / "nothing")
    known = {"ford"}
    for name in EVIL:
        if name in known:
            continue
        for work in (store.open, store.delete, store.duplicate, store.kept, lambda n: store.rename(n, "x")):
            TOUCHED.clear()
            WATCHING.append(True)
            with tally.one(repr(name)), pytest.raises(SaveError) as caught:
                work(name)
            WATCHING.clear()
            assert not TOUCHED, (name, TOUCHED)
            assert "\x1b" not in str(caught.value) and "\0" not in str(caught.value)
        if not SLUG.fullmatch(name) or name in RESERVED:
            with pytest.raises(SaveError):
                store.path_of(name)
        else:
            assert store.path_of(name).parent == store.folder
    assert outside(watched, watched / "nothing") == before


def test_evil_paths_of_single_files_end_in_a_sentence(duel: Match) -> None:
    for name in ("a\0b", "", "\ud800/x", "/dev/null", "/", "a" * 300, "/proc/self/mem", "no/such/folder/x.toml"):
        for work in (lambda p: export(duel, Path(p)), lambda p: load_file(Path(p))):
            with pytest.raises(SaveError):
                work(name)


def test_links_are_not_followed(watched: Path, store: Store, game: Game, duel: Match) -> None:
    game.close()
    os.symlink(watched / "x", store.folder / "linked")
    os.symlink(game.folder, store.folder / "twin")
    assert [entry.slug for entry in store.list()] == ["ford"]
    for slug in ("linked", "twin"):
        with pytest.raises(SaveError):
            store.open(slug)
        with pytest.raises(SaveError):
            store.delete(slug)
    for name in ("game.toml", "journal", "auto", "lock"):
        copy = store.duplicate("ford", name)
        place = store.folder / copy / name
        if place.is_dir():
            place.rename(store.folder / f"{copy}.away")
        else:
            place.unlink(missing_ok=True)
        secret = watched / f"secret-{name}"
        if name == "auto":
            secret.mkdir()
        else:
            secret.write_text("not yours")
        os.symlink(secret, place)
        try:
            opened = store.open(copy)
            opened.match.play("plan bold")
            opened.played()
            opened.checkpoint()
            opened.close()
        except SaveError:
            pass
        assert secret.is_dir() and not list(secret.iterdir()) if name == "auto" else secret.read_text() == "not yours"


def test_a_link_to_a_good_save_is_not_read_either(store: Store, game: Game, tmp_path: Path) -> None:
    play_on(game, 3)
    game.checkpoint()
    game.close()
    foreign = tmp_path / "foreign.toml"
    export(Match.new("toy", "duel", seed=99), foreign)
    (game.folder / "game.toml").unlink()
    os.symlink(foreign, game.folder / "game.toml")
    assert "links are not followed" in store.list()[0].damaged
    again = store.open("ford")
    assert again.match.seed == 7 and again.match.digest() == game.match.digest()
    again.close()
    assert load_file(foreign).seed == 99 and not (game.folder / "game.toml").is_symlink()


def test_files_and_folders_belong_to_their_owner_alone(store: Store, game: Game) -> None:
    game.checkpoint(turn_changed=True)
    game.save_as("mine")
    for path in (store.folder, *store.folder.rglob("*")):
        mode = stat.S_IMODE(path.stat().st_mode)
        assert mode == (0o700 if path.is_dir() else 0o600), path


def test_slugs() -> None:
    assert slugify("Über Smolensk, 2nd try!") == "uber-smolensk-2nd-try"
    assert slugify("小") == "game" and slugify("con") == "con-game" and slugify("---") == "game"
    assert [name for name, _ in zip(numbered("ford"), range(3), strict=False)] == ["ford", "ford-2", "ford-3"]


def test_where_saves_lie(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, own_folders: Path) -> None:
    assert saves_folder(tmp_path / "given") == tmp_path / "given"
    assert saves_folder() == own_folders / "saves"
    monkeypatch.delenv("STAVKA_SAVES")
    assert saves_folder() == own_folders / "share" / "stavka" / "saves"
    assert Store().list() == [] and Store().latest() is None
    assert not (own_folders / "share" / "stavka").exists(), "looking makes no folder"


def test_a_single_file_is_replaced_only_if_it_is_a_save(store: Store, duel: Match, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("my notes")
    with pytest.raises(SaveError, match="no save"):
        export(duel, path)
    assert path.read_text() == "my notes"
    store.folder.mkdir()
    target = store.path_of("before-dnepr")
    export(duel, target, title="Duel")
    duel.play("plan bold")
    export(duel, target, title="Duel")
    assert load_file(target).digest() == duel.digest()
    assert [(entry.slug, entry.title) for entry in store.files()] == [("before-dnepr", "Duel")]
