#!/usr/bin/python3 -B
"""tests/boots/loaders.t: the firmware as other boot loaders start it: GRUB on another disk, GRUB from the CD's image, a
stick made by copying files, UEFI's Shell, and a stick whose barecard.cfg has another name. Each time one line says which
configuration was read, and the report is on Barecard's volume or nowhere (docs/rig.md "The stick"). `make test` takes
the first."""
import os
import re
import subprocess
import tempfile

from boots import Pc, check, finish, from_stick, in_full, shows, stick

BUILD = os.environ.get("BUILD", "build")
CONFIG = "menu=0\ndevice=model\nsuite=id.boot0\nlabel={}\n"


def disk(folder, name, files):
    """A disk that is one FAT32 from its first sector on, with these files: paths of files, or their bytes."""
    image = os.path.join(folder, name)
    subprocess.run(["mformat", "-C", "-F", "-i", image, "-T", "163840", "-h", "64", "-s", "32", "::"], check=True)
    for path, content in files.items():
        parts = path.split("/")[:-1]
        for depth in range(len(parts)):
            subprocess.run(["mmd", "-D", "s", "-i", image, "::" + "/".join(parts[:depth + 1])], stderr=subprocess.DEVNULL)
        source = ["-"] if isinstance(content, bytes) else [content]
        subprocess.run(["mcopy", "-i", image, *source, f"::{path}"], check=True,
                       **({"input": content} if isinstance(content, bytes) else {}))
    return image


def grub(folder, script):
    """GRUB with that script in it, as the disk's own boot loader."""
    config, image = os.path.join(folder, "grub.cfg"), os.path.join(folder, "grub.efi")
    with open(config, "w") as file:
        file.write(script)
    subprocess.run(["grub-mkstandalone", "-O", "x86_64-efi", "--fonts=", "--locales=", "--themes=", "-o", image,
                    "--install-modules=normal part_msdos fat chain loopback iso9660", "--modules=part_msdos fat chain loopback iso9660",
                    f"boot/grub/grub.cfg={config}"], check=True, stderr=subprocess.DEVNULL)
    return image


def lists(image):
    return subprocess.run(["mdir", "-b", "-i", image, "::/"], capture_output=True, text=True).stdout


def on(folder, *disks, then=lambda pc: None):
    with Pc(folder, "-nic", "none", disks=disks) as pc:
        pc.wait("the line of the verdict", lambda: re.search("# verdict: .*\n", pc.said()))
        then(pc)
        return pc.said()


def other_disk(folder):
    """GRUB names the volume of its own root for what it starts, here the machine's own system partition."""
    own = disk(folder, "own.img", {"/EFI/BOOT/BOOTX64.EFI": grub(
        folder, "root=hd0\nchainloader (hd1,msdos1)/EFI/BOOT/BOOTX64.EFI\nboot\n"), "/NOTES.TXT": b"the machine's own"})
    ours = stick(folder, CONFIG.format("FROM-STICK"))
    said = on(folder, own, ours)
    check("grub.configuration", "# configuration: barecard.cfg\n" in said, said)
    check("grub.report", '"label":"FROM-STICK"' in from_stick(ours, "report.jsonl"), said)
    check("grub.others", lists(own).split() == ["::/EFI/", "::/NOTES.TXT"], lists(own))


def several(folder):
    """Started from a volume that is not Barecard's, beside two sticks: nobody can say which is meant."""
    own = disk(folder, "own.img", {"/EFI/BOOT/BOOTX64.EFI": grub(
        folder, "root=hd0\nchainloader (hd1,msdos1)/EFI/BOOT/BOOTX64.EFI\nboot\n")})
    ours = [stick(folder, CONFIG.format(name), f"{name}.img") for name in ("first", "second")]
    seen = []
    said = on(folder, own, *ours, then=lambda pc: pc.wait("REPORT NOT SAVED", lambda: pc.picture() and shows(
        f"{folder}/picture.ppm", "REPORT NOT SAVED: several volumes have a barecard.cfg") and seen.append(1) is None))
    check("several", seen == [1] and "# several volumes have a barecard.cfg, and none of them is the one that" in said
          and not any(from_stick(one, "report.jsonl") for one in ours), said)


def loopback(folder):
    """From the CD's image nothing can be written; a stick that lies beside it has the settings and takes the report."""
    files = {"/EFI/BOOT/BOOTX64.EFI": grub(
        folder, "root=hd0\nloopback loop (hd0)/barecard.iso\nchainloader (loop)/EFI/BOOT/BOOTX64.EFI\nboot\n"),
        "/barecard.iso": f"{BUILD}/barecard.iso"}
    own = disk(folder, "own.img", files)
    seen = []
    said = on(folder, own, then=lambda pc: pc.wait("REPORT NOT SAVED", lambda: pc.picture() and shows(
        f"{folder}/picture.ppm", "REPORT NOT SAVED") and seen.append(1) is None))
    check("loopback.said", "# no barecard.cfg: defaults are used\n" in said and
          "# no volume has a barecard.cfg, and the one that the firmware came from is not Barecard's" in said, said)
    check("loopback.shown", seen == [1])
    check("loopback.others", lists(own).split() == ["::/EFI/", "::/barecard.iso"], lists(own))
    ours = stick(folder, CONFIG.format("BESIDE"))
    said = on(folder, own, ours)
    check("loopback.beside", "# configuration: barecard.cfg\n" in said and
          '"label":"BESIDE"' in from_stick(ours, "report.jsonl"), said)


def copied(folder):
    """Files that were copied onto a stick of the shop's make: FAT32, no partitions."""
    image = disk(folder, "copied.img", {"/EFI/BOOT/BOOTX64.EFI": f"{BUILD}/BOOTX64.EFI",
                                        "/barecard.cfg": CONFIG.format("COPIED").encode()})
    said = on(folder, image)
    report = subprocess.run(["mtype", "-i", image, "::/report.jsonl"], capture_output=True, text=True).stdout
    check("copied", "# configuration: barecard.cfg\n" in said and '"label":"COPIED"' in report, said)


def shell(folder):
    """The words behind the program's name are the settings; X goes back to the Shell."""
    image = disk(folder, "shell.img", {
        "/tools/BARECARD.EFI": f"{BUILD}/BOOTX64.EFI", "/barecard.cfg": CONFIG.format("FILE").encode(),
        "/startup.nsh": b"fs0:\r\ncd tools\r\nBARECARD.EFI menu=0 device=model suite=id.boot0 label=WORDS\r\n"
                        b"echo back > \\back.txt\r\n"})
    written = lambda: "back.txt" in lists(image)
    said = on(folder, image, then=lambda pc: (pc.press("x", "x"), pc.wait("back", written)))
    report = subprocess.run(["mtype", "-i", image, "::/report.jsonl"], capture_output=True, text=True).stdout
    check("shell", "# configuration: load options\n" in said and '"label":"WORDS"' in report, said)


def misnamed(folder):
    """Windows hides what a name ends with: barecard.cfg.txt."""
    image = stick(folder, None, **{"barecard.cfg.txt": CONFIG.format("HIDDEN")})
    said = on(folder, image)
    check("misnamed", "# no barecard.cfg, but barecard.cfg.txt, which has to be renamed: defaults are used\n" in said
          and '"label"' not in from_stick(image, "report.jsonl") and from_stick(image, "report.jsonl"), said)


if subprocess.run(["which", "grub-mkstandalone"], capture_output=True).returncode:
    print("1..0 # SKIP needs grub-mkstandalone (tools/setup.sh --tests)")
    raise SystemExit(0)
wanted = os.environ.get("ONLY", "")
for boot in (other_disk, several, loopback, copied, shell, misnamed)[:6 if in_full else 1]:
    if wanted in boot.__name__:
        with tempfile.TemporaryDirectory() as scratch:
            boot(scratch)
finish()
