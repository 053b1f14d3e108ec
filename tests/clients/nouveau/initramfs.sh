#!/bin/bash
# initramfs.sh KERNEL OUT [desktop|firmware]: packs busybox, the modules of KERNEL (see fetch-kernel.sh), init.sh as the
# first process and the user-space test, compiled against the C library and DRM's headers alone; with `desktop` also
# this machine's X server with its nouveau driver, and Mesa; with `firmware` stand-ins for the files that NVIDIA signs.
set -euo pipefail
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
kernel=$1
out=$2

mkdir -p "$(dirname "$out")"
root=$(mktemp -d "$out.XXXXXX")
trap 'rm -rf "$root"' EXIT

# add_libraries FILE: those that it needs
add_libraries() {
    local file
    while read -r file; do
        mkdir -p "$root/$(dirname "$file")"
        cp -n "$file" "$root/$file"
    done < <(ldd "$1" | grep -oE '/[^ ]+')
}

# add_program NAME: one of this machine's
add_program() {
    local path
    path=$(PATH=$PATH:/usr/sbin:/sbin command -v "$1")
    cp "$path" "$root/bin/"
    add_libraries "$path"
}

# add_module FILE...: what a program loads by itself
add_module() {
    local file
    for file; do
        mkdir -p "$root/$(dirname "$file")"
        cp "$file" "$root/$file"
        add_libraries "$file"
    done
}

# build NAME LIBRARY...: a program of the desktop's
build() {
    local name=$1
    shift
    gcc -std=gnu11 -O2 -Wall -Wextra -Werror -isystem /usr/include/libdrm -o "$root/bin/$name" \
        "$here/../desktop/$name.c" "$@"
    add_libraries "$root/bin/$name"
}

add_desktop() {
    local xorg=/usr/lib/xorg libraries=/usr/lib/x86_64-linux-gnu
    build pictures -lX11 -lXrender
    build gltest -lEGL -lGL
    gcc -std=gnu11 -O2 -Wall -Wextra -Werror -shared -fPIC -isystem /usr/include/libdrm \
        -o "$root/lib/monitor.so" "$here/../desktop/monitor.c"
    add_libraries $xorg/Xorg
    cp $xorg/Xorg "$root/bin/"
    add_module $xorg/modules/{drivers/nouveau_drv,libexa,libshadow,libshadowfb,libfbdevhw,libwfb}.so
    add_program xkbcomp
    mkdir -p "$root"/usr/{bin,share/X11,share/glvnd} "$root"/{tmp/.X11-unix,var/lib/xkb,var/log}
    ln -s /bin/xkbcomp "$root/usr/bin/xkbcomp"
    cp -r /usr/share/X11/xkb "$root/usr/share/X11/"
    cp -r /usr/share/glvnd/egl_vendor.d "$root/usr/share/glvnd/"
    add_module $libraries/libEGL_mesa.so.0 $libraries/dri/nouveau_dri.so
    cp "$here/../desktop/desktop.sh" "$root/desktop.sh"
}

mkdir "$root"/{bin,dev,proc,sys,tmp,modules}
cp /bin/busybox "$root/bin/"
for applet in sh mount mkdir insmod rmmod dmesg grep cat ls sleep poweroff tr sed cut tail head \
    timeout basename readlink stty rm wc cmp uname; do
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
[[ ${3-} != desktop ]] || add_desktop
[[ ${3-} != firmware ]] || "$here/stand-ins.py" "$root/lib/firmware/nvidia" >/dev/null
cp "$here/init.sh" "$root/init"
chmod 755 "$root/init"
# Not compressed: the guest would take longer to unpack it than QEMU takes to load it.
(cd "$root" && find . | cpio -o -H newc --quiet) >"$out.new.$$"
mv "$out.new.$$" "$out"
