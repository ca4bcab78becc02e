"""Disks that fail: every system call that changes something can be counted, refused, or be the last one ever made."""

from __future__ import annotations

import errno
import os
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

CHANGING = ("open", "write", "fsync", "fdatasync", "replace", "rename", "link", "unlink", "mkdir", "ftruncate")


class Crash(BaseException):
    """The machine stopped here; nothing may catch this."""


@dataclass
class Disk:
    """Counts the changing calls and lets ``at(n, name)`` decide what happens instead of the *n*-th.

    ``at`` returns ``None`` for nothing special, ``Crash`` to stop the machine before the call, ``"half"`` to stop it in
    the middle of a write, an errno to refuse.
    """

    at: Callable[[int, str], Any]
    calls: list[str] = field(default_factory=list)
    trace: list[tuple[Any, ...]] = field(default_factory=list)
    armed: bool = True
    """Calls are counted and decided about only while this holds."""
    dead: bool = False
    fds: dict[int, str] = field(default_factory=dict)
    real: dict[str, Any] = field(default_factory=dict)

    def install(self, patch: pytest.MonkeyPatch) -> Disk:
        """Put this disk under the module ``os``."""
        self.real = {name: getattr(os, name) for name in (*CHANGING, "close")}
        for name in CHANGING:
            patch.setattr(os, name, self._wrapped(name))
        patch.setattr(os, "close", self._close)
        return self

    def settle(self) -> None:
        """Close what the crashed program had left open, as the system does."""
        for fd in list(self.fds):
            self.real["close"](fd)
        self.fds.clear()

    def _close(self, fd: int) -> None:
        self.fds.pop(fd, None)
        self.real["close"](fd)

    def _wrapped(self, name: str) -> Callable[..., Any]:
        def call(*args: Any, **more: Any) -> Any:
            if self.dead:
                raise Crash
            if name == "open" and not args[1] & os.O_CREAT:
                fd = self.real[name](*args, **more)
                self.fds[fd] = str(args[0])
                return fd
            verdict = None
            if self.armed:
                self.calls.append(name)
                verdict = self.at(len(self.calls), name)
            if verdict is Crash or verdict == "half":
                self.dead = True
                if verdict == "half" and name == "write":
                    self.real[name](args[0], bytes(args[1])[: len(args[1]) // 2])
                raise Crash
            if verdict == "short" and name == "write":
                return self.real[name](args[0], bytes(args[1])[: max(1, len(args[1]) // 3)])
            if isinstance(verdict, int):
                raise OSError(verdict, os.strerror(verdict))
            result = self.real[name](*args, **more)
            self._note(name, args, result)
            return result

        return call

    def _note(self, name: str, args: tuple[Any, ...], result: Any) -> None:
        if name == "open":
            self.fds[result] = str(args[0])
            self.trace.append(("create", str(args[0])))
        elif name == "write":
            self.trace.append(("write", self.fds.get(args[0], ""), bytes(args[1])[:result]))
        elif name in ("fsync", "fdatasync"):
            self.trace.append(("sync", self.fds.get(args[0], "")))
        elif name == "ftruncate":
            self.trace.append(("cut", self.fds.get(args[0], ""), args[1]))
        else:
            self.trace.append((name, *map(str, args[:2])))


def never(n: int, name: str) -> None:
    """A good disk."""


# ---------------------------------------------------------------------- a disk that forgets what was not synced
@dataclass
class Inode:
    """A file: what was written, and how much of it is on the disk for certain."""

    now: bytes = b""
    synced: bytes = b""


@dataclass
class Forgetful:
    """What a trace of calls leaves behind when the power fails: names not synced may be there or not, in any order."""

    root: Path
    names: dict[str, Inode] = field(default_factory=dict)
    folders: set[str] = field(default_factory=set)
    pending: list[tuple[Any, ...]] = field(default_factory=list)
    safe: dict[str, Inode] = field(default_factory=dict)
    safe_folders: set[str] = field(default_factory=set)

    def apply(self, op: tuple[Any, ...]) -> None:
        """One call of the trace."""
        kind, path = op[0], op[1]
        if kind == "create":
            if path not in self.names:
                self._change(("add", path, Inode()))
        elif kind == "write":
            self.names_of(path).now += op[2]
        elif kind == "cut":
            self.names_of(path).now = self.names_of(path).now[: op[2]]
        elif kind == "sync":
            self._sync(path)
        elif kind in ("replace", "rename"):
            self._change(("move", path, op[2]))
        elif kind == "link":
            self._change(("add", op[2], self.names[path]))
        elif kind == "unlink":
            self._change(("drop", path))
        elif kind == "mkdir":
            self._change(("folder", path))

    def names_of(self, path: str) -> Inode:
        """The file that was opened under a name; the trace of saves opens under the name in force."""
        return self.names[path]

    def _sync(self, path: str) -> None:
        if path in self.names:
            self.names[path].synced = self.names[path].now
            return
        done = [op for op in self.pending if any(str(Path(p).parent) == path for p in op[1:] if isinstance(p, str))]
        for op in done:
            self._do(op, self.safe, self.safe_folders)
        self.pending = [op for op in self.pending if op not in done]

    def _change(self, op: tuple[Any, ...]) -> None:
        self._do(op, self.names, self.folders)
        self.pending.append(op)

    @staticmethod
    def _do(op: tuple[Any, ...], names: dict[str, Inode], folders: set[str]) -> None:
        if op[0] == "add":
            names[op[1]] = op[2]
        elif op[0] == "move":
            if op[1] in names:
                names[op[2]] = names.pop(op[1])
        elif op[0] == "drop":
            names.pop(op[1], None)
        else:
            folders.add(op[1])

    def image(self, target: Path, rnd: random.Random) -> None:
        """Write one possible state of the disk after a power failure to ``target``."""
        names, folders = dict(self.safe), set(self.safe_folders)
        share = rnd.choice((0.0, 0.5, 1.0))
        for op in self.pending:
            if rnd.random() < share:
                self._do(op, names, folders)
        target.mkdir(parents=True)
        for folder in sorted(folders):
            (target / Path(folder).relative_to(self.root)).mkdir(exist_ok=True, parents=True)
        for name, inode in names.items():
            place = target / Path(name).relative_to(self.root)
            if place.parent.is_dir():
                extra = inode.now[len(inode.synced) :]
                place.write_bytes(inode.synced + extra[: rnd.choice((0, len(extra) // 2))])


REFUSALS = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO, errno.EFBIG, errno.EACCES, errno.EINTR)
