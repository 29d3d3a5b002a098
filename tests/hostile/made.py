"""Files made to do harm, each by its name: what they hold is told by the function that makes it. None is kept in the repository.

PDFs are written object by object; object 1 is the catalogue, 2 the page tree, so that a case says only what is odd about it.
"""

import zlib
from collections.abc import Sequence

GIGABYTE = 1 << 30
BLOCK = 1 << 24
ADLER = 65521
PAGE = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F 4 0 R >> >> /Contents 5 0 R >>"
FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
WORDS = b"BT /F 11 Tf 72 700 Td (1. Scope) Tj 0 -20 Td (We pay for treatment in a hospital.) Tj ET"
ESCAPE = "\x1b]0;owned\x07\x1b[31mred\x1b[0m\x9b31m\u202e"
"""What a terminal would take for an order: a new title, colours (also by the one character of C1), text turned round."""


def stream(content: bytes, more: bytes = b"", length: int | None = None) -> bytes:
    """A stream object; ``length`` is what it claims of itself."""
    return b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(content) if length is None else length, more, content)


def write(objects: Sequence[bytes], trailer: bytes = b"") -> bytes:
    """A PDF of these objects, the first being number 1."""
    out, places = bytearray(b"%PDF-1.7\n"), []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R %s >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, trailer, start)
    return bytes(out)


def one_page(
    content: bytes = WORDS, *more: bytes, page: bytes = PAGE, font: bytes = FONT, catalogue: bytes = b"", trailer: bytes = b""
) -> bytes:
    """A PDF of one page; ``more`` are objects from number 6 on."""
    body = content if content.startswith(b"<<") else stream(content)
    tree = b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>"
    return write([b"<< /Type /Catalog /Pages 2 0 R %s >>" % catalogue, tree, page, font, body, *more], trailer)


def zeros(size: int) -> bytes:
    """``size`` zero bytes, deflated, without ever holding them: one block, flushed, again and again."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    block = deflate.compress(bytes(BLOCK)) + deflate.flush(zlib.Z_FULL_FLUSH)
    checksum = ((size % ADLER) << 16 | 1).to_bytes(4, "big")
    return b"\x78\xda" + block * (size // BLOCK) + b"\x03\x00" + checksum


def bomb() -> bytes:
    """A page whose content is a gigabyte of zeros in a megabyte."""
    return one_page(stream(zeros(GIGABYTE), b"/Filter /FlateDecode"))


def nested_bomb() -> bytes:
    """The same, deflated three times over, beside a page that can be read."""
    packed = zlib.compress(zlib.compress(zeros(4 * GIGABYTE), 9), 9)
    last = PAGE.replace(b"/Contents 5", b"/Contents 7")
    more = [last, stream(packed, b"/Filter [/FlateDecode /FlateDecode /FlateDecode]")]
    tree = b"<< /Type /Pages /Kids [3 0 R 6 0 R] /Count 2 >>"
    return write([b"<< /Type /Catalog /Pages 2 0 R >>", tree, PAGE, FONT, stream(WORDS), *more])


def bomb_in_font() -> bytes:
    """The map of a font's characters to letters is a gigabyte of zeros."""
    font = FONT.replace(b">>", b"/ToUnicode 6 0 R >>")
    return one_page(WORDS, stream(zeros(GIGABYTE), b"/Filter /FlateDecode"), font=font)


def huge_image() -> bytes:
    """A picture of 60,000 by 60,000 points."""
    picture = (
        b"/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /FlateDecode"
    )
    page = PAGE.replace(b">> >>", b">> /XObject << /I 6 0 R >> >>", 1)
    return one_page(WORDS + b" q 500 0 0 500 50 50 cm /I Do Q", stream(zeros(GIGABYTE), picture), page=page)


def circular_tree() -> bytes:
    """A page tree that is its own child."""
    tree = b"<< /Type /Pages /Parent 2 0 R /Kids [2 0 R 3 0 R 2 0 R] /Count 3 >>"
    return write([b"<< /Type /Catalog /Pages 2 0 R >>", tree, PAGE, FONT, stream(WORDS)])


def deep_tree() -> bytes:
    """A page tree of ten thousand levels."""
    levels = 10_000
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>"]
    objects += [b"<< /Type /Pages /Kids [%d 0 R] /Count 1 >>" % number for number in range(3, 3 + levels)]
    page, font, content = 2 + levels, 3 + levels, 4 + levels
    last = PAGE.replace(b"2 0 R", b"%d 0 R" % (page - 1)).replace(b"4 0 R", b"%d 0 R" % font).replace(b"5 0 R", b"%d 0 R" % content)
    objects.append(last)
    return write([*objects, FONT, stream(WORDS)])


def count_lies(count: int) -> bytes:
    """One page, where the tree says that there are ``count``."""
    tree = b"<< /Type /Pages /Kids [3 0 R] /Count %d >>" % count
    return write([b"<< /Type /Catalog /Pages 2 0 R >>", tree, PAGE, FONT, stream(WORDS)])


def many_pages(count: int) -> bytes:
    """``count`` pages that share one content."""
    kids = b" ".join(b"%d 0 R" % number for number in range(5, 5 + count))
    page = PAGE.replace(b"/F 4 0 R", b"/F 3 0 R").replace(b"/Contents 5", b"/Contents 4")
    tree = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, count)
    return write([b"<< /Type /Catalog /Pages 2 0 R >>", tree, FONT, stream(WORDS), *([page] * count)])


def nested_forms(depth: int, fan: int = 1) -> bytes:
    """Forms in forms, each drawing the next ``fan`` times; the last draws itself."""
    head = b"/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /F 4 0 R >> /XObject << /X %d 0 R >> >>"
    drawn = WORDS + b" /X Do" * fan
    forms = [stream(drawn, head % min(7 + number, 5 + depth)) for number in range(depth)]
    page = PAGE.replace(b">> >>", b">> /XObject << /X 6 0 R >> >>", 1)
    return one_page(drawn, *forms, page=page)


def many_paths(count: int = 60_000) -> bytes:
    """A page of strokes."""
    strokes = b"\n".join(b"%d %d m %d %d l S" % (n % 595, n % 842, (n * 7) % 595, (n * 11) % 842) for n in range(count))
    return one_page(WORDS + b"\n" + strokes)


def many_boxes(count: int = 60_000) -> bytes:
    """A page of little boxes in rows, as a table of sixty thousand cells."""
    return one_page(WORDS + b"\n" + b"\n".join(b"%d %d 2 2 re S" % (2 * (n % 290), 2 * (n // 290)) for n in range(count)))


def many_words(count: int = 100_000) -> bytes:
    """A page with more words than a book."""
    shown = b" ".join(b"1 0 0 1 %d %d Tm (a%d) Tj" % (n % 590, (n * 13) % 840, n) for n in range(count))
    return one_page(b"BT /F 4 Tf " + shown + b" ET")


def mapped(*letters: str) -> bytes:
    """A font whose every character is said to be ``letters``."""
    code = "".join(letters).encode("utf-16-be", "surrogatepass").hex()
    ranges = "".join(f"<{number:02x}> <{code}>\n" for number in range(32, 127))
    cmap = f"begincmap 1 begincodespacerange <00> <ff> endcodespacerange 95 beginbfchar\n{ranges}endbfchar endcmap".encode()
    return one_page(WORDS, stream(cmap), font=FONT.replace(b">>", b"/ToUnicode 6 0 R >>"))


def lying_widths(width: bytes) -> bytes:
    """A font whose letters are as wide as no letter is."""
    widths = b" ".join([width] * 224)
    return one_page(WORDS, font=FONT.replace(b">>", b"/FirstChar 32 /LastChar 255 /Widths [%s] >>" % widths))


def type3_that_draws_itself() -> bytes:
    """A font whose glyph is drawn with the font itself, and whose matrix is nothing."""
    font = (
        b"<< /Type /Font /Subtype /Type3 /FontBBox [0 0 0 0] /FontMatrix [0 0 0 0 0 0] /FirstChar 0 /LastChar 255 /Widths [1000] "
        b"/Encoding << /Differences [0 /a] >> /CharProcs << /a 6 0 R >> /Resources << /Font << /F 4 0 R >> >> >>"
    )
    return one_page(WORDS, stream(b"1000 0 d0 BT /F 1 Tf (a) Tj ET"), font=font)


def descending_fonts() -> bytes:
    """A composite font that is its own descendant."""
    return one_page(WORDS, font=b"<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [4 0 R] >>")


def boxed(box: bytes, more: bytes = b"") -> bytes:
    """A page of an odd size."""
    return one_page(page=PAGE.replace(b"[0 0 595 842]", box + more))


def escaping_names() -> bytes:
    """Orders to a terminal in the title, in a bookmark and in a page label."""
    title = b"<feff" + ESCAPE.encode("utf-16-be").hex().encode() + b">"
    outline = b"<< /Type /Outlines /First 7 0 R /Last 7 0 R /Count 1 >>"
    mark = b"<< /Title %s /Parent 6 0 R /Dest [3 0 R /Fit] >>" % title
    known = b"<< /Title %s /Author (../../etc/passwd) >>" % title
    catalogue = b"/Outlines 6 0 R /PageLabels << /Nums [0 << /P %s /S /D >>] >>" % title
    return one_page(WORDS, outline, mark, known, catalogue=catalogue, trailer=b"/Info 8 0 R")


def circular_outline() -> bytes:
    """Bookmarks that follow on themselves."""
    outline = b"<< /Type /Outlines /First 7 0 R /Last 7 0 R /Count 9 >>"
    mark = b"<< /Title (a) /Parent 6 0 R /First 7 0 R /Next 7 0 R /Dest [3 0 R /Fit] >>"
    return one_page(WORDS, outline, mark, catalogue=b"/Outlines 6 0 R")


def deep_arrays(depth: int = 200_000) -> bytes:
    """An array in an array in an array."""
    return one_page(WORDS, b"[" * depth + b"]" * depth, catalogue=b"/Odd 6 0 R")


def deep_content(depth: int = 200_000) -> bytes:
    """Saved states, dictionaries and arrays that are opened in the content and never closed."""
    return one_page(b"q " * depth + b"[" * depth + b"<<" * depth + WORDS)


def looping_xref() -> bytes:
    """A table of places that says it follows on itself."""
    content = one_page()
    start = content.rindex(b"startxref\n") + 10
    return content.replace(b"/Root 1 0 R", b"/Root 1 0 R /Prev " + content[start : content.index(b"\n", start)])


def referring_to_itself() -> bytes:
    """Content, length and font that lead back to themselves."""
    page = PAGE.replace(b"/Contents 5 0 R", b"/Contents [5 0 R 6 0 R]")
    return one_page(b"<< /Length 5 0 R >>\nstream\n" + WORDS + b"\nendstream", b"[6 0 R 6 0 R]", page=page, font=b"4 0 R")


def length_lies(length: int) -> bytes:
    """A stream that says it is longer or shorter than it is."""
    return one_page(stream(WORDS, length=length))


def odd_numbers() -> bytes:
    """Numbers that no page has."""
    return one_page(
        b"BT /F 1e38 Tf 99999999999999999999 -3.4e38 Td (1. Scope) Tj /F 0 Tf (a) Tj /F -11 Tf 72 700 Td (Words) Tj ET nan w"
    )


def beyond_any_page() -> bytes:
    """Words, strokes and a picture that matrices put where no page reaches, and sizes that are no numbers."""
    far = b"q 3e38 0 0 3e38 3e38 -3e38 cm "
    words = b"BT /F 3e38 Tf 3e38 0 0 3e38 3e38 3e38 Tm (2. Beyond) Tj ET BT /F 11 Tf 1e30 1e25 -1e30 1e30 0 0 Tm (far away) Tj ET "
    strokes = b"0 0 3e38 3e38 re S 0 0 m 3e38 3e38 l S 3e38 0 0 3e38 re f -3e38 1 m 3e38 1 l S Q "
    page = PAGE.replace(b">> >>", b">> /XObject << /I 6 0 R >> >>", 1)
    picture = b"/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray"
    return one_page(WORDS + b" " + far + words + b"/I Do " + strokes, stream(b"a", picture), page=page)


def make_all() -> dict[str, bytes]:
    """Every made file by name."""
    pdfs = {
        "bomb": bomb(),
        "nested-bomb": nested_bomb(),
        "bomb-in-font": bomb_in_font(),
        "huge-image": huge_image(),
        "circular-tree": circular_tree(),
        "deep-tree": deep_tree(),
        "count-of-billions": count_lies(2_000_000_000),
        "count-of-thousands": count_lies(15_000),
        "count-below-nothing": count_lies(-5),
        "hundred-thousand-pages": many_pages(100_000),
        "forms-in-forms": nested_forms(2_000),
        "forms-that-multiply": nested_forms(12, fan=10),
        "sixty-thousand-paths": many_paths(),
        "sixty-thousand-boxes": many_boxes(),
        "hundred-thousand-words": many_words(),
        "letters-that-are-orders": mapped("\x1b", "[", "3", "1", "m"),
        "letters-that-are-nothing": mapped("\x00"),
        "letters-that-are-halves": mapped("\ud800"),
        "letters-that-are-long": mapped("a" * 250),
        "letters-that-are-breaks": mapped("\n\r\u2028\u0085"),
        "letters-turned-round": mapped("\u202e", "a"),
        "widths-of-nothing": lying_widths(b"0"),
        "widths-below-nothing": lying_widths(b"-9999"),
        "widths-of-millions": lying_widths(b"9999999"),
        "font-that-draws-itself": type3_that_draws_itself(),
        "font-under-itself": descending_fonts(),
        "page-of-kilometres": boxed(b"[0 0 9999999 9999999]"),
        "page-of-nothing": boxed(b"[0 0 0 0]"),
        "page-inside-out": boxed(b"[595 842 0 0]", b" /CropBox [900 900 901 901]"),
        "page-of-big-units": boxed(b"[0 0 595 842]", b" /UserUnit 1e9 /Rotate 45"),
        "orders-in-names": escaping_names(),
        "circular-outline": circular_outline(),
        "deep-arrays": deep_arrays(),
        "deep-content": deep_content(),
        "looping-xref": looping_xref(),
        "referring-to-itself": referring_to_itself(),
        "length-too-long": length_lies(10_000_000),
        "length-too-short": length_lies(10),
        "odd-numbers": odd_numbers(),
        "beyond-any-page": beyond_any_page(),
        "page-without-end": boxed(b"[-3e38 -3e38 3e38 3e38]"),
        "page-at-the-end": boxed(b"[3e38 3e38 9e38 9e38]"),
        "nothing": b"",
        "head-alone": b"%PDF-1.7\n",
        "head-and-noise": b"%PDF-1.7\n" + bytes(range(256)) * 400,
    }
    texts = {
        "one-line.txt": b"a " * 100_000,
        "brackets.txt": b"(" * 50_000 + b"\n" + b"[((" * 20_000,
        "labels-alone.txt": b"1. a) (i) 1.1 " * 5_000,
        "ever-deeper.txt": b"\n".join(b"1." * depth + b" Scope" for depth in range(1, 250)),
        "orders.txt": b"1. Scope\n" + ESCAPE.encode() + b"\n(a) \x00\x01\x02\x1b[2J words\r\r\n\x0c2. Terms\n",
        "hashes.md": b"#" * 100_000 + b" a\n" + b"\n".join(b"#" * (number % 7) + b" 1. Heading" for number in range(500)),
        "quotes.md": b">" * 50_000 + b" a\n" + b"- " * 20_000 + b"b\n" + b"|" * 50_000,
        "one-label.txt": b"1. Scope\n" * 2_000,
        "upside-down.txt": b"\n".join(b"%d. Scope" % number for number in range(2_000, 0, -1)),
    }
    return {f"{name}.pdf": content for name, content in pdfs.items()} | texts
