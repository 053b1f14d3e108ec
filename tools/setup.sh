#!/bin/bash
# tools/setup.sh [--tests|--clients]: what Barecard needs on a Debian machine, installed where it is missing; it
# says first what it installs. With --tests also what only `make test` needs: servers of networks, and two kernels of
# Debian's with their nouveau. With --clients that, and what only `make test-clients` needs: an X server and OpenGL.
#
# Everything that the project needs of a fresh Debian 12 stands here, in `packages`. Needs root, or sudo.
# Nothing of the machine's own configuration is changed: sources come through an apt configuration of our
# own in .cache/, which git ignores and `make clean` leaves.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
cd "$root"

packages=(gcc make nasm mandoc gnu-efi ovmf qemu-system-x86 mtools xorriso psf-unifont sbsigntool openssl
    libcmocka-dev libjansson-dev libxml2-dev libpci-dev clang clang-tidy clang-format cppcheck gcovr libclang-rt-dev
    dpkg-dev meson ninja-build libglib2.0-dev libpixman-1-dev libfdt-dev pkg-config flex bison
    busybox-static cpio kmod libdrm-dev libx11-dev libxrender-dev libegl-dev libgl-dev pciutils xz-utils
    python3 python3-venv perl)

# What machines are started from over the network, and by other boot loaders. Where services start when they are
# installed, those of nginx and tftpd-hpa do; the tests start their own.
servers=(apache2-bin curl dnsmasq-base grub-common grub-efi-amd64-bin lighttpd-mod-webdav nginx-light ipxe iproute2
    procps tftpd-hpa)

desktop=(xserver-xorg-core xserver-xorg-video-nouveau libgl1-mesa-dri libegl-mesa0)

say() {
    echo "setup: $*" >&2
}

die() {
    say "$@"
    exit 2
}

# dpkg-query's status is 1 where it knows none of a package that is asked for: that one is missing.
missing_packages() {
    local status
    status=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' "${packages[@]}" 2>/dev/null) || (($? == 1)) || return
    printf '%s\n' "${packages[@]}" | awk -v status="$status" '
        BEGIN { n = split(status, line, "\n"); for (i = 1; i <= n; i++) have[line[i]] = 1 }
        !(($0 " installed") in have)'
}

as_root() {
    if ((EUID == 0)); then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        die "needs root for: $*"
    fi
}

apt_install() {
    as_root apt-get -q update >&2 ||
        say "apt-get update failed; goes on with the lists that there are"
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get -q -y install --no-install-recommends "$@" </dev/null >&2 ||
        die "apt-get could not install: $*"
}

install_packages() {
    local missing
    command -v dpkg-query apt-get >/dev/null || die "this is not Debian; needed are: ${packages[*]}"
    # shellcheck disable=SC2207 # no package's name has blanks; mapfile would not tell that the list failed
    missing=($(missing_packages)) || die "dpkg-query does not say what is installed"
    ((${#missing[@]} > 0)) || return 0
    say "installs with apt-get: ${missing[*]}"
    apt_install "${missing[@]}"
}

qemu_source_version() {
    dpkg-query -W -f '${source:Version}' qemu-system-x86
}

# A source list beside each binary list of Debian's that this machine uses, so that a mirror stays in
# use.
debian_source_lists() {
    local keyring=/usr/share/keyrings/debian-archive-keyring.gpg options=''
    [[ ! -e $keyring ]] || options="[signed-by=$keyring] "
    # shellcheck disable=SC2016 # these are apt's names
    apt-get indextargets --format '$(ORIGIN)|$(REPO_URI)|$(RELEASE)|$(COMPONENT)' \
        'Created-By: Packages' |
        awk -F '|' -v options="$options" \
            '$1 == "Debian" && $4 == "main" { print "deb-src " options $2, $3, $4 }' | sort -u
}

# apt with a configuration of our own: the machine's is not changed.
private_apt() {
    local apt=$root/.cache/apt
    apt-get -q -o APT::Sandbox::User=root -o Dir::Etc::SourceList=/dev/null \
        -o Dir::Etc::SourceParts="$apt/sources" -o Dir::State::Lists="$apt/lists" \
        -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= "$@" >&2
}

update_source_lists() {
    local list=.cache/apt/sources/debian.list
    mkdir -p .cache/apt/sources .cache/apt/lists/partial
    debian_source_lists >"$list"
    if [[ ! -s $list ]]; then # the machine's own lists were never loaded
        as_root apt-get -q update >&2
        debian_source_lists >"$list"
    fi
    [[ -s $list ]] || die "apt knows no Debian archive: look at /etc/apt/sources.list"
    private_apt update || die "apt-get could not load the source lists"
}

download_source() {
    (cd "$1" && private_apt source --download-only "qemu=$(qemu_source_version)")
}

# What make builds the adapter's headers from, in .cache/qemu-VERSION/source.
fetch_qemu_source() {
    local version
    version=$(qemu_source_version)
    [[ ! -e .cache/qemu-${version#*:}/source/VERSION ]] || return 0
    say "downloads the source of QEMU $version, for its headers"
    mkdir -p .cache
    work=$(mktemp -d .cache/download.XXXXXX)
    trap 'rm -rf "$work"' EXIT
    update_source_lists
    if ! download_source "$work"; then
        say "the archive has this QEMU's source no longer: updates qemu-system-x86"
        apt_install qemu-system-x86
        download_source "$work" || die "no source package for QEMU $(qemu_source_version)"
    fi
    unpack_qemu_source "$work" &
    unpacking=$!
}

unpack_qemu_source() {
    local version
    version=$(qemu_source_version)
    # apt has checked the files against the archive's signature.
    dpkg-source --no-check --no-copy -x "$1"/qemu_*.dsc "$1/source" >"$1/unpack.log" 2>&1 ||
        die "cannot unpack QEMU's source: $(tail -n 1 "$1/unpack.log")"
    mkdir -p ".cache/qemu-${version#*:}"
    rm -rf ".cache/qemu-${version#*:}/source"
    mv "$1/source" ".cache/qemu-${version#*:}/source"
}

# Only the tests need them: without them they are skipped. The newer kernel's driver asks other things of
# the card.
fetch_kernels() {
    fetch_kernel stable .cache/linux &
    fetch_kernel newest .cache/linux-newest
    wait $!
}

fetch_kernel() {
    [[ ! -e $2/rig ]] || return 0
    say "downloads Debian's $1 kernel, about 100 MB, for its nouveau and VFIO drivers"
    tests/clients/nouveau/fetch-kernel.sh "$1" "$root/$2" ||
        say "could not: tests with its nouveau will be skipped"
}

case ${1-} in
'') ;;
--tests) packages+=("${servers[@]}") ;;
--clients) packages+=("${servers[@]}" "${desktop[@]}") ;;
*) die "unknown option $1: tools/setup.sh [--tests|--clients]" ;;
esac
install_packages
# Unpacking takes most of the time, and one processor each.
unpacking=
fetch_qemu_source
[[ -z ${1-} ]] || fetch_kernels
[[ -z $unpacking ]] || wait "$unpacking"
