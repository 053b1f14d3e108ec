#!/usr/bin/python3
"""tests/boots/label.t: label=ask in QEMU: what is typed on its keyboard when the firmware asks is in the report. `make test` takes the first answer."""
import json
import os
import socket
import subprocess
import tempfile
import time

os.chdir(os.path.join(os.path.dirname(os.path.realpath(__file__)), "../.."))
PANEL = bytes((0x14, 0x1b, 0x23)) * 64  # of the drawn header, which nothing shows before the firmware does
DEADLINE_S = 200
in_full = os.environ.get("LONG") == "1"  # in `make test-long`
count = failed = 0


def check(name, wanted, seen):
    global count, failed
    count += 1
    failed += wanted != seen
    print(f"{'ok' if wanted == seen else 'not ok'} {count} - label.{name}")
    if wanted != seen:
        print(f"#   expected {wanted!r}\n#   actual   {seen!r}")


class Machine:
    """The QEMU behind a QMP socket."""

    def __init__(self, path, process):
        self.process = process
        self.wait(lambda: os.path.exists(path))
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.lines = self.socket.makefile("r")
        self.lines.readline()
        self.ask("qmp_capabilities")

    def wait(self, condition):
        end = time.monotonic() + DEADLINE_S
        while not condition():
            if time.monotonic() > end or self.process.poll() is not None:
                raise SystemExit("Bail out! the machine does not get there")
            time.sleep(0.1)

    def ask(self, command, **arguments):
        self.socket.sendall((json.dumps({"execute": command, "arguments": arguments}) + "\n").encode())
        while "return" not in (answer := json.loads(self.lines.readline())):
            if "error" in answer:
                raise SystemExit(f"Bail out! {answer}")

    def asks(self, picture):
        self.ask("screendump", filename=picture)
        with open(picture, "rb") as file:
            return PANEL in file.read()

    def type(self, keys):
        for key in keys:
            self.ask("send-key", keys=[{"type": "qcode", "data": key}])


def label_after(folder, keys):
    """The label in the report of a run for which these keys were typed."""
    path = os.path.join(folder, "qmp")
    process = subprocess.Popen(["./run-qemu.sh", "--suite", "id.boot0", "--vram", "2M", "--label", "ask", "--out", folder,
                                "--timeout", str(DEADLINE_S), "--", "-qmp", f"unix:{path},server=on,wait=off"],
                               stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    machine = Machine(path, process)
    machine.wait(lambda: machine.asks(os.path.join(folder, "picture.ppm")))
    machine.type(keys)
    status = process.wait()
    with open(os.path.join(folder, "report.jsonl")) as file:
        return status, json.loads(file.readline()).get("label")


for name, keys, wanted in (("typed", ["s", "n", "4", "8", "backspace", "7", "spc", "1", "ret"], "sn47 1"),
                           ("escaped", ["4", "7", "esc"], None))[:2 if in_full else 1]:
    with tempfile.TemporaryDirectory() as scratch:
        check(name, (0, wanted), label_after(scratch, keys))
print(f"1..{count}")
raise SystemExit(failed > 0)
