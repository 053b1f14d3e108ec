#!/bin/bash
# tests/boots/vars.sh FILE: leaves OVMF's variables in FILE, as they are after a first boot of an application that does
# nothing. A boot that finds none writes some hundred of them, byte by byte, which takes QEMU a third of its start.
set -u
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/machine.sh"

reset_machine
machine[cards]='-device pcie-root-port,id=link,chassis=1 -device nv50,bus=link,vram=2M'
cp --sparse=always "$build/barecard.img" "$work/stick.img"
mcopy -o -i "$work/stick.img@@1M" "$build/bench/empty.EFI" ::/EFI/BOOT/BOOTX64.EFI
run virtio "$work/stick.img"
[[ $status == 33 ]] || { echo "vars.sh: QEMU's status is $status, expected 33: $(tail -n 1 "$work/qemu")" >&2; exit 1; }
cp "$work/vars" "$1"
