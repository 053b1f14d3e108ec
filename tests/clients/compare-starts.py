#!/usr/bin/env python3
"""Two engines on one VBIOS: does a client of the model write what our interpreter writes?

usage: tests/clients/compare-starts.py TRACE CARD LIST

TRACE is what QEMU's -D FILE keeps of devices with trace=on, CARD the id of one of them, LIST what
`barecard devinit ROM` prints for the card's ROM. The list's writes must stand in the client's trace in the
same order with nothing between them, behind the unlocking of the CRTC, which both do first; what stands before
them is named, and must be something that OWN lists. Waits are not in a trace. The level that the fan gives the
line of its tachometer changes with time and is not compared, nor are transfers on I2C, whose wires each engine drives
in its own way. Before a script enables VGA (port 0x3c3) nouveau resets the display, which no script asks for
(docs/hardware/devinit.md §4.8); that is passed over where it is exactly this. Prints one line and ends with status 0 if they do;
else the first difference, status 1; 2 if it cannot compare."""
import re
import sys

ACCESS = re.compile(r"(\S+): w ([0-9a-f]{6}) ([0-9a-f]{8}) ")
PORTS = 0x601000
PAIRS = {0x3C4: "sequencer", 0x3CE: "graphics", 0x3D4: "crtc"}
UNLOCK = ("crtc", 0x3F, 0x57)
# What a client may do between the unlocking and the scripts (docs/hardware/devinit.md §6.1).
OWN = {0x200: "PFIFO's reset", 0x22210: "PDAEMON's reset", 0x100C08: "the scratch page"}
# The tachometer's line is line 6 of the model's board. Whoever sets another line of that register reads all eight and
# writes them back, with the level of this one as the turning fan gave it just then; a write does not set that bit
# (docs/hardware/devinit.md §2.5). A line that the card drives has a level which does not depend on the time.
TACH_REGISTER = 0xE104
TACH_DRIVEN = 1 << 25
TACH_LEVEL = 1 << 26
# The wires of I2C ports, and the pads that some of them share with AUX channels.
I2C = {0xE138, 0xE150, 0xE168, 0xE180, 0xE254, 0xE274, 0xE764, 0xE780, 0xE79C, 0xE7B8}
PADS = {base + 0x50 * pad for base in (0xE500, 0xE50C) for pad in range(4)}
# nouveau's reset of the display, by its registers; what it reads there first decides the values.
VGA_ENABLE = ("port", 0x3C0, 0x01000000)
DISPLAY_RESET = (0x614100, 0xE18C, 0x614900, 0x200, 0xE18C, 0x200, 0x614100, 0x614900, 0x614100, 0x614900)


def port_write(port, value):
    """A byte that belongs to no pair of ports, where a trace shows it: in the word around it."""
    return ("port", port & ~3, value << 8 * (port & 3))


def register_write(at, value):
    """A write of a register, without what depends on the time at which it was made."""
    if at == TACH_REGISTER and not value & TACH_DRIVEN:
        value &= ~TACH_LEVEL
    return ("register", at, value)


def of_client(path, card):
    """The card's writes; an index port and the data behind it are one."""
    index, writes = {}, []
    with open(path, encoding="ascii", errors="replace") as trace:
        for line in trace:
            found = ACCESS.match(line)
            if not found or found.group(1) != card:
                continue
            at, value = int(found.group(2), 16), int(found.group(3), 16)
            port = at - PORTS
            if port in PAIRS:
                index[port] = value
            elif port - 1 in PAIRS:
                writes.append((PAIRS[port - 1], index.get(port - 1, 0), value))
            elif 0x3B0 <= port < 0x3E0:
                writes.append(port_write(port, value))
            elif at not in I2C | PADS:
                writes.append(register_write(at, value))
    return writes


def of_list(path):
    """What the scripts do; the lines before the first script, marked by a dash, are not theirs."""
    writes = []
    with open(path, encoding="ascii") as lines:
        for line in lines:
            fields = line.rstrip("\n").split("\t")
            if line.startswith("error:"):
                sys.exit(f"compare-starts.py: {path}: {line.strip()}")
            if len(fields) == 6 and fields[0] not in ("script", "-") and fields[3] not in ("wait", "i2c"):
                at, value = int(fields[4], 16), int(fields[5], 16)
                writes.append(register_write(at, value) if fields[3] == "register" else
                              port_write(at, value) if fields[3] == "port" else (fields[3], at, value))
    return writes


def words(write):
    """A write as people read it."""
    return f"{write[0]} 0x{write[1]:x} = 0x{write[2]:x}" if write else "nothing"


def own_words(writes):
    """The client's own writes by what they are for; None: one of them is for nothing that is known."""
    if any(write[0] != "register" or write[1] not in OWN for write in writes):
        return None
    names = [f"{OWN[at]} ({sum(write[1] == at for write in writes)} writes)" for at in OWN if ("register", at) in
             {write[:2] for write in writes}]
    return " and ".join(names) if names else "nothing"


def passed_over(client, at, wanted):
    """How many writes of a reset of the display stand there before the one that enables VGA."""
    reset = tuple(write[1] for write in client[at:at + len(DISPLAY_RESET)])
    return len(DISPLAY_RESET) if wanted == VGA_ENABLE and reset == DISPLAY_RESET else 0


def matching(client, start, ours):
    """How many of ours stand there one behind the other, and where the client's next one is."""
    count, at = 0, start
    while count < len(ours):
        at += passed_over(client, at, ours[count])
        if at >= len(client) or client[at] != ours[count]:
            break
        count, at = count + 1, at + 1
    return count, at


def main(trace, card, path):
    """Status of the comparison."""
    client, ours = of_client(trace, card), of_list(path)
    if not ours or UNLOCK not in client:
        print(f"cannot compare: {len(ours)} writes in the list, "
              f"{'no ' if UNLOCK not in client else ''}start in the trace of {card}")
        return 2
    first = client.index(UNLOCK) + 1
    best = max(range(first, len(client) + 1), key=lambda at: matching(client, at, ours)[0])
    count, behind = matching(client, best, ours)
    if count == len(ours):
        own = own_words(client[first:best])
        if own is None:
            print(f"the client's own writes before the scripts: {', '.join(map(words, client[first:best]))}")
            return 1
        print(f"{count} writes in the same order, before them the client's own: {own}")
        return 0
    theirs = client[behind] if behind < len(client) else None
    print(f"write {count + 1} of {len(ours)}: ours {words(ours[count])}, the client's {words(theirs)}")
    return 1


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
