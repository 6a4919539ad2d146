# SPDX-License-Identifier: Apache-2.0
"""HeCBench: a folder NAME-cuda for each application, with a Makefile of one form."""

import re
import shlex
from pathlib import Path

from application import Application

REPEATS = 2  # what the last argument of most applications counts


def variables(text: str) -> dict[str, str]:
    """`name = value` and `name += value`, line continuations joined, where `ifeq` allows it."""
    found: dict[str, str] = {}
    taken: list[bool] = []  # the branches of the conditionals around a line
    for line in text.replace("\\\n", " ").splitlines():
        if m := re.match(r"\s*if(n?)eq\s*\((.*?),(.*?)\)", line):
            same = expand(m[2], found).strip() == expand(m[3], found).strip()
            taken.append(same != bool(m[1]))
        elif re.match(r"\s*ifn?def\b", line):
            taken.append(False)
        elif re.match(r"\s*else\b", line) and taken:
            taken[-1] = not taken[-1]
        elif re.match(r"\s*endif\b", line) and taken:
            taken.pop()
        elif not all(taken):
            continue
        elif m := re.match(r"\s*(\w+)\s*(\+|:|\?)?=\s*(.*?)\s*(#.*)?$", line):
            name, how, value = m[1], m[2], m[3]
            found[name] = (found.get(name, "") + " " + value).strip() if how == "+" else value
    return found


def expand(text: str, known: dict[str, str], depth: int = 0) -> str:
    if depth > 8:
        return text
    text = re.sub(r"\$[({](\w+):(\S*?)=(\S*?)[)}]",
                  lambda m: " ".join(re.sub(re.escape(m[2].replace("%", "")) + "$",
                                            m[3].replace("%", ""), w)
                                     for w in expand(known.get(m[1], ""), known, depth + 1).split()),
                  text)
    return re.sub(r"\$[({](\w+)[)}]", lambda m: expand(known.get(m[1], ""), known, depth + 1), text)


def scaled(arguments: list[str], largest: int) -> list[str]:
    """The last number is how often, others are sizes."""
    result = []
    for i, a in enumerate(arguments):
        if re.fullmatch(r"\d+", a):
            n = int(a)
            if i == len(arguments) - 1 and i > 0 and n >= 10:
                n = REPEATS
            while n > largest:
                n = n // 2 if n % 2 == 0 else n // 10
            a = str(n)
        result.append(a)
    return result


def words(line: str) -> list[str]:
    """Of the first command of a line of the shell."""
    line = re.split(r"[>|;&]", line)[0]
    try:
        return shlex.split(line)
    except ValueError:
        return line.split()


def run_arguments(text: str, known: dict[str, str]) -> list[str]:
    rule = re.search(r"^run\s*:.*\n((?:\t.*\n?)+)", text, re.M)
    for line in (rule[1] if rule else "").replace("\\\n", " ").splitlines():
        line = expand(line, {**known, "LAUNCHER": ""}).strip().lstrip("@")
        if line.startswith("./") or line.startswith("$"):
            return words(line)[1:]
    return []


def has_main(source: Path) -> bool:
    return bool(re.search(r"\bmain\s*\(", source.read_text(errors="replace")))


def hecbench_applications(checkout: Path, given: dict, largest: int) -> list[Application]:
    applications = []
    for folder in sorted((checkout / "src").glob("*-cuda")):
        makefile = folder / "Makefile"
        if not makefile.exists():
            continue
        text = makefile.read_text(errors="replace")
        known = variables(text)
        words = expand(known.get("source", known.get("SOURCE", "")), known).split()
        sources = [w for w in words if (folder / w).exists() and re.search(r"\.(cu|cpp|cc|c)$", w)]
        if not any(has_main(folder / s) for s in sources):
            sources = sorted(str(p.relative_to(folder)) for p in folder.rglob("*")
                             if p.suffix in (".cu", ".cpp", ".cc", ".c"))
        flags = re.findall(r"-[ID]\s*\S+|-std=\S+", expand(known.get("CFLAGS", ""), known))
        name = folder.name.removesuffix("-cuda")
        arguments = given.get(name)
        arguments = shlex.split(arguments) if arguments is not None else \
            scaled(run_arguments(text, known), largest)
        flags = [f.replace(" ", "") for f in flags]
        applications.append(Application("hecbench", name, folder, sources, flags, arguments))
    return applications
