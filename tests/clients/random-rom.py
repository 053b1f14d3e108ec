#!/usr/bin/env python3
"""A VBIOS whose private script is random and valid: usage: tests/clients/random-rom.py ROM OUT SEED

ROM is one that the device model makes (`barecard vbios --chipset C --write ROM`); its own scripts stay, so
that the card starts. The new script uses every opcode that both our interpreter and clients carry out and
that needs no device: registers are PBUS' four scratch words and those that real ROMs write back as they
read, CRTC registers are 0x40 to 0x5f, PLLs (before GT215) those of core and memory at any frequency within
their limits. Blocks, jumps and calls are well formed, and a callee ends with its flag set, because engines
differ in whether a callee's flag comes back (docs/hardware/devinit.md §4.4)."""
import random
import struct
import sys

AT, END = 0x800, 0xF00
SCRATCH = (0x1154, 0x1158, 0x115C, 0x1160)
READABLE = SCRATCH + (0x101000, 0x1540, 0x100200, 0x100204)
COLUMNS = 4
CLOCKS = 4  # the script of the model's ROM that sets the clocks, in the table behind the end of the boot list
DWORD = 1 << 32


class Script:
    """Makes opcodes; what is called is kept to be placed behind."""

    def __init__(self, seed, plls):
        self.random = random.Random(seed)
        self.plls = plls

    def pick(self, *choices):
        return self.random.choice(choices)

    def byte(self):
        return self.random.randrange(256)

    def dword(self):
        return self.pick(0, 1, 0xFFFFFFFF, self.random.randrange(DWORD), 1 << self.random.randrange(32))

    def reg(self):
        return self.random.choice(SCRATCH)

    def crtc(self):
        return self.random.randrange(0x40, 0x60)

    def shift(self):
        return self.pick(0, 4, 8, 16, 31, 0xFC, 0xF8, 0xFF, self.random.randrange(32))

    def plain(self):
        """One opcode that writes or waits."""
        d, r, c, b = self.dword, self.reg, self.crtc, self.byte
        count = self.random.randrange(0, 4)
        values = lambda n: b"".join(struct.pack("<I", d()) for _ in range(n))
        return self.pick(
            lambda: struct.pack("<BII", 0x7A, r(), d()),
            lambda: struct.pack("<BIII", 0x6E, r(), d(), d()),
            lambda: struct.pack("<BII", self.pick(0x47, 0x48), r(), d()),
            lambda: struct.pack("<BIB", 0x58, SCRATCH[0], count) + values(count),
            lambda: struct.pack("<BIB", 0x91, r(), count) + values(count),
            lambda: struct.pack("<BII", 0x90, self.random.choice(READABLE), r()),
            lambda: struct.pack("<BIBIIII", 0x5F, self.random.choice(READABLE), self.shift(), d(), d(), r(), d()),
            lambda: struct.pack("<BIII", 0x97, r(), d(), d()),
            lambda: struct.pack("<BIBBBIIB", 0x96, 0x101000, 2, 0x0F, 0, r(), d(), self.random.randrange(24)),
            lambda: bytes((0x6F, 0)),
            lambda: struct.pack("<BIBB", 0x8F, SCRATCH[0], 4, count) + values(count * COLUMNS),
            lambda: bytes((0x52, c(), b(), b())),
            lambda: bytes((0x53, c(), b())),
            lambda: bytes((0x54, count)) + b"".join(bytes((c(), b())) for _ in range(count)),
            lambda: bytes((0x51, 0x40, 0x41, b(), count)) + bytes(b() for _ in range(count)),
            lambda: struct.pack("<BHBBB", 0x78, 0x3D4, c(), b(), b()),
            lambda: struct.pack("<BHBB", 0x62, 0x3D4, c(), b()),
            lambda: struct.pack("<BIBBHBB", 0x37, self.random.choice(READABLE), self.shift(), b(), 0x3D4, c(), b()),
            lambda: struct.pack("<BHBBBBI", 0x32, 0x3D4, c(), 0x07, 0, count, r()) + values(count),
            lambda: struct.pack("<BH", 0x74, self.random.randrange(200)),
            lambda: bytes((self.pick(0x8C, 0x8D, 0x92, 0x8E),)),
            lambda: struct.pack("<BB", 0x6B, CLOCKS),
            lambda: struct.pack("<BBB", 0x56, 0, self.random.randrange(1, 3)),
            # As a real ROM: written back as read, also with bit 31; a poll that may fail; a device that is not there.
            lambda: struct.pack("<BIII", 0x6E, 0, DWORD - 1, 0),
            lambda: struct.pack("<BII", 0x48, self.pick(0x101000, 0x10100C), 1 << 31),
            lambda: b"\x56\x01\x01\x72",
            lambda: bytes((0x4D, 0x80, self.pick(0x5C, 0xD4), 2, b(), b(), b(), b())),
            self.pll if self.plls else lambda: struct.pack("<BH", 0x57, self.random.randrange(3)),
        )()

    def pll(self):
        """A frequency that the limits of the model's ROM allow, in each of the ways that scripts have for it."""
        khz = lambda: self.random.randrange(50000, 1000000)
        reg = self.random.choice((0x4028, 0x4008))
        return self.pick(
            lambda: struct.pack("<BII", 0x4B, reg, khz()),
            lambda: struct.pack("<BIH", 0x79, reg, self.random.randrange(5000, 65536)),
            lambda: struct.pack("<BHBBBBI", 0x4A, 0x3D4, self.crtc(), 0x03, 0, 4, reg) +
            b"".join(struct.pack("<I", khz()) for _ in range(4)),
            lambda: bytes((0x87, self.random.choice((1, 4)))) +
            b"".join(struct.pack("<I", khz()) for _ in range(COLUMNS)),
        )()

    def few(self, low, high):
        """So many plain opcodes."""
        return b"".join(self.plain() for _ in range(self.random.randrange(low, high)))

    def block(self):
        """A few opcodes, perhaps with conditions or a repeat around them."""
        condition = self.pick(b"\x75\x00", b"\x76\x00", b"\x39\x00", b"\x3a\x07\x00", b"\x3a\x33\x02\x71\x71")
        second = self.pick(b"", b"\x75\x00", b"\x39\x00")
        body = self.few(1, 5)
        return self.pick(
            body,
            body,
            bytes((0x33, self.random.randrange(0, 4))) + body + b"\x36",
            condition + second + body + b"\x72",
            condition + second + body + b"\x38" + self.few(0, 3) + b"\x72",
        )

    def make(self):
        """The script, and behind it what it calls, all from AT on. What is jumped over is valid too."""
        called = [self.block() + b"\x72\x71" for _ in range(self.random.randrange(0, 4))]
        parts = [("plain", self.block()) for _ in range(self.random.randrange(4, 14))]
        parts += [("jump", self.few(1, 3)) for _ in range(self.random.randrange(0, 3))]
        parts += [("call", number) for number in range(len(called))]
        self.random.shuffle(parts)
        size = {"plain": len, "jump": lambda skipped: 3 + len(skipped), "call": lambda _: 3}
        at = AT + sum(size[kind](part) for kind, part in parts) + 1
        places = [at + sum(len(callee) for callee in called[:n]) for n in range(len(called))]
        main = b""
        for kind, part in parts:
            if kind == "call":
                main += struct.pack("<BH", 0x5B, places[part])
            elif kind == "jump":
                main += struct.pack("<BH", 0x5C, AT + len(main) + 3 + len(part)) + part
            else:
                main += part
        return main + b"\x71" + b"".join(called)


def main(source, target, seed):
    """Writes the ROM."""
    with open(source, "rb") as file:
        rom = bytearray(file.read())
    bit = rom.find(b"\xff\xb8BIT\x00")
    count, stride = rom[bit + 10], rom[bit + 9]
    tokens = [bit + rom[bit + 8] + i * stride for i in range(count)]
    init = next(struct.unpack_from("<H", rom, at + 4)[0] for at in tokens if rom[at] == ord("I"))
    info = next(struct.unpack_from("<H", rom, at + 4)[0] for at in tokens if rom[at] == ord("i"))
    plls = rom[info + 3] < 0x70  # the driver sets no PLL of later cards
    for attempt in range(100):
        body = Script(f"{seed}.{attempt}", plls).make()
        if AT + len(body) <= END:
            break
    struct.pack_into("<H", rom, init + 0x0E, AT)
    rom[AT:AT + len(body)] = body
    rom[-1] = 0
    rom[-1] = -sum(rom) & 0xFF
    with open(target, "wb") as file:
        file.write(rom)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
