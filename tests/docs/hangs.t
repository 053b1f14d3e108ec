#!/bin/bash
# tests/docs/hangs.t: the tests that docs/hangs.md names are there, and each step that the code names to the next boot is
# in the drill of steps. TAP 13.
set -u
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." || exit 1
. tests/kit/tap.sh
prefix=hangs.

missing=''
while IFS='|' read -r _ _ _ test _; do
    test=${test// /}
    file=${test%%:*} name=${test##*:}
    case $file in
    *_test) grep -q "^TEST($name[,)]" "tests/$file.c" || missing+="$test " ;;
    *.t) grep -q "[\"{.]${name##*.}\"" "tests/boots/$file" || missing+="$test " ;;
    *) missing+="'$test' " ;;
    esac
done < <(grep '^| ' docs/hangs.md | tail -n +2)
point there "${missing:+no such test: $missing}"

# Steps whose name the code puts together: the register of mode=probe is a drill of its own.
missing='' steps=0
while IFS= read -r step; do
    steps=$((steps + 1))
    grep -qF "\"$step\" }" tests/suite/run/resume_test.c || missing+="'$step' "
done < <({ sed -n 's/.*\(card\|run\)_phase([^,]*, "\([^"]*\)").*/\2/p' engines/*.c engines/*/*.c suite/run/*.c
    grep -oh '"starting it: [^%]*' engines/nv50/start.c | tr -d '"'; } | sort -u)
point steps "${missing:+no drill for: $missing}$([[ $steps -ge 20 ]] || echo "only $steps steps were found")"

finish
