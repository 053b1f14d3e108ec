#!/usr/bin/python3
"""tests/tools/report.t: barecard report over the lines that the self tests write, whole, cut off and bad."""
import csv
import json
import os
import re
import resource
import signal
import stat
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "../kit"))
from command import BARECARD, check, cost, finish, is_linear, run  # noqa: E402
from words import SAYS_INCOMPLETE  # noqa: E402


def start_of(text, kind, test):
    """Where the record of that type and test begins."""
    return re.search(rf'^{{"type":"{kind}",[^\n]*"test":"{re.escape(test)}"', text, re.M).start()


def report(text, *options):
    with open(path, "w") as file:
        file.write(text)
    return run("report", path, *options)


with tempfile.TemporaryDirectory() as folder:
    path, html, junit, csv_file = (os.path.join(folder, name)
                                   for name in ("report.jsonl", "r.html", "r.xml", "r.csv"))
    whole = run("selftest", "--json", "--chipset", "g84", "--defect", "vram-stuck:partition=1,bit=37")[1]
    good = run("selftest", "--json", "--chipset", "g80", "--suite", "id")[1]
    lines = [json.loads(line) for line in whole.splitlines()]
    ends = [line for line in lines if line["type"] == "end"]
    tally = {word: sum(line["result"] == word for line in ends) for word in ("pass", "fail", "skip", "error")}

    status, out, _ = report(whole, "--html", html, "--junit", junit)
    check("status", (0, ""), (status, out))
    suite = xml.parse(junit).getroot().find("testsuite")
    cases = suite.findall("testcase")
    check("junit.tests", [line["test"] for line in ends] + ["verdict"], [case.get("name") for case in cases])
    check("junit.counts", [str(len(ends) + 1), str(tally["fail"] + 1), str(tally["error"]), str(tally["skip"])],
          [suite.get(word) for word in ("tests", "failures", "errors", "skipped")])
    failures = {case.get("name"): case.find("failure").get("message")
                for case in cases[:-1] if case.find("failure") is not None}
    check("junit.messages", {line["test"]: line["reason"] for line in ends if line["result"] == "fail"}, failures)
    page = open(html).read()
    check("html.whole", True, page.startswith("<!DOCTYPE html>") and page.rstrip().endswith("</html>"))
    check("html.headline", True, "Chip B1: bit 37 stuck at 0" in page)
    check("html.says_what_to_do", True, "Look at ball and track of this line at the chip." in page)
    check("html.cause_first", "vram.quick", re.search(r'<tbody><tr><th scope="row">([^<]*)', page).group(1))
    check("html.chips", (1, 3), (page.count('class="chip bad"'), page.count('class="chip good"')))
    # Each of the 131072 words of partition 1 once, as all zeros or all ones have it, and 65189 whose mixed address has bit 37.
    check("html.lane_and_count", ["B1 \u2717", "D37", "196261"], re.findall(r'<text class="bad"[^>]*>([^<]*)', page))
    check("html.chips_in_words", ["B1, D37: 196261 wrong words"], re.findall(r'<p class="chips">([^<]*)', page))
    check("html.marks_the_digit", ["6", "4"], re.findall("<mark>(.)</mark>", page))
    groups = re.findall(r'<div class="group"><span>([^<]*)</span>', page)
    check("html.one_row_a_group", sorted(set(groups)), sorted(groups))
    check("html.squares", len(ends), len(re.findall('<i class="', page)))
    check("html.strips", [("A", "good"), ("B", "wrong words in 64 of 64 pieces")],
          re.findall(r'<div class="strip"><b>(.)</b>.*?<span>([^<]*)</span>', page, re.S))
    check("html.phone", True, 'name="viewport"' in page and '<html lang="en">' in page)

    # The schema of Ant's JUnit task wants these of every suite, case and failure.
    for wanted, elements in (
            (("name", "timestamp", "hostname", "tests", "failures", "errors", "time", "package", "id"), [suite]),
            (("name", "classname", "time"), cases), (("type", "message"), suite.iter("failure"))):
        check(f"schema.{wanted[-1]}", [], [e.attrib for e in elements if not all(e.get(w) is not None for w in wanted)])
    check("schema.order", ["properties", "testcase", "system-out", "system-err"],
          list(dict.fromkeys(element.tag for element in suite)))
    check("schema.timestamp", True, bool(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", suite.get("timestamp"))))

    # A power cut in the middle of a test: the test is named, the half line is dropped, JUnit is not green.
    at = start_of(whole, "end", "vm.pte.4k")
    status, out, _ = report(whole[:at + 20])
    check("cut.status", 0, status)
    check("cut.names_test", True, "error    vm.pte.4k: the report ends while this test runs" in out)
    check("cut.no_verdict", True, "no verdict, the run was cut off" in out)

    # The firmware has failed itself: its code in the test's place, and the run is no pass and no fault of the card.
    fell = whole[:start_of(whole, "end", "vm.pte.4k")] + \
        '{"type":"crash","up":9,"test":"vm.pte.4k","code":"X6-f-1","headline":"Barecard failed, not the card","text":"t"}\n'
    status, out, _ = report(fell)
    check("crash.names_test", True, "error    vm.pte.4k: Barecard failed, not the card: code X6-f-1" in out)
    check("crash.verdict", True, f": {SAYS_INCOMPLETE}: Barecard failed, not the card: code X6-f-1" in out)
    check("crash.status", 2, report(fell, "--check")[0])

    def verdict_of(text):
        """The verdict case of JUnit, as the tag that says it, and the status of --check."""
        code = report(text, "--check", "--junit", junit)[0]
        case = xml.parse(junit).getroot().findall("testsuite")[-1].findall("testcase")[-1]
        return case.get("name"), [element.tag for element in case], code

    between = good[:start_of(good, "start", "id.bars")]
    machine = '{"type":"machine","version":"x","machine":"y","device":"model"}\n'
    none = machine + '{"type":"verdict","verdict":"NOT TESTED","reason":"no card"}\n'
    cold = run("selftest", "--json", "--chipset", "g84", "--cold", "--post", "off")[1]
    check("verdict.pass", ("verdict", [], 0), verdict_of(good))
    check("verdict.fail", ("verdict", ["failure"], 1), verdict_of(whole))
    check("verdict.cut_between_tests", ("verdict", ["error"], 2), verdict_of(between))
    check("verdict.not_tested", ("verdict", ["error"], 2), verdict_of(cold))
    check("verdict.no_card", ("verdict", ["error"], 2), verdict_of(none))
    check("verdict.worst", 1, report(good + whole + cold, "--check")[0])

    # A run of two cards that was cut off behind the first one, or left one out: no card is bad, the run is not good.
    first = '{"type":"card","card":"0000:01:00.0"}\n{"type":"verdict","card":"0000:01:00.0","verdict":"%s"}\n'
    odd = '{"type":"machine","time":"yesterday, in the evening"}\n'
    check("verdict.cut_behind_a_card", ("verdict", ["error"], 2), verdict_of(machine + first % "PASS"))
    check("verdict.worse_than_its_cards", ("verdict", ["error"], 2),
          verdict_of(machine + first % "PASS" + '{"type":"verdict","verdict":"%s"}\n' % SAYS_INCOMPLETE))
    check("verdict.cut_behind_a_bad_card", ("verdict", ["failure"], 1), verdict_of(machine + first % "FAIL"))
    check("verdict.whole_run_once", 1, report(machine + first % "FAIL")[1].count(": FAIL"))
    report(odd + first % "PASS", "--junit", junit)
    check("schema.odd_time", "1970-01-01T00:00:00", xml.parse(junit).getroot()[0].get("timestamp"))

    # On the host every chipset has the same slot; each is a card of its own.
    chips = run("selftest", "--json", "--chipset", "g84", "--chipset", "gt215", "--suite", "id.boot0")[1]
    check("same_slot", 2, report(chips)[1].count("PASS"))

    # What is a comment in TAP is a record too, waits that came to nothing among them.
    for name, defect, wanted in (("waits", "tlb-flush-never-ends", "register 0x100c80 mask 0x00000001: wanted 0x00000000,"),
                                 ("damage", "vram-stuck:partition=1,bit=37", "damage: partition 1 (FBB)")):
        broken = ("selftest", "--chipset", "g84", "--suite", "vm.tlb,vram.quick", "--defect", defect)
        comments = [line[2:] for line in run(*broken, "--tap")[1].splitlines()
                    if re.match(r"# (?!barecard .* on |card |verdict: |\d+ (claim|test)s? )", line)]
        texts = {json.loads(line).get("text") for line in run(*broken, "--json")[1].splitlines()}
        check(f"comments.{name}", (True, []), (any(line.startswith(wanted) for line in comments),
                                               [line for line in comments if line not in texts]))

    # Two boots on one stick are two runs.
    status, out, _ = report(whole + whole)
    check("two_boots", 2, out.count(": FAIL: vram.quick"))

    # Two cards in one run: each has its own results, verdict and heading, whichever comes last.
    def card(at, verdict, *tests):
        head = f'{{"type":"card","card":"{at} 10de:0400 G84: ready","partitions":2,"partition_mask":3}}\n'
        body = "".join(f'{{"type":"end","test":"{name}","card":"{at}","result":"{result}","reason":"why",'
                       f'"basis":"proven","ms":1500}}\n' for name, result in tests)
        return head + body + f'{{"type":"verdict","card":"{at}","verdict":"{verdict}","reason":"{tests[0][0]}: why"}}\n'

    two = machine + card("0000:01:00.0", "FAIL", ("a.x", "fail"), ("a.y", "fail")) + \
        card("0000:02:00.0", "PASS", ("a.x", "pass")) + '{"type":"verdict","verdict":"FAIL","reason":"1 of 2"}\n'
    status, out, _ = report(two, "--check", "--junit", junit, "--html", html, "--csv", csv_file)
    suites = xml.parse(junit).getroot().findall("testsuite")
    check("cards.status", 1, status)
    check("cards.suites", [("0000:01:00.0", "3", "3"), ("0000:02:00.0", "2", "0")],
          [(re.search(r"0000:0.:00\.0", s.get("name")).group(), s.get("tests"), s.get("failures")) for s in suites])
    check("cards.seconds", ["3.000", "1.500"], [s.get("time") for s in suites])
    page = open(html).read()
    passed = '{"type":"verdict","verdict":"PASS","reason":""}\n'
    read = machine + card("0000:01:00.0", "PASS", ("board.fan", "pass"), ("a.y", "pass")) + passed
    report(read, "--html", html, "--csv", csv_file)
    check("board.html", ["why"], re.findall(r"<h3>The board</h3>\s*<dl>\s*<dt>fan</dt>\s*<dd>([^<]*)</dd>\s*</dl>", open(html).read()))
    check("board.csv", ["board.fan: why"], [row["board"] for row in csv.DictReader(open(csv_file, newline=""))])
    report(two, "--html", html, "--csv", csv_file)
    check("cards.headings", ["FAIL", "PASS"], re.findall(r'<span class="word">([^<]*)', page))
    rows = list(csv.DictReader(open(csv_file, newline="")))
    check("cards.csv", [("0000:01:00.0", "FAIL", "0", "2"), ("0000:02:00.0", "PASS", "1", "0")],
          [(row["card"], row["verdict"], row["passed"], row["failed"]) for row in rows])

    # Chips of every number of partitions lie on the board, 640 by 380; one bad rank is its chip's.
    def chips_drawn(parts, width, chip, counted, lanes):
        record = json.dumps({"type": "card", "card": "a", "partitions": parts, "partition_mask": (1 << parts) - 1})
        result = json.dumps({"type": "end", "test": "vram.quick", "card": "a", "result": "fail", "chip_words": counted,
                             "chip_width": width})
        verdict = json.dumps({"type": "verdict", "card": "a", "verdict": "FAIL", "reason": "", "cause": "short", "faults": 1,
                              "chips": [chip], "chip_width": width, "lanes": [f"FB{chip[0]} {lanes}"]})
        report(machine + record + "\n" + result + "\n" + verdict + "\n", "--html", html)
        text = open(html).read()
        boxes = [tuple(map(int, re.findall(r' (?:x|y|width|height)="(\d+)"', tag)))
                 for tag in re.findall(r'<rect class="(?:chip|ring)[^>]*>', text)]
        inside = all(x >= 4 and y >= 4 and x + w <= 636 and y + h <= 376 for x, y, w, h in boxes)
        return inside, len(boxes), re.findall(r'<p class="chips">([^<]*)', text)

    for parts in range(1, 9):
        for width, chip, lanes in (32, "A1", "D37 D39"), (16, "A0b", "D21 D23"):
            check(f"board.{parts}x{64 // width}", (True, parts * 64 // width + 1, [f"{chip}, {lanes}: 12 wrong words"]),
                  chips_drawn(parts, width, chip, f"{chip}=12", lanes))
    for piece, verdict, state in (".", "PASS", "good"), ("-", "NOT TESTED", "wait"), ("3", "FAIL", "bad"), ("3", SAYS_INCOMPLETE, "wrong"):
        report(machine + json.dumps({"type": "card", "card": "a", "partitions": 16}) + "\n"
               + json.dumps({"type": "strip", "card": "a", "VRAM": piece + ("-" if piece == "-" else ".") * 63}) + "\n"
               + json.dumps({"type": "verdict", "card": "a", "verdict": verdict, "reason": "why"}) + "\n", "--html", html)
        check(f"board.whole.{state}", ([state], True),
              (re.findall(r'<rect class="chip ([a-z]*)', open(html).read()), ">memory<" in open(html).read()))
    check("board.ranks", (True, 5, ["B1, D37-D38: 12 wrong words"]), chips_drawn(2, 32, "B1r1", "B1r0=5 B1r1=7", "D37-D38"))

    # Strips of several tests are one, in which wrong words win and a look is a look; a curve has its ends.
    def drawn(*records):
        body = "".join(json.dumps({"card": "0000:01:00.0", "id": "x", **record}) + "\n" for record in records)
        report(machine + body, "--html", html)
        return open(html).read()

    dots, dashes = "." * 64, "-" * 64
    page = drawn({"type": "strip", "test": "a", "A": dots[:60] + "2---", "B": dashes, "C": dots},
                 {"type": "strip", "test": "b", "A": dashes[:60] + "49.-", "B": dashes, "C": dashes})
    check("strips.merged", ["wrong words in 2 of 64 pieces", "not tested", "good"],
          re.findall(r'<div class="strip">.*?<span>([^<]*)</span>', page, re.S))
    check("strips.notches", [("600", "16"), ("610", "28")],
          re.findall(r'<rect class="notch" x="(\d+)" y="\d+" width="10" height="(\d+)"', page))
    check("strips.left_out", 65, page.count('class="piece none"'))
    page = drawn(*({"type": "sample", "test": "a", "up": up, "celsius": celsius} for up, celsius in
                   ((1000, 40), (2000, 80), (5000, 60))), {"type": "sample", "test": "a", "up": 9000, "percent": 1})
    check("curve.points", ["0,116", "160,4", "640,60"], re.search(r'class="curve" points="([^"]*)"', page).group(1).split())
    check("curve.words", True, "Lowest 40 °C, highest 80 °C, in 4 s." in page)
    page = drawn(*({"type": "sample", "up": up, "mb_per_s": rate} for up, rate in ((0, 10), (1000, 30))))
    check("curve.rate", (True, ["0,116", "640,4"]), ("Lowest 10 MB/s, highest 30 MB/s, in 1 s." in page, re.search(
        r'class="curve" points="([^"]*)"', page).group(1).split()))
    check("curve.needs_two", False, "curve" in drawn({"type": "sample", "up": 1, "celsius": 40}).split("</style>")[1])

    # On silicon a claim that nobody has proven does not count as a failure.
    silicon = run("selftest", "--json", "--chipset", "g84", "--knob", "bar_fault_value=1")[1]
    status, out, _ = report(silicon.replace('"device":"model"', '"device":"silicon"'))
    check("differs", True, "differs  vm.fault.value" in out)

    # A line that is not ours is counted and left out; what stands around it counts.
    end = '{"type":"end","test":"a","result":"pass"}\n{"type":"verdict","verdict":"PASS","reason":""}\n'
    for name, bad, sentence in (
            ("json", "{what}", "the first at line 2: not JSON"),
            ("zeros", "\0" * 4096, "the first at line 2: not JSON"),
            ("long", '{"type":"' + "x" * 65536 + '"}', "the first at line 2: longer than 65536 bytes"),
            ("type", '{"kind":1}', 'the first at line 2: expected an object with "type"'),
            ("array", "[1,2]", 'the first at line 2: expected an object with "type"'),
            ("result", '{"type":"end","test":"a","result":"good"}',
             'the first at line 2: "result" is good, expected pass, fail, skip or error')):
        status, out, err = report(machine + bad + "\n" + end, "--check")
        check(f"bad.{name}", (0, True, True), (status, "left out 1 line " in err and sentence in err, ": PASS" in out))
    for name, text, sentence in (("order", '{"type":"end","test":"a","result":"pass"}\n', '"end" before any "machine"'),
                                 ("empty", "", "no run in this file")):
        status, out, err = report(text, "--html", html + ".bad")
        check(f"bad.{name}", (2, True, False), (status, sentence in err, os.path.exists(html + ".bad")))

    # Control characters neither break the XML nor reach a terminal.
    rude = machine + '{"type":"end","test":"a","result":"fail","reason":"\\u001b[31m\\u0001\\ufffe<b>"}\n'
    status, out, _ = report(rude)
    check("control.terminal", (True, False), ("\\x1b[31m\\x01" in out, "\x1b" in out))
    report(rude, "--junit", junit, "--html", html)
    check("control.junit", "\ufffd[31m\ufffd\ufffd<b>", next(xml.parse(junit).getroot().iter("failure")).get("message"))

    # What is no regular file is written, not replaced; a link stays a link.
    pipe, link, target = (os.path.join(folder, name) for name in ("pipe", "link", "target"))
    os.mkfifo(pipe)
    reader = subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE, text=True)
    status = report(good, "--junit", pipe)[0]
    check("pipe", (0, True, True), (status, "</testsuites>" in reader.communicate(timeout=30)[0], stat.S_ISFIFO(os.stat(pipe).st_mode)))
    open(target, "w").write("before")
    os.symlink(target, link)
    report(good, "--csv", link)
    check("link", (True, True), (os.path.islink(link), open(target).read().startswith("file,time")))
    status, out, _ = report(good, "--junit", "-")
    check("standard_output", (0, True), (status, out.rstrip().endswith("</testsuites>")))
    done = subprocess.run([BARECARD, "report", "-"], input=good, capture_output=True, text=True)
    check("standard_input", (0, True), (done.returncode, "standard input: 0000:" in done.stdout))

    # A full disk is an error in every command that prints.
    questions = {"place": "g80 6 linear long 1 0x0 0x12345678\n", "translate": "0x6 0x8 0x0 0x20 0x420 0x1234 r\n"}
    dump, looked = (os.path.join(folder, name) for name in ("dump", "probe.json"))
    with open(dump, "wb") as file:
        file.truncate(1 << 20)
    with open(looked, "w") as file:
        file.write(run("selftest", "--chipset", "g84", "--mode", "pci")[1])
    for command in (["report", path], *(["report", path, option, "-"] for option in ("--html", "--junit", "--csv")),
                    *(["report", path, option, "/dev/full"] for option in ("--html", "--junit", "--csv")),
                    ["place"], ["translate", "--chipset", "g84", "--vram", dump], ["probe", looked],
                    *([command, "--help"] for command in ("vbios", "devinit", "maps")), ["tests"], ["defects"], ["chipsets"], ["slots"], ["--help"], ["--version"],
                    ["decode", "pte", "0x1"], ["encode", "pte", "present=1"], ["bundle", "--help"], ["confirm", "--help"],
                    ["selftest", "--chipset", "g84", "--suite", "id"]):
        with open("/dev/full", "w") as full:
            done = subprocess.run([BARECARD, *command], input=questions.get(command[0], ""), stdout=full,
                                  stderr=subprocess.PIPE, text=True)
        words = ".".join(word.strip("-") for word in command if word.startswith("-") or word == command[0])
        check(f"full.{words}", (2, True), (done.returncode, "No space left" in done.stderr))

        done = subprocess.run(["sh", "-c", '"$@" >&-', "sh", BARECARD, *command], input=questions.get(command[0], ""),
                              stderr=subprocess.PIPE, text=True)
        if "/dev/full" not in command:
            check(f"closed.{words}", (2, True), (done.returncode, "Bad file descriptor" in done.stderr))

    # An output is there whole or as it was before, mode and all; a temporary name of somebody's is left alone, and what
    # is read or is another output is not written over.
    report(good)
    with open(csv_file, "w") as file:
        os.fchmod(file.fileno(), 0o600)
        file.write("before")
    open(csv_file + ".part", "w").write("mine")

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    done = subprocess.run([BARECARD, "report", path, "--csv", csv_file], preexec_fn=limit, capture_output=True, text=True)
    check("output.whole_or_before", (2, True, "before"), (done.returncode, "File too large" in done.stderr, open(csv_file).read()))
    check("output.mode", (0, 0o600), (run("report", path, "--csv", csv_file)[0], stat.S_IMODE(os.stat(csv_file).st_mode)))
    held = open(csv_file)
    run("vbios", "--chipset", "g84", "--write", csv_file)
    check("output.rom", (True, 0o600, b"\x55\xaa"), (held.read().startswith("file,time"), stat.S_IMODE(os.stat(csv_file).st_mode),
                                                    open(csv_file, "rb").read(2)))
    check("output.others", (True, []), (os.path.exists(csv_file + ".part"), [n for n in os.listdir(folder) if n[0] == "."]))
    same = os.path.join(folder, "..", os.path.basename(folder), "new.out")
    os.link(path, path + ".link")
    for name, words, arguments in (("input", "is read", [path, "--html", path]), ("link", "is read", [path, "--csv", path + ".link"]),
                                   ("folder", "is read", [folder, "--junit", path]),
                                   ("twice", "two outputs", [path, "--html", os.path.join(folder, "new.out"), "--csv", same]),
                                   ("standard", "two outputs", [path, "--html", "-", "--csv", "-"])):
        status, out, err = run("report", *arguments)
        check(f"output.{name}", (2, "", True, good), (status, out, words in err, open(path).read()))
    os.remove(path + ".link")

    # Of two rigs' reports no case has the name of another, also where nothing tells them apart; a class has one dot.
    rigs = [os.path.join(folder, "20261122T103000-52540000000%d-SN4711.jsonl" % i) for i in (1, 2)]
    for rig in rigs:
        with open(rig, "w") as file:
            file.write((good + good).replace('"schema":2,', '"schema":2,"label":"SN 47.1:1",'))
    run("report", *rigs, "--junit", junit)
    cases = [(case.get("classname"), case.get("name")) for case in xml.parse(junit).getroot().iter("testcase")]
    check("junit.own_names", len(cases), len(set(cases)))
    check("junit.class", [f"barecard.SN_47_1_1-52540000000{i}-run1-0000_01_00_0{again}" for i in (1, 2) for again in ("", "-again2")],
          list(dict.fromkeys(name for name, _ in cases)))

    # What a spreadsheet would run is text there; a name that is no UTF-8 gives good documents; a mark is passed over.
    odd_name = os.path.join(os.fsencode(folder), b"n\xe4.jsonl")
    with open(odd_name, "wb") as file:
        file.write(("\ufeff" + good.replace('"schema":2,', '"schema":2,"label":"=HYPERLINK(1)",', 1)).encode())
    status, _, err = run("report", odd_name, "--junit", junit, "--csv", csv_file, "--html", html)
    row = next(csv.DictReader(open(csv_file, newline="")))
    check("odd.mark", (0, ""), (status, err))
    check("odd.formula", "'=HYPERLINK(1)", row["label"])
    check("odd.name", (True, True, True), (row["file"].endswith(r"n\xe4.jsonl"), r"n\xe4" in xml.parse(junit).getroot()[0].get("name"),
                                           r"n\xe4" in open(html).read()))
    os.remove(odd_name)

    # Sixty thousand cards in one run, and five thousand runs: quadratic reading did not end within seconds or minutes.
    def of_cards(number):
        with open(path, "w") as file:
            file.write(machine + "".join(f'{{"type":"card","card":"{i:04x}:01:00.0"}}\n' for i in range(number)))
        return cost("report", path, "--csv", csv_file)

    check("many_cards", (True, 15001), (is_linear(60000, of_cards), len(open(csv_file).readlines())))

    # 60 MB that a power cut has left, and then a run.
    def of_garbage(number):
        with open(path, "wb") as file:
            file.write(b"\0" * number + b"\n" + good.encode())
        return cost("report", path, "--csv", csv_file)

    check("garbage", (True, 2), (is_linear(60000000, of_garbage), len(open(csv_file).readlines())))

    many = machine + card("0000:01:00.0", "PASS", *((f"vm.t{i}", "pass") for i in range(10))) + passed
    report(many * 5000, "--csv", csv_file)
    check("many", 5001, len(open(csv_file).readlines()))

    status, _, err = run("report", os.path.join(folder, "none"))
    check("missing_file", (2, True), (status, "No such file" in err))
    status, _, err = report(whole, "--html", os.path.join(folder, "no", "such"))
    check("unwritable", (2, True), (status, "No such file" in err))
    check("no_arguments", 2, run("report")[0])

finish()
