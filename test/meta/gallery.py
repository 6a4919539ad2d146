#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""patches/ holds what the tool makes of the examples."""

import subprocess
import sys
from pathlib import Path

script = Path(sys.argv[1]) / "scripts" / "gallery"
sys.exit(subprocess.run([sys.executable, script, "--check", sys.argv[2]]).returncode)
