"""An HTTP/2 server on loopback that misbehaves in one of the ways below (RFC 9113), without any library but Python's own.

    hostile_http2.py --tls-cert FILE --tls-key FILE

Prints its port and runs until standard input closes. Which way is asked for by the path: "/~~~" is the first, and each further
tilde the next. A client's header block is compressed; tildes are the letters that Huffman coding makes longer, so that they stand
there as they are, and nothing has to be decoded to count them.
"""

import argparse
import os
import re
import socket
import ssl
import sys
import threading
import time

DATA, HEADERS, RST, SETTINGS, PUSH, PING, GOAWAY, CONTINUATION = 0, 1, 3, 4, 5, 6, 7, 9
END_STREAM, END_HEADERS = 1, 4
BODY = b'{"id": 1, "name": "small"}'


def frame(kind, flags=0, stream=0, payload=b""):
    return len(payload).to_bytes(3, "big") + bytes([kind, flags]) + stream.to_bytes(4, "big") + payload


def number(value, bits, first=0):
    """An integer of RFC 7541 section 5.1."""
    most = (1 << bits) - 1
    if value < most:
        return bytes([first | value])
    out = bytearray([first | most])
    value -= most
    while value >= 128:
        out.append(value % 128 + 128)
        value //= 128
    return bytes(out + bytes([value]))


def block(*fields):
    """Fields as literals without indexing and without Huffman coding (RFC 7541 section 6.2.2)."""
    out = b""
    for name, value in fields:
        name, value = name.encode(), value.encode()
        out += b"\0" + number(len(name), 7) + name + number(len(value), 7) + value
    return out


OK = (":status", "200")
KIND = ("content-type", "application/json")


class Connection:
    def __init__(self, sock):
        self.sock = sock

    def serve(self):
        preface = self.exactly(24)
        if not preface.startswith(b"PRI * HTTP/2.0"):
            return
        self.send(frame(SETTINGS))
        while True:
            head = self.exactly(9)
            payload = self.exactly(int.from_bytes(head[:3], "big"))
            if head[3] == HEADERS:
                runs = [len(run) for run in re.findall(rb"~{3,}", payload)]
                ways = list(WAYS.values())
                stream = int.from_bytes(head[5:9], "big")
                if runs and max(runs) - 3 < len(ways):
                    ways[max(runs) - 3](self, stream)
                else:
                    good(self, stream)
            elif head[3] == SETTINGS and not head[4]:
                self.send(frame(SETTINGS, 1))
            elif head[3] == PING and not head[4]:
                self.send(frame(PING, 1, 0, payload))

    def exactly(self, count):
        data = b""
        while len(data) < count:
            piece = self.sock.recv(count - len(data))
            if not piece:
                raise OSError("ended")
            data += piece
        return data

    def send(self, *frames):
        self.sock.sendall(b"".join(frames))

    def forever(self, data, pause=0.0):
        while True:
            self.send(data)
            if pause:
                time.sleep(pause)

    def close(self, orderly):
        if orderly:
            try:
                self.sock.unwrap()
            except (OSError, ValueError):
                pass
        else:
            os.close(self.sock.detach())
        raise OSError("closed")


def headers(stream, *fields, flags=END_HEADERS):
    return frame(HEADERS, flags, stream, block(*fields))


def length(count):
    return ("content-length", str(count))


def good(c, s):
    c.send(headers(s, OK, KIND, length(len(BODY))), frame(DATA, END_STREAM, s, BODY))


def good_chunks(c, s):
    c.send(headers(s, OK, KIND), *[frame(DATA, 0, s, bytes([byte])) for byte in BODY], frame(DATA, END_STREAM, s))


def trailers(c, s):
    c.send(headers(s, OK, KIND), frame(DATA, 0, s, BODY), headers(s, ("x-end", "1"), flags=END_HEADERS | END_STREAM))


def cut(c, s, orderly=False):
    c.send(headers(s, OK, KIND, length(500)), frame(DATA, 0, s, BODY))
    c.close(orderly)


def cut_unproven(c, s, orderly=False):
    c.send(headers(s, OK, KIND), frame(DATA, 0, s, BODY[:-3]))
    c.close(orderly)


def reset(c, s, code=2):
    c.send(headers(s, OK, KIND), frame(DATA, 0, s, BODY[:-3]), frame(RST, 0, s, code.to_bytes(4, "big")))


def reset_at_once(c, s):
    c.send(frame(RST, 0, s, (7).to_bytes(4, "big")))


def goaway(c, s):
    c.send(frame(GOAWAY, 0, 0, (0).to_bytes(4, "big") + (2).to_bytes(4, "big")))
    c.close(True)


def continuation(c, s):
    c.send(frame(HEADERS, 0, s, block(OK)))
    c.forever(frame(CONTINUATION, 0, s, block(("x-pad", "y" * 900))))


def many_fields(c, s):
    c.send(frame(HEADERS, 0, s, block(OK)))
    for _ in range(20):
        c.send(frame(CONTINUATION, 0, s, block(*[("x-pad", "y" * 80)] * 100)))
    c.send(frame(CONTINUATION, END_HEADERS, s), frame(DATA, END_STREAM, s, BODY))


def bomb(c, s):
    """One field of 3 kB put into the table, then said again and again with one byte each (RFC 7541 section 7.3)."""
    big = b"\x40" + number(5, 7) + b"x-pad" + number(3000, 7) + b"y" * 3000
    c.send(frame(HEADERS, 0, s, block(OK) + big))
    c.send(*[frame(CONTINUATION, 0, s, b"\xbe" * 10000)] * 10)
    c.send(frame(CONTINUATION, END_HEADERS, s), frame(DATA, END_STREAM, s, BODY))


WAYS = {
    "good": good,
    "good-chunks": good_chunks,
    "trailers": trailers,
    "cut": cut,
    "cut-orderly": lambda c, s: cut(c, s, True),
    "cut-unproven": cut_unproven,
    "cut-unproven-orderly": lambda c, s: cut_unproven(c, s, True),
    "reset": reset,
    "reset-no-error": lambda c, s: reset(c, s, 0),
    "reset-at-once": reset_at_once,
    "goaway": goaway,
    "too-short": lambda c, s: c.send(headers(s, OK, length(500)), frame(DATA, END_STREAM, s, BODY)),
    "too-long": lambda c, s: c.send(headers(s, OK, length(5)), frame(DATA, END_STREAM, s, BODY)),
    "two-lengths": lambda c, s: c.send(headers(s, OK, length(5), length(26)), frame(DATA, END_STREAM, s, BODY)),
    "continuation-endless": continuation,
    "many-fields": many_fields,
    "bomb": bomb,
    "interim-endless": lambda c, s: c.forever(headers(s, (":status", "103"), ("link", "</a>"))),
    "ping-endless": lambda c, s: c.forever(frame(PING, 0, 0, b"12345678")),
    "settings-endless": lambda c, s: c.forever(frame(SETTINGS)),
    "empty-data-endless": lambda c, s: (c.send(headers(s, OK, KIND)), c.forever(frame(DATA, 0, s))),
    "data-endless": lambda c, s: (c.send(headers(s, OK, KIND)), c.forever(frame(DATA, 0, s, b" " * 16384))),
    "drip": lambda c, s: (c.send(headers(s, OK, KIND)), c.forever(frame(DATA, 0, s, b" "), 0.05)),
    "silent": lambda c, s: time.sleep(3600),
    "garbage": lambda c, s: c.forever(bytes(range(256)) * 16, 0.01),
    "http1": lambda c, s: (c.send(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"), c.close(True)),
    "no-status": lambda c, s: c.send(headers(s, KIND), frame(DATA, END_STREAM, s, BODY)),
    "odd-status": lambda c, s: c.send(headers(s, (":status", "2x0")), frame(DATA, END_STREAM, s, BODY)),
    "bad-index": lambda c, s: c.send(frame(HEADERS, END_HEADERS, s, b"\x80"), frame(DATA, END_STREAM, s, BODY)),
    "upper-case": lambda c, s: c.send(headers(s, OK, ("X-Key", "1")), frame(DATA, END_STREAM, s, BODY)),
    "line-break": lambda c, s: c.send(headers(s, OK, ("x-key", "1\r\nx-other: 2")), frame(DATA, END_STREAM, s, BODY)),
    "push": lambda c, s: (
        c.send(frame(PUSH, END_HEADERS, s, (2).to_bytes(4, "big") + block((":method", "GET")))), good(c, s)),
    "other-stream": lambda c, s: c.send(headers(s + 8, OK), frame(DATA, END_STREAM, s + 8, BODY)),
    "too-large-frame": lambda c, s: c.send(headers(s, OK), frame(DATA, 0, s, b" " * 1_000_000)),
    "status-500": lambda c, s: c.send(headers(s, (":status", "500")), frame(DATA, END_STREAM, s, b"{}")),
    "redirect-away": lambda c, s: c.send(
        headers(s, (":status", "302"), ("location", "https://other.example/"), flags=END_HEADERS | END_STREAM)),
}


def serve(raw, context):
    try:
        with context.wrap_socket(raw, server_side=True, suppress_ragged_eofs=False) as sock:
            if sock.selected_alpn_protocol() == "h2":
                Connection(sock).serve()
    except (OSError, ValueError):
        pass


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tls-cert", required=True)
    parser.add_argument("--tls-key", required=True)
    options = parser.parse_args()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(options.tls_cert, options.tls_key)
    context.set_alpn_protocols(["h2"])
    listener = socket.create_server(("127.0.0.1", 0), backlog=64)

    def accept():
        while True:
            raw, _ = listener.accept()
            threading.Thread(target=serve, args=(raw, context), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    print(listener.getsockname()[1], flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
