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
boot iso.cd cd barecard.iso 33 PASS

reset_machine
machine[ovmf]=OVMF_CODE.fd machine[vars]=OVMF_VARS.fd
boot ovmf.2m virtio barecard.img 33 PASS

reset_machine
machine[cpu]=Nehalem
boot cpu.without_avx virtio barecard.img 33 PASS
reset_machine
machine[cpu]=max
boot cpu.max virtio barecard.img 33 PASS
reset_machine
machine[smp]=4
boot smp virtio barecard.img 33 PASS
reset_machine
machine[memory]=128M
boot memory.128m virtio barecard.img 33 PASS
reset_machine
machine[memory]=6G
boot memory.6g virtio barecard.img 33 PASS
reset_machine
machine[video]=''
boot no_screen virtio barecard.img 33 PASS
reset_machine
machine[serial]=''
boot no_serial virtio barecard.img 33 PASS

port='-device pcie-root-port,id=link,chassis=1'
card='-device nv50,media=on,vram=16M'
reset_machine
machine[cards]="$port -device x3130-upstream,id=up,bus=link -device xio3130-downstream,id=down,bus=up,chassis=2 $card,bus=down"
boot behind.switch virtio barecard.img 33 PASS
# Conventional PCI has no link to be tested.
reset_machine
machine[cards]="-device pcie-pci-bridge,id=link $card,bus=link,addr=1"
boot behind.pci_bridge virtio barecard.img 33 PASS
reset_machine
machine[cards]=$card
boot behind.root_bus virtio barecard.img 33 PASS
reset_machine
machine[type]=pc machine[cards]=$card
boot type.pc virtio barecard.img 33 PASS

for cards in 2 4; do
    reset_machine
    machine[cards]=''
    chips=(g80 g84 gt215 g98)
    for ((i = 0; i < cards; i++)); do
        machine[cards]+=" -device pcie-root-port,id=link$i,chassis=$((i + 1)),slot=$((i + 1))"
        machine[cards]+=" -device nv50,media=on,chipset=${chips[i]},bus=link$i"
        [[ ${chips[i]} == g80 ]] && machine[cards]+=,vram=24M || machine[cards]+=,vram=16M
    done
    boot "cards.$cards" virtio barecard.img 33 PASS
done
reset_machine
machine[cards]=''
boot cards.none virtio barecard.img 37 'NOT TESTED: no card'

bios bios.stick -drive "format=raw,snapshot=on,file=$build/barecard.img"
bios bios.iso_stick -drive "format=raw,snapshot=on,file=$build/barecard.iso"
bios bios.cd -drive "media=cdrom,readonly=on,file=$build/barecard.iso"
finish
