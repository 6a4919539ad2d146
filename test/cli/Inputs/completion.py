# SPDX-License-Identifier: Apache-2.0
"""What `cuda-fix man` and `cuda-fix completion` print names each option of --help and each command; the shells that are
installed parse the scripts, and complete by them."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

tool, folder = sys.argv[1], Path(sys.argv[2])
folder.mkdir(exist_ok=True)


def output(*command, text: str | None = None) -> str:
    run = subprocess.run(command, input=text, capture_output=True, text=True)
    assert run.returncode == 0 and not run.stderr, (command, run.returncode, run.stderr)
    return run.stdout


usage = output(tool, "--help")
options = sorted(set(re.findall(r"^  (--?[A-Za-z][\w-]*)", usage, re.M)))
commands = sorted(set(re.findall(r"cuda-fix ([a-z][a-z-]+)", usage)))
assert len(options) > 60 and "explain-launch" in commands, (options, commands)


def named(text: str, words: list[str], spelling) -> None:
    missing = [w for w in words if not re.search(spelling(w), text, re.M)]
    assert not missing, f"not named: {missing}"


manual = output(tool, "man")
named(manual.replace("\\-", "-"), options, lambda o: rf"^\\fB{re.escape(o)}\\fR")
named(manual.replace("\\-", "-"), commands, lambda c: rf"^\\fB{c}\\fR$")
if shutil.which("groff"):
    output("groff", "-man", "-ww", "-z", text=manual)

SPELLINGS = {
    "bash": lambda o: rf"[' ]{re.escape(o)}[= ']",
    "zsh": lambda o: rf"\*{re.escape(o)}[=+]?\[",
    "fish": lambda o: rf" -{'l' if o.startswith('--') else '[so]'} {o.lstrip('-')} ",
}
CHECK = {"bash": ["bash", "-n"], "zsh": ["zsh", "-n"], "fish": ["fish", "--no-execute"]}
for shell, spelling in SPELLINGS.items():
    script = output(tool, "completion", shell)
    named(script, options, spelling)
    named(script, commands, lambda c: rf"\b{c}\b")
    (folder / shell).write_text(script)
    if shutil.which(shell):
        output(*CHECK[shell], folder / shell)
    else:
        print(f"{shell} is not there: its script was not parsed")


def bash(*words: str) -> list[str]:
    line = " ".join(f"'{w}'" for w in words)
    return output("bash", "-c", f"""compopt() {{ :; }}; source {folder}/bash
COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _cuda_fix; printf '%s\\n' "${{COMPREPLY[@]}}" """).split()


assert bash("cuda-fix", "--no-rep") == ["--no-repair", "--no-replay"]
assert bash("cuda-fix", "--baseli") == ["--baseline="]
assert bash("cuda-fix", "--level", "=", "f") == ["fast"]
assert bash("cuda-fix", "--level", "=") == ["fast", "normal", "exhaustive"]
assert bash("cuda-fix", "explain", "shared-") == ["shared-race"]
assert bash("cuda-fix", "sim") == ["simulate"]
assert "a.cu" not in bash("cuda-fix", "a.c")
if shutil.which("fish"):
    def fish(line: str) -> list[str]:
        return [l.split("\t")[0] for l in output(
            "fish", "--no-config", "-c", f"source {folder}/fish; complete -C '{line}'").splitlines()]

    assert fish("cuda-fix --no-rep") == ["--no-repair", "--no-replay"], fish("cuda-fix --no-rep")
    assert fish("cuda-fix --level=f") == ["--level=fast"], fish("cuda-fix --level=f")
    assert fish("cuda-fix explain shared-") == ["shared-race"], fish("cuda-fix explain shared-")
