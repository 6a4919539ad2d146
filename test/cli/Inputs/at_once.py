# SPDX-License-Identifier: Apache-2.0
"""at_once.py COUNT COMMAND...: runs the command that many times at once; succeeds when all
succeed and print the same."""

import subprocess
import sys

runs = [subprocess.Popen(sys.argv[2:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for _ in range(int(sys.argv[1]))]
texts = {run.communicate()[0] for run in runs}
print(*texts, sep="")
sys.exit(len(texts) != 1 or any(run.returncode for run in runs))
