#!/bin/bash
# all.sh [TEXT]: nouveau on every chipset and in every surrounding that run.sh knows, then the rows of
# tests/defects.tsv that only it catches, and those of gv100-defects.tsv (GV100 and Turing); only boots with TEXT in their names.
# Prints TAP, one line for each boot; a boot that fails shows what failed. Status 1 if anything did.
set -u
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
cd "$here/../../.."
. tests/kit/tap.sh
prefix=client.nouveau/ only=${1-}
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# ends GOOD NAME: that boot's point, with the lines of its log that are not ok
ends() {
    point "$2" "$($1 || echo failed)" "$(grep -v '^ok ' "$log")"
}

# passes NAME OPTION...: every line of that boot is ok
passes() {
    local name=$1 good=true
    shift
    [[ $name == *"$only"* ]] || return 0
    "$here/run.sh" "$@" >"$log" 2>&1 || good=false
    ends $good "$name ($(grep -c '^ok ' "$log") checks)"
}

# fails DEFECT CHIPSET SAYS [OPTION]...: that boot fails with a line that says so
fails() {
    local good=true defect=$1 chip=$2 says=$3
    shift 3
    [[ "$chip defect $defect" == *"$only"* ]] || return 0
    [[ $chip != any ]] || chip=g84
    "$here/run.sh" --chipset "$chip" --defect "$defect" --fault --timeout 120 "$@" >"$log" 2>&1 && good=false
    grep '^not ok ' "$log" | grep -qF -- "$says" || good=false
    ends $good "defect $defect: $says"
}

discrete=($NV50_CARDS)
integrated=($NV50_INTEGRATED)

# pairs OPTION... -- CHIPSET...: each of them together with the next one, on two processors, and again after
# the driver was unloaded
pairs() {
    local options=() i j
    while [[ $1 != -- ]]; do
        options+=("$1")
        shift
    done
    shift
    local chips=("$@")
    for i in "${!chips[@]}"; do
        j=$(((i + 1) % ${#chips[@]}))
        passes "${chips[i]} and ${chips[j]}, two processors, again${options[*]:+, ${options[*]: -1}}" \
            --chipset "${chips[i]}" --chipset "${chips[j]}" --smp 2 --reload --timeout 500 \
            ${options[@]+"${options[@]}"}
    done
}

for chip in "${discrete[@]}" "${integrated[@]}"; do
    passes "$chip" --chipset "$chip" --fault
    passes "$chip, newest kernel" --kernel newest --chipset "$chip" --tools --fault
done
# The memory of integrated chipsets is the system firmware's matter, whether the VBIOS has run or not.
pairs --device posted=off -- "${discrete[@]}"
pairs -- "${integrated[@]}"
# The X server's and OpenGL's buffers are more than these cards hold.
for chip in g84 g98 g200 gt215; do
    passes "$chip, desktop" --chipset "$chip" --desktop --device vram=64M --timeout 600
done
# GV100: without NVIDIA's files the kernel alone uses the card, with stand-ins user space too.
passes 'gv100' --chipset gv100 --fault --reload
passes 'gv100, newest kernel' --kernel newest --chipset gv100 --fault
passes 'gv100, stand-ins' --chipset gv100 --firmware --fault --stress --reload --timeout 500
# The newest driver wakes sleepers of runlist 0 alone, and drowns in reports of faults (nouveau-gv100-client.md §19).
passes 'gv100, stand-ins, newest kernel' --kernel newest --chipset gv100 --firmware --device runlists=1 --timeout 500
passes 'gv100, stand-ins, two processors' --chipset gv100 --firmware --smp 2 --reload --timeout 500
passes 'gv100, stand-ins, level-triggered interrupt' --chipset gv100 --firmware --intx --timeout 500
passes 'gv100, stand-ins, without PCI Express' --chipset gv100 --firmware --pci --timeout 500
passes 'gv100, 16 GiB' --chipset gv100 --firmware --device vram=16G --timeout 500
passes 'gv100, 32 GiB' --chipset gv100 --firmware --device vram=32G --timeout 500
other=both_valid=small+negative=dropped+usermode_time=own+pmc_tree=both+idle_channel=polled
passes 'gv100, other answers of knobs' --chipset gv100 --firmware --fault --timeout 500 \
    --device "knob=$other+va_high=dropped+unbuffered=lost+length_0=ignored"
passes 'gv100 and g84' --chipset gv100 --chipset g84 --timeout 500
passes 'gv100, four channels for a minute' --chipset gv100 --firmware --load 60 --timeout 600
passes 'level-triggered interrupt' --chipset g84 --intx
# The older driver itself loses a wake-up now and then (docs/hardware/nouveau-client.md §14).
passes 'four channels for ten minutes' --kernel newest --chipset g84 --smp 2 --load 600 --timeout 1000
passes 'without PCI Express' --chipset g84 --pci
passes 'overcommitted' --chipset g84 --device vram=64M --stress
passes 'other TLB sizes' --chipset g84 --device knob=tlb_entries=1
# Turing: without NVIDIA's files the newest kernel alone asks for the vector of a fault of BAR1; with stand-ins user space has channels.
for chip in tu104 tu116; do
    passes "$chip" --chipset "$chip" --fault --reload
    passes "$chip, newest kernel" --kernel newest --chipset "$chip" --fault --reload
done
for chip in tu104 tu116; do
    passes "$chip, stand-ins" --chipset "$chip" --firmware --fault --stress --reload --timeout 500
    passes "$chip, stand-ins, newest kernel" --kernel newest --chipset "$chip" --firmware --device runlists=1 --timeout 500
done
passes 'tu104, stand-ins, two processors' --chipset tu104 --firmware --smp 2 --reload --timeout 500
for chip in tu102 tu106 tu117; do
    passes "$chip" --chipset "$chip"
    passes "$chip, stand-ins" --chipset "$chip" --firmware --fault --timeout 500
done
passes 'tu104 and g84' --chipset tu104 --chipset g84 --smp 2 --timeout 500
passes 'tu104 and gv100' --chipset tu104 --chipset gv100 --smp 2 --timeout 500
while IFS=$'\t' read -r defect chip tests says; do
    [[ $tests != client.nouveau ]] || fails "$defect" "$chip" "$says"
done <tests/defects.tsv
while IFS=$'\t' read -r defect chip says; do
    [[ $defect == defect ]] || fails "$defect" "$chip" "$says" --firmware
done <"$here/gv100-defects.tsv"
# Cold cards, started by the driver with the writes that ours makes: the model's ROMs and 200 random ones.
if [[ 'cold ROMs' == *"$only"* ]]; then
    good=true
    "$here/starts.sh" 200 >"$log" 2>&1 || good=false
    ends $good "cold ROMs ($(grep -c '^ok ' "$log") started by the same writes)"
fi
finish
