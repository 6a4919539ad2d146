# SPDX-License-Identifier: Apache-2.0
"""Rodinia's applications check little themselves; what they print or write is compared with
what the OpenMP version of the same application makes of the same input."""

import os
import re
import shutil
import subprocess
from pathlib import Path

NUMBER = re.compile(r"-?(?:nan|inf|\d+\.?\d*(?:e[-+]?\d+)?)", re.I)
TIMES = re.compile(r"time|second|\bsec\b|elapsed|thread|WG size|device|pyramid|exec|\b(grid|block|border|target)", re.I)
TOLERANCE = 2e-3


def relevant(text: str, pattern: str | None) -> list[str]:
    """The results in a text: matches of the pattern, or the numbers of lines that are no times."""
    if pattern:
        return sorted(re.findall(pattern, text))
    return [n for line in text.splitlines() if not TIMES.search(line)
            for n in NUMBER.findall(line)]


def same(a: str, b: str) -> bool:
    try:
        x, y = float(a), float(b)
    except ValueError:
        return a == b
    return abs(x - y) <= TOLERANCE * max(1, abs(x), abs(y))


def run_reference(checkout: Path, how: dict, folder: Path, seconds: int) -> str | None:
    """What the OpenMP version prints or writes; None: it cannot be built or run."""
    compiler = shutil.which("g++")
    if not compiler:
        return None
    folder.mkdir(parents=True, exist_ok=True)
    home = checkout / "openmp" / how["folder"]
    objects = []
    for i, source in enumerate(how["sources"].split()):
        plain = source.endswith(".c") and not how.get("as_cpp")
        command = ["gcc" if plain else compiler, "-O1", "-fopenmp", "-w", "-fcommon",
                   *(["-std=gnu89"] if plain else []), *how.get("flags", "").split(), "-c",
                   str(home / source), "-o", f"{i}.o"]
        if subprocess.run(command, cwd=folder, capture_output=True).returncode:
            return None
        objects.append(f"{i}.o")
    if subprocess.run([compiler, "-fopenmp", *objects, "-o", "reference", "-lm"], cwd=folder,
                      capture_output=True).returncode:
        return None
    try:
        run = subprocess.run(["./reference", *how["arguments"].split()], cwd=folder, text=True,
                             capture_output=True, timeout=seconds, errors="replace",
                             env={**os.environ, "OMP_NUM_THREADS": "1"})
    except subprocess.TimeoutExpired:
        return None
    return read_result(how, run.stdout + run.stderr, folder)


def read_result(how: dict, printed: str, folder: Path) -> str | None:
    if "file" not in how:
        return printed.split(how["behind"], 1)[-1] if "behind" in how else printed
    path = folder / how["file"]
    return path.read_text(errors="replace") if path.exists() else None


def compare(checkout: Path, how: dict, printed: str, folder: Path, seconds: int) -> str:
    """"passed", or in what the results differ."""
    if "prints" in how:  # a check of its own
        good = re.search(how["prints"], printed) and not re.search(how.get("bad", r"(?!)"), printed)
        return "passed" if good else "wrong result: its own check"
    wanted = run_reference(checkout, how, folder / "openmp", seconds)
    got = read_result(how, printed, folder)
    if wanted is None or got is None:
        return "ran: no reference"
    a, b = relevant(wanted, how.get("pattern")), relevant(got, how.get("pattern"))
    if not a or any("nan" in n.lower() for n in a):
        return "ran: the reference gives no numbers"
    if len(a) != len(b):
        return f"wrong result: {len(b)} values, the OpenMP version gives {len(a)}"
    for i, (x, y) in enumerate(zip(a, b)):
        if not same(x, y):
            return f"wrong result: value {i} is {y}, the OpenMP version gives {x}"
    return "passed"
