# SPDX-License-Identifier: Apache-2.0
"""apply_at_once.py TOOL FILE...: two runs of --apply on the same files at once. Each file is repaired once; a run that comes too
late writes nothing and says so."""

import subprocess
import sys
from pathlib import Path

tool, files = sys.argv[1], [Path(name) for name in sys.argv[2:]]
runs = [subprocess.Popen([tool, "--apply", "--no-cache", *files], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for _ in range(2)]
said = [run.communicate()[0] for run in runs]
codes = sorted(run.returncode for run in runs)
assert codes in ([0, 0], [0, 2]), (codes, said)
assert codes == [0, 0] or any("changed since it was analysed; nothing was written" in text for text in said), said
for file in files:
    assert file.read_text().count("__syncthreads();") == 1, file.read_text()
    assert [other.name for other in file.parent.iterdir() if other not in files] == []
