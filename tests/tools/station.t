#!/usr/bin/python3
"""tests/tools/station.t: a board file made of five good reports (docs/station.md): each of its lines, changed, fails the
card with that line's sentence; the good cards pass. TAP 13."""
import os
import re
import sys
import tempfile
import zlib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "../kit"))
from command import finish, point as check, run  # noqa: E402

CARD = ("--chipset", "g84", "--vram", "4M", "--suite", "default")


def write(name, text):
    path = os.path.join(ROOM, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def held(text):
    status, out, _ = run("selftest", *CARD, "--expect", write("board.cfg", text))
    return status, out.splitlines()[-1] if out else ""


# Another value of the same form, and what the sentence calls it.
def other(key, value):
    if key == "match":
        return "1462:0910", "no match= of"
    if key == "subsystem":
        return "1462:0910", "subsystem 10de:0400, 1462:0910 expected"
    if value.startswith("0x"):
        return f"0x{int(value, 16) ^ 0x10:x}", f"{key} {value}, 0x{int(value, 16) ^ 0x10:x} expected"
    if re.fullmatch(r"\d+", value):
        return str(int(value) + 1), rf"{key} \d+[^;]*, {int(value) + 1}[^;]* expected"
    if re.fullmatch(r"\d*-\d*", value):
        return "123456-123457", rf"{key} \d+[^;]*, 123456 to 123457[^;]* expected"
    return value[:-1] + "z", f"{key} {value}, {value[:-1]}z expected"


with tempfile.TemporaryDirectory() as ROOM:
    reports = [write(f"{seed}.jsonl", run("selftest", *CARD, "--json", "--seed", str(seed))[1]) for seed in range(1, 6)]
    status, board, said = run("expect", *reports)
    check("made", status == 0 and "# from 5 good cards" in board and not said, said)
    lines = [line for line in board.splitlines() if line and not line.startswith("#")]
    facts = set(re.findall(r'^FACT\(\w+, \w+, "(\w+)"', open("suite/kit/fact_list.h", encoding="ascii").read(), re.M))
    keys = {line.split("=")[0] for line in lines} - {"match"}
    check("every fact of the list is in the file", keys == facts - {"ecc"}, f"not there: {sorted(facts - keys)}")
    rom = os.path.join(ROOM, "card.rom")
    run("vbios", "--chipset", "g84", "--write", rom)
    seen = run("selftest", *CARD[:4], "--suite", "id", "--vbios", rom, "--json")[1]
    check("vbios_crc is the CRC-32 of the image", f'"vbios_crc":"0x{zlib.crc32(open(rom, "rb").read()):08x}"' in seen, seen)
    # What is measured may move more on a busy machine than in five runs.
    good = re.sub(r"^(rate|seconds)=.*\n", "", board, flags=re.M)
    status, seen = held(good)
    check("the good card passes", status == 0 and seen.startswith("# verdict: PASS"), seen)
    for line in lines:
        key, value = line.split("  #")[0].split("=")
        changed, words = other(key, value)
        text = "\n".join(f"{key}={changed}" if row.startswith(key + "=") else row for row in good.splitlines()) + "\n"
        if key in ("rate", "seconds"):
            text += f"{key}={changed}\n"
        status, seen = held(text)
        check(f"another {key} fails the card",
              status == 1 and re.search(rf"^# verdict: FAIL: board.expected: G84 is not the expected board: .*{words}", seen), seen)
    status, out, _ = run("selftest", "--chipset", "gv100", "--suite", "vram.quick", "--expect", write("ecc.cfg", "ecc=on\n"))
    check("ECC that is off where it should be on fails the card", status == 1 and "ecc off, on expected" in out, out[-300:])
    status, out, said = run("selftest", *CARD, "--expect", write("broken.cfg", "chipset=g84\nfan=fast\n"))
    check("a broken file is refused before anything runs",
          status == 2 and not out and "broken.cfg line 2: fan=fast: expected a number, or LOW-HIGH, LOW- or -HIGH" in said, said)
    bad = write("bad.jsonl", run("selftest", *CARD, "--json", "--defect", "vram-stuck:partition=1,bit=37")[1])
    status, out, said = run("expect", bad)
    check("a bad card makes no file", status == 2 and not out and "no good card" in said, said)
    status, out, said = run("expect", reports[0], bad)
    check("a bad card beside a good one is left out", status == 0 and "1 card is left out" in said, said)
    status, out, said = run("report", reports[0], "--expect", write("board.cfg", good.replace("memory=4", "memory=8")))
    check("report compares", status == 0 and "  expected  memory 4 MiB, 8 MiB expected" in out, out[-200:] + said)
    line = os.path.join(ROOM, "line")
    os.mkdir(line)
    for n, knobs in enumerate(((), (), (), ("--knob", "fan_tach=silent"))):
        label = ("--key", f"label=SN{n}")
        write(f"line/{n}.jsonl", run("selftest", *CARD, "--json", *label, *knobs)[1])
    status, out, said = run("report", line)
    check("the card of a line whose fan stands is named",
          status == 0 and re.search(r"^# card SN3 .* is unlike its neighbours: fan 0 turns a minute, its neighbours 1\d{3}", out, re.M), out[:600] + said)
finish()
