#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The wheel installs into an empty virtual environment without the network, needs the C library that its tag says, and its
program finds what README shows.

    wheel.py SOURCE (WHEEL | FOLDER)
"""

import importlib.util
import platform
import shutil
import sys
import tempfile
from pathlib import Path

from common import check_example, output, package, skip

source = Path(sys.argv[1])
wheel = package(source, sys.argv[2], "cuda_fix-*.whl").resolve()
sys.path.insert(0, str(source / "packaging"))
from binary import EVERYWHERE, glibc  # noqa: E402

if not importlib.util.find_spec("ensurepip"):
    skip("this Python makes no virtual environments (python3-venv)")
with tempfile.TemporaryDirectory() as temporary:
    folder = Path(temporary)
    output(sys.executable, "-m", "venv", folder / "venv")
    python = folder / "venv/bin/python"
    output(python, "-m", "pip", "install", "--no-index", "--disable-pip-version-check", wheel)
    program = Path(output(python, "-c", "import cuda_fix; print(cuda_fix.BINARY)").strip())
    tag = "py3-none-manylinux_%d_%d_%s" % (*glibc(program), platform.machine())
    assert wheel.name.endswith(f"-{tag}.whl"), f"{wheel.name}, but its binary needs {tag}"
    # What not every distribution has is taken from the wheel.
    for line in output("ldd", program).splitlines():
        name, _, path = line.strip().partition(" => ")
        assert not path or EVERYWHERE.fullmatch(name) or Path(path.split()[0]).parent == program.parent, line
    shutil.copy(source / "test/cli/Inputs/race.cu", folder)
    script = folder / "venv/bin/cuda-fix"
    environment = {"PATH": "/usr/bin:/bin"}
    check_example(source, output(script, "race.cu", code=1, cwd=folder, env=environment)
                  + output(script, "--diff", "race.cu", code=1, cwd=folder, env=environment))
    assert output(python, "-m", "cuda_fix", "--version") == output(script, "--version")
