#!/usr/bin/env python3
"""stand-ins.py DIR: stand-ins for the signed files that nouveau wants for GV100 and Turing, into DIR/CHIP.

Without any firmware nouveau has no graphics object, and without a graphics
object it gives user space no channels at all, not even for the copy engines.
These files have the containers the driver parses and nothing in them: every
code and data section is zero, every "signature" is zero.  No vendor file was
used.  With them the driver believes that it could boot the graphics engine
some day, which it tries only if somebody asks for a graphics class.  SEC2's,
which the driver of GV100 cannot do without, let it boot falcons while it
probes; the driver of Turing has none of them, and boots none.
"""
import os
import struct
import sys


def pad(b, n):
    return b + b"\0" * (-len(b) % n)


def container(header, data, magic=0x10de):
    """bin header: magic, version, total, header offset, data offset, size."""
    hoff = 24
    doff = (hoff + len(header) + 255) // 256 * 256
    b = struct.pack("<6I", magic, 1, doff + len(data), hoff, doff, len(data))
    return (b + header).ljust(doff, b"\0") + data


def bootloader():
    # start tag, dmem load offset, code offset, code size, data offset, size
    return container(struct.pack("<6I", 0xfd, 0, 0, 0x100, 0x100, 0),
                     b"\0" * 0x100)


def high_secure():
    """Image: 0x100 non-secure code, 0x100 secure code, 0x400 data."""
    image = b"\0" * 0x600
    hoff = 24
    # offsets within the file of what follows the header
    load = hoff + 32
    loc = load + 28
    sig = loc + 4
    dbg = sig + 4
    prod = dbg + 16
    header = struct.pack("<8I", dbg, 16, prod, 16, loc, sig, load, 28)
    header += struct.pack("<5I", 0x000, 0x100, 0x200, 0x400, 1)
    header += struct.pack("<2I", 0x100, 0x100)        # application 0
    header += struct.pack("<I", 0x200)                # where a signature goes
    header += struct.pack("<I", 0)                    # index of the signature
    header += b"\0" * 32
    return container(header, image)


def low_secure_desc():
    head = struct.pack("<4I64s", 0x1b0, 0x400, 0, 0, b"")
    # bootloader: start, size, imem offset, entry; application: start, size,
    # imem offset, entry, dmem offset, resident code and data (offset, size)
    head += struct.pack("<13I", 0, 0x100, 0, 0, 0x100, 0x300, 0, 0, 0,
                        0, 0x100, 0x100, 0x200)
    return head + struct.pack("<2I", 0, 0) + b"\0" * 512 + struct.pack("<I", 0)


def signature(falcon):
    return b"\0" * 64 + struct.pack("<6I", 1, 1, falcon, 0, 0, 0) + b"\0" * 104


GRAPHICS = {
    "gr/fecs_bl.bin": bootloader(),
    "gr/fecs_inst.bin": b"\0" * 0x100,
    "gr/fecs_data.bin": b"\0" * 0x100,
    "gr/fecs_sig.bin": signature(2),
    "gr/gpccs_bl.bin": bootloader(),
    "gr/gpccs_inst.bin": b"\0" * 0x100,
    "gr/gpccs_data.bin": b"\0" * 0x100,
    "gr/gpccs_sig.bin": signature(3),
    "gr/sw_nonctx.bin": b"\0" * 8,
    "gr/sw_ctx.bin": b"\0" * 12,
    "gr/sw_bundle_init.bin": b"\0" * 8,
    "gr/sw_method_init.bin": b"\0" * 8,
    "acr/bl.bin": bootloader(),
    "acr/unload_bl.bin": bootloader(),
    "acr/ucode_unload.bin": high_secure(),
}
GV100 = {
    "acr/ucode_load.bin": high_secure(),
    "sec2/image.bin": b"\0" * 0x400,
    "sec2/desc.bin": low_secure_desc(),
    "sec2/sig.bin": signature(7),
}
TURING = {
    "acr/ucode_ahesasc.bin": high_secure(),
    "acr/ucode_asb.bin": high_secure(),
}
CHIPS = {"gv100": GV100, "tu102": TURING, "tu104": TURING, "tu106": TURING,
         "tu116": TURING, "tu117": TURING}


def main():
    root = sys.argv[1]
    for chip, own in CHIPS.items():
        for name, data in {**GRAPHICS, **own}.items():
            path = os.path.join(root, chip, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as f:
                f.write(data)
    print("%d chips in %s" % (len(CHIPS), root))


if __name__ == "__main__":
    main()
