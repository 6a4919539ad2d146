#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The version of project() is that of every file that has to repeat it."""

import json
import re
import subprocess
import sys
from pathlib import Path

root, tool = Path(sys.argv[1]), sys.argv[2]
version = re.search(r"project\(cuda-fix VERSION (\S+)", (root / "CMakeLists.txt").read_text()).group(1)
found = {
    "cuda-fix --version": subprocess.run([tool, "--version"], capture_output=True, text=True).stdout.split()[-1],
    "editors/vscode/package.json": json.loads((root / "editors/vscode/package.json").read_text())["version"],
    "editors/vscode/package-lock.json": json.loads((root / "editors/vscode/package-lock.json").read_text())["version"],
}
mirror = (root / "packaging/pre-commit/mirror/pyproject.toml").read_text()
for place, pattern in (("version", r'version = "([^"]+)"'), ("dependency", r'"cuda-fix==([^"]+)"')):
    found[f"packaging/pre-commit/mirror/pyproject.toml, {place}"] = re.search(pattern, mirror)[1]
wrong = {place: its for place, its in found.items() if its != version}
assert not wrong, f"project(VERSION) is {version}, but {wrong}"
changelog = (root / "CHANGELOG.md").read_text()
assert f"## [{version}]" in changelog or f"{version} will hold" in changelog, f"CHANGELOG.md does not name {version}"
