#!/bin/bash
# tests/host/network.t: a boot over PXE from QEMU's own TFTP server; tests/boots/network.sh has more. TAP 13.
set -u
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../boots/machine.sh"
reset_machine
mkdir -p "$work/tftp/rigs"
cp "$build/BOOTX64.EFI" "$work/tftp/rigs/"

# The card's address goes before the name for all machines, whose file would stop the run.
printf 'menu=0\nsuite=link\ndevice=model\n' >"$work/tftp/rigs/525400123456.cfg"
echo 'nonsense=1' >"$work/tftp/rigs/barecard.cfg"
qemu -netdev "user,id=net,tftp=$work/tftp,bootfile=rigs/BOOTX64.EFI" \
    -device virtio-net-pci,netdev=net,romfile=,bootindex=0 -fw_cfg name=opt/org.tianocore/IPv6PXESupport,string=n
point pxe.verdict "$([[ $status == 33 && $(verdict) == 'PASS (only link)' ]] || echo "status $status, verdict '$(verdict)'")"
point pxe.configuration "$(grep -q '^# configuration: tftp://10.0.2.2/rigs/525400123456.cfg' "$work/serial" || grep -a '^#' "$work/serial")"
finish
