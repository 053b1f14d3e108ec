#!/bin/bash
# tests/bench/qemu.sh: what a boot of the firmware costs over the same machine booting an empty application, for each
# family; a broken card over a good one; the memory test; VRAM through BAR1 over a copy in the same guest, which the firmware says itself (rate.bar1).
# Both sides of a ratio run in turn, so that both meet the same machine. The processor time of QEMU decides, because
# other work on the machine changes it least; the time on the clock stands beside it. The ratios and the bytes over
# the link decide the status.
set -euo pipefail
build=${BUILD:-build}
. "$(dirname "${BASH_SOURCE[0]}")/../kit/words.sh"
rounds=4
copies=16 # that copy.EFI makes: one would drown in the noise of a boot
missed=false

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# A qemu-system-x86_64 that leaves its time on the clock and of the processor, in milliseconds, in $dir/times.
qemu=$(command -v qemu-system-x86_64)
cat >"$dir/qemu-system-x86_64" <<END
#!/bin/bash
TIMEFORMAT='%R %U %S'
{ time "$qemu" "\$@" 2>&3; status=\$?; } 3>&2 2>"$dir/seconds"
awk '{ printf "%d %d\n", 1000 * \$1, 1000 * (\$2 + \$3) }' "$dir/seconds" >"$dir/times"
exit \$status
END
chmod +x "$dir/qemu-system-x86_64"

# boots VERDICT OPTION...: boots, reads the times into wall_ms and cpu_ms; what was said is in $dir/said. The verdict
# must begin like that.
boots() {
    local verdict=$1 status=0 wanted=0
    shift
    [[ $verdict != FAIL* ]] || wanted=1
    PATH=$dir:$PATH ./run-qemu.sh "$@" >"$dir/said" 2>"$dir/log" </dev/null || status=$?
    if ((status != wanted)) || [[ $(tail -n 1 "$dir/said") != "verdict: $verdict"* ]]; then
        echo "run-qemu.sh $*: status $status, $(tail -n 1 "$dir/said")" >&2
        exit 2
    fi
    read -r wall_ms cpu_ms <"$dir/times"
}

boot() {
    boots PASS "$@"
}

# An application that is not the firmware gives no verdict; QEMU's status says that it came to its end.
boot_application() {
    boots "$SAYS_INCOMPLETE: QEMU ended with status 33 before" --vram 64M "$@"
}

least() {
    echo $(($1 < $2 ? $1 : $2))
}

# within NAME VALUE AIM UNIT: the aim is a limit.
within() {
    printf '%-48s %8s %s  aim %s\n' "$1" "$2" "$4" "$3"
    awk -v value="$2" -v aim="$3" 'BEGIN { exit !(value <= aim) }' || missed=true
}

# ratio CHIPSET AIM: the least of several boots on each side, for noise only adds.
ratio() {
    local empty=1000000 whole=1000000 empty_wall=1000000 whole_wall=1000000 i
    for ((i = 0; i < rounds; i++)); do
        boot_application --chipset "$1" --firmware "$build/bench/empty.EFI"
        empty=$(least "$empty" "$cpu_ms") empty_wall=$(least "$empty_wall" "$wall_ms")
        boot --vram 64M --chipset "$1"
        whole=$(least "$whole" "$cpu_ms") whole_wall=$(least "$whole_wall" "$wall_ms")
        printf '%-48s %8d ms %d ms on the clock\n' "$1: power-on to verdict, vram=64M" "$cpu_ms" "$wall_ms"
    done
    printf '%-48s %8d ms %d ms on the clock\n' "$1: an empty application" "$empty" "$empty_wall"
    printf '%-48s %8d %%\n' "$1: power-on to verdict, on the clock" $((100 * whole_wall / empty_wall))
    within "$1: power-on to verdict, over an empty boot" $((100 * whole / empty)) "$2" %
}

# broken AIM: a card with a stuck data line over a good one. Every word is tested all the same, and the line is named.
broken() {
    local good=1000000 bad=1000000 good_wall bad_wall i
    for ((i = 0; i < 2; i++)); do
        boot --vram 256M --chipset g84
        good=$(least "$good" "$cpu_ms") good_wall=$wall_ms
        boots "FAIL: vram.quick: G84 $SAYS_BAD_MEMORY: partition 1 (FBB), D32-D63, rank A: bit 37 stuck at 0 (chip B1)" \
            --vram 256M --chipset g84 --defect vram-stuck:partition=1,bit=37
        bad=$(least "$bad" "$cpu_ms") bad_wall=$wall_ms
    done
    printf '%-48s %8d ms %d ms on the clock\n' 'g84: all of it, vram=256M' "$good" "$good_wall"
    printf '%-48s %8d ms %d ms on the clock\n' 'g84: the same with a stuck data line' "$bad" "$bad_wall"
    within 'g84: a broken card, over a good one' $((100 * bad / good)) "$1" %
}

# The memory test over a plain copy of as many bytes in the same guest. The copy is what its boot takes
# longer than an empty one; the test says its own time, in the guest's.
memory_test() {
    local empty copy test link
    boot_application --firmware "$build/bench/empty.EFI"
    empty=$wall_ms
    boot_application --firmware "$build/bench/copy.EFI"
    copy=$(((wall_ms - empty) / copies))
    boot --chipset "$1" --vram 256M --suite vram.quick
    read -r test link < <(sed -n 's/^ok .* vram.quick: 256 MiB in \([0-9]*\) ms.* \([0-9.]*\) bytes over the link.*/\1 \2/p' "$dir/said")
    printf '%-48s %8d ms a copy of 256 MiB %d ms, ratio %d\n' "$1: memory test of 256 MiB" \
        "$test" "$copy" $((test / (copy > 0 ? copy : 1)))
    within "$1: bytes over the link for each byte and pass" "$link" "$2" bytes
}

# The same by programs of the card's own, which the model interprets: bytes over the link, and the time over that of copies.
by_programs() {
    local copies programs link
    boot --chipset g84 --vram 256M --suite vram.quick
    copies=$(sed -n 's/^ok .* vram.quick: 256 MiB in \([0-9]*\) ms.* reads by m2mf .*/\1/p' "$dir/said")
    boot --chipset g84 --vram 256M --suite vram.quick --key way=shader
    read -r programs link < <(sed -n 's/^ok .* vram.quick: 256 MiB in \([0-9]*\) ms.* reads by shader programs, .* \([0-9.]*\) bytes over the link.*/\1 \2/p' "$dir/said")
    within 'g84, way=shader: bytes over the link' "$link" 0.05 bytes
    within 'g84, way=shader: time over that of copies' $((100 * programs / copies)) 500 %
}

# The slower of writes and reads of VRAM, in percent of a copy in system memory; the median of three.
bar1() {
    local writes reads copies percents=() percent
    for _ in 1 2 3; do
        boot --vram 64M --suite rate.bar1
        read -r writes reads copies < <(sed -n 's/^ok .* rate.bar1: order 7, .*writes \([0-9]*\) .* reads \([0-9]*\) .* memory \([0-9]*\) .*/\1 \2 \3/p' "$dir/said")
        percents+=($((100 * (writes < reads ? writes : reads) / copies)))
        printf '%-48s %8d MB/s writes %d, a copy %d MB/s\n' 'reads of VRAM through BAR1' \
            "$reads" "$writes" "$copies"
    done
    percent=$(printf '%s\n' "${percents[@]}" | sort -n | sed -n 2p)
    printf '%-48s %8d %%  aim 50 at least\n' 'VRAM through BAR1, over a copy in the guest' "$percent"
    ((percent >= 50)) || missed=true
}

boot_application --firmware "$build/bench/empty.EFI" # builds, and warms the caches
ratio g84 130
ratio gv100 150
ratio tu104 150
broken 300
memory_test g84 1.55
by_programs
memory_test gv100 1.05
memory_test tu104 1.05
bar1
! $missed
