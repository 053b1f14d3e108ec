"""tests/boots/boots.py: what the tests that talk to QEMU while the firmware runs have in common: a boot with steps that
are taken when the report says so, and TAP 13."""
import contextlib
import json
import os
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import zlib

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "../kit"))
from command import finish, in_full, point as check  # noqa: E402, F401
from words import SAYS_INCOMPLETE  # noqa: E402, F401

os.chdir(os.path.join(os.path.dirname(os.path.realpath(__file__)), "../.."))


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


def rows_of(png):
    """The rows of a picture of QEMU's: 8 bits of RGB, each row with its filter (PNG 1.2 §6)."""
    with open(png, "rb") as file:
        data = file.read()
    at, packed, width = 8, b"", 0
    while at < len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        if kind == b"IHDR":
            width = struct.unpack_from(">I", data, at + 8)[0]
        packed += data[at + 8:at + 8 + length] if kind == b"IDAT" else b""
        at += 12 + length
    raw, stride, rows, before = zlib.decompress(packed), 3 * width, [], bytes(3 * width)
    for start in range(0, len(raw), stride + 1):
        kind, row = raw[start], bytearray(raw[start + 1:start + 1 + stride])
        for x in range(stride if kind else 0):
            a, b, c = (row[x - 3], before[x], before[x - 3]) if x >= 3 else (0, before[x], 0)
            nearest = min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]
            row[x] = row[x] + (0, a, b, (a + b) // 2, nearest)[kind] & 255
        rows.append(bytes(row))
        before = row
    return rows


def png_to_ppm(png, ppm):
    rows = rows_of(png)
    with open(ppm, "wb") as file:
        file.write(b"P6\n%d %d\n255\n" % (len(rows[0]) // 3, len(rows)) + b"".join(rows))


def shows(picture, words):
    """Whether the drawn screen in that PPM shows these words on one line."""
    font = os.path.join(os.environ.get("BUILD", "build"), "made/font.c")
    return subprocess.run(["tests/boots/shows.py", font, picture, words], check=False).returncode == 0


class Pc:
    """A machine that stays on after the verdict: with disks, keys, a picture, and COM1 as a terminal."""

    def __init__(self, folder, *options, disks=(), card="vram=16M", device="nv50,media=on,chipset=g84", deadline_s=200):
        self.folder, self.deadline_s = folder, deadline_s
        self.heard = b""
        folder = tempfile.mkdtemp(dir=folder)
        sockets = [os.path.join(folder, name) for name in ("qmp", "com1")]
        shutil.copy(os.environ.get("BARECARD_VARS", "/usr/share/OVMF/OVMF_VARS_4M.fd"), os.path.join(folder, "vars.fd"))
        self.process = subprocess.Popen(
            ["qemu-system-x86_64", "-machine", "q35", "-m", "256M", "-nodefaults", "-no-user-config", "-no-reboot",
             "-device", "VGA", "-display", "none", "-qmp", f"unix:{sockets[0]},server=on,wait=off",
             "-chardev", f"socket,id=com1,path={sockets[1]},server=on,wait=on",
             "-serial", "chardev:com1",
             "-drive", "if=pflash,unit=0,format=raw,readonly=on,file=/usr/share/OVMF/OVMF_CODE_4M.fd",
             "-drive", f"if=pflash,unit=1,format=raw,file={folder}/vars.fd",
             *[word for i, disk in enumerate(disks) for word in (
                 "-drive", f"if=none,id=disk{i},format=raw,file={disk}",
                 "-device", f"virtio-blk-pci,drive=disk{i},bootindex={i}")],
             *(["-plugin", "build/barecard.so", "-device", "barecard-no-tpm", "-device", "pcie-root-port,id=link,chassis=1",
                "-device", f"{device},bus=link,{card}"] if card else []), *options],
            stdin=subprocess.DEVNULL, stderr=open(os.path.join(folder, "qemu.err"), "w"))
        self.wait("QEMU", lambda: os.path.exists(sockets[1]))
        self.com1 = socket.socket(socket.AF_UNIX)
        self.com1.connect(sockets[1])  # QEMU waits for that
        self.wait("monitor", lambda: os.path.exists(sockets[0]))
        self.qmp = Qmp(sockets[0])
        threading.Thread(target=self.drain, daemon=True).start()

    def drain(self):
        """A terminal that nobody reads stops the UART, and with it what the firmware says."""
        with contextlib.suppress(ConnectionResetError):  # the machine is ended while it speaks
            while more := self.com1.recv(4096):
                self.heard += more

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def wait(self, what, condition):
        end = time.monotonic() + self.deadline_s
        while not condition():
            if time.monotonic() > end or self.process.poll() is not None:
                raise SystemExit(f"Bail out! no {what}:\n{self.said()[-1500:]}")
            time.sleep(0.05)

    def said(self):
        return self.heard.decode(errors="replace").replace("\r", "")

    def hears(self, text, times=1):
        self.wait(repr(text), lambda: self.said().count(text) >= times)

    def key(self, name):
        self.qmp.tell("send-key", **{"keys": [{"type": "qcode", "data": name}], "hold-time": 2})

    def press(self, *keys):
        """As a person does."""
        for name in keys:
            self.key(name)
            time.sleep(0.3)

    def scan(self, code="sn-o4xfr1l"):
        """As a barcode scanner does: a character each 5 ms, and Enter. The letters are those of all commands."""
        for character in code:
            self.key({"-": "minus"}.get(character, character))
            time.sleep(0.003)
        self.key("ret")
        time.sleep(1)

    def type(self, text):
        """A person at a terminal on COM1."""
        for character in text:
            self.com1.sendall(character.encode())
            time.sleep(0.3)

    def picture(self, name="picture"):
        path = os.path.join(self.folder, f"{name}.ppm")
        self.qmp.tell("screendump", filename=path)
        with open(path, "rb") as file:
            return file.read()

    def shows(self, colour):
        """A stretch of this colour is on the screen."""
        return bytes(colour) * 64 in self.picture()


def stick(folder, config, name="stick.img", **files):
    """An image as `make` makes it, with that barecard.cfg and those files; None: without one."""
    path = os.path.join(folder, name)
    shutil.copy(f"{os.environ.get('BUILD', 'build')}/barecard.img", path)
    on_stick(path, "barecard.cfg", config)
    for file, text in files.items():
        on_stick(path, file, text)
    return path


def on_stick(image, name, text):
    if text is None:
        subprocess.run(["mdel", "-i", f"{image}@@1M", f"::/{name}"], check=True)
    else:
        subprocess.run(["mcopy", "-o", "-i", f"{image}@@1M", "-", f"::/{name}"], input=text.encode(), check=True)


def from_stick(image, name):
    return subprocess.run(["mtype", "-i", f"{image}@@1M", f"::/{name}"], capture_output=True, text=True).stdout
