# SPDX-License-Identifier: Apache-2.0
"""Rodinia: what each application is built from and run with (arguments.json), after its Makefile
and its `run`, scaled down, with made-up inputs of the same form."""

import shlex
import shutil
from pathlib import Path

from application import Application


def rodinia_applications(checkout: Path, given: dict, inputs: Path) -> list[Application]:
    def filled(text: str) -> str:
        return text.replace("{inputs}", str(inputs))

    applications = []
    for name, how in sorted(given.items()):
        folder = checkout / "cuda" / how.get("folder", name)
        scratch = inputs / "scratch" / name
        (scratch / "openmp").mkdir(parents=True, exist_ok=True)
        for needed in how.get("needs", "").split():
            shutil.copy(inputs / needed, scratch)
            shutil.copy(inputs / needed, scratch / "openmp")
        reference = how.get("reference")
        if reference:
            reference = {k: filled(v) for k, v in reference.items()}
        flags = [f.replace("-I", f"-I{folder}/") if f.startswith("-I") else f
                 for f in how.get("flags", "").split()]
        applications.append(Application("rodinia", name, folder,
                                        [str(folder / s) for s in how["sources"].split()], flags,
                                        shlex.split(filled(how.get("arguments", ""))), scratch,
                                        reference, checkout))
    return applications
