# shellcheck shell=bash
# The set-up that ./play and ./check share: a Python, Debian packages, .venv with the pinned packages.
#
# Owns .venv, and nothing else in the project. Everything it says goes to stderr, so that
# `./play referee FILE | ...` stays clean. It must never leave a .venv behind that looks ready and is not:
#
#   .venv/ready-play, .venv/ready-check   written last; two lines, the place and the key they were made for
#   .venv/unfinished                      there while pip works; found at a start, it means "make it anew"
#   .venv/setup.log                       what venv and pip said
#   .venv/typings                         stubs of the board's MicroPython, only for the types of firmware/:
#                                         among the packages they would pass for CPython's own modules
#
# The caller sets TINSTAR_ROOT (absolute, links resolved) and calls `set_up play` or `set_up check`.

LIBRARIES=(      # what SDL and Kivy open at run time, and the Debian package that brings it
    libGL.so.1=libgl1
    libEGL.so.1=libegl1
    libGLESv2.so.2=libgles2
    libgbm.so.1=libgbm1
    libEGL_mesa.so.0=libegl-mesa0
)
PROGRAMS=(Xvfb=xvfb xdotool=xdotool)     # what only ./check runs: a true X server, and a finger on it
APT_LOCK_SECONDS=120    # another apt may be running, as on a first boot
LOG_TAIL_LINES=15

say() { printf 'Tin Star: %s\n' "$*" >&2; }
stop() { say "$@"; exit 1; }
is_root() { [[ $(id -u) -eq 0 ]]; }

# --- Python ---------------------------------------------------------------------------------------

runs_as() {     # runs_as PYTHON CODE: does this Python start, and does the expression hold?
    "$1" -c "import sys; sys.exit(not ($2))" >/dev/null 2>&1
}
fits() { runs_as "$1" 'sys.implementation.name == "cpython" and (3, 11) <= sys.version_info[:2] < (3, 14)'; }
makes_venvs() { runs_as "$1" '__import__("venv") and __import__("ensurepip")'; }

find_python() { # print a fitting Python, one that can make a venv if there is one; fail if none fits
    local candidate fallback=
    for candidate in python3 python3.13 python3.12 python3.11 \
        /usr/bin/python3 /usr/bin/python3.13 /usr/bin/python3.12 /usr/bin/python3.11; do
        fits "$candidate" || continue
        if makes_venvs "$candidate"; then
            echo "$candidate"
            return
        fi
        fallback=${fallback:-$candidate}
    done
    [[ -n $fallback ]] && echo "$fallback"
}

short_version() { "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])'; }

# --- Debian packages ------------------------------------------------------------------------------

python_packages() {     # print the Debian packages without which no venv can be made
    local python
    if ! python=$(find_python); then
        echo "python3 python3-venv"
    elif ! makes_venvs "$python"; then
        echo "python$(short_version "$python")-venv"
    fi
}

known_libraries() { PATH="$PATH:/usr/sbin:/sbin" ldconfig -p; }

window_packages() {     # print the Debian packages that only the window needs and that are missing
    local known entry missing=()
    known=$(known_libraries) || return 0
    for entry in "${LIBRARIES[@]}"; do
        [[ $known == *"${entry%%=*} "* ]] || missing+=("${entry#*=}")
    done
    echo "${missing[*]}"
}

is_installed() { [[ -n $(command -v "$1") ]]; }

check_packages() {      # print the Debian packages that only ./check needs and that are missing
    local entry missing=()
    for entry in "${PROGRAMS[@]}"; do
        is_installed "${entry%%=*}" || missing+=("${entry#*=}")
    done
    echo "${missing[*]}"
}

apt_install() { # apt_install PACKAGE..: as root, with its words kept in a log that is shown when it fails
    local log result=0
    log=$(mktemp)
    {
        apt-get -o DPkg::Lock::Timeout="$APT_LOCK_SECONDS" update &&
            DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout="$APT_LOCK_SECONDS" \
                install -y --no-install-recommends "$@"
    } >"$log" 2>&1 </dev/null || result=1
    ((result == 0)) || tail -n "$LOG_TAIL_LINES" "$log" >&2
    rm -f "$log"
    return "$result"
}

install_debian_packages() {     # install_debian_packages play|check
    local essential window tests='' wanted command
    essential=$(python_packages)
    window=$(window_packages)
    [[ $1 == play ]] || tests=$(check_packages)
    wanted="$window${tests:+${window:+ }$tests}"
    [[ -n $essential$wanted ]] || return 0
    if ! is_root || [[ -z $(command -v apt-get) ]]; then
        command="sudo apt-get install -y ${essential:+$essential }$wanted"
        [[ -z $essential ]] || stop "Debian packages are missing. Run this, then start again:  ${command% }"
        say "$(what_needs "$window" "$tests") Debian packages that are missing; all else works. To add them:  $command"
        return 0
    fi
    if [[ -n $essential ]]; then
        say "installing Debian packages: $essential"
        # shellcheck disable=SC2086      # a list of names
        apt_install $essential || stop "apt could not install them. By hand:  sudo apt-get install -y $essential"
    fi
    if [[ -n $window ]]; then
        say "installing Debian packages for the window: $window"
        # shellcheck disable=SC2086      # a list of names
        apt_install $window || say "apt could not install them; all but the window works. Going on."
    fi
    if [[ -n $tests ]]; then
        say "installing Debian packages for the tests: $tests"
        # shellcheck disable=SC2086      # a list of names
        apt_install $tests || say "apt could not install them; the tests that need them are skipped. Going on."
    fi
}

what_needs() {  # what_needs WINDOW_PACKAGES TEST_PACKAGES: the subject of the sentence
    if [[ -z $2 ]]; then
        echo "the window needs"
    elif [[ -z $1 ]]; then
        echo "some tests need"
    else
        echo "the window and some tests need"
    fi
}

# --- .venv ----------------------------------------------------------------------------------------

place() {       # what ties .venv to this folder and this Python; fails when its Python does not run
    local version
    version=$("$TINSTAR_ROOT/.venv/bin/python" -VV 2>/dev/null) || return 1
    echo "$version in $TINSTAR_ROOT"
}

key() {         # changes whenever what has to be installed may have changed
    cat -- "$TINSTAR_ROOT/pyproject.toml" "$TINSTAR_ROOT/companion/deploy/constraints.txt" | sha256sum | cut -d' ' -f1
}

is_ready() {    # is_ready play|check
    local stamp="$TINSTAR_ROOT/.venv/ready-$1" here
    [[ -f $stamp && ! -e $TINSTAR_ROOT/.venv/unfinished ]] || return 1
    here=$(place) && [[ $(<"$stamp") == "$here"$'\n'"$(key)" ]]
}

can_be_updated() {      # was it complete once, here and with this Python?
    local stamp="$TINSTAR_ROOT/.venv/ready-play" here first
    [[ -f $stamp && ! -e $TINSTAR_ROOT/.venv/unfinished ]] || return 1
    here=$(place) && read -r first <"$stamp" && [[ $first == "$here" ]]
}

logged() {      # logged COMMAND..: its output to the log; the tail of it and a stop when it fails
    local log="$TINSTAR_ROOT/.venv/setup.log"
    "$@" >>"$log" 2>&1 </dev/null && return
    tail -n "$LOG_TAIL_LINES" "$log" >&2
    rm -f -- "$TINSTAR_ROOT/.venv/unfinished"   # pip undoes what it could not finish: an older .venv stays usable
    stop "the set-up failed (is the network there, and the disk not full?). All of it: $log"
}

pip_install() {
    logged "$TINSTAR_ROOT/.venv/bin/python" -I -m pip --disable-pip-version-check --no-input install \
        --prefer-binary --no-warn-script-location \
        --constraint "$TINSTAR_ROOT/companion/deploy/constraints.txt" "$@"
}

make_venv() {
    local python
    python=$(find_python) || stop "no CPython 3.11, 3.12 or 3.13 was found; install one and start again."
    say "making .venv with Python $(short_version "$python")"
    rm -rf -- "$TINSTAR_ROOT/.venv"
    mkdir -- "$TINSTAR_ROOT/.venv"
    logged "$python" -m venv "$TINSTAR_ROOT/.venv"
}

fetch_apart() { # what ./check needs and must not get in the ordinary way
    local typings="$TINSTAR_ROOT/.venv/typings"
    # It asks for Blinka, which it does not use, and whose `micropython` would make CPython pass for MicroPython.
    pip_install --no-deps adafruit-circuitpython-pioasm
    rm -rf -- "$typings.new"
    pip_install --target "$typings.new" micropython-rp2-rpi-pico-stubs
    rm -rf -- "$typings"
    mv -- "$typings.new" "$typings"
}

fill_venv() {   # fill_venv play|check
    local stamp extra=
    [[ $1 == play ]] || extra='[check]'
    touch -- "$TINSTAR_ROOT/.venv/unfinished"
    say "fetching and installing packages; this takes about a minute, once"
    # The build backend comes pinned like the rest, so nothing is fetched behind the constraints' back.
    pip_install hatchling
    [[ $1 == play ]] || fetch_apart
    pip_install --no-build-isolation --editable "$TINSTAR_ROOT$extra"
    stamp=$(place && key)
    rm -f -- "$TINSTAR_ROOT"/.venv/ready-*
    [[ $1 == play ]] || echo "$stamp" >"$TINSTAR_ROOT/.venv/ready-check"
    echo "$stamp" >"$TINSTAR_ROOT/.venv/ready-play"
    rm -f -- "$TINSTAR_ROOT/.venv/unfinished"
}

set_up() {      # set_up play|check: returns when .venv is ready, or stops the script with a word to the person
    is_ready "$1" && return
    [[ -w $TINSTAR_ROOT ]] || stop "the folder $TINSTAR_ROOT is not writable for you; set up once as its owner."
    local lock
    exec {lock}<"$TINSTAR_ROOT"         # the folder itself is the lock, so no lock file lies about
    if ! flock --nonblock "$lock"; then
        say "another set-up is running here; waiting for it"
        flock "$lock"
    fi
    if ! is_ready "$1"; then
        install_debian_packages "$1"
        can_be_updated || make_venv
        fill_venv "$1"
        say "ready"
    fi
    exec {lock}<&-
}

# --- hardware/, only for ./check --hardware -------------------------------------------------------

has_kicad() { runs_as /usr/bin/python3 '__import__("pcbnew").GetBuildVersion().startswith("6.")'; }

install_kicad() {
    has_kicad && return
    if ! is_root || [[ -z $(command -v apt-get) ]]; then
        stop "hardware/ needs KiCad 6, as Debian 12 has it:  sudo apt-get install -y --no-install-recommends kicad"
    fi
    say "installing Debian packages for the hardware: kicad"
    apt_install kicad || stop "apt could not install kicad."
    has_kicad || stop "hardware/ is made with KiCad 6, which Debian 12 has; here is another one."
}

hardware_stamp() { place && key && sha256sum <"$TINSTAR_ROOT/hardware/constraints.txt"; }

set_up_hardware() {     # after set_up check: KiCad, and in .venv what hardware/ is made with
    local stamp="$TINSTAR_ROOT/.venv/ready-hardware" wanted
    install_kicad
    wanted=$(hardware_stamp)
    [[ -f $stamp && $(<"$stamp") == "$wanted" ]] && return
    say "fetching and installing what the hardware is made with, about 1 GB; this takes some minutes, once"
    rm -f -- "$stamp"
    pip_install --constraint "$TINSTAR_ROOT/hardware/constraints.txt" --no-build-isolation \
        --editable "$TINSTAR_ROOT"'[check,hardware]'
    echo "$wanted" >"$stamp"
}
