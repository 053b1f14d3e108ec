#!/bin/bash
# tests/boots/network.sh: rigs that start over the network from dnsmasq, nginx and iPXE, and what becomes of their reports
# when a server or a rig goes away. A switch of our own in a network namespace; needs root. ONLY=TEXT as in all.sh;
# SHOTS=DIR keeps pictures of screens. Some minutes. TAP 13.
set -u
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/machine.sh"
. "$(dirname "${BASH_SOURCE[0]}")/servers.sh"

for needed in ip dnsmasq nginx in.tftpd lighttpd apache2 curl; do
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
            -device "virtio-net-pci,netdev=net,mac=$mac$nic" \
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

# screen NAME TEXT: what is wrong, if the screen of that rig does not show the text within a minute. With SHOTS the picture
# that does is kept.
screen() {
    local picture=$work/$1/screen end=$((SECONDS + 60))
    while ((SECONDS < end)); do
        monitor "$work/$1/monitor" "screendump $picture"
        if [[ -s $picture ]] && tests/boots/shows.py "$build/made/font.c" "$picture" "$2"; then
            [[ -z ${SHOTS-} ]] || monitor "$work/$1/monitor" "screendump $SHOTS/$1.png -f png"
            return
        fi
        sleep 0.2
    done
    echo "the screen does not show '$2'"
}

# switch_off NAME: a rig that shows its verdict and does not end by itself.
switch_off() {
    monitor "$work/$1/monitor" quit
    rig_ends "$1"
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
    nic=,bootindex=0,romfile=
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
    nic=,bootindex=0
    rig ipxe_rom 52:54:00:77:00:03
    good ipxe_rom 525400770003
    point ipxe_rom.is_ipxe "$(grep -qa iPXE "$work/ipxe_rom/serial" || echo "no word of iPXE")"
fi

# ipxe_chains IMAGE WORD...: dnsmasq hands out that iPXE, whose script chains the firmware with these words behind its name.
ipxe_chains() {
    cp "$1" "$work/srv/BOOTX64.EFI"
    cp "$build/BOOTX64.EFI" "$work/srv/BARECARD.EFI"
    shift
    printf '#!ipxe\nchain http://10.77.0.1/BARECARD.EFI %s\n' "$*" >"$work/srv/start.ipxe"
    printf 'dhcp-userclass=set:ipxe,iPXE\ndhcp-boot=tag:ipxe,http://10.77.0.1/start.ipxe\n' >"$work/dnsmasq.more"
    servers_start
}

# The words are the whole configuration. A stick has the report too.
if wanted ipxe_chain; then
    echo nonsense=1 >"$work/srv/barecard.cfg"
    ipxe_chains /boot/ipxe.efi menu=0 device=model suite=link,id label=SN-7 report=http:///reports/
    cp --sparse=always "$build/barecard.img" "$work/medium"
    rig ipxe_chain 52:54:00:77:00:04 -drive "if=none,id=medium,format=raw,file=$work/medium" -device virtio-blk-pci,drive=medium,bootindex=1
    good ipxe_chain 525400770004
    point ipxe_chain.configuration "$(grep -qa '^# configuration: load options' "$work/ipxe_chain/serial" || grep -a '^#' "$work/ipxe_chain/serial")"
    mcopy -n -i "$work/medium@@1M" ::/report.jsonl "$work/ipxe_chain.jsonl"
    point ipxe_chain.both "$(cmp "$(reports 525400770004)" "$work/ipxe_chain.jsonl" 2>&1)"
fi

# Without words the configuration is beside the script.
if wanted ipxe_snponly; then
    ipxe_chains /usr/lib/ipxe/snponly.efi
    rig ipxe_snponly 52:54:00:77:00:17
    good ipxe_snponly 525400770017
    point ipxe_snponly.configuration "$(grep -qa '^# configuration: http://10.77.0.1/barecard.cfg' "$work/ipxe_snponly/serial" || grep -a '^#' "$work/ipxe_snponly/serial")"
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

# What a server that appends was asked: the file came once, and then part after part, each where the one before ended.
appended() {
    awk -v size="$(stat -c %s "$(reports "$1")")" '
        $1 != "PUT" || !/jsonl$/ { next }
        $2 !~ /^20[014]$/ { print "status " $2; exit }
        $3 == "-" { if (whole++) print "the whole file was sent again" }
        $3 == "bytes" {
            split($4, range, /[-\/]/)
            if (parts++ && range[1] != next_byte) print "a part begins at " range[1] ", not at " next_byte
            next_byte = range[2] + 1
        }
        END {
            if (parts < 20) print parts + 0 " parts"
            if (next_byte != size) print "parts end at " next_byte ", the file at " size
        }' "$asked" | head -n 1
}

# Servers that append get a report line by line.
for kind in lighttpd apache; do
    if wanted $kind; then
        start_dnsmasq switch $inside
        start_$kind 10.77.0.1:80 $inside || echo "# $kind does not start: $(tail -n 3 "$work/servers.log" "$work/$kind/error.log")"
        mac=5254007700$([[ $kind == apache ]] && echo 15 || echo 16)
        rig $kind "$(sed 's/../&:/g; s/:$//' <<<"$mac")"
        good $kind "$mac"
        stop_servers # so that all lines are in their log
        point $kind.line_by_line "$(appended "$mac")"
    fi
done

# A server that only reads, which many TFTP servers are: the stick has the report, and the screen says so.
if wanted stick; then
    echo "$(sed 's|http:///|tftp:///|' "$work/srv/barecard.cfg")" >"$work/srv/barecard.cfg"
    cp --sparse=always "$build/barecard.img" "$work/medium"
    servers_start
    rig stick 52:54:00:77:00:06 -drive "if=none,id=medium,format=raw,file=$work/medium" -device virtio-blk-pci,drive=medium,bootindex=1
    point stick.screen "$(screen stick 'REPORT NOT SENT: 10.77.0.1 refuses it; the stick has it')"
    rig_ends stick
    mcopy -n -i "$work/medium@@1M" ::/report.jsonl "$work/srv/reports/525400770006.jsonl"
    point stick.verdict "$([[ $status == 33 ]] || rig_verdict stick)"
    point stick.report "$(whole stick 525400770006)"
    point stick.said "$(grep -qa '^# 10.77.0.1 refuses it; the stick has it' "$work/stick/serial" || grep -a '^#' "$work/stick/serial")"
fi

# stick_boots OPTION...: the machine starts from its stick, and the network card is one that the firmware has left alone.
stick_boots() {
    local name=$1 mac=$2
    shift 2
    cp --sparse=always "$build/barecard.img" "$work/medium"
    sed 's|http:///|http://10.77.0.1/|' "$work/srv/barecard.cfg" | mcopy -o -i "$work/medium@@1M" - ::/barecard.cfg
    nic=,romfile=
    rig "$name" "$mac" -drive "if=none,id=medium,format=raw,file=$work/medium" \
        -device virtio-blk-pci,drive=medium,bootindex=0 "$@"
}

# Both have the whole report.
if wanted from_stick; then
    servers_start
    stick_boots from_stick 52:54:00:77:00:13
    good from_stick 525400770013
    mcopy -n -i "$work/medium@@1M" ::/report.jsonl "$work/from_stick.jsonl"
    point from_stick.both "$(cmp "$(reports 525400770013)" "$work/from_stick.jsonl" 2>&1)"
fi

# Nobody gives an address: the run goes on, and the screen says why nothing is sent.
if wanted no_address; then
    web_start
    stick_boots no_address 52:54:00:77:00:14
    point no_address.screen "$(screen no_address 'REPORT NOT SENT: no DHCP server gives this machine an address: cable?')"
    rig_ends no_address
    point no_address.verdict "$([[ $status == 33 && $(rig_verdict no_address) == PASS* ]] || rig_verdict no_address)"
    point no_address.said "$(grep -qa '^# no DHCP server gives this machine an address: cable?; the stick has it' "$work/no_address/serial" || grep -a '^#' "$work/no_address/serial")"
fi

# ---- what goes wrong ----------------------------------------------------------------------------

# Down after the first lines of the report, up again ten seconds after the run has said so.
if wanted server_down; then
    servers_start
    rig server_down 52:54:00:77:00:07
    until_seen '"type":"start"' 525400770007
    stop_server "$web"
    point server_down.screen "$(screen server_down 'REPORT NOT SENT: 10.77.0.1 does not answer')"
    sleep 10
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
    until_seen '# verdict: ' "$work/disk_full/serial"
    point disk_full.screen "$(screen disk_full 'REPORT NOT SENT: 10.77.0.1 refuses it (HTTP 500, disk full?)')"
    point disk_full.said "$(grep -qa '^# 10.77.0.1 refuses it (HTTP 500, disk full' "$work/disk_full/serial" || grep -a '^#' "$work/disk_full/serial")"
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
    before=$(sha1sum <"$cut")
    # An hour ago: the watchdog may have ended it. A rig without a stick knows that by what it has left on the server.
    sed -i -E '/"type":"start"/s/"time":"[^"]*"/"time":"2020-01-01T00:00:00.000Z"/' "$work/srv/reports/525400770009.boot"
    machine[exit]=''
    rig power_cut 52:54:00:77:00:09
    until_seen '# verdict: ' "$work/power_cut/serial"
    point power_cut.screen "$(screen power_cut 'machine was reset during')"
    switch_off power_cut
    machine[exit]='-device isa-debug-exit,iobase=0x501,iosize=2'
    named='vram.thorough.fade: machine was reset during vram.thorough.fade'
    point power_cut.named "$([[ $(rig_verdict power_cut) == "$SAYS_INCOMPLETE"* ]] && grep -qa "^not ok .* $named" "$work/power_cut/serial" || rig_verdict power_cut)"
    point power_cut.apart "$([[ $(reports 525400770009 | wc -l) == 2 && $(sha1sum <"$cut") == "$before" ]] || reports)"
    rm "$work/srv/525400770009.cfg"
    rig power_cut 52:54:00:77:00:09
    rig_ends power_cut
    third=$(reports 525400770009 | tail -n 1)
    point power_cut.again "$([[ $status == 33 && $(reports 525400770009 | wc -l) == 3 ]] && grep -q '"type":"machine".*"run":3' "$third" || reports)"
fi

# Two rigs at the same time, with cards of the same number: each report has what its own rig was told to do.
if wanted two_rigs; then
    for suite in id link; do
        printf 'menu=0\ndevice=model\nlabel=SN 7\nreport=http:///reports/\nsuite=%s\n' $suite >"$work/srv/5254007700$([[ $suite == id ]] && echo 10 || echo 11).cfg"
    done
    servers_start
    machine[exit]=''
    rig two_a 52:54:00:77:00:10
    first=$rig
    rig two_b 52:54:00:77:00:11
    second=$rig
    for name in two_a two_b; do
        until_seen '# verdict: ' "$work/$name/serial"
        [[ $name == two_a ]] && suite=id rig=$first mac=525400770010 || suite=link rig=$second mac=525400770011
        point $name.screen "$(screen $name "(only $suite)")"
        point $name.names_the_card "$(screen $name 'G84, SN 7')"
        switch_off $name
        point $name.report "$(whole $name $mac)"
    done
    point two_rigs.apart "$([[ $(reports | wc -l) == 2 ]] && ! grep -q '"test":"link' $(reports 525400770010) &&
        ! grep -q '"test":"id' $(reports 525400770011) || reports)"
fi

# 64 rigs without QEMU put ten thousand reports, while the server is away for three seconds.
if wanted line; then
    web_start
    $inside tests/boots/line.py http://10.77.0.1/reports/ "$work/srv/reports" "$build/barecard" "$work/line" 64 "${REPORTS:-10000}" \
        >"$work/line.tap" &
    line=$!
    sleep 20
    stop_server "$web"
    sleep 3
    web_start
    wait "$line"
    while read -r said; do
        case $said in
        'ok '*) point "line.${said#* - }" '' ;;
        'not ok '*) said=${said#* - } && point "line.${said%%: *}" "${said#*: }" ;;
        *) echo "$said" ;;
        esac
    done <"$work/line.tap"
fi
finish
