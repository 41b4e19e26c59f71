"""Work done side by side, and how far it has come."""

import queue
import sys
import threading
import time


def each(work, items, lanes):
    """(item, work(item)) as they are done, on `lanes` threads; no more is kept than the newest.

    Whoever stops listening (Ctrl-C) waits for nobody: the threads end with the program, and with
    them the processes that they have started.
    """
    todo, done = queue.SimpleQueue(), queue.Queue(maxsize=lanes)
    for item in items:
        todo.put(item)

    def lane():
        while True:
            try:
                item = todo.get_nowait()
            except queue.Empty:
                return
            done.put((item, work(item)))

    for _ in range(lanes):
        threading.Thread(target=lane, daemon=True).start()
    for _ in items:
        yield done.get()


class Bar:
    """Progress on the terminal; on anything else a line now and then."""

    def __init__(self, total, stream=None):
        self.total, self.stream = total, stream or sys.stderr
        self.count, self.began = 0, time.monotonic()

    def step(self, submission):
        self.count += 1
        each = (time.monotonic() - self.began) / self.count
        left = each * (self.total - self.count)
        filled = round(30 * self.count / self.total)
        done = f"[{'#' * filled}{'.' * (30 - filled)}] {self.count}/{self.total}"
        words = f"{done}  {left / 60:.0f} min left  {submission.student}"
        if self.stream.isatty():
            self.stream.write(f"\r{words[:100]:<100}")
        elif self.count % max(1, self.total // 10) == 0:
            self.stream.write(words + "\n")
        self.stream.flush()

    def close(self):
        if self.stream.isatty():
            self.stream.write("\n")
