#!/usr/bin/python3
"""Speeds of `barecard run` in a guest, beside the firmware's on the same modelled machine and card: the memory test and
the whole run, the least of four of each, since noise only adds. Status 1 if Linux is slower by more than the twentieth
by which the least of four moves. A line of `make bench`."""
import json
import os
import re
import subprocess
import sys
import tempfile

from guest import KERNELS, ROOT, Guest

ROUNDS = 4
NOISE = 1.05
PROCESSOR = "max"  # that of tests/linux/guest.py: an emulated one with AVX2 compares more slowly than one without


def times(report):
    """Milliseconds of vram.quick and of the run, from its first record to its verdict."""
    records = [json.loads(line) for line in report.splitlines()]
    quick = next(r for r in records if r["type"] == "end" and r["test"] == "vram.quick")
    return int(re.search(r"MiB in (\d+) ms", quick["note"])[1]), records[-1]["up"] - records[0]["up"]


def firmware(chip):
    with tempfile.TemporaryDirectory(prefix="barecard-bench-") as folder:
        subprocess.run([ROOT / "run-qemu.sh", "--chipset", chip, "--vram", "64M", "--out", folder,
                        "--", "-cpu", PROCESSOR], check=False,
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       env={**os.environ, "BARECARD_NO_TPM": "1", "BARECARD_BUILT": "1"})
        with open(f"{folder}/report.jsonl") as report:
            return times(report.read())


def linux(chip, iommu):
    """The firmware's machine has no IOMMU, so without one it is the same machine: QEMU walks the tables of one in software,
    for each access of the card."""
    device = "gv100" if chip == "gv100" else f"nv50,chipset={chip},media=on"
    words = {} if iommu else {"iommu": None}
    said = Guest([f"{device},vram=64M"], **words).run(
        "cd /out; echo 16 >/proc/sys/vm/nr_hugepages; "
        f"barecard run {'' if iommu else '--no-iommu'} --device model --out r >tap")
    return times(said["r/report.jsonl"])


if not (KERNELS["stable"] / "rig").exists():
    print("barecard run: left out, there is no kernel (tools/setup.sh --tests)")
    sys.exit(0)
missed = False
for card in ("g84", "gv100"):
    rounds = [(firmware(card), linux(card, False)) for _ in range(ROUNDS)]  # in turn: the machine's own load moves both
    theirs, ours = ([min(column) for column in zip(*side)] for side in zip(*rounds))
    walked = linux(card, True)
    for name, a, b, c in zip(("memory test of 64 MiB", "whole run"), theirs, ours, walked):
        print(f"{f'{card}: {name} under Linux':48} {b:8} ms  aim the firmware's {a}; through QEMU's IOMMU {c}")
        missed |= b > a * NOISE
sys.exit(missed)
