#!/usr/bin/python3 -B
"""tests/host/faults.t: what the machine does when hardware breaks. An NMI or a machine check in the middle of a test:
the report names the test, the access and what the machine says, and the run ends. A reset by hand in a test: the
boots after it say so and run the test again. A takeover that resets the machine is left out. TAP 13."""
import re

from boots import check, finish, run


def stops(name, command, words, **options):
    """The fault comes while the memory test compares, some seconds before it ends."""
    status, said = run([("# compare: ", command)], "--vram", "256M", "--suite", "vram.quick", **options)
    check(f"{name}.status", status == 2, f"status {status}\n{said}")
    check(f"{name}.bail_out", re.search(rf"^Bail out! exception {words} during vram\.quick$", said, re.M), said)
    check(f"{name}.access", re.search(r"^# (access under way|last access): (read|write) of \d+ bytes at 0x[0-9a-f]+$",
                                      said, re.M), said)
    check(f"{name}.verdict", "verdict: INCOMPLETE: exception" in said, said)
    return said


print("TAP version 13")
said = stops("nmi", "nmi", r"2 \(NMI\)")
check("nmi.cause", "# NMI: port 0x61 reads" in said, said)
# The machine's firmware has left machine checks off. Bank 4, uncorrected, with an address: as a chipset says that a read timed out.
said = stops("machine_check", "mce 0 4 0xf600000000000151 0x5 0xe0000000 0", r"18 \(machine check\)", rig="blind")
check("machine_check.bank",
      "# machine check bank 4: status=0xf600000000000151 uncorrected address=0xe0000000" in said, said)
# The reset button in the memory test, then early in the boot after it, each time sooner than the watchdog: the third
# boot names both tests and runs them again. What ends a boot's own half of the report is on the stick.
RESET = ["-action", "reboot=reset"]
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
