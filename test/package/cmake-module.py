#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A project that finds the installed CMake module checks its kernels with the target's own folders, definitions and standard.

    cmake-module.py SOURCE BUILD COMPILER
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from common import output

source, build, compiler = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
with tempfile.TemporaryDirectory() as temporary:
    folder = Path(temporary)
    output("cmake", "--install", build, "--prefix", folder / "prefix")
    shutil.copytree(source / "test/package/consumer", folder / "consumer")
    output("cmake", "-G", "Ninja", "-S", folder / "consumer", "-B", folder / "build", f"-DCMAKE_CXX_COMPILER={compiler}",
           f"-DCMAKE_PREFIX_PATH={folder / 'prefix'}")

    def check() -> tuple[int, str]:
        result = subprocess.run(["ninja", "-C", folder / "build", "cuda-fix"], capture_output=True, text=True)
        return result.returncode, result.stdout + result.stderr

    code, said = check()
    assert code and "shift.h:8:3: error: race" in said and "1 kernel:" in said, said
    header = folder / "consumer/include/shift.h"
    header.write_text(header.read_text().replace("// barrier", "__syncthreads();"))
    code, said = check()
    assert not code and "1 kernel: 1 free" in said and "in part" not in said, said
