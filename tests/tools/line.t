#!/usr/bin/python3
"""tests/tools/line.t: barecard report over a folder of a line's reports (docs/line.md): none is lost, yields are right,
and the rig that fails more than its neighbours is named. REPORTS=10000 makes that many. TAP 13."""
import csv
import os
import random
import re
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "../kit"))
from command import check, finish, run  # noqa: E402

RIGS = 64
REPORTS = int(os.environ.get("REPORTS", "1280"))
BAD_RIG = 7


def template(chipset, *options):
    return run("selftest", "--json", "--chipset", chipset, "--suite", "vram.quick", *options)[1]


GOOD = [template("g84"), template("g92"), template("gt215")]
# What is broken, and the chips that wrong words are found in.
BAD = [(template("g84", "--defect", "vram-stuck:partition=1,bit=37"), "g84", "B1"),
       (template("g92", "--defect", "vram-chip:partition=2,chip=0,width=32"), "g92", "C0")]


def mac(rig):
    return f"525400{rig:06x}"


def write(path, text, label, when):
    """The report as a rig would have written it: with a label, and a time of its own."""
    text = re.sub(r'"time":"[^"]*"', f'"time":"{when}"', text)
    text = text.replace('"schema":2,', f'"schema":2,"label":"{label}",', 1)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def rows_of(out, what):
    return [line.split("\t") for line in out.splitlines() if line.startswith(what + "\t")]


with tempfile.TemporaryDirectory() as folder:
    dice = random.Random(1)
    tests = {mac(rig): [0, 0, 0] for rig in range(RIGS)}
    chips = {}
    last = {}
    for i in range(REPORTS):
        rig = i % RIGS
        # One card in fifty is bad; on the bad rig half of them seem so.
        bad = dice.random() < (0.5 if rig == BAD_RIG else 0.02)
        # Some cards come again, later, on another rig.
        label = f"SN{i - RIGS - 1 if i % 10 == 9 and i > 2 * RIGS else i:06}"
        when = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(1790000000 + 60 * i))
        if bad:
            text, chipset, chip = dice.choice(BAD)
            chips[(chipset, chip)] = chips.get((chipset, chip), 0) + 1
        else:
            text = dice.choice(GOOD)
        tests[mac(rig)][0] += 1
        tests[mac(rig)][2 if bad else 1] += 1
        last[label] = not bad
        # Half of the reports lie in a folder for each day, as a web server may keep them.
        place = os.path.join(folder, when[:10]) if i % 2 else folder
        os.makedirs(place, exist_ok=True)
        stamp = when[:19].replace("-", "").replace(":", "")
        write(os.path.join(place, f"{stamp}-{mac(rig)}-{label}.jsonl"), text, label, when)

    status, out, err = run("report", folder)
    check("status", 0, status)
    check("silent", "", err)
    seen = {row[1]: [int(n) for n in row[2:5]] for row in rows_of(out, "rig")}
    check("rigs", tests, seen)
    check("worst_rig_first", mac(BAD_RIG), rows_of(out, "rig")[0][1])
    check("odd_rig", [mac(BAD_RIG)], re.findall(r"^# rig (\S+) fails more than its neighbours", out, re.M))
    check("chips", chips, {(row[1].split()[0], row[1].split()[-1]): int(row[4]) for row in rows_of(out, "chip")})
    check("boards", REPORTS, sum(int(row[2]) for row in rows_of(out, "board")))
    check("known_cards", f"{len(last)} known cards, {sum(last.values())} good at their last test",
          (re.findall(r"\d+ known cards, \d+ good at their last test", out) or [out])[0])
    good = sum(row[1] for row in tests.values())
    check("yield", f"yield {round(1000 * good / REPORTS) / 10:.1f} %", (re.findall(r"yield [\d.]+ %", out) or [out])[0])

    # Rounds of a burn-in are one test of their card, as bad as the worst of them.
    with tempfile.TemporaryDirectory() as rounds:
        parts = [part.replace('"schema":2,', f'"schema":2,"round":{i + 1},"label":"burnt",', 1)
                 for i, part in enumerate([GOOD[0], BAD[0][0]] + [GOOD[0]] * 6)]
        write(os.path.join(rounds, "burn.jsonl"), GOOD[0] + "".join(parts), "good", "2026-11-25T10:00:00.000Z")
        check("rounds", "# 2 tests of cards: 1 PASS, 1 FAIL, 0 other; yield 50.0 %; 2 known cards, 1 good at their last test",
              run("report", rounds)[1].splitlines()[0])

    # Equal rigs: chance alone names none of them.
    fair = os.path.join(folder, "fair")
    os.mkdir(fair)
    for i in range(20 * 20):
        write(os.path.join(fair, f"20261122T1000{i:04}-{mac(i % 20)}-X.jsonl"),
              BAD[0][0] if i // 20 < 2 + i % 2 else GOOD[0], "X", "2026-11-22T10:00:00.000Z")
    check("fair_rigs", [], re.findall(r"^# rig .*", run("report", fair)[1], re.M))
    subprocess.run(["rm", "-r", fair], check=True)

    table, page = os.path.join(folder, "cards.csv"), os.path.join(folder, "page.html")
    began = time.monotonic()
    status, _, _ = run("report", folder, "--csv", table, "--html", page, "--check")
    print(f"# {REPORTS} reports as table and page: {time.monotonic() - began:.1f} s, page {os.path.getsize(page) >> 10} KiB")
    check("check", 1, status)
    with open(table, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    check("csv.all", REPORTS, len(rows))
    check("csv.rigs", {rig: row[0] for rig, row in tests.items()},
          {rig: sum(row["rig"] == rig for row in rows) for rig in tests})
    with open(page, encoding="utf-8") as file:
        text = file.read()
    check("page.names_the_rig", 1, text.count(f"rig {mac(BAD_RIG)} fails more than its neighbours"))
    check("page.lists_all", REPORTS, text.count("<li><a class="))
    check("page.shows_some", 100, text.count('<section id="c'))
    check("page.says_so", True, f"100 of {REPORTS} cards" in text)

    # Sticks that somebody collected: a folder for each rig. A bad file costs the others nothing.
    sticks = os.path.join(folder, "sticks")
    for rig in ("bench1", "bench2"):
        os.makedirs(os.path.join(sticks, rig))
        write(os.path.join(sticks, rig, "report.jsonl"), GOOD[0], rig, "2026-11-22T10:00:00.000Z")
    check("sticks.rigs", ["bench1", "bench2"], [row[1] for row in rows_of(run("report", sticks)[1], "rig")])
    check("sticks.check", 0, run("report", sticks, "--check")[0])
    with open(os.path.join(sticks, "bench1", "empty.jsonl"), "w", encoding="utf-8"):
        pass
    status, out, err = run("report", sticks, "--check")
    check("bad_file.status", 2, status)
    check("bad_file.named", True, "left out: " in err and "empty.jsonl: no run in this file" in err)
    check("bad_file.counted", True, "1 file could not be read" in out and len(rows_of(out, "rig")) == 2)
    os.mkdir(os.path.join(folder, "nothing"))
    status, _, err = run("report", os.path.join(folder, "nothing"))
    check("empty_folder", (2, True), (status, "no run in any *.jsonl of this folder" in err))

finish()
