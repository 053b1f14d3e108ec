#!/usr/bin/python3 -B
"""tests/boots/faults.t: what the machine does when it breaks. A crash of our own: registers, stack and the running test
are on COM1 and on the screen, and the report on the stick ends in that test. An NMI or a machine check in the middle of a test:
the report names the test, the access and what the machine says, and the run ends. A reset by hand in a test: the
boots after it say so and run the test again. A takeover that resets the machine is left out. `make test` takes a
sample. TAP 13."""
import json
import os
import re
import tempfile

from boots import SAYS_INCOMPLETE, check, finish, in_full, png_to_ppm, run, shows


def crashes():
    """The crash that tests/boots/rig/apps/crash.c makes."""
    with tempfile.TemporaryDirectory() as folder:
        status, said = run([], "--vram", "16M", "--suite", "vram.quick", "--out", folder, rig="crash")
        with open(os.path.join(folder, "report.jsonl"), encoding="utf-8") as file:
            records = [json.loads(line) for line in file]
        lines = said[said.index("Bail out!"):].splitlines()[:-1]
        lines = [line.removeprefix("# ") for line in lines]
        check("crash.status", status == 2 and f"verdict: {SAYS_INCOMPLETE}: exception 6 (invalid opcode) during vram.quick" in said, said)
        check("crash.callers", any(line.startswith("called from sink_watchdog+0x") for line in lines)
              and "Barecard failed, not the card. This says nothing about the card." in lines, said)
        check("crash.test", lines[0] == f"Bail out! exception 6 (invalid opcode) during vram.quick", said)
        kinds = [record["type"] for record in records if record.get("test") == "vram.quick"]
        check("crash.stick", "start" in kinds and "end" not in kinds and "verdict" not in
              (record["type"] for record in records), records)
        check("crash.registers", " r12=0xc0ffee0000000012 " in f" {' '.join(lines)} "
              and " rdi=0xc0ffee0000000007 " in f" {' '.join(lines)} ", said)
        check("crash.stack", "stack+0x0: 0x5ca1ab1e00000002 0x5ca1ab1e00000001 " in said, said)
        code = re.search(r"^code (X6-sink_watchdog-[0-9a-f]+):", "\n".join(lines), re.M)
        crash = next((record for record in records if record["type"] == "crash"), {})
        check("crash.report", code and crash.get("code") == code[1] and crash.get("card") == "0000:01:00.0", records[-1])
        with open(os.path.join(folder, "report.txt"), encoding="ascii") as file:
            text = file.read()
        check("crash.text", code and text.endswith(f"card 0000:01:00.0\n  code {code[1]}: the same code is the same fault\n"
                                                   f"Verdict: {SAYS_INCOMPLETE}: Barecard failed, not the card\n"), text)
        picture = os.path.join(folder, "screen.ppm")
        png_to_ppm(os.path.join(folder, "screen.png"), picture)
        for words in ("Barecard failed, not the card", "DURING vram.quick", "0000:01:00.0  G84  16 MiB, 2 partitions",
                      "leaves out", code[1] if code else "a code", "REPORT: report.jsonl, up to here"):
            check(f"crash.shows {words.split('-')[0]}", shows(picture, words), words)
        # What is on the stick is what the next boot goes by: no reset by hand, and no word against the card.
        status, said = run([], "--vram", "16M", "--suite", "id,vram.quick", "--put",
                           f"{os.path.join(folder, 'report.jsonl')}=/report.jsonl")
        check("crash.left out", status == 2 and f"verdict: {SAYS_INCOMPLETE}: vram.quick: Barecard failed during vram.quick" in said, said)


def stops(name, command, words, **options):
    """The fault comes while the memory test compares, some seconds before it ends."""
    status, said = run([("# compare: ", command)], "--vram", "256M", "--suite", "vram.quick", **options)
    check(f"{name}.status", status == 2, f"status {status}\n{said}")
    check(f"{name}.bail_out", re.search(rf"^Bail out! exception {words} during vram\.quick$", said, re.M), said)
    check(f"{name}.access", re.search(r"^# (access under way|last access): (read|write) of \d+ bytes at 0x[0-9a-f]+$",
                                      said, re.M), said)
    check(f"{name}.verdict", f"verdict: {SAYS_INCOMPLETE}: exception" in said, said)
    return said


print("TAP version 13")
crashes()
said = stops("nmi", "nmi", r"2 \(NMI\)")
check("nmi.cause", "# NMI: port 0x61 reads" in said, said)
RESET = ["-action", "reboot=reset"]
if in_full:
    # An exception on another processor, while it compares: the first one says so after five seconds without a sign, and goes
    # on without it. A GiB takes longer than that.
    status, said = run([("# compare: ", "mce 1 4 0xf600000000000151 0x5 0xe0000000 0")], "--vram", "1G", "--suite", "vram.quick",
                       "--smp", "2")
    check("other.said", "# compare: a processor did not come back, 64-bit on this one alone from now on" in said, said)
    check("other.verdict", status == 0 and "verdict: PASS" in said, f"status {status}\n{said}")
    # The machine's firmware has left machine checks off. Bank 4, uncorrected, with an address: as a chipset says that a read timed out.
    said = stops("machine_check", "mce 0 4 0xf600000000000151 0x5 0xe0000000 0", r"18 \(machine check\)", rig="blind")
    check("machine_check.bank",
          "# machine check bank 4: status=0xf600000000000151 uncorrected address=0xe0000000" in said, said)
    # The reset button in the memory test, then early in the boot after it, each time sooner than the watchdog: the third
    # boot names both tests and runs them again. What ends a boot's own half of the report is on the stick.
    status, said = run([("# compare: ", "system_reset"), ("ok 20 ", "system_reset")], "--vram", "64M", machine=RESET)
    last = said[said.rindex("TAP version 13"):]
    named = re.findall(r"^# machine was switched off or reset by hand during (\S+), card 0000:01:00\.0$", last, re.M)
    check("resets.named", len(named) == 2 and "vram.quick" in named, f"{named}\n{last}")
    check("resets.again", re.search(r"^ok \d+ - vram\.quick: ", last, re.M), last)
    check("resets.verdict", status == 0 and "verdict: PASS" in last, f"status {status}\n{last}")

# A takeover that resets the machine at each boot: the second leaves the card alone, and names the step.
status, said = run([], "--vram", "16M", rig="trap", machine=RESET)
check("takeover.boots", said.count("TAP version 13") == 2, said)
check("takeover.verdict", "left alone: the machine was reset during taking it from the machine's firmware" in said
      and status == 2, said)
finish()
