"""Keep a process, and all that it starts from then on, from reaching another computer (Linux).

Whoever wants to do so asks the door, which was started before.
"""

from __future__ import annotations

import errno
import socket

from epicrec_desktop.seccomp import ALLOW, Rule, enforce, one_of, refuse

_INTO_OTHERS = ("ptrace", "process_vm_readv", "process_vm_writev", "pidfd_getfd")
_AROUND = ("io_uring_setup", "io_uring_enter", "io_uring_register")
"""Calls that open sockets without asking for one by name."""


def seal() -> bool:
    """Refuse every socket but local ones, for good; return whether this system enforces it."""
    local = [int(getattr(socket, name, 0)) for name in ("AF_UNIX", "AF_NETLINK")]
    rules = (
        Rule("socket", ALLOW, one_of(0, local)),
        Rule("socket", refuse(errno.EACCES)),
        *(Rule(call, refuse(errno.EPERM)) for call in (*_INTO_OTHERS, *_AROUND)),
    )
    return enforce(rules, otherwise=ALLOW)
