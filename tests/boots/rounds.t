#!/usr/bin/python3
"""tests/boots/rounds.t: long burns in. 200 rounds of a good card, of one whose memory begins to err in the middle of them and
errs in some rounds only, and of one that falls off the bus in its third round: the machine's memory stays level, and serial
port, report.txt, report.jsonl and screen come to the same sum. A stick that fills up says so, and its report.txt still has
the sum. `make test` takes a few rounds of the second."""
import json
import re
import subprocess
import tempfile

from boots import SAYS_INCOMPLETE, check, finish, in_full, png_to_ppm, shows

ROUNDS = 200 if in_full else 6
WORDS = 2300000  # that a round reads of a partition of 2 MiB, about


def chips_of(records):
    """What the sum says of chips, from the results of the memory tests: in how many rounds each was bad, and its words."""
    rounds, chips, where = 0, {}, []
    for record in records:
        rounds += record["type"] == "machine"
        for name, words in re.findall(r"(\w+)=(\d+)", record.get("chip_words", "")):
            bad, sum_ = chips.get(name, (0, 0))
            chips[name] = bad + 1, sum_ + int(words)
            where.append(rounds)
    return chips, where


def burn_in(name, verdict, *options):
    """The sum of the rounds in words, of a boot that ends with that verdict."""
    with tempfile.TemporaryDirectory(prefix="rounds.") as folder:
        done = subprocess.run(
            ["./run-qemu.sh", "--loop", str(ROUNDS), "--vram", "4M", "--suite", "id,vram.quick", "--timeout", "800", "--out",
             folder, *options], capture_output=True, text=True, check=False)
        said = done.stdout
        end = re.search(r"^# free pages: (\d+) before the first round, (\d+) after the last\n# all rounds: ([A-Z ]+); (.*)",
                        said, re.M)
        check(f"{name}.ends", end and end[3] == verdict and f"\nverdict: {verdict}" in said, said[-800:] + done.stderr)
        if not end:
            return ""
        print(f"# {name}: {end[1]} pages were free before the first round, {end[2]} after the last; {end[4]}")
        check(f"{name}.memory is level", end[1] == end[2], end[0])
        with open(f"{folder}/report.txt", encoding="ascii") as file:
            text = file.read()
        check(f"{name}.report.txt", text.endswith(f"Rounds   {end[4]}\nVerdict of all rounds: {verdict}\n"), text[-600:])
        with open(f"{folder}/report.jsonl", encoding="utf-8") as file:
            records = [json.loads(line) for line in file]
        rounds = int(re.match(r"(\d+)", end[4])[1])
        runs = [record for record in records if record["type"] == "machine"]
        verdicts = [record["verdict"] for record in records if record["type"] == "verdict" and "card" not in record]
        notes = [record["text"] for record in records if record["type"] == "note" and re.match(r"\d+ rounds?: ", record["text"])]
        check(f"{name}.report.jsonl", len(runs) == len(verdicts) == len(notes) == rounds and notes[-1] == end[4]
              and sum(one != "PASS" for one in verdicts) == sum(not one.startswith("PASS") for one in verdicts),
              f"{len(runs)} runs, {len(verdicts)} verdicts, {len(notes)} notes")
        bad = [number for number, one in enumerate(verdicts, 1) if one != "PASS"]
        check(f"{name}.rounds", not bad and "all PASS" in end[4]
              or f"{len(bad)} not PASS, the first was round {bad[0]}" in end[4], f"{bad} {end[4]}")
        chips, where = chips_of(records)
        words = sum(words for _, words in chips.values())
        check(f"{name}.words", not words or f"; {words} wrong words, the first in round {where[0]}, " in end[4]
              and all(f"chip {chip} bad in {rounds}, {words} words" in end[4] for chip, (rounds, words) in chips.items()),
              f"{chips} {where[:1]} {end[4]}")
        png_to_ppm(f"{folder}/screen.png", f"{folder}/screen.ppm")
        check(f"{name}.screen", shows(f"{folder}/screen.ppm", verdict) and shows(f"{folder}/screen.ppm", end[4][:40]), end[4])
        wanted = [f"Bad in {verdicts.count('FAIL')} of {rounds} rounds", "CHIPS OVER ALL ROUNDS"] if verdict == "FAIL" else \
            [f"Not PASS in {len(bad)} of {rounds} rounds, the first was round {bad[0]}"] if bad else []
        wanted.append("WRONG WORDS AND TEMPERATURE IN EACH ROUND")
        missing = [one for one in wanted if not shows(f"{folder}/screen.ppm", one)]
        check(f"{name}.chart", not missing, f"{missing}")
        return end[4]


def fills_up(folder):
    """One run fits; then there is no room for another, and the bad memory of later rounds is in report.txt alone."""
    with open(f"{folder}/report.jsonl", "wb") as report, open(f"{folder}/filler", "wb") as filler:
        report.write(b"\n" * (1 << 20))
        filler.truncate(64 * 1000 * 1000 - (1 << 20))
    done = subprocess.run(
        ["./run-qemu.sh", "--loop", "40", "--vram", "4M", "--suite", "default", "--timeout", "400", "--put",
         f"{folder}/report.jsonl=/report.jsonl", "--put", f"{folder}/filler=/filler", "--out", f"{folder}/out", "--defect",
         f"vram-intermittent:partition=1,rate=1000,seed=5,after={30 * WORDS}"], capture_output=True, text=True, check=False)
    said = done.stdout
    full = len(re.findall("^# the stick is full: this run is not in report.jsonl, only in report.txt", said, re.M))
    check("full.said", 0 < full < 40 and "could not be written" not in said, f"{full} {said[-300:]}")
    with open(f"{folder}/out/report.jsonl", encoding="utf-8") as file:
        records = [json.loads(line) for line in file if line != "\n"]
    check("full.runs are whole", len([record for record in records if record["type"] == "machine"]) == 40 - full
          and records[-1]["type"] == "verdict" and "card" not in records[-1], f"{len(records)} {records[-1:]}")
    with open(f"{folder}/out/report.txt", encoding="ascii") as file:
        text = file.read()
    check("full.report.txt", "Rounds   40 rounds: " in text and text.endswith("Verdict of all rounds: FAIL\n"), text[-500:])
    png_to_ppm(f"{folder}/out/screen.png", f"{folder}/screen.ppm")
    check("full.screen", shows(f"{folder}/screen.ppm", "REPORT NOT SAVED: the stick is full"), "")


if in_full:
    check("good.sum", burn_in("good", "PASS").startswith(f"{ROUNDS} rounds: all PASS"))
SUM = burn_in("intermittent", "FAIL", "--defect",
              f"vram-intermittent:partition=1,rate=1,seed=5,after={ROUNDS // 2 * WORDS}")
check("intermittent.sum", re.match(rf"{ROUNDS} rounds: (\d+) not PASS, the first was round (\d+);.* wrong words.*chip B", SUM)
      and int(re.search(r"first was round (\d+)", SUM)[1]) in range(ROUNDS // 3, ROUNDS), SUM)
if in_full:
    SUM = burn_in("gone", SAYS_INCOMPLETE, "--defect", "bus-gone:after=9800000")  # amid the memory test of round 3
    check("gone.sum", re.match(r"4 rounds: 2 not PASS, the first was round 3", SUM), SUM)
    with tempfile.TemporaryDirectory(prefix="rounds.") as place:
        fills_up(place)
finish()
