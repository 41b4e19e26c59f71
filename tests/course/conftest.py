"""What the tests of the course share."""

import pytest


@pytest.fixture(scope="session", autouse=True)
def salt_of_the_tests():
    """Hidden inputs that are the same in every run; a course folder of a test needs no salt."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOMEWORK_SALT", "a salt of the tests")
        yield
