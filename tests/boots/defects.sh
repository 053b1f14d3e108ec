#!/bin/bash
# tests/boots/defects.sh: every row of tests/defects.tsv for CHIPSET (gv100 unless it says another) in QEMU: the card
# fails, and a line of the row's tests, or the verdict, says what the row does; ONLY=TEXT for defects with that in their
# names. Of several tests in a row some may pass: where memory lies is another machine's. More than an hour for GV100
# with one processor, half of it with JOBS=2. TAP 13.
set -u
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/boots.sh"

chipset=${CHIPSET:-gv100}
names=()

# complaint DEFECT TESTS TEXT LOG: what does not hold of a row; nothing if all does.
complaint() {
    local defect=$1 tests=$2 text=$3 log=$4 suite=() status wanted=1 test lines=''
    # What is not in the default suite is asked for by name.
    [[ ! $tests =~ ^(vram\.thorough\.|vram\.pages|rate\.) ]] || suite=(--suite "${tests%%,*}")
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
    # Which test fails first is another machine's, too.
    grep -qF -- "${text#verdict: FAIL: }" <<<"$lines" || echo "no line of $tests says '$text'"
}

# row DEFECT TESTS TEXT: its complaint into a file of its own, with what failed behind it.
row() {
    local file=$work/${1//\//-}

    complaint "$1" "${2%%,vram.thorough*}" "$3" "$file.log" >"$file"
    [[ ! -s $file ]] || grep -E '^(not ok|# verdict)' "$file.log" >>"$file"
    : >"$file.ended"
}

# shown: the points of rows that have ended, in the order of the table.
shown() {
    local file

    while ((count < ${#names[@]})); do
        file=$work/${names[count]//\//-}
        [[ -e $file.ended ]] || return 0
        point "${names[count]}" "$(head -n 1 "$file")" "$(tail -n +2 "$file")"
    done
}

while IFS=$'\t' read -r defect chip tests text; do
    [[ $chip == "$chipset" && $tests != client.* && $defect == *"${ONLY-}"* ]] || continue
    # In process the port tells the model of it; QEMU's ports do not.
    [[ $tests != link.retrain ]] || { echo "# $defect left out: QEMU's ports train no link anew" && continue; }
    names+=("$defect")
    [[ $(jobs -rp | wc -l) -lt ${JOBS:-1} ]] || wait -n
    shown
    row "$defect" "$tests" "$text" &
done <tests/defects.tsv
wait
shown
finish
