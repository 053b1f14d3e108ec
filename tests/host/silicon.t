#!/usr/bin/python3
"""tests/host/silicon.t: what a rig must never do. A good card is never FAIL and no chip of it is named, whatever
silicon does where the documents leave room: each value of each knob, and random combinations, all judged as on
silicon. Bad memory is still named. SAMPLE=N random combinations (default 40), SEED=N draws others; FULL=1: each
knob on every chipset. TAP 13."""
import itertools
import os
import random
import re
import subprocess

BARECARD = os.environ.get("BARECARD", "build/barecard")
SAMPLE = int(os.environ.get("SAMPLE", "40"))
FULL = os.environ.get("FULL") == "1"
draw = random.Random(int(os.environ.get("SEED", "1")))
count = failed = 0


def check(name, complaint):
    global count, failed
    count += 1
    failed += bool(complaint)
    print(f"{'not ' if complaint else ''}ok {count} - silicon.{name}")
    if complaint:
        print("\n".join("#   " + line for line in complaint.splitlines()))


def listed(*arguments):
    return subprocess.run([BARECARD, *arguments], capture_output=True, text=True, check=True).stdout.splitlines()


def selftest(chip, *options):
    done = subprocess.run([BARECARD, "selftest", "--device", "silicon", "--chipset", chip, *options],
                          capture_output=True, text=True)
    return done.returncode, done.stdout


def knob_options(knobs):
    return [word for knob in knobs for word in ("--knob", knob)]


def accusation(chip, knobs, *options):
    """What a run says against a card whose only fault is to be another than the documents."""
    status, out = selftest(chip, *knob_options(knobs), *options)
    words = [line for line in out.splitlines() if re.search(r"bad memory|verdict: FAIL", line)]
    if "# verdict: " not in out:
        words.append("no verdict")
    if status == 1 or words:
        judged = [line for line in out.splitlines() if line.startswith("not ok") and "# TODO" not in line]
        return f"{chip} {' '.join(knobs)}: status {status}\n" + "\n".join(words + judged[:4])
    return ""


def values(words):
    """All words of a list; of a range its ends and one between."""
    if ".." in words:
        low, high = (int(word, 0) for word in words.split(".."))
        return sorted({low, high, (low + high) // 3})
    return words.split("|")


chips = [line.split("\t")[0] for line in listed("chipsets")[1:]]
knobs = {}
for line in listed("defects"):
    kind, name, parameters, *_ = line.split("\t")
    if kind == "knob":
        knobs[name] = values(parameters)

for chip in chips:
    check(f"good.{chip}", accusation(chip, []))
turn = itertools.cycle(chips)
for name, list_ in knobs.items():
    for value in list_:
        on = chips if FULL else [next(turn), next(turn)]
        check(f"knob.{name}={value}", "\n".join(filter(None, (accusation(chip, [f"{name}={value}"]) for chip in on))))
for number in range(SAMPLE):
    chosen = [f"{name}={draw.choice(list_)}" for name, list_ in sorted(knobs.items()) if draw.random() < 0.3]
    check(f"random.{number}", accusation(draw.choice(chips), chosen))

# A rig that lets no DMA pass is the rig's fault, and the memory is not accused.
for chip in ("g80", "g84", "gt215"):
    status, out = selftest(chip, "--defect", "bus-dma-blocked")
    check(f"dma.{chip}", "" if status == 2 and "bad memory" not in out and "link.dma: the card reads nothing" in out
          else f"status {status}\n" + "\n".join(out.splitlines()[-3:]))

# Memory defects are named in the same words as on the model.
seen = set()
for line in open("tests/defects.tsv"):
    defect, chip, tests, says = line.rstrip("\n").split("\t")
    if not defect.startswith("vram-") or "vram.quick" not in tests or defect in seen:
        continue
    seen.add(defect)
    status, out = selftest("g84" if chip == "any" else chip, "--defect", defect, "--suite", "id,window,link,vram.quick")
    check(f"bad.{defect.replace(',', '.')}", "" if status == 1 and says in out else f"status {status}, nothing says: {says}")

# What is wrong with translation is never called bad memory.
for defect in ("tlb-stale-object", "vm-unpaged-as-paged"):
    status, out = selftest("g84", "--defect", defect)
    check(f"no_memory.{defect}", "bad memory was named" if "bad memory" in out or "it may explain" in out else "")

print(f"1..{count}")
raise SystemExit(1 if failed else 0)
