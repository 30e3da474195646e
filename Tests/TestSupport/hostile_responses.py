"""Texts and raw responses that hostile_server.py sends byte for byte; each is named for what is wrong with it."""
import functools
import gzip
import json

PEOPLE = json.dumps(
    [{"id": n, "name": f"Ada {n}", "email": f"ada{n}@example.org"} for n in range(1, 7)], separators=(",", ":")).encode()
OBJECT = b'{"id":1,"name":"Ada 1","email":"ada1@example.org"}'
NDJSON = b"\n".join(b'{"id":%d,"name":"Ada","email":null}' % n for n in range(1, 7))
LOGIN = (b"<!doctype html><html><head><title>Sign in to the network</title></head><body>"
         b'<form action="/login"><input name="user"></form></body></html>')
NOTICE = b"<br />\n<b>Notice</b>:  Undefined index: id in <b>/var/www/api.php</b> on line <b>7</b><br />\n"

# Bodies of a complete 200 (`/text/<name>`). The first group is healthy, however it looks.
TEXTS = {
    "people": PEOPLE,
    "people-bom": b"\xef\xbb\xbf" + PEOPLE,
    "people-spaced": json.dumps(json.loads(PEOPLE), indent=4).encode() + b"\r\n\r\n",
    "people-reordered": json.dumps([dict(reversed(p.items())) for p in json.loads(PEOPLE)]).encode(),
    "people-escaped": PEOPLE.replace(b"Ada", b"\\u0041\\u0064\\u0061"),
    # not JSON
    "empty": b"",
    "spaces": b" \r\n\t ",
    "zero-byte": b"\0",
    "bom-only": b"\xef\xbb\xbf",
    "cut": PEOPLE[:-20],
    "cut-in-string": PEOPLE[:18],
    "cut-in-escape": PEOPLE[:15] + b'"\\u00',
    "invalid-utf8": PEOPLE.replace(b"Ada 3", b"Ad\xff\xfe"),
    "overlong-utf8": PEOPLE.replace(b"Ada 3", b"\xc0\xaf"),
    "cut-utf8": PEOPLE.replace(b"Ada 3", b"Ad\xc3"),
    "raw-surrogate": PEOPLE.replace(b"Ada 3", b"\xed\xa0\x80"),
    "latin1": PEOPLE.replace(b"Ada 3", "Ad\xe4".encode("latin-1")),
    "control-character": PEOPLE.replace(b"Ada 3", b"Ada\n3"),
    "nan": PEOPLE.replace(b'"id":3', b'"id":NaN'),
    "infinity": PEOPLE.replace(b'"id":3', b'"id":-Infinity'),
    "undefined": PEOPLE.replace(b'"id":3', b'"id":undefined'),
    "hex-number": PEOPLE.replace(b'"id":3', b'"id":0x3'),
    "plus-number": PEOPLE.replace(b'"id":3', b'"id":+3'),
    "leading-zero": PEOPLE.replace(b'"id":3', b'"id":03'),
    "bare-point": PEOPLE.replace(b'"id":3', b'"id":3.'),
    "single-quotes": PEOPLE.replace(b'"', b"'"),
    "unquoted-keys": PEOPLE.replace(b'"id"', b"id"),
    "comment": b"/* people */ " + PEOPLE,
    "python-literals": PEOPLE.replace(b'"ada3@example.org"', b"None"),
    "two-commas": PEOPLE.replace(b",", b",,", 1),
    "missing-comma": PEOPLE.replace(b"},{", b"}{", 1),
    "closed-twice": PEOPLE + b"]",
    "wrong-bracket": PEOPLE[:-1] + b"}",
    "ndjson": NDJSON,
    "concatenated": PEOPLE + PEOPLE,
    "jsonp": b"callback(" + PEOPLE + b");",
    "xssi-prefix": b")]}',\n" + PEOPLE,
    "php-notice": NOTICE + PEOPLE,
    "php-fatal-after": PEOPLE + b"\nFatal error: Uncaught Exception in /var/www/api.php:9",
    "html-after": PEOPLE + b"\n<!-- served by cache 3 -->",
    "html": LOGIN,
    "xml": b'<?xml version="1.0"?><people><person id="1"/></people>',
    "csv": b"id,name,email\n1,Ada,ada@example.org\n",
    "yaml": b"- id: 1\n  name: Ada\n",
    "url-encoded": b"id=1&name=Ada",
    "plain-word": b"OK",
    "event-stream": b'event: people\ndata: [{"id":1}]\n\n',
    "multipart": b"--x\r\nContent-Type: application/json\r\n\r\n" + PEOPLE + b"\r\n--x--\r\n",
    "base64": b"W3siaWQiOjF9XQ==",
    "gzip-unlabelled": gzip.compress(PEOPLE),
    "protobuf": b"\x0a\x08\x08\x01\x12\x03Ada\x1a\x00",
    "msgpack": b"\x91\x82\xa2id\x01\xa4name\xa3Ada",
    "png": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
    "depth-10000": b"[" * 10_000 + b"]" * 10_000,
    "depth-500000": b"[" * 500_000 + b"]" * 500_000,
    "depth-objects": b'{"a":' * 200_000 + b"1" + b"}" * 200_000,
    "depth-open": b"[" * 2_000_000,
    # JSON, and not what anybody reads
    "lone-surrogate": PEOPLE.replace(b"Ada 3", b"\\ud800"),
    "trailing-comma-array": PEOPLE[:-1] + b",]",
    "trailing-comma-object": PEOPLE.replace(b".org\"}", b".org\",}"),
    "duplicate-keys": PEOPLE.replace(b'"id":3', b'"id":3,"id":3'),
    "utf16": b"\xff\xfe" + PEOPLE.decode().encode("utf-16-le"),
    "utf16-bare": PEOPLE.decode().encode("utf-16-le"),
    "utf32": PEOPLE.decode().encode("utf-32-be"),
    "keys-200000": b"{" + b",".join(b'"k%d":0' % n for n in range(200_000)) + b"}",
    "array-1000000": b"[" + b"0," * 999_999 + b"0]",
    "long-string": b'["' + b"x" * 7_000_000 + b'"]',
    "long-number": b"[" + b"9" * 1_000_000 + b"]",
    "long-key": b'[{"' + b"k" * 3_000_000 + b'":1}]',
    "huge-exponent": b"[1e999999999]",
}

OK = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"


def sized(length, body=PEOPLE, fields=b""):
    return OK + b"Content-Length: " + length + b"\r\n" + fields + b"\r\n" + body


def chunk(data):
    return b"%x\r\n%s\r\n" % (len(data), data)


def whole(fields=b"", body=PEOPLE):
    return sized(b"%d" % len(body), body, fields)


ZIPPED = gzip.compress(PEOPLE)
ENCODED = b"Content-Encoding: gzip\r\n"
HALF = len(ZIPPED) // 2

# Whole responses, sent as they stand; the connection is closed after each (`/raw/<name>`).
RAW = {
    # healthy
    "open-after-length": whole(),
    "same-length-twice": sized(b"%d" % len(PEOPLE), fields=b"Content-Length: %d\r\n" % len(PEOPLE)),
    "same-length-list": sized(b"%d, %d" % (len(PEOPLE), len(PEOPLE))),
    "bytes-after-length": whole() + b"surplus",
    "chunk-extension": CHUNKED + b"%x;name=value\r\n%s\r\n0\r\n\r\n" % (len(PEOPLE), PEOPLE),
    "chunk-upper-case": CHUNKED + b"%X\r\n%s\r\n0\r\n\r\n" % (len(PEOPLE), PEOPLE),
    "bare-line-feeds": whole().replace(b"\r\n", b"\n"),
    "folded-header": whole(b"X-Folded: a\r\n b\r\n"),
    "header-without-colon": whole(b"nonsense\r\n"),
    "no-reason-phrase": whole().replace(b"200 OK", b"200 "),
    "early-hints": b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + whole(),
    "identity-coding": whole(b"Content-Encoding: identity\r\n"),
    "gzip-members": sized(
        b"%d" % len(gzip.compress(PEOPLE[:40]) + gzip.compress(PEOPLE[40:])),
        gzip.compress(PEOPLE[:40]) + gzip.compress(PEOPLE[40:]), ENCODED),
    "http-1.0": whole().replace(b"HTTP/1.1", b"HTTP/1.0"),
    "html-content-type": whole().replace(b"application/json", b"text/html"),
    # cut
    "cut-in-status-line": b"HTTP/1.1 20",
    "cut-in-header": OK + b"Content-Le",
    "cut-after-header": OK + b"Content-Length: %d\r\n\r\n" % len(PEOPLE),
    "cut-last-byte": whole()[:-1],
    "cut-chunk-none": CHUNKED,
    "cut-chunk-size": CHUNKED + chunk(PEOPLE[:40]) + b"4",
    "cut-chunk-data": CHUNKED + b"%x\r\n" % len(PEOPLE) + PEOPLE[:-3],
    "cut-chunk-line-end": CHUNKED + b"%x\r\n%s" % (len(PEOPLE), PEOPLE),
    "cut-last-chunk": CHUNKED + chunk(PEOPLE),
    "cut-last-chunk-line-end": CHUNKED + chunk(PEOPLE) + b"0\r\n",
    "cut-trailer": CHUNKED + chunk(PEOPLE) + b"0\r\nX-Trai",
    "cut-gzip-length": sized(b"%d" % HALF, ZIPPED[:HALF], ENCODED),
    "cut-gzip-trailer": sized(b"%d" % (len(ZIPPED) - 8), ZIPPED[:-8], ENCODED),
    "cut-gzip-last-byte": sized(b"%d" % (len(ZIPPED) - 1), ZIPPED[:-1], ENCODED),
    "cut-gzip-header": sized(b"5", ZIPPED[:5], ENCODED),
    "cut-gzip-chunked": OK + b"Transfer-Encoding: chunked\r\n" + ENCODED + b"\r\n" + chunk(ZIPPED[:HALF]) + b"0\r\n\r\n",
    "cut-gzip-close": OK + ENCODED + b"\r\n" + ZIPPED[:HALF],
    "cut-text-close": OK + b"\r\n" + PEOPLE[:-20],
    "cut-empty-close": OK + b"\r\n",
    "cut-after-interim": b"HTTP/1.1 100 Continue\r\n\r\n",
    # chunks that are none
    "chunk-negative": CHUNKED + b"-5\r\n" + PEOPLE,
    "chunk-overflow": CHUNKED + b"FFFFFFFFFFFFFFFFF\r\n" + PEOPLE,
    "chunk-huge": CHUNKED + b"7FFFFFFFFFFFFFFF\r\n" + PEOPLE,
    "chunk-0x": CHUNKED + b"0x10\r\n" + PEOPLE,
    "chunk-word": CHUNKED + b"people\r\n" + PEOPLE,
    "chunk-empty-size": CHUNKED + b"\r\n" + PEOPLE,
    "chunk-no-line-end": CHUNKED + b"%x\r\n%s0\r\n\r\n" % (len(PEOPLE), PEOPLE),
    "chunk-too-short": CHUNKED + b"5\r\n" + PEOPLE + b"\r\n0\r\n\r\n",
    "chunk-not-chunked": CHUNKED + PEOPLE,
    # not HTTP
    "smtp": b"220 mail.example ESMTP ready\r\n",
    "ssh": b"SSH-2.0-OpenSSH_9.2p1\r\n",
    "icy": b"ICY 200 OK\r\n\r\n" + PEOPLE,
    "http-0.9": PEOPLE,
    "html-bare": LOGIN,
    "http-2-plain": whole().replace(b"HTTP/1.1", b"HTTP/2"),
    "http-1.2": whole().replace(b"HTTP/1.1", b"HTTP/1.2"),
    "im-used": whole().replace(b"200 OK", b"226 IM Used"),
    "http-3.7": whole().replace(b"HTTP/1.1", b"HTTP/3.7"),
    "http-lower-case": whole().replace(b"HTTP/1.1", b"http/1.1"),
    "status-word": whole().replace(b"200 OK", b"OK"),
    "status-two-digits": whole().replace(b"200 OK", b"20 OK"),
    "status-four-digits": whole().replace(b"200 OK", b"2000 OK"),
    "status-zero": whole().replace(b"200 OK", b"000 OK"),
    "blank-lines": b"\r\n\r\n\r\n",
    "random-bytes": bytes((n * 73 + 41) % 256 for n in range(500)),
    "tls-alert": b"\x15\x03\x01\x00\x02\x02\x28",
    "http2-preface": b"\0\0\x12\x04\0\0\0\0\0\0\x03\0\0\0\x64\0\x04\0\xa0\0\0\0\x02\0\0\0\0",
    "zero-in-header": whole(b"X-Zero: a\0b\r\n"),
    # framing that contradicts itself
    "two-lengths": sized(b"%d" % len(PEOPLE), fields=b"Content-Length: 5\r\n"),
    "two-lengths-list": sized(b"5, %d" % len(PEOPLE)),
    "length-overflow": sized(b"99999999999999999999999"),
    "length-negative": sized(b"-1"),
    "length-plus": sized(b"+%d" % len(PEOPLE)),
    "length-hex": sized(b"0x10"),
    "length-word": sized(b"many"),
    "length-fraction": sized(b"12.5"),
    "length-empty": sized(b""),
    "length-and-chunked": OK + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk(PEOPLE) + b"0\r\n\r\n",
    "transfer-gzip": OK + b"Transfer-Encoding: gzip, chunked\r\n\r\n" + chunk(ZIPPED) + b"0\r\n\r\n",
    "transfer-unknown": OK + b"Transfer-Encoding: x-secret\r\n\r\n" + PEOPLE,
    "transfer-chunked-twice": OK + b"Transfer-Encoding: chunked, chunked\r\n\r\n" + chunk(PEOPLE) + b"0\r\n\r\n",
    "switching-protocols": b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n" + PEOPLE,
    "partial-content": whole(b"Content-Range: bytes 0-9/500\r\n").replace(b"200 OK", b"206 Partial Content"),
    # codings that are not true
    "coding-unknown": whole(b"Content-Encoding: x-secret\r\n"),
    "coding-br": whole(b"Content-Encoding: br\r\n"),
    "coding-deflate": whole(b"Content-Encoding: deflate\r\n"),
    "coding-zstd": whole(b"Content-Encoding: zstd\r\n"),
    "coding-not-gzip": whole(ENCODED),
    "coding-gzip-magic-only": sized(b"4", b"\x1f\x8b\x08\x00", ENCODED),
    "coding-gzip-bad-method": sized(b"%d" % len(ZIPPED), ZIPPED[:2] + b"\x09" + ZIPPED[3:], ENCODED),
    "coding-gzip-damaged": sized(b"%d" % len(ZIPPED), ZIPPED[:HALF] + bytes([ZIPPED[HALF] ^ 0x55]) + ZIPPED[HALF + 1:], ENCODED),
    "coding-gzip-bad-sum": sized(b"%d" % len(ZIPPED), ZIPPED[:-8] + b"\0\0\0\0" + ZIPPED[-4:], ENCODED),
    "coding-gzip-bad-size": sized(b"%d" % len(ZIPPED), ZIPPED[:-4] + b"\1\0\0\0", ENCODED),
    "coding-gzip-surplus": sized(b"%d" % (len(ZIPPED) + 9), ZIPPED + b"surplus!!", ENCODED),
    "coding-gzip-once-of-two": sized(b"%d" % len(ZIPPED), ZIPPED, b"Content-Encoding: gzip, gzip\r\n"),
    "coding-hundred-layers": sized(b"%d" % len(ZIPPED), ZIPPED, b"Content-Encoding: " + b"gzip, " * 99 + b"gzip\r\n"),
    # headers without measure
    "header-200-kB": whole(b"X-Long: " + b"x" * 200_000 + b"\r\n"),
    "header-70-kB-in-two": whole(b"X-Long: " + b"x" * 35_000 + b"\r\nX-Long: " + b"x" * 35_000 + b"\r\n"),
    "header-20000-lines": whole(b"A: b\r\n" * 20_000),
    "header-600-lines": whole(b"A: b\r\n" * 600),
    "status-line-70-kB": whole().replace(b"OK", b"O" * 70_000, 1),
    "trailer-20000-lines": CHUNKED + chunk(PEOPLE) + b"0\r\n" + b"A: b\r\n" * 20_000 + b"\r\n",
    "interim-1000": b"HTTP/1.1 100 Continue\r\n\r\n" * 1000 + whole(),
}


@functools.cache
def zeros():
    """64 MiB of zeros in 64 kB."""
    return gzip.compress(bytes(64 << 20))


@functools.cache
def bomb(name):
    """A small body and its coding that decode to far more than anybody asked for."""
    if name == "gibibyte":
        return zeros() * 16, "gzip"
    if name == "layers":
        return gzip.compress(zeros() * 16), "gzip, gzip"
    if name == "json":
        return gzip.compress(b"[" + b"0," * (30 << 20) + b"0]"), "gzip"
    return zeros(), "gzip"
