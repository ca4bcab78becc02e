"""One saved game that is open: every action goes to its journal at once, snapshots come at the ends of phases.

Nothing here may end the program. A call that the disk refuses raises ``SaveError``; the match goes on in memory, and
the next call writes a whole snapshot, which catches up with everything.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from pathlib import Path

from engine.play.history import HistoryLine
from engine.play.match import Match
from saves import atomic, paths
from saves.codec import Head, clean, encode
from saves.errors import SaveError, disk_error
from saves.journal import Writer, header
from saves.lock import Held, Lock
from saves.look import Look, read_look, write_look
from saves.recover import Found
from saves.watch import Follower

RING = 5
"""Earlier snapshots that are kept, each with its journal."""

Clock = Callable[[], str]
"""The time as UTC in ISO form."""


class Game:
    """A match and its folder. ``notes`` tell in sentences what was recovered or lost when it was opened."""

    def __init__(self, folder: Path, match: Match, title: str, clock: Clock, program: str, lock: Lock | None) -> None:
        self.folder = folder
        self.match = match
        self.title = title
        self.notes: list[str] = []
        self.read_only = lock is None
        self.follower: Follower | None = None
        """Reads what another process plays, while that one has the game."""
        self.behind = True
        """Whether the disk lacks something; the next call writes a whole snapshot."""
        self.saved_at = ""
        """When the last call that reached the disk was made."""
        self._clock, self._program, self._lock = clock, program, lock
        self._writer: Writer | None = None
        self._top = 0  # highest generation ever tried
        self._on_disk = (0, 0)  # generations of the snapshot and of the journal under their names
        self._turn_owed = False
        self._remember(len(match.history))

    @property
    def slug(self) -> str:
        """The name of the game's folder."""
        return self.folder.name

    # ------------------------------------------------------------------ what the controller calls
    def played(self, line: HistoryLine | None = None) -> None:
        """Bring what was played since the last call to the disk; call it after each ``Match.play``."""
        history, seen = self.match.history, self._seen
        if len(history) <= seen or (seen and history[seen - 1] != self._last) or (line and history[-1] != line):
            self._lose_track()
        self._append([str(entry) for entry in history[seen:]])

    def undone(self) -> None:
        """Bring a ``Match.undo`` to the disk."""
        steps = self._seen - len(self.match.history)
        if steps < 1 or len(self.match.history) < self._base:
            self._lose_track()
        self._append(["undo"] * steps)

    def redone(self) -> None:
        """Bring a ``Match.redo`` to the disk."""
        if len(self.match.history) <= self._seen:
            self._lose_track()
        self._append([f"redo {entry}" for entry in self.match.history[self._seen :]])

    def queued(self) -> None:
        """Bring dice that somebody rolled by hand to the disk."""
        self._append(["dice"])

    def checkpoint(self, turn_changed: bool = False) -> None:
        """Write a snapshot and begin a new journal; with ``turn_changed`` keep it as the beginning of the turn too."""
        self._turn_owed = self._turn_owed or turn_changed
        self._write(self._snapshot)

    def save_as(self, name: str) -> Path:
        """Keep the position under a name of the player's, inside the game's folder; the file."""
        made: list[Path] = []
        self._write(lambda: made.append(self._named(name)))
        return made[0]

    def show(self, name: str, text: str) -> Path:
        """Write a picture or a story into the game's folder, under a name made from ``name``; the file."""
        stem, _, kind = name.rpartition(".")
        target = self.folder / paths.SHOWN / f"{paths.slugify(stem)}.{kind}"
        try:
            atomic.make_folder(target.parent)
            atomic.write_whole(target, text.encode())
        except OSError as error:
            raise disk_error(target, error) from None
        return target

    def put(self, match: Match) -> None:
        """Go on with another match in this folder. What stood there stays in the ring of earlier snapshots."""
        self.match = match
        self._lose_track()
        self.checkpoint(turn_changed=True)

    def looked(self) -> Look:
        """Where somebody looked when the game was left last."""
        return read_look(self.folder)

    def keep_look(self, look: Look) -> None:
        """Keep where somebody looks, if the game is ours to write; a disk that refuses it costs nothing else."""
        with contextlib.suppress(OSError):
            if not self.read_only and self._lock is not None and self._lock.mine():
                write_look(self.folder, look)

    def close(self) -> None:
        """Write what the disk lacks, if it can be written, and give the lock back."""
        try:
            if self.behind and not self.read_only:
                with contextlib.suppress(SaveError):
                    self.checkpoint()
        finally:
            self.let_go()

    def let_go(self) -> None:
        """Give the lock back and write nothing more; for signals, when everything is on the disk already."""
        if self._writer is not None:
            self._writer.close()
        if self._lock is not None:
            self._lock.release()
        self._writer, self._lock, self.read_only = None, None, True

    # ------------------------------------------------------------------ the journal
    def _remember(self, base: int | None = None) -> None:
        history = self.match.history
        if base is not None:
            self._base = base  # the journal cannot undo further back than this
        self._seen = len(history)
        self._last = history[-1] if history else None
        self._dice = tuple(self.match.dice.queued)

    def _lose_track(self) -> None:
        """Something happened that no journal can tell, such as an edit: a snapshot can."""
        self.behind = True

    def _append(self, entries: list[str]) -> None:
        if self.behind or self._writer is None or self._writer.full:
            self.checkpoint()
            return
        writer, dice = self._writer, tuple(self.match.dice.queued)
        if dice != self._dice and entries:
            entries[-1] += f" | {' '.join(map(str, dice))}"
        self._write(lambda: self._to_journal(writer, entries))

    def _to_journal(self, writer: Writer, entries: list[str]) -> None:
        if not writer.in_place():
            raise SaveError(writer.path, "the folder of the game has been moved or deleted")
        writer.append(entries)
        self._remember()

    def _write(self, work: Callable[[], None]) -> None:
        """Do ``work`` if the game is ours to write; a failure makes the next call write everything."""
        if self.read_only:
            raise SaveError(self.folder, "this game is open for reading only")
        try:
            self._check_lock()
            work()
        except OSError as error:
            self.behind = True
            raise disk_error(self.folder, error) from None
        except SaveError:
            self.behind = True
            raise
        self.saved_at = self._clock()

    def _check_lock(self) -> None:
        if self._lock is None or self._lock.mine():
            return
        if not self._lock.gone():
            self.let_go()
            raise SaveError(self.folder, "another process has taken this game over; it is open for reading only now")
        atomic.make_folder(self.folder)
        self._lock.release()
        try:
            self._lock = Lock.take(self.folder, self._clock())
        except Held as error:
            self.let_go()
            raise SaveError(self.folder, str(error)) from None
        self.behind = True

    # ------------------------------------------------------------------ snapshots
    def _encoded(self, generation: int, label: str = "") -> bytes:
        head = Head(title=self.title, label=label, when=self._clock(), program=self._program, generation=generation)
        return encode(self.match.record(), head)

    def _snapshot(self) -> None:
        """Temporary files, ring, names, folder: after every one of these steps the game can be read."""
        generation = self._top = self._top + 1
        auto, game, journal = (self.folder / name for name in (paths.AUTO, paths.GAME, paths.JOURNAL))
        data, first = self._encoded(generation), header(generation, self.match)
        atomic.make_folder(self.folder)
        atomic.make_folder(auto)
        temps: list[Path] = []
        try:
            temps.append(atomic.write_temp(game, data))
            temps.append(atomic.write_temp(journal, first))
            if self._turn_owed:
                atomic.write_whole(paths.turn_file(self.folder, self.match.state.turn), data)
            self._rotate(auto)
            os.replace(temps[0], game)
            self._on_disk = (generation, self._on_disk[1])
            os.replace(temps[1], journal)
            self._on_disk = (generation, generation)
            atomic.sync_folder(self.folder)
        except OSError:
            for temp in temps:
                atomic.remove(temp)
            raise
        self._turn(Writer.begun(journal, first))

    def _rotate(self, auto: Path) -> None:
        """Keep snapshot and journal in the ring before other files take their names."""
        saved, journaled = self._on_disk
        if saved:
            atomic.keep(self.folder / paths.GAME, paths.ring_file(self.folder, saved, "toml"))
        if journaled:
            atomic.keep(self.folder / paths.JOURNAL, paths.ring_file(self.folder, journaled, "journal"))
        atomic.sync_folder(auto)

    def _turn(self, writer: Writer) -> None:
        """Go over to a new journal."""
        old, self._writer = self._writer, writer
        if old is not None:
            old.close()
        self.behind = self._turn_owed = False
        self._remember(len(self.match.history))
        for kind in ("toml", "journal"):
            for _, path in paths.ring(self.folder, kind)[RING:]:
                atomic.remove(path)

    def _named(self, name: str) -> Path:
        folder = self.folder / paths.NAMED
        atomic.make_folder(folder)
        for slug in paths.numbered(paths.slugify(name, "save")):
            path = paths.inside(folder, f"{slug}.toml")
            if not os.path.lexists(path):
                atomic.write_whole(path, self._encoded(self._top, clean(name)))
                return path
        raise SaveError(folder, "holds too many saves of this name")

    # ------------------------------------------------------------------ taking up
    def take_up(self, found: Found) -> None:
        """Go on where ``recover`` has arrived: append to its journal, or move aside what is damaged and save anew."""
        self._top = found.top
        if self.read_only:
            return
        try:
            atomic.clear_temporary(self.folder)
            self._aside(found.damaged)
            if found.open_journal is not None:
                self._continue(found)
            else:
                self._on_disk = (found.head.generation, found.journal)
                self.checkpoint()
        except (SaveError, OSError) as error:
            self.behind = True
            why = error.reason if isinstance(error, SaveError) else disk_error(None, error).reason
            self.notes.append(f"The game cannot be saved at present: {why}.")

    def _continue(self, found: Found) -> None:
        journal = found.open_journal
        assert journal is not None
        self._writer = Writer(journal.path, journal.crc, len(journal.entries))
        self._on_disk = (found.head.generation, journal.generation)
        self._remember(found.base)
        self.behind = False
        self.saved_at = found.head.when

    def _aside(self, damaged: list[Path]) -> None:
        """Give damaged files another name, so that nothing is ever written over them."""
        stamp = "".join(c for c in self._clock() if c.isdigit())[:14]
        for path in damaged:
            for slug in paths.numbered(f"bad-{stamp}"):
                target = path.with_name(f"{path.name}.{slug}")
                if not os.path.lexists(target):
                    # of a journal the first lines are good, so it stays in place until the new snapshot holds them
                    (atomic.keep if path.name == paths.JOURNAL else os.rename)(path, target)
                    self.notes.append(f"The damaged file was kept as '{target.name}'.")
                    break
