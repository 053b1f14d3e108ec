#!/usr/bin/python3
"""tests/boots/keys.t: keys in QEMU: the menu before a run, a test that is paused and skipped over the serial line, Esc,
and what the verdict offers. `make test` takes a sample."""
import json
import os
import socket
import subprocess
import tempfile
import time

os.chdir(os.path.join(os.path.dirname(os.path.realpath(__file__)), "../.."))
DEADLINE_S = 200
in_full = os.environ.get("LONG") == "1"  # in `make test-long`
count = failed = 0


def check(name, good, detail=""):
    global count, failed
    count += 1
    failed += not good
    print(f"{'ok' if good else 'not ok'} {count} - keys.{name}")
    if not good:
        print("#   " + str(detail).replace("\n", "\n#   "))


class Machine:
    """A boot of the firmware whose keyboard and serial line are ours."""

    def __init__(self, folder, *options):
        self.folder = folder
        path = os.path.join(folder, "qmp")
        self.serial = ""
        self.process = subprocess.Popen(
            ["./run-qemu.sh", "--out", folder, "--timeout", str(DEADLINE_S), *options,
             "--", "-qmp", f"unix:{path},server=on,wait=off"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env={**os.environ, "TMPDIR": folder})
        self.wait("QEMU", lambda: os.path.exists(path))
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.lines = self.socket.makefile("r")
        self.lines.readline()
        self.ask("qmp_capabilities")

    def wait(self, what, condition):
        end = time.monotonic() + DEADLINE_S
        while not condition():
            if time.monotonic() > end or self.process.poll() is not None:
                raise SystemExit(f"Bail out! no {what}")
            time.sleep(0.05)

    def ask(self, command, **arguments):
        self.socket.sendall((json.dumps({"execute": command, "arguments": arguments}) + "\n").encode())
        while "return" not in (answer := json.loads(self.lines.readline())):
            if "error" in answer:
                raise SystemExit(f"Bail out! {answer}")

    def press(self, *keys):
        for key in keys:
            self.ask("send-key", keys=[{"type": "qcode", "data": key}])
            time.sleep(0.2)

    def type(self, text):
        """What a terminal on the serial line sends."""
        (work,) = [f for f in os.listdir(self.folder) if f.startswith("tmp.")]
        with open(os.path.join(self.folder, work, "serial.in"), "w") as line:
            line.write(text)

    def says(self, text):
        with open(os.path.join(self.folder, "serial.log"), errors="replace") as file:
            return text in file.read()

    def shows(self, colour):
        """A stretch of this colour is on the screen."""
        picture = os.path.join(self.folder, "picture.ppm")
        self.ask("screendump", filename=picture)
        with open(picture, "rb") as file:
            return bytes(colour) * 64 in file.read()

    def end(self):
        output, _ = self.process.communicate(timeout=DEADLINE_S)
        return self.process.returncode, output.rstrip().rsplit("\n", 1)[-1]


NAVY = (0x0E, 0x3A, 0x57)  # the menu's bar, and chips under test
LARGE = ("--vram", "256M")  # whose memory test takes seconds

if in_full:
    with tempfile.TemporaryDirectory() as scratch:
        machine = Machine(scratch, "--menu", "60", "--suite", "id", "--vram", "16M")
        machine.wait("menu", lambda: machine.shows(NAVY))
        machine.press("down", "ret")  # from "As set up" to "Quick"
        machine.wait("test", lambda: machine.says("TAP version 13"))
        status, verdict = machine.end()
        check("menu", (status, verdict) == (0, "verdict: PASS"), verdict)

with tempfile.TemporaryDirectory() as scratch:
    machine = Machine(scratch, "--suite", "id.boot0,vram.quick,vram.size", *LARGE)
    machine.wait("vram.quick", lambda: machine.says("# vram.quick: "))
    machine.type(" ")
    time.sleep(2)
    with open(os.path.join(scratch, "serial.log"), "rb") as file:
        before = len(file.read())
    time.sleep(3)
    with open(os.path.join(scratch, "serial.log"), "rb") as file:
        check("pause", len(file.read()) == before, "the test goes on while it is paused")
    machine.type(" s")
    status, verdict = machine.end()
    check("skip", machine.says("- vram.quick # SKIP skipped by the operator (S)"), verdict)
    check("skip.goes_on", machine.says("- vram.size"), "the next test did not run")

if in_full:
    with tempfile.TemporaryDirectory() as scratch:
        machine = Machine(scratch, "--suite", "id.boot0,vram.quick,link.errors", *LARGE)
        machine.wait("vram.quick", lambda: machine.says("# vram.quick: "))
        machine.press("esc")
        status, verdict = machine.end()
        check("stop", (status, verdict) == (2, "verdict: INCOMPLETE: vram.quick: stopped by the operator (Esc)"), verdict)
        check("stop.rest", not machine.says("- link.errors"), "a test ran after Esc")

# The report of three boots that somebody ended in one test: the firmware asks, and hears the answer on the serial line.
with tempfile.TemporaryDirectory() as scratch:
    before = os.path.join(scratch, "before")
    with open(before, "w") as file:
        for record in ({"type": "machine", "run": 3},
                       {"type": "note", "test": "id.boot0", "card": "0000:01:00.0", "id": "10de:0400 10de:0400 a2",
                        "text": "machine was switched off or reset by hand during ", "cuts": 3}):
            file.write(json.dumps(record, separators=(",", ":")) + "\n")
    machine = Machine(scratch, "--suite", "id", "--vram", "16M", "--put", f"{before}=/report.jsonl")
    machine.wait("question", lambda: machine.says("(R runs it again, L leaves it out; left out in 30 s)"))
    check("ask.before", not machine.says("- id.boot0"), "the test ran before the answer")
    machine.type("r")
    status, verdict = machine.end()
    check("ask.again", (status, verdict) == (0, "verdict: PASS (only id)")
          and machine.says("# id.boot0, card 0000:01:00.0: runs again (R)"), verdict)
print(f"1..{count}")
raise SystemExit(failed > 0)
