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

# Numbers of a report's facts are those that its notes tell.
facts() {
    grep '"facts"' | grep -oE '"(clock_\w+|level|voltage|fan)":[0-9]+' | tr -d '"' | sort
}
told() {
    sed -nE 's/.*"note":"(core [0-9.]+) MHz, (shaders [0-9.]+) MHz, (memory [0-9.]+) MHz.*/clock_\1\nclock_\2\nclock_\3/p
        s/.*"note":"(level [0-9]+) of.*/\1/p; s/.*"note":"([0-9]+) mV asked.*/voltage \1/p
        s/.*"note":"told to run.* ([0-9]+) turns.*/fan \1/p' | awk '{ print $1 ":" int($2 + 0.5) }' | sort
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
    differs=$(diff <(facts <<<"$printed") <(told <<<"$printed")) || true
    point "$chipset.facts" "${differs:+other facts than notes}" "$differs"
done
finish
