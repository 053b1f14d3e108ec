#!/usr/bin/python3
"""tests/host/report.t: barecard report over the lines that the self tests write, whole, cut off and bad."""
import json
import os
import subprocess
import tempfile
import xml.etree.ElementTree as xml

BARECARD = os.environ.get("BARECARD", "build/barecard")
count = 0
failed = 0


def check(name, wanted, seen):
    global count, failed
    count += 1
    good = wanted == seen
    failed += not good
    print(f"{'' if good else 'not '}ok {count} - report.{name}")
    if not good:
        print(f"#   expected {wanted!r}\n#   actual   {seen!r}")


def run(*arguments):
    done = subprocess.run([BARECARD, *arguments], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def report(text, *options):
    with open(path, "w") as file:
        file.write(text)
    return run("report", path, *options)


with tempfile.TemporaryDirectory() as folder:
    path, html, junit = (os.path.join(folder, name) for name in ("report.jsonl", "r.html", "r.xml"))
    whole = run("selftest", "--json", "--chipset", "g84", "--defect", "vram-stuck:partition=1,bit=37")[1]
    lines = [json.loads(line) for line in whole.splitlines()]
    ends = [line for line in lines if line["type"] == "end"]
    tally = {word: sum(line["result"] == word for line in ends) for word in ("pass", "fail", "skip", "error")}

    status, out, _ = report(whole, "--html", html, "--junit", junit)
    check("status", (0, ""), (status, out))
    suite = xml.parse(junit).getroot().find("testsuite")
    check("junit.tests", [line["test"] for line in ends], [case.get("name") for case in suite])
    check("junit.counts", [str(tally[word]) for word in ("fail", "error", "skip")],
          [suite.get(word) for word in ("failures", "errors", "skipped")])
    failures = {case.get("name"): case.find("failure").get("message")
                for case in suite if case.find("failure") is not None}
    check("junit.messages", {line["test"]: line["reason"] for line in ends if line["result"] == "fail"}, failures)
    page = open(html).read()
    check("html.verdict", True, "FAIL: vram.quick: G84" in page)
    check("html.whole", True, page.startswith("<!DOCTYPE html>") and page.rstrip().endswith("</html>"))

    # A power cut in the middle of a test: the test is named, the half line is dropped.
    at = whole.index('{"type":"end","test":"vm.pte.4k"')
    status, out, _ = report(whole[:at + 20])
    check("cut.status", 0, status)
    check("cut.names_test", True, "error    vm.pte.4k: the report ends while this test runs" in out)
    check("cut.no_verdict", True, "no verdict, the run was cut off" in out)

    # Two boots on one stick are two runs.
    status, out, _ = report(whole + whole)
    check("two_boots", 2, out.count("FAIL: vram.quick"))

    # On silicon a claim that nobody has proven does not count as a failure.
    silicon = run("selftest", "--json", "--chipset", "g84", "--knob", "bar_fault_value=1")[1]
    status, out, _ = report(silicon.replace('"device":"model"', '"device":"silicon"'))
    check("differs", True, "differs  vm.fault.value" in out)

    head = '{"type":"machine","version":"x","machine":"y","device":"model"}\n'
    for name, text, sentence in (
            ("json", head + "{what}\n", "line 2: not JSON"),
            ("type", head + '{"kind":1}\n', 'line 2: expected an object with "type"'),
            ("array", head + "[1,2]\n", 'line 2: expected an object with "type"'),
            ("result", head + '{"type":"end","test":"a","result":"good"}\n',
             'line 2: "result" is good, expected pass, fail, skip or error'),
            ("order", '{"type":"end","test":"a","result":"pass"}\n', 'line 1: "end" before any "machine"'),
            ("empty", "", "no run in this file")):
        status, out, err = report(text, "--html", html + ".bad")
        check(f"bad.{name}", (2, True, False), (status, sentence in err, os.path.exists(html + ".bad")))
    status, _, err = run("report", os.path.join(folder, "none"))
    check("missing_file", (2, True), (status, "No such file" in err))
    status, _, err = report(whole, "--html", os.path.join(folder, "no", "such"))
    check("unwritable", (2, True), (status, "cannot be written" in err))
    check("no_arguments", 2, run("report")[0])

print(f"1..{count}")
raise SystemExit(1 if failed else 0)
