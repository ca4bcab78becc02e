"""Old formats to the present one: one numbered function a step, each shown by a stored save in the tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from saves.errors import NewerFormat, SaveError

FORMAT = 1
"""The format that is written. It rises when an older program could no longer read the file."""

Document = dict[str, Any]
Migration = Callable[[Document], Document]

MIGRATIONS: dict[int, Migration] = {}
"""From format *n* to *n + 1*. A migration gets the parsed file and may change it; ``format`` is set for it."""


def check_format(number: object, path: Path | None) -> int:
    """The format of a file if it can be read. Raises ``NewerFormat`` or ``SaveError``."""
    if not isinstance(number, int) or isinstance(number, bool) or number < 0:
        raise SaveError(path, "does not say in which format it is written")
    if number > FORMAT:
        raise NewerFormat(
            path,
            f"was written by a later version of the program (format {number}, this one reads up to {FORMAT}); "
            "it has been left as it is",
        )
    missing = [n for n in range(number, FORMAT) if n not in MIGRATIONS]
    if missing:
        raise SaveError(path, f"is written in format {number}, which is no longer read")
    return number


def migrate(document: Document, path: Path | None = None) -> Document:
    """The document in the present format. Raises ``SaveError`` when a step cannot make sense of it."""
    for number in range(check_format(document.get("format"), path), FORMAT):
        try:
            document = MIGRATIONS[number](document)
        except SaveError:
            raise
        except Exception as error:  # a damaged old save must end in a sentence as well
            reason = f"cannot be brought from format {number} to {number + 1} ({type(error).__name__}: {error})"
            raise SaveError(path, reason) from None
        document["format"] = number + 1
    return document
