"""What a window manager does for a new window, and no one here: the keyboard is given to it."""

import ctypes
import ctypes.util

_VIEWABLE = 2
_REVERT_TO_POINTER_ROOT = 1


class _Attributes(ctypes.Structure):
    """The head of Xlib's XWindowAttributes; the rest is room."""

    _fields_ = (
        ("x", ctypes.c_int),
        ("y", ctypes.c_int),
        ("width", ctypes.c_int),
        ("height", ctypes.c_int),
        ("border", ctypes.c_int),
        ("depth", ctypes.c_int),
        ("visual", ctypes.c_void_p),
        ("root", ctypes.c_ulong),
        ("kind", ctypes.c_int),
        ("bit_gravity", ctypes.c_int),
        ("win_gravity", ctypes.c_int),
        ("backing", ctypes.c_int),
        ("planes", ctypes.c_ulong),
        ("pixel", ctypes.c_ulong),
        ("save_under", ctypes.c_int),
        ("colormap", ctypes.c_ulong),
        ("installed", ctypes.c_int),
        ("map_state", ctypes.c_int),
        ("rest", ctypes.c_byte * 256),
    )


def give_focus(display: str) -> bool:
    """Give the keyboard to the largest window that is shown; whether there was one."""
    x = ctypes.CDLL(ctypes.util.find_library("X11") or "libX11.so.6")
    x.XOpenDisplay.restype = ctypes.c_void_p
    x.XDefaultRootWindow.restype = ctypes.c_ulong
    connection = ctypes.c_void_p(x.XOpenDisplay(display.encode()))
    if not connection:
        return False
    try:
        sizes = {}
        for window in _children(x, connection):
            found = _Attributes()
            x.XGetWindowAttributes(connection, window, ctypes.byref(found))
            if found.map_state == _VIEWABLE:
                sizes[window.value] = found.width * found.height
        if not sizes:
            return False
        largest = ctypes.c_ulong(max(sizes, key=lambda window: sizes[window]))
        now = ctypes.c_ulong(0)
        x.XSetInputFocus(connection, largest, _REVERT_TO_POINTER_ROOT, now)
        x.XSync(connection, 0)
        return True
    finally:
        x.XCloseDisplay(connection)


def _children(x: ctypes.CDLL, connection: ctypes.c_void_p) -> list[ctypes.c_ulong]:
    root, above = ctypes.c_ulong(), ctypes.c_ulong()
    windows, count = ctypes.POINTER(ctypes.c_ulong)(), ctypes.c_uint()
    x.XQueryTree(
        connection,
        ctypes.c_ulong(x.XDefaultRootWindow(connection)),
        ctypes.byref(root),
        ctypes.byref(above),
        ctypes.byref(windows),
        ctypes.byref(count),
    )
    found = [ctypes.c_ulong(windows[place]) for place in range(count.value)]
    if count.value:
        x.XFree(windows)
    return found
