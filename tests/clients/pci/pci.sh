# tests/clients/pci/pci.sh: read by init.sh. lspci, setpci and sysfs look at a card before its driver is loaded.
# What lspci must say follows from docs/hardware/tesla-mmio.md §1.3 and §1.4, the speed of which a link is capable from
# docs/hardware/board-sensors.md §12: G80, G84 and G86 are parts for 2.5 GT/s, later ones for 5 GT/s.

# lists NAME ADDRESS PATTERN [no]: a line of lspci must match, or none may
lists() {
    local line
    line=$(grep -E "$3" "/tmp/lspci.$2" | head -n 1 | sed 's/^[[:space:]]*//')
    case ${line:+line}/$4 in
    line/ | /?*) report "ok lspci-$1: ${line:-none}" ;;
    *) report "FAIL lspci-$1: ${line:-no line like /$3/}" ;;
    esac
}

# pci_tools ADDRESS CHIPSET: CHIPSET as run.sh knows it, the start of BOOT_0
pci_tools() {
    local at=$1 igp='' vendor='' not=non- speed=5
    case $2 in 0aa | 0ac | 0af) igp=1 ;; esac
    case $2 in 0a3 | 0a5 | 0a8 | 0af) vendor=1 ;; esac
    case $2 in 050 | 084 | 086) speed='2\.5' ;; esac
    case $2 in 0aa | 0ac | 0a3 | 0a5 | 0a8 | 0af) not='' ;; esac

    lspci -n -vvv -xxxx -s "$at" >"/tmp/lspci.$at" 2>"/tmp/lspci.$at.complaints"
    # It does not decode a power budget, <?>, and misses the modules of the kernel that no guest of ours has.
    sed -i '/libkmod/d' "/tmp/lspci.$at.complaints"
    grep -E '<unknown>|<access denied>|!!!|ignored' "/tmp/lspci.$at" >>"/tmp/lspci.$at.complaints"
    if [ -s "/tmp/lspci.$at.complaints" ]; then
        report "FAIL lspci: $(head -n 1 "/tmp/lspci.$at.complaints")"
    else
        report "ok lspci: $(wc -l <"/tmp/lspci.$at") lines, no complaint"
    fi
    lists class "$at" '0300: 10de:'
    lists region-0 "$at" 'Region 0: Memory at .*\(32-bit, non-prefetchable\).*\[size=16M\]'
    lists region-1 "$at" 'Region 1: Memory at .*\(64-bit, prefetchable\).*\[size=256M\]'
    lists region-3 "$at" "Region 3: Memory at .*\(64-bit, ${not}prefetchable\)"
    lists region-5 "$at" 'Region 5: I/O ports at .*\[size=128\]'
    lists power "$at" 'Capabilities: \[60\] Power Management version 3'
    lists msi "$at" 'Capabilities: \[68\] MSI: .*64bit\+'
    lists express "$at" 'Capabilities: \[78\] Express \(v2\) Endpoint' $igp
    lists roles "$at" 'RBE\+' $igp
    lists width "$at" "LnkCap:.*Speed ${speed}GT/s, Width x16" $igp
    lists channel "$at" 'Capabilities: \[100 v1\] Virtual Channel' $igp
    lists budget "$at" 'Capabilities: \[128 v1\] Power Budgeting' $igp
    if [ -n "$vendor" ]; then lists vendor "$at" 'Capabilities: \[b4\] Vendor Specific'
    else lists vendor "$at" 'Vendor Specific' no; fi

    # The subsystem ids can be written at 0x40; what is not writable stays.
    setpci -s "$at" 0x40.L=12345678 0.W=5555
    if [ "$(setpci -s "$at" 0x2c.L 0.W 0x40.L | tr '\n' ' ')" = '12345678 10de 12345678 ' ]; then
        report "ok setpci: $(setpci -s "$at" CAP_PM.W) at CAP_PM"
    else
        report "FAIL setpci: $(setpci -s "$at" 0x2c.L 0.W 0x40.L | tr '\n' ' ')"
    fi
    pcitest "/sys/bus/pci/devices/$at" "$2" >/tmp/pcitest
    while read -r verdict name rest; do
        report "$verdict pci-${name%:}: $rest"
    done </tmp/pcitest
    if dmesg | grep -E 'ASPM on pre-1.1|can.t claim|no compatible bridge window|failed to assign|BAR.*bogus|Invalid PCI ROM' >/tmp/bus; then
        report "FAIL pci-log: $(head -n 1 /tmp/bus)"
    else
        report "ok pci-log: no complaint of the bus"
    fi
}
