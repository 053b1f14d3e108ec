"""Whether a run in the guest says of a card what the firmware says of it: the same tests in the same order, with the same
results and sentences."""
import csv
import json
import os
import re
import subprocess
import tempfile

from guest import ROOT, Guest

# What the surroundings change, and nothing else: how fast they are, where the VBIOS of an integrated card was found, how
# BAR1 is mapped, what a fan does at that moment, where in the machine's memory a channel lies, and memory above 4 GiB,
# which the firmware's machine does not give the card. Where memory is broken an entry of a page table reads as what lay in
# another place before, and by that goes which of its bits the fault complains of.
SURROUNDINGS = re.compile(r"\d+ MB/s|\d+ ms\b|\d+ ns of USERMODE time in \d+ to \d+ us|stores (combined|uncached)|"
                          r"(?<=no word of this test\); fault )PAGE_\w+|order \d+|told to run at.*|channel 0x[0-9a-f]{8}|"
                          r"(system memory|SYSRAM_\w+) 0x[0-9a-f]+|instance 0x[0-9a-f]+ of system memory|"
                          r"from (the machine's firmware|the copy in VRAM)")
ONLY_HERE = {"link.dma.high": "the machine gives the card no memory above 4 GiB",
             "vm.tables.high": "the machine gives the card no memory above 4 GiB"}
# Defects whose harm, or the word that names a place, depends on where in the machine's memory things lie, or on how many
# accesses there were before.
# vm-pdb-bit-stuck makes bit 13 of a page directory's address 1: the memory test's own lies where it is 0 in the firmware, so
# that vram.quick does not judge there, and where it is 1 anyway in the guest; the tests of pages fail in both.
# copy-target-numbers makes a copy read at the right address of the wrong memory: the word told is what happens to lie there.
# pmc-boot0-wrong makes a GT215 an integrated chipset, whose VBIOS only the machine's firmware has (vbios.image).
PLACES = re.compile(r"bus-|vm-pdb-bit-stuck|copy-target-numbers|pmc-boot0-wrong|window-pmem-target-ignored|vram-weak|.*one_in=")
SAID = ("result", "reason", "expected", "actual", "note", "basis", "source", "steps", "compared", "chips", "verdict")
# Not how it is reached: fewer bytes cross the link where stores are merged.
LOOSE = {"steps"}


def device(chip, vram, defect=None):
    name = "gv100" if chip == "gv100" else f"nv50,chipset={chip},media=on"
    return f"{name},vram={vram}" + (f",defect={defect.replace(',', ',,')}" if defect else "")


def ends(report, card=None):
    """Each test's end and each verdict, in their order."""
    found = []
    for line in report.splitlines():
        record = json.loads(line)
        if record["type"] not in ("end", "verdict") or (card and record.get("card") != card):
            continue
        said = {key: SURROUNDINGS.sub("*", str(record[key])) for key in SAID if key in record and key not in LOOSE}
        found.append((record.get("test", "verdict"), said))
    return found


def firmware(chip, vram, defect=None):
    with tempfile.TemporaryDirectory(prefix="barecard-same-") as folder:
        subprocess.run([ROOT / "run-qemu.sh", "--chipset", chip, "--vram", vram, "--out", folder] +
                       (["--defect", defect] if defect else []), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, env={**os.environ, "BARECARD_NO_TPM": "1", "BARECARD_BUILT": "1"},
                       check=False)
        with open(f"{folder}/report.jsonl") as report:
            return ends(report.read(), "0000:01:00.0")


def differences(theirs, ours):
    """As text, empty if there are none."""
    if [name for name, _ in theirs] != [name for name, _ in ours]:
        return f"firmware: {[name for name, _ in theirs]}\nLinux: {[name for name, _ in ours]}"
    return "\n".join(f"{name}:\n  firmware: {a}\n  Linux:    {b}" for (name, a), (_, b) in zip(theirs, ours)
                     if a != b and a.get("reason") != ONLY_HERE.get(name, ""))


def rows(count):
    """So many of the defects that the firmware's tests notice, spread over the table: chipset and defect."""
    with open(ROOT / "tests/defects.tsv", newline="") as table:
        all_rows = [row for row in csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE)
                    if row["chipset"] in ("any", "g84", "gt215", "gv100") and "property" not in row["tests"] and
                    "client" not in row["tests"] and "_test" not in row["tests"] and " " not in row["defect"] and
                    not PLACES.match(row["defect"])]
    return [("g84" if row["chipset"] == "any" else row["chipset"], row["defect"])
            for row in all_rows[::max(1, len(all_rows) // count)][:count]]


def guest_many(cards, kernel):
    """The ends of each card's tests; the cards are in one guest."""
    said = Guest([device(*card) for card in cards], kernel=kernel).run(
        "cd /out; barecard run --device model --out r >tap", timeout=60 + 30 * len(cards))
    report = said.get("r/report.jsonl", "")
    return [ends(report, f"0000:{number + 1:02x}:00.0") for number in range(len(cards))]
