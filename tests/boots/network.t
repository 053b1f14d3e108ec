#!/bin/bash
# tests/boots/network.t: a boot over PXE from QEMU's own TFTP server, whose report goes to nginx; tests/boots/network.sh
# has more. TAP 13.
set -u
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
. "$here/machine.sh"
. "$here/servers.sh"

reset_machine
mkdir -p "$work/srv/rigs"
cp "$build/BOOTX64.EFI" "$work/srv/rigs/"
port=$(free_port)
served=false
[[ -z $(program nginx) ]] || ! start_nginx "127.0.0.1:$port" || served=true

# The card's address goes before the name for all machines, whose file would stop the run.
printf 'menu=0\ndevice=model\nlabel=SN 7\nreport=http://10.0.2.2:%s/reports\n' "$port" >"$work/srv/rigs/525400123456.cfg"
echo 'nonsense=1' >"$work/srv/rigs/barecard.cfg"
qemu -netdev "user,id=net,tftp=$work/srv,bootfile=rigs/BOOTX64.EFI" \
    -device virtio-net-pci,netdev=net,romfile=,bootindex=0 -fw_cfg name=opt/org.tianocore/IPv6PXESupport,string=n
point pxe.verdict "$([[ $status == 33 && $(verdict) == PASS* ]] || echo "status $status, verdict '$(verdict)'")"
point pxe.configuration "$(grep -q '^# configuration: tftp://10.0.2.2/rigs/525400123456.cfg' "$work/serial" || grep -a '^#' "$work/serial")"

# Each test of TAP has its start and its end in the report, and nothing comes after the verdict of the run.
whole() {
    local report planned
    report=$(echo "$work"/srv/reports/*-525400123456-SN_7.jsonl)
    planned=$(tr -d '\r' <"$work/serial" | sed -n 's/^1\.\.//p')
    [[ -e $report ]] || { echo "there is none: $(ls "$work/srv/reports") $(cat "$work/nginx/error.log")" && return; }
    [[ $(grep -c '"type":"end"' "$report") == "$planned" ]] || { echo "not $planned tests" && return; }
    [[ $(tail -n 1 "$report") == '{"type":"verdict"'*'"verdict":"PASS"'* ]] || tail -n 1 "$report"
}
if $served; then
    point report.whole "$(whole)"
    point report.alone "$([[ $(ls "$work/srv/reports" | sed 's/^[^-]*-525400123456-SN_7.jsonl$/report/' | sort | xargs) == '525400123456.boot report' ]] || ls "$work/srv/reports")"
else
    point 'report # SKIP nginx is not installed' ''
fi
finish
