#!/bin/bash
# How much each self test looks at on a good card, as a plan is to TAP: a test that returns too early, or has lost one of
# its checks, passes, and nobody notices. tests/suite/compared/CHIPSET.txt has a line for each test that passes: how many
# calls of the card's functions it found to end well, and how many values it compared (of memory: words, each time); `all`
# behind it: not in the default suite, and looked at in `make test-long` alone. Other numbers say that a test has
# changed: whoever has changed it types them in. Whether the values are the right ones, tests/defects.tsv shows.
set -u
. tests/kit/tap.sh

counts() {
    sed -nE 's/^\{"type":"end",.*"test":"([^"]+)",.*"result":"pass",.*"steps":([0-9]+),"compared":([0-9]+),.*/\1 \2 \3/p'
}

# table FILE SUITE: what the file has of this suite.
table() {
    if [[ $2 == all ]]; then
        sed 's/ all$//' "$1"
    else
        sed '/ all$/d' "$1"
    fi
}

suite=default
! in_full || suite=all
for file in tests/suite/compared/${ONLY:-*}.txt; do
    chipset=${file##*/}
    chipset=${chipset%.txt}
    printed=$("$BARECARD" selftest --chipset "$chipset" --suite "$suite" --json) || true
    differs=$(diff <(table "$file" "$suite") <(counts <<<"$printed")) || true
    point "$chipset" "${differs:+other numbers}" "$differs"
done
finish
