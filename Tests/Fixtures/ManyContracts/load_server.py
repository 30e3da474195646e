#!/usr/bin/env python3
"""A small, fast server for load: every path gives a list of items, of which one changes with every 20th request, or every Nth.

    load_server.py [N]

Prints its port, then serves until stdin closes. `/_gaps` responses, as JSON, the seconds between requests for one path: how many,
the shortest, the median, the 99th percentile and the longest, and how many requests and paths there were.
"""
import asyncio
import json
import sys
import time

times = {}
EVERY = int(sys.argv[1]) if len(sys.argv) > 1 else 20


def response(path):
    if path == "/_gaps":
        gaps = sorted(b - a for seen in times.values() for a, b in zip(seen, seen[1:]))
        pick = lambda part: gaps[min(len(gaps) - 1, int(part * len(gaps)))] if gaps else None
        return json.dumps({"gaps": len(gaps), "shortest": pick(0), "median": pick(0.5), "p99": pick(0.99),
                           "longest": pick(1), "paths": len(times), "requests": sum(map(len, times.values()))})
    seen = times.setdefault(path, [])
    seen.append(time.monotonic())
    items = [{"id": number, "name": f"item {number} of {path}", "price": number + 0.5} for number in range(10)]
    items[0]["price"] += len(seen) // EVERY
    return json.dumps(items)


class Connection(asyncio.Protocol):
    def connection_made(self, transport):
        self.transport, self.buffer = transport, b""

    def data_received(self, data):
        self.buffer += data
        while b"\r\n\r\n" in self.buffer:
            head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
            body = response(head.split(b" ", 2)[1].decode()).encode()
            self.transport.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
                                 % (len(body), body))


async def main():
    loop = asyncio.get_running_loop()
    server = await loop.create_server(Connection, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await loop.run_in_executor(None, sys.stdin.read)


asyncio.run(main())
