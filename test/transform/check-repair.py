#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Repairs a copy of a test and prints the result, for FileCheck.

    check-repair.py --tool build/bin/cuda-fix REPAIR TEST.cu [--unsafe] [--source-only] [--undecided]
                    [options of cuda-fix]

The tool must choose that repair (as proven; with --unsafe also as less), say nothing more
about its own output, write patched IR (not with --source-only), and where there is a CUDA toolkit nvcc must compile the result.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path


def fail(what: str, run: subprocess.CompletedProcess) -> None:
    sys.exit(f"{what} (exit code {run.returncode})\n{run.stdout}{run.stderr}")


def run(*command) -> subprocess.CompletedProcess:
    return subprocess.run([str(c) for c in command], capture_output=True, text=True)


parser = argparse.ArgumentParser()
parser.add_argument("--tool", required=True)
parser.add_argument("--unsafe", action="store_true")
parser.add_argument("--source-only", action="store_true")
parser.add_argument("--undecided", action="store_true",
                    help="the repaired kernel is not proved free, and that is said")
parser.add_argument("repair")
parser.add_argument("test", type=Path)
options, rest = parser.parse_known_args()
rest = ["--checks=synchronization", *rest]

with tempfile.TemporaryDirectory() as folder:
    copy = Path(folder, options.test.name)
    # The comments that drive the test would be in the way of reading the result.
    lines = [l for l in options.test.read_text().splitlines(keepends=True)
             if not l.startswith(("// RUN:", "// CHECK", "// SPDX"))]
    copy.write_text("".join(lines).strip("\n") + "\n")

    unsafe = ["--unsafe"] if options.unsafe else []
    applied = run(options.tool, "--apply", *unsafe, "--emit-ir", Path(folder, "ir"), *rest, copy)
    if applied.returncode != 0:
        fail("findings remain after the repair", applied)
    if f": {options.repair} (" not in applied.stderr:
        fail(f"{options.repair} was not made", applied)
    if not options.source_only and not any(Path(folder, "ir").glob("*.ll")):
        fail("no patched IR", applied)
    again = run(options.tool, *rest, copy)
    if again.returncode != 0 or (again.stdout and not options.undecided):
        fail("the tool is not silent on its own output", again)
    nvcc = shutil.which("nvcc") or shutil.which("/usr/local/cuda/bin/nvcc")
    if nvcc:
        arch = rest[rest.index("--arch") + 1] if "--arch" in rest else "sm_80"
        compiled = run(nvcc, f"-arch={arch}", "-ptx", "-o", Path(folder, "out.ptx"), copy)
        if compiled.returncode != 0:
            fail("nvcc does not compile the result", compiled)
    print(copy.read_text(), end="")
