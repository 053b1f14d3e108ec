#!/bin/bash
# initramfs.sh KERNEL OUT: packs busybox, the modules of KERNEL (see fetch-kernel.sh), init.sh as the
# first process and the user-space test, compiled against the C library and DRM's headers alone.
set -euo pipefail
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
kernel=$1
out=$2

mkdir -p "$(dirname "$out")"
root=$(mktemp -d "$out.XXXXXX")
trap 'rm -rf "$root"' EXIT

# add_program NAME: one of this machine's, with the libraries that it needs
add_program() {
    local path file
    path=$(PATH=$PATH:/usr/sbin:/sbin command -v "$1")
    cp "$path" "$root/bin/"
    while read -r file; do
        mkdir -p "$root/$(dirname "$file")"
        cp -n "$file" "$root/$file"
    done < <(ldd "$path" | grep -oE '/[^ ]+')
}

mkdir "$root"/{bin,dev,proc,sys,tmp,modules}
cp /bin/busybox "$root/bin/"
for applet in sh mount mkdir insmod rmmod dmesg grep cat ls sleep poweroff tr sed cut tail head \
    timeout basename readlink stty rm wc; do
    ln -s busybox "$root/bin/$applet"
done
for module in "$kernel"/modules/*.ko*; do # none if all is built in
    [[ ! -e $module ]] || cp "$module" "$root/modules/"
done
for module in "$root"/modules/*.xz; do
    [[ ! -e $module ]] || xz -d "$module"
done
gcc -std=gnu11 -O2 -Wall -Wextra -Werror -D_GNU_SOURCE -static -I"$here/../../.." \
    -isystem /usr/include/libdrm -o "$root/bin/copytest" "$here"/*.c
gcc -std=gnu11 -O2 -Wall -Wextra -Werror -static -o "$root/bin/pcitest" "$here/../pci/pcitest.c"
add_program lspci
add_program setpci
cp "$here/../pci/pci.sh" "$root/pci.sh"
cp "$here/init.sh" "$root/init"
chmod 755 "$root/init"
(cd "$root" && find . | cpio -o -H newc --quiet | gzip -1) >"$out.new.$$"
mv "$out.new.$$" "$out"
