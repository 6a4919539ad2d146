# SPDX-License-Identifier: Apache-2.0
"""full_disk.py COMMAND...: runs the command where no file can grow, as on a full disk."""

import resource
import subprocess
import sys


def no_space():
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


# Pipes are no files: output still gets through.
run = subprocess.run(sys.argv[1:], preexec_fn=no_space, stdout=subprocess.PIPE,
                     stderr=subprocess.STDOUT, text=True)
print(run.stdout, end="")
sys.exit(run.returncode)
