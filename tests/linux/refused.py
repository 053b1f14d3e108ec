"""What stands in the way of a card on a machine, with Debian's kernel: the sentence, status 2, and nothing is touched."""
from guest import Guest
from points import LOOK, point

CARD = "nv50,chipset=g84,vram=16M"
IOMMU = "intel-iommu,intremap=on,caching-mode=on"

# In the guest: says what a run without a card says, and whether all is as before.
REFUSED = LOOK + """
refused() { # refused NAME COMMAND...
    name=$1; shift
    look $name.before; "$@" 2>$name; echo "$name status $?"; look $name.after; same $name.before $name.after
}
"""


def expect(kernel, said, name, sentence, status=2):
    log = said.get("log", "")
    point(f"{kernel}.refused.{name}", said.get(name, "").strip() == f"barecard run: {sentence}" and
          f"{name} status {status}\n" in log and f"{name}.before and {name}.after are the same" in log,
          said.get(name, "") + log)


def with_iommu(kernel):
    said = Guest([CARD], kernel=kernel).run(REFUSED + """
chmod 755 /; mkdir /etc; echo 'u:x:1000:1000::/tmp:/bin/sh' >/etc/passwd
refused root su u -c 'barecard run'
cd /lib/modules/*; mv modules.dep kept; sed /vfio-pci.ko/d kept >modules.dep; cd /out
refused modules barecard run
cd /lib/modules/*; mv kept modules.dep; cd /out
echo 16 >/proc/sys/vm/nr_hugepages
refused translated barecard run --no-iommu
modprobe vfio-pci
device=/sys/bus/pci/devices/0000:01:00.0
echo vfio-pci >$device/driver_override; echo 0000:01:00.0 >/sys/bus/pci/drivers_probe
until [ "$(cat $device/power_state)" = D3hot ]; do sleep 0.1; done
refused asleep barecard run
echo on >$device/power/control
look a; barecard run --device model --suite link.scratch,link.dma; echo "awake $?"; look b; same a b
""")
    log = said.get("log", "")
    expect(kernel, said, "root", "only root may take a card over: sudo barecard run ...")
    expect(kernel, said, "modules", "this kernel has no module vfio-pci: install the modules that belong to it "
           "(linux-modules-extra on some systems), or start Linux with iommu=pt and use --no-iommu")
    expect(kernel, said, "translated", "0000:01:00.0: an IOMMU is on, which lets the card reach no memory of --no-iommu: "
           "leave that option out, or start Linux with iommu=pt")
    expect(kernel, said, "asleep", "0000:01:00.0 sleeps (D3hot), and its registers answer nobody: wake it with echo on | "
           "sudo tee /sys/bus/pci/devices/0000:01:00.0/power/control")
    point(f"{kernel}.refused.awake", "verdict: PASS" in log and "awake 0" in log and "a and b are the same" in log, log)


def locked_down(kernel):
    said = Guest([CARD], kernel=kernel, iommu=None, append="lockdown=integrity ").run(
        REFUSED + "refused locked barecard run\n")
    expect(kernel, said, "locked", "0000:01:00.0: the kernel is locked down (Secure Boot), so without an IOMMU it lets "
           "nobody reach a card: switch the IOMMU on in the machine's setup, or Secure Boot off")


def in_company(kernel):
    """Below a bridge to PCI all devices share a group. With iommu=pt the card's own DMA goes where --no-iommu wants it."""
    below = ["-device", "pcie-root-port,id=p,chassis=9", "-device", "pcie-pci-bridge,id=b,bus=p",
             "-device", f"{CARD},bus=b,addr=1", "-device", "virtio-rng-pci,bus=b,addr=2"]
    said = Guest([], kernel=kernel, options=below).run(
        REFUSED.replace("0000:01:00.0", "0000:02:01.0") + "refused company barecard run\n")
    expect(kernel, said, "company", "0000:02:01.0 shares its IOMMU group 3 with 0000:02:02.0, which would be lent with it: "
           "put the card into another slot, or start Linux with iommu=pt and use --no-iommu")
    said = Guest([CARD], kernel=kernel, append="iommu=pt ").run(LOOK + """
echo 16 >/proc/sys/vm/nr_hugepages
look before; barecard run --no-iommu --device model --suite link.dma; echo "passed $?"; look after; same before after
""")
    log = said.get("log", "")
    point(f"{kernel}.refused.passed", "verdict: PASS" in log and "passed 0" in log and
          "before and after are the same" in log, log)


def console(kernel):
    """The kernel's console on the card, by the framebuffer that UEFI has left (tests/boots/rig/apps/console.c); the rig's
    table of UEFI does not outlive its boot services, so the kernel may not call them."""
    said = Guest([CARD], kernel=kernel, rig="console", append="efi=noruntime ").run(REFUSED + """
shown() { cat /proc/fb; grep -l . /sys/bus/platform/drivers/*-framebuffer/*/modalias /sys/bus/platform/drivers/simple*/*/modalias; } 2>/dev/null
shown >shown.before
refused console barecard run
look a; barecard run --take --device model --suite link,vram.quick; echo "taken $?"; look b; same a b
shown >shown.after
""")
    log = said.get("log", "")
    expect(kernel, said, "console", "0000:01:00.0 shows the console: --take tests it; the screen goes dark until the end, "
           "under newer kernels until the machine is started again")
    point(f"{kernel}.refused.console.taken", "verdict: PASS" in log and "taken 0" in log and "a and b are the same" in log and
          "# 0000:01:00.0: the console is drawn on it; the screen goes dark until the end\n" in log, log)
    # From some 6.x on, whoever takes a card by VFIO has the kernel forget what UEFI has set up on it.
    lost = "barecard run: the console does not come back to the screen of 0000:01:00.0 (efi-framebuffer) before the machine " \
           "is started again\n"
    point(f"{kernel}.refused.console.back", said.get("shown.before") and (
        lost in log if kernel == "newest" else said.get("shown.before") == said.get("shown.after")),
          said.get("shown.before", "") + said.get("shown.after", "") + log)
