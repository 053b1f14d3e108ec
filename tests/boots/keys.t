#!/usr/bin/python3 -B
"""tests/boots/keys.t: keys in QEMU: the menu, the label, a run that is paused, skipped and stopped, the question, and what
the verdict offers; and a barcode scan in each of these, which is no command. `make test` takes a sample."""
import json
import os
import tempfile
import time

from boots import SAYS_INCOMPLETE, Pc, check, finish, from_stick, in_full, stick

ONCE_MORE = "# {0}: once more {1}, within 10 s"
NAVY = (0x0E, 0x3A, 0x57)  # the menu's bar, and chips under test


def boot(folder, config, vram="16M", **files):
    image = stick(folder, f"device=model\n{config}", **files)
    return image, Pc(folder, disks=[image], card=f"vram={vram}")


def labels(image):
    return [json.loads(line).get("label") for line in from_stick(image, "report.jsonl").splitlines()
            if '"type":"machine"' in line]


# One machine, from the menu to power-off, with a scan in each state. Its letters are those of all commands.
with tempfile.TemporaryDirectory() as folder:
    image, pc = boot(folder, "menu=60\nlabel=ask\nsuite=id.boot0,vram.quick,vram.size\n", vram="1G")
    with pc:
        pc.hears("A digit chooses, Enter starts; the first one starts in 60 s.")
        pc.scan()
        check("menu.scan", "What is tested?" not in pc.said() and pc.shows(NAVY), pc.said())
        pc.press("ret")
        pc.hears("What is tested? Type it or scan it, then press Enter. (Esc: without it)")
        pc.key("ret")  # some scanners send it first, too
        pc.scan("sn-4711")
        pc.hears("# vram.quick: ")
        pc.press("spc")
        time.sleep(2)
        before = len(pc.said())
        pc.scan()
        time.sleep(1)
        check("pause.scan", len(pc.said()) == before, "the test goes on in a pause, or a scan ends it")
        pc.type(" ")
        pc.scan()
        check("run.scan", "once more" not in pc.said() and "operator" not in pc.said(), pc.said())
        pc.type("s")
        pc.hears(ONCE_MORE.format("S", "skips the test"))
        pc.type("s")
        pc.hears("# verdict: ")
        check("skip", "- vram.quick # SKIP skipped by the operator (S)" in pc.said(), pc.said())
        check("skip.goes_on", "- vram.size" in pc.said(), "the next test did not run")
        pc.scan("sn-oxf")
        pc.press("o")
        pc.hears(ONCE_MORE.format("O", "powers off"))
        pc.press("d", "r")  # taken back; then the next card
        pc.hears("# vram.quick: ", pc.said().count("# vram.quick: ") + 1)
        pc.press("esc", "esc")
        pc.hears("# verdict: ", 2)
        check("stop", pc.said().rstrip().endswith(
            f"# verdict: {SAYS_INCOMPLETE}: vram.quick: stopped by the operator (Esc)"), pc.said())
        pc.press("o", "o")
        check("off", pc.process.wait(timeout=60) == 0)
    check("labels", labels(image) == ["sn-4711", "sn-oxf"], labels(image))

# The report of three boots that somebody ended in one test: the firmware asks, and hears the answer on the serial line.
with tempfile.TemporaryDirectory() as folder:
    before = "".join(json.dumps(record, separators=(",", ":")) + "\n" for record in (
        {"type": "machine", "run": 3},
        {"type": "note", "test": "id.boot0", "card": "0000:01:00.0", "id": "10de:0400 10de:0400 a2",
         "text": "machine was switched off or reset by hand during ", "cuts": 3}))
    image, pc = boot(folder, "menu=0\nsuite=id\n", **{"report.jsonl": before})
    with pc:
        pc.hears("(R runs it again, L leaves it out; left out in 30 s)")
        check("ask.before", "- id.boot0" not in pc.said(), "the test ran before the answer")
        pc.scan()
        check("ask.scan", "- id.boot0" not in pc.said(), "a scan is an answer")
        pc.type("r")
        pc.hears("# verdict: PASS (only id)")
        check("ask.again", "# id.boot0, card 0000:01:00.0: runs again (R)" in pc.said(), pc.said())

# A machine without a screen: the label is asked and answered on COM1; what is typed by hand has blanks and mistakes.
for name, typed, wanted in (("com1", "sn48\x7f7 1\r", "sn47 1"), ("escaped", "47\x1b", None))[:2 if in_full else 1]:
    with tempfile.TemporaryDirectory() as folder:
        image, pc = boot(folder, "menu=0\nsuite=id.boot0\nlabel=ask\n")
        with pc:
            pc.hears("What is tested?")
            pc.type(typed)
            pc.hears("# verdict: PASS (only id.boot0)")
        check(f"label.{name}", labels(image) == [wanted], labels(image))
finish()
