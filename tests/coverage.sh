#!/bin/bash
# tests/coverage.sh [fuzz-]: lines and branches that the tests reach; with fuzz-, what of the model the inputs of the
# fuzzers reach, those of tests/fuzz/corpus and those that make fuzz has left in $BUILD/corpus. A copy of the sources in $BUILD/coverage is built with
# gcov's counters (-O0), the test programs, the tests of the host command and boots in QEMU run there, and gcovr
# counts. The folders are printed; $BUILD/coverage.tsv has the files, those with most lines unreached first.
# The model is counted in QEMU's process too. The firmware is not: it has no file system to keep counters in, so
# what only runs under UEFI is in no number; tests/mutate.py booting its mutants says what its tests notice.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."
build=$(realpath -m "${BUILD:-build}")
copy=$build/coverage
scripts=(suite/{selftest,defects,matrix,knobs,diagnosis} silicon/silicon witnesses/property
    tools/{report,cli,gv100_cli,bundle,devinit,look} boots/{gone,qemu,cold,rigs,unsaved} model/qemu/device
    clients/{compare_traces,compare_starts,nouveau})

mkdir -p "$copy"
git ls-files -z | xargs -0 -I{} sh -c '[ ! -e "{}" ] || echo "{}"' | tar -c -T - | tar -x -C "$copy"
[[ ! -e .cache || -e $copy/.cache ]] || ln -s "$(realpath .cache)" "$copy/.cache"
cd "$copy"
# QEMU has several threads: counters that are not atomic go wrong there, down to negative ones.
export COVER='-O0 --coverage -fprofile-update=atomic -Wno-format-truncation' BUILD=build BARECARD=build/barecard
# What fails is said, and does not end the measure.
failed=0
try() {
    "$@" >"$build/coverage.log" 2>&1 </dev/null || { echo "$* fails" >&2 && failed=1; }
}

if [[ ${1-} == fuzz- ]]; then
    counted='model/'
    make -s -j"$(nproc)" CC="${CC:-gcc}" replays
    find build -name '*.gcda' -delete
    for program in build/plain/fuzz/*_replay; do
        name=$(basename "$program" _replay)
        try "$program" "$build/corpus/$name"
    done
else
    counted='(hw|mmu|pci|engines|model|tools|efi|suite)'
    make -s -j"$(nproc)" CC="${CC:-gcc}" plain build/property build/silicon all build/barecard.img rigs
    find build -name '*.gcda' -delete
    for program in $(find build/plain -name '*_test' | sort) $(printf 'tests/%s.t ' "${scripts[@]}"); do
        try "$program"
    done
fi
gcovr --root . --object-directory build --exclude-unreachable-branches --filter "$counted" \
    --json-summary "$build/coverage.json" build
python3 - "$build" <<'END'
import collections
import json
import sys

build = sys.argv[1]
columns = ("line_covered", "line_total", "branch_covered", "branch_total")
files = json.load(open(f"{build}/coverage.json", encoding="utf-8"))["files"]
folders = collections.defaultdict(lambda: [0, 0, 0, 0])
for entry in files:
    folder = entry["filename"].rsplit("/", 1)[0]
    folders[folder] = [old + entry[column] for old, column in zip(folders[folder], columns)]
print(f"{'folder':28}{'lines':>8}{'reached':>10}{'branches':>10}{'reached':>10}")
for folder, (lines, all_lines, branches, all_branches) in sorted(folders.items()):
    print(f"{folder:28}{all_lines:8}{100 * lines / max(all_lines, 1):9.1f}%{all_branches:10}"
          f"{100 * branches / max(all_branches, 1):9.1f}%")
with open(f"{build}/coverage.tsv", "w", encoding="utf-8") as table:
    print("file\tlines unreached\tlines\tbranches unreached\tbranches", file=table)
    for entry in sorted(files, key=lambda entry: entry["line_covered"] - entry["line_total"]):
        print(entry["filename"], entry["line_total"] - entry["line_covered"], entry["line_total"],
              entry["branch_total"] - entry["branch_covered"], entry["branch_total"], sep="\t", file=table)
END
exit $failed
