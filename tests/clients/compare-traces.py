#!/usr/bin/env python3
"""What only a client of the model touches: compares traces (docs/model.md, Tracing).

usage: tests/clients/compare-traces.py FIRMWARE-TRACE... -- CLIENT-TRACE...

A trace is what QEMU's -D FILE keeps with the device's trace=on. Each side is reduced to the set of
registers read, the set written with the bits that were ever 1, the methods that reached PGRAPH and the
faults. Prints a line for each thing that the client alone did: name, read, written (the bits; 0 if only
zeros), how often. Words of an array count as one register. Status 0, 2 if it cannot compare."""
import re
import sys

ACCESS = re.compile(r"\S+: ([rw]) ([0-9a-f]{6}) ([0-9a-f]{8}) (\S+)( off)?$")
METHOD = re.compile(r"\S+: method \d ([0-9a-f]+) ")
FAULT = re.compile(r"\S+: fault (\S+) reason (\S+) ")


class Use:
    """What one side did with a register."""

    def __init__(self, offset):
        self.offset, self.reads, self.writes, self.bits = offset, 0, 0, 0


def register_name(name, offset, off):
    name = re.sub(r"\[\d+\]", "[]", name)
    if name == "unknown":
        name = f"unknown {offset}"
    return name + (" while off" if off else "")


def note_access(uses, kind, offset, value, name, off):
    name = register_name(name, offset, off)
    use = uses.setdefault(name, Use(int(offset, 16)))
    use.offset = min(use.offset, int(offset, 16))
    if kind == "r":
        use.reads += 1
    else:
        use.writes += 1
        use.bits |= int(value, 16)


def load(paths):
    """Registers by name; method numbers and faults behind all registers."""
    uses = {}
    for path in paths:
        with open(path, encoding="ascii", errors="replace") as trace:
            for line in trace:
                if found := ACCESS.match(line):
                    note_access(uses, *found.groups())
                elif found := METHOD.match(line):
                    at = int(found[1], 16)
                    uses.setdefault(f"method {at:04x}", Use(1 << 32 | at)).writes += 1
                elif found := FAULT.match(line):
                    uses.setdefault(f"fault {found[1]} reason {found[2]}", Use(1 << 33)).reads += 1
    return uses


def difference(ours, theirs):
    nothing = Use(0)
    for name, use in sorted(theirs.items(), key=lambda item: (item[1].offset, item[0])):
        known = ours.get(name, nothing)
        read = "read" if use.reads and not known.reads else ""
        bits = use.bits & ~known.bits
        written = f"0x{bits:x}" if use.writes and (bits or not known.writes) else ""
        if read or written:
            yield name, read, written, use.reads + use.writes


def main(words):
    if words.count("--") != 1 or words[0] == "--" or words[-1] == "--":
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    middle = words.index("--")
    try:
        ours, theirs = load(words[:middle]), load(words[middle + 1 :])
    except OSError as error:
        print(f"compare-traces.py: {error}", file=sys.stderr)
        return 2
    if not ours or not theirs:
        print("compare-traces.py: a side has no accesses at all: trace=on?", file=sys.stderr)
        return 2
    print("register", "read", "written", "times", sep="\t")
    for row in difference(ours, theirs):
        print(*row, sep="\t")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["--"]))
