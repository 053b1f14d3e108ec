"""tests/boots/boots.py: what the tests that talk to QEMU while the firmware runs have in common: a boot with steps that
are taken when the report says so, and TAP 13."""
import json
import os
import socket
import struct
import subprocess
import sys
import tempfile
import zlib

os.chdir(os.path.join(os.path.dirname(os.path.realpath(__file__)), "../.."))
# Whether all is wanted, as in `make test-long`, and not the sample that `make test` takes.
in_full = os.environ.get("LONG") == "1"
prefix = os.path.basename(sys.argv[0]).removesuffix(".t")
count = failed = 0


def check(name, good, seen=""):
    global count, failed
    count += 1
    failed += not good
    print(f"{'' if good else 'not '}ok {count} - {prefix}.{name}")
    if not good:
        print("".join(f"#   {line}\n" for line in str(seen).splitlines()[-12:]), end="")
    sys.stdout.flush()


class Qmp:
    """QEMU's machine protocol, as far as a step needs it."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.lines = self.socket.makefile()
        self.lines.readline()
        self.tell("qmp_capabilities")

    def tell(self, command, **arguments):
        self.socket.sendall(json.dumps({"execute": command, "arguments": arguments}).encode() + b"\n")
        while True:
            answer = json.loads(self.lines.readline())
            if "event" not in answer:
                return answer["return"]

    def type(self, line):
        return self.tell("human-monitor-command", **{"command-line": line})


def run(steps, *options, rig=None, machine=()):
    """QEMU to its end, through any number of resets. When the report has a line that begins with the first step's
    text, QEMU's monitor is told the step's command, or the step is called with a Qmp; then it is the next step's turn."""
    steps, said = list(steps), ""
    firmware = ["--firmware", f"{os.environ.get('BUILD', 'build')}/rig/{rig}.EFI"] if rig else []
    with tempfile.TemporaryDirectory() as folder:
        path, qmp = (os.path.join(folder, name) for name in ("monitor", "qmp"))
        qemu = subprocess.Popen(
            ["./run-qemu.sh", "--timeout", "200", *firmware, *options, "--", *machine, "-monitor",
             f"unix:{path},server=on,wait=off", "-qmp", f"unix:{qmp},server=on,wait=off"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        monitor = None  # stays open: QEMU forgets what a monitor that left has typed
        for line in qemu.stdout:
            said += line
            if steps and line.startswith(steps[0][0]):
                step = steps.pop(0)[1]
                if callable(step):
                    step(Qmp(qmp))
                    continue
                if not monitor:
                    monitor = socket.socket(socket.AF_UNIX)
                    monitor.connect(path)
                monitor.sendall(step.encode() + b"\n")
        return qemu.wait(), said


def png_to_ppm(png, ppm):
    """QEMU's PNGs: 8 bits of RGB, each row with its filter (PNG 1.2 §6)."""
    with open(png, "rb") as file:
        data = file.read()
    at, packed, size = 8, b"", (0, 0)
    while at < len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        if kind == b"IHDR":
            size = struct.unpack_from(">II", data, at + 8)
        packed += data[at + 8:at + 8 + length] if kind == b"IDAT" else b""
        at += 12 + length
    raw, stride, rows, before = zlib.decompress(packed), 3 * size[0], [], bytes(3 * size[0])
    for y in range(size[1]):
        kind, row = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for x in range(stride if kind else 0):
            a, b, c = (row[x - 3], before[x], before[x - 3]) if x >= 3 else (0, before[x], 0)
            nearest = min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]
            row[x] = row[x] + (0, a, b, (a + b) // 2, nearest)[kind] & 255
        rows.append(bytes(row))
        before = row
    with open(ppm, "wb") as file:
        file.write(b"P6\n%d %d\n255\n" % size + b"".join(rows))


def shows(picture, words):
    """Whether the drawn screen in that PPM shows these words on one line."""
    font = os.path.join(os.environ.get("BUILD", "build"), "made/font.c")
    return subprocess.run(["tests/boots/shows.py", font, picture, words], check=False).returncode == 0


def finish():
    print(f"1..{count}")
    sys.exit(1 if failed else 0)
