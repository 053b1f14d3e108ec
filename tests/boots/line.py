#!/usr/bin/python3
"""tests/boots/line.py URL FOLDER BARECARD WORK RIGS REPORTS: so many rigs without QEMU, each a process that runs the self
tests on modelled cards, good and broken ones, and puts their reports to a web server with curl. FOLDER is where the
server keeps them. Then: is every report there as it was sent, and does `barecard report` count them right? TAP lines."""
import collections
import csv
import hashlib
import multiprocessing
import os
import random
import re
import subprocess
import sys
import time

url, folder, barecard, work = sys.argv[1:5]
RIGS, REPORTS = int(sys.argv[5]), int(sys.argv[6])
BAD_RIG = 7
# Defects that the quick memory test finds on every run; the report names the chip.
GOOD = [("g84", None), ("g92", None), ("gt215", None)]
BAD = [("g84", "vram-stuck:partition=1,bit=37"), ("g92", "vram-chip:partition=2,chip=0,width=32")]
count = failed = 0


def check(name, wanted, seen):
    global count, failed
    count += 1
    good = wanted == seen
    failed += not good
    print(f"{'' if good else 'not '}ok {count} - {name}{'' if good else f': expected {wanted!r}, seen {seen!r}'}", flush=True)


def selftest(chipset, defect, label, when):
    """A report as a rig would have it, with a label and a time of its own."""
    arguments = [barecard, "selftest", "--json", "--chipset", chipset, "--suite", "vram.quick"]
    done = subprocess.run(arguments + (["--defect", defect] if defect else []), capture_output=True, text=True)
    text = re.sub(r'"time":"[^"]*"', f'"time":"{when}"', done.stdout)
    return text.replace('"schema":2,', f'"schema":2,"label":"{label}",', 1)


def rig(number):
    """All reports of one rig, sent one after the other; what was sent, by name, and how often the server did not answer."""
    dice = random.Random(number)
    mac = f"525400{number:06x}"
    sent, retries = {}, 0
    for i in range(number, REPORTS, RIGS):
        bad = dice.random() < (0.5 if number == BAD_RIG else 0.02)
        label = f"SN{i:06}"
        when = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(1790000000 + 60 * i + dice.randrange(60)))
        text = selftest(*dice.choice(BAD if bad else GOOD), label, when)
        name = f"{re.sub('[-:]', '', when[:19])}-{mac}-{label}.jsonl"
        put = ["curl", "--silent", "--show-error", "--fail", "--upload-file", "-", "--header", "If-None-Match: *", url + name]
        while subprocess.run(put, input=text.encode(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode:
            retries += 1
            time.sleep(0.5)
        sent[name] = (hashlib.sha256(text.encode()).hexdigest(), bad)
    return mac, sent, retries


began = time.monotonic()
with multiprocessing.Pool(RIGS) as pool:
    rigs = pool.map(rig, range(RIGS), chunksize=1)
took = time.monotonic() - began
sent = {name: what for _, part, _ in rigs for name, what in part.items()}
print(f"# {RIGS} rigs have sent {len(sent)} reports in {took:.0f} s; {sum(rig[2] for rig in rigs)} times the server did not answer")

kept = {}
for name in os.listdir(folder):
    with open(os.path.join(folder, name), "rb") as file:
        kept[name] = hashlib.sha256(file.read()).hexdigest()
check("sent", REPORTS, len(sent))
check("none_lost", [], sorted(set(sent) - set(kept))[:5])
check("none_invented", [], sorted(set(kept) - set(sent))[:5])
check("none_changed", [], [name for name in sent if kept.get(name) != sent[name][0]][:5])

began = time.monotonic()
page, table = work + ".html", work + ".csv"
done = subprocess.run([barecard, "report", folder, "--html", page, "--csv", table, "--check"], capture_output=True, text=True)
print(f"# page and table of {len(kept)} reports: {time.monotonic() - began:.1f} s, page {os.path.getsize(page) >> 10} KiB")
check("check_says_fail", 1, done.returncode)
check("silent", "", done.stderr)
with open(table, newline="", encoding="utf-8") as file:
    rows = collections.Counter((row["rig"], row["verdict"] == "FAIL") for row in csv.DictReader(file))
wanted = collections.Counter((mac, bad) for mac, part, _ in rigs for _, bad in part.values())
check("verdicts_of_each_rig", wanted, rows)
with open(page, encoding="utf-8") as file:
    text = file.read()
check("bad_rig_is_named", [f"525400{BAD_RIG:06x}"] if BAD_RIG < RIGS else [],
      sorted(set(re.findall(r"rig (\S+) fails more than its neighbours", text))))
sys.exit(failed > 0)
