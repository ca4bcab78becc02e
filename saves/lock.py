"""One writer a game: a lock that the system gives back when its process ends, however it ends.

The lock file names process, start time and machine for the sentence that the second player reads. On disks without
locks these decide. Taking a game over puts a new lock file in the place of the old one, which the first process notices
before its next write.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import re
import socket
import stat
from pathlib import Path

from saves.atomic import FILE_MODE, write_all
from saves.errors import show

LOCK = "lock"
_UNSUPPORTED = {errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL}
_OWNER = re.compile(r"pid=(\d{1,10}) start=(\d{1,20}) host=(\S{1,80}) since=(\S{1,40})\n")


class NotOurs(OSError):
    """What stands in the place of the lock file is another file, or somebody else's: it is left as it is."""


class Held(Exception):
    """Another process has the game; the message says which."""


def start_time(pid: int) -> int:
    """When a process was started, in ticks since the machine was; 0 if there is none or it is not told."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
        return int(stat.rpartition(")")[2].split()[19])
    except (OSError, ValueError, IndexError):
        return 0


def user(number: int) -> str:
    """A user of this machine by name, where the system knows it."""
    try:
        import pwd

        return f"the user {show(pwd.getpwuid(number).pw_name, 40)}"
    except (ImportError, KeyError, OSError):
        return f"user {number}"


def _host() -> str:
    return re.sub(r"\s", "-", show(socket.gethostname(), 60)) or "here"


class Lock:
    """The right to write into the folder of one game."""

    def __init__(self, path: Path, fd: int) -> None:
        self.path = path
        self._fd = fd

    @classmethod
    def take(cls, folder: Path, since: str, *, steal: bool = False) -> Lock:
        """Take the lock. Raises ``Held`` if another process has it, ``OSError`` if no lock file can be made,
        ``NotOurs`` among them."""
        path = folder / LOCK
        for _ in range(10):
            fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, FILE_MODE)
            lock = cls(path, fd)
            try:
                lock._check()
                owner = lock._try()
                if owner is None and lock.mine():
                    lock._sign(since)
                    return lock
                if owner is not None and not steal:
                    raise Held(owner)
            except BaseException:
                os.close(fd)
                raise
            os.close(fd)
            if owner is not None:
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(path)
        raise Held("Several other processes want to play this game.")

    @classmethod
    def free(cls, folder: Path) -> bool:
        """Whether nobody has the game now. Takes nothing, and does not get into the way of who wants to take it."""
        try:
            fd = os.open(folder / LOCK, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
        except FileNotFoundError:
            return folder.is_dir()
        except OSError:
            return False
        lock = cls(folder / LOCK, fd)
        try:
            if lock.running():
                return False
            fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
            return True
        except OSError as error:
            return error.errno in _UNSUPPORTED and not lock._owner()[0]
        finally:
            os.close(fd)

    def running(self) -> bool:
        """Whether the process that the file names runs on this machine; then nobody needs to ask the system."""
        with contextlib.suppress(OSError):
            found = _OWNER.fullmatch(os.pread(self._fd, 300, 0).decode("utf-8", "replace"))
            if found and found[3] == _host():
                return start_time(int(found[1])) == int(found[2]) != 0
        return False

    def _try(self) -> str | None:
        """``None`` if the lock is ours now, else the sentence about who has it."""
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            if error.errno not in _UNSUPPORTED:
                return self._owner()[1]
            alive, words = self._owner()
            return words if alive else None
        return None

    def _check(self) -> None:
        """Refuse a file that signing would empty although it is no lock of ours. Raises ``NotOurs``."""
        info = os.fstat(self._fd)
        if not stat.S_ISREG(info.st_mode) or info.st_nlink > 1:
            raise NotOurs(errno.EPERM, "its lock is a link to another file")
        if info.st_uid != os.geteuid():
            raise NotOurs(errno.EPERM, f"its lock belongs to {user(info.st_uid)}")

    def _owner(self) -> tuple[bool, str]:
        """Whether the owner that the file names is running, and the sentence about it."""
        with contextlib.suppress(OSError):
            found = _OWNER.fullmatch(os.pread(self._fd, 300, 0).decode("utf-8", "replace"))
            if found:
                pid, start, host, since = found.groups()
                words = f"Process {pid} on {show(host)} has been playing this game since {show(since)}."
                here = host == _host()
                alive = not here or (start_time(int(pid)) == int(start) != 0 and int(pid) != os.getpid())
                return alive, words
        return False, "Another process is playing this game."

    def _sign(self, since: str) -> None:
        words = f"pid={os.getpid()} start={start_time(os.getpid())} host={_host()} since={since}\n"
        with contextlib.suppress(OSError):  # a full disk takes the name away, not the lock
            os.ftruncate(self._fd, 0)
            write_all(self._fd, words.encode())

    def mine(self) -> bool:
        """Whether the lock file in the folder still is the one that was locked."""
        try:
            there, here = os.stat(self.path, follow_symlinks=False), os.fstat(self._fd)
        except OSError:
            return False
        return (there.st_dev, there.st_ino) == (here.st_dev, here.st_ino)

    def gone(self) -> bool:
        """Whether the folder has no lock file any more, because somebody has removed it or the folder."""
        return not os.path.lexists(self.path)

    def release(self) -> None:
        """Give the lock back. May be called twice."""
        if self._fd >= 0:
            fd, self._fd = self._fd, -1
            with contextlib.suppress(OSError):
                os.ftruncate(fd, 0)
            with contextlib.suppress(OSError):
                os.close(fd)
