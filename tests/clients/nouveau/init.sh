#!/bin/sh
# The first process of the guest. Loads nouveau, looks at what it says of each card, has the cards copy,
# and reports on the second serial port: "ok NAME: DETAIL" or "FAIL NAME: DETAIL". The first serial
# port has the kernel's log. What run.sh asks for stands on the kernel's command line as client.KEY=VALUE.
export PATH=/bin
mount -t devtmpfs dev /dev
mount -t proc proc /proc
mount -t sysfs sys /sys
report_port=/dev/ttyS1
stty -F $report_port raw 2>/dev/null

# asked KEY: its value, nothing if it was not given
asked() {
    tr ' ' '\n' </proc/cmdline | sed -n "s/^client.$1=//p" | tail -n 1
}

report() {
    echo "$*" >$report_port
    echo "report: $*"
}

# The kernel's log, without time stamps.
kernel_log() {
    dmesg | sed 's/^\[[^]]*\] //'
}

load() {
    local module
    since=$(($(dmesg | wc -l) + 1))
    for module in /modules/*.ko; do
        [ -e "$module" ] || continue
        case $module in
        *nouveau.ko) timeout 120 insmod "$module" config="$(asked config)" ;;
        *) [ -e /tmp/loaded ] || insmod "$module" ;;
        esac
    done
    : >/tmp/loaded
    sleep 1
}

# last_said ADDRESS PATTERN: the last such line of the driver about the card, since it was loaded
last_said() {
    kernel_log | tail -n "+$since" | grep "$1" | grep -E "$2" | tail -n 1 |
        sed 's/^nouveau [0-9a-f:.]*: //'
}

# said NAME ADDRESS PATTERN [LIKE]: the driver must have said so; if not, what it said like it is shown
said() {
    local line
    line=$(last_said "$2" "$3")
    if [ -n "$line" ]; then report "ok $1: $line"
    else report "FAIL $1: the driver did not say /$3/, but: $(last_said "$2" "${4:-nouveau}")"; fi
}

# GPUs: a card's sound function is NVIDIA's too.
cards() {
    local device
    for device in /sys/bus/pci/devices/*; do
        case "$(cat "$device/vendor" "$device/class" | tr -d '\n')" in 0x10de0x03*) basename "$device" ;; esac
    done
}

node_of() {
    local node
    for node in /sys/bus/pci/devices/"$1"/drm/renderD*; do
        [ -e "$node" ] && echo "/dev/dri/$(basename "$node")"
    done
}

# expected NUMBER FIELD: what run.sh knows of that card: 1 chipset, 2 MiB of VRAM, 3 kind of memory
expected() {
    asked cards | cut -d , -f "$1" | cut -d : -f "$2"
}

drm='(DRM|drm):' # older and newer kernels

# is_gv100 NUMBER: whether that card is of GV100's family
is_gv100() {
    case $(expected "$1" 1) in
    140 | 16?) true ;;
    *) false ;;
    esac
}

# copier NUMBER: what the kernel moves that card's buffers with
copier() {
    if is_gv100 "$1"; then echo COPY; else echo M2MF; fi
}

# has_channels NUMBER: whether user space gets any; of GV100's family only if the driver has its files
has_channels() {
    ! is_gv100 "$1" || [ "$(asked firmware)" = 1 ]
}

# probed ADDRESS SUFFIX NUMBER: what a complete probe of a card says
probed() {
    local driver
    driver=$(basename "$(readlink "/sys/bus/pci/devices/$1/driver")")
    if [ "$driver" = nouveau ]; then
        report "ok bound$2: $1 $(cat "/sys/bus/pci/devices/$1/device")"
    else
        report "FAIL bound$2: $1 has no driver"
    fi
    said "chipset$2" "$1" "NVIDIA .* \($(expected "$3" 1)[0-9a-f]{5}\)"
    said "vbios$2" "$1" 'bios: version '
    said "vram$2" "$1" "fb: $(expected "$3" 2) MiB $(expected "$3" 3)\$"
    said "memory$2" "$1" "$drm VRAM: $(expected "$3" 2) MiB"
    said "gart$2" "$1" "$drm GART: [0-9]+ MiB"
    said "outputs$2" "$1" 'DRM: DCB version|drm: (Pointer to TMDS|BIT) table' # the newer one tells of the DCB only if asked
    said "copies$2" "$1" "$drm MM: using $(copier "$3") for buffer copies"
    said "ready$2" "$1" 'Initialized nouveau'
    if [ -n "$(node_of "$1")" ]; then report "ok node$2: $(node_of "$1")"
    else report "FAIL node$2: $1 has no render node"; fi
}

# copies ADDRESS SUFFIX [MODE [SECONDS]]: the user-space test, its own lines passed on as they come, so that a
# guest that is given up has told what it waits for
copies() {
    local verdict name rest
    {
        timeout $((100 + ${4:-0})) copytest "$(node_of "$1")" $3 $4 2>&1
        echo "status $?"
    } | while read -r verdict name rest; do
        case $verdict in
        ok | FAIL) report "$verdict ${name%:}$2: $rest" ;;
        status)
            if [ "$name" = 0 ]; then report "ok copytest$3$2: done"
            else report "FAIL copytest$3$2: status $name"; fi
            ;;
        *) echo "$verdict $name $rest" ;;
        esac
    done
}

# On all processors. The semaphore test keeps a fence waiting until the driver asks for an interrupt; on G80 it polls a
# counter instead, and only faults interrupt.
interrupts() {
    local count
    count=0
    for number_of in $(grep nvkm /proc/interrupts | head -n 1 | tr -s ' ' | tr ' ' '\n' |
        grep -E '^[0-9]+$'); do
        count=$((count + number_of))
    done
    if [ $count -gt 0 ] || { kernel_log | grep -q 'NVIDIA G80 ' && [ "$(asked fault)" != 1 ]; }; then
        report "ok interrupts: $count delivered"
    else
        report "FAIL interrupts: none delivered"
    fi
}

bad='nouveau.*(fault|FAULT|trapped|timeout|timed out|stalled|failed|ERROR|DMA_PUSHER|: intr [0-9a-f]{8}|TRAP|error|[Uu]nknown)|Kernel panic|BUG:|WARNING:|Oops'
# nouveau sets the poller of MCP79 up on MCP89 too, which has none: a MacBook's log has both lines. Without SEC2's files
# nobody boots the falcons of Turing's graphics, which nobody asks for.
harmless='acr: (fe|gpc)cs falcon cannot be bootstrapped'
harmless=$harmless'|MMIO write of 0000[0-9a-f]{4} FAULT at 100c1[8c]|therm: parsing the fan table failed|firmware: failed to load|failed to create kernel channel, -22'

no_complaints() {
    kernel_log | grep -E "$bad" | grep -Ev "$harmless" >/tmp/complaints
    if [ -s /tmp/complaints ]; then
        report "FAIL log: $(wc -l </tmp/complaints) complaints, first: $(head -n 1 /tmp/complaints)"
    else
        report "ok log: no complaint"
    fi
}

# fault NAME ADDRESS PATTERN: the driver's report of an access that faulted
fault() {
    said "fault-$1" "$2" "fb: trapped $3" "fb: trapped ${3%% on channel*}"
}

# What faults.c does: the driver decodes what the card has latched, and the channel goes on. Nothing else faults.
page_faults() {
    local count channel m2mf='engine 00 \[PGRAPH\] client 03 \[DISPATCH\] subclient'
    copies "$1" .fault fault
    sleep 1
    channel='on channel [0-9]+ \[[0-9a-f]+ copytest'
    fault read "$1" "read at 7700001000 $channel.* $m2mf 04 \[M2M_IN\] reason 00000000 \[PT_NOT_PRESENT"
    fault write "$1" "write at 7700002000 $channel.* $m2mf 05 \[M2M_OUT\] reason 00000000 \[PT_NOT_PRESENT"
    fault page "$1" "read at 001fff0000 $channel.* $m2mf 04 \[M2M_IN\] reason 00000002 \[PAGE_NOT_PRESENT"
    fault limit "$1" "read at [0-9a-f]+ $channel.* $m2mf 04 \[M2M_IN\] reason 0000000f \[DMAOBJ_LIMIT"
    fault semaphore "$1" "write at 0000000000 $channel.* engine 05 \[PFIFO\] client 04 \[PFIFO_WRITE\] subclient 01 \[SEMAPHORE\] reason 00000002 \[PAGE_NOT_PRESENT"
    said fault-trap-in "$1" 'gr: TRAP_M2MF .*IN'
    said fault-trap-out "$1" 'gr: TRAP_M2MF .*OUT'
    count=$(kernel_log | grep -c 'fb: trapped')
    if [ "$count" = 5 ]; then report "ok fault-count: $count reports"
    else report "FAIL fault-count: $count reports, 5 accesses were to fault"; fi
}

# killed KIND ADDRESS ACCESS ENGINE CLIENT: an access of GV100 that ends its channel, the driver's report, its recovery
killed() {
    since=$(($(dmesg | wc -l) + 1))
    copies "$2" ".$1" "killed-by-$1"
    sleep 1
    said "fault-$1" "$2" "fifo: fault $3 at 0000007700001000 engine $4 client $5 reason 00 \[PDE\] on channel [0-9]+ \[[0-9a-f]+ copytest" 'fifo: fault'
    said "killed-$1" "$2" 'fifo: channel [0-9]+: killed'
    said "recovery-$1" "$2" 'fifo: runlist [0-9]+: scheduled for recovery'
}

killed_channels() {
    local engine='[0-9a-f]+ \[ce[0-9]\]' client='[0-9a-f]+ \[HUB/(HS)?CE[0-9]\]'
    if has_channels 1; then
        killed read "$1" '00 \[VIRT_READ\]' "$engine" "$client"
        killed write "$1" '01 \[VIRT_WRITE\]' "$engine" "$client"
        killed semaphore "$1" '01 \[VIRT_WRITE\]' '2[0-9a-d] \[HOST[0-9]+\]' '06 \[HUB/HOST\]'
    fi
    # Before Linux 6.2 the driver leaves the vector of Turing's latch off (nouveau-turing-client.md §2).
    case $(expected 1 1)/$(uname -r) in
    16?/6.1.*)
        echo "no read of a hole of BAR1: this driver would not hear of it"
        return
        ;;
    esac
    copytest "/sys/bus/pci/devices/$1/resource1" hole >/tmp/hole 2>&1
    cat /tmp/hole
    sleep 1
    said fault-hole "$1" 'fifo: fault 00 \[VIRT_READ\] at [0-9a-f]{16} engine (04|80) \[BAR1\] client 07 \[HUB/HOST_CPU\] reason 0[02] \[P[DT]E\] on channel -1' 'fifo: fault'
}

reload() {
    if timeout 60 rmmod nouveau; then report "ok unload: done"; else report "FAIL unload: rmmod"; fi
    load
    all_cards .again short
}

# continue_with ADDRESS SUFFIX MODE: what user space can have the card do
continue_with() {
    if has_channels $number; then copies "$1" "$2" "$3"; else copies "$1" "$2" memory; fi
}

# all_cards SUFFIX MODE: each card in turn; the second one's lines end in .2
all_cards() {
    local card suffix
    number=0
    for card in $(cards); do
        number=$((number + 1))
        suffix=$1
        [ $number = 1 ] || suffix=.$number$1
        probed "$card" "$suffix" $number
        [ -z "$(node_of "$card")" ] || [ "$(asked probe)" = 1 ] || continue_with "$card" "$suffix" "$2"
    done
}

first=$(cards | head -n 1)
if [ "$(asked tools)" = 1 ]; then
    . /pci.sh
    pci_tools "$first" "$(expected 1 1)"
fi
load
if [ "$(asked start)" = 1 ]; then # what the driver wrote to start the cards is all that is wanted
    report "ok end: $(cards | wc -l) cards"
    poweroff -f
fi
all_cards
if [ "$(asked desktop)" = 1 ]; then
    . /desktop.sh
    x_server
    opengl "NV$(expected 1 1 | sed 's/^0//' | tr a-f A-F)" $(($(expected 1 2) * 3 / 2))
fi
[ "$(asked stress)" != 1 ] || copies "$first" .stress stress
[ -z "$(asked load)" ] || copies "$first" .load load "$(asked load)"
[ "$(asked reload)" != 1 ] || reload
no_complaints
if [ "$(asked fault)" = 1 ]; then
    if is_gv100 1; then killed_channels "$first"; else page_faults "$first"; fi
fi
interrupts
echo "---- kernel log"
dmesg
echo "---- end of kernel log"
report "ok end: $number cards"
sleep 1
poweroff -f
