#!/usr/bin/python3
"""tests/boots/unsaved.t: a report that is not kept, boots in QEMU: a stick that nothing can be written to, one that fills up,
a server that answers with a byte a second. The serial line says so, and the last screen has a yellow band from edge to
edge; with a good stick it has none. `make test` takes the full one."""
import json
import os
import re
import struct
import socket
import subprocess
import tempfile
import threading
import time
import zlib

os.chdir(os.path.join(os.path.dirname(os.path.realpath(__file__)), "../.."))
AMBER = bytes((0xFF, 0xC4, 0x3D))
ROOM = 2048  # bytes that the full stick still has; the report of this run takes 6,000
STICK = "build/barecard.img"
in_full = os.environ.get("LONG") == "1"  # in `make test-long`
count = failed = 0


def check(name, good, detail=""):
    global count, failed
    count += 1
    failed += not good
    print(f"{'ok' if good else 'not ok'} {count} - unsaved.{name}")
    if not good:
        print("#   " + str(detail).replace("\n", "\n#   "))


def nearest(a, b, c):
    """Paeth's predictor, PNG 1.2 section 6.6."""
    return min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]


def rows_of(png):
    """Rows of a picture with 8 bits for each of red, green and blue, as QEMU writes it (PNG 1.2 sections 3 and 6)."""
    at, data, header = 8, b"", b""
    while at < len(png):
        size, kind = struct.unpack_from(">I4s", png, at)
        body = png[at + 8:at + 8 + size]
        header = body if kind == b"IHDR" else header
        data += body if kind == b"IDAT" else b""
        at += 12 + size
    width, _, depth, colours, _, _, interlaced = struct.unpack(">IIBBBBB", header)
    if (depth, colours, interlaced) != (8, 2, 0):
        raise SystemExit("Bail out! not the kind of PNG that QEMU writes")
    raw, stride = zlib.decompress(data), 3 * width
    above = bytes(stride)
    for start in range(0, len(raw), stride + 1):
        kind, row = raw[start], bytearray(raw[start + 1:start + 1 + stride])
        for i in range(stride if kind else 0):
            left, corner = (row[i - 3], above[i - 3]) if i >= 3 else (0, 0)
            row[i] = (row[i] + (0, left, above[i], (left + above[i]) // 2, nearest(left, above[i], corner))[kind]) & 0xFF
        yield bytes(row)
        above = row


def boot(folder, *options, qemu=()):
    """What the firmware said, and whether its last screen has the band."""
    run = subprocess.run(["./run-qemu.sh", "--vram", "16M", "--suite", "id", "--out", folder, *options, "--", *qemu],
                         stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                         env={**os.environ, "TMPDIR": folder}, check=False)
    with open(os.path.join(folder, "screen.png"), "rb") as file:
        band = any(row == AMBER * (len(row) // 3) for row in rows_of(file.read()))
    return run.stdout, band


def full_stick(folder):
    """A file that leaves ROOM bytes."""
    listing = subprocess.run(["mdir", "-i", STICK + "@@1M", "::"], stdout=subprocess.PIPE, text=True, check=True).stdout
    free = int(re.sub(r"\D", "", listing.splitlines()[-2 if not listing.splitlines()[-1].strip() else -1]))
    path = os.path.join(folder, "filler")
    with open(path, "wb") as file:
        file.truncate(free - ROOM)
    return ("--put", f"{path}=/filler")


def dribble(connection):
    """An answer with a byte a second, to whatever is asked."""
    with connection:
        for byte in b"HTTP/1.1 200 OK\r\nContent-Length: 4096\r\n\r\n" + bytes(4096):
            try:
                connection.recv(65536, socket.MSG_DONTWAIT)
            except BlockingIOError:
                pass
            except OSError:
                return
            try:
                connection.sendall(bytes([byte]))
            except OSError:
                return
            time.sleep(1)


def serve_slowly():
    """The port of such a server."""
    server = socket.create_server(("127.0.0.1", 0))

    def accept():
        while True:
            threading.Thread(target=dribble, args=(server.accept()[0],), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    return server.getsockname()[1]


def last_record(folder):
    with open(os.path.join(folder, "report.jsonl"), encoding="utf-8") as file:
        return json.loads(file.read().rpartition("\n")[0].rpartition("\n")[2])


with tempfile.TemporaryDirectory() as scratch:
    if in_full:
        began = time.monotonic()
        said, band = boot(scratch, "--key", f"report=http://10.0.2.2:{serve_slowly()}/reports", qemu=(
            "-netdev", "user,id=n", "-device", "virtio-net-pci,netdev=n,romfile="))
        check("slow_server", re.search(r"^# 10\.0\.2\.2:\d+ does not answer; the stick has it", said, re.M), said)
        check("slow_server.verdict", "verdict: PASS" in said and last_record(scratch)["type"] == "verdict", said)
        check("slow_server.ends", time.monotonic() - began < 240, said)
        check("slow_server.screen", band, "no yellow band")
        said, band = boot(scratch)
        check("good", "verdict: PASS" in said and "# report.jsonl c" not in said, said)
        check("good.screen", not band, "a yellow band, and the report was kept")
        said, band = boot(scratch, qemu=("-set", "drive.stick.readonly=on"))
        check("read_only", "# report.jsonl cannot be opened for writing (read-only?)" in said, said)
        check("read_only.verdict", "verdict: PASS" in said, said)
        check("read_only.screen", band, "no yellow band")
    said, band = boot(scratch, *full_stick(scratch))
    check("full", "# report.jsonl could not be written to (full" in said, said)
    check("full.verdict", "verdict: PASS" in said, said)
    check("full.screen", band, "no yellow band")
    # The next boot would take a test without its end for one that hung.
    check("full.last record", last_record(scratch)["type"] not in ("start", "phase"), last_record(scratch))
print(f"1..{count}")
raise SystemExit(failed > 0)
