#!/usr/bin/python3 -B
"""tests/boots/unsaved.t: a report that is not kept, boots in QEMU: a stick that nothing can be written to, one that fills up,
a server that answers with a byte a second. The serial line says so, and the last screen has a yellow band from edge to
edge; with a good stick it has none. What an earlier run has left on a stick that fills up is replaced by whole files alone.
`make test` takes one full stick."""
import json
import os
import re
import socket
import subprocess
import tempfile
import threading
import time

from boots import check, finish, in_full, rows_of

AMBER = bytes((0xFF, 0xC4, 0x3D))
ROOM = 2048  # bytes that the full stick still has; the report of this run takes 6,000
CLUSTER = 1024  # bytes, of the stick
STICK = "build/barecard.img"
# What an earlier run has left on the full stick.
OLDER = {"report.txt": b"Barecard\r\nVerdict: FAIL of an earlier run\r\n", "probe.json": b'{"earlier":"run"}\n',
         "10de-0400-10de-0400.rom": b"U\xaa of an earlier run", "mmio-1.log": b"VERSION 20070824\nearlier\n"}


def boot(folder, *options, qemu=()):
    """What the firmware said, and whether its last screen has the band."""
    for name in OLDER:
        if os.path.exists(os.path.join(folder, name)):
            os.remove(os.path.join(folder, name))
    run = subprocess.run(["./run-qemu.sh", "--vram", "16M", "--suite", "id", "--out", folder, *options, "--", *qemu],
                         stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                         env={**os.environ, "TMPDIR": folder}, check=False)
    rows = rows_of(os.path.join(folder, "screen.png"))
    return run.stdout, any(row == AMBER * (len(row) // 3) for row in rows)


def full_stick(folder, room=ROOM):
    """What an earlier run has left, and a file that leaves so many bytes."""
    puts = []
    for name, older in OLDER.items():
        path = os.path.join(folder, "older." + name)
        with open(path, "wb") as file:
            file.write(older)
        puts += ["--put", f"{path}=/{name}"]
    listing = subprocess.run(["mdir", "-i", STICK + "@@1M", "::"], stdout=subprocess.PIPE, text=True, check=True).stdout
    free = int(re.sub(r"\D", "", listing.splitlines()[-2 if not listing.splitlines()[-1].strip() else -1]))
    path = os.path.join(folder, "filler")
    with open(path, "wb") as file:
        file.truncate(free - room - CLUSTER * len(OLDER))
    return (*puts, "--put", f"{path}=/filler")


def is_whole(name, now):
    if name == "report.txt":
        return now.rstrip().rpartition(b"\n")[2].startswith(b"Verdict: PASS")
    if name == "probe.json":
        return now.startswith(b"{") and json.loads(now) is not None
    return name.endswith(".rom") and len(now) >= 65536


def neither_older_nor_whole(folder):
    """Names of files that a run has spoilt: they are not what an earlier run has left, and not whole."""
    found = {}
    for name in OLDER:
        try:
            with open(os.path.join(folder, name), "rb") as file:
                found[name] = file.read()
        except FileNotFoundError:
            found[name] = b""
    return [name for name, now in found.items() if now != OLDER[name] and not is_whole(name, now)]


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
    said, band = boot(scratch, *full_stick(scratch), "--dump", "all", "--log", "mmio")
    check("full", "# report.jsonl could not be written to (full" in said, said)
    check("full.verdict", "verdict: PASS" in said, said)
    check("full.screen", band, "no yellow band")
    check("full.older", neither_older_nor_whole(scratch) == [], neither_older_nor_whole(scratch))
    check("full.older is said", "# probe.json could not be written" in said, said)
    # The next boot would take a test without its end for one that hung.
    check("full.last record", last_record(scratch)["type"] not in ("start", "phase"), last_record(scratch))
    # Wherever the room ends, also where no cluster is left.
    for room in range(0, 9 * CLUSTER, CLUSTER) if in_full else ():
        said, band = boot(scratch, *full_stick(scratch, room), "--dump", "all", "--log", "mmio")
        with open(os.path.join(scratch, "report.txt"), "rb") as file:
            is_told = (file.read() == OLDER["report.txt"]) == ("# report.txt could not be written" in said)
        check(f"full.{room}", "verdict: PASS" in said and neither_older_nor_whole(scratch) == [] and is_told,
              f"{neither_older_nor_whole(scratch)}\n{said}")
finish()
