# SPDX-License-Identifier: Apache-2.0
"""on_terminal.py colored|plain|progress|silent COMMAND...: runs the command on a terminal; succeeds when
what it prints has colours or none, or has a line that names file, kernel and stage and goes away, or none."""

import os
import pty
import re
import sys


def printed_by(command: list[str], terminal_type: str) -> bytes:
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["TERM"] = terminal_type
        os.execv(command[0], command)
    printed = b""
    try:
        while block := os.read(terminal, 4096):
            printed += block
    except OSError:  # the terminal is gone with the command
        pass
    os.waitpid(pid, 0)
    return printed


wanted, command = sys.argv[1], sys.argv[2:]
if wanted in ("colored", "plain"):
    printed = printed_by(command, "xterm")
    if not printed or (b"\x1b[" in printed) != (wanted == "colored"):
        sys.exit(f"not {wanted}: {printed!r}")
else:
    text = printed_by(command, "dumb").decode()
    shown = re.search(r"\[\d/2\] \S*race\.cu: \w+: detecting", text)
    if bool(shown) != (wanted == "progress"):
        sys.exit(f"not {wanted}: {text!r}")
    if shown and not re.search(r"\r +\r", text[shown.end():]):
        sys.exit(f"the line stays: {text!r}")
