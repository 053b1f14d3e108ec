#!/bin/bash
# What tests that pass say of a good card, and why others do not run, letter by letter: tests/suite/notes/CHIPSET.txt has
# the words of each. Times and rates of the memory test are the machine's, and any number there is right.
set -u
. tests/kit/tap.sh

words() {
    sed -nE 's/^ok [0-9]+ - ([a-z0-9_.]+(: | # SKIP ).*)/\1/p' |
        sed -E '/^vram\.(quick|load)/s/in [0-9]+ ms, [0-9]+ MB/in N ms, N MB/g'
}

for file in tests/suite/notes/${ONLY:-*}.txt; do
    chipset=${file##*/}
    chipset=${chipset%.txt}
    printed=$("$BARECARD" selftest --chipset "$chipset") || true
    point "$chipset" "$(cmp -s "$file" <(words <<<"$printed") || echo 'other words')" \
        "$(diff "$file" <(words <<<"$printed"))"
done
finish
