#!/usr/bin/python3
"""tests/promises.t: every promise of the program is carried out from outside.

What is promised is read from the program's own help, tables and documents; tests/promises.tsv has a row for each. Its columns:
promise     its kind and name
written     where a person reads it
test        run: a command; boot: ./run-qemu.sh with these options; long: a boot in `make test-long` alone; make: a target
            that is a test of its own; else the script that carries it out, with the promise's name or `sees` among its points
does        the command ($B is build/barecard, in a folder with report.jsonl, card.rom and vram.bin), or the options of the boot.
            Behind " :: ", steps while it runs: "REGEXP => press KEY KEY", "... => type TEXT" or "... => look NAME", which keeps
            the screen; "=> hold it" keeps run-qemu.sh from ending the machine at its verdict, "=> end it" waits for its end; REGEXP waits for what run-qemu.sh prints, "~TEXT" for what the screen shows, "@REGEXP" for all that is in serial.log
sees        what must be there, all of it, with " && " between: REGEXP of the output; rc=N; FILE ~ REGEXP of a file in the
            folder of --out; shows TEXT: on the screen at the verdict, NAME shows TEXT: on the one that was kept; a ! before either: not
Rows with the same `does` share one boot."""
import csv
import functools
import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "boots"))
from boots import check, finish, in_full, png_to_ppm, shows  # pylint: disable=wrong-import-position

TABLE = "tests/promises.tsv"
BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
B = os.path.join(BUILD, "barecard")
ONLY = os.environ.get("ONLY", "")


def output(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=False, **options).stdout


def text_of(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


# ---- what is promised --------------------------------------------------------------------------

def promised():
    for option in re.findall(r"^  (--[a-z0-9_-]+)", output("./run-qemu.sh", "--help"), re.M):
        yield f"option {option}"
    keys = [line.split("\t") for line in output(B, "keys").splitlines()[1:]]
    for key, _, _, words in keys:
        yield f"key {key}"
        for word in words.split():
            yield f"key {key}={word}"
    keys = [key for key, *_ in keys]
    for name in re.findall(r'add\(menu, MENU_\w+, "([^"]+)"', text_of("suite/run/menu.c")):
        yield f"menu {name}"
    yield "menu Card N only"
    in_table = False
    for line in text_of("docs/screen.md").splitlines():
        in_table = line.startswith("| key |") or in_table and line.startswith("|")
        if in_table and not re.match(r"\| (key|---)|\|---", line):
            names, running, verdict = (cell.strip() for cell in line.strip("|").split("|"))
            for key in names.split(", "):
                yield from (f"press {key} {page}" for page, does in (("running", running), ("verdict", verdict)) if does)
    yield from ("press Up menu", "press Down menu", "press digit menu", "press Enter menu", "press R question",
                "press L question", "press nothing question", "press Enter label", "press Esc label")
    commands = re.findall(r"^  ([a-z]+)  ", output(B, "--help"), re.M)
    for command in commands:
        yield f"command {command}"
        for option in sorted(set(re.findall(r"(?<![\w-])--[a-z0-9_-]*[a-z0-9]", output(B, command, "--help"))) - {"--help"}):
            # The keys of barecard.cfg are options of `run`: one row for all of them.
            yield f"command {command} {'--KEY' if command == 'run' and option[2:] in keys else option}"
    for targets in re.findall(r"^make(.*)", output("make", "-s", "help"), re.M):
        yield "make " + (re.match(r" ?([a-z-]*)", targets)[1] or "all")
    for name in re.findall(r"\\([\w*.-]+\.(?:txt|jsonl|json|rom|log))", text_of("efi/README.TXT")):
        yield f"file {name}"
    yield from ("file serial.log", "file screen.png")
    for page in ("docs/screen.md", "docs/rig.md"):
        for sentence in re.split(r"(?<=[.:|])\s+", text_of(page).replace("\n", " ")):
            if re.search(r"\bscreen (says|shows)\b|\bon the screen\b", sentence):
                yield f"says {' '.join(sentence.split())[:60]}"


# ---- carrying it out ---------------------------------------------------------------------------

class Boot:
    """One boot of ./run-qemu.sh: what it printed, how it ended, what it left."""

    def __init__(self, does, work):
        until = time.strftime("%H:%M", time.gmtime(time.time() + 75))
        options, *self.steps = does.replace("WORK", work).replace("UNTIL", until).split(" :: ")
        self.steps = [step.split("=> ") for step in self.steps]
        self.steps = [(when.strip(), what) for when, what in self.steps]
        self.folder = tempfile.mkdtemp(dir=work)
        options = shlex.split(options)
        split = options.index("--") if "--" in options else len(options)
        self.process = subprocess.Popen(
            ["./run-qemu.sh", "--out", self.folder, "--timeout", "300", *options[:split], "--", *options[split + 1:],
             "-qmp", f"unix:{self.folder}/qmp,server=on,wait=off"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
            env={**os.environ, "TMPDIR": self.folder})
        self.said, self.news = "", threading.Condition()
        self.qmp = None
        threading.Thread(target=self.listen, daemon=True).start()
        for when, what in self.steps:
            if when:
                self.wait(when)
            self.take(*what.split(" ", 1))
        self.process.send_signal(signal.SIGCONT)
        self.status = self.process.wait(timeout=300)

    def listen(self):
        for line in self.process.stdout:
            with self.news:
                self.said += line
                self.news.notify_all()
        with self.news:
            self.said += "\n"
            self.news.notify_all()

    def wait(self, when):
        if when[0] in "~@":
            self.poll(lambda: self.logs(when[1:]) if when[0] == "@" else self.sees(when[1:]))
            return
        with self.news:
            self.news.wait_for(lambda: re.search(when, self.said, re.M) or self.process.poll() is not None, timeout=200)

    def poll(self, condition):
        end = time.monotonic() + 100
        while not condition() and time.monotonic() < end and self.process.poll() is None:
            time.sleep(0.2)

    def logs(self, pattern):
        path = f"{self.folder}/serial.log"
        return os.path.exists(path) and re.search(pattern, text_of(path), re.S)

    def sees(self, words):
        try:
            self.ask("screendump", filename=f"{self.folder}/now.ppm")
        except OSError:
            return False
        return self.shows(words, "now")

    def ask(self, command, **arguments):
        if not self.qmp:
            while not os.path.exists(f"{self.folder}/qmp") and self.process.poll() is None:
                time.sleep(0.05)
            self.qmp = socket.socket(socket.AF_UNIX)
            self.qmp.connect(f"{self.folder}/qmp")
            self.lines = self.qmp.makefile()
            self.lines.readline()
            self.ask("qmp_capabilities")
        self.qmp.sendall(json.dumps({"execute": command, "arguments": arguments}).encode() + b"\n")
        while "return" not in json.loads(self.lines.readline() or '{"return": 0}'):
            pass

    def take(self, verb, rest):
        try:
            if verb == "press":
                for key in rest.split():
                    self.ask("send-key", keys=[{"type": "qcode", "data": key}])
                    time.sleep(0.25)
            elif verb == "type":
                (work,) = (name for name in os.listdir(self.folder) if name.startswith("tmp."))
                with open(f"{self.folder}/{work}/serial.in", "w", encoding="ascii") as line:
                    line.write(rest)
            elif verb == "look":
                self.ask("screendump", filename=f"{self.folder}/{rest}.ppm")
            elif verb == "hold":
                self.process.send_signal(signal.SIGSTOP)
            elif verb == "end":
                while self.qmp and self.lines.readline():
                    pass
                self.said += "\nthe machine has ended\n"
        except OSError as error:
            self.said += f"\n{verb} {rest}: {error}\n"

    def shows(self, words, name):
        picture = f"{self.folder}/{name}.ppm"
        if name == "screen":
            picture = f"{self.folder}/screen.ppm"
            png_to_ppm(f"{self.folder}/screen.png", picture)
        return os.path.exists(picture) and shows(picture, words)


class Command:
    def __init__(self, does, work):
        done = subprocess.run(["bash", "-c", does], cwd=work, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              errors="replace", check=False, env={**os.environ, "B": B, "ROOT": os.getcwd()})
        self.said, self.status, self.folder = done.stdout, done.returncode, work


def sees(done, wanted):
    """The first of what must be there that is not; empty: all is."""
    for one in wanted.split(" && "):
        shows = re.match(r"(?:(\w+) )?(!?)shows (.*)", one)
        file = re.match(r"(\S+) (!?)~ (.*)", one)
        if one.startswith("rc="):
            good = done.status == int(one[3:])
        elif shows:
            good = done.shows(shows[3], shows[1] or "screen") != bool(shows[2])
        elif file:
            path = os.path.join(done.folder, file[1])
            good = os.path.exists(path) and bool(re.search(file[3], text_of(path), re.M)) != bool(file[2])
        else:
            good = re.search(one, done.said, re.M)
        if not good:
            return f"not seen: {one}\n{done.said[-1500:]}"
    return ""


def fixtures(work):
    """What commands of the host are given."""
    for does in ("$B selftest --chipset g84 --suite id,vram.quick --defect vram-stuck:partition=1,bit=37 --json >report.jsonl",
                 "$B vbios --chipset g84 --write card.rom", "truncate -s 16M vram.bin", "truncate -s 1M sys.bin",
                 "$B selftest --chipset g84 --mode probe >probe.json",
                 "mkdir run && cp report.jsonl run/ && sed s/model/silicon/g report.jsonl >silicon.jsonl"):
        Command(does, work)


def missing(wanted, rows):
    return [name for name in wanted if name not in rows]


def main():
    with open(TABLE, encoding="utf-8", newline="") as file:
        rows = {row["promise"]: row for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)}
    wanted = list(dict.fromkeys(promised()))
    check("each has a row", not missing(wanted, rows), "\n".join(missing(wanted, rows)))
    check("each row is promised", not missing(rows, wanted), "\n".join(missing(rows, wanted)))
    new = ["option --new", "key new", "menu New"]
    check("what is new has no row", missing(wanted + new, rows)[-3:] == new)
    work = tempfile.mkdtemp(prefix="promises.")
    fixtures(work)
    boot, command = (functools.lru_cache(None)(lambda does, kind=kind: kind(does, work)) for kind in (Boot, Command))
    for name, row in rows.items():
        if ONLY and ONLY not in name:
            continue
        test, does = row["test"], row["does"]
        if test == "run":
            wrong = sees(command(does), row["sees"])
        elif test == "boot" or test == "long" and in_full:
            wrong = sees(boot(does), row["sees"])
        elif test == "long":
            continue
        elif test == "make":
            wrong = subprocess.run(["make", "-n", does], capture_output=True, text=True, check=False)
            wrong = wrong.stderr if wrong.returncode else ""
        else:
            wrong = "" if os.path.exists(test) and row["sees"] in text_of(test) else f"{test} has no point {row['sees']}"
        check(name, not wrong, wrong)
    shutil.rmtree(work)
    finish()


main()
