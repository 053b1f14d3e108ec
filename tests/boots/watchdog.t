#!/usr/bin/python3 -B
"""tests/boots/watchdog.t: a processor that waits for ever for the card, in QEMU with a hardware watchdog that resets the
machine: the next start names what hung and goes on, and the starts end. ALL=1 (`make test-hangs`): in each step of the
takeover, warm and cold, in one test of each kind, in mode=probe, with a report of 1 MiB, and with the log of accesses,
whose last line is the access that hung. TAP 13."""
import glob
import json
import os
import re
import subprocess
import tempfile

from boots import SAYS_INCOMPLETE, check, finish, run

BUILD = os.environ.get("BUILD", "build")
ALL = os.environ.get("ALL") == "1"
MACHINE = ["-device", "i6300esb", "-action", "reboot=reset,watchdog=reset", "-rtc", "base=2026-01-01T00:00:00",
           "-global", "nv50.hang=on", "-global", "gv100.hang=on"]


def selftest(*options):
    return subprocess.run([f"{BUILD}/barecard", "selftest", *options], capture_output=True, text=True).stdout


def hang(name, targets, *options, put=(), named=None):
    """The card stops once at each target. As many starts as targets and one more; the last one names them all, or what
    is to be named, and reaches a verdict that is not green."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "hang.txt")
        with open(path, "w") as file:
            file.write("".join(f"{target}\n" for target in targets))
        files = [f"--put={file}" for file in (f"{path}=/hang.txt", *put)]
        status, said = run([], *(word for file in files for word in file.split("=", 1)), "--timeout", "2400", *options,
                           rig="hangs", machine=MACHINE)
    boots = said.split("TAP version 13")[1:]
    check(f"{name}.boots", len(boots) == len(targets) + 1 and said.count("# rig: the card stops") == len(targets),
          f"{len(boots)} boots\n{said}")
    last = boots[-1] if boots else ""
    words = [named] if named else [target.split(" ", 1)[1] for target in targets]
    check(f"{name}.named", all(f"# machine was reset during {word}, card 0000:01:00.0" in last for word in words), last)
    check(f"{name}.verdict", status == 2 and re.search(f"^# verdict: ({SAYS_INCOMPLETE}|NOT TESTED): ", last, re.M),
          f"status {status}\n{last}")
    return last


def needed():
    """Tests that others need, which would not run any more once these are left out."""
    names = set()
    for path in glob.glob("suite/nv50/*.c") + glob.glob("suite/gv100/*.c"):
        with open(path) as file:
            for found in re.findall(r'\.needs = "([^"]*)"', file.read()):
                names.update(found.split(","))
    return names


def kinds(*options):
    """The first test of each group that runs on the card and that no other needs."""
    seen, others = {}, needed()
    for line in selftest(*options).splitlines():
        found = re.match(r"ok \d+ - (\w+\.\w+)(\S*?)(?::| #|$| \()", line)
        if found and "# SKIP" not in line and found[1] + found[2] not in others:
            seen.setdefault(found[1], found[1] + found[2])
    return [f"start {test}" for test in seen.values()]


# Steps in which the card need not answer: what is written to it goes nowhere, and the next step hangs.
SILENT = {"taking it from the machine's firmware": "silencing the errors of its link",
          "putting its registers back": "closing its memory"}


def steps(*options):
    """All but the last, which nothing follows."""
    records = [json.loads(line) for line in selftest("--json", "--suite", "id.boot0", *options).splitlines()]
    return [f"phase {record['phase']}" for record in records if record["type"] == "phase"][:-1]


print("TAP version 13")
last = hang("one", ["start id.timer"], "--vram", "16M", "--suite", "id")
check("one.goes_on", "not ok 6 - id.timer: machine was reset during id.timer" in last and "\nok 7 - id.memory" in last,
      last)

if ALL:
    hang("far_apart", ["start id.timer", "start vram.quick"], "--vram", "16M")
    warm = steps("--chipset", "g84")
    check("steps.count", len(warm) >= 10, warm)
    for step in warm:
        name = step.split(" ", 1)[1]
        named = SILENT.get(name, name)
        last = hang(f"step.{name}", [step], "--vram", "16M", "--suite", "id.boot0", named=named)
        check("step.left_alone", f"left alone: the machine was reset during {named}" in last, last)
    for step in (step for step in steps("--chipset", "g84", "--cold") if step not in warm):
        hang(f"cold.{step.split(' ', 1)[1]}", [step], "--vram", "16M", "--suite", "id.boot0", "--posted", "off")
    gv100 = steps("--chipset", "gv100")
    check("steps.gv100.count", len(gv100) >= 10, gv100)
    for step in gv100:
        name = step.split(" ", 1)[1]
        named = SILENT.get(name, name)
        last = hang(f"step.gv100.{name}", [step], "--chipset", "gv100", "--vram", "16M", "--suite", "identity.boot",
                    named=named)
        check("step.gv100.left_alone", f"left alone: the machine was reset during {named}" in last, last)
    hang("probe", ["phase reading PTIMER_TIME_LOW (0x009400)"], "--vram", "16M", "--mode", "probe")
    for chip, vram in ("g84", "16M"), ("gv100", "64M"):
        each = kinds("--chipset", chip)
        if len(each) > 60:  # after 64 resets nothing is tested any more
            each = each[::2]
        check(f"kinds.{chip}.count", len(each) >= 20, each)
        hang(f"kinds.{chip}", each, "--chipset", chip, "--vram", vram)
    with tempfile.TemporaryDirectory() as folder:
        long = os.path.join(folder, "long.jsonl")
        with open(long, "w") as file:
            file.write(('{"type":"note","text":"' + "x" * 1000 + '"}\n') * 1024)
        hang("long_report", ["start id.timer"], "--vram", "16M", "--suite", "id", put=[f"{long}=/report.jsonl"])
        last = hang("log", ["start id.timer"], "--vram", "16M", "--suite", "id", "--log", "mmio", "--out", folder)
        with open(os.path.join(folder, "mmio-1.log")) as file:
            lines = file.read().splitlines()
        # The first access of a test switches bus mastering on, for which Command is read.
        check("log.last", re.search(r"^MARK \S+ config R 0000:01:00\.0 0x004 2$", lines[-1])
              and lines[-2].endswith(" test id.timer"), lines[-3:])
finish()
