"""The folders a subcommand works in: checked before anything else happens."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from tui.shell.errors import Refused

if TYPE_CHECKING:
    from saves import Store
    from tui.settings.config import Folders


def folders_of(args: argparse.Namespace) -> Folders:
    """Where files lie. Raises ``Refused``."""
    from tui.settings.config import folders

    try:
        return folders(args.saves)
    except (RuntimeError, OSError, ValueError) as error:
        raise Refused(f"there is no folder to work in: {error}") from None


def _check_saves(folder: Path) -> None:
    """A folder that is not there yet is made with the first game; anything else in its place is refused now."""
    there = next(path for path in (folder, *folder.parents) if os.path.lexists(path))
    if not there.is_dir():
        raise Refused(f"saved games cannot lie in {folder}: {there} is no folder")
    if not os.access(there, os.R_OK | os.X_OK):
        raise Refused(f"saved games cannot lie in {folder}: access to {there} is not allowed")


def store_of(args: argparse.Namespace) -> tuple[Folders, Store]:
    """Where files lie, and the saved games. Raises ``Refused``."""
    from saves import SaveError, Store

    found = folders_of(args)
    try:
        _check_saves(Path(os.path.abspath(found.saves)))
        return found, Store(found.saves, overrides=found.overrides)
    except (SaveError, OSError, ValueError) as error:
        raise Refused(str(error)) from None
