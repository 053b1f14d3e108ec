#!/usr/bin/python3 -B
"""tests/boots/gone.t: a card that falls off the bus of QEMU's machine: by a defect of the model at any place, and because
somebody pulls it out of a hot-plug slot while it is tested. `make test` takes a sample. TAP 13."""
import re

from boots import SAYS_INCOMPLETE, check, finish, in_full, run

GONE = "the card has fallen off the bus: its configuration space reads all ones"
CAPABILITIES, ID_EXPRESS, SLOT_CONTROL = 0x34, 0x10, 0x18
POWER_OFF = 0x700  # power indicator off, power controller off


def noticed(name, status, said):
    check(f"{name}.status", status == 2, f"status {status}\n{said}")
    check(f"{name}.verdict", re.search(rf"^# verdict: {SAYS_INCOMPLETE}: (\S+: )?{GONE}", said, re.M), said)
    check(f"{name}.once", said.count(f"# {GONE}\n") == 1 and len(re.findall("^not ok ", said, re.M)) <= 1, said)
    check(f"{name}.no_chip", "# damage: " not in said and "# chips " not in said, said)


class Port:
    """Configuration space of the port above the card, by the ports that every PC has for it, while QEMU stands still."""

    def __init__(self, qmp):
        self.qmp = qmp
        devices = [d for bus in qmp.tell("query-pci") for d in bus["devices"]]
        self.at = 0x80000000 | next(d["slot"] for d in devices if d["qdev_id"] == "link") << 11

    def read(self, offset, size):
        self.qmp.type(f"o/w 0xcf8 {self.at | offset & 0xfc:#x}")
        width = {1: "b", 2: "h"}[size]
        return int(self.qmp.type(f"i/{width} {0xcfc + (offset & 3):#x}").split("=")[1], 16)

    def write16(self, offset, value):
        self.qmp.type(f"o/w 0xcf8 {self.at | offset & 0xfc:#x}")
        self.qmp.type(f"o/h {0xcfc + (offset & 3):#x} {value:#x}")

    def express(self):
        at = self.read(CAPABILITIES, 1)
        while at and self.read(at, 1) != ID_EXPRESS:
            at = self.read(at + 1, 1)
        return at


def pull_out(qmp):
    """The slot's power goes off, and QEMU takes the card out of it."""
    qmp.tell("stop")
    port = Port(qmp)
    control = port.express() + SLOT_CONTROL
    port.write16(control, port.read(control, 2) | POWER_OFF)
    left = [d["qdev_id"] for bus in qmp.tell("query-pci") for d in bus["devices"]
            for d in d.get("pci_bridge", {}).get("devices", [])]
    qmp.tell("cont")
    check("pulled.out", "card" not in left, left)


print("TAP version 13")
for after in (12000, 60000, 3000000) if in_full else (60000,):
    status, said = run([], "--vram", "16M", "--defect", f"bus-gone:after={after}")
    noticed(f"after.{after}", status, said)

if in_full:
    status, said = run([], "--chipset", "gv100", "--vram", "16M", "--defect", "bus-gone:after=60000")
    noticed("gv100", status, said)

# Slots of PCI Express as it has them itself, not through ACPI.
for name, chip in (("pulled", "g84"), ("pulled.gv100", "gv100"))[:2 if in_full else 1]:
    status, said = run([("# compare: ", pull_out)], "--chipset", chip, "--vram", "256M", "--suite", "vram.quick",
                       machine=["-global", "ICH9-LPC.acpi-pci-hotplug-with-bridge-support=off"])
    noticed(name, status, said)

# QEMU's port can reset what is below it.
RESETS = (("reset", "g84", "# reset by the port above it (reset=port): it answers again, and nobody has started it since\n"),
          ("reset.gv100", "gv100", "# not reset (reset=port): a reset of the bus loses the memory of this card "))
for name, chip, words in RESETS if in_full else ():
    status, said = run([], "--chipset", chip, "--vram", "16M", "--defect", "bus-gone:after=60000", "--reset", "port")
    noticed(name, status, said)
    check(f"{name}.back", words in said, said)
finish()
