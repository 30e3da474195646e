#!/usr/bin/env python3
"""A server that behaves as badly as the path asks it to. Python 3 standard library, loopback only.

    hostile_server.py [--port N] [--files DIR] [--tls-cert FILE --tls-key FILE [--tls-mode MODE]] [--linger]

Prints its port as the first line on stdout, then serves until stdin closes (so it never outlives a test that
crashed), or until it is killed if --linger is given. Every connection has a thread; HTTP/1.1 with keep-alive.

Bytes that stand in hostile_responses.py
    /text/<name>            200, complete, with that text for a body
    /raw/<name>             that whole response, then the connection is closed
    /people/<anything>      200, the list of people, whatever follows
Well-behaved modes
    /json                   200, a small JSON object
    /status/<code>          that status with a JSON body (204 and 304 without); 401 and 429 with their usual fields;
                            ?retry=<text> sets Retry-After
    /html                   200, a login page as text/html
    /empty                  200, Content-Length: 0
    /etag                   200 with ETag "v1" and Last-Modified; 304 if either comes back as a condition
    /token/<n>              an access token (RFC 6749) for ?secret=<text>; ?lasts=<seconds> sets its expires_in
    /guarded/<n>/<any>      200 with the latest token of /token/<n>, else 401; /revoke/<n> withdraws it
    /echo                   200, {"method", "path", "headers", "body"} as received
    /reflect/<status>       that status (200 unless a number); credential and path, in many spellings, in ETag, Retry-After,
                            Location, Sunset, a field of their own and the list of people that is the body
    /gzip  /chunked  /gzip-chunked   200, correct and coded so
    /gzip-sample?bytes=<n>&alphabet=<k>&level=<0-9>   gzip of n bytes below k from `sample`; raw=1 leaves out the coding
    /until-close            200, no length, ended by closing the connection
    /html-until-close       the same with a login page
    /slow?ms=<n>            200 after n milliseconds
    /files/<path>           <path>/index.json, else <path>.json, else <path> below the directory of --files; 404
                            otherwise. Any path that is no mode is looked up there as well
    /told/<path>            what <path>.http.json says at this moment: {"status", "headers", "body"}, each optional; a
                            query looks for <path>?<query>.http.json first, another method than GET for
                            <path>.<method>.http.json. 304 where If-None-Match equals the
                            ETag of "headers", or "not-modified" is true; 404 without a file
    /turns/<path>           the files <path>/1.json, <path>/2.json, ... in turn, one for each request, then the first again
Broken responses
    /cut                    Content-Length longer than the body, then the connection is closed
    /cut-empty              Content-Length: 100, no body at all
    /cut-chunked            chunked, closed in the middle of a chunk
    /cut-until-close        no length, closed in the middle of the text (over TLS without close_notify)
    /cut-gzip               gzip stream cut short, Content-Length of what is sent
    /bad-gzip  /bad-gzip-crc  /unknown-coding     Content-Encoding that is not true
    /bad-chunk              a chunk size that is no number
    /unasked-transfer-coding   Transfer-Encoding: gzip, chunked
    /two-lengths  /overflow-length  /length-and-chunked   framing that contradicts itself
    /close                  connection closed without a byte
    /reset                  connection reset without a byte
    /reset-body             connection reset in the middle of the body
    /not-http               a line that is not HTTP
    /unasked-304            304 whatever was asked
Endless or large
    /drip                   legal white space, one byte every 50 ms, for ever
    /silent                 no byte for an hour
    /drip-headers           a header of which one byte comes every 50 ms, for ever
    /drip-chunked           a complete text, then chunks of white space for ever
    /interim-drip           102 (Processing) every 50 ms, for ever
    /stall  /stall-chunked  half a body, then no byte for an hour
    /events                 server-sent events for ever
    /trailers-endless  /chunk-extension-endless  /big-until-close   for ever, as fast as it goes
    /bomb/<name>            gzip: plain (64 MiB), gibibyte, layers (a gibibyte in two), json
    /big?bytes=<n>          that many bytes with Content-Length
    /big-declared?bytes=<n> Content-Length: n and only the first bytes
    /big-chunked            endless chunks
    /gzip-bomb              64 MiB of zeros in a few kB
    /headers-endless        header lines for ever
    /headers-long           one header line of 200 kB
    /interim-endless        100 (Continue) for ever
Redirects
    /redirect?to=<url>&status=<code>   Location as given (status 302 unless told)
    /redirect-loop          to itself
    /redirect-chain/<n>     n redirects, then /json
    /redirect-nowhere       302 without Location
    /redirect-by/<name>     to where nobody should follow, {port} being our own: see REDIRECTS
Failing for a while
    /recover/<n>/<code>/<id>   the first n requests for this id get that status (0: closed without a byte; 1: a cut body),
                            later ones 200
What was received (never logged themselves)
    /_requests?under=<prefix>   JSON list of {method, path, headers, body, connection, at (s)} whose path begins so
    /_peak                      JSON {"peak": n}: most requests without a byte of an response at once, since the last /_peak

TLS modes: hang (no byte of a handshake), close (closed after the hello), old (TLS 1.1 at most), client (wants a certificate,
TLS 1.3), client12 (the same, TLS 1.2).
"""
import argparse
import base64
import gzip
import json
import os
import socket
import ssl
import struct
import sys
import threading
import time
import warnings
from urllib.parse import parse_qs, parse_qsl, quote, unquote, urlsplit

sys.dont_write_bytecode = True  # nothing is left beside the sources

from hostile_responses import PEOPLE, RAW, TEXTS, bomb

SMALL = b'{"id": 1, "name": "small"}'
REASONS = {200: "OK", 204: "No Content", 304: "Not Modified", 401: "Unauthorized", 404: "Not Found"}
lock = threading.Lock()
requests, now_open, peak, connections = [], 0, 0, 0
turns_taken = {}
REDIRECTS = {
    "file": "file:///etc/passwd",
    "gopher": "gopher://127.0.0.1:{port}/_stolen",
    "ftp": "ftp://127.0.0.1:{port}/stolen",
    "dict": "dict://127.0.0.1:{port}/stolen",
    "data": "data:application/json,[]",
    "javascript": "javascript:alert(1)",
    "ldap": "ldap://127.0.0.1:{port}/stolen",
    "other-host": "http://localhost:{port}/stolen",
    "other-port": "http://127.0.0.1:1/stolen",
    "upgrade": "https://127.0.0.1:{port}/stolen",
    "userinfo": "http://user:word@127.0.0.1:{port}/stolen",
    "userinfo-trick": "http://127.0.0.1:{port}@elsewhere.invalid/stolen",
    "backslash": "http://elsewhere.invalid\\@127.0.0.1:{port}/stolen",
    "relative-host": "//elsewhere.invalid/stolen",
    "mapped": "http://[::ffff:127.0.0.1]:{port}/stolen",
    "nat64": "http://[64:ff9b::7f00:1]:{port}/stolen",
    "any-address": "http://0.0.0.0:{port}/stolen",
    "loopback-6": "http://[::1]:{port}/stolen",
    "short": "http://127.2:{port}/stolen",
    "decimal": "http://2130706434:{port}/stolen",
    "octal": "http://0177.0.0.02:{port}/stolen",
    "hex": "http://0x7f000002:{port}/stolen",
    "metadata": "http://169.254.169.254/latest/meta-data",
    "port-none": "http://127.0.0.1:99999/stolen",
    "nonsense": "http://[",
    "line-break": "/a\tb",
    "empty": "",
}


def head(status, fields=()):
    lines = [f"HTTP/1.1 {status} {REASONS.get(status, 'Status')}"] + [f"{name}: {value}" for name, value in fields]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def response(status, body=b"", fields=(), kind="application/json"):
    fields = list(fields)
    if status not in (204, 304):
        fields = [("Content-Type", kind), ("Content-Length", len(body))] + fields
    return head(status, fields) + (b"" if status in (204, 304) else body)


def sample(count, alphabet):
    """Bytes that a test can make again: the linear congruential generator of the C standard's example."""
    state, out = 1, bytearray()
    for _ in range(count):
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        out.append((state >> 16) % alphabet)
    return bytes(out)


def chunked(data, size=7):
    pieces = [data[start:start + size] for start in range(0, len(data), size)]
    return b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\nX-Trailer: late\r\n\r\n"


class Connection:
    """One accepted socket; every mode is a method or a branch of `respond`, which returns False to close."""

    def __init__(self, sock, number, options):
        self.sock, self.number, self.options = sock, number, options
        self.buffer = b""
        self.is_counted = False

    def serve(self):
        try:
            if self.options.tls_context:
                self.sock.settimeout(30)
                if self.options.tls_mode in ("hang", "close"):
                    self.sock.recv(65536)
                    if self.options.tls_mode == "hang":
                        self.sock.recv(1)
                    return
                self.sock = self.options.tls_context.wrap_socket(
                    self.sock, server_side=True, do_handshake_on_connect=False)
                try:
                    self.sock.do_handshake()
                except ssl.SSLError:
                    # What came meanwhile is read first: closing on unread bytes is a reset, which swallows the alert.
                    self.sock = socket.socket(fileno=self.sock.detach())
                    self.sock.shutdown(socket.SHUT_WR)
                    self.sock.settimeout(2)
                    while self.sock.recv(65536):
                        pass
                    return
            self.sock.settimeout(60)
            while self.one():
                pass
        except (OSError, ssl.SSLError, ValueError):
            pass
        finally:
            try:
                self.sock.close()
            except OSError:
                pass

    def read_until(self, mark):
        while mark not in self.buffer:
            piece = self.sock.recv(65536)
            if not piece:
                return None
            self.buffer += piece
            if self.buffer[0] == 0x16 and not self.options.tls_context:  # a TLS hello to a server that has none
                self.send(response(400, b"{}"))
                return None
        part, self.buffer = self.buffer.split(mark, 1)
        return part

    def read_exactly(self, count):
        while len(self.buffer) < count:
            piece = self.sock.recv(65536)
            if not piece:
                raise OSError("closed")
            self.buffer += piece
        part, self.buffer = self.buffer[:count], self.buffer[count:]
        return part

    def one(self):
        global now_open, peak
        raw = self.read_until(b"\r\n\r\n")
        if raw is None:
            return False
        lines = raw.decode("latin-1").split("\r\n")
        method, target, _ = lines[0].split(" ", 2)
        fields = [line.split(":", 1) for line in lines[1:]]
        fields = [(name, value.strip()) for name, value in fields]
        lower = {name.lower(): value for name, value in fields}
        body = self.read_exactly(int(lower.get("content-length", 0)))
        parts = urlsplit(target)
        if parts.path.startswith("/_"):
            return self.inspect(parts)
        record = {"method": method, "path": target, "headers": dict(fields), "body": body.decode("latin-1"),
                  "connection": self.number, "at": time.monotonic()}
        with lock:
            requests.append(record)
            now_open += 1
            peak = max(peak, now_open)
            self.is_counted = True
        try:
            query = {name: values[0] for name, values in parse_qs(parts.query).items()}
            return self.respond(method, parts.path, query, lower, record)
        finally:
            self.uncount()

    def uncount(self):
        """Before the first byte of an response, since the client may ask again before a later line here runs."""
        global now_open
        with lock:
            now_open -= self.is_counted
            self.is_counted = False

    def inspect(self, parts):
        global peak
        with lock:
            if parts.path == "/_peak":
                found, peak = {"peak": peak}, now_open
            else:
                prefix = parse_qs(parts.query).get("under", ["/"])[0]
                found = [record for record in requests if record["path"].startswith(prefix)]
        self.send(response(200, json.dumps(found).encode()))
        return True

    def send(self, data):
        self.uncount()
        self.sock.sendall(data)

    def forever(self, data, pause=0.0):
        while True:
            self.send(data)
            if pause:
                time.sleep(pause)

    def respond(self, method, path, query, fields, record):
        first = path.split("/")[1] if path.count("/") else ""
        handler = MODES.get(first)
        if handler is None:
            return self.file(path)
        return handler(self, path, query, fields, record) is not False

    def file(self, path):
        if self.options.files:
            root = os.path.realpath(self.options.files)
            wanted = os.path.join(root, unquote(path).strip("/"))
            for candidate in (os.path.join(wanted, "index.json"), wanted + ".json", wanted):
                candidate = os.path.realpath(candidate)
                if candidate.startswith(root + os.sep) and os.path.isfile(candidate):
                    with open(candidate, "rb") as file:
                        self.send(response(200, file.read()))
                    return True
        self.send(response(404, b'{"error": "no such file"}'))
        return True

    def turns(self, path, query, fields, record):
        with lock:
            asked = turns_taken.get(path, 0)
            turns_taken[path] = asked + 1
        folder = path[len("/turns"):]
        count = 0
        while os.path.isfile(os.path.join(self.options.files or "", folder.strip("/"), f"{count + 1}.json")):
            count += 1
        return self.file(f"{folder}/{asked % count + 1}.json" if count else folder)

    def told(self, path, query, fields, record):
        place = os.path.join(self.options.files or "", unquote(path[len("/told"):]).strip("/"))
        names = [place + ".http.json"]
        if record["method"] != "GET":
            names.insert(0, f"{place}.{record['method'].lower()}.http.json")
        # A file may be meant for one query: items?page=2.http.json.
        if query:
            names.insert(0, place + "?" + "&".join(f"{name}={value}" for name, value in query.items()) + ".http.json")
        name = next((name for name in names if os.path.isfile(name)), None)
        if name is None:
            return self.send(response(404, b'{"error": "no such file"}')) is None
        with open(name, "rb") as file:
            told = json.load(file)
        headers, body = told.get("headers", {}), told.get("body", "").encode()
        tag = headers.get("ETag")
        is_known = tag is not None and fields.get("if-none-match") == tag
        status = 304 if is_known or told.get("not-modified") else told.get("status", 200)
        self.send(response(status, body, list(headers.items())))

    # -- well-behaved ------------------------------------------------------------------------------------------------

    def status(self, path, query, fields, record):
        code = int(path.split("/")[2])
        extra = []
        if code == 401:
            extra.append(("WWW-Authenticate", "Bearer"))
        if code == 429 or "retry" in query:
            extra.append(("Retry-After", query.get("retry", "120")))
        self.send(response(code, b'{"status": %d}' % code, extra))

    def reflect(self, path, query, fields, record):
        code = path.split("/")[2] if path.count("/") > 1 else "200"
        secret = " ".join([fields.get("authorization", "none").split(" ")[-1], fields.get("cookie", "none"), path]
                          + list(query.values()))
        raw = secret.encode("latin-1")
        spelled = [secret, base64.b64encode(raw).decode(), base64.b64encode(b"x" + raw).decode(),
                   base64.urlsafe_b64encode(b"xy" + raw).decode(), quote(secret, safe=""),
                   "".join(f"%{byte:02x}" for byte in raw), raw.hex(), raw.hex().upper(), secret.upper(), secret]
        people = [{"id": n, "name": text, "email": f"{text}@example.org", text: n, "tags": [text], "nested": {"k": text}}
                  for n, text in enumerate(spelled)]
        body = json.dumps(people).replace("/", "\\/").encode()
        plain = secret.replace("\r", "").replace("\n", "")
        extra = [("ETag", f'"{plain}"'), ("Retry-After", plain), ("Sunset", plain), ("Deprecation", plain),
                 ("X-Echo", quote(secret)), (f"X-{raw.hex()}", "1"), ("Last-Modified", plain)]
        if code.startswith("3"):
            extra.append(("Location", "http://" + raw.hex() + ".invalid/"))
        self.send(response(int(code) if code.isdigit() else 200, body, extra))

    def token(self, path, query, fields, record):
        """RFC 6749: /token/<n> is the endpoint, /guarded/<n> wants its latest token, /revoke/<n> withdraws it."""
        name, number = path.split("/")[1:3]
        with lock:
            issued = turns_taken.get("token" + number, 0)
            if name == "token":
                turns_taken["token" + number] = issued + 1
            if name == "revoke":
                turns_taken["token" + number] = issued + 1000
        if name == "token":
            form = dict(parse_qsl(record.get("body", "")))
            pair = base64.b64decode(fields.get("authorization", "Basic ").split(" ")[-1]).decode()
            secret = unquote(pair.partition(":")[2]) or form.get("client_secret") or form.get("refresh_token")
            if secret != query.get("secret", "right secret"):
                return self.send(response(401, b'{"error": "invalid_client", "error_description": "not you"}'))
            answer = {"access_token": f"token-of-{number}-{issued + 1}", "token_type": "Bearer",
                      "expires_in": int(query.get("lasts", "3600"))}
            return self.send(response(200, json.dumps(answer).encode()))
        if name == "guarded" and fields.get("authorization") != f"Bearer token-of-{number}-{issued}":
            return self.send(response(401, b"{}"))
        self.send(response(200, PEOPLE))

    def recover(self, path, query, fields, record):
        _, _, count, code, *_ = path.split("/")
        with lock:
            asked = turns_taken.get(path, 0)
            turns_taken[path] = asked + 1
        if asked >= int(count):
            return self.send(response(200, PEOPLE))
        if code == "0":
            return False
        if code == "1":
            return self.abrupt(head(200, [("Content-Length", len(PEOPLE))]) + PEOPLE[:-9])
        return self.send(response(int(code), b"{}", [("Retry-After", query["retry"])] if "retry" in query else []))

    def etag(self, path, query, fields, record):
        tags = [("ETag", '"v1"'), ("Last-Modified", "Sat, 01 Aug 2026 00:00:00 GMT")]
        known = fields.get("if-none-match") == '"v1"' or fields.get("if-modified-since") == tags[1][1]
        self.send(response(304 if known else 200, SMALL, tags))

    def gzip_sample(self, path, query, fields, record):
        data = sample(int(query["bytes"]), int(query["alphabet"]))
        data = gzip.compress(data, int(query["level"]))
        self.send(response(200, data) if "raw" in query else coded("gzip", data))

    def slow(self, path, query, fields, record):
        time.sleep(int(query.get("ms", "200")) / 1000)
        self.send(response(200, SMALL))

    def until_close(self, path, query, fields, record):
        self.send(head(200, [("Connection", "close")]) + SMALL)
        return self.orderly_close()

    def html_until_close(self, path, query, fields, record):
        self.send(head(200, [("Connection", "close")]) + b"<!doctype html><title>Sign in</title>")
        return self.orderly_close()

    def orderly_close(self):
        if self.options.tls_context:
            self.sock.unwrap()
        return False

    # -- broken ------------------------------------------------------------------------------------------------------

    def abrupt(self, data):
        """Sends and closes; over TLS without close_notify, since the socket below is closed alone."""
        self.send(data)
        if self.options.tls_context:
            plain = self.sock.detach()
            os.close(plain)
        return False

    def reset(self, path, query, fields, record):
        self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        return False

    def reset_body(self, path, query, fields, record):
        self.send(head(200, [("Content-Length", len(PEOPLE))]) + PEOPLE[:-9])
        time.sleep(0.05)  # so that what came before the reset is read and not dropped by it
        return self.reset(path, query, fields, record)

    # -- endless or large --------------------------------------------------------------------------------------------

    def drip(self, path, query, fields, record):
        self.send(head(200, [("Content-Type", "application/json"), ("Content-Length", 10 ** 6)]))
        self.forever(b" ", 0.05)

    def big(self, path, query, fields, record):
        size = int(query["bytes"])
        self.send(head(200, [("Content-Length", size)]))
        for start in range(0, size, 65536):
            self.send(b"x" * min(65536, size - start))

    def big_chunked(self, path, query, fields, record):
        self.send(head(200, [("Transfer-Encoding", "chunked")]))
        self.forever(b"10000\r\n" + b"x" * 65536 + b"\r\n")

    def drip_headers(self, path, query, fields, record):
        self.send(b"HTTP/1.1 200 OK\r\nX-Slow: ")
        self.forever(b"x", 0.05)

    def drip_chunked(self, path, query, fields, record):
        self.send(head(200, [("Transfer-Encoding", "chunked")]) + b"%x\r\n%s\r\n" % (len(PEOPLE), PEOPLE))
        self.forever(b"1\r\n \r\n", 0.05)

    def stall(self, path, query, fields, record):
        self.send(head(200, [("Content-Length", len(PEOPLE))]) + PEOPLE[:100])
        time.sleep(3600)
        return False

    def stall_chunked(self, path, query, fields, record):
        self.send(head(200, [("Transfer-Encoding", "chunked")]) + b"%x\r\n%s\r\n" % (len(PEOPLE), PEOPLE))
        time.sleep(3600)
        return False

    def events(self, path, query, fields, record):
        self.send(head(200, [("Content-Type", "text/event-stream"), ("Cache-Control", "no-cache")]))
        self.forever(b"event: people\ndata: " + PEOPLE + b"\n\n", 0.05)

    def bomb(self, path, query, fields, record):
        body, coding = bomb(path.split("/")[2])
        self.send(response(200, body, [("Content-Encoding", coding)]))

    def endless(self, start, piece):
        self.send(start)
        self.forever(piece)

    def headers_endless(self, path, query, fields, record):
        self.send(b"HTTP/1.1 200 OK\r\n")
        self.forever(b"X-Filler: " + b"x" * 500 + b"\r\n")

    # -- redirects ---------------------------------------------------------------------------------------------------

    def redirect(self, path, query, fields, record):
        self.send(response(int(query.get("status", "302")), b"", [("Location", query["to"])]))

    def redirect_by(self, path, query, fields, record):
        target = REDIRECTS[path.split("/")[2]].replace("{port}", str(self.options.port))
        self.send(response(302, b"", [("Location", target)]))

    def redirect_chain(self, path, query, fields, record):
        left = int(path.split("/")[2])
        target = f"/redirect-chain/{left - 1}" if left > 1 else "/json"
        self.send(response(302, b"", [("Location", target)]))


def fixed(data):
    """A mode that sends the same bytes each time and keeps the connection."""
    return lambda connection, *_: connection.send(data)


def cut(data):
    """A mode that sends the same bytes each time and closes without ceremony."""
    return lambda connection, *_: connection.abrupt(data)


def coded(coding, data):
    return response(200, data, [("Content-Encoding", coding)])


ZIPPED = gzip.compress(SMALL * 40)
CHUNKED = [("Transfer-Encoding", "chunked")]
MODES = {
    "text": lambda connection, path, *_: connection.send(response(200, TEXTS[path.split("/")[2]])),
    "raw": lambda connection, path, *_: connection.abrupt(RAW[path.split("/")[2]]),
    # A file of that very name goes first: tests of the command serve their own people.
    "people": lambda connection, path, *_: connection.file(path)
        if path == "/people" and connection.options.files else connection.send(response(200, PEOPLE)),
    "reflect": Connection.reflect,
    "token": Connection.token, "guarded": Connection.token, "revoke": Connection.token,
    "recover": Connection.recover,
    "json": fixed(response(200, SMALL)),
    "status": Connection.status,
    "html": fixed(response(200, b"<!doctype html><title>Sign in</title>", kind="text/html")),
    "empty": fixed(response(200)),
    "etag": Connection.etag,
    "echo": lambda connection, path, query, fields, record: connection.send(
        response(200, json.dumps({key: record[key] for key in ("method", "path", "headers", "body")}).encode())),
    "gzip": fixed(coded("gzip", ZIPPED)),
    "gzip-sample": Connection.gzip_sample,
    "chunked": fixed(head(200, CHUNKED) + chunked(SMALL)),
    "gzip-chunked": fixed(head(200, CHUNKED + [("Content-Encoding", "gzip")]) + chunked(ZIPPED)),
    "until-close": Connection.until_close,
    "html-until-close": Connection.html_until_close,
    "slow": Connection.slow,
    "files": lambda connection, path, *_: connection.file(path[len("/files"):]),
    "turns": Connection.turns,
    "told": Connection.told,
    "cut": cut(head(200, [("Content-Length", 100)]) + SMALL),
    "cut-empty": cut(head(200, [("Content-Length", 100)])),
    "cut-chunked": cut(head(200, CHUNKED) + b"40\r\n" + SMALL),
    "cut-until-close": cut(head(200, [("Connection", "close")]) + SMALL[:12]),
    "cut-gzip": fixed(coded("gzip", ZIPPED[:-6])),
    "bad-gzip": fixed(coded("gzip", SMALL)),
    "bad-gzip-crc": fixed(coded("gzip", ZIPPED[:-8] + b"\0\0\0\0" + ZIPPED[-4:])),
    "unknown-coding": fixed(coded("x-secret", SMALL)),
    "bad-chunk": cut(head(200, CHUNKED) + b"zz\r\nabc\r\n0\r\n\r\n"),
    "two-lengths": cut(head(200, [("Content-Length", 5), ("Content-Length", len(SMALL))]) + SMALL),
    "overflow-length": cut(head(200, [("Content-Length", "99999999999999999999999")]) + SMALL),
    "length-and-chunked": cut(head(200, [("Content-Length", 5)] + CHUNKED) + chunked(SMALL)),
    "unasked-transfer-coding": cut(head(200, [("Transfer-Encoding", "gzip, chunked")]) + chunked(ZIPPED)),
    "close": lambda *_: False,
    "reset": Connection.reset,
    "reset-body": Connection.reset_body,
    "not-http": cut(b"220 mail.example ESMTP ready\r\n\r\n"),
    "unasked-304": fixed(response(304)),
    "drip": Connection.drip,
    "silent": lambda *_: time.sleep(3600) or False,
    "drip-headers": Connection.drip_headers,
    "drip-chunked": Connection.drip_chunked,
    "interim-drip": lambda connection, *_: connection.forever(b"HTTP/1.1 102 Processing\r\n\r\n", 0.05),
    "stall": Connection.stall,
    "stall-chunked": Connection.stall_chunked,
    "events": Connection.events,
    "bomb": Connection.bomb,
    "trailers-endless": lambda connection, *_: connection.endless(
        head(200, CHUNKED) + b"2\r\n[]\r\n0\r\n", b"X-Trailer: " + b"x" * 100 + b"\r\n"),
    "chunk-extension-endless": lambda connection, *_: connection.endless(head(200, CHUNKED) + b"2;", b"x" * 1000),
    "big-until-close": lambda connection, *_: connection.endless(head(200, [("Connection", "close")]), b" " * 65536),
    "big": Connection.big,
    "big-declared": lambda connection, path, query, *_: connection.abrupt(
        head(200, [("Content-Length", query["bytes"])]) + SMALL),
    "big-chunked": Connection.big_chunked,
    "gzip-bomb": lambda connection, *_: connection.send(coded("gzip", gzip.compress(bytes(64 << 20)))),
    "headers-endless": Connection.headers_endless,
    "headers-long": cut(b"HTTP/1.1 200 OK\r\nX-Long: " + b"x" * 200_000 + b"\r\nContent-Length: 0\r\n\r\n"),
    "interim-endless": lambda connection, *_: connection.forever(b"HTTP/1.1 100 Continue\r\n\r\n"),
    "redirect": Connection.redirect,
    "redirect-loop": fixed(response(302, b"", [("Location", "/redirect-loop")])),
    "redirect-chain": Connection.redirect_chain,
    "redirect-nowhere": fixed(response(302)),
    "redirect-by": Connection.redirect_by,
}


def main():
    parser = argparse.ArgumentParser(description="A server that behaves as badly as the path asks it to.")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--files")
    parser.add_argument("--tls-cert")
    parser.add_argument("--tls-key")
    parser.add_argument("--tls-mode", choices=["hang", "close", "old", "client", "client12"])
    parser.add_argument("--linger", action="store_true")
    options = parser.parse_args()
    options.tls_context = None
    if options.tls_cert:
        options.tls_context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        options.tls_context.set_ciphers("DEFAULT@SECLEVEL=0")  # else a weak key could not even be loaded
        options.tls_context.load_cert_chain(options.tls_cert, options.tls_key)
        if options.tls_mode == "old":
            warnings.simplefilter("ignore", DeprecationWarning)
            options.tls_context.minimum_version = ssl.TLSVersion.TLSv1
            options.tls_context.maximum_version = ssl.TLSVersion.TLSv1_1
        if options.tls_mode in ("client", "client12"):
            options.tls_context.verify_mode = ssl.CERT_REQUIRED
            options.tls_context.load_verify_locations(options.tls_cert)
            if options.tls_mode == "client12":
                options.tls_context.maximum_version = ssl.TLSVersion.TLSv1_2

    listener = socket.create_server(("127.0.0.1", options.port), backlog=128)
    options.port = listener.getsockname()[1]
    print(options.port, flush=True)

    def accept():
        global connections
        while True:
            sock, _ = listener.accept()
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with lock:
                connections += 1
                number = connections
            threading.Thread(target=Connection(sock, number, options).serve, daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    if options.linger:
        threading.Event().wait()
    sys.stdin.buffer.read()
    os._exit(0)


if __name__ == "__main__":
    main()
