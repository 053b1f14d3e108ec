#!/bin/bash
# tests/boots/defects.sh: every row of tests/defects.tsv for CHIPSET (gv100 unless it says another) in QEMU: the card
# fails, and a line of the row's tests, or the verdict, says what the row does; ONLY=TEXT for defects with that in their
# names. Of several tests in a row some may pass: where memory lies is another machine's. More than an hour for GV100.
# TAP 13.
set -u
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../host/boots.sh"

chipset=${CHIPSET:-gv100}

# complaint DEFECT TESTS TEXT: what does not hold of a row; nothing if all does.
complaint() {
    local defect=$1 tests=$2 text=$3 log=$work/log suite=() status wanted=1 test lines=''
    # What is not in the default suite is asked for by name.
    [[ ! $tests =~ ^(vram\.thorough|rate)\. ]] || suite=(--suite "${tests%%,*}")
    ./run-qemu.sh --timeout 200 --chipset "$chipset" --vram 16M --defect "$defect" "${suite[@]}" \
        </dev/null 2>&1 | sed "s/: ${chipset^^} /: /g" >"$log"
    status=${PIPESTATUS[0]}
    # What is the rig's fault alone does not fail the card.
    [[ $(grep -c '^not ok' "$log") != $(grep -c '^  severity: "error"' "$log") ]] || wanted=2
    [[ $status == "$wanted" ]] || echo "status $status, expected $wanted"
    for test in ${tests//,/ }; do
        lines+=$(grep "^not ok [0-9]* - $test: " "$log")$'\n'
    done
    lines+=$(grep '^# verdict: ' "$log")
    grep -qF -- "$text" <<<"$lines" || echo "no line of $tests says '$text'"
}

while IFS=$'\t' read -r defect chip tests text; do
    [[ $chip == "$chipset" && $tests != client.* && $defect == *"${ONLY-}"* ]] || continue
    point "$defect" "$(complaint "$defect" "${tests%%,vram.thorough*}" "$text")"
done <tests/defects.tsv
finish
