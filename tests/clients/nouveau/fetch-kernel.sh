#!/bin/bash
# fetch-kernel.sh DIR: what the nouveau client needs of Debian's kernel, into DIR: vmlinuz, and the
# nouveau module with all that it depends on, numbered in the order of loading. The package is
# unpacked, not installed: the machine's own kernel and boot files stay as they are.
set -euo pipefail
directory=$1

package=$(apt-cache depends linux-image-amd64 |
    awk '$1 == "Depends:" && $2 ~ /^linux-image-/ { print $2; exit }')
[[ -n $package ]] || { echo "apt knows no linux-image-amd64" >&2 && exit 1; }
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
echo "$version" >"$work/done/version"
rm -rf "$directory"
mv "$work/done" "$directory"
