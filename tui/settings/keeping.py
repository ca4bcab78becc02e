"""Writing one setting into the player's ``config.toml``: every other line of it stays as it stands."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

from engine.components.datafile import DataError, parse
from tui.settings.config import LIMIT

FILE = "config.toml"
Value = bool | float | str


def keep_setting(folder: Path, name: str, value: Value) -> str:
    """Keep a setting; why that is not possible, as a sentence, else empty. A file that is not TOML is left alone."""
    path = folder / FILE
    try:
        path = path.resolve()
        if path.is_file() and path.stat().st_size > LIMIT:
            return f"{path} is too large to be changed here."
        text = path.read_text("utf-8") if path.is_file() else ""
        parse(text, FILE)
        changed = with_setting(text, name, value)
        parse(changed, FILE)
        folder.mkdir(parents=True, exist_ok=True)
        _replace(path, changed)
    except DataError as error:
        return f"{path} cannot be read ({error.problem}): mend it first, nothing was changed."
    except (OSError, UnicodeDecodeError, RuntimeError) as error:
        return f"Not kept in {path}: {error}"
    return ""


def with_setting(text: str, name: str, value: Value) -> str:
    """The text of a file with another value for a name at its top level; a comment behind it stays."""
    written = f"{name} = {_written(value)}"
    lines = text.split("\n")
    table = next((n for n, line in enumerate(lines) if re.match(r"\s*\[", line)), len(lines))
    for n, line in enumerate(lines[:table]):
        found = re.match(rf"\s*{re.escape(name)}\s*=\s*(\"[^\"]*\"|'[^']*'|[^#\s]*)(\s*#.*)?\s*$", line)
        if found:
            return "\n".join([*lines[:n], written + (found[2] or ""), *lines[n + 1 :]])
    while table and not lines[table - 1].strip():
        table -= 1
    rest = lines[table:] if any(line.strip() for line in lines[table:]) else [""]
    return "\n".join([*lines[:table], written, *rest])


def _written(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float | int):
        return f"{value:g}" if "." in f"{value:g}" else f"{value:g}.0"
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _replace(path: Path, text: str) -> None:
    """The whole file at once, so that a power cut leaves the old one or the new one."""
    with NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, prefix=f".{FILE}.", delete=False) as file:
        try:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
            if path.is_file():
                os.chmod(file.name, path.stat().st_mode & 0o777)
            os.replace(file.name, path)
        except BaseException:
            with suppress(OSError):
                os.unlink(file.name)
            raise
