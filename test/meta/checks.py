#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Every line of Checks.def, Repairs.def and Conventions.def has its file, its test and its explanation,
and the kernels of test/detect say in their names what is right for them (check-findings.py)."""

import re
import subprocess
import sys
from pathlib import Path

root, tool = Path(sys.argv[1]), sys.argv[2]


def names(list_file: Path, macro: str) -> list[str]:
    return re.findall(rf"^{macro}\((\w+)\)", list_file.read_text(), re.MULTILINE)


def id_of(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


def explained(check: str) -> bool:
    run = subprocess.run([tool, "explain", check], capture_output=True, text=True)
    return run.returncode == 0 and len(run.stdout.split()) > 20


def tested(folder: str, check: str) -> bool:
    expectation = re.compile(rf"expect(-\w+)?: .*\b{check}\b|RUN: %check-repair {check} ")
    return any(expectation.search(file.read_text())
               for file in (root / "test" / folder).glob("*.cu"))


def missing(folder: str, name: str) -> list[str]:
    check = id_of(name)
    wrong = []
    if not (root / "src" / folder / f"{name}.cpp").exists():
        wrong.append(f"src/{folder}/{name}.cpp is missing")
    if not tested(folder, check):
        wrong.append(f"no test in test/{folder} expects {check}")
    if not explained(check):
        wrong.append(f"'cuda-fix explain {check}' says too little")
    return wrong


def missing_convention(name: str) -> list[str]:
    convention = id_of(name)
    wrong = []
    if not (root / "src/convention" / f"{name}.cpp").exists():
        wrong.append(f"src/convention/{name}.cpp is missing")
    test = root / "test/convention" / f"{convention}.cu"
    if not test.exists() or f"--conventions='*,-{convention}'" not in test.read_text():
        wrong.append(f"no test in test/convention runs with and without {convention}")
    if not explained(convention):
        wrong.append(f"'cuda-fix explain {convention}' says too little")
    return wrong


KERNEL = re.compile(r"__global__[^;{}]*?\b(\w+)\s*\((?:[^()]|\([^()]*\))*\)\s*\{")


def unjudged(file: Path) -> list[str]:
    """Kernels whose names do not end in what is right for them; a macro may paste the name."""
    text = re.sub(r"__launch_bounds__\s*\([^)]*\)", "", file.read_text())
    return [f"{file.name}: '{name}' ends in none of Ok, Bad and Unknown"
            for name in KERNEL.findall(text)
            if not name.endswith(("Ok", "Bad", "Unknown"))
            and not re.search(rf"#define .*\b{name}\b", text)]


detectors = names(root / "src/model/Checks.def", "CHECK")
repairs = names(root / "src/transform/Repairs.def", "REPAIR")
conventions = names(root / "src/model/Conventions.def", "CONVENTION")
wrong = [line for name in detectors for line in missing("detect", name)]
wrong += [line for name in repairs for line in missing("transform", name)]
wrong += [line for name in conventions for line in missing_convention(name)]
wrong += [line for file in sorted((root / "test/detect").glob("*.cu")) for line in unjudged(file)]
if not detectors or not repairs or not conventions:
    wrong.append("a .def file is empty")
print("\n".join(wrong))
sys.exit(1 if wrong else 0)
