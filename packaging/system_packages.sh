#!/bin/sh
# Finds the system's packages that are missing, and installs them where that is allowed.
#
#   system_packages.sh run      for the app: Python's venv module, and the libraries of Qt
#   system_packages.sh bundle   for bundles and their tests as well: Xvfb, binutils, ICU's tools
#   system_packages.sh smoke    for running a bundle on X11 and Wayland: Xvfb, Weston
#   system_packages.sh browsers for tests with real browsers: Chromium, Firefox
#
# Says nothing when nothing is missing. Ends with 1 only if EpicRec cannot even be set up.
set -u

purpose="${1:-run}"
python="${PYTHON:-python3}"
missing=""

[ "$(uname -s)" = "Linux" ] || exit 0

need() { missing="${missing:+$missing }$1"; }

libraries="$(PATH="$PATH:/sbin:/usr/sbin" ldconfig -p 2>/dev/null)"
need_library() {
    case "$libraries" in
        *"$1"*) ;;
        *) need "$2" ;;
    esac
}

"$python" -c 'import ensurepip, venv' 2>/dev/null || need python3-venv
if [ -n "$libraries" ]; then
    need_library libEGL.so.1 libegl1
    need_library libGL.so.1 libgl1
    need_library libxkbcommon.so.0 libxkbcommon0
    need_library libxkbcommon-x11.so.0 libxkbcommon-x11-0
    need_library libdbus-1.so.3 libdbus-1-3
    need_library libfontconfig.so.1 libfontconfig1
    need_library libfreetype.so.6 libfreetype6
    need_library libglib-2.0.so.0 libglib2.0-0
    need_library libX11-xcb.so.1 libx11-xcb1
    need_library libxcb-cursor.so.0 libxcb-cursor0
    need_library libxcb-icccm.so.4 libxcb-icccm4
    need_library libxcb-image.so.0 libxcb-image0
    need_library libxcb-keysyms.so.1 libxcb-keysyms1
    need_library libxcb-randr.so.0 libxcb-randr0
    need_library libxcb-render-util.so.0 libxcb-render-util0
    need_library libxcb-shape.so.0 libxcb-shape0
    need_library libxcb-xkb.so.1 libxcb-xkb1
fi
if [ "$purpose" = "bundle" ]; then
    command -v objdump >/dev/null 2>&1 || need binutils
    PATH="$PATH:/usr/sbin" command -v icupkg >/dev/null 2>&1 || need icu-devtools
    command -v Xvfb >/dev/null 2>&1 || need xvfb
fi
if [ "$purpose" = "smoke" ]; then
    command -v Xvfb >/dev/null 2>&1 || need xvfb
    command -v weston >/dev/null 2>&1 || need weston
fi
if [ "$purpose" = "browsers" ]; then
    command -v chromium >/dev/null 2>&1 || command -v google-chrome >/dev/null 2>&1 ||
        need chromium
    command -v firefox-esr >/dev/null 2>&1 || command -v firefox >/dev/null 2>&1 ||
        need firefox-esr
fi

[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null 2>&1; then
    echo "EpicRec misses parts of this system that Debian calls: $missing" >&2
    echo "Please install what your system calls them." >&2
else
    if [ "$(id -u)" = 0 ]; then
        as_root=""
    elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
        as_root="sudo -n"
    else
        as_root="no"
    fi
    if [ "$as_root" != "no" ]; then
        echo "Installing missing system packages: $missing" >&2
        install="$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y"
        install="$install --no-install-recommends $missing"
        # The lists of a fresh machine are empty.
        if $install >/dev/null 2>&1 ||
            { $as_root apt-get update -qq >/dev/null 2>&1 && $install >/dev/null; }; then
            exit 0
        fi
        echo "They could not be installed." >&2
    fi
    echo "EpicRec misses system packages. Please type this once:" >&2
    echo "    sudo apt-get install -y $missing" >&2
fi

# Without its libraries the window does not open, but the terminal does all the work.
case "$missing" in
    *python3-venv*) exit 1 ;;
esac
exit 0
