#!/usr/bin/python3
"""tests/boots/rounds.t: long burns in. 200 rounds of a good card, of one whose memory errs now and then, and of one that
falls off the bus in its third round: the machine's memory stays level, and serial port, report.txt, report.jsonl and screen
come to the same sum. `make test` takes a few rounds of the second."""
import json
import re
import subprocess
import tempfile

from boots import check, finish, in_full

ROUNDS = 200 if in_full else 6


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
        return end[4]


if in_full:
    check("good.sum", burn_in("good", "PASS").startswith(f"{ROUNDS} rounds: all PASS"))
SUM = burn_in("intermittent", "FAIL", "--defect", "vram-intermittent:partition=1,rate=1,seed=5")
check("intermittent.sum", re.match(rf"{ROUNDS} rounds: \d+ not PASS.* wrong words.*chip B", SUM), SUM)
if in_full:
    SUM = burn_in("gone", "INCOMPLETE", "--defect", "bus-gone:after=8000000")
    check("gone.sum", re.match(r"4 rounds: 2 not PASS, the first was round 3", SUM), SUM)
finish()
