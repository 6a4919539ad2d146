# SPDX-License-Identifier: Apache-2.0
"""Rodinia: what each application is built from and run with (arguments.json), after its Makefile
and its `run`, scaled down, with made-up inputs of the same form."""

import shlex
from pathlib import Path

from application import Application


def rodinia_applications(checkout: Path, given: dict, inputs: Path) -> list[Application]:
    scratch = inputs / "scratch"
    scratch.mkdir(parents=True, exist_ok=True)

    def filled(text: str) -> str:
        return text.replace("{inputs}", str(inputs)).replace("{scratch}", str(scratch))

    applications = []
    for name, how in sorted(given.items()):
        folder = checkout / "cuda" / how.get("folder", name)
        applications.append(Application("rodinia", name, folder,
                                        [str(folder / s) for s in how["sources"].split()],
                                        [f.replace("-I", f"-I{folder}/") if f.startswith("-I") else f
                                         for f in how.get("flags", "").split()],
                                        shlex.split(filled(how.get("arguments", ""))),
                                        Path(filled(how.get("directory", str(scratch))))))
    return applications
