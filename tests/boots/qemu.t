#!/bin/bash
# tests/boots/qemu.t: the firmware in OVMF under stock QEMU, against the device model: verdict, exit status, report and
# reason for cards that are whole, broken, absent, cold and larger than their BAR1. `make test` takes a sample. TAP 13.
set -u
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/boots.sh"

BARECARD_NO_TPM='' BARECARD_VARS='' boot g84 0 'verdict: PASS' --chipset g84 --vram 16M --out "$work/out" # QEMU's machine as it is
silent g84 'times are guesses' # its time stamp counter runs
silent g84 'no memory for exception handlers'
for file in serial.log report.jsonl report.txt screen.png; do
    point "out.$file" "$([[ -s $work/out/$file ]] || echo 'not there, or empty')"
done
if in_full; then
    boot g84_64m 0 'verdict: PASS' --chipset g84 --vram 64M
    boot g80 0 'verdict: PASS' --chipset g80 --vram 24M
    boot gt215 0 'verdict: PASS' --chipset gt215 --vram 16M
    boot mcp79 0 'verdict: PASS' --chipset mcp79 --vram 16M # memory stolen from the system
    boot beyond_bar1 0 'verdict: PASS (only id,vram.quick)' --vram 512M --suite id,vram.quick -- \
        -global nv50.bar1=64M
    says beyond_bar1 'BAR1 64 MiB'
    says beyond_bar1 'vram.quick: 512 MiB'
fi
# A status of 1 is FAIL and nothing else: what fails before the machine is 2, with a sentence.
TMPDIR=$work/none boot no_folder 2 'no temporary folder can be made' --vram 8M
BARECARD_VARS=$work/none boot no_vars 2 "the machine's variables cannot be copied" --vram 8M
# So is what a command of the script fails of, here cp by a file that has no room for the stick.
trap '' XFSZ
ulimit -S -f 4096
BARECARD_BUILT=1 boot no_room 2 'ended before a verdict, by what is said above' --chipset none
ulimit -S -f "$(ulimit -H -f)"
trap - XFSZ
# Nor is a PASS whose report cannot be kept, as on a full disk, a 0.
mkdir "$work/bin" && printf '#!/bin/sh\nexit 1\n' >"$work/bin/mv" && chmod +x "$work/bin/mv"
! in_full || PATH=$work/bin:$PATH boot not_kept 2 'report.txt cannot be written to' --vram 8M --suite id.boot0 --out "$work/full"
# A build server's time-out kills the script: no machine and no folder are left.
killed() {
    local script machine
    mkdir -p "$work/tmp"
    TMPDIR=$work/tmp ./run-qemu.sh --vram 8M --suite id.boot0 --loop forever </dev/null >"$work/killed" 2>&1 &
    script=$!
    for ((i = 0; i < 600; i++)); do
        ! grep -q '^ok 1' "$work/killed" || break
        sleep 0.1
    done
    machine=$(pgrep -P "$script" -f qemu-system)
    [[ -n $machine ]] || { echo "no machine: $(tail -n 3 "$work/killed")" && return; }
    kill -KILL "$script"
    for ((i = 0; i < 100; i++)); do
        [[ -e /proc/$machine || -n $(ls "$work/tmp") ]] || return
        sleep 0.1
    done
    echo "left: $(ps -o args= -p "$machine" | cut -c1-40) $(ls "$work/tmp")"
}
! in_full || point killed "$(killed 2>&1)"
! in_full || CDPATH=. boot cdpath 0 'verdict: PASS' --vram 8M --suite id.boot0 --out "$work/out"

# Without a port above it a card has no link to judge; all else of it has a verdict.
machine=(-plugin build/barecard.so ${BARECARD_NO_TPM:+-device barecard-no-tpm})
boot root_bus 0 'verdict: PASS (only link,id,vram.quick)' --suite link,id,vram.quick --chipset none -- \
    "${machine[@]}" -device nv50,chipset=g84,vram=2M
boot no_card 2 'verdict: NOT TESTED: no card' --chipset none -- "${machine[@]}"
! in_full || boot cold_off 2 'verdict: NOT TESTED: the card is not initialised by its VBIOS' --vram 16M --posted off --post off

# Two cards of two families: one is whole, though cold, the other one is not, and each has its verdict.
boot families 1 'verdict: FAIL: 0000:02:00.0: host.entry.sync' --vram 2M --posted off -- -device pcie-root-port,id=second,chassis=7 \
    -device gv100,vram=16M,defect=host-sync-ignored,bus=second
says families 'started by Barecard with 60.84.'
says families '# card 0000:01:00.0 verdict: PASS'
says families '# card 0000:02:00.0 verdict: FAIL: host.entry.sync: GV100 has 0x0 in a release that the segment before'

# A few rows of tests/defects.tsv, and what each must say: up to six broken cards in one machine, each with a verdict of
# its own. A defect's first row is the default suite's. The addresses in its text are those of a card with 2 MiB (GV100:
# 16 MiB), as in the host process.
declare -A booted=()
names=() texts=() devices=()
boot_broken() {
    local i name card
    ((${#names[@]})) || return 0
    name=defects.${names[0]}
    boot "$name" 1 'verdict: FAIL' --chipset none -- "${machine[@]}" "${devices[@]}"
    for i in "${!names[@]}"; do
        ln -f "$work/$name" "$work/defect.${names[i]}"
        printf -v card '# card 0000:%02x:00.0 verdict: FAIL' $((i + 1))
        says "defect.${names[i]}" "$card"
        says "defect.${names[i]}" "${texts[i]}"
    done
    names=() texts=() devices=()
}
while IFS=$'\t' read -r defect chip tests text; do
    [[ $tests != client.* && -z ${booted[$defect]-} ]] || continue # tests/clients/ boots clients
    booted[$defect]=yes
    case $defect in
    # Of bad memory one row of each family, but for more of them in full.
    vm-contig-ignored | tlb-flush-ignored | vram-stuck:partition=1,bit=37 | vram-cell:at=*) ;;
    vram-stuck:*) in_full || continue ;;
    *) continue ;;
    esac
    device=nv50,chipset=${chip/any/g84},vram=2M
    [[ $chip != @(gv100|tu1*) ]] || device=gv100,vram=16M
    port=broken$((${#names[@]} + 1))
    names+=("$defect") texts+=("$text")
    devices+=(-device "pcie-root-port,id=$port,chassis=$((${#names[@]} + 10))" -device "$device,defect=${defect//,/,,},bus=$port")
    ((${#names[@]} < 6)) || boot_broken
done <tests/defects.tsv
boot_broken
finish
