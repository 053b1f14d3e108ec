#!/usr/bin/env python3
"""Make small mistakes in the code, one at a time, and see whether a test notices.

Each mutant is one changed place in a copy of the sources (BUILD/mutants/): an operator, a
comparison, a constant (also in tables), a negated condition, a deleted statement, an early
return. A mutant whose object code is the same is dropped. Which tests reach which block of the
code is recorded once (tests/reach.c) with the processor time that each takes, and kept until the
sources change. A mutant is shown only to tests that reach its place, the quick ones first: self
tests, test programs over one shared library, rows of tests/defects.tsv, scripts that run the host
command; a mutant of efi/ is booted when no test on the host has noticed it. The first that fails
ends it. BUILD/mutants.tsv gets a line for each: place, change, killed by, seconds.
Status: 0 all killed, 1 some survive, 2 the sources fail their tests as they are.
"""
import argparse
import hashlib
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

FOLDERS = ["mmu", "hw", "pci", "engines", "model", "suite/memory", "suite/run", "suite/report",
           "suite/nv50", "suite/gv100", "suite/kit", "efi"]
SWAPS = [("<", "<="), (">", ">="), ("<=", "<"), (">=", ">"), ("==", "!="), ("!=", "=="), ("&&", "||"),
         ("||", "&&"), ("+", "-"), ("-", "+"), ("<<", ">>"), (">>", "<<"), ("&", "|"), ("|", "&"),
         ("+=", "-="), ("|=", "&=")]
# Scripts that build or boot. Rows of tests/defects.tsv have their turn before the script that runs all of them.
OTHERS = ("boots", "docs", "efi", "linux", "model", "lint", "promises", "clients/nouveau", "tools/confirmed",
          "tools/package", "witnesses/proof")
OWN_OBJECTS = ("suite/report/page_look_test",) # linked with what it looks at, to see each stroke
FIRMWARE = ["efi/image", "boots/qemu", "boots/processors", "boots/keys", "boots/faults", "boots/rigs", "boots/rounds"]
DEVICE = ["model/qemu/device", "boots/qemu"]
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



def run(command, tree, seconds, reach=None):
    """Status, what it printed, and its processor seconds. It is ended after the limit of these, or ten times that."""
    limit = int(seconds) + 1
    with tempfile.TemporaryFile() as printed:
        child = subprocess.Popen(command, cwd=tree, shell=isinstance(command, str), start_new_session=True,
                                 stdin=subprocess.DEVNULL, stdout=printed, stderr=subprocess.DEVNULL,
                                 env=os.environ | ({"REACH_DIR": str(reach)} if reach else {}),
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
    """One thing that is run: name, command with {B} for the build folder, which program it wants linked."""

    def __init__(self, name, command, wants):
        self.name, self.command, self.wants = name, command, wants
        self.seconds = 0.0  # of processor time; below 0: fails as it is

    def passes(self, build, tree, limit, reach=None):
        """Whether it passes, and its processor seconds."""
        status, _, seconds = run(self.command.replace("{B}", build), tree, limit, reach)
        return status == 0, seconds


class Row(Test):
    """A row of tests/defects.tsv: the defect fails its tests with its words, when only they are run."""

    def __init__(self, defect, chipset, tests, says):
        chipset = "g84" if chipset == "any" else chipset
        super().__init__(f"defect {defect} {chipset}",
                         f"{{B}}/barecard selftest --chipset {chipset} --suite {tests} --defect '{defect}'", "barecard")
        self.tests, self.says = set(tests.split(",")), says.removeprefix("verdict: ")

    def passes(self, build, tree, limit, reach=None):
        _, printed, seconds = run(self.command.replace("{B}", build), tree, limit, reach)
        failed = re.findall(r"^(?:not ok \d+ - |# verdict: )((\S+?): .*)", printed, re.M)
        # As tests/suite/defects.t looks at them: without the chip's name.
        lines = [re.sub(r"(: )(?:MCP\d\d|GT?V?\d+|TU\d+) ", r"\1", line, count=1) for line, _ in failed]
        return {test for _, test in failed} >= self.tests and any(self.says in line for line in lines), seconds


class Reach:
    """Which tests reach which block: {source: [(line, function, bits of the tests)]}, from a build with trace calls."""

    TRACED = "-O1 -w -fno-inline -fsanitize-coverage=trace-pc -Wl,--no-as-needed,{}"

    def __init__(self, copy, tests, quick):
        self.tests, self.blocks, self.tree = tests, {}, copy.tree
        kept = copy.folder / "reach.json"
        digest = hashlib.sha1(" ".join([str(quick), *(test.name for test in tests)]).encode())
        for path in sorted(path for path in copy.tree.rglob("*") if path.is_file() and path.name != "mutate.py"
                           and path.relative_to(copy.tree).parts[0] not in ("build", ".cache")):
            digest.update(path.read_bytes())
        if kept.exists() and (known := json.loads(kept.read_text()))["sources"] == digest.hexdigest():
            self.blocks = {source: [(line, function, int(bits, 16)) for line, function, bits in blocks]
                           for source, blocks in known["blocks"].items()}
            for test in tests:
                test.seconds = known["seconds"].get(test.name, -1)
        else:
            self.measure(copy, quick)
            kept.write_text(json.dumps({
                "sources": digest.hexdigest(), "seconds": {test.name: test.seconds for test in tests},
                "blocks": {source: [(line, function, hex(bits)) for line, function, bits in blocks]
                           for source, blocks in self.blocks.items()}}))

    def measure(self, copy, quick):
        traced = "build/reach"
        helper = (copy.tree / traced / "reach.so").resolve()
        helper.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["gcc", "-D_GNU_SOURCE", "-O2", "-fPIC", "-shared", "-o", helper, "tests/reach.c"],
                       check=True)
        flags = self.TRACED.format(helper)
        subprocess.run(f"{copy.make} BUILD={traced} COVER='{flags}' plain {traced}/barecard {traced}/property "
                       f"{traced}/silicon", shell=True, cwd=copy.tree, check=True)
        places = {path.split("/")[-1]: self.places_of(copy.tree / traced / path, copy.tree) for path in
                  ("plain/libbarecard.so", "plain/libuefi.so", "barecard", "property", "silicon")}
        bits = {place: 0 for blocks in places.values() for place in blocks.values()}
        with ThreadPoolExecutor(WORKERS) as workers:
            for number, reached in enumerate(workers.map(lambda test: self.reached(copy, test, quick), self.tests)):
                for name, blocks in places.items():
                    for offset, place in blocks.items():
                        if reached is None or name in reached and reached[name][offset]:
                            bits[place] |= 1 << number
        for (source, line, function), tests in bits.items():
            self.blocks.setdefault(source, []).append((line, function, tests))
        for blocks in self.blocks.values():
            blocks.sort()

    @staticmethod
    def reached(copy, test, quick):
        """Maps of what a test reaches, by program; None: nearly all, or nobody asked."""
        with tempfile.TemporaryDirectory(dir=copy.folder) as maps:
            good, test.seconds = test.passes("build/reach", copy.tree, SLOW_S * TRACING, maps)
            if good:
                test.seconds /= TRACING
                return {path.name: path.read_bytes() for path in Path(maps).iterdir()}
        if quick:
            test.seconds = max(SLOW_S, quick) + 1
            return None
        good, test.seconds = test.passes("build", copy.tree, 900)
        if not good:
            print(test.name, "fails", file=sys.stderr)
            test.seconds = -1
        return None

    @staticmethod
    def places_of(program, tree):
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
                known[path] = next((end for end in ends if (tree / end).is_file()), None)
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

    def is_in_function(self, source, line):
        """A function begins and ends with a brace of its own at the start of a line."""
        above = (self.tree / source).read_text("utf-8").split("\n")[:line - 1]
        brace = next((text for text in reversed(above) if text[:1] in ("{", "}")), "")
        return brace.startswith("{")

    @staticmethod
    def union(blocks):
        bits = 0
        for block in blocks:
            bits |= block[2]
        return bits


class Copy:
    """A copy of the sources with a build of its own."""

    def __init__(self, build, make):
        self.folder, self.tree, self.make = build.resolve() / "mutants", build.resolve() / "mutants/tree", make
        files = subprocess.run(["git", "ls-files", "-z"], capture_output=True, text=True, check=True)
        names = set(filter(None, files.stdout.split("\0")))
        for there in self.tree.rglob("*"):  # sources that are no more
            name = there.relative_to(self.tree)
            if name.parts[0] not in ("build", ".cache") and not there.is_dir() and str(name) not in names:
                there.unlink()
        for name in sorted(names):
            there = self.tree / name
            there.parent.mkdir(parents=True, exist_ok=True)
            if Path(name).exists() and (not there.exists() or there.read_bytes() != Path(name).read_bytes()):
                shutil.copy(name, there)
        cache = self.tree / ".cache"
        if not cache.exists() and Path(".cache").exists():
            cache.symlink_to(Path(".cache").resolve())
        self.kills = Counter()

    def prepare(self, quick):
        """Builds all, and sees which tests reach what; false if the sources do not build or a test fails."""
        if not self.builds("build/barecard", "build/property", "build/silicon", "plain", "build/BOOTX64.EFI"):
            return False
        programs = sorted(str(path.relative_to(self.tree / "tests"))[:-2] for path in (self.tree / "tests").rglob("*_test.c"))
        scripts = sorted(str(path.relative_to(self.tree / "tests"))[:-2] for path in (self.tree / "tests").rglob("*.t"))
        scripts = [name for name in scripts if not name.startswith(OTHERS)]
        tests = [Test("selftest", "{B}/barecard selftest" + more, "barecard")
                 for more in (" --chipset g84", " --chipset gv100", "")]
        for test, more in zip(tests, (" g84", " gv100", "")):
            test.name += more
        tests += [Test(name, f"{{B}}/plain/{name}", "plain/" + (name if name in OWN_OBJECTS else "libuefi.so"
                                                                 if name.startswith("efi/") else "libbarecard.so"))
                  for name in programs]
        tests += [Test(name, f"BUILD={{B}} BARECARD={{B}}/barecard tests/{name}.t",
                       name.split("/")[-1] if name.endswith(("/property", "/silicon")) else "barecard") for name in scripts]
        rows = Path("tests/defects.tsv").read_text("utf-8").splitlines()[1:]
        tests += [Row(*line.split("\t")) for line in rows if not line.startswith("#")]
        self.reach = Reach(self, tests, quick)
        # Some rows need what runs before them.
        return all(test.seconds >= 0 or isinstance(test, Row) for test in tests)

    def builds(self, *targets):
        return run(f"{self.make} " + " ".join(targets), self.tree, 900)[0] == 0

    def objects_of(self, source, line):
        """Objects that a change may make different: of a header, those that speak of what the line defines."""
        path = Path(source)
        if source.startswith("efi/"):
            return [self.tree / "build/efi" / path.with_suffix(".o")] + [
                there for there in [self.tree / "build/host" / path.with_suffix(".o")] if there.exists()]
        if source.startswith("model/qemu/"):
            return list(self.tree.glob(f"build/qemu-*/{path.with_suffix('.o')}"))
        if path.suffix == ".c":
            return [self.tree / "build/host" / path.with_suffix(".o")]
        lines = (self.tree / source).read_text("utf-8").split("\n")
        while line and lines[line - 1].endswith("\\"):
            line -= 1
        name = re.match(r"\s*#\s*define (\w+)", lines[line])
        users = [file for file in (self.tree / "build/host").rglob("*.d")
                 if re.search(rf"(?<![\w/]){re.escape(source)}(?!\w)", file.read_text())]
        if name:
            words, text = {name[1]}, ""
            for header in self.tree.glob("**/*.h"):
                if "build" not in header.parts and ".cache" not in header.parts:
                    text += header.read_text("utf-8").replace("\\\n", " ") + "\n"
            defined = re.findall(r"^\s*#\s*define (\w+)(.*)$", text, re.M)
            more = True
            while more:
                found = {macro for macro, body in defined if words & set(re.findall(r"\w+", body))}
                more, words = found - words, words | found
            spoken = re.compile(r"\b(?:" + "|".join(words) + r")\b")
            inline = spoken.search(re.sub(r"^\s*#.*$", "", text, flags=re.M))  # a header that uses it in code
            if not inline:
                users = [file for file in users
                         if spoken.search((self.tree / file.relative_to(self.tree / "build/host")).with_suffix(".c")
                                          .read_text("utf-8"))]
        return [file.with_suffix(".o") for file in users]

    def tests_for(self, source, line):
        """Those first that are likely to notice soon."""
        if source.startswith("efi/"):
            if source in ("efi/compare.c", "efi/compare_pieces.c"):  # which it holds itself
                yield Test("linker/compare_test", "build/plain/linker/compare_test", "plain/linker/compare_test")
            for tests in self.reach.tests_for(source, line):
                yield from sorted((test for test in tests if test.name.startswith("efi/")),
                                  key=lambda test: test.seconds)
        if source.startswith(("efi/", "model/qemu/")):
            scripts, wants = (FIRMWARE, "barecard.img") if source.startswith("efi/") else (DEVICE, "barecard.so")
            for name in scripts:
                boots = Test(name, f"BUILD=build BARECARD=build/barecard tests/{name}.t", wants)
                boots.seconds = BOOTS_S
                yield boots
            return
        folder = source.rsplit("/", 1)[0]
        # Rows are made for the self tests; elsewhere a program notices sooner than hundreds of them.
        late = lambda test: isinstance(test, Row) and folder not in ("suite/nv50", "suite/gv100")
        cost = lambda test: test.seconds * (10 if late(test) else 1) / (1 + 3 * self.kills[folder, test.name])
        for tests in self.reach.tests_for(source, line):
            yield from sorted((test for test in tests if test.seconds >= 0), key=cost)

    def killed_by(self, source, line, quick):
        linked, slow = set(), 0
        for test in self.tests_for(source, line):
            if test.wants not in linked:
                targets = ["build/" + test.wants]
                if source.endswith(".h"):
                    targets += ["plain"]
                if not self.builds(*targets):
                    return "make"
                linked.add(test.wants)
            if quick and test.seconds >= quick:
                slow += 1
                continue
            if not test.passes("build", self.tree, 10 + 5 * (test.seconds or BOOTS_S))[0]:
                self.kills[source.rsplit("/", 1)[0], test.name] += 1
                return test.name
        return "undecided" if slow else ""

    def judge(self, source, number, column, old, new, quick):
        """What becomes of one mutant."""
        path = self.tree / source
        good, times = path.read_text("utf-8"), path.stat()
        lines = good.split("\n")
        lines[number] = lines[number][:column] + new + lines[number][column + len(old):]
        objects = self.objects_of(source, number)
        for file in objects:
            file.rename(f"{file}.good")
        path.write_text("\n".join(lines), "utf-8")
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
        changed = []
        try:
            # Warnings are off: what the compiler alone complains of, a test ought to notice too.
            if not self.builds("COVER=-w", *(str(file.relative_to(self.tree)) for file in objects)):
                return "compiler"
            for file in objects:
                if self.machine_code(file) == self.machine_code(f"{file}.good"):
                    os.replace(f"{file}.good", file)
                else:
                    changed.append(file)
            return self.killed_by(source, number + 1, quick) if changed else "same code"
        finally:
            path.write_text(good, "utf-8")
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
            for file in objects:
                if Path(f"{file}.good").exists():
                    os.replace(f"{file}.good", file)
                    os.utime(file)  # what was linked with the mutant is older

    @staticmethod
    def machine_code(path):
        bare = Path(f"{path}.bare")
        subprocess.run(["objcopy", "--strip-debug", path, bare], check=True)
        code = bare.read_bytes()
        bare.unlink()
        return code


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

    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(2))  # the mutant is taken back
    copy = Copy(args.build, args.make)
    if not copy.prepare(args.quick):
        print("the sources do not build, or fail their tests, as they are", file=sys.stderr)
        return 2
    sources = sorted(str(path) for folder in args.folders for path in Path(folder).rglob("*.[ch]")
                     if path.suffix == ".c" or path.parts[0] == "hw")
    places = [(source, *change) for source in sources for change in changes(Path(source))]
    random.Random(args.seed).shuffle(places)
    places = places[int(part) - 1::int(parts)]
    killed = survived = 0
    with open(args.build / "mutants.tsv", "w", encoding="utf-8") as table:
        print("place\tchange\tkilled by\tseconds", file=table)
        for source, number, column, old, new in places:
            if killed + survived == args.count:
                break
            begun = time.monotonic()
            by = copy.judge(source, number, column, old, new, args.quick)
            killed += by not in ("", "undecided", *DROPPED)
            survived += by in ("", "undecided")
            row = [f"{source}:{number + 1}", f"{old} -> {new}", by or "SURVIVED", f"{time.monotonic() - begun:.0f}"]
            print(*row, sep="\t", file=table, flush=True)
            print(*row, sep="  ", flush=True)
    print(f"{killed} of {killed + survived} killed, {survived} survive: {args.build}/mutants.tsv")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
