"""Passwords tried in turn."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from pipeline.errors import PasswordNeeded

Given = TypeVar("Given")


def with_passwords(passwords: Sequence[str], act: Callable[[str], Given]) -> Given:
    """What ``act`` gives with the first password that opens the file; most files need none. Raises PasswordNeeded."""
    for password in ("", *passwords):
        try:
            return act(password)
        except PasswordNeeded as error:
            refused = error
    raise refused
