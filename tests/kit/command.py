"""tests/kit/command.py: points of a test in Python, runs of build/barecard, and what a run costs."""
import os
import resource
import subprocess
import sys

BARECARD = os.environ.get("BARECARD", "build/barecard")
prefix = os.path.basename(sys.argv[0]).removesuffix(".t")
# Whether all is wanted, as in `make test-long`, and not the sample that `make test` takes.
in_full = os.environ.get("LONG") == "1"
count = failed = 0


def point(name, good, seen=""):
    global count, failed
    count += 1
    failed += not good
    print(f"{'ok' if good else 'not ok'} {count} - {prefix}.{name}")
    if not good:
        print("".join(f"#   {line}\n" for line in str(seen).splitlines()[-30:]), end="")
    sys.stdout.flush()


def check(name, wanted, seen):
    point(name, wanted == seen, f"expected {wanted!r}\nactual   {seen!r}")


def finish():
    print(f"1..{count}")
    raise SystemExit(failed > 0)


def run(*arguments):
    done = subprocess.run([BARECARD, *arguments], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def cost(*arguments):
    """The processor's seconds that the command takes for itself; it ends with 0."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    status, _, err = run(*arguments)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if status:
        raise SystemExit(f"Bail out! {arguments}: {err}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def is_linear(size, measure):
    """Four times as much takes less than eight times as long; where it is quadratic it takes 16 times as long."""
    return measure(size) < 8 * measure(size // 4)
