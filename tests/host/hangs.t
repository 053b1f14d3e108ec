#!/bin/bash
# tests/host/hangs.t: the tests that docs/hangs.md names are there. TAP 13.
set -u
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." || exit 1
. tests/host/tap.sh
prefix=hangs.

missing=''
while IFS='|' read -r _ _ _ test _; do
    test=${test// /}
    file=${test%%:*} name=${test##*:}
    case $file in
    *_test) grep -q "cmocka_unit_test($name)" "tests/host/$file.c" || missing+="$test " ;;
    *.t) grep -q "[\"{.]${name##*.}\"" "tests/host/$file" || missing+="$test " ;;
    *) missing+="'$test' " ;;
    esac
done < <(grep '^| ' docs/hangs.md | tail -n +2)
point there "${missing:+no such test: $missing}"

finish
