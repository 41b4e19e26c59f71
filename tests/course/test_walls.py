"""The sandbox: its filter of system calls, the memory of a class, the words for a failure."""

import errno
import struct

import pytest

from course.grading import grade, sandbox, session, syscalls

MACHINES = list(syscalls.MACHINES)
REFUSED, MISSING = 0x50000 | errno.EPERM, 0x50000 | errno.ENOSYS
HARMLESS = {"x86_64": {"read": 0, "mmap": 9, "execve": 59}, "aarch64": {"read": 63, "execve": 221}}


def verdict(machine, number, first=0, architecture=None):
    """What the kernel's interpreter would make of the filter, for one call."""
    program = list(struct.iter_unpack("<HBBI", syscalls.program(machine)))
    about = {syscalls.NUMBER: number, syscalls.FIRST: first}
    about[syscalls.ARCHITECTURE] = architecture or syscalls.MACHINES[machine][1]
    at, loaded = 0, None
    while True:
        code, yes, no, value = program[at]
        if code == syscalls.RETURN:
            return value
        if code == syscalls.LOAD:
            loaded, jump = about[value], 0
        else:
            tests = {syscalls.EQUAL: loaded == value, syscalls.ABOVE: loaded >= value}
            jump = yes if {**tests, syscalls.BITS: bool(loaded & value)}[code] else no
        at += 1 + jump


@pytest.mark.parametrize("machine", MACHINES)
def test_the_filter_refuses_what_is_listed_and_nothing_else(machine):
    column, _ = syscalls.MACHINES[machine]
    listed = {numbers[column] for numbers in syscalls.DENIED.values()} - {None}
    special = {numbers[column] for numbers in (syscalls.CLONE, syscalls.CLONE3, syscalls.SOCKET)}
    for number in range(600):
        if number not in special:
            assert verdict(machine, number) == (REFUSED if number in listed else syscalls.ALLOW)
    assert listed.isdisjoint(HARMLESS[machine].values()) and len(listed) >= 35


@pytest.mark.parametrize("machine", MACHINES)
def test_threads_and_local_sockets_are_allowed_processes_and_networks_are_not(machine):
    column, _ = syscalls.MACHINES[machine]
    clone, socket = syscalls.CLONE[column], syscalls.SOCKET[column]
    assert verdict(machine, clone, 0x3D0F00) == syscalls.ALLOW  # what the C library's threads ask
    for flags in (17, 0x01200011, 0x4111, 0x10000011):  # fork, with a thread id, vfork, a namespace
        assert verdict(machine, clone, flags) == REFUSED
    assert verdict(machine, syscalls.CLONE3[column]) == MISSING
    assert verdict(machine, socket, 1) == syscalls.ALLOW
    assert {verdict(machine, socket, family) for family in (0, 2, 10, 16, 17, 38, 40)} == {REFUSED}


@pytest.mark.parametrize("machine", MACHINES)
def test_other_doors_to_the_kernel_are_shut(machine):
    other = syscalls.MACHINES[MACHINES[machine == MACHINES[0]]][1]
    assert verdict(machine, 0, architecture=other) == syscalls.KILL
    assert verdict(machine, 0, architecture=0x40000003) == syscalls.KILL  # 32 bits
    assert verdict(machine, syscalls.X32) == REFUSED


def test_an_unknown_machine_has_no_sandbox(monkeypatch):
    monkeypatch.setattr(syscalls.platform, "machine", lambda: "abacus")
    monkeypatch.setattr(sandbox.shutil, "which", lambda name: f"/usr/bin/{name}")
    assert "the system calls of abacus are not known" in sandbox.trouble()


@pytest.mark.parametrize("free, count", [(0.5, 1), (1.5, 1), (2.5, 2), (3, 2), (24, 21)])
def test_as_many_side_by_side_as_memory_holds(free, count, monkeypatch):
    monkeypatch.setattr(sandbox, "_free_memory", lambda: free * 2**30)
    assert sandbox.affordable() == count
    assert 1 <= grade.at_once(None) <= count


def test_the_machine_says_how_much_memory_it_has():
    assert 2**20 < sandbox._free_memory() < 2**50


def test_a_failure_is_told_in_few_words():
    """However many ways to fail there are."""
    names = [*session.STOPPED, "BrokenBarrierError", "[0.31]", "", "x" * 10**6]
    words = {session._reason({"error": name}) for name in names}
    assert len(words) <= 10 and not any("0.31" in sentence for sentence in words)
    for strange in (None, 7, ["ValueError"], {"a": 1}):
        assert session._reason({"error": strange}) == "it stopped with an exception"
