"""Files that are whole or absent: temporary file in the same folder, all bytes out, fsync, rename, fsync the folder.

Every function raises ``OSError``; the callers turn it into a ``SaveError``. Links are never followed.
"""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import stat
from pathlib import Path

FILE_MODE = 0o600
FOLDER_MODE = 0o700
TEMPORARY = ".tmp-"
"""Part of the name of every unfinished file."""

_counter = itertools.count()


def write_all(fd: int, data: bytes) -> None:
    """Write until nothing is left: ``os.write`` may take fewer bytes than given, without an error."""
    rest = memoryview(data)
    while rest:
        done = os.write(fd, rest)
        if done <= 0:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        rest = rest[done:]


def sync_data(fd: int) -> None:
    """Bring the contents of an open file to the disk."""
    if hasattr(os, "fdatasync"):
        os.fdatasync(fd)
    else:
        os.fsync(fd)


def sync_folder(folder: Path) -> None:
    """Bring the names in a folder to the disk."""
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def make_folder(folder: Path) -> None:
    """Make a folder that only its owner may enter, and its parents; a link in its place is refused."""
    if folder.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(folder))
    if folder.is_dir():
        return
    if not folder.parent.is_dir():
        make_folder(folder.parent)
    os.mkdir(folder, FOLDER_MODE)
    sync_folder(folder.parent)


def write_temp(target: Path, data: bytes, *, sync: bool = True) -> Path:
    """Write and sync ``data`` beside ``target`` under a temporary name, and return it. Nothing is left on failure."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW
    while True:
        temp = target.with_name(f".{target.name}{TEMPORARY}{os.getpid()}-{next(_counter)}")
        try:
            fd = os.open(temp, flags, FILE_MODE)
            break
        except FileExistsError:
            continue
    try:
        try:
            write_all(fd, data)
            if sync:
                os.fsync(fd)
        finally:
            os.close(fd)
    except OSError:
        remove(temp)
        raise
    return temp


def write_whole(target: Path, data: bytes) -> None:
    """Replace ``target`` by ``data``; after an error or a crash it holds the old bytes or the new, never a part."""
    _into_place(write_temp(target, data), target)
    sync_folder(target.parent)


def write_light(target: Path, data: bytes) -> None:
    """Replace ``target`` without waiting for the disk: after a power cut it may be old, empty or gone."""
    _into_place(write_temp(target, data, sync=False), target)


def _into_place(temp: Path, target: Path) -> None:
    try:
        os.replace(temp, target)
    except OSError:
        remove(temp)
        raise


def keep(source: Path, target: Path) -> None:
    """Give a file a second name, so that replacing ``source`` keeps its bytes; a copy where links do not exist."""
    if not source.is_file() or source.is_symlink():
        return
    with contextlib.suppress(FileNotFoundError):
        os.unlink(target)
    try:
        os.link(source, target)
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EROFS, errno.ENOENT):
            raise
        write_whole(target, read_file(source))


def remove(path: Path) -> None:
    """Delete a file if that is possible; used for clearing up, where a failure loses nothing."""
    with contextlib.suppress(OSError):
        os.unlink(path)


def read_file(path: Path, limit: int = 4_000_000, *, follow: bool = False) -> bytes:
    """The bytes of a regular file. Raises ``OSError``; ``EFBIG`` when it is longer than ``limit``."""
    flags = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | (0 if follow else os.O_NOFOLLOW)
    fd = os.open(path, flags)
    try:
        info = os.fstat(fd)
        if not stat.S_ISREG(info.st_mode):
            code = errno.EISDIR if stat.S_ISDIR(info.st_mode) else errno.EINVAL
            raise OSError(code, os.strerror(code), str(path))
        if info.st_size > limit:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
        parts: list[bytes] = []
        left = limit + 1
        while left > 0 and (part := os.read(fd, min(left, 1 << 20))):
            parts.append(part)
            left -= len(part)
        if left <= 0:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
        return b"".join(parts)
    finally:
        os.close(fd)


def clear_temporary(folder: Path) -> None:
    """Delete what an interrupted save has left unfinished."""
    with contextlib.suppress(OSError):
        for name in os.listdir(folder):
            if name.startswith(".") and TEMPORARY in name:
                remove(folder / name)
