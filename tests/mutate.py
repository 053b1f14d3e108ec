#!/usr/bin/env python3
"""Make small mistakes in the code, one at a time, and see whether a test notices.

Each mutant is one changed place: an operator, a comparison, a constant (also in tables), a negated condition, a deleted
statement, an early return. The sources stay as they are: what the change makes different is compiled from a copy of that one
file into a small library, which programs load in front of libbarecard.so; it stops at undefined behaviour, as tests under
sanitizers do. A mutant whose object code is the same is dropped. Which tests reach which block of the code is recorded
once (tests/reach.c) with the processor time that each takes, and kept until the sources change. A mutant is shown only to
tests that reach its place, the quick ones first: self tests, test programs, rows of tests/defects.tsv, scripts that run the
host command; one of efi/ or model/qemu/ is booted when no test on the host has noticed it. The first that fails, and passes
with the file as it is, ends it. BUILD/mutants.tsv gets a line for each: place, change, killed by, seconds.
Status: 0 all killed, 1 some survive, 2 the sources fail their tests as they are.
"""
import argparse
import hashlib
import json
import os
import random
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter, deque
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path

FOLDERS = ["mmu", "hw", "pci", "engines", "model", "suite/memory", "suite/run", "suite/report",
           "suite/nv50", "suite/gv100", "suite/kit", "efi"]
SWAPS = [("<", "<="), (">", ">="), ("<=", "<"), (">=", ">"), ("==", "!="), ("!=", "=="), ("&&", "||"),
         ("||", "&&"), ("+", "-"), ("-", "+"), ("<<", ">>"), (">>", "<<"), ("&", "|"), ("|", "&"),
         ("+=", "-="), ("|=", "&=")]
# Scripts that build or boot. Rows of tests/defects.tsv have their turn before the script that runs all of them.
OTHERS = ("boots", "docs", "efi", "linux", "model", "lint", "promises", "clients/nouveau", "tools/confirmed",
          "tools/package", "witnesses/proof")
# Programs that are linked with objects of the product, to see what these call.
OWN = {"suite/report/page_look_test": r"suite/report/(page\w*|\w*picture)\.", "linker/compare_test": r"efi/compare"}
RIGS = ("tests/", "build/made/") # of which the library has none
UNDEFINED = ["-fsanitize=undefined", "-fsanitize-undefined-trap-on-error"]
# Programs that are linked without the library, and their own sources.
WHOLE = {"barecard": ["tools/main"], "silicon": ["tests/silicon/*"],
         "property": ["tests/mmu/nv50/property_test", *(f"tests/model/nv50/vm/{name}" for name in ("world", "random", "shrink"))]}
BOOTED = {"efi/": ["efi/image", "boots/qemu", "boots/processors", "boots/keys", "boots/faults", "boots/rigs", "boots/rounds"],
          "model/qemu/": ["model/qemu/device", "boots/qemu"]}
SLOW_S = 3   # of processor time: what takes longer reaches nearly all, and is not traced
BOOTS_S = 60 # of a script that boots machines: not measured
TRACING = 3  # times as long as without trace calls
WORKERS = os.cpu_count() or 1
NUMBER = re.compile(r"(?<![\w.])(0x[0-9a-fA-F]+|\d+)(?=[uUlL]*\b)")
STATEMENT = re.compile(r"\s+[\w.>\[\]*()-]+(\s*[-+|&^]?= .*|\(.*\));$")
DROPPED = ("compiler", "same code")


def code_of(text):
    """The source with comments, strings and preprocessor lines blanked out, of the same length."""
    blank = lambda found: re.sub(r"[^\n]", " ", found[0])
    return re.sub(r"/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+'|^\s*#\s*(?!define)[^\n]*",
                  blank, text, flags=re.S | re.M)


def changes(path):
    """Every mistake that can be made in a file: (line number, from column, old, new)."""
    lines = code_of(path.read_text("utf-8")).split("\n")
    for number, line in enumerate(lines):
        if line.lstrip().startswith("_Static_assert"):
            continue
        for old, new in SWAPS:
            for found in re.finditer(r"(?<= )" + re.escape(old) + r"(?= )", line):
                yield number, found.start(), old, new
        for found in NUMBER.finditer(line):
            if not re.match(r"\s*#define \w+_H\b", line):
                yield number, found.start(), found[0], str(int(found[0], 0) + 1)
        found = re.match(r"\s+(?:} else )?(?:if|while) \(", line)
        if found and line.rstrip().endswith((")", ") {")) and line.count("(") == line.count(")"):
            close = line.rindex(")")
            yield number, found.end(), line[found.end():close], f"!({line[found.end():close]})"
        if STATEMENT.match(line) and lines[number - 1].rstrip().endswith((";", "{", "}", "")):
            yield number, len(line) - len(line.lstrip()), line.strip(), "{ }"
        found = re.match(r"(\s+return )([^;]+)(?=;$)", line)
        if found and found[2] not in ("0", "false", "OK", "NULL"):
            yield number, found.end(1), found[2], "0"


def run(command, seconds, **variables):
    """Status, what it printed, and its processor seconds. It is ended after the limit of these, or ten times that."""
    limit = int(seconds) + 1
    with tempfile.TemporaryFile() as printed:
        child = subprocess.Popen(command, shell=True, start_new_session=True, stdin=subprocess.DEVNULL, stdout=printed,
                                 stderr=subprocess.DEVNULL, env=os.environ | variables,
                                 preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit)))
        alarm = threading.Timer(10 * limit + 60, os.killpg, (child.pid, signal.SIGKILL))
        alarm.start()
        try:
            _, status, used = os.wait4(child.pid, 0)
        except BaseException:
            os.killpg(child.pid, signal.SIGKILL)
            raise
        finally:
            alarm.cancel()
        child.returncode = status
        printed.seek(0)
        return status, printed.read().decode("utf-8", "replace"), used.ru_utime + used.ru_stime


class Test:
    """One thing that is run: name, command with {B} for the folder of what was built."""

    def __init__(self, name, command):
        self.name, self.command = name, command
        self.program, _, self.part = name.partition(" ")
        self.seconds = 0.0  # of processor time; below 0: fails as it is

    def passes(self, built, limit, command=None, **variables):
        """Whether it passes, and its processor seconds; a program that was linked anew has another command."""
        status, printed, seconds = run((command or self.command).replace("{B}", str(built)), limit, **variables)
        return self.is_good(status, printed), seconds

    def is_good(self, status, _):
        return status == 0


class Row(Test):
    """A row of tests/defects.tsv: the defect fails its tests with its words, when only they are run; or of tests/knobs.tsv:
    the line of a test has them, whether it fails or not."""
    LINES = {"defect": r"^(?:not ok \d+ - |# verdict: )((\S+?): .*|NOT TESTED: .*|INCOMPLETE: .*)",
             "knob": r"^(?:not )?ok \d+ - ((\S+?):? .*)"}

    def __init__(self, what, chipset, tests, says, kind="defect"):
        chipset = "g84" if chipset == "any" else chipset
        self.kind, self.tests = kind, set(tests.split(",")) - {"verdict", "gone"}
        self.says = says.removeprefix("verdict: ")
        asked = f" --suite {tests}" if self.tests and "--suite" not in chipset else ""
        # As tests/suite/defects.t asks for what nobody asks for.
        key = " --key refresh=500" if tests == "vram.refresh" else ""
        key += " --key way=shader" if re.match("shader-(store|load):", what) else ""
        super().__init__(f"{kind} {what} {chipset}",
                         f"{{B}}/barecard selftest --chipset {chipset}{asked}{key} --{kind} '{what}'")

    def is_good(self, _, printed):
        found = re.findall(self.LINES[self.kind], printed, re.M)
        # As tests/suite/defects.t looks at them: without the chip's name.
        lines = [re.sub(r"(: )(?:MCP\d\d|GT?V?\d+|TU\d+) ", r"\1", line, count=1) for line, _ in found]
        return {test for _, test in found} >= self.tests and any(self.says in line for line in lines)


class Reach:
    """Which tests reach which block: {source: [(line, function, bits of the tests)]}, from a build with trace calls."""

    TRACED = "-O1 -w -fno-inline -fsanitize-coverage=trace-pc -Wl,--no-as-needed,{}"

    def __init__(self, house, tests, quick):
        self.tests, self.blocks = tests, {}
        kept = house.folder / "reach.json"
        digest = hashlib.sha1(" ".join([str(quick), *(test.name for test in tests)]).encode())
        for name in subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True).stdout.split():
            if name != "tests/mutate.py" and Path(name).is_file():
                digest.update(Path(name).read_bytes())
        if kept.exists() and (known := json.loads(kept.read_text()))["sources"] == digest.hexdigest():
            self.blocks = {source: [(line, function, int(bits, 16)) for line, function, bits in blocks]
                           for source, blocks in known["blocks"].items()}
            for test in tests:
                test.seconds = known["seconds"].get(test.name, -1)
        else:
            self.measure(house, quick)
            kept.write_text(json.dumps({
                "sources": digest.hexdigest(), "seconds": {test.name: test.seconds for test in tests},
                "blocks": {source: [(line, function, hex(bits)) for line, function, bits in blocks]
                           for source, blocks in self.blocks.items()}}))

    def measure(self, house, quick):
        traced = house.folder / "reach"
        traced.mkdir(exist_ok=True)
        helper = traced.resolve() / "reach.so"
        subprocess.run(["gcc", "-D_GNU_SOURCE", "-O2", "-fPIC", "-shared", "-o", helper, "tests/reach.c"], check=True)
        subprocess.run(f"{house.make} BUILD={traced} COVER='{self.TRACED.format(helper)}' plain {traced}/barecard "
                       f"{traced}/property {traced}/silicon", shell=True, check=True)
        places = {path.split("/")[-1]: self.places_of(traced / path) for path in
                  ("plain/libbarecard.so", "plain/libuefi.so", "barecard", "property", "silicon")}
        bits = {place: 0 for blocks in places.values() for place in blocks.values()}
        with ThreadPoolExecutor(WORKERS) as workers:
            for number, reached in enumerate(workers.map(lambda test: self.reached(house, test, quick), self.tests)):
                for name, blocks in places.items():
                    for offset, place in blocks.items():
                        if reached is None or name in reached and reached[name][offset]:
                            bits[place] |= 1 << number
        for (source, line, function), tests in bits.items():
            self.blocks.setdefault(source, []).append((line, function, tests))
        for blocks in self.blocks.values():
            blocks.sort()

    @staticmethod
    def reached(house, test, quick):
        """Maps of what a test reaches, by program; None: nearly all, or nobody asked."""
        with tempfile.TemporaryDirectory(dir=house.folder) as maps:
            good, test.seconds = test.passes(house.folder / "reach", SLOW_S * TRACING, REACH_DIR=maps)
            if good:
                test.seconds /= TRACING
                return {path.name: path.read_bytes() for path in Path(maps).iterdir()}
        if quick:
            test.seconds = max(SLOW_S, quick) + 1
            return None
        good, test.seconds = test.passes(house.build, 900)
        if not good:
            print(test.name, "fails", file=sys.stderr)
            test.seconds = -1
        return None

    @staticmethod
    def places_of(program):
        """{offset after the call: (source, line, function)} for all blocks of a program."""
        code = subprocess.run(["objdump", "-d", "--no-show-raw-insn", program], capture_output=True, text=True,
                              check=True).stdout
        offsets = re.findall(r"call.*<__sanitizer_cov_trace_pc@plt>\n\s*([0-9a-f]+):", code)
        said = subprocess.run(["addr2line", "-f", "-e", program], input="\n".join(offsets), capture_output=True,
                              text=True, check=True).stdout.split("\n")
        places, known = {}, {}
        for offset, function, place in zip(offsets, said[::2], said[1::2]):
            path, _, line = place.partition(":")
            if path not in known:  # ccache may have compiled it in another folder
                parts = Path(os.path.normpath(path)).parts
                ends = ("/".join(parts[i:]) for i in range(1, len(parts)))
                known[path] = next((end for end in ends if Path(end).is_file()), None)
            if known[path] and (number := re.match(r"\d+", line)):
                places[int(offset, 16)] = (known[path], int(number[0]), function)
        return places

    def tests_for(self, source, line):
        """Tests that run the block at a line, then others that run its function; of a table, those that run any function
        of its file; all, where there is no code."""
        blocks = [block for block in self.blocks.get(source, []) if block[0] <= line]
        named = lambda bits: [test for number, test in enumerate(self.tests) if bits >> number & 1]
        if source.endswith(".h") or not self.blocks.get(source):
            return [], self.tests
        if not blocks or not self.is_in_function(source, line):
            return [], named(self.union(self.blocks[source]))
        at, function, _ = blocks[-1]
        here = self.union([block for block in blocks if block[0] == at])
        around = self.union([block for block in self.blocks[source] if block[1] == function])
        return named(here), named(around & ~here)

    @staticmethod
    def is_in_function(source, line):
        """A function begins and ends with a brace of its own at the start of a line."""
        above = Path(source).read_text("utf-8").split("\n")[:line - 1]
        brace = next((text for text in reversed(above) if text[:1] in ("{", "}")), "")
        return brace.startswith("{")

    @staticmethod
    def union(blocks):
        bits = 0
        for block in blocks:
            bits |= block[2]
        return bits


class House:
    """What was built from the sources as they are, and which tests look at it."""

    def __init__(self, build, make):
        self.build, self.folder, self.make = build, build / "mutants", make
        self.shadow, self.firmware = self.folder / "shadow", self.folder / "firmware"
        self.kills, self.commands, self.booting = Counter(), {}, threading.RLock()
        self.shadow.mkdir(parents=True, exist_ok=True)
        self.kept = tempfile.TemporaryDirectory(dir=self.folder)
        self.good = Path(self.kept.name)  # objects of the sources as they are

    def builds(self, *targets):
        return run(f"{self.make} " + " ".join(map(str, targets)), 3000)[0] == 0

    def prepare(self, quick):
        """Builds all, and sees which tests reach what; false if the sources do not build or a test fails."""
        if not self.builds(*(self.build / name for name in WHOLE), "plain"):
            return False
        self.make_shadow()
        names = lambda ends: sorted(str(path.relative_to("tests"))[:-2] for path in Path("tests").rglob(ends))
        tests = [Test("selftest" + more, "{B}/barecard selftest" + (more and " --chipset" + more)) for more in (" g84", " gv100", "")]
        tests += [Test(name, f"LD_PRELOAD=$MUTANT exec {{B}}/plain/{name}") for name in names("*_test.c")]
        tests += [Test(name, f"BUILD={{B}} BARECARD={{B}}/barecard tests/{name}.t") for name in names("*.t")
                  if not name.startswith(OTHERS)]
        rows = lambda name: [line.split("\t") for line in Path(name).read_text("utf-8").splitlines()[1:] if line[0] != "#"]
        tests += [Row(*row) for row in rows("tests/defects.tsv")]
        tests += [Row(*row, "knob") for row in rows("tests/knobs.tsv") if row[2] not in ("-", "property")]
        tests += self.parts() if quick else []
        self.reach = Reach(self, tests, quick)
        # Some rows need what runs before them.
        return all(test.seconds >= 0 or isinstance(test, Row) for test in tests)

    @staticmethod
    def parts():
        """What is too slow as a whole: each file of a script that compares, each test of a program over runs."""
        scripts = [(name, path.stem) for name in ("suite/compared", "suite/notes") for path in Path("tests", name).glob("*.txt")]
        programs = [(str(path.relative_to("tests"))[:-2], path.read_text("utf-8")) for path in Path("tests").rglob("*_test.c")]
        return [Test(f"{name} {part}", f"ONLY={part} BUILD={{B}} BARECARD={{B}}/barecard tests/{name}.t")
                for name, part in sorted(scripts)] + [
                Test(f"{name} {part}", f"LD_PRELOAD=$MUTANT exec {{B}}/plain/{name} {part}")
                for name, text in sorted(programs) if re.search(r"(run_rig|suite/all|scene_rig)\.h|efi_main", text)
                for part in re.findall(r"^TEST\((\w+)", text, re.M)]

    def make_shadow(self):
        """A folder that looks like that of the build, with programs of one piece linked with the library instead."""
        plain = self.build.resolve() / "plain"
        for path in self.build.resolve().iterdir():
            if not (self.shadow / path.name).exists():
                (self.shadow / path.name).symlink_to(path)
        for name, own in WHOLE.items():
            objects = [path for one in own for path in (self.build / "host").glob(f"{one}.o")]
            subprocess.run(["gcc", "-o", self.shadow / f"{name}.real", *objects, f"-L{plain}", f"-Wl,-rpath,{plain}",
                            "-lbarecard", "-lxml2"], check=True)
            (self.shadow / name).unlink()
            (self.shadow / name).write_text('#!/bin/sh\nLD_PRELOAD=$MUTANT exec "$0.real" "$@"\n')
            (self.shadow / name).chmod(0o755)

    @staticmethod
    def source_of(made, build):
        """Below the build's folder stands the variant, and below that the sources' tree."""
        return str(Path(*made.relative_to(build).parts[1:]).with_suffix(".c"))

    def command_of(self, made):
        """The words with which the Makefile makes something; learned before."""
        return [word for word in self.commands[made] if word != "-g"]

    def learn(self, build, newer):
        """How the Makefile makes things, by what they are made of."""
        asked = {made: there for made, there in newer.items() if made not in self.commands}
        if asked:
            said = subprocess.run(f"{self.make} -n BUILD={build} " + " ".join(f"-W {there} {made}" for made, there in asked.items()),
                                  shell=True, capture_output=True, text=True, check=True).stdout
            for line in said.replace("\\\n", " ").split("\n"):
                if found := re.search(r" -o (\S+) ", line):
                    self.commands[Path(found[1])] = shlex.split(line)

    def objects_of(self, source, line):
        """Objects that a change may make different: of a header, those that speak of what the line defines."""
        host = self.build / "host"
        if not source.endswith(".h"):
            return [path for path in [(host / source).with_suffix(".o")] if path.exists()]
        lines = Path(source).read_text("utf-8").split("\n")
        while line and lines[line - 1].endswith("\\"):
            line -= 1
        name = re.match(r"\s*#\s*define (\w+)", lines[line])
        users = [file for file in host.rglob("*.d") if Path(self.source_of(file, self.build)).exists()
                 and re.search(rf"(?<![\w/]){re.escape(source)}(?!\w)", file.read_text())]
        if name:
            names = subprocess.run(["git", "ls-files", "*.h"], capture_output=True, text=True, check=True).stdout.split()
            text = "\n".join(Path(header).read_text("utf-8").replace("\\\n", " ") for header in names)
            defined = re.findall(r"^\s*#\s*define (\w+)(.*)$", text, re.M)
            words, more = {name[1]}, True
            while more:
                found = {macro for macro, body in defined if words & set(re.findall(r"\w+", body))}
                more, words = found - words, words | found
            spoken = re.compile(r"\b(?:" + "|".join(words) + r")\b")
            if not spoken.search(re.sub(r"^\s*#.*$", "", text, flags=re.M)):  # no header uses it in code
                made = rf"{re.escape(str(self.build))}/made/[\w./]+[.][ch]\b"
                speaks = lambda name: name.startswith("hw/") or spoken.search(Path(name).read_text("utf-8")) # hw/ pastes names
                users = [file for file in users if any(map(speaks, [self.source_of(file, self.build),
                                                                    *re.findall(made, file.read_text())]))]
        return [file.with_suffix(".o") for file in users]

    def tests_for(self, source, line):
        """Those first that are likely to notice soon."""
        folder = source.rsplit("/", 1)[0]
        # Rows are made for the self tests; elsewhere a program notices sooner than hundreds of them.
        late = lambda test: isinstance(test, Row) and folder not in ("suite/nv50", "suite/gv100")
        cost = lambda test: test.seconds * (10 if late(test) else 1) / (1 + 3 * self.kills[folder, test.name])
        own = [test for test in self.reach.tests if re.match(OWN.get(test.program, "$"), source)] # which no map of blocks has
        for tests in (own, *self.reach.tests_for(source, line)):
            yield from sorted((test for test in tests if test.seconds >= 0 and (folder != "efi" or test in own or
                                                                                test.name.startswith("efi/"))), key=cost)

    def judge(self, source, number, column, old, new, quick):
        """What becomes of one mutant."""
        with Mutant(self, source, number, column, old, new) as mutant:
            objects, booted = self.objects_of(source, number), source.startswith(tuple(BOOTED))
            try:
                if objects and not mutant.compile(self.build, objects):
                    return "same code"
                if not objects and (not booted or not mutant.compile(self.firmware, self.booted_objects(source))):
                    return "same code"
            except subprocess.CalledProcessError:
                return "compiler"
            slow = booted and quick
            for test in self.tests_for(source, number + 1) if objects else ():
                if quick and test.seconds >= quick:
                    slow = True
                elif not mutant.passes(test, "new") and mutant.passes(test, "good"):
                    self.kills[source.rsplit("/", 1)[0], test.name] += 1
                    return test.name
            return "undecided" if slow else self.boots(mutant) if booted else ""

    def booted_objects(self, source):
        """Those of the firmware, or of the device in QEMU, in a build of its own."""
        images = [self.firmware / name for name in ("barecard.img", "barecard.iso", "vars.fd")]
        with self.booting:
            if not self.builds(f"BUILD={self.firmware}", "all", "rigs", *images):
                raise RuntimeError("the firmware does not build as it is")
        return [path for path in self.firmware.rglob(f"*/{Path(source).with_suffix('.o')}") if "host" not in path.parts]

    def boots(self, mutant):
        """Which script that boots machines notices it."""
        with self.booting:
            objects = self.booted_objects(mutant.source)
            if not mutant.compile(self.firmware, objects):
                return ""
            image = self.firmware / ("barecard.img" if mutant.source.startswith("efi/") else "barecard.so")
            passes = lambda name: run(f"tests/{name}.t", BOOTS_S * 10, BUILD=str(self.firmware), BARECARD_BUILT="1",
                                      BARECARD_NO_TPM="1", BARECARD=str(self.firmware / "barecard"))[0] == 0
            put = lambda which: (mutant.put(objects, which), self.builds(f"BUILD={self.firmware}", image))[1]
            try:
                if not put("new"):
                    return "make"
                scripts = next(names for start, names in BOOTED.items() if mutant.source.startswith(start))
                return next((name for name in scripts if not passes(name)), "")
            finally:
                put("good")


class Mutant:
    """One change, and what it makes different: objects of the product, and those of tests when a header has it."""

    def __init__(self, house, source, number, column, old, new):
        self.house, self.source, self.objects = house, source, {}
        lines = Path(source).read_text("utf-8").split("\n")
        lines[number] = lines[number][:column] + new + lines[number][column + len(old):]
        self.text = "\n".join(lines)

    def __enter__(self):
        self.folder = Path(tempfile.mkdtemp(dir=self.house.folder))
        (self.folder / self.source).parent.mkdir(parents=True)
        (self.folder / self.source).write_text(self.text, "utf-8")
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder)

    def compile(self, build, objects):
        """Compiles it as the Makefile does; whether any object differs. Warnings are off: what the compiler alone
        complains of, a test ought to notice too."""
        self.objects = {}
        self.house.learn(build, {made: self.house.source_of(made, build) for made in objects})
        for made in objects:
            good = self.house.good / str(made).replace("/", "_")
            new = self.folder / good.name
            if not good.exists():
                self.compile_one(build, made, good)
            self.compile_one(build, made, new, changed=True)
            if good.read_bytes() != new.read_bytes():
                self.objects[made] = {"good": good, "new": new}
        return bool(self.objects)

    def compile_one(self, build, made, out, changed=False):
        source = self.house.source_of(made, build)
        words = self.house.command_of(made)
        if changed:
            words = [self.folder / source if word == self.source else word for word in words]
            words.insert(1, f"-I{self.folder}")
        words[words.index("-o") + 1] = made = self.folder / "made.o"
        words[1:1] = ["-w", "-iquote", os.path.dirname(source), *(UNDEFINED if build == self.house.build else [])]
        subprocess.run(words, check=True, stderr=subprocess.DEVNULL)
        made.rename(out)

    def put(self, objects, which):
        for made in objects:
            if made in self.objects:
                shutil.copy(self.objects[made][which], made)

    def passes(self, test, which):
        """Whether a test passes with the objects of one of the texts."""
        names = {made: str(made.relative_to(self.house.build / "host")) for made in self.objects}
        library = self.folder / f"{which}.so"
        if not library.exists():  # empty for a header of which only tests speak
            product = [pair[which] for made, pair in self.objects.items()
                       if not names[made].startswith(RIGS) or names[made].startswith("tests/efi/uefi/")]
            subprocess.run(["gcc", "-shared", "-o", library, *product, "-x", "c", "/dev/null"], check=True)
        is_own = lambda name: (name == f"tests/{test.program}.o" or name.startswith(RIGS) and not name.endswith("_test.o")
                               or re.match(OWN.get(test.program, "$"), name))
        mine = {made: pair[which] for made, pair in self.objects.items() if is_own(names[made])}
        command = test.command
        if mine and not isinstance(test, Row) and "/plain/" in command:
            command = self.link(test, mine, which)
        return test.passes(self.house.shadow, 10 + 5 * test.seconds, command, MUTANT=str(library.resolve()))[0]

    def link(self, test, mine, which):
        """A program with objects of its own among those that differ: of a library of rigs, they come before it."""
        program = self.house.build / "plain" / test.program
        out = self.folder / f"{which}.program"
        self.house.learn(self.house.build, {program: self.house.build / "host/tests" / f"{test.program}.o"})
        words = self.house.command_of(program)
        words[words.index("-o") + 1] = out
        rigs = [there for made, there in mine.items() if str(made) not in words]
        words = [mine.get(Path(word), word) if isinstance(word, str) else word for word in words]
        subprocess.run([words[0], *rigs, *words[1:]], check=True, stderr=subprocess.DEVNULL)
        return f"LD_PRELOAD=$MUTANT exec {out} {test.part}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shard", default="1/1", help="I/N: the I-th of N parts of what the seed draws")
    parser.add_argument("--quick", type=float, default=0, help="leave tests out that take more processor seconds")
    parser.add_argument("--build", type=Path, default=Path("build"))
    parser.add_argument("--make", default="make -s -j2")
    parser.add_argument("folders", nargs="*", default=FOLDERS)
    args = parser.parse_args()
    part, of, parts = args.shard.partition("/")
    if not (of and part.isdigit() and parts.isdigit() and 1 <= int(part) <= int(parts)):
        parser.error(f"--shard: cannot use {args.shard!r}, expected I/N")

    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(2))  # what was made for the mutant goes
    house = House(args.build, args.make)
    if not house.prepare(args.quick):
        print("the sources do not build, or fail their tests, as they are", file=sys.stderr)
        return 2
    sources = sorted(str(path) for folder in args.folders for path in Path(folder).rglob("*.[ch]")
                     if path.suffix == ".c" or path.parts[0] == "hw")
    places = [(source, *change) for source in sources for change in changes(Path(source))]
    random.Random(args.seed).shuffle(places)
    places = iter(places[int(part) - 1::int(parts)])
    killed = survived = 0

    def judge(source, number, column, old, new):
        begun = time.monotonic()
        by = house.judge(source, number, column, old, new, args.quick)
        return by, [f"{source}:{number + 1}", f"{old} -> {new}", by or "SURVIVED", f"{time.monotonic() - begun:.0f}"]

    with open(args.build / "mutants.tsv", "w", encoding="utf-8") as table, ThreadPoolExecutor(WORKERS) as workers:
        print("place\tchange\tkilled by\tseconds", file=table)
        judged = deque(workers.submit(judge, *place) for place in islice(places, 4 * WORKERS))
        while judged and killed + survived < args.count:
            by, row = judged.popleft().result()
            judged.extend(workers.submit(judge, *place) for place in islice(places, 1))
            killed += by not in ("", "undecided", *DROPPED)
            survived += by in ("", "undecided")
            print(*row, sep="\t", file=table, flush=True)
            print(*row, sep="  ", flush=True)
        for more in judged:
            more.cancel()
    print(f"{killed} of {killed + survived} killed, {survived} survive: {args.build}/mutants.tsv")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
