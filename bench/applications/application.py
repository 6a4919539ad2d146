# SPDX-License-Identifier: Apache-2.0
"""One application of a suite."""

from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Application:
    suite: str
    name: str
    folder: Path
    sources: list[str]
    flags: list[str] = field(default_factory=list)
    arguments: list[str] = field(default_factory=list)
    directory: Path | None = None  # to run in; none: the folder
    reference: dict | None = None  # how its results are checked (reference.py)
    checkout: Path | None = None
