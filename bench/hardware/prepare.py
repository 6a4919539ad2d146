# SPDX-License-Identifier: Apache-2.0
"""Writes programs for the GPU and what cuda-fix says of them.

The plan is a list of programs: `part`, `name`, the `source` in the folder, compiler `flags`, and
what is expected of a run; the two versions of a repaired program differ in `repaired`.
"""

import json
import random
import re
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from indices import WORDS, kernel as indexed_kernel
from times import SCALE, WRAPPER
from toolrun import REPOSITORY, analyse, find_tool, run_limited, warm_up, why_no_report

RACE_FOLDERS = ("test/detect", "test/transform", "test/clean", "bench/aucs/kernels")
PROGRAMS = ("test/simulate/*.cu", "test/simulate/Inputs/*.cu", "bench/hgrd/programs/*.cu")
NUMBERS = {"bool", "char", "signed char", "unsigned char", "short", "unsigned short", "int",
           "unsigned", "unsigned int", "long", "unsigned long", "long long", "unsigned long long",
           "size_t", "float", "double", "uint8_t", "int64_t", "uint32_t", "uint64_t"}
SYNCHRONIZES = re.compile(r"__shared__|__sync|\bcg::|cooperative_groups|\bsync\b|barrier")

# The source comes last: its macros may have any name, and it may lack a header.
DRIVER = """// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <vector>

/// Small numbers that repeat, or zeros.
template <typename T> T *buffer(int zero) {{
  std::vector<char> host(4 << 20);
  if constexpr (std::is_arithmetic_v<T>) {{
    for (size_t i = 0; i < host.size() / sizeof(T) && !zero; ++i)
      reinterpret_cast<T *>(host.data())[i] = T(i % 64);
  }} else {{
    for (size_t i = 0; i < host.size() / sizeof(int) && !zero; ++i)
      reinterpret_cast<int *>(host.data())[i] = i % 64;
  }}
  void *device;
  cudaMalloc(&device, host.size());
  cudaMemcpy(device, host.data(), host.size(), cudaMemcpyHostToDevice);
  return static_cast<T *>(device);
}}

#define main originalMain
#include "{source}"
#undef main

int main(int, char **argv) {{
  int zero = std::atoi(argv[2]);
{calls}  cudaError_t error = cudaDeviceSynchronize();
  std::printf("%s\\n", cudaGetErrorName(error));
  return error != cudaSuccess;
}}
"""


def signatures(text: str) -> dict[str, list[tuple[str, str]]]:
    """Of each plain kernel the parameters' types and names, without those that a driver cannot
    call."""
    text = re.sub(r"//.*", "", text)
    found = {}
    for match in re.finditer(r"(template\s*<[^{;]*>\s*)?(?:static\s+)?__global__\s+void\s+"
                             r"(?:__(?:launch_bounds|cluster_dims)__\([^)]*\)\s*)*(\w+)\s*\(([^)]*)\)\s*\{",
                             text):
        if match[1]:
            continue
        parameters = []
        for parameter in filter(None, (p.strip() for p in match[3].split(","))):
            parts = re.fullmatch(r"(.*?[\s*&])([A-Za-z_]\w*)", re.sub(r"__restrict__|__grid_constant__", "",
                                                            parameter), re.S)
            if not parts:
                break
            type_ = re.sub(r"\b(const|volatile)\b", "", parts[1]).strip()
            if "&" in type_ or "**" in type_ or ("*" not in type_ and type_ not in NUMBERS):
                break
            parameters.append((type_, parts[2]))
        else:
            found[match[2]] = parameters
    return found


def body(text: str, name: str) -> str:
    start = re.search(rf"\b{name}\s*\([^)]*\)\s*\{{", text).end()
    end = text.find("__global__", start)
    return text[start:end if end > 0 else None]


def constants(values: list[str]) -> list[int] | None:
    return [int(v) for v in values] if all(re.fullmatch(r"\d+", v) for v in values) else None


def how_launched(kernel: dict, finding: dict | None, parameters: list) -> dict | None:
    """Dimensions and values of a launch: those of the finding's witness, or of a launch whose
    dimensions are constants; none where a number is not known."""
    values: dict[str, int] = {}
    if finding:
        witness = finding.get("witness")
        if not witness or "block" not in witness:
            return None
        block, grid, values = witness["block"], witness["grid"], witness.get("values", {})
    else:
        launch = kernel["launches"][0] if kernel["launches"] else None
        if not launch:
            return None
        block, grid = constants(launch["block"]), constants(launch["grid"])
        for fact in launch["facts"]:
            if match := re.fullmatch(r"(\w+) == (\d+)", fact):
                values[match[1]] = int(match[2])
        if any("*" not in type_ and name not in values for type_, name in parameters):
            return None
    if not block or not grid or grid[0] * grid[1] * grid[2] > 4096:
        return None
    return {"block": block, "grid": grid, "values": {k: v for k, v in values.items()
                                                     if isinstance(v, int)}}


def call(name: str, parameters: list, launch: dict, other: str = "64") -> str:
    """Statements that launch the kernel; scalars of no known value get the other one."""
    arguments = []
    for type_, parameter in parameters:
        if "*" in type_:
            arguments.append(f"buffer<{type_.rstrip('* ').strip()}>(zero)")
        else:
            arguments.append(f"({type_}){launch['values'].get(parameter, other)}")
    dims = ", ".join(f"dim3({','.join(map(str, launch[d]))})" for d in ("grid", "block"))
    return (f'  if (!std::strcmp(argv[1], "{name}"))\n'
            f"    {name}<<<{dims}, 8192>>>({', '.join(arguments)});\n")


def options_of(source: Path) -> list[str]:
    """The dimensions that a test gives its kernels."""
    run = re.search(r"RUN: %check-findings %s(.*)", source.read_text())
    return re.findall(r"--(?:block|grid)-dim[= ]\S+", run[1]) if run else []


def left(tool: str, options: list[str], repaired: Path, *arguments: str) -> dict[str, list[str]]:
    """What is still reported of each kernel, `possible` findings too."""
    run = analyse(tool, ["--checks=synchronization", "--no-repair", "--show=possible", *options,
                         str(repaired), *arguments], seconds=240, mib=1 << 20)
    found: dict[str, list[str]] = {}
    for finding in run.report["findings"] if run.report else []:
        if finding["level"] != "note" and finding["id"] != "redundant-barrier":
            found.setdefault(finding["kernel"], []).append(finding["id"])
    return found


def repair(tool: str, options: list[str], source: Path, *arguments: str) -> bool:
    """Repairs the synchronization of a file; returns whether it is another one then."""
    text = source.read_text()
    applied = run_limited([tool, "--checks=synchronization,-redundant-barrier", *options, "--apply",
                           "--unsafe", "--allow-dirty", str(source), *arguments], seconds=240,
                          mib=1 << 20)
    if source.read_text() != text:
        return True
    if applied.code not in (0, 1):
        print(f"{source.name}: {why_no_report(applied)}", file=sys.stderr)
    return False


def races(tool: str, file: Path, folder: Path) -> list[dict]:
    """One program for each version of the file: kernels to call, and what is said of each."""
    options = [part for o in options_of(file) for part in o.split()]
    run = analyse(tool, ["--checks=synchronization", *options, str(file)], seconds=240,
                  mib=1 << 20)
    if run.report is None:
        print(f"{file.name}: {why_no_report(run)}", file=sys.stderr)
        return []
    text, kernels, calls = file.read_text(), [], []
    known = signatures(text)
    for kernel in run.report["kernels"]:
        name = kernel["name"]
        if name not in known or not SYNCHRONIZES.search(body(text, name)):
            continue
        findings = [f for f in run.report["findings"]
                    if f["kernel"] == name and f["level"] != "note" and
                    f["id"] != "redundant-barrier"]
        shared = [f for f in findings if "race" in f["id"] and "shared memory" in f["message"]]
        divergent = [f for f in findings if f["id"] == "barrier-divergence"]
        main = (divergent or shared or findings or [None])[0]
        launch = how_launched(kernel, main, known[name])
        if not launch:
            continue
        kernels.append({
            "name": name, "free": kernel["verdicts"]["race"] == "free",
            "uniform": kernel["verdicts"]["barrier-divergence"] == "free",
            "shared": [f["confidence"] for f in shared],
            "divergent": [f["confidence"] for f in divergent],
            "repairs": sorted({r["id"] for f in findings for r in f["repairs"][:1]})})
        calls.append(call(name, known[name], launch))
    if not kernels:
        return []
    name = f"{file.parent.parent.name}-{file.parent.name}-{file.stem}"
    source = folder / name / "original" / file.name
    source.parent.mkdir(parents=True)
    shutil.copy(file, source)
    programs = [{"part": "races", "name": name, "repaired": False, "kernels": kernels}]
    if any(k["repairs"] for k in kernels):
        repaired = folder / name / "repaired" / file.name
        repaired.parent.mkdir()
        shutil.copy(file, repaired)
        if repair(tool, options, repaired):
            programs.append({"part": "races", "name": name, "repaired": True,
                             "kernels": kernels, "left": left(tool, options, repaired)})
    for program in programs:
        place = folder / name / ("repaired" if program["repaired"] else "original")
        (place / "driver.cu").write_text(DRIVER.format(source=file.name, calls="".join(calls)))
        program["source"] = str((place / "driver.cu").relative_to(folder))
        program["flags"] = ["-G"]  # the source's accesses, none left out
    return programs


def modern(tool: str, file: Path, folder: Path) -> list[dict]:
    """Two programs for each style of the file's kernels, which its own launches call: as they are,
    and repaired."""
    programs = []
    known, launch = signatures(file.read_text()), re.compile(r"(\w+)<<<(\d+), (\d+)>>>")
    called = {m[1]: {"grid": [int(m[2])], "block": [int(m[3])], "values": {}}
              for m in launch.finditer(file.read_text())}
    names = [name for name in known if name in called]
    arch = ["--arch", "sm_90"]
    for style in range(3):
        define = f"-DSTYLE={style}"
        run = analyse(tool, ["--checks=synchronization,-redundant-barrier", "--no-repair", *arch,
                             str(file), define], seconds=240, mib=1 << 20)
        if run.report is None:
            print(f"{file.name}: {why_no_report(run)}", file=sys.stderr)
            continue
        found: dict[str, set] = {}
        for finding in run.report["findings"]:
            if finding["level"] != "note":
                found.setdefault(finding["kernel"], set()).add(finding["id"])
        for version in ("original", "repaired"):
            place = folder / f"modern-{file.stem}-{style}" / version
            place.mkdir(parents=True)
            source = Path(shutil.copy(file, place))
            shutil.copy(file.parent / "sync.h", place)
            program = {"part": "modern", "name": file.stem, "style": style,
                       "repaired": version == "repaired"}
            if program["repaired"]:
                if not repair(tool, arch, source, define):
                    continue
                program["left"] = left(tool, arch, source, define)
            (place / "driver.cu").write_text(DRIVER.format(source=file.name, calls="".join(
                call(name, known[name], called[name], "4") for name in names)))
            programs.append(program | {
                "kernels": [{"name": name, "correct": name.endswith("Ok"),
                             "found": sorted(found.get(name, []))} for name in names],
                "flags": ["-arch=sm_90a", define, "-G"],
                "source": str((place / "driver.cu").relative_to(folder))})
    return programs


def counted(tool: str, source: Path, how: list[str]) -> dict:
    """Sectors of loads and stores and bank conflicts of each kernel, simulated."""
    run = run_limited([tool, "simulate", str(source), "--format", "json", *how], seconds=300,
                      mib=1 << 20)
    try:
        report = json.loads(run.out)
    except ValueError:
        print(f"{source.name}: {why_no_report(run)}", file=sys.stderr)
        return {}
    found = {}
    for kernel in report["kernels"]:
        sums = {"load": 0, "store": 0, "conflicts": 0}
        for measure in kernel.get("measures", []):
            values = measure["values"]
            kind = {"read": "load", "write": "store"}.get(measure["what"])
            if kind:
                sums[kind] += values.get("sectors", 0)
            sums["conflicts"] += values.get("bank_conflicts", 0)
        found[re.sub(r"[<(].*", "", kernel["name"])] = sums
    return found


def generated(tool: str, folder: Path, count: int = 200) -> list[dict]:
    rng = random.Random(1)
    kernels, calls = zip(*(indexed_kernel(rng, n) for n in range(count)))
    source = folder / "indices" / "indices.cu"
    source.parent.mkdir()
    source.write_text("".join(kernels) + "\nint main() {\n  void *a, *b;\n"
                      f"  cudaMalloc(&a, {WORDS * 16});\n  cudaMalloc(&b, 65536);\n"
                      f"  cudaMemset(a, 0, {WORDS * 16});\n" + "".join(calls) +
                      "  return cudaDeviceSynchronize() != cudaSuccess;\n}\n")
    expected = counted(tool, source, ["--kernel", ".", "--schedules", "1", "--search", "0", "--arg",
                                      f"a=zero({WORDS * 16})", "--arg", "out=zero(65536)"])
    return [{"part": "counters", "name": "indices", "repaired": False, "flags": ["-G"],
             "source": "indices/indices.cu", "expected": expected}]


def printed(tool: str, source: Path) -> str | None:
    """What the program prints; none: it fails. The files that it writes are dropped."""
    arch = re.search(r"--arch[= ](\w+)", source.read_text())
    with tempfile.TemporaryDirectory() as folder:
        run = run_limited([tool, "simulate", "--run-program", "--no-check",
                           *(["--arch", arch[1]] if arch else []), str(source.resolve())],
                          seconds=120, mib=1 << 20, cwd=folder)
    return run.out if run.code == 0 else None


def memory(tool: str, file: Path, folder: Path) -> list[dict]:
    programs = []
    for version in ("original", "repaired"):
        place = folder / file.stem / version
        place.mkdir(parents=True)
        shutil.copy(file.parent / "buffers.h", place)
        source = Path(shutil.copy(file, place))
        if version == "repaired":
            run_limited([tool, "--checks=performance", "--show=note", "--apply", "--unsafe",
                         "--allow-dirty", str(source)], seconds=300, mib=1 << 20)
        expected = counted(tool, source, ["--kernel", ".", "--schedules", "1", "--search", "0"])
        programs.append({"part": "counters", "name": file.stem, "repaired": version == "repaired",
                         "flags": ["-G", "-fmad=false"], "source": str(source.relative_to(folder)),
                         "printed": printed(tool, source), "expected": expected})
    return programs


def timed(tool: str, file: Path, folder: Path) -> list[dict]:
    """Both versions of a program at a size that fills a GPU."""
    programs = []
    for version in ("original", "repaired"):
        place = folder / f"times-{file.stem}" / version
        place.mkdir(parents=True)
        shutil.copy(file.parent / "buffers.h", place)
        source = Path(shutil.copy(file, place))
        if version == "repaired":
            run_limited([tool, "--checks=performance", "--show=note", "--apply", "--unsafe",
                         "--allow-dirty", str(source), "--", f"-DSCALE={SCALE}"], seconds=300,
                        mib=1 << 20)
            if source.read_text() == file.read_text():
                print(f"{file.name}: not repaired", file=sys.stderr)
                return []
        programs.append({"part": "times", "name": file.stem, "repaired": version == "repaired",
                         "flags": [f"-DSCALE={SCALE}", "-fmad=false", *WRAPPER],
                         "source": str(source.relative_to(folder))})
    return programs


def whole(tool: str, file: Path, folder: Path) -> list[dict]:
    if not re.search(r"^int main\(", file.read_text(), re.M):
        return []
    output = printed(tool, file)
    if output is None:
        return []
    place = folder / f"whole-{file.stem}"
    shutil.copytree(file.parent, place, ignore=lambda _, names: [
        n for n in names if n != file.name and not n.endswith((".h", ".cuh")) and n != "matrix"])
    return [{"part": "programs", "name": file.stem, "repaired": False, "printed": output,
             "flags": ["-fmad=false"], "source": str((place / file.name).relative_to(folder))}]


def prepare(folder: Path, given: str | None, parts: list[str]) -> None:
    tool = find_tool(given)
    if folder.exists() and any(folder.iterdir()):
        sys.exit(f"{folder} is not empty: name a new folder")
    folder.mkdir(parents=True, exist_ok=True)
    warm_up(tool)
    repairs = sorted((REPOSITORY / "bench/memory-repairs/programs").glob("*.cu"))
    jobs = {"races": [(races, tool, file, folder) for name in RACE_FOLDERS
                      for file in sorted((REPOSITORY / name).glob("*.cu"))],
            "modern": [(modern, tool, file, folder)
                       for file in sorted((REPOSITORY / "bench/modern/kernels").glob("*.cu"))],
            "counters": [*((memory, tool, file, folder) for file in repairs),
                         (generated, tool, folder)],
            "programs": [(whole, tool, file, folder)
                         for pattern in PROGRAMS for file in sorted(REPOSITORY.glob(pattern))],
            "times": [(timed, tool, file, folder) for file in repairs]}
    work = [job for part in parts for job in jobs[part]]
    shutil.copy(Path(__file__).with_name("times.cu"), folder)
    with ThreadPoolExecutor(2) as pool:
        plan = [p for found in pool.map(lambda job: job[0](*job[1:]), work) for p in found]
    (folder / "plan.json").write_text(json.dumps(plan, indent=1))
    print(f"{len(plan)} programs in {folder}")
