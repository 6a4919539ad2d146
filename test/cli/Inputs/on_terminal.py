# SPDX-License-Identifier: Apache-2.0
"""on_terminal.py colored|plain COMMAND...: runs the command on a terminal; succeeds when what it
prints is that."""

import os
import pty
import sys

pid, terminal = pty.fork()
if pid == 0:
    os.environ["TERM"] = "xterm"
    os.execv(sys.argv[2], sys.argv[2:])
printed = b""
try:
    while block := os.read(terminal, 4096):
        printed += block
except OSError:  # the terminal is gone with the command
    pass
os.waitpid(pid, 0)
if not printed or (b"\x1b[" in printed) != (sys.argv[1] == "colored"):
    sys.exit(f"not {sys.argv[1]}: {printed!r}")
