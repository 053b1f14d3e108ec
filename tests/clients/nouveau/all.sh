#!/bin/bash
# all.sh: nouveau on every chipset and in every surrounding that run.sh knows, then the rows of
# tests/defects.tsv that only it catches. Prints TAP, one line for each boot; a boot that fails shows what
# failed. Status 1 if anything did.
set -u
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
cd "$here/../../.."
number=0 failed=0

point() { # point GOOD NAME [FILE of lines to show]
    number=$((number + 1))
    if $1; then
        echo "ok $number - $2"
    else
        echo "not ok $number - $2"
        [[ -z ${3-} ]] || sed 's/^/# /' "$3"
        failed=$((failed + 1))
    fi
}

log=$(mktemp)
trap 'rm -f "$log" "$log.bad"' EXIT

# passes NAME OPTION...: every line of that boot is ok
passes() {
    local name=$1 good=true
    shift
    "$here/run.sh" "$@" >"$log" 2>&1 || good=false
    grep -v '^ok ' "$log" >"$log.bad"
    point $good "client.nouveau/$name ($(grep -c '^ok ' "$log") checks)" "$log.bad"
}

# fails DEFECT CHIPSET SAYS: that boot fails with a line that says so
fails() {
    local good=true chip=$2
    [[ $chip != any ]] || chip=g84
    "$here/run.sh" --chipset "$chip" --defect "$1" --fault --timeout 120 >"$log" 2>&1 && good=false
    grep '^not ok ' "$log" | grep -qF -- "$3" || good=false
    grep -v '^ok ' "$log" >"$log.bad"
    point $good "client.nouveau/defect $1: $3" "$log.bad"
}

for chip in g80 g84 g86 g92 g94 g96 g98 g200 gt215 gt216 gt218; do
    passes "$chip" --chipset "$chip" --fault --reload
done
for chip in g80 g84 gt215; do
    passes "$chip, not posted" --chipset "$chip" --device posted=off
done
passes 'two processors' --chipset g84 --smp 2 --reload
passes 'level-triggered interrupt' --chipset g84 --intx
passes 'without PCI Express' --chipset g84 --pci
passes 'two cards' --chipset g84 --chipset g80
passes 'overcommitted' --chipset g84 --device vram=64M --stress
passes 'other TLB sizes' --chipset g84 --device knob=tlb_entries=1
while IFS=$'\t' read -r defect chip tests says; do
    [[ $tests != client.nouveau ]] || fails "$defect" "$chip" "$says"
done <tests/defects.tsv
echo "1..$number"
exit $((failed > 0))
