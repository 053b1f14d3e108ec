#!/usr/bin/python3
"""tests/promises.t: every promise of the program is carried out from outside.

What is promised is read from the program's own help, tables and documents; tests/promises.tsv has a row for each. Its columns:
promise     its kind and name
written     where a person reads it
test        run: a command; boot: ./run-qemu.sh with these options; full, long: the same in `make test-long` alone; make: a target
            that is a long test of its own, and `sees` what it runs; else the script that carries it out and has a point that
            `sees` names. It runs here too, one of boots in `make test-long` alone. What `make test` leaves out is a SKIP there
does        the command ($B is build/barecard, in a folder with report.jsonl, card.rom and vram.bin), the options of the boot, or
            variables for the script. WORK is that folder, BUILD build/, PORT of a server that keeps what it gets in WORK/served.
            Behind " :: ", steps while it runs: "REGEXP => press KEY KEY", "... => type TEXT" or "... => look NAME", which keeps
            the screen; "=> hold it" keeps run-qemu.sh from ending the machine at its verdict, "=> end it" waits for its end; REGEXP waits for what run-qemu.sh prints, "~TEXT" for what the screen shows, "~!TEXT" until it does not, "@REGEXP" for all that is in serial.log
sees        what must be there, all of it, with " && " between, and would not be if the promise were ignored: REGEXP of the output,
            never REGEXP; rc=N; FILE ~ REGEXP of a file in the folder of --out, no FILE; shows TEXT: on the screen at the
            verdict, NAME shows TEXT: on the one that was kept; a ! before ~ or shows: not
Rows with the same `does` share one boot."""
import csv
import functools
import http.server
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "boots"))
from boots import Qmp, check, finish, in_full, png_to_ppm, shows  # pylint: disable=wrong-import-position

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

# One more of each kind, as somebody would add it: where it is read, the line, and the promise that has no row then.
ADDED = (("run-qemu.sh --help", "  --new N           something\n", "option --new"),
         ("keys", "new\t0 to 9\t0\tword\n", "key new"),
         ("keys", "new\t0 to 9\t0\tword\n", "key new=word"),
         ("suite/run/menu.c", '    add(menu, MENU_NEW, "New", "something");\n', "menu New"),
         ("docs/screen.md", "\n| key | while it runs | at the verdict |\n|---|---|---|\n| J | | jumps |\n", "press J verdict"),
         ("barecard --help", "  jump     something\n", "command jump"),
         ("barecard place --help", "  --new N   something\n", "command place --new"),
         ("make help", "make jump       something\n", "make jump"),
         ("efi/README.TXT", "\\new.json is something\n", "file new.json"),
         ("docs/rig.md", "\nThe screen says something new.\n", "says The screen says something new."))


def promised(place="", more=""):
    """All of it, in its order; `more` is at the end of what `place` says."""
    def with_more(name, text):
        return text + more if name == place else text

    def output(*command):  # pylint: disable=redefined-outer-name
        names = [{B: "barecard", "./run-qemu.sh": "run-qemu.sh"}.get(word, word) for word in command if word != "-s"]
        text = globals()["output"](*command)
        return with_more("keys" if names == ["barecard", "keys"] else " ".join(names), text)

    def text_of(path):  # pylint: disable=redefined-outer-name
        return with_more(path, globals()["text_of"](path))

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
        places = {"WORK": work, "UNTIL": until, "BUILD": BUILD, "PORT": str(SERVER.get("port"))}
        options, *self.steps = re.sub(r"\b(WORK|UNTIL|BUILD|PORT)\b", lambda name: places[name[1]], does).split(" :: ")
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
        self.qmp, self.missed = None, None
        threading.Thread(target=self.listen, daemon=True).start()
        for when, what in self.steps:
            if when:
                self.wait(when)
            self.take(*what.split(" ", 1))
        self.process.send_signal(signal.SIGCONT)
        try:
            self.status = self.process.wait(timeout=310)
        except subprocess.TimeoutExpired:
            self.process.terminate()
            self.status, self.missed = self.process.wait(), self.missed or "its end"

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
            came = self.poll({"@": lambda: self.logs(when[1:]), "~!": lambda: self.sees(when[2:]) is False}.get(
                when[:1 + (when[:2] == "~!")], lambda: self.sees(when[1:])))
        else:
            with self.news:
                came = self.news.wait_for(lambda: re.search(when, self.said, re.M) or self.process.poll() is not None, timeout=200)
                came = came and re.search(when, self.said, re.M)
        if not came:
            self.missed = self.missed or when

    def poll(self, condition):
        end = time.monotonic() + 100
        while time.monotonic() < end and self.process.poll() is None:
            if condition():
                return True
            time.sleep(0.2)
        return False

    def logs(self, pattern):
        path = f"{self.folder}/serial.log"
        return os.path.exists(path) and re.search(pattern, text_of(path), re.S)

    def sees(self, words):
        try:
            self.ask("screendump", filename=f"{self.folder}/now.ppm")
        except OSError:
            return None
        return self.shows(words, "now")

    def ask(self, command, **arguments):
        if not self.qmp:
            while not os.path.exists(f"{self.folder}/qmp") and self.process.poll() is None:
                time.sleep(0.05)
            self.qmp = Qmp(f"{self.folder}/qmp")
        self.qmp.tell(command, **arguments)

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
                while self.qmp and (line := self.qmp.lines.readline()):
                    self.said += f"\n{line}"
        except (OSError, ValueError) as error:  # the machine has ended before
            self.said += f"\n{verb} {rest}: {error}\n"

    def shows(self, words, name):
        picture = f"{self.folder}/{name}.ppm"
        if name == "screen" and os.path.exists(f"{self.folder}/screen.png"):
            picture = f"{self.folder}/screen.ppm"
            png_to_ppm(f"{self.folder}/screen.png", picture)
        return os.path.exists(picture) and shows(picture, words)


SERVER = {}


def serve(work):
    """A server for reports: keeps each request and its body in WORK/served."""
    class Keeper(http.server.BaseHTTPRequestHandler):
        def do_PUT(self):  # pylint: disable=invalid-name
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            with open(f"{work}/served", "ab") as file:
                file.write(f"PUT {self.path}\n".encode() + body + b"\n")
            self.send_response(201)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_):  # pylint: disable=arguments-differ
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Keeper)
    SERVER["port"] = server.server_port
    threading.Thread(target=server.serve_forever, daemon=True).start()


@functools.lru_cache(None)
def points_of(script, does):
    """The points that a script printed."""
    for_script = dict(word.split("=", 1) for word in does.split())
    return output(script, env={**os.environ, "LONG": "0", "BUILD": BUILD, "BARECARD": B, "ONLY": "", **for_script})


def scripted(row):
    """What is wrong with a row that a script carries out."""
    if not os.path.exists(row["test"]):
        return f"no {row['test']}"
    said = points_of(row["test"], row["does"])
    point = re.search(rf"^(not )?ok \d+ - (.*{row['sees']}.*)", said, re.M)
    return "" if point and not point[1] and "# SKIP" not in point[2] else f"no good point {row['sees']}\n{said[-1500:]}"


class Command:
    def __init__(self, does, work):
        done = subprocess.run(["bash", "-c", does], cwd=work, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              errors="replace", check=False, env={**os.environ, "B": B, "ROOT": os.getcwd(), "BUILD": BUILD})
        self.said, self.status, self.folder, self.missed = done.stdout, done.returncode, work, None


def sees(done, wanted):
    """The first of what must be there that is not; empty: all is. What a step waited for is among it."""
    if done.missed:
        return f"did not come: {done.missed}\n{done.said[-1500:]}"
    for one in wanted.split(" && "):
        shows = re.match(r"(?:(\w+) )?(!?)shows (.*)", one)
        file = re.match(r"(\S+) (!?)~ (.*)", one)
        if one.startswith("rc="):
            good = done.status == int(one[3:])
        elif one.startswith("never "):
            good = not re.search(one[6:], done.said, re.M)
        elif one.startswith("no "):
            good = not os.path.exists(os.path.join(done.folder, one[3:]))
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
                 """perl -e 'print pack q(@16 V3 @512 Q @32768 Q), 0x190000, 0x1ffffff, 0x1800000, 0x8063, 0x1800001' >vm.bin""",
                 "truncate -s 16M vm.bin", """echo '{"type":"machine","run":41}' >old.jsonl""",
                 # three boots that somebody ended in one test
                 """echo '{"type":"machine","run":3}\n{"type":"note","test":"id.boot0","card":"0000:01:00.0","id":"10de:0400 \
10de:0400 a2","text":"machine was switched off or reset by hand during ","cuts":3}' >cuts.jsonl""",
                 "$B selftest --chipset g84 --mode probe >probe.json",
                 f"cp --sparse=always {BUILD}/barecard.img second.img",
                 "mkdir run && cp report.jsonl run/ && sed s/model/silicon/g report.jsonl >silicon.jsonl"):
        Command(does, work)
    with open(f"{work}/card.rom", "rb") as file:
        rom = bytearray(file.read())
    with open(f"{work}/i2c.rom", "wb") as file:
        file.write(writes_to_i2c(rom))


def writes_to_i2c(rom):
    """The card's ROM with a script that first writes to device 0x48 of I2C port 0 (docs/hardware/devinit.md)."""
    size = rom[2] * 512
    free, board = size - 64, int.from_bytes(rom[0x36:0x38], "little")

    def put(at, text):
        rom[at:at + len(text) // 2] = bytes.fromhex(text)

    put(free, "4d8090011011" "5c4001")  # one register of the device, then the first script, at 0x140
    put(free + 16, "400501040000000005")  # a table of one port
    put(board + 4, (free + 16).to_bytes(2, "little").hex())
    put(rom.index(b"\x40\x01\xaa\x01"), free.to_bytes(2, "little").hex())
    rom[size - 1] = (rom[size - 1] - sum(rom[:size])) & 255
    return rom


def main():
    with open(TABLE, encoding="utf-8", newline="") as file:
        rows = {row["promise"]: row for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)}
    wanted = list(dict.fromkeys(promised()))
    for name, some, all_ in (("each has a row", wanted, rows), ("each row is promised", rows, wanted)):
        missing = "\n".join(one for one in some if one not in all_)
        check(name, not missing, missing)
    for place, line, promise in ADDED:
        check(f"without a row it fails: {promise}", promise in promised(place, line) and promise not in rows, promise)
    work = tempfile.mkdtemp(prefix="promises.")
    fixtures(work)
    serve(work)
    boot, command = (functools.lru_cache(None)(lambda does, kind=kind: kind(does, work)) for kind in (Boot, Command))
    for name, row in rows.items():
        if ONLY and ONLY not in name:
            continue
        test, does = row["test"], row["does"]
        if not in_full and (test in ("long", "full") or re.match("tests/(boots|linux)/", test) and os.path.exists(test)):
            name, wrong = f"{name} # SKIP carried out in make test-long", ""
        elif test in ("run", "full"):
            wrong = sees(command(does), row["sees"])
        elif test in ("boot", "long"):
            wrong = sees(boot(does), row["sees"])
        elif test == "make":
            done = subprocess.run(["make", "-n", does], capture_output=True, text=True, check=False)
            wrong = done.stderr if done.returncode or not re.search(row["sees"], done.stdout) else ""
        else:
            wrong = scripted(row)
        check(name, not wrong, wrong)
    shutil.rmtree(work)
    finish()


main()
