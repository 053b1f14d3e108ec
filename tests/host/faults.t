#!/usr/bin/python3
"""tests/host/faults.t: what the machine sends when hardware breaks, an NMI or a machine check, in the middle of a
test: the report names the test, the access and what the machine says, and the run ends. TAP 13."""
import os
import re
import socket
import subprocess
import sys
import tempfile

os.chdir(os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", ".."))
count = failed = 0


def check(name, good, seen=""):
    global count, failed
    count += 1
    failed += not good
    print(f"{'' if good else 'not '}ok {count} - faults.{name}")
    if not good:
        print("".join(f"#   {line}\n" for line in str(seen).splitlines()[-12:]), end="")
    sys.stdout.flush()


def boot(folder, after, command, options):
    """One boot; when its report has a line that begins with `after`, QEMU's monitor is told the command."""
    path = os.path.join(folder, "monitor")
    machine = subprocess.Popen(
        ["./run-qemu.sh", "--vram", "256M", "--suite", "vram.quick", "--timeout", "200", *options, "--", "-monitor",
         f"unix:{path},server=on,wait=off"],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    said = ""
    for line in machine.stdout:
        said += line
        if command and line.startswith(after):
            monitor = socket.socket(socket.AF_UNIX)  # stays open: QEMU forgets what a monitor that left has typed
            monitor.connect(path)
            monitor.sendall(command.encode() + b"\n")
            command = None
    return machine.wait(), said


def stops(name, command, words, *options):
    """The fault comes while the memory test compares, some seconds before it ends."""
    with tempfile.TemporaryDirectory() as folder:
        status, said = boot(folder, "# compare: ", command, options)
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
said = stops("machine_check", "mce 0 4 0xf600000000000151 0x5 0xe0000000 0", r"18 \(machine check\)",
             "--firmware", f"{os.environ.get('BUILD', 'build')}/rig/blind.EFI")
check("machine_check.bank",
      "# machine check bank 4: status=0xf600000000000151 uncorrected address=0xe0000000" in said, said)
print(f"1..{count}")
sys.exit(1 if failed else 0)
