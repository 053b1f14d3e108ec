#!/usr/bin/env python3
"""Make small mistakes in the code, one at a time, and see whether a test notices.

Each mutant is one changed place in a copy of the sources (BUILD/mutants/): an operator, a
comparison, a constant (also in tables), a negated condition, a deleted statement, an early
return. A mutant whose object code is the same is dropped. The self tests come first, then the test
programs without sanitizers over one shared library (those that caught mutants of the same folder, then
the quick ones), the rows of tests/defects.tsv, and what runs the host command; a mutant of efi/ is
booted. The first that fails ends it. BUILD/mutants.tsv gets a line for each: place, change, killed by,
seconds.
Status: 0 all killed, 1 some survive, 2 the sources fail their tests as they are.
"""
import argparse
import random
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

FOLDERS = ["mmu", "hw", "pci", "engines", "model", "tests/memory", "tests/run", "tests/report",
           "tests/nv50", "tests/gv100", "tests/kit", "efi"]
SWAPS = [("<", "<="), (">", ">="), ("<=", "<"), (">=", ">"), ("==", "!="), ("!=", "=="), ("&&", "||"),
         ("||", "&&"), ("+", "-"), ("-", "+"), ("<<", ">>"), (">>", "<<"), ("&", "|"), ("|", "&"),
         ("+=", "-="), ("|=", "&=")]
SCRIPTS = ["gv100_silicon", "matrix", "knobs", "report", "cli", "gv100_cli", "bundle", "devinit", "diagnosis"]
SLOW_S = 3  # a program that takes longer comes after the table of defects
FIRMWARE = ["image", "qemu", "processors", "keys", "faults", "rigs"]
NUMBER = re.compile(r"(?<![\w.])(0x[0-9a-fA-F]+|\d+)(?=[uUlL]*\b)")
STATEMENT = re.compile(r"\s+[\w.>\[\]*()-]+(\s*[-+|&^]?= .*|\(.*\));$")


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
            yield number, len(line) - len(line.lstrip()), line.strip(), ";"
        found = re.match(r"(\s+return )([^;]+)(?=;$)", line)
        if found and found[2] not in ("0", "false", "OK", "NULL"):
            yield number, found.end(1), found[2], "0"


def run(command, tree, limit):
    """True if it ends well and in time."""
    try:
        return subprocess.run(command, cwd=tree, shell=True, timeout=limit, stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0
    except subprocess.TimeoutExpired:
        return False


class Copy:
    """A copy of the sources with a build of its own."""

    def __init__(self, build, make):
        self.tree, self.make = build / "mutants", make
        files = subprocess.run(["git", "ls-files", "-z"], capture_output=True, text=True, check=True)
        for name in filter(None, files.stdout.split("\0")):
            there = self.tree / name
            there.parent.mkdir(parents=True, exist_ok=True)
            if Path(name).exists() and (not there.exists() or there.read_bytes() != Path(name).read_bytes()):
                shutil.copy(name, there)
        cache = self.tree / ".cache"
        if not cache.exists() and Path(".cache").exists():
            cache.symlink_to(Path(".cache").resolve())
        self.seconds, self.kills = {}, Counter()
        self.rows = [line.split("\t") for line in Path("tests/defects.tsv").read_text("utf-8").splitlines()[1:]
                     if not line.startswith("#")]

    def is_good(self):
        """Builds all, and measures what each test program takes; false if one fails on the sources as they are."""
        if not self.builds("barecard", "property", "BOOTX64.EFI") or not run(f"{self.make} plain", self.tree, 3600):
            return False
        for program in sorted(path.name for path in (self.tree / "build/plain").glob("*_test")):
            begun = time.monotonic()
            if not run(f"build/plain/{program}", self.tree, 900):
                print(program, "fails", file=sys.stderr)
                return False
            self.seconds[program] = time.monotonic() - begun
        self.rows = [row for row in self.rows if self.row_holds(*row)]  # some need what runs before them
        return run("build/barecard selftest", self.tree, 300)

    def builds(self, *targets):
        return run(f"{self.make} " + " ".join(f"build/{target}" for target in targets), self.tree, 900)

    def machine_code(self, source):
        kind = "efi" if source.startswith("efi/") else "host"
        path = self.tree / f"build/{kind}" / Path(source).with_suffix(".o")
        return subprocess.run(f"objdump -d -s -j .text -j .rodata -j .data.rel.ro.local -j .data.rel.ro"
                              f" {path} | tail -n +4", shell=True, capture_output=True).stdout

    def tests_for(self, source):
        """Names and commands, those first that are likely to notice soon."""
        script = lambda name: (name, f"BUILD=build BARECARD=build/barecard tests/host/{name}.t")
        if source.startswith("efi/"):
            yield from ((name, f"{self.make} build/tests/{name} && build/tests/{name}")
                        for name in ("compare_test", "pool_test") if name[:-5] in source or "pieces" in source)
            yield from map(script, FIRMWARE)
            return
        yield "selftest", f"build/barecard selftest --chipset {'gv100' if '/gv100/' in source else 'g84'}"
        yield "selftest", "build/barecard selftest"
        folder = source.rsplit("/", 1)[0]
        programs = sorted(self.seconds, key=lambda name: (-self.kills[folder, name], self.seconds[name]))
        program = lambda name: (name, f"build/plain/{name}")
        yield from (program(name) for name in programs if self.seconds[name] < SLOW_S or self.kills[folder, name])
        yield "defects", ""
        yield from map(script, SCRIPTS)
        yield from (program(name) for name in programs if self.seconds[name] >= SLOW_S and not self.kills[folder, name])

    def row_holds(self, defect, chipset, tests, says):
        """The defect fails the tests with the words, when only they are run."""
        command = ["build/barecard", "selftest", "--chipset", "g84" if chipset == "any" else chipset,
                   "--suite", tests, "--defect", defect]
        try:
            done = subprocess.run(command, cwd=self.tree, capture_output=True, text=True, timeout=100)
        except subprocess.TimeoutExpired:
            return False
        failed = re.findall(r"^(?:not ok \d+ - |# verdict: )((\S+?): .*)", done.stdout, re.M)
        # As tests/host/defects.t looks at them: without the chip's name.
        lines = [re.sub(r"(: )(?:MCP\d\d|GT?V?\d+) ", r"\1", line, count=1) for line, _ in failed]
        says = says.removeprefix("verdict: ")
        return {test for _, test in failed} >= set(tests.split(",")) and any(says in line for line in lines)

    def defects_pass(self, source):
        """Every row of the source's family holds."""
        family = next((part for part in source.split("/") if part in ("nv50", "gv100")), None)
        return all(self.row_holds(*row) for row in self.rows
                   if family is None or (family == "gv100") == (row[1] == "gv100"))

    def killed_by(self, source):
        targets = ["barecard.img"] if source.startswith("efi/") else ["barecard", "property", "plain/libbarecard.so"]
        if source.startswith("hw/") and source.endswith(".h"):
            targets += [f"plain/{name}" for name in self.seconds]
        if not self.builds(*targets):
            return "make"
        for name, command in self.tests_for(source):
            limit = 30 + 10 * self.seconds.get(name, 60)
            if not (run(command, self.tree, limit) if command else self.defects_pass(source)):
                self.kills[source.rsplit("/", 1)[0], name] += 1
                return name
        return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shard", default="1/1", help="I/N: the I-th of N parts of what the seed draws")
    parser.add_argument("--build", type=Path, default=Path("build"))
    parser.add_argument("--make", default="make -s -j2")
    parser.add_argument("folders", nargs="*", default=FOLDERS)
    args = parser.parse_args()
    part, of, parts = args.shard.partition("/")
    if not (of and part.isdigit() and parts.isdigit() and 1 <= int(part) <= int(parts)):
        parser.error(f"--shard: cannot use {args.shard!r}, expected I/N")

    copy = Copy(args.build, args.make)
    if not copy.is_good():
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
            begun, path = time.monotonic(), copy.tree / source
            good = path.read_text("utf-8")
            lines = good.split("\n")
            lines[number] = lines[number][:column] + new + lines[number][column + len(old):]
            before = copy.machine_code(source) if source.endswith(".c") else b""
            path.write_text("\n".join(lines), "utf-8")
            if not copy.builds("BOOTX64.EFI" if source.startswith("efi/") else "barecard"):
                by = "compiler"
            elif before and before == copy.machine_code(source):
                by = "same code"
            else:
                by = copy.killed_by(source)
            path.write_text(good, "utf-8")
            killed += by not in ("", "compiler", "same code")
            survived += not by
            row = [f"{source}:{number + 1}", f"{old} -> {new}", by or "SURVIVED", f"{time.monotonic() - begun:.0f}"]
            print(*row, sep="\t", file=table, flush=True)
            print(*row, sep="  ", flush=True)
    print(f"{killed} of {killed + survived} killed, {survived} survive: {args.build}/mutants.tsv")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
