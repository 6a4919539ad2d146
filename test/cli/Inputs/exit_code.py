# SPDX-License-Identifier: Apache-2.0
"""exit_code.py CODE COMMAND...: succeeds when the command ends with that code."""

import subprocess
import sys

wanted, command = int(sys.argv[1]), sys.argv[2:]
run = subprocess.run(command, stdout=subprocess.DEVNULL)
if run.returncode != wanted:
    sys.exit(f"exit code {run.returncode}, expected {wanted}: {' '.join(command)}")
