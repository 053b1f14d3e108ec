#!/bin/bash
# tests/model/qemu/device.t: build/barecard.so in stock QEMU, without firmware: properties and their
# errors, BARs, configuration space and its mirror, interrupts, DMA, hot-unplug, trace. TAP 13.
# The guest's part is played through QEMU's qtest port; registers as docs/hardware/tesla-mmio.md §1,
# §3.1 and §6.2 give them.
# Usage: [BUILD=build] qemu_device.t
set -u
build=${BUILD:-build}
work=$(mktemp -d)
qemu_pid=''
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../../kit/tap.sh"

end() {
    [[ -z $qemu_pid ]] || kill "$qemu_pid" 2>/dev/null
    rm -rf "$work"
}
trap end EXIT
trap 'exit 1' INT TERM

# check NAME WANTED SEEN: SEEN must contain WANTED.
check() {
    local complaint=''
    [[ $3 == *"$2"* ]] || complaint='not what was expected'
    point "$1" "$complaint" "expected: $2"$'\n'"actual:   $3"
}

qemu=(timeout 20 qemu-system-x86_64 -plugin "$build/barecard.so" -machine pc -m 64M -nodefaults
    -display none -S)

# ---- properties --------------------------------------------------------------------------------

# refuses NAME PROPERTIES SENTENCE: QEMU ends with status 1 and says so.
refuses() {
    local said status
    said=$("${qemu[@]}" -device "nv50,$2" 2>&1 </dev/null)
    status=$?
    check "$1: the sentence" "$3" "$said"
    check "$1: the status" 1 "$status"
}

monitor() {
    local commands=$1
    shift
    printf '%b\nquit\n' "$commands" | "${qemu[@]}" -monitor stdio "$@" 2>&1 | tr -d '\r'
}

properties() {
    local help
    help=$(monitor 'device_add nv50,help')
    for name in chipset vram parts subparts selmask ranks vbios strap posted media defect knob seed trace strict; do
        check "property $name is listed" "  $name=<" "$help"
    done
    refuses 'an unknown chipset is answered with the known ones' chipset=nv40 \
        'chipset=nv40 is not a chipset; there are: g80 g84 g86'
    refuses 'an illegal size of VRAM is answered with the legal ones' vram=100M '64M 128M 256M'
    refuses 'an unknown defect is named' defect=no-such 'no-such'
    refuses 'an unknown knob is named' knob=no-such=1 'no-such'
    refuses 'too many partitions' parts=9 'from 1 to 8'
    refuses 'no partition' parts=0x0 'a mask from 0x1'
    refuses 'partitions that are no number' parts=two 'from 1 to 8'
    refuses 'a VBIOS that is not there' "vbios=$work/none" "$work/none"
    : >"$work/empty"
    refuses 'an empty VBIOS' "vbios=$work/empty" 'is empty'
    refuses 'a VBIOS without an end' vbios=/dev/zero "'/dev/zero' is larger than 4194304 bytes, which no ROM is"
    refuses 'an unknown property' colour=red "nv50.colour' not found"
    refuses 'subpartitions of a chipset that has none' subparts=2 'subparts'
    refuses 'too large a select mask' selmask=8 'give 0 to 7'
    refuses 'too many ranks' ranks=3 'ranks=3'
}

plugin() {
    local said
    cp "$build/barecard.so" "$work/again.so"
    said=$("${qemu[@]}" -plugin "$work/again.so" 2>&1 </dev/null)
    check 'loading the plugin twice is refused' 'already loaded' "$said"
    said=$(timeout 20 qemu-system-x86_64 -plugin "$build/barecard.so,chipset=g80" -S -display none \
        2>&1 </dev/null)
    check 'an option of the plugin is refused' 'takes no options' "$said"
}

two_cards() {
    local said
    said=$(monitor 'info pci' -device nv50,chipset=g80,vram=96M -device nv50,parts=1,vram=64M)
    check 'a G80 in the first slot' '10de:0190' "$said"
    check 'a G84 in the second slot' '10de:0400' "$said"
    check 'BAR0: 16 MiB' 'BAR0: 32 bit memory at 0xffffffffffffffff [0x00fffffe]' "$said"
    check 'BAR1: 64-bit, prefetchable' 'BAR1: 64 bit prefetchable memory' "$said"
    check 'BAR3: 64-bit, 32 MiB' 'BAR3: 64 bit memory at 0xffffffffffffffff [0x01fffffe]' "$said"
    check 'BAR5: 0x80 ports' 'BAR5: I/O at 0xffffffffffffffff [0x007e]' "$said"
    check 'ROM' 'BAR6: 32 bit memory' "$said"
    said=$(monitor 'info pci' -device nv50,chipset=gt218)
    check 'BAR3 of GT218 is prefetchable' 'BAR3: 64 bit prefetchable memory' "$said"
}

# A Titan V has a function for the sound of its outputs, a V100 has no outputs; another device may have the place.
sounds() {
    local said
    said=$(monitor 'info pci' -device gv100,vram=48M,addr=5)
    check 'a Titan V is function 0' '10de:1d81' "${said#*Bus  0, device   5, function 0}"
    check 'and its sound function 1' '10de:10f2' "${said#*Bus  0, device   5, function 1}"
    check 'with 16 KiB of registers' 'BAR0: 32 bit memory at 0xffffffffffffffff [0x00003ffe]' \
        "${said#*Bus  0, device   5, function 1}"
    said=$(monitor 'info pci' -device gv100,board=v100,vram=64M)
    check 'a V100 has none' 0 "$(grep -c 10de:10f2 <<<"$said")"
    said=$(monitor 'info pci' -device gv100,vram=48M,addr=5.1)
    check 'nor has a card that is function 1' 0 "$(grep -c 10de:10f2 <<<"$said")"
}

# A card that is moved would be one that was just switched on: nothing of its VRAM is in the stream.
not_migrated() {
    local said
    said=$(monitor "migrate \"exec:cat >$work/stream\"\ninfo migrate" -device nv50,vram=64M)
    check 'migration is refused' '/modelled card, whose VRAM and registers are kept nowhere' "$said"
    said=$(monitor 'savevm now' -device gv100)
    check 'a snapshot is refused' '/modelled card, whose VRAM and registers are kept nowhere' "$said"
}

# ---- the guest's side --------------------------------------------------------------------------

slot=4
bar0=0xe0000000 bar1=0xc0000000 bar3=0xd8000000 rom=0xdfe00000
message=0x2000 # an address in RAM: what MSI writes shows there

start_guest() {
    mkfifo "$work"/{qtest,monitor}.{in,out}
    exec 5<>"$work/qtest.in" 6<>"$work/qtest.out" 7<>"$work/monitor.in" 8<>"$work/monitor.out"
    "${qemu[@]}" -qtest "pipe:$work/qtest" -qtest-log none -monitor "pipe:$work/monitor" "$@" \
        2>"$work/stderr" &
    qemu_pid=$!
}

stop_guest() {
    kill "$qemu_pid"
    wait "$qemu_pid" 2>/dev/null
    qemu_pid=''
    exec 5>&- 6<&- 7>&- 8<&-
    rm -f "$work"/{qtest,monitor}.{in,out}
}

# The answer without "OK" and leading zeros; interrupts of the chipset's own pass by.
ask() {
    local answer
    echo "$*" >&5
    while IFS= read -r -t 10 -u 6 answer && [[ $answer == IRQ* ]]; do :; done
    answer=${answer#OK}
    if [[ $answer == ' 0x'* ]]; then
        printf '0x%x\n' "$answer"
    fi
}

config_address() {
    ask outl 0xcf8 $((0x80000000 | slot << 11 | ($1 & 0xfc)))
}

config_read() {
    config_address "$1"
    ask inl 0xcfc
}

config_write() {
    config_address "$1"
    ask outl 0xcfc "$2"
}

config_write_byte() {
    config_address "$1"
    ask outb $((0xcfc + ($1 & 3))) "$2"
}

place_bars() {
    config_write 0x10 $bar0
    config_write 0x14 $bar1
    config_write 0x18 0
    config_write 0x1c $bar3
    config_write 0x20 0
    config_write 0x04 0x6 # memory and bus master
}

reg_read() {
    ask readl $((bar0 + $1))
}

reg_write() {
    ask writel $((bar0 + $1)) "$2"
}

configuration() {
    check 'vendor and device' 0x40010de "$(config_read 0)"
    check 'class: VGA' 0x30000 "$(config_read 8)"
    check 'PM capability at 0x60' 6801 "$(config_read 0x60)"
    check 'MSI capability at 0x68: 64-bit' 0x807805 "$(config_read 0x68)"
    check 'PCI Express capability at 0x78' 0010 "$(config_read 0x78)"
    check 'nothing answers before memory decode is on' 0x0 "$(reg_read 0)"
    config_write 0x10 0xffffffff
    check 'BAR0 gives its size' 0xff000000 "$(config_read 0x10)"

    place_bars
    check 'BOOT_0 says G84' 0x84 "$(reg_read 0)"
    check 'the mirror shows the device' 0x40010de "$(reg_read 0x88000)"
    check 'the mirror shows BAR0' $bar0 "$(reg_read 0x88010)"
    config_write 0x40 0x12345678
    check 'the subsystem is written through its alias' 0x12345678 "$(config_read 0x2c)"
    config_write 0x30 $((rom | 1))
    check 'the ROM shows its signature' aa55 "$(ask readl $rom)"
    config_write 0x30 0
}

messages() {
    local sent=$message

    config_write 0x6c $message
    config_write 0x70 0
    config_write 0x74 0x41
    config_write_byte 0x6a 0x81
    reg_write 0x140 2 # the software interrupt may raise
    reg_write 0x100 0x80000000
    check 'the condition sends a message' 0x41 "$(ask readl $sent)"
    ask writel $sent 0
    reg_write 0x100 0
    reg_write 0x100 0x80000000
    check 'none follows before the re-arm' 0x0 "$(ask readl $sent)"
    ask writeb $((bar0 + 0x88068)) 0xff
    check 'G84 does not re-arm through the mirror' 0x0 "$(ask readl $sent)"
    config_write_byte 0x68 0xff
    check 'it does by a configuration cycle' 0x41 "$(ask readl $sent)"
    ask writeb $((bar0 + 0x8806a)) 0x80
    check 'MSI is switched off through the mirror' 0x807805 "$(config_read 0x68)"
    check 'INTx takes over where MSI is off' 0x8 "$(printf '0x%x' $(($(config_read 4) >> 16 & 8)))"
    reg_write 0x100 0
    check 'and goes away with the condition' 0x0 "$(printf '0x%x' $(($(config_read 4) >> 16 & 8)))"
}

# A PC without a TPM reads ones at its place; QEMU alone, and with the card too, reads zeros.
no_tpm() {
    start_guest -device "nv50,addr=$slot,id=card"
    check 'the card changes nothing of the machine' 0x0 "$(ask readl 0xfed40000)"
    stop_guest
    start_guest -device barecard-no-tpm
    check 'the place of a TPM that is not there reads as ones' 0xffffffff "$(ask readl 0xfed40000)"
    check 'up to its end' 0xff "$(ask readb 0xfed44fff)"
    check 'and not behind it' 0x0 "$(ask readl 0xfed45000)"
    stop_guest
}

# Power-on VRAM is noise; the untranslated window shows what BAR1 wrote or the other way round.
memory() {
    ask writel $((bar0 + 0x1700)) 0
    ask writel $((bar0 + 0x700010)) 0xcafe0001
    check 'the PMEM window keeps what is written' 0xcafe0001 "$(reg_read 0x700010)"
    echo system_reset >&7
    config_read 0 >/dev/null
}

unplug() {
    echo 'device_del card' >&7
    sleep 0.3
    ask outl 0xae10 0 # ACPI hot-plug registers: bus, then eject slot
    ask outl 0xae08 $((1 << slot))
    check 'the card is gone after device_del and eject' 0xffffffff "$(config_read 0)"
    echo "device_add nv50,id=second,chipset=g80,addr=$slot" >&7
    sleep 0.3
    check 'another takes its place' 0x19010de "$(config_read 0)"
}

# A Titan V takes its second function with it.
unplug_both() {
    start_guest -device "gv100,vram=48M,addr=$slot,id=card"
    check 'function 1 answers' 0x10f210de "$(ask outl 0xcf8 $((0x80000100 | slot << 11)))$(ask inl 0xcfc)"
    echo 'device_del card' >&7
    sleep 0.3
    ask outl 0xae10 0
    ask outl 0xae08 $((1 << slot))
    check 'both functions are gone after device_del and eject' '0xffffffff 0xffffffff' \
        "$(config_read 0) $(ask outl 0xcf8 $((0x80000100 | slot << 11)))$(ask inl 0xcfc)"
    stop_guest
}

traced() {
    local boot_0
    start_guest -D "$work/log" -device "nv50,trace=on,addr=$slot,id=card"
    place_bars
    boot_0=$(reg_read 0)
    reg_write 0x1154 0x1234abcd
    stop_guest
    check 'trace writes the read of a register to the log' \
        "card: r 000000 $(printf %08x "$boot_0") PMC_BOOT_0" "$(grep -a ' r 000000 ' "$work/log")"
    check 'and the store to one' 'card: w 001154 1234abcd PBUS_SCRATCH' "$(grep -a ' w 001154 ' "$work/log")"
}

properties
plugin
two_cards
sounds
not_migrated
start_guest -device "nv50,addr=$slot,id=card"
configuration
messages
memory
unplug
stop_guest
no_tpm
unplug_both
traced
finish
