# SPDX-License-Identifier: Apache-2.0
"""progress_line.py shown|hidden COMMAND...: runs the command on a terminal and looks for the line
that names file, kernel and stage, and for its end."""

import os
import pty
import re
import sys

pid, terminal = pty.fork()
if pid == 0:
    os.environ["TERM"] = "dumb"
    os.execv(sys.argv[2], sys.argv[2:])
printed = b""
try:
    while block := os.read(terminal, 4096):
        printed += block
except OSError:  # the terminal is gone with the command
    pass
os.waitpid(pid, 0)
text = printed.decode()
shown = re.search(r"\[\d/2\] \S*race\.cu: \w+: detecting", text)
if bool(shown) != (sys.argv[1] == "shown"):
    sys.exit(f"not {sys.argv[1]}: {text!r}")
if shown and not re.search(r"\r +\r", text[shown.end():]):
    sys.exit(f"the line stays: {text!r}")
