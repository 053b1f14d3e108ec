#!/usr/bin/python3
"""tests/boots/shows.py FONT PICTURE TEXT: status 0 if the screen in that picture, a PPM of QEMU's, shows that text on one
line, in the drawn screen's font (build/made/font.c) at any of its sizes, light on dark or dark on light. Letters are
compared point by point."""
import re
import sys

GLYPH_ROWS = 16
SIZES = range(1, 7)
LIGHT = bytes(b"01"[green >= 0x70] for green in range(256))
OTHER_WAY = bytes.maketrans(b"01", b"10")

font, picture, text = sys.argv[1:]
with open(font, encoding="ascii") as file:
    rows = [int(row, 16) for row in re.findall(r"0x[0-9a-f]{2}\b", file.read())]
with open(picture, "rb") as file:
    data = file.read()
head = re.match(rb"P6\s+(\d+)\s+(\d+)\s+255\s", data)
width, height = int(head[1]), int(head[2])
light = data[head.end() + 1::3].translate(LIGHT)
screen = [light[y * width:(y + 1) * width] for y in range(height)]


def drawn(row, strong, size):
    """One row of the text's points."""
    out = b""
    for letter in text:
        bits = rows[(ord(letter) - ord(" ")) * GLYPH_ROWS + row]
        bits |= bits >> 1 if strong else 0
        out += b"".join(b"01"[bits >> bit & 1:][:1] * size for bit in range(7, -1, -1))
    return out


def shown(lines, size):
    lines = [line for line in lines for _ in range(size)]
    telling = max(range(len(lines)), key=lambda y: lines[y].count(b"01"))
    for y in range(telling, len(screen) - len(lines) + telling + 1):
        x = screen[y].find(lines[telling])
        while x >= 0:
            if all(screen[y - telling + i].startswith(line, x) for i, line in enumerate(lines)):
                return True
            x = screen[y].find(lines[telling], x + 1)
    return False


for size in SIZES:
    for strong in (False, True):
        lines = [drawn(row, strong, size) for row in range(GLYPH_ROWS)]
        if shown(lines, size) or shown([line.translate(OTHER_WAY) for line in lines], size):
            sys.exit(0)
sys.exit(1)
