#!/usr/bin/python3 -B
"""tests/host/faults.t: what the machine does when hardware breaks. An NMI or a machine check in the middle of a test:
the report names the test, the access and what the machine says, and the run ends. A reset, in a test or in the
takeover: the boots after it leave out what did not survive, and end. TAP 13."""
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
# The reset button in the memory test, then early in the boot after it: the third boot leaves both tests out for
# that card and ends, with all else tested. What ends a boot's own half of the report is on the stick.
RESET = ["-action", "reboot=reset"]
status, said = run([("# compare: ", "system_reset"), ("ok 20 ", "system_reset")], "--vram", "64M", machine=RESET)
last = said[said.rindex("TAP version 13"):]
left_out = re.findall(r"^not ok \d+ - (\S+): machine was reset during \1$", last, re.M)
check("resets.status", status == 2, f"status {status}\n{said}")
check("resets.left_out", len(left_out) == 2 and "vram.quick" in left_out, f"{left_out}\n{last}")
check("resets.rest", len(re.findall(r"^ok \d+ ", last, re.M)) > 150, last)
check("resets.verdict", "verdict: INCOMPLETE" in last, last)

# A takeover that resets the machine at each boot: the second leaves the card alone, and names the step.
status, said = run([], "--vram", "16M", rig="trap", machine=RESET)
check("takeover.boots", said.count("TAP version 13") == 2, said)
check("takeover.verdict", "left alone: the machine was reset during taking it from the machine's firmware" in said
      and status == 2, said)
finish()
