# SPDX-License-Identifier: Apache-2.0
"""nvcc_options.py NVCC TOOL FILE: gives the tool every option that `nvcc --help` names, long and
short, and fails if it does not know one or takes the wrong word for its value."""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

nvcc, tool, file = sys.argv[1:]
help_text = subprocess.run([nvcc, "--help"], capture_output=True, text=True).stdout
options = re.findall(r"^--([\w-]+)( \S+)?\s+\(?(--?[\w-]+)\)?\s*$", help_text, re.MULTILINE)
assert len(options) > 100, help_text

with tempfile.TemporaryDirectory() as folder:
    Path(folder, "flags").write_text("-g\n")
    values = {"gpu-architecture": "sm_80", "gpu-code": "sm_80", "options-file": f"{folder}/flags",
              "generate-code": "arch=compute_80,code=sm_80", "std": "c++17",
              "relocatable-device-code": "false", "define-macro": "FLAG", "undefine-macro": "FLAG",
              "pre-include": "cuda_runtime.h", "compiler-options": "-O2", "ftemplate-depth": "900",
              "qpp-config": "x", "dependency-output": "a.d"}
    for which in 0, 2:
        words = []
        for option in options:
            name = option[0]
            words.append("--" + name if which == 0 else option[2])
            # Of these two, help names no value.
            if option[1] or name in ("qpp-config", "dependency-output"):
                words.append(values.get(name, folder))
        run = subprocess.run([tool, file, "--", *words], capture_output=True, text=True)
        if run.returncode or " option " in run.stderr or " 1 free" not in run.stderr:
            sys.exit(f"{words}\n{run.returncode}\n{run.stdout}{run.stderr}")
