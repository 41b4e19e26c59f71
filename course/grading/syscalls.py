"""What a student's process may not ask of the kernel: a seccomp filter, for bubblewrap's --seccomp.

A submission is one process. It starts no other, so that the limit on its memory is the limit of the
submission; and it has no memory that such a limit does not see: no anonymous files, no shared
memory of System V, no message queues, no file system of its own (that takes a user namespace).
Keyrings, other processes and every socket that leaves the machine are closed to it as well.
"""

import errno
import platform
import struct

THREAD = 0x10000  # CLONE_THREAD: a thread of this process, not another process
UNIX = 1  # AF_UNIX: sockets inside one machine; asyncio wants a pair
X32 = 0x40000000  # a second set of numbers for the same calls, on x86-64
ALLOW, KILL = 0x7FFF0000, 0x80000000
NUMBER, ARCHITECTURE, FIRST = 0, 4, 16  # where they stand in what the kernel hands to the filter
LOAD, EQUAL, ABOVE, BITS, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06

# name -> its number on x86-64 and on 64-bit ARM; None where there is no such call
DENIED = {
    # memory that limits of a process do not count
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "shmget": (29, 194),
    "shmat": (30, 196),
    "semget": (64, 190),
    "msgget": (68, 186),
    "mq_open": (240, 180),
    "io_uring_setup": (425, 425),
    "userfaultfd": (323, 282),
    "sendmsg": (46, 211),  # open files would travel in it, and count for nobody
    "sendmmsg": (307, 269),
    # other processes
    "fork": (57, None),
    "vfork": (58, None),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "pidfd_getfd": (438, 438),
    "kcmp": (312, 272),
    # namespaces and file systems
    "unshare": (272, 97),
    "setns": (308, 268),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "open_by_handle_at": (304, 265),
    # the lecturer's keys
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    # much code of the kernel that no exercise needs
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "fanotify_init": (300, 262),
    "personality": (135, 92),
}
CLONE, CLONE3, SOCKET = (56, 220), (435, 435), (41, 198)
MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}  # column, kernel's name


def known():
    """Are the numbers of this machine's calls known?"""
    return platform.machine() in MACHINES


def program(machine=None):
    """The filter for a machine (this one by default), as the kernel reads it."""
    column, architecture = MACHINES[machine or platform.machine()]
    refuse = _answer(errno.EPERM)
    lines = [_line(LOAD, ARCHITECTURE), _line(EQUAL, architecture, 1, 0), _line(RETURN, KILL)]
    lines += [_line(LOAD, NUMBER), _line(ABOVE, X32, 0, 1), refuse]
    for numbers in DENIED.values():
        if numbers[column] is not None:
            lines += [_line(EQUAL, numbers[column], 0, 1), refuse]
    # told that there is no clone3, the C library falls back to clone, whose flags can be read here
    lines += [_line(EQUAL, CLONE3[column], 0, 1), _answer(errno.ENOSYS)]
    for number, test in ((CLONE[column], (BITS, THREAD)), (SOCKET[column], (EQUAL, UNIX))):
        lines += [_line(EQUAL, number, 0, 4), _line(LOAD, FIRST), _line(*test, 1, 0), refuse]
        lines += [_line(RETURN, ALLOW)]
    return b"".join([*lines, _line(RETURN, ALLOW)])


def _line(code, value, yes=0, no=0):
    """One instruction; `yes` and `no` say how many to leap over."""
    return struct.pack("<HBBI", code, yes, no, value)


def _answer(error):
    """Return to the student's process at once, with this error."""
    return _line(RETURN, 0x00050000 | error)
