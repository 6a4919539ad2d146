# SPDX-License-Identifier: Apache-2.0
"""Holds the program cuda-fix and starts it."""

import os
import sys
from pathlib import Path

#: The program.
BINARY = Path(__file__).with_name("cuda-fix")


def main() -> None:
    os.execv(BINARY, [str(BINARY), *sys.argv[1:]])
