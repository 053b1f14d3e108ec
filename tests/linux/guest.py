"""A guest with Debian's kernel, in which `barecard run` tests the modelled card.

Guest(...).run(job) boots it with the shell script `job` as its work and gives what that left in /out. Kernels come from
tests/clients/nouveau/fetch-kernel.sh; everything else is this machine's. QEMU's monitor is at hand while the guest runs:
console() waits for a line, monitor() sends a command.
"""
import hashlib
import io
import json
import lzma
import os
import pathlib
import shutil
import socket
import struct
import subprocess
import tarfile
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get("BUILD", ROOT / "build")).resolve()
HERE = ROOT / "tests/linux"
KERNELS = {"stable": ROOT / ".cache/linux", "newest": ROOT / ".cache/linux-newest"}


def cpio(folder):
    """A folder as an archive that the kernel unpacks; several of them one after the other are one."""
    names = subprocess.run(["find", "."], cwd=folder, check=True, stdout=subprocess.PIPE).stdout
    return subprocess.run(["cpio", "-o", "-H", "newc", "--quiet"], cwd=folder, input=names, check=True,
                          stdout=subprocess.PIPE).stdout


def libraries(program):
    listed = subprocess.run(["ldd", program], check=True, stdout=subprocess.PIPE, text=True).stdout
    return [word for line in listed.splitlines() for word in line.split() if word.startswith("/")]


def unpacked(kernel):
    """The kernel's ELF file, which QEMU starts by its PVH entry: undoing its packing takes the guest longer."""
    data = kernel.read_bytes()
    start = (data[0x1f1] + 1) * 512 + struct.unpack_from("<I", data, 0x248)[0]
    packed = data[start:start + struct.unpack_from("<I", data, 0x24c)[0] - 4]
    return lzma.decompress(packed, lzma.FORMAT_XZ) if packed[:6] == b"\xfd7zXZ\x00" else data


def add(folder, path, to=None):
    target = folder / (to or str(path).lstrip("/"))
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(path, target)


def system(kernel):
    """Busybox, the kernel's modules and the first process."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for part in ("bin", "dev", "proc", "sys", "run"):
            (folder / part).mkdir()
        add(folder, shutil.which("busybox"), "bin/busybox")
        add(folder, HERE / "init.sh", "init")
        (folder / "init").chmod(0o755)
        shutil.copytree(kernel / "rig/lib", folder / "lib")
        return cpio(folder)


def program(path):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        add(folder, path, "bin/barecard")
        for library in libraries(path):
            add(folder, library)
        return cpio(folder)


def kept(name, inputs, make):
    """What `make` gives, kept until one of the inputs is another."""
    stamp = hashlib.sha256(repr([(str(i), os.stat(i).st_mtime_ns) for i in inputs]).encode()).hexdigest()[:16]
    path = BUILD / "linux" / f"{name}-{stamp}"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        for old in path.parent.glob(f"{name}-????????????????"):
            old.unlink()
        new = path.with_suffix(f".{os.getpid()}")
        new.write_bytes(make())
        new.rename(path)
    return path


class Guest:
    def __init__(self, cards, kernel="stable", iommu="intel-iommu,intremap=on,caching-mode=on", smp=1, memory="1G",
                 append="", options=(), barecard=None, rig=None):
        self.cards, self.kernel, self.iommu, self.smp, self.memory = cards, kernel, iommu, smp, memory
        self.append, self.options = append, list(options)
        self.barecard = barecard or BUILD / "barecard"
        self.rig = rig  # of tests/boots/rig/apps, which then starts the kernel under UEFI

    def initrd(self, job):
        kernel = KERNELS[self.kernel]
        base = kept(f"system-{self.kernel}", [kernel / "version", HERE / "init.sh"], lambda: system(kernel))
        tool = kept("program", [self.barecard], lambda: program(self.barecard))
        with tempfile.TemporaryDirectory() as name:
            (pathlib.Path(name) / "job.sh").write_text(job)
            work = cpio(name)
        (self.work / "initrd").write_bytes(base.read_bytes() + tool.read_bytes() + work)

    def stick(self, words):
        """What UEFI starts: the rig, and the kernel in Barecard's place."""
        (self.work / "options").write_text(words + "initrd=\\INITRD", encoding="utf-16-le")
        for command in (["truncate", "-s", "128M", "stick"], ["mformat", "-F", "-i", "stick", "::"],
                        ["mmd", "-i", "stick", "::/EFI", "::/EFI/BOOT"],
                        ["mcopy", "-i", "stick", BUILD / f"rig/{self.rig}.EFI", "::/EFI/BOOT/BOOTX64.EFI"],
                        ["mcopy", "-i", "stick", KERNELS[self.kernel] / "vmlinuz", "::/EFI/BOOT/BARECARD.EFI"],
                        ["mcopy", "-i", "stick", "options", "::/EFI/BOOT/OPTIONS"],
                        ["mcopy", "-i", "stick", "initrd", "::/INITRD"], ["cp", BUILD / "vars.fd", "vars"]):
            subprocess.run(command, cwd=self.work, check=True)
        return ["-drive", "if=pflash,unit=0,format=raw,readonly=on,file=/usr/share/OVMF/OVMF_CODE_4M.fd",
                "-drive", f"if=pflash,unit=1,format=raw,file={self.work}/vars",
                "-drive", f"if=none,id=stick,format=raw,file={self.work}/stick", "-device", "virtio-blk-pci,drive=stick,bootindex=0"]

    def command(self):
        kernel = KERNELS[self.kernel]
        words = "console=ttyS0 quiet panic=-1 no_timer_check mitigations=off cryptomgr.notests rdinit=/init " \
                "initcall_blacklist=crypto_kdf108_init "
        command = ["qemu-system-x86_64", "-machine", "q35", "-accel", "tcg", "-cpu", "max", "-smp", str(self.smp),
                   "-m", self.memory, "-nodefaults", "-no-user-config", "-display", "none", "-vga", "none",
                   "-no-reboot", "-plugin", str(BUILD / "barecard.so"),
                   "-serial", f"file:{self.work}/console", "-serial", f"file:{self.work}/out.tar",
                   "-qmp", f"unix:{self.work}/qmp,server=on,wait=off"]
        if self.iommu:
            command += ["-device", self.iommu]
            words += "intel_iommu=on "
        for number, card in enumerate(self.cards):
            command += ["-device", f"pcie-root-port,id=port{number},chassis={number + 1}",
                        "-device", f"{card},bus=port{number},id=card{number}"]
        words += self.append
        if self.rig:
            return command + self.stick(words) + self.options
        image = kept(f"kernel-{self.kernel}", [kernel / "vmlinuz"], lambda: unpacked(kernel / "vmlinuz"))
        return command + ["-kernel", str(image), "-initrd", f"{self.work}/initrd", "-append", words] + self.options

    def start(self, job, work):
        self.work = pathlib.Path(work)
        self.initrd(job)
        self.log = open(self.work / "qemu.log", "wb")
        self.process = subprocess.Popen(self.command(), stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)

    def console(self, text, timeout=120):
        """Waits for a text on the guest's console; whether it came."""
        end = time.monotonic() + timeout
        path = self.work / "console"
        while time.monotonic() < end and self.process.poll() is None:
            if path.exists() and text in path.read_text(errors="replace"):
                return True
            time.sleep(0.05)
        return path.exists() and text in path.read_text(errors="replace")

    def monitor(self, command, **arguments):
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(str(self.work / "qmp"))
            answers = line.makefile("r")
            answers.readline()
            for request in ({"execute": "qmp_capabilities"}, {"execute": command, "arguments": arguments}):
                line.sendall(json.dumps(request).encode() + b"\n")
                while "return" not in (answer := json.loads(answers.readline())) and "error" not in answer:
                    pass
            return answer

    def kill(self):
        self.process.kill()
        self.process.wait()

    def finish(self, timeout=120):
        """What is in /out, by name."""
        try:
            self.process.wait(timeout)
        except subprocess.TimeoutExpired:
            self.kill()
        self.log.close()
        try:
            sent = (self.work / "out.tar").read_bytes()
            start = max(0, sent.find(b"ustar") - 257)  # UEFI's console is on each serial port
            with tarfile.open(fileobj=io.BytesIO(sent[start:])) as archive:
                return {"console": (self.work / "console").read_text(errors="replace")} | {m.name.removeprefix("./"): archive.extractfile(m).read().decode(errors="replace")
                        for m in archive.getmembers() if m.isfile()}
        except tarfile.TarError:
            console = (self.work / "console").read_text(errors="replace") if (self.work / "console").exists() else ""
            return {"log": f"no answer from the guest; its console ends:\n{console[-2000:]}\n"
                           f"{(self.work / 'qemu.log').read_text(errors='replace')[-1000:]}"}

    def run(self, job, meanwhile=None, timeout=120):
        with tempfile.TemporaryDirectory(prefix="barecard-linux-") as work:
            self.start(job, work)
            if meanwhile:
                meanwhile(self)
            return self.finish(timeout)
