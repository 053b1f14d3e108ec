#!/usr/bin/python3
"""tests/tools/bundle.t: barecard bundle takes what names a card or a customer out of the files that it packs, and
barecard confirm takes rows from good cards alone."""
import json
import os
import signal
import subprocess
import sys
import tarfile
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "../kit"))
from command import BARECARD, check, cost, finish, is_linear, run  # noqa: E402
from words import SAYS_INCOMPLETE  # noqa: E402

SERIAL, LABEL, SHORT = "00-04-4b-01-89-ab-cd-ef", 'order "4711"', "7"


def write(folder, name, *lines):
    with open(os.path.join(folder, name), "wb") as file:
        file.write("".join(line if isinstance(line, str) else json.dumps(line) + "\n" for line in lines).encode())


def members(path):
    """The files of an archive by their names in its folder, and who owns them."""
    with tarfile.open(path) as archive:
        files = [info for info in archive.getmembers() if info.isfile()]
        return ({info.name.removeprefix("barecard-run/"): archive.extractfile(info).read().decode("latin-1")
                 for info in files}, {(info.uid, info.gid, info.uname, info.mtime) for info in files})


def bundle(*arguments):
    status, _, err = run("bundle", *arguments)
    return status, err


with tempfile.TemporaryDirectory() as work:
    os.environ["TMPDIR"] = os.path.join(work, "tmp")
    os.mkdir(os.environ["TMPDIR"])
    stick = os.path.join(work, "stick")
    os.mkdir(stick)
    write(stick, "report.jsonl",
          {"type": "machine", "version": "0.1.0 abc", "machine": "Bench 7", "run": 3, "label": LABEL, "device": "silicon"},
          {"type": "card", "card": "0000:01:00.0", "chipset": "g84", "serial": SERIAL},
          {"type": "note", "text": f"the number {SERIAL} again, of {LABEL}"},
          {"type": "machine", "version": "0.1.0 abc", "run": 4, "label": SHORT}, f'{{"type":"verdict","cut {SERIAL}\n',
          {"type": "verdict", "verdict": "PASS", "reason": "", "passed": 7})
    write(stick, "report.txt", f"Barecard 0.1.0\r\nLabel    {SHORT}\r\n  serial number {SERIAL}\r\nRun      7\r\n")
    write(stick, "serial.log", f"# card {SERIAL} and {LABEL}\n1..7\n")
    write(stick, "barecard.cfg", f"label={SHORT}\nsuite=vm\n")
    write(stick, "screen.png", f"picture of {SERIAL}")
    write(stick, ".hidden", "x")
    os.mkdir(os.path.join(stick, "vbios"))

    status, err = bundle(stick + "/")
    files, owners = members(stick + ".tar.gz")
    everything = "".join(files.values())
    check("status", 0, status)
    check("says_what_is_left_out", "barecard bundle: left out screen.png; --serials packs it\n", err)
    check("files", ["barecard.cfg", "bundle.json", "report.jsonl", "report.txt", "serial.log"], sorted(files))
    check("owners", {(0, 0, "", 0)}, owners)
    check("serials", (False, False, False), (SERIAL in everything, "4711" in everything, "label" in files["report.jsonl"]))
    check("text", ["Barecard 0.1.0", "Run      7"], files["report.txt"].split("\r\n")[:-1])
    check("config", "suite=vm\n", files["barecard.cfg"])
    check("log", "# card (removed) and (removed)\n1..7\n", files["serial.log"])
    records = [json.loads(line) for line in files["report.jsonl"].splitlines() if "cut" not in line]
    check("records", [{"type": "machine", "version": "0.1.0 abc", "machine": "Bench 7", "run": 3, "device": "silicon"},
                      {"type": "card", "card": "0000:01:00.0", "chipset": "g84"},
                      {"type": "note", "text": "the number (removed) again, of (removed)"},
                      {"type": "machine", "version": "0.1.0 abc", "run": 4},
                      {"type": "verdict", "verdict": "PASS", "reason": "", "passed": 7}], records)
    manifest = json.loads(files["bundle.json"])
    check("manifest", (1, False, ["screen.png"], ["barecard.cfg", "report.jsonl", "report.txt", "serial.log"], [3, 4], "0.1.0 abc"),
          (manifest["schema"], manifest["serials"], manifest["left_out"], manifest["files"],
           [entry["run"] for entry in manifest["runs"]], manifest["runs"][0]["version"]))
    check("version", run("--version")[1].strip(), manifest["barecard"])
    first = open(stick + ".tar.gz", "rb").read()
    bundle(stick)
    check("same_bytes", first, open(stick + ".tar.gz", "rb").read())

    whole = os.path.join(work, "whole.tgz")
    status, err = bundle(stick, "--serials", "--output", whole)
    files, _ = members(whole)
    check("whole", (0, "", True, True), (status, err, SERIAL in files["report.jsonl"], "screen.png" in files))
    check("whole.same", open(os.path.join(stick, "report.txt"), "rb").read().decode(), files["report.txt"])

    empty = os.path.join(work, "empty")
    os.mkdir(empty)
    check("empty", (2, True), (lambda status, err: (status, "no file of a run" in err))(*bundle(empty)))
    check("no_folder", (2, True), (lambda status, err: (status, "No such file" in err))(*bundle(os.path.join(work, "none"))))
    check("unwritable", 2, bundle(stick, "--output", os.path.join(work, "no", "such.tgz"))[0])
    check("full", 2, bundle(stick, "--output", "/dev/full")[0])
    check("leaves_nothing", [], os.listdir(os.environ["TMPDIR"]))

    # ---- names of files: those that the firmware gives hold label or serial; some are no UTF-8
    odd = os.path.join(work, "run:1")
    os.mkdir(odd)
    named, again = (os.path.join(odd, f"20261122T10300{second}-001122334455-SN-4711-ACME.jsonl") for second in (0, 1))
    write(odd, os.path.basename(named), "\ufeff", {"type": "machine", "version": "1", "run": 1, "label": "SN-4711/ACME"},
          {"type": "verdict", "verdict": "PASS"})
    os.symlink(named, again)
    write(odd, "SN-4711_ACME.log", "of SN-4711/ACME\n")
    for bytes_ in (b"n\xe4.txt", b"b\xe4.bin"):
        open(os.path.join(os.fsencode(odd), bytes_), "w").write("x\n")
    status, err = bundle(odd)
    files, _ = members(odd + ".tar.gz")
    inside = ["(removed).log", "20261122T103000-001122334455-(removed).jsonl",
              "20261122T103001-001122334455-(removed).jsonl", r"n\xe4.txt"]
    manifest = json.loads(files["bundle.json"])
    check("names.status", (0, True), (status, "left out b" in err))
    check("names.archive", sorted(["bundle.json", *inside]), sorted(files))
    check("names.list", (sorted(inside), [r"b\xe4.bin"], inside[1:3]),
          (sorted(manifest["files"]), manifest["left_out"], [entry["file"] for entry in manifest["runs"]]))
    check("names.mark", True, "ACME" not in "".join(files.values()) and files["(removed).log"] == "of (removed)\n")
    remote = subprocess.run([os.path.abspath(BARECARD), "bundle", odd, "--output", "localhost:x.tgz"], cwd=work, capture_output=True)
    check("names.remote", (0, True), (remote.returncode, os.path.exists(os.path.join(work, "localhost:x.tgz"))))
    done = subprocess.run([os.path.abspath(BARECARD), "bundle", "."], cwd=odd, capture_output=True)
    check("names.dot", (0, []), (done.returncode, [name for name in os.listdir(odd) if name.startswith(".")]))

    # ---- an archive is there whole, or as it was before; nothing that is read is written over
    before = open(stick + ".tar.gz", "rb").read()
    slow = os.path.join(work, "bin")
    os.mkdir(slow)
    for name, script, wanted in (("full.tar", "echo half; exit 2", 2), ("full.signal", "echo half; exec sleep 60", -signal.SIGTERM)):
        with open(os.path.join(slow, "tar"), "w") as file:
            file.write(f"#!/bin/sh\n{script}\n")
        os.chmod(file.name, 0o755)
        process = subprocess.Popen([BARECARD, "bundle", stick], env={**os.environ, "PATH": slow + ":" + os.environ["PATH"]},
                                   stderr=subprocess.DEVNULL)
        until = time.monotonic() + 20
        while wanted < 0 and time.monotonic() < until and not [name for name in os.listdir(work) if name.startswith(".barecard-") and
                                  os.path.getsize(os.path.join(work, name))]:
            time.sleep(0.01)
        if wanted < 0:
            process.terminate()
        check(name, (wanted, True, []), (process.wait(30), open(stick + ".tar.gz", "rb").read() == before,
                                         [left for left in os.listdir(work) if left.startswith(".")]))
    report = os.path.join(stick, "report.jsonl")
    text = open(report).read()
    status, err = bundle(stick, "--output", report)
    check("input", (2, True, text), (status, "would be written over" in err, open(report).read()))
    own = os.path.join(stick, "own.tgz")
    check("own_archive", (0, 0), (bundle(stick, "--output", own)[0], bundle(stick, "--output", own)[0]))

    # ---- 4,000 labels in 8 MB: a look for each of them at each character took minutes
    def of_labels(number):
        many = os.path.join(work, f"many{number}")
        os.mkdir(many)
        write(many, "report.jsonl", *({"type": "machine", "version": "1", "label": f"SN-{i:06}", "machine": "x" * 2000}
                                      for i in range(number)))
        return cost("bundle", many)

    check("many", True, is_linear(4000, of_labels))
    check("leaves_no_more", [], os.listdir(os.environ["TMPDIR"]))

    # ---- confirm
    def confirm(*runs):
        path = os.path.join(work, "good card.jsonl")
        with open(path, "w") as file:
            for machine, verdict in runs:
                for record in ({"type": "machine", "version": "0.1.0 abc", "device": "silicon", "machine": "Bench",
                                "run": 5, "time": "2026-11-22T07:00:00", **machine},
                               {"type": "card", "card": "0000:01:00.0", "id": "10de:0400 10de:0421 a2", "chipset": "g84",
                                "vbios": "60.84"},
                               *({"type": "end", "test": name, "card": "0000:01:00.0", "result": result, "basis": basis}
                                 for name, result, basis in (("a", "pass", "proven"), ("b", "pass", "documented"),
                                                             ("c", "pass", "unverified E17"), ("d", "fail", "documented"),
                                                             ("e", "skip", "documented"))),
                               {"type": "verdict", "card": "0000:01:00.0", "verdict": verdict, "reason": ""},
                               {"type": "verdict", "verdict": verdict, "reason": ""}):
                    file.write(json.dumps(record) + "\n")
        return run("confirm", path)

    head = "chipset\ttest\tbasis\tcard\tvbios\tbarecard\ttime\treport\trun\n"
    tail = "\t10de:0400 10de:0421 a2\t60.84\t0.1.0 abc\t2026-11-22T07:00:00\tgood card.jsonl\t5\n"
    check("confirm.good", (0, head + "g84\tb\tdocumented" + tail + "g84\tc\tunverified E17" + tail, ""),
          confirm(({}, "PASS")))
    for name, machine, verdict, why in (("failed", {}, "FAIL", "its verdict is not PASS"),
                                        ("cut", {}, SAYS_INCOMPLETE, "its verdict is not PASS"),
                                        ("model", {"device": "model"}, "PASS", "it is the device model"),
                                        ("qemu", {"machine": "QEMU Standard PC"}, "PASS", "its rig is QEMU")):
        status, out, err = confirm((machine, verdict))
        check(f"confirm.{name}", (2, head, True), (status, out, why in err))
    status, out, err = confirm(({}, "FAIL"), ({}, "PASS"))
    check("confirm.one_of_two", (0, 3, True), (status, out.count("\n"), "not PASS" in err))
    check("confirm.no_file", 2, run("confirm", os.path.join(work, "none"))[0])
finish()
