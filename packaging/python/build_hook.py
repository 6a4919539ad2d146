# SPDX-License-Identifier: Apache-2.0
"""Puts the static binary into the wheel, with what has to lie beside it. Links it first, if no CUDA_FIX_BINARY names one."""

import os
import platform
import subprocess
import sys
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface):
    def initialize(self, version, build_data):
        if version == "editable":
            return
        root = Path(self.root)
        sys.path.insert(0, str(root / "packaging"))
        from binary import glibc, licences, shared_beside

        binary = Path(os.environ.get("CUDA_FIX_BINARY") or root / "build/bin/cuda-fix-static")
        if "CUDA_FIX_BINARY" not in os.environ:
            subprocess.run([root / "scripts/build", "cuda-fix-static"], check=True)
        inside = {str(binary): "cuda_fix/cuda-fix"}
        for library in shared_beside(binary):
            inside[str(library.resolve())] = f"cuda_fix/{library.name}"
        for package, text in licences(binary.parent.parent).items():
            inside[str(text.resolve())] = f"cuda_fix/licences/{package}.txt"
        build_data["force_include"].update(inside)
        build_data["pure_python"] = False
        build_data["tag"] = "py3-none-manylinux_%d_%d_%s" % (*glibc(binary), platform.machine())
