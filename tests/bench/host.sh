#!/bin/sh
# tests/bench/host.sh: speed of the host command, figures beside their aims (docs/host-command.md). The machine decides
# the figures; the status only says whether the answers came, and whether a ratio within this run is what it has to be.
set -eu
build=${BUILD:-build}
. "$(dirname "$0")/../kit/words.sh"
lines=${BENCH_LINES:-2000000}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# An image with a G84 channel at 0x10000: object 0x420 takes everything from the page tables, PDE 0
# points to a full table of 4 KiB pages at 0x100000.
perl -e '
    my $image = "\0" x 0x200000;
    substr($image, 0x10200, 8) = pack("Q<", 0x100003);
    substr($image, 0x14200, 24) = pack("V6", 0x7fc00000, 0xffffffff, 0, 0xff000000, 0, 0x80000);
    substr($image, 0x100000 + 8 * $_, 8) = pack("Q<", 0x1000 * (($_ * 7919) % 0x8000) + 1)
        for 0 .. 0x1ffff;
    print $image' > "$dir/vram"
perl -e 'srand(1); printf("0x6 0x8 0x0 0x10 0x420 0x%x r\n", int(rand(1 << 29))) for 1 .. $ARGV[0]' \
    "$lines" > "$dir/translate"
# GV100: an instance block at 0x1000 and tables from 0x2000 on; 512 pages of 4 KiB and 32 of 64 KiB in turn.
perl -e '
    my $image = "\0" x 0x10000;
    my %at = (0x1200 => 0x2c00, 0x2000 => 0x302, 0x3000 => 0x402, 0x4000 => 0x502, 0x5000 => 0x612, 0x5008 => 0x702);
    substr($image, $_, 8) = pack("Q<", $at{$_}) for keys %at;
    substr($image, 0x6100 + 16 * $_, 8) = pack("Q<", 0x1000001 + 0x1000 * $_) for 0 .. 15;
    substr($image, 0x7000 + 8 * $_, 8) = pack("Q<", 0x2000001 + 0x100 * $_) for 0 .. 511;
    print $image' > "$dir/gv100"
perl -e 'srand(1); printf("vid:0x1000 - 0x%x r user\n", int(rand(1 << 21))) for 1 .. $ARGV[0]' \
    "$lines" > "$dir/translate_gv100"
# A push buffer of 64 MiB: copies, and data of 1 to 1000 words; what the last one leaves of it are NOPs.
perl -e '
    srand(1);
    for (my $words = 0; $words < 16 << 20;) {
        my $n = 1 + int(rand(1000));
        my @w = (0x20018000, 0xc3b5, 0x20048100, 1, 2, 3, 4, 0x800180c0, 0x600081c0 | $n << 16, map { int(rand(1 << 32)) } 1 .. $n);
        $words += @w;
        @w = (0) x (@w - $words + (16 << 20)) if $words > 16 << 20;
        print pack("V*", @w);
    }' > "$dir/pushbuffer"

perl -e 'srand(1); printf("g80 6 tiled long 1 0x0 0x%x\n", int(rand(4294967296))) for 1 .. $ARGV[0]' \
    "$lines" > "$dir/place"

# per_second NAME COMMAND...: lines a second from a pipe, after one run that warms the image.
per_second() {
    name=$1
    shift
    "$@" < "$dir/$name" > "$dir/answers"
    [ "$(wc -l < "$dir/answers")" = "$lines" ]
    start=$(date +%s%N)
    cat "$dir/$name" | "$@" > /dev/null
    end=$(date +%s%N)
    printf '%-44s %12d lines/s  aim 1000000\n' "$name from a pipe" \
        $((lines * 1000000000 / (end - start)))
}

per_second place "$build/barecard" place
per_second translate "$build/barecard" translate --chipset g84 --vram "$dir/vram" --vram-size 256M
per_second translate_gv100 "$build/barecard" translate --chipset gv100 --vram "$dir/gv100"

"$build/barecard" decode pushbuffer --file "$dir/pushbuffer" > /dev/null
start=$(date +%s%N)
"$build/barecard" decode pushbuffer --file "$dir/pushbuffer" > /dev/null
end=$(date +%s%N)
printf '%-44s %12d MB/s     aim 100\n' 'decode of a push buffer of 64 MiB' $(((64 << 20) * 1000 / (end - start)))
"$build/bench/place" > "$dir/seconds"
while read -r chip parts view cycle seconds; do
    printf '%-44s %12s s        aim 0.5\n' \
        "2^24 blocks both ways: $chip $parts $view $cycle" "$seconds"
done < "$dir/seconds"

# Every configuration, all 2^24 blocks, both witnesses (tests/mmu/nv50/proof_test.c).
"$build/bench/proof" all > "$dir/proof" || { grep '^not ok' "$dir/proof"; exit 1; }
printf '%-44s %12d configurations and views\n' "placement proved for all blocks" \
    "$(grep -c '^ok.*all: ' "$dir/proof")"

# processor_ms COMMAND...: processor time of a command whose status is 0 or 1.
processor_ms() {
    perl -e 'system(@ARGV) & ~0x100 and exit 2; my @t = times; printf "%d\n", 1000 * ($t[2] + $t[3])' "$@"
}

# self_tests NAME AIM OPTION...: all self tests of some chipsets in one process, in processor time.
self_tests() {
    name=$1 aim=$2
    shift 2
    ms=$(processor_ms sh -c '"$0" selftest "$@" > /dev/null || exit 2' "$build/barecard" "$@")
    printf '%-44s %12d ms       aim %d\n' "all self tests, $name" "$ms" "$aim"
}

nv50=$("$build/barecard" chipsets | sed -n 's/^\([a-z0-9]*\)\t0x.*/--chipset \1/p' | grep -v gv100)
# shellcheck disable=SC2086 # a list of options
self_tests "all $(echo "$nv50" | wc -l) chipsets of NV50" 1000 $nv50
self_tests gv100 2000 --chipset gv100
self_tests 'every chipset' 10000

# What the search for the memory channel adds to the memory test of a card with a dead channel: the same errors without
# the test, over the test, in processor time. A good card has no errors to search.
mib=64
ms=$(processor_ms sh -c '"$0" selftest --chipset gv100 --vram "$1M" --suite vram.quick \
    --defect vram-channel:channel=3 > "$2/channel"' "$build/barecard" $mib "$dir")
words=$(sed -n "s/^not ok .* $SAYS_BAD_MEMORY: \([0-9]*\) wrong words lie in one memory channel (1 of 32 .*/\1/p" "$dir/channel")
read -r met search <<EOF
$("$build/bench/channels" $mib $((words / (mib * 4096))))
EOF
[ "$met" = "$words" ]
percent=$(perl -e 'printf "%.2f\n", 100 * $ARGV[0] / $ARGV[1]' "$search" "$ms")
printf '%-44s %12s %%        aim 1 (%s of %s ms)\n' "search for the channel of $SAYS_BAD_MEMORY" "$percent" "$search" "$ms"
perl -e 'exit($ARGV[0] > 1)' "$percent"

# Two cards at the same time over one, on the clock: each has a thread, so with two processors both take little longer. The
# shortest of ten each, in turn, before all other programs where that is allowed; else, on a machine on which others work, it is
# said and not judged.
first=$(chrt -f 10 true 2> /dev/null && echo chrt -f 10 || true)
wall_ms() {
    # shellcheck disable=SC2086 # a command and its options, or nothing
    perl -MTime::HiRes=time -e 'my $t = time; system(@ARGV) & ~0x100 and exit 2; printf "%d\n", 1000 * (time - $t)' \
        $first sh -c '"$0" selftest "$@" > /dev/null || exit 2' "$build/barecard" --vram 64M --chipset gv100 "$@"
}
for _ in 1 2 3 4 5 6 7 8 9 10; do
    echo "$(wall_ms) $(wall_ms --chipset gv100 --key jobs=2)"
done > "$dir/jobs"
one=$(cut -d ' ' -f 1 "$dir/jobs" | sort -n | head -n 1)
two=$(cut -d ' ' -f 2 "$dir/jobs" | sort -n | head -n 1)
ratio=$(perl -e 'printf "%.2f\n", $ARGV[1] / $ARGV[0]' "$one" "$two")
printf '%-44s %12s          aim 1.60 (%s of %s ms)\n' 'two cards at the same time over one' "$ratio" "$two" "$one"
if perl -e 'exit($ARGV[0] < 2 || (!$ARGV[2] && $ARGV[1] > $ARGV[0]))' "$(nproc)" "$(cut -d ' ' -f 1 /proc/loadavg)" "$first"; then
    perl -e 'exit($ARGV[0] > 1.6)' "$ratio"
else
    echo 'not judged: there are not two processors with nothing else to do'
fi
