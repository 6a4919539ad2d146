# SPDX-License-Identifier: Apache-2.0
"""Tables of what cuda-fix said beside what the GPU did."""

from collections import Counter

from execute import CONFLICTS, LOAD, STORE
from times import print_times


def seen(answer: dict) -> bool | None:
    """Whether a tool of compute-sanitizer saw something; none: it did not come to its end, or
    said nothing."""
    if answer["hazards"] or answer["errors"]:
        return True
    return False if answer["ended"] and answer["said"] else None


def print_races(pairs: list[tuple[dict, dict]]) -> None:
    tables: dict[str, Counter] = {}
    remarks = []
    for program, result in pairs:
        if "not_compiled" in result:
            remarks.append(f"{program['source']}: not compiled: {result['not_compiled'][:200]}")
            continue
        for kernel in program["kernels"]:
            for tool, what, bad, good in (("racecheck", "race on shared memory", "shared", "free"),
                                          ("synccheck", "divergent barrier", "divergent",
                                           "uniform")):
                answer = result["kernels"][kernel["name"]].get(tool)
                if answer is None:
                    continue
                if program["repaired"]:
                    if not kernel[bad] or program["left"].get(kernel["name"]):
                        continue
                    row, wanted = f"{what}: repaired", False
                elif kernel[bad]:
                    row, wanted = f"{what}: reported", True
                else:
                    row, wanted = f"{what}: proved free", False
                saw = seen(answer)
                column = "no answer" if saw is None else "seen" if saw else "not seen"
                tables.setdefault(row, Counter())[column] += 1
                if saw not in (wanted, None):
                    text = answer["text"].replace("=========", "").split("\n")
                    remarks.append(f"{row}, {column}: {program['source']} {kernel['name']} "
                                   f"{kernel[bad]} {kernel['repairs']} "
                                   + " | ".join(t.strip() for t in text[1:4]))
    columns = ("seen", "not seen", "no answer")
    print("| kernels with | " + " | ".join(columns) + " |\n|---|---|---|---|")
    for row, counts in sorted(tables.items()):
        print(f"| {row} | " + " | ".join(str(counts[c]) for c in columns) + " |")
    print(*remarks, sep="\n")


STYLES = ("PTX", "CUDA", "wrapper")


def print_modern(pairs: list[tuple[dict, dict]]) -> None:
    """Each kernel counts once, as the first of: does not end, fails, racecheck, synccheck, none."""
    columns = ("does not end", "fails", "racecheck", "synccheck", "nothing")
    tables: dict[tuple[str, str], Counter] = {}
    remarks = []
    for program, result in pairs:
        style = STYLES[program["style"]]
        if "not_compiled" in result:
            remarks.append(f"{program['name']}, {style}: not compiled: {result['not_compiled']}")
            continue
        for kernel in program["kernels"]:
            answer = result["kernels"][kernel["name"]]
            if not answer["ended"]:
                saw = "does not end"
            elif answer["status"] != "cudaSuccess":
                saw = "fails"
            else:
                saw = next((t for t in ("racecheck", "synccheck") if seen(answer[t])), "nothing")
            kind = "correct" if kernel["correct"] else "buggy"
            if program["repaired"]:
                if kernel["correct"] or kernel["name"] in program["left"]:
                    continue
                kind = "repaired"
            tables.setdefault((kind, style), Counter())[saw] += 1
            if (kind == "buggy") == (saw == "nothing"):
                text = answer.get(saw, {}).get("text", "").replace("=========", "").split("\n")
                remarks.append(f"{program['name']}, {style}, {kernel['name']}: {saw}, "
                               f"{answer['status']}, found here: {kernel['found']} "
                               + " | ".join(t.strip() for t in text[1:4]))
    print("| kernels | style | " + " | ".join(columns) + " |\n" + "|---" * 7 + "|")
    for (kind, style), counts in sorted(tables.items()):
        print(f"| {kind} | {style} | " + " | ".join(str(counts[c]) for c in columns) + " |")
    print(*remarks, sep="\n")


def of_gpu(metrics: dict) -> dict:
    return {"load": int(metrics.get(LOAD, 0)), "store": int(metrics.get(STORE, 0)),
            "conflicts": int(sum(metrics.get(c, 0) for c in CONFLICTS))}


def print_counters(pairs: list[tuple[dict, dict]]) -> None:
    print("| program | kernels | load sectors | store sectors | bank conflicts | prints the same |"
          "\n" + "|---" * 6 + "|")
    remarks = []
    for program, result in pairs:
        name = program["name"] + (", repaired" if program["repaired"] else "")
        found = result.get("counters", result.get("not_compiled", ""))
        if isinstance(found, str):
            remarks.append(f"{name}: no counters: {found}")
            continue
        equal, sums, compared = Counter(), Counter(), 0
        for kernel, counts in program["expected"].items():
            launches = [of_gpu(metrics) for metrics in found.get(kernel, [])]
            if not launches or any(other != launches[0] for other in launches):
                remarks.append(f"{name} {kernel}: {len(launches)} launches that differ")
                continue
            compared += 1
            for what, value in counts.items():
                gpu = launches[0][what]
                equal[what] += value == gpu
                sums["ours", what] += value
                sums["gpu", what] += gpu
                if value != gpu:
                    remarks.append(f"{name} {kernel}: {what} {value} simulated, {gpu}")
        cells = [f"{sums['ours', w]} / {sums['gpu', w]}, {equal[w]} equal"
                 for w in ("load", "store", "conflicts")]
        same = "-" if "printed" not in program else \
            "yes" if program["printed"] == result["printed"] else "no"
        print(f"| {name} | {compared} | " + " | ".join(cells) + f" | {same} |")
    print(*remarks, sep="\n")


def print_programs(pairs: list[tuple[dict, dict]]) -> None:
    equal, remarks = 0, []
    for program, result in pairs:
        if result.get("printed") == program["printed"] and result.get("code") == 0:
            equal += 1
        else:
            remarks.append(f"{program['name']}: {result.get('not_compiled') or result.get('code')} "
                           f"{str(result.get('printed'))[:300]!r} not {program['printed'][:300]!r}")
    print(f"{equal} of {len(pairs)} programs print the same", *remarks, sep="\n")


def compare(programs: list[dict], results: dict) -> None:
    """Prints all tables; the programs and results are in one order."""
    print(results["device"])
    for part, show in (("races", print_races), ("modern", print_modern),
                       ("counters", print_counters), ("programs", print_programs),
                       ("times", print_times)):
        pairs = [(p, r) for p, r in zip(programs, results["results"]) if p["part"] == part]
        if pairs:
            print()
            show(pairs)
