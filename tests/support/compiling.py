"""What has never run, program and asserts of tests, is compiled once for all processes of a run, not by each one."""

from __future__ import annotations

import compileall
from pathlib import Path

import pytest
from _pytest.assertion import rewrite

TESTS = Path(__file__).parents[1]
PROGRAM = ("engine", "saves", "tui", "data")


def compile_share(config: pytest.Config) -> None:
    """Compile this process's share of the files that nobody has compiled since they were written.

    Where one process runs all tests, each file is compiled when it is imported.
    """
    worker = getattr(config, "workerinput", None)
    state = config.stash.get(rewrite.assertstate_key, None)
    if worker is None or state is None:
        return
    number, of = int(worker["workerid"].removeprefix("gw")), int(worker["workercount"])
    for source in sorted(path for name in PROGRAM for path in (TESTS.parent / name).rglob("*.py"))[number::of]:
        compileall.compile_file(source, quiet=2)
    for source in sorted(TESTS.rglob("test_*.py"))[number::of]:
        folder = rewrite.get_cache_dir(source)
        kept = folder / (source.stem + rewrite.PYC_TAIL)
        if kept.exists() and kept.stat().st_mtime >= source.stat().st_mtime:
            continue
        if rewrite.try_makedirs(folder):
            stat, code = rewrite._rewrite_test(source, config)
            rewrite._write_pyc(state, code, stat, kept)
