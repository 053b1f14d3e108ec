#!/bin/bash
# tests/boots/network.sh: rigs that start over the network from dnsmasq, nginx and iPXE, and what becomes of their reports
# when a server or a rig goes away. A switch of our own in a network namespace; needs root. ONLY=TEXT as in all.sh;
# SHOTS=DIR keeps pictures of screens. Some minutes. TAP 13.
set -u
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/machine.sh"
. "$(dirname "${BASH_SOURCE[0]}")/servers.sh"

for needed in ip dnsmasq nginx in.tftpd; do
    [[ -n $(program $needed) ]] && [[ $EUID == 0 ]] || {
        echo "1..0 # SKIP needs root and $needed (tools/setup.sh --tests)"
        exit 0
    }
done

# ---- the switch, its servers, and rigs on it ----------------------------------------------------

space=barecard-$$
inside="ip netns exec $space"
ports=0 rigs=()

end_switch() {
    local rig
    for rig in ${rigs[@]+"${rigs[@]}"}; do
        cut_power "$rig"
    done
    stop_servers
    ! mountpoint -q "$work/srv/reports" || umount "$work/srv/reports"
    ip netns del "$space" 2>/dev/null
    rm -rf "$work"
}
trap end_switch EXIT
trap 'exit 2' INT TERM HUP

ip netns add "$space" && ip -n "$space" link set lo up && ip -n "$space" link add switch type bridge &&
    ip -n "$space" addr add 10.77.0.1/24 dev switch &&
    ip -n "$space" link set switch up || exit 2

# rig NAME MAC OPTION...: a machine on a port of its own, in the background. What it leaves lies in $work/NAME.
rig() {
    local name=$1 mac=$2 port
    shift 2
    ports=$((ports + 1)) port=tap$ports
    ip -n "$space" tuntap add "$port" mode tap && ip -n "$space" link set "$port" master switch up
    mkdir -p "$work/$name"
    (
        trap - EXIT
        work=$work/$name
        machine[serial]="-serial file:$work/serial" machine[under]=$inside
        qemu -monitor "unix:$work/monitor,server,nowait" \
            -netdev "tap,id=net,ifname=$port,script=no,downscript=no" \
            -device "virtio-net-pci,netdev=net,mac=$mac,bootindex=0${nic-,romfile=}" \
            -fw_cfg name=opt/org.tianocore/IPv6PXESupport,string=n "$@"
        echo "$status" >"$work/status"
    ) &
    rig=$!
    rigs+=("$rig")
}

# cut_power RIG: ends the QEMU of that shell, which timeout has started.
cut_power() {
    local timer
    timer=$(pgrep -P "$1" -x timeout) && kill -KILL $(pgrep -P "$timer") 2>/dev/null
}

# rig_ends NAME: waits; $status is QEMU's.
rig_ends() {
    wait "$rig" 2>/dev/null
    status=$(cat "$work/$1/status" 2>/dev/null)
}

rig_verdict() {
    work=$work/$1 verdict
}

# picture NAME SHOT: of a rig's screen, if pictures are wanted.
picture() {
    [[ -n ${SHOTS-} ]] || return 0
    perl -MIO::Socket::UNIX -e '
        my $m = IO::Socket::UNIX->new($ARGV[0]) or exit; my $answer = "";
        sub prompt { while ($answer !~ /\(qemu\) $/) { sysread($m, $answer, 4096, length $answer) or exit } $answer = "" }
        prompt(); print $m "screendump $ARGV[1] -f png\n"; $m->flush; prompt();' "$work/$1/monitor" "$SHOTS/$2.png"
}

# until_seen TEXT FILE: waits until a file, or the report of the rig with that address, has that text, 120 s at most.
until_seen() {
    local try file
    for ((try = 0; try < 1200; try++)); do
        file=$2
        [[ -e $file || $file == */* ]] || file=$(reports "$2")
        [[ ! -e $file ]] || ! grep -qa -- "$1" "$file" || return 0
        sleep 0.1
    done
    echo "# $2 never said $1"
    return 1
}

reports() {
    find "$work/srv/reports" -name "*${1-}*.jsonl" | sort
}

# What is wrong with the one report of a rig whose TAP is $work/NAME/serial: each test has its end, nothing comes after
# the verdict.
whole() {
    local planned found
    found=$(reports "$2")
    planned=$(tr -d '\r' <"$work/$1/serial" | sed -n 's/^1\.\.//p')
    [[ -e $found ]] || { echo "reports: '$found'; $(tail -n 2 "$work/nginx/error.log")" && return; }
    [[ $(grep -c '"type":"end"' "$found") == "$planned" ]] || { echo "$found has not $planned tests" && return; }
    [[ $(grep -c '"type":"verdict"' "$found") -ge 2 ]] || { echo "$found has no verdict" && return; }
    python3 -c 'import json, sys; [json.loads(line) for line in open(sys.argv[1])]' "$found" 2>&1 | tail -n 1
}

# good NAME MAC: the verdict of a rig that must pass, and its report.
good() {
    local wrong=''
    rig_ends "$1"
    [[ $status == 33 && $(rig_verdict "$1") == PASS* ]] || wrong="status $status, verdict '$(rig_verdict "$1")': $(tail -n 1 "$work/$1/qemu")"
    point "$1.verdict" "$wrong"
    point "$1.report" "$(whole "$1" "$2")"
}

# wanted NAME: whether that case is; it begins with a good configuration, no reports, and all servers.
wanted() {
    [[ $1 == *"$only"* ]] || return 1
    stop_servers
    rm -rf "$work/srv" "$work"/dnsmasq.more && mkdir -p "$work/srv/reports"
    cp "$build/BOOTX64.EFI" "$work/srv/"
    printf 'menu=0\ndevice=model\nlabel=SN 7\nreport=http:///reports/\n' >"$work/srv/barecard.cfg"
    reset_machine
    nic=,romfile=
}

servers_start() {
    start_dnsmasq switch $inside || echo "# dnsmasq does not start: $(tail -n 3 "$work/servers.log")"
    web_start
}

web_start() {
    start_nginx 10.77.0.1:80 $inside || echo "# nginx does not start: $(tail -n 3 "$work/servers.log")"
    web=$server
}

# ---- how rigs start -----------------------------------------------------------------------------

if wanted pxe; then
    servers_start
    rig pxe 52:54:00:77:00:01
    good pxe 525400770001
    point pxe.configuration "$(grep -q '^# configuration: tftp://10.77.0.1/barecard.cfg' "$work/pxe/serial" || grep -a '^#' "$work/pxe/serial")"
fi

if wanted http; then
    servers_start
    rig http 52:54:00:77:00:02 -fw_cfg name=opt/org.tianocore/IPv4PXESupport,string=n
    good http 525400770002
    point http.configuration "$(grep -q '^# configuration: http://10.77.0.1/barecard.cfg' "$work/http/serial" || grep -a '^#' "$work/http/serial")"
fi

if wanted ipxe_rom; then
    servers_start
    nic=''
    rig ipxe_rom 52:54:00:77:00:03
    good ipxe_rom 525400770003
    point ipxe_rom.is_ipxe "$(grep -qa iPXE "$work/ipxe_rom/serial" || echo "no word of iPXE")"
fi

# The words behind the image's name are the whole configuration. ipxe.efi keeps the network card from the firmware's own
# drivers: no report can be sent, which is said and waited for no longer.
if wanted ipxe_chain; then
    cp /boot/ipxe.efi "$work/srv/BOOTX64.EFI"
    cp "$build/BOOTX64.EFI" "$work/srv/BARECARD.EFI"
    echo nonsense=1 >"$work/srv/barecard.cfg"
    printf '#!ipxe\nchain http://10.77.0.1/BARECARD.EFI menu=0 device=model suite=link label=SN-7 report=http:///reports/\n' \
        >"$work/srv/start.ipxe"
    printf 'dhcp-userclass=set:ipxe,iPXE\ndhcp-boot=tag:ipxe,http://10.77.0.1/start.ipxe\n' >"$work/dnsmasq.more"
    servers_start
    rig ipxe_chain 52:54:00:77:00:04
    rig_ends ipxe_chain
    point ipxe_chain.verdict "$([[ $status == 33 && $(rig_verdict ipxe_chain) == 'PASS (only link)' ]] || rig_verdict ipxe_chain)"
    for said in 'configuration: load options' '10.77.0.1 cannot be reached: this machine'; do
        point "ipxe_chain.${said%% *}" "$(grep -qa "^# $said" "$work/ipxe_chain/serial" || grep -a '^#' "$work/ipxe_chain/serial")"
    done
fi

# ---- where reports go ---------------------------------------------------------------------------

if wanted tftp_write; then
    echo "$(sed 's|http:///|tftp://10.77.0.1:6969/|' "$work/srv/barecard.cfg")" >"$work/srv/barecard.cfg"
    servers_start
    start_server $inside "$(program in.tftpd)" --foreground --create --address 10.77.0.1:6969 --user root \
        --secure "$work/srv"
    rig tftp_write 52:54:00:77:00:05
    good tftp_write 525400770005
fi

# A server that only reads, which many TFTP servers are: the stick has the report, and the screen says so.
if wanted stick; then
    echo "$(sed 's|http:///|tftp:///|' "$work/srv/barecard.cfg")" >"$work/srv/barecard.cfg"
    cp --sparse=always "$build/barecard.img" "$work/medium"
    servers_start
    rig stick 52:54:00:77:00:06 -drive "if=none,id=medium,format=raw,file=$work/medium" -device virtio-blk-pci,drive=medium,bootindex=1
    until_seen '^# .*the stick has it' "$work/stick/serial" && sleep 1 && picture stick stick
    rig_ends stick
    mcopy -n -i "$work/medium@@1M" ::/report.jsonl "$work/srv/reports/525400770006.jsonl"
    point stick.verdict "$([[ $status == 33 ]] || rig_verdict stick)"
    point stick.report "$(whole stick 525400770006)"
    point stick.said "$(grep -qa '^# 10.77.0.1 refuses it; the stick has it' "$work/stick/serial" || grep -a '^#' "$work/stick/serial")"
fi

# ---- what goes wrong ----------------------------------------------------------------------------

# Down after the first lines of the report, up again ten seconds after the run has said so.
if wanted server_down; then
    servers_start
    rig server_down 52:54:00:77:00:07
    until_seen '"type":"start"' 525400770007
    stop_server "$web"
    until_seen '^# 10.77.0.1 does not answer' "$work/server_down/serial"
    sleep 10
    picture server_down server_down
    web_start
    good server_down 525400770007
    point server_down.said "$(grep -qa '^# the server has the report again' "$work/server_down/serial" || grep -a '^#' "$work/server_down/serial")"
fi

# The folder is full from some tests on, and has room again while the firmware waits with the verdict.
if wanted disk_full; then
    mount -t tmpfs -o size=256k tmpfs "$work/srv/reports"
    servers_start
    rig disk_full 52:54:00:77:00:08
    until_seen '"type":"start"' 525400770008
    head -c 300000 /dev/zero >"$work/srv/reports/filler" 2>/dev/null
    until_seen '^# 10.77.0.1 refuses it (HTTP 50[07], disk full' "$work/disk_full/serial"
    until_seen '# verdict: ' "$work/disk_full/serial"
    sleep 3
    picture disk_full disk_full
    point disk_full.kept "$(grep -qa '"type":"start"' $(reports 525400770008) || echo "what was sent before is gone")"
    rm "$work/srv/reports/filler"
    good disk_full 525400770008
    stop_servers
    umount "$work/srv/reports"
fi

# A rig loses its power in a test: what was sent names that test. When it starts again it has a report of its own.
if wanted power_cut; then
    printf 'menu=0\ndevice=model\nreport=http:///reports/\nsuite=link,vram.thorough.fade\nhold=255\n' >"$work/srv/525400770009.cfg"
    servers_start
    rig power_cut 52:54:00:77:00:09
    until_seen '"type":"start".*"test":"vram.thorough.fade"' 525400770009
    cut_power "$rig"
    rig_ends power_cut
    cut=$(reports 525400770009)
    point power_cut.report "$([[ -e $cut && $(grep '"type":"start"' "$cut" | tail -n 1) == *'"test":"vram.thorough.fade"'*'}' ]] || tail -n 1 $cut)"
    rm "$work/srv/525400770009.cfg"
    before=$(sha1sum <"$cut")
    rig power_cut 52:54:00:77:00:09
    rig_ends power_cut
    point power_cut.again "$([[ $status == 33 && $(reports 525400770009 | wc -l) == 2 && $(sha1sum <"$cut") == "$before" ]] || reports)"
fi

# Two rigs at the same time, with cards of the same number: each report has what its own rig was told to do.
if wanted two_rigs; then
    for suite in id link; do
        printf 'menu=0\ndevice=model\nlabel=SN 7\nreport=http:///reports/\nsuite=%s\n' $suite >"$work/srv/5254007700$([[ $suite == id ]] && echo 10 || echo 11).cfg"
    done
    servers_start
    rig two_a 52:54:00:77:00:10
    first=$rig
    rig two_b 52:54:00:77:00:11
    good two_b 525400770011
    rig=$first
    good two_a 525400770010
    point two_rigs.apart "$([[ $(reports | wc -l) == 2 ]] && ! grep -q '"test":"link' $(reports 525400770010) &&
        ! grep -q '"test":"id' $(reports 525400770011) || reports)"
fi
finish
