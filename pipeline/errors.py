"""The errors that a caller can meet, as one tree. Each message says where, what, and what to do about it.

ClausetraceError
  UsageError                exit 2: wrong words on the command line, nothing to do
    ConfigError             exit 2: the YAML; names file, line and key, all mistakes at once
    OutputError             exit 2: the output folder cannot be written or is in use
    InputError              exit 2: two inputs with one doc_id, a folder with nothing to read
  DocumentError             exit 3: one document cannot be done; the others go on
    NotAPdf, Damaged, PasswordNeeded, UnknownEncryption, WrongEncoding, Unreadable, TooLarge, NoSuchPages, TimedOut,
    OutOfMemory, Crashed, IdTaken
  DependencyMissing         exit 2: an extra is not installed; names the pip line
  EndpointError             exit 2: the endpoint that was asked gave no answer; says why
  Interrupted               exit 130: stopped by Ctrl-C or a signal; says what is done

They are caught once, at the edge (``cli``, and ``batch`` for one document of many).
"""

import struct
import zlib

STUMBLES = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    EOFError,
    LookupError,
    NameError,
    NotImplementedError,
    OSError,
    RecursionError,
    TypeError,
    ValueError,
    struct.error,
    zlib.error,
)
"""What libraries written in Python raise over a damaged file besides errors of their own: whatever a broken object leads to."""


class ClausetraceError(Exception):
    """Base of all errors of this package. ``exit_code`` is what the command line ends with."""

    exit_code = 1


class UsageError(ClausetraceError):
    """The command cannot be done as asked."""

    exit_code = 2


class ConfigError(UsageError):
    """The configuration is wrong; the message has one line a mistake: file, line, key, what to do."""


class OutputError(UsageError):
    """The output folder cannot be written, or another run is using it."""


class InputError(UsageError):
    """The inputs cannot be told apart, or there are none."""


class DependencyMissing(UsageError):
    """A command needs an extra that is not installed."""


class EndpointError(UsageError):
    """The endpoint that was asked gave no answer: unreachable, too slow, no key, an error, or no answer in what it sent."""


class Interrupted(ClausetraceError):
    """The run was stopped from outside."""

    exit_code = 130


class DocumentError(ClausetraceError):
    """One document cannot be done. ``code`` is its stable name in ``out/run.json``."""

    exit_code = 3
    code = "failed"


class NotAPdf(DocumentError):
    """The file is no PDF."""

    code = "not_a_pdf"


class Damaged(DocumentError):
    """The file is cut short or broken beyond reading."""

    code = "damaged"


class PasswordNeeded(DocumentError):
    """The file is encrypted with a password that was not given."""

    code = "password_needed"


class UnknownEncryption(DocumentError):
    """The file is encrypted in a way that no password opens here."""

    code = "unknown_encryption"


class WrongEncoding(DocumentError):
    """A text file is not UTF-8."""

    code = "wrong_encoding"


class Unreadable(DocumentError):
    """The file cannot be read from its place, or changed while the run was at work."""

    code = "unreadable"


class TooLarge(DocumentError):
    """The file exceeds a limit of bytes or pages."""

    code = "too_large"


class NoSuchPages(DocumentError):
    """The document has none of the pages that were asked for."""

    code = "no_such_pages"


class TimedOut(DocumentError):
    """The document took longer than its limit."""

    code = "timed_out"


class OutOfMemory(DocumentError):
    """The document took more memory than its limit."""

    code = "out_of_memory"


class Crashed(DocumentError):
    """The worker that read the document died."""

    code = "crashed"


class IdTaken(DocumentError):
    """Two clauses, chunks or tables came out with one id: a fault of the program, never resolved by overwriting."""

    code = "id_taken"
