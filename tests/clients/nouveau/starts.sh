#!/bin/bash
# starts.sh [COUNT [SEED]]: cards that nobody has started, each with its VBIOS, started by nouveau; what it writes
# must be what our interpreter writes, in the same order. First a ROM with the shape of a real board's
# (tests/engines/nv50/board_rom.c), then those that the device model makes, of every chipset with memory of its own and
# both straps, then COUNT (default 200) with random scripts. With ROM=FILE in the environment only that one, of a real
# board, is started; KERNEL=newest takes the newest kernel. Prints TAP; status 1 if any differs.
# Besides the scripts nouveau resets PFIFO and, from GT215 on, PDAEMON before them, and I2C pads.
set -u
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
cd "$here/../../.." || exit 2
. tests/kit/tap.sh
prefix=client.nouveau.start.
build=${BUILD:-build} random=${1:-200} seed=${2:-1}
kernel=.cache/linux${KERNEL:+-$KERNEL} each=12
chipsets=($NV50_CARDS)
work=$(mktemp -d "$build/nouveau/starts.XXXXXX")
trap 'rm -rf "$work"' EXIT
if [[ ! -e $kernel/vmlinuz ]]; then
    echo '1..0 # SKIP there is no kernel: ./run-qemu.sh --setup downloads it'
    exit 0
fi
initramfs=$work/initramfs.gz
"$here/initramfs.sh" "$kernel" "$initramfs"
# Else SeaBIOS runs the x86 code of a ROM, and that of a real one starts the card, as far as it can.
head -c 8 /dev/zero >"$work/no-rom-code"

# The cards that wait for a boot: name, chipset, strap, ROM.
names=() chips=() straps=() roms=()

boot() {
    local i words options=() said bad
    ((${#names[@]} > 0)) || return 0
    for i in "${!names[@]}"; do
        options+=(-device "pcie-root-port,id=port$i,chassis=$((i + 1))"
            -device "nv50,id=card$i,bus=port$i,chipset=${chips[i]},strap=${straps[i]},vbios=${roms[i]},posted=off,trace=on")
    done
    words='console=ttyS0 quiet loglevel=4 panic=-1 client.start=1'
    timeout 600 qemu-system-x86_64 -machine q35 -accel tcg -cpu max -m 1024 -nodefaults -no-user-config \
        -display none -vga none -no-reboot -serial "file:$work/console.log" -serial "file:$work/report.log" \
        -fw_cfg "name=etc/pci-optionrom-exec,file=$work/no-rom-code" -kernel "$kernel/vmlinuz" -initrd "$initramfs" -append "$words" -plugin "$build/barecard.so" \
        -D "$work/trace" "${options[@]}" </dev/null >"$work/qemu.log" 2>&1
    for i in "${!names[@]}"; do
        "$build/barecard" devinit --chipset "${chips[i]}" --strap "${straps[i]}" "${roms[i]}" >"$work/list"
        bad=''
        said=$(tests/clients/compare-starts.py "$work/trace" "card$i" "$work/list") || bad=other
        point "${names[i]}: $said" "$bad"
    done
    rm -f "$work/trace"
    names=() chips=() straps=() roms=()
}

add() { # add NAME CHIPSET STRAP ROM
    names+=("$1") chips+=("$2") straps+=("$3") roms+=("$4")
    ((${#names[@]} < each)) || boot
}

if [[ -n ${ROM-} ]]; then
    chip=$("$build/barecard" vbios --json "$ROM" | sed -n 's/^ *"chipset": "\(.*\)",$/\1/p')
    add "given.$chip" "$chip" 2 "$ROM"
    boot
    finish
fi
"$build/board-rom" "$work/board.rom" || exit 2
add board.g94 g94 2 "$work/board.rom"
for chip in ${CHIPSETS:-${chipsets[@]}}; do
    "$build/barecard" vbios --chipset "$chip" --write "$work/$chip.rom" || exit 2
    for strap in 1 2; do
        add "$chip.strap$strap" "$chip" "$strap" "$work/$chip.rom"
    done
done
for ((i = 0; i < random; i++)); do
    chip=${chipsets[i % 11]}
    [[ -e $work/$chip.rom ]] || "$build/barecard" vbios --chipset "$chip" --write "$work/$chip.rom"
    tests/clients/random-rom.py "$work/$chip.rom" "$work/random$i.rom" "$((seed + i))"
    add "random$((seed + i)).$chip" "$chip" "$((1 + i / 11 % 2))" "$work/random$i.rom"
done
boot
finish
