#!/bin/bash
# tests/tools/mmio_log.t: the log of accesses: played over the model that it was made of, every read is the same; over
# another card it is not; text that is no log is refused. One log comes from the firmware in QEMU.
# `make test` takes two chipsets, `make test-long` all; ALL=1 (`make test-log`) also the whole default suite of a boot in
# QEMU. TAP 13.
set -u
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." || exit 1
. tests/kit/tap.sh
prefix=mmio_log.
barecard=${BUILD:-build}/barecard
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# replayed NAME OPTION...: $work/log has no difference; more than 1000 reads were compared.
replayed() {
    local name=$1 said status
    shift
    said=$("$barecard" selftest "$@" --replay "$work/log" 2>&1)
    status=$?
    if [[ $status != 0 ]]; then
        point "$name" "status $status" "$said"
    else
        point "$name" "$(awk '$3 > 1000 && $5 == 0 { good = 1 } END { if (!good) print "too little was compared" }' <<<"$said")" "$said"
    fi
}

for chip in $(in_full && echo $NV50_CARDS $NV50_INTEGRATED || echo gt215) gv100; do
    "$barecard" selftest --chipset $chip --log mmio >"$work/log"
    replayed "default.$chip" --chipset $chip
done
"$barecard" selftest --chipset g92 --cold --log mmio --suite id,link,window >"$work/log"
replayed cold --chipset g92 --cold

# One with another fault of translation, and one that is another chip.
"$barecard" selftest --chipset g84 --log mmio --suite vm.pte >"$work/log"
said=$("$barecard" selftest --chipset g84 --defect vm-pte-present-ignored --replay "$work/log")
status=$?
point other.status "$([[ $status == 1 ]] || echo "status $status")" "$said"
point other.shown "$(grep -q '^line [0-9]*: R 0x[0-9a-f]*: logged 0x[0-9a-f]*, the model gives 0x[0-9a-f]*$' <<<"$said" || echo 'no difference is shown')" "$said"
said=$("$barecard" selftest --chipset g92 --replay "$work/log" | head -n 20)
point chip.boot_0 "$(grep -q 'R 0xc0000000: logged 0x84[0-9a-f]*, the model gives 0x92' <<<"$said" || echo 'BOOT_0 is the same')" "$said"

# The time is linear in the lines, also where each register differs.
seconds() {
    awk -v n="$1" 'BEGIN { print "MAP 1.000000 1 0xfd000000 0x0 0x1000000 0x0 0"
                           for (i = 0; i < n; i++) printf "R 4 2.%06d 1 0x%x 0x12345678 0x0 0\n", i, 4244635648 + 4 * (i * 7 % 4128768) }' >"$work/log"
    local start=${EPOCHREALTIME/./}
    "$barecard" selftest --chipset g84 --replay "$work/log" --by register >/dev/null
    echo $((${EPOCHREALTIME/./} - start))
}
seconds 2000 >/dev/null
short=$(seconds 20000) long=$(seconds 200000)
point linear "$( ((long < 20 * short + 500000)) || echo "$short and $long us")"

# A time in memory may be another one, but none at all is a difference; and what never comes does not come later.
"$barecard" selftest --chipset gv100 --log mmio --suite copy.semaphore,sched.tsgs >"$work/log"
replayed times --chipset gv100
for row in 'time copy-semaphore-no-time 0x0' 'waits host-tsg-first-only 0x'; do
    read -r name defect gives <<<"$row"
    said=$("$barecard" selftest --chipset gv100 --defect $defect --replay "$work/log")
    status=$?
    point other.$name "$([[ $status == 1 && $said =~ "R 0xc07"[0-9a-f]*": logged 0x"[0-9a-f]*", the model gives $gives" ]] || echo "status $status")" "$said"
done

# As the kernel writes it (Linux, kernel/trace/trace_mmiotrace.c): comments and no version, every device of the machine, maps
# of any number and size that come and go, accesses outside of the card, none to configuration space. BARs by PCIDEV, or by
# the map that is as large as the registers.
"$barecard" selftest --chipset g84 --log mmio --suite id >"$work/own"
awk '/^MARK/ { next }
     /^VERSION/ { print "# tracer: mmiotrace\n#\nPCIDEV 0000 80861237 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 "; next }
     /^PCIDEV/ { print $0, "nouveau"; next }
     /^MAP/ { $3 += 28; print "MAP", $2, 50 + $3, $4, $5, "0x1000 0x0 0\nUNMAP", $2, 50 + $3, "0x0 0" }
     /^[RW]/ && $4 != "0" { $4 += 28 }
     { print }
     END { print "MARK 9.000000 Lost 3 events.\nR 4 9.000001 99 0xfee00000 0x1 0x0 0" }' "$work/own" >"$work/log"
replayed kernel.by_device --chipset g84
sed -i '/PCIDEV/d; /0xc008801[4c]/d' "$work/log" # nobody knows BAR1 and BAR3 then, of which PCI's mirror tells
replayed kernel.by_size --chipset g84
for n in 1 2 3; do printf 'R 4 9.%06d 29 0xc0000100 0x%d 0x0 0\nR 4 9.%06d 29 0xc0000000 0x84000a3 0x0 0\n' $n 1 $n; done >>"$work/log"
printf 'UNKNOWN 9.000009 29 0xc0000000 0f,b6,00 0x0 0\n' >>"$work/log"
first=$(($(wc -l <"$work/log") - 6))
said=$("$barecard" selftest --chipset g84 --replay "$work/log" --by register)
point kernel.by_register "$(diff <(head -n 3 <<<"$said") - <<EOF
R 0xc0000000 PMC_BOOT_0: 3 different, first in line $((first + 1)): logged 0x84000a3, the model gives 0x84000a2
R 0xc0000100 PMC_INTR_HOST: 3 different, first in line $first: logged 0x1, the model gives 0x0
1 accesses were not read by the kernel that made the trace (UNKNOWN)
EOF
)" "$said"
said=$("$barecard" selftest --chipset g84 --replay "$work/log" --limit 2)
point kernel.limit "$([[ $(grep -c '^line' <<<"$said") == 2 && $said == *$'\nand 4 more\n'* ]] || echo 'not two lines')" "$said"

# refused NAME WORDS TEXT
refused() {
    printf '%b' "$3" >"$work/bad"
    local said status
    said=$("$barecard" selftest --chipset g84 --replay "$work/bad" 2>&1)
    status=$?
    if [[ $status != 2 ]]; then
        point "refused.$1" "status $status" "$said"
    else
        point "refused.$1" "$([[ $said == *"$2"* ]] || echo "does not say '$2'")" "$said"
    fi
}
map='VERSION 20070824\nMAP 0.000001 1 0xc0000000 0xc0000000 0x1000000 0x0 0\n'
refused empty 'without a read' ''
refused garbage 'no log of mmiotrace' 'hello\n'
refused kernel "line 3: no line of mmiotrace" "# tracer: mmiotrace\n${map#*n}hello\n"
refused other 'no log of mmiotrace' 'R 4 0.000001 1 0xc0000000 0x0 0x0 0\n'
refused width 'expected WIDTH' "${map}R 3 0.000001 1 0xc0000000 0x0 0x0 0\n"
refused outside 'no BAR' "${map}R 4 0.000001 1 0xd0000000 0x0 0x0 0\n"
refused announced 'nothing has announced' "${map}MARK 0.000002 data 0xc0000000 4 0x1\n"
refused more 'more words' "${map}MARK 0.000002 words W 0xc0700000 8\nMARK 0.000003 run 0xc0700000 4 3 0x0 0x0\n"
refused misplaced 'not where' "${map}MARK 0.000002 words W 0xc0700000 8\nMARK 0.000003 run 0xc0700004 4 2 0x0 0x0\n"
refused huge 'no such range' "${map}MARK 0.000002 block W 0xc0700000 0xffffffffffffffff\n"
refused sum 'no block' "${map}MARK 0.000002 sum 0x1\n"
refused two 'second card' "${map}MARK 0.000002 card a\nMARK 0.000002 card b\n"
refused long 'longer' "${map}MARK 0.000002 $(printf 'x%.0s' {1..2000})\n"
refused writes 'log=mmio:write' "${map}W 4 0.000001 1 0xc0001700 0x0 0x0 0\n"

# logged NAME OPTION...: the firmware in QEMU leaves a log behind in $work/log, which the report announces, and which
# has not ended before the run.
logged() {
    local name=$1 said
    shift
    rm -rf "$work/out"
    said=$(./run-qemu.sh "$@" --log mmio --timeout 2400 --out "$work/out" 2>&1)
    point "$name.verdict" "$([[ ${said##*$'\n'} == 'verdict: PASS'* ]] || echo "${said##*$'\n'}")" "$said"
    point "$name.says" "$(grep -q '^# each access to a card is written to mmio-1.log before it is made$' <<<"$said" || echo 'the report does not say it')" "$said"
    mv "$work/out/mmio-1.log" "$work/log"
    point "$name.whole" "$(grep -q '^# mmio-1.log is as long' <<<"$said" && echo 'it is cut'; tail -n 1 "$work/log" | grep -q '^MARK [0-9.]* phase done' || echo 'the run is not at its end')" "$(tail -n 2 "$work/log")"
}

# From the firmware: the same, but for what belongs to the machine. One read that is changed is seen.
logged qemu --chipset g84 --vram 16M --suite id,link.scratch,vm.pte.4k
replayed qemu --chipset g84 --vram 16M
line=$(grep -n '^R 4 [0-9.]* 1 0x[0-9a-f]* 0x84000a2 ' "$work/log" | tail -n 1 | cut -d : -f 1)
sed -i "${line}s/0x84000a2/0x84000a3/" "$work/log"
said=$("$barecard" selftest --chipset g84 --vram 16M --replay "$work/log")
status=$?
point changed.status "$([[ $status == 1 ]] || echo "status $status")" "$said"
point changed.shown "$(grep -q "^line $line: R 0x[0-9a-f]*: logged 0x84000a3, the model gives 0x84000a2$" <<<"$said" || echo 'the changed read is not shown')" "$said"

# With so little memory the log is a little shorter than the 32 MiB that it may have.
if [[ ${ALL-} == 1 ]]; then
    for card in 'g84 2M' 'gv100 16M'; do
        read -r chip vram <<<"$card"
        logged whole.$chip --chipset $chip --vram $vram
        replayed whole.$chip --chipset $chip --vram $vram
    done
fi
finish
