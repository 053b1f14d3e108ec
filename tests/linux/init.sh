#!/bin/busybox sh
# The first process of the guest: sets the system up, does what /job.sh says with /out as its folder, sends /out as a tar
# archive over the second serial port, and switches the machine off.
export PATH=/bin TERM=linux
/bin/busybox --install -s /bin
mount -t devtmpfs dev /dev
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t tmpfs run /run
mount -t securityfs security /sys/kernel/security 2>/dev/null
# While the host is busy the kernel may find a rate of the TSC that is several times too small, and believes the PIT in
# that although it sees that the HPET disagrees. The card's time is the HPET's, so a run would see a wrong rate of it.
! dmesg | grep -q 'sing PIT calibration' || echo hpet >/sys/devices/system/clocksource/clocksource0/current_clocksource
mkdir -p /out /var/lib /tmp
ln -sf /proc/self/fd /dev/fd
stty -F /dev/ttyS1 raw 2>/dev/null
sh /job.sh >/out/log 2>&1
echo "status $?" >>/out/log
dmesg >/out/dmesg
tar -cf /dev/ttyS1 -C /out .
poweroff -f
