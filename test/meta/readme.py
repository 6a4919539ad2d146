#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The generated parts of docs/ are current."""

import subprocess
import sys
from pathlib import Path

script = Path(sys.argv[1]) / "scripts" / "readme"
sys.exit(subprocess.run([sys.executable, script, "--check", sys.argv[2]]).returncode)
