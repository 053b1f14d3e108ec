#!/bin/bash
# tests/boots/all.sh: the images on every kind of drive and machine; ONLY=TEXT for boots with that in their
# names. A quarter of an hour. TAP 13.
set -u
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/machine.sh"

for drive in virtio xhci ehci sata nvme scsi; do
    reset_machine
    boot "image.$drive" "$drive" barecard.img 33 PASS
    boot "iso.$drive" "$drive" barecard.iso 33 PASS
done
reset_machine
# No CD is made of the image, which is a disk with sectors of 512 bytes.
boot iso.cd cd barecard.iso 33 PASS

reset_machine
machine[ovmf]=OVMF_CODE.fd machine[vars]=OVMF_VARS.fd
boot ovmf.2m virtio barecard.img 33 PASS

# alone NAME KEY VALUE: a boot whose machine differs in that.
alone() {
    reset_machine
    machine[$2]=$3
    boot "$1" virtio barecard.img 33 PASS
}
alone cpu.without_avx cpu Nehalem
alone cpu.max cpu max
alone smp smp 4
alone memory.128m memory 128M
alone memory.6g memory 6G
alone no_screen video ''
alone no_serial serial ''

port='-device pcie-root-port,id=link,chassis=1'
card='-device nv50,media=on,vram=16M'
alone behind.switch cards \
    "$port -device x3130-upstream,id=up,bus=link -device xio3130-downstream,id=down,bus=up,chassis=2 $card,bus=down"
# Conventional PCI has no link to be tested.
alone behind.pci_bridge cards "-device pcie-pci-bridge,id=link $card,bus=link,addr=1"
alone behind.root_bus cards "$card"
reset_machine
machine[type]=pc machine[cards]=$card
boot type.pc virtio barecard.img 33 PASS

# cards N CHIPSET...: the first N of them, each behind a port of its own.
cards() {
    local wanted=$1 i=0 chip
    shift
    reset_machine
    machine[cards]=''
    for chip in "${@:1:wanted}"; do
        i=$((i + 1))
        machine[cards]+=" -device pcie-root-port,id=link$i,chassis=$i,slot=$i"
        case $chip in
        gv100) machine[cards]+=" -device gv100,bus=link$i,vram=64M" ;;
        g80) machine[cards]+=" -device nv50,media=on,chipset=$chip,bus=link$i,vram=24M" ;;
        *) machine[cards]+=" -device nv50,media=on,chipset=$chip,bus=link$i,vram=16M" ;;
        esac
    done
}
for count_of_cards in 2 3 4; do
    cards $count_of_cards g80 g84 gt215 g98
    boot "cards.$count_of_cards" virtio barecard.img 33 PASS
done
cards 1 gv100
boot cards.gv100 virtio barecard.img 33 PASS
cards 4 gv100 g84 gt215 gv100
boot cards.gv100_mixed virtio barecard.img 33 PASS
reset_machine
machine[cards]=''
boot cards.none virtio barecard.img 37 'NOT TESTED: no card'

bios bios.stick -drive "format=raw,snapshot=on,file=$build/barecard.img"
bios bios.iso_stick -drive "format=raw,snapshot=on,file=$build/barecard.iso"
bios bios.cd -drive "media=cdrom,readonly=on,file=$build/barecard.iso"
finish
