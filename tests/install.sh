# Sourced by tests/run and perf/run: installs the packages that are missing, on Debian and its kin.

# install_missing PACKAGE...
install_missing() {
    local missing=() package root=()
    if ! command -v dpkg-query apt-get > /dev/null; then
        echo "no apt here: taking it that these, or the like, are installed: $*"
        return
    fi
    for package; do
        [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2> /dev/null) == installed ]] || missing+=("$package")
    done
    [[ ${#missing[@]} == 0 ]] && return
    echo "installing: ${missing[*]}"
    [[ $(id -u) == 0 ]] || root=(sudo)
    "${root[@]}" apt-get -o DPkg::Lock::Timeout=300 update -qq || return
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get -o DPkg::Lock::Timeout=300 install -y -qq --no-install-recommends "${missing[@]}" > /dev/null
}

# configure BUILD_DIR MESON_OPTION...: a new build directory, or an old one brought up to date
configure() {
    local dir=$1
    shift
    if [[ -f $dir/build.ninja ]] && meson setup --reconfigure "$dir" "$@"; then
        return
    fi
    rm -rf "$dir"
    meson setup "$dir" "$@"
}
