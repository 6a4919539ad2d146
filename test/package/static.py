#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The archive with the static binary unpacks anywhere, finds its library beside it, and carries licences.

    static.py SOURCE (ARCHIVE | FOLDER)
"""

import shutil
import sys
import tempfile
from pathlib import Path

from common import check_example, output, package

source = Path(sys.argv[1])
archive = package(source, sys.argv[2], "cuda-fix-*.tar.xz").resolve()
with tempfile.TemporaryDirectory() as temporary:
    output("tar", "-xf", archive, "-C", temporary)
    tree, = Path(temporary).iterdir()
    program = tree / "bin/cuda-fix"
    for line in output("ldd", program).splitlines():
        assert "libz3" not in line or str(tree.resolve()) in line, line
    assert (tree / "share/man/man1/cuda-fix.1.gz").is_file() and (tree / "share/doc/cuda-fix/LICENSE").is_file()
    assert any("llvm" in file.name for file in (tree / "share/doc/cuda-fix/licences").iterdir())
    shutil.copy(source / "test/cli/Inputs/race.cu", tree)
    check_example(source, output(program, "race.cu", code=1, cwd=tree) + output(program, "--diff", "race.cu", code=1, cwd=tree))
