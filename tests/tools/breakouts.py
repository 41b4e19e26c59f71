"""More attacks: on memory that nobody counts, on the kernel, on other people's files, on the wire.

They are of the same make as those of `attacks`: an attempt that succeeds returns the right answer,
so that the mark tells whether the wall stood; all are bounded and harmless if it did not.
"""

import platform

from course.grading import syscalls
from tests.tools.attacks import NAME, RIGHT, WRONG, body, breach, honest, opens

LIBC = "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\n"


def breakouts():
    """Name -> (content of the file, mark earned)."""
    tried = {**memory(), **kernel(), **processes(), **others()}
    return {
        **{name: (honest(target=breach(lines)), 4) for name, lines in tried.items()},
        **channel(),
        **telling(),
        **ending(),
    }


def number(name):
    """The number of a system call on this machine; one that no kernel has, if it is unknown."""
    column = syscalls.MACHINES.get(platform.machine(), (0,))[0]
    return syscalls.DENIED[name][column] or 100_000


def calls(name, *arguments):
    """Lines that win if the kernel takes this call."""
    given = ", ".join([str(number(name)), *arguments])
    return f"{LIBC}won = libc.syscall({given}) >= 0"


def once(attempt):
    """Lines that win if the attempt succeeds at the first call: it cannot be made twice."""
    return f"{LIBC}os.mine = os.mine if hasattr(os, 'mine') else ({attempt})\nwon = os.mine"


def memory():
    fill = """
written = 0
try:
    for i in range(40):
        with open(f'{}/{{i}}', 'wb') as file:
            written += file.write(bytes(5 * 2**20))
except OSError:
    pass
won = written > 150 * 2**20"""
    many = "ends = [os.{} for _ in range({})]\nwon = True"
    return {
        "memory-in-an-unnamed-file": "won = os.memfd_create('hoard') >= 0",
        "memory-in-a-secret-file": calls("memfd_secret", "0"),
        "memory-of-system-v": f"{LIBC}won = libc.shmget(0, 2**20, 0o1600) >= 0",
        "memory-of-system-v-attached": calls("shmat", "0", "0", "0") + "\nwon = won is True",
        "semaphores-of-system-v": calls("semget", "0", "8", "0o1600"),
        "messages-of-system-v": calls("msgget", "0", "0o1600"),
        "messages-of-posix": calls("mq_open", "b'hoard'", "0o102", "0o600", "0"),
        "memory-shared-between-nobody": "import mmap\nwon = len(mmap.mmap(-1, 3 * 2**29)) > 0",
        "memory-by-its-own-ring": calls("io_uring_setup", "4", "ctypes.create_string_buffer(256)"),
        "memory-faults-handled-by-itself": calls("userfaultfd", "1"),
        "memory-locked": f"{LIBC}import mmap\nm = mmap.mmap(-1, 2**24)\n"
        "place = ctypes.addressof(ctypes.c_char.from_buffer(m))\n"
        "won = libc.mlock(ctypes.c_void_p(place), 2**24) == 0",
        "fills-its-folder": fill.format("/tmp"),
        "fills-shared-memory": fill.format("/dev/shm"),
        "opens-a-thousand-files": many.format("open('/dev/null', 0)", 1000),
        "opens-five-hundred-pipes": many.format("pipe()", 500),
        "sends-files-to-itself": "a, b = socket.socketpair()\n"
        "won = socket.send_fds(a, [b'x'], [0]) > 0",
    }


def kernel():
    gate = """
import mmap
code = bytes.fromhex('53b814000000cd805bc3')  # getpid by the door for 32-bit programs
page = mmap.mmap(-1, 4096, prot=7)
page.write(code)
place = ctypes.addressof(ctypes.c_char.from_buffer(page))
won = ctypes.CFUNCTYPE(ctypes.c_int)(place)() > 0"""
    return {
        "own-user-namespace": once("libc.unshare(0x10000000) == 0"),
        "own-mount-namespace": once("libc.unshare(0x00020000) == 0"),
        "namespace-of-another": calls("setns", "0", "0") + " or ctypes.get_errno() == 22",
        "own-file-system": f"{LIBC}won = libc.mount(b'x', b'/tmp', b'tmpfs', 0, None) == 0",
        "own-file-system-the-new-way": calls("fsopen", "b'tmpfs'", "0"),
        "own-root": "os.chroot('/tmp')\nwon = True",
        "copies-a-tree-of-mounts": calls("open_tree", "-100", "b'/usr/lib'", "0"),
        "the-second-set-of-numbers": f"{LIBC}"
        f"won = libc.syscall({0x40000000 + number('memfd_create')}, b'x', 0) >= 0",
        "the-32-bit-door": f"{LIBC}{gate}",
        "another-personality": f"{LIBC}won = libc.personality(0xffffffff) >= 0",
        "loads-a-program-into-the-kernel": calls(
            "bpf",
            "0",
            "ctypes.create_string_buffer(b'\\x02\\0\\0\\0\\x04\\0\\0\\0\\x04\\0\\0\\0\\x01', 128)",
            "72",
        ),
        "counts-events": calls("perf_event_open", "0", "0", "-1", "-1", "0")
        + " or ctypes.get_errno() == 14",
        "watches-the-file-system": calls("fanotify_init", "0", "0"),
        "socket-to-the-network": "won = socket.socket() is not None",
        "socket-to-the-host-of-this-machine": "won = socket.socket(40, 1) is not None",
        "socket-to-the-kernel": "won = socket.socket(16, 3) is not None",
        "socket-for-ciphers": "won = socket.socket(38, 5) is not None",
        "last-to-go-when-memory-runs-out": "file = open('/proc/self/oom_score_adj', 'r+')\n"
        "won = int(file.read()) < 1000 or file.write('0') > 0",
        "settings-of-the-kernel": "won = any(os.access('/proc/sys/kernel/' + n, os.W_OK) "
        "for n in ('core_pattern', 'hostname'))",
        "disks-of-the-machine": "import stat\n"
        "won = any(stat.S_ISBLK(os.stat(p).st_mode) for p in glob.glob('/dev/*'))",
    }


def processes():
    asks = "import subprocess\nwon = subprocess.run([sys.executable, '-c', ''], timeout=9)"
    pool = "import multiprocessing\nwith multiprocessing.Pool(2) as pool:\n"
    return {
        "starts-a-copy": "pid = os.fork()\nif not pid: os._exit(0)\nwon = True",
        "starts-a-program": asks + ".returncode == 0",
        "starts-a-shell": "won = os.system('exit 0') == 0",
        "starts-a-pool": pool + "    won = pool.map(abs, [-1]) == [1]",
        "starts-without-fork": "won = os.posix_spawn(sys.executable, ['x', '-c', ''], {}) > 0",
        "reads-memory-of-process-one": "won = len(open('/proc/1/mem', 'rb').read(1)) >= 0",
        "asks-to-be-traced": once("libc.ptrace(0, 0, 0, 0) == 0"),
        "takes-files-of-process-one": calls("pidfd_getfd", "0", "0", "0")
        + " or ctypes.get_errno() == 9",
        "sees-the-root-of-process-one": "won = bool(os.listdir('/proc/1/root'))",
    }


def others():
    """Files and keys of other people."""
    ring = number("keyctl")
    walk = f"""
for top, folders, files in os.walk('/'):
    known = ('proc', 'sys', 'lib', 'lib64', 'helpers', 'lessons')
    folders[:] = [f for f in folders if f not in known]
    won = won or any({NAME!r} in name for name in [*folders, *files])"""
    return {
        "reads-the-exchange": "won = bool(os.listdir('/usr/local/share'))",
        "reads-shared-files": "won = bool(os.listdir('/usr/share'))",
        "reads-programs": "won = bool(os.listdir('/usr/bin'))",
        "reads-users": "won = b':' in open('/etc/passwd', 'rb').read()",
        "reads-the-host": "won = any(os.listdir(p) for p in ('/var', '/srv', '/etc/ssl'))",
        "looks-for-submissions-everywhere": walk,
        "reads-where-things-are-mounted": "won = 'submitted' in open('/proc/mounts').read()",
        "reads-the-session-keyring": f"{LIBC}won = libc.syscall({ring}, 0, -3, 0) > 0",
        "joins-a-keyring": f"{LIBC}won = libc.syscall({ring}, 1, 0) > 0",
        "adds-a-key": calls("add_key", "b'user'", "b'x'", "b'y'", "1", "-2"),
        "asks-for-a-key": calls("request_key", "b'user'", "b'x'", "None", "-2")
        + " or ctypes.get_errno() == 126",
        "reads-the-names-of-keys": "won = len(open('/proc/keys').read()) > 0",
        "reads-how-many-keys": "won = len(open('/proc/key-users').read()) > 0",
    }


TO_ALL = """
def send(data):
    for fd in range(3, 40):
        try:
            os.write(fd, data)
        except OSError:
            pass
"""


def channel():
    """Frames that are too long, too many, too slow, too deep; a channel that closes."""
    head = "import os, struct, time\n" + TO_ALL
    many = "while True: send(struct.pack('>Q', 2) + b'{}')"
    slow = "send(struct.pack('>Q', 900))\nfor _ in range(200):\n    send(b' ')\n    time.sleep(.2)"
    shut = "for fd in range(3, 40):\n    try: os.close(fd)\n    except OSError: pass"
    shape = """import base64, sys
head = np.lib.format.magic(1, 0) + (118).to_bytes(2, 'little')
head += b"{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000,), }".ljust(117) + b'\\n'
sys.modules['wire'].pack = lambda value: {'npy': base64.b64encode(head).decode()}"""
    wide = "import sys\nsys.modules['wire'].pack = lambda value: [[]] * 600_000"
    odd = "import sys\nsys.modules['wire'].pack = lambda value: {'dict': [[['x'], {'y': 1}]]}"
    ready = """import json
for note in ({'cell': 10**30}, {'cell': -7}, {'ready': [10**40, -1, 'x', None]}):
    text = json.dumps(note).encode()
    send(struct.pack('>Q', len(text)) + text)"""
    frames = {
        "frame-of-64-MB": "send(struct.pack('>Q', 2**26) + b'[[],' * 2**22)",
        "frame-of-all-numbers": "send(struct.pack('>Q', 2**64 - 1) + bytes(9))",
        "frames-without-end": many,
        "frame-by-the-drop": slow,
        "half-a-frame": "send(struct.pack('>Q', 900))\ntime.sleep(60)",
        "frame-nested-deeply": "send(struct.pack('>Q', 2**20) + b'[' * 2**20)",
        "frame-that-is-a-list": "send(struct.pack('>Q', 2) + b'[]')",
        "frame-of-a-long-number": "send(struct.pack('>Q', 10**6) + b'9' * 10**6)",
        "frame-not-utf8": "send(struct.pack('>Q', 4) + b'\\xff\\xfe{}')",
        "closes-the-channel": shut,
        "closes-the-channel-and-lives-on": shut + "\ntime.sleep(60)",
    }
    return {
        **{name: (honest(target=head + body(lines)), 4) for name, lines in frames.items()},
        "array-of-a-terabyte": (honest(target=WRONG, after=[shape]), 0),
        "lists-in-a-list": (honest(target=WRONG, after=[wide]), 0),
        "dictionary-with-odd-keys": (honest(target=WRONG, after=[odd]), 0),
        "forges-the-notes": (honest(head + ready), 6),
        "frames-without-end-in-a-cell": (honest(head + many), 6),
    }


def telling():
    """Hidden inputs put into what a page of feedback might repeat."""
    digits = "int(abs(w[0]) * 1000)"
    name = f"sorted(vars(__import__('builtins')))[{digits} % 60]"
    ways = {
        "tells-by-shape": f"return np.zeros((0, {digits}, 3))",
        "tells-by-length": f"return [0.0] * {digits}",
        "tells-by-keys": "return {str(v): 0 for v in w}",
        "tells-by-text": "return str(w) + str(x)",
        "tells-by-a-class": "raise type(str(w), (Exception,), {})",
        "tells-by-an-exception": f"raise getattr(__import__('builtins'), {name}, ValueError)",
        "tells-by-a-message": "raise ValueError(str(w))",
        "tells-by-its-exit": f"os._exit({digits} % 100 + 1)",
        "tells-by-a-missing-module": f"__import__('w' + str({digits}))",
    }
    return {name: (honest(target=body("pass", then=line)), 4) for name, line in ways.items()}


def ending():
    kill = "import signal\nos.kill(os.getpid(), signal.SIGKILL)"
    return {
        "kills-itself": (honest(target=body(kill)), 4),
        "kills-itself-in-a-cell": (honest("import os\n" + kill), 6),
        "memory-all-at-once": (honest(target=body("np.ones(2**29)")), 4),
        "aborts": (honest(target=body("os.abort()")), 4),
        "frees-what-is-not-its-own": (honest(target=body(f"{LIBC}libc.free(7)")), 4),
        "execs-itself": (honest(target=body("os.execv(sys.executable, ['python', '-c', ''])")), 4),
        "reads-its-own-program": (honest(target=opens("/proc/self/mem")), 4),
        "right-beside-a-thread": (
            honest("import threading\nthreading.Thread(target=print).start()"),
            6,
        ),
        "right-with-a-file": (
            honest(target="open('notes.txt', 'w').write('mine')\n" + RIGHT["grad_linreg"]),
            6,
        ),
    }
