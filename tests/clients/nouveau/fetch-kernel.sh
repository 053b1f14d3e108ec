#!/bin/bash
# fetch-kernel.sh stable|newest DIR: what the nouveau client needs of a kernel of Debian's, into DIR: vmlinuz,
# and the nouveau module with all that it depends on, numbered in the order of loading. stable is the
# release's own kernel, newest the latest that the machine's lists have. The package is unpacked, not
# installed: the machine's own kernel and boot files stay as they are.
set -euo pipefail
which=$1 directory=$2

stable() {
    apt-cache depends linux-image-amd64 |
        awk '$1 == "Depends:" && $2 ~ /^linux-image-/ { print $2; exit }'
}

# Names alone, which other packages mention, have no version.
newest() {
    apt-cache pkgnames linux-image- | grep -E '^linux-image-[0-9][^-]*(-[0-9]+)?-amd64$' |
        xargs -r apt-cache madison | awk '{ print $1 }' | sort -V | tail -n 1
}

package=$("$which")
[[ -n $package ]] || { echo "apt knows no linux-image" >&2 && exit 1; }
version=${package#linux-image-}

mkdir -p "$(dirname "$directory")"
work=$(mktemp -d "$directory.XXXXXX")
trap 'rm -rf "$work"' EXIT
mkdir "$work/tree" "$work/done" "$work/done/modules"
(cd "$work" && apt-get -q -o APT::Sandbox::User=root download "$package" >&2)
dpkg-deb --fsys-tarfile "$work"/*.deb | tar -x -C "$work/tree" --wildcards \
    "./boot/vmlinuz-*" "./lib/modules/*"
depmod -b "$work/tree" "$version"

cp "$work/tree/boot/vmlinuz-$version" "$work/done/vmlinuz"
number=10
while read -r path; do
    cp "$path" "$work/done/modules/$number-$(basename "$path")"
    number=$((number + 1))
done < <(modprobe -d "$work/tree" -S "$version" --show-depends nouveau |
    sed -n 's/^insmod \([^ ]*\).*/\1/p')
# For tests/linux: modules that `modprobe` finds there by itself.
modules=$work/done/rig/lib/modules/$version
mkdir -p "$modules"
for name in vfio-pci vfio_iommu_type1 virtio_blk virtio_pci ext4 bochs nouveau; do
    modprobe -d "$work/tree" -S "$version" --show-depends $name | sed -n 's/^insmod \([^ ]*\).*/\1/p'
done | sort -u | while read -r path; do
    cp "$path" "$modules/"
done
find "$modules" -name '*.xz' -exec xz -d {} +
cp "$work/tree/lib/modules/$version"/modules.{order,builtin,builtin.modinfo} "$modules/"
depmod -b "$work/done/rig" "$version"
echo "$version" >"$work/done/version"
rm -rf "$directory"
mv "$work/done" "$directory"
