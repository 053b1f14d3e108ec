# shellcheck shell=bash
# Completion of `barecard` for bash. What can stand where is asked of the command itself, so that it is never
# another one than this.

# The names in the first column of a list of the command's, without its header.
_barecard_list() {
    barecard "$1" 2>/dev/null | sed -n '2,$s/\t.*//p' | sort -u
}

# The names of the model's defects, or of its knobs.
_barecard_kind() {
    barecard defects 2>/dev/null | sed -n "s/^$1\t\([^\t]*\).*/\1/p" | sort -u
}

_barecard_options() {
    barecard "$1" --help 2>/dev/null | grep -o -E -e '--[a-z][a-z0-9_-]*' | sort -u
}

_barecard_values() {
    case $1 in
    --chipset) _barecard_list chipsets | sed '$a\gv100' ;;
    --defect) _barecard_kind defect ;;
    --knob) _barecard_kind knob ;;
    --suite) printf '%s\n' default all && _barecard_list tests ;;
    --program) printf '%s\n' compute vertex geometry fragment ;;
    --device) printf '%s\n' model silicon ;;
    --post) printf '%s\n' auto dry run off ;;
    --card) _barecard_addresses ;;
    *) return 1 ;;
    esac
}

# NVIDIA's display functions.
_barecard_addresses() {
    local device vendor class
    for device in "${BARECARD_SYS:-/sys}"/bus/pci/devices/*; do
        { read -r vendor <"$device/vendor" && read -r class <"$device/class"; } 2>/dev/null || continue
        [[ $vendor != 0x10de || $class != 0x03* ]] || echo "${device##*/}"
    done
}

_barecard() {
    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} words=''
    if ((COMP_CWORD == 1)); then
        words="$(barecard --help 2>/dev/null | sed -n 's/^  \([a-z]*\)  .*/\1/p') --help --version"
    elif [[ $word == -* ]]; then
        words=$(_barecard_options "${COMP_WORDS[1]}")
    elif words=$(_barecard_values "$previous"); then
        :
    elif [[ ${COMP_WORDS[1]} == run && ($previous != --* || $previous == --take || $previous == --no-iommu) ]]; then
        words=$(_barecard_addresses)
    else
        compopt -o default 2>/dev/null # names of files
        COMPREPLY=()
        return
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}

complete -F _barecard barecard
