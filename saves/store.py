"""The folder of all saves: make, open, list, rename, copy and throw away games; single files for other programs.

``<folder>/<slug>/`` holds one game: ``game.toml`` (snapshot), ``journal`` (actions since), ``auto/`` (ring of earlier
snapshots, one per turn), ``named/`` (the player's own), ``look.toml`` (where somebody looked), ``lock``.
``<folder>/<name>.toml`` are single files.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from engine.play.match import Match
from saves import atomic, owndata, paths
from saves.codec import MAGIC, Head, Save, clean, decode, decode_head, encode
from saves.errors import SaveError, disk_error, show
from saves.game import Clock, Game
from saves.lock import Held, Lock, NotOurs, user
from saves.program import program_version
from saves.recover import Found, read_save, recover
from saves.watch import Follower, read_moving

LATER = 60.0
"""Seconds after its snapshot from which on the journal of a game is younger than that."""


def utc_now() -> str:
    """The time as UTC in ISO form, to the second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class SaveInfo(NamedTuple):
    """One line of a list of saves. ``damaged`` says in a sentence why it cannot be read, or is empty."""

    slug: str
    title: str = ""
    game: str = ""
    scenario: str = ""
    turn: int = 0
    when: str = ""
    damaged: str = ""
    label: str = ""
    path: Path = Path()


Entries = list[SaveInfo]


class Store:
    """All saves of one player. ``overrides`` is the folder of data files laid over the games' own."""

    def __init__(
        self,
        folder: Path | None = None,
        *,
        clock: Clock = utc_now,
        program: str = "",
        overrides: Path | None = None,
    ) -> None:
        self.folder = paths.saves_folder(folder)
        self._clock, self._overrides = clock, overrides
        self._program = program or program_version()

    # ------------------------------------------------------------------ games
    def create(self, match: Match, title: str) -> Game:
        """Begin to save a match under a title. Raises ``SaveError``; nothing is left behind then."""
        title = clean(title) or match.rules.title
        owndata.remember(match, self._overrides)
        folder, lock = self._claim(paths.slugify(title))
        game = Game(folder, match, title, self._clock, self._program, lock)
        try:
            game.checkpoint(turn_changed=True)
        except SaveError:
            game.let_go()
            _scrap(folder)
            raise
        return game

    def _claim(self, slug: str) -> tuple[Path, Lock]:
        try:
            atomic.make_folder(self.folder)
            for name in paths.numbered(slug):
                folder = self.folder / name
                if os.path.lexists(folder):
                    continue
                with contextlib.suppress(FileExistsError):
                    os.mkdir(folder, atomic.FOLDER_MODE)
                    atomic.sync_folder(self.folder)
                    return folder, Lock.take(folder, self._clock())
        except OSError as error:
            raise disk_error(self.folder, error) from None
        except Held as error:
            raise SaveError(self.folder, str(error)) from None
        raise SaveError(self.folder, "holds too many games of this name")

    def put(self, match: Match, slug: str) -> None:
        """Keep a match as the game of this name, new or one that is there; its earlier snapshots stay.

        Raises ``SaveError``, also where another process plays that game.
        """
        if not os.path.lexists(paths.inside(self.folder, paths.check_slug(slug))):
            self.create(match, slug).close()
            return
        game = self.open(slug)
        try:
            if game.read_only:
                raise SaveError(game.folder, game.notes[-1] if game.notes else "this game is open for reading only")
            owndata.remember(match, self._overrides)
            game.put(match)
        finally:
            game.close()

    def open(self, slug: str, *, steal: bool = False) -> Game:
        """Take up a game; for reading only if another process plays it. Raises ``SaveError`` if nothing is readable."""
        folder = paths.game_folder(self.folder, slug)
        notes: list[str] = []
        lock, held = self._lock(folder, steal, notes)
        try:
            found = recover(folder, self._overrides) if lock else read_moving(folder, self._overrides)
        except BaseException:
            if lock:
                lock.release()
            raise
        game = Game(folder, found.match, found.head.title, self._clock, self._program, lock)
        game.notes += notes + [show(note, 600) for note in found.notes]
        game.take_up(found)
        if held:
            game.follower = Follower(folder, self._overrides)
        if owndata.remember(game.match, self._overrides) and not game.read_only:
            with contextlib.suppress(SaveError):
                game.checkpoint()
        return game

    def _lock(self, folder: Path, steal: bool, notes: list[str]) -> tuple[Lock | None, bool]:
        """The lock, if it can be had, and whether another process has it."""
        if words := foreign(folder):
            notes.append(words)
            return None, False
        try:
            return Lock.take(folder, self._clock(), steal=steal), False
        except Held as error:
            notes.append(f"You watch: {error}")
            return None, True
        except NotOurs as error:
            notes.append(f"Open for reading only: {error.strerror}, which has been left as it is.")
        except OSError as error:
            why = disk_error(None, error).reason
            notes.append(f"Open for reading only: the folder of the game cannot be written ({why}).")
        return None, False

    def peek(self, slug: str) -> Found:
        """A game as it could be taken up, with what would be lost; nothing is written. Raises ``SaveError``."""
        return read_moving(paths.game_folder(self.folder, slug), self._overrides)

    # ------------------------------------------------------------------ lists
    def list(self) -> Entries:
        """All games, the last played first. A damaged one is listed with the reason and hides no other."""
        found = []
        for folder in paths.listing(self.folder):
            if paths.SLUG.fullmatch(folder.name) and folder.is_dir():
                if _empty(folder):
                    continue
                found.append((_touched(folder), _played(folder, entry_of(folder / paths.GAME, folder.name))))
        found.sort(key=lambda pair: (-pair[0], pair[1].slug))
        return [entry for _, entry in found]

    def latest(self) -> str | None:
        """The game that was played last and can be read."""
        return next((entry.slug for entry in self.list() if not entry.damaged), None)

    def kept(self, slug: str) -> Entries:
        """The named saves and the turns of a game, named ones first; ``load_file`` reads their ``path``."""
        folder = paths.game_folder(self.folder, slug)
        named = [p for p in paths.listing(folder / paths.NAMED) if p.suffix == ".toml"]
        turns = [p for p in paths.listing(folder / paths.AUTO) if p.name.startswith("turn-") and p.suffix == ".toml"]
        return [entry_of(path, slug) for path in named + turns]

    # ------------------------------------------------------------------ housekeeping
    def rename(self, slug: str, title: str) -> None:
        """Give a game another title; its folder keeps its name. Raises ``SaveError``."""
        folder = paths.game_folder(self.folder, slug)
        with self._held(folder):
            save = read_save(folder / paths.GAME)
            head = save.head._replace(title=clean(title) or save.head.title)
            times = os.lstat(folder / paths.GAME)
            atomic.write_whole(folder / paths.GAME, encode(save.record, head))
            with contextlib.suppress(OSError):  # another title is no move: the game keeps its place among the others
                os.utime(folder / paths.GAME, ns=(times.st_atime_ns, times.st_mtime_ns))

    def duplicate(self, slug: str, title: str = "") -> str:
        """Copy a game as it stands, to try something else; the slug of the copy. Raises ``SaveError``."""
        found = read_moving(paths.game_folder(self.folder, slug), self._overrides)
        copy = self.create(found.match, title or f"{found.head.title} copy")
        copy.close()
        return copy.slug

    def delete(self, slug: str) -> Path:
        """Throw a game away: its folder goes to ``.trash``; where it is now. Raises ``SaveError``."""
        folder = paths.game_folder(self.folder, slug)
        stamp = "".join(c for c in self._clock() if c.isdigit())[:14]
        with self._held(folder):
            trash = paths.inside(self.folder, paths.TRASH)
            atomic.make_folder(trash)
            for name in paths.numbered(slug):
                target = trash / f"{name}.{stamp}"
                if not os.path.lexists(target):
                    os.rename(folder, target)
                    atomic.sync_folder(trash)
                    atomic.sync_folder(self.folder)
                    return target
        raise SaveError(folder, "cannot be thrown away")

    @contextlib.contextmanager
    def _held(self, folder: Path) -> Iterator[None]:
        try:
            lock = Lock.take(folder, self._clock())
        except Held as error:
            raise SaveError(folder, str(error)) from None
        except OSError as error:
            raise disk_error(folder, error) from None
        try:
            yield
        except OSError as error:
            raise disk_error(folder, error) from None
        finally:
            lock.release()

    # ------------------------------------------------------------------ single files
    def path_of(self, name: str) -> Path:
        """The single file of this name in the folder of saves. Raises ``SaveError`` for a name that is no slug."""
        return paths.inside(self.folder, f"{paths.check_slug(name)}.toml")

    def files(self) -> Entries:
        """The single files in the folder of saves; ``slug`` is what ``path_of`` takes."""
        found = [p for p in paths.listing(self.folder) if p.suffix == ".toml" and paths.SLUG.fullmatch(p.stem)]
        return [entry_of(path, path.stem) for path in found if path.is_file()]


# ---------------------------------------------------------------------- helpers
def foreign(folder: Path) -> str:
    """The sentence about a game's folder that is somebody else's; empty when it is ours."""
    with contextlib.suppress(OSError):
        if (owner := os.lstat(folder).st_uid) != os.geteuid():
            return f"This game belongs to {user(owner)}, not to you: open for reading only; play on in a copy."
    return ""


def entry_of(path: Path, slug: str) -> SaveInfo:
    """A line of a list about a save; never raises."""
    try:
        head = decode_head(atomic.read_file(path), path)
    except OSError as error:
        return SaveInfo(slug, damaged=disk_error(None, error).reason, path=path)
    except SaveError as error:
        return SaveInfo(slug, damaged=error.reason, path=path)
    return SaveInfo(slug, head.title, head.game, head.scenario, head.turn, head.when, "", head.label, path)


def _touched(folder: Path) -> int:
    times = [0]
    for name in (paths.GAME, paths.JOURNAL):
        with contextlib.suppress(OSError):
            times.append(os.lstat(folder / name).st_mtime_ns)
    return max(times)


def _played(folder: Path, entry: SaveInfo) -> SaveInfo:
    """The entry with the time of the last action, where the journal went on after the last snapshot."""
    with contextlib.suppress(OSError):
        written, went_on = (os.lstat(folder / name).st_mtime for name in (paths.GAME, paths.JOURNAL))
        if entry.when and went_on > written + LATER:
            when = datetime.fromtimestamp(went_on, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
            return entry._replace(when=max(entry.when, when))
    return entry


def _empty(folder: Path) -> bool:
    """Whether a folder holds no save at all, as when the program stopped while it was being made."""
    kept = [path for path in paths.listing(folder / paths.AUTO) if path.suffix == ".toml" and path.name[0] != "."]
    with contextlib.suppress(OSError):
        if os.lstat(folder / paths.JOURNAL).st_size:
            return False  # actions without the snapshot that they go on from: somebody's game all the same
    return not kept and not os.path.lexists(folder / paths.GAME)


def _scrap(folder: Path) -> None:
    """Take away the folder of a game that could not be begun."""
    for place in (folder / paths.AUTO, folder):
        for path in paths.listing(place):
            atomic.remove(path)
        with contextlib.suppress(OSError):
            os.rmdir(place)


def export(match: Match, path: Path, *, title: str = "", label: str = "", when: str = "", program: str = "") -> None:
    """Write a match to a file of its own. An existing file is replaced only if it is a save. Raises ``SaveError``."""
    try:
        if os.path.lexists(path) and not atomic.read_file(path).startswith(MAGIC[:13].encode()):
            raise SaveError(path, "is there already and is no save; it has been left as it is")
        head = Head(
            title=clean(title) or match.rules.title,
            label=label,
            when=when or utc_now(),
            program=program or program_version(),
        )
        atomic.write_whole(path, encode(match.record(), head))
    except (OSError, ValueError) as error:
        raise _foreign(path, error) from None


def read_file(path: Path) -> Save:
    """Read a single save file from anywhere. Raises ``SaveError``."""
    try:
        return decode(atomic.read_file(path, follow=True), path)
    except (OSError, ValueError) as error:
        raise _foreign(path, error) from None


def load_file(path: Path, overrides: Path | None = None) -> Match:
    """The match in a single save file. Raises ``SaveError``."""
    return read_file(path).match(path, overrides)


def _foreign(path: Path, error: OSError | ValueError) -> SaveError:
    """A path that somebody typed may be no path at all (``ValueError``: a NUL in it)."""
    return disk_error(path, error) if isinstance(error, OSError) else SaveError(None, f"'{path}' is no path ({error})")
