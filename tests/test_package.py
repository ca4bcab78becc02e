"""The wheel holds what the installed program needs, and the program runs from it alone."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BUILD = "import sys; from setuptools.build_meta import __legacy__ as backend; backend.build_wheel(sys.argv[1])"
"""What ``pip wheel`` has done by the backend of a project that names none."""
WORDS = (["--version"], ["rules", "ava", "10.6"], ["map", "ava", "--sheet", "S"], ["data", "ava"])
ENDED = "---- ended with 0\n"
ASK = f"""
from tui.cli import main
for words in {WORDS!r}:
    try:
        code = main(words)
    except SystemExit as end:
        code = end.code or 0
    print("---- ended with", code)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project as a wheel, built from a copy so that the work tree stays clean."""
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    files = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    for name in files:
        if (ROOT / name).is_file() and not name.startswith("tests/"):
            target = source / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes((ROOT / name).read_bytes())
    subprocess.run([sys.executable, "-c", BUILD, str(out)], cwd=source, check=True, capture_output=True)
    return next(out.glob("*.whl"))


def test_the_wheel_holds_data_and_styles_but_no_build_scripts(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for path in [*ROOT.glob("data/*/*.toml"), *ROOT.glob("data/*/*/*.toml"), *ROOT.glob("tui/styles/*.tcss")]:
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith("data/build/"):
            assert name in names
    assert not [n for n in names if n.startswith(("data/build/", "tests/"))]


def test_the_installed_program_finds_its_data(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    home = tmp_path / "home"
    home.mkdir()
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "site"), "HOME": str(home), "COLUMNS": "80"}
    run = subprocess.run(
        [sys.executable, "-c", ASK], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60
    )
    assert run.returncode == 0, run.stderr
    *answers, rest = run.stdout.split(ENDED)
    assert len(answers) == len(WORDS) and all(map(str.strip, answers)) and not rest, run.stdout + run.stderr
    assert not list(home.rglob("*.toml")), "looking things up writes nothing"
