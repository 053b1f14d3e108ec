#!/usr/bin/python3
"""tests/tools/confirmed.t: the whole way of a claim that a good card has shown: its report, barecard confirm, rows of
docs/hardware/confirmed.tsv, a build that reads them. Then the claim is proven for that chipset, and for no other: a card
that contradicts it fails. TAP 13."""
import json
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "../kit"))
from command import BARECARD, check, finish  # noqa: E402

BUILD = os.environ["BUILD"]
SUITE = ["--suite", "id,window,link,vm.fault", "--device", "silicon"]
CLAIM, OTHERWISE = "vm.fault.value", ["--knob", "bar_fault_value=0xbad0ac12"]


def records(program, chipset, *arguments):
    done = subprocess.run([program, "selftest", "--chipset", chipset, "--json", *SUITE, *arguments],
                          stdout=subprocess.PIPE, text=True)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


def judged(program, chipset):
    """Status and, of the claim that this card contradicts, result and basis."""
    status, all_records = records(program, chipset, *OTHERWISE)
    return status, *[(record["result"], record["basis"]) for record in all_records
                     if record["type"] == "end" and record["test"] == CLAIM]


def confirm(program, chipset, path):
    """Rows that a good card's report gives. The report is the model's, told as a real card's."""
    with open(path, "w") as file:
        for record in records(program, chipset)[1]:
            if record["type"] == "machine":
                record["machine"] = "Bench"
            file.write(json.dumps(record) + "\n")
    return subprocess.run([program, "confirm", path], stdout=subprocess.PIPE, text=True).stdout.splitlines()


def build(table, folder):
    """The host command as make builds it with that table."""
    source, program = os.path.join(folder, "confirmed.c"), os.path.join(folder, "barecard")
    with open(source, "w") as file:
        subprocess.run(["tools/confirmed.pl", table], stdout=file, check=True)
    subprocess.run(["cc", "-std=gnu11", "-I.", "-o", program, source, f"{BUILD}/host/tools/main.o",
                    f"-L{BUILD}/plain", f"-Wl,-rpath,{os.path.abspath(BUILD)}/plain", "-lbarecard"], check=True)
    return program


with tempfile.TemporaryDirectory() as work:
    check("unproven", (0, ("fail", "unverified E12")), judged(BARECARD, "g84"))

    head, *rows = confirm(BARECARD, "g84", os.path.join(work, "report.jsonl"))
    mine = [row for row in rows if row.startswith(f"g84\t{CLAIM}\tunverified E12\t")]
    check("confirm", (1, 0), (len(mine), sum("\tproven\t" in row for row in rows)))

    table = shutil.copy("docs/hardware/confirmed.tsv", work)
    with open(table) as file:
        check("table.header", head, file.readline().rstrip("\n"))
    with open(table, "a") as file:
        file.writelines(row + "\n" for row in rows)
    new = build(table, work)
    check("proven", (1, ("fail", "proven")), judged(new, "g84"))
    check("other_chipset", (0, ("fail", "unverified E12")), judged(new, "g86"))
    check("confirmed_once", [head], confirm(new, "g84", os.path.join(work, "again.jsonl")))
    check("good_card", 0, records(new, "g84")[0])
    # What a row may name: a file, or a public dump by repository, commit and path.
    for name, says, wanted in [("a.jsonl", "file", 0), ("o/n@0889eaab:data/a.json", "dump", 0), ("o/n", "no_commit", 1),
                               ("https://example.org/a", "address", 1)]:
        with open(table, "w") as file:
            file.write(head + "\n" + "\t".join(["gv100", "a.b", "documented", "-", "-", "-", "-", name, "-"]) + "\n")
        done = subprocess.run(["tools/confirmed.pl", table], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        check(f"names.{says}", wanted, int(done.returncode != 0))
finish()
