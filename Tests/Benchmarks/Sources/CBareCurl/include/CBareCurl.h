#ifndef C_BARE_CURL_H
#define C_BARE_CURL_H

// The least that a program must do to fetch over libcurl's multi interface, and a server for it.

// A process of its own that gives every request a response with 200 and `body_bytes` of JSON, on connections that it keeps.
// Its id, and its loopback port in `port`; -1 if it cannot be started.
int bare_server_start(int body_bytes, int *_Nonnull port);
void bare_server_stop(int pid);

// Fetches `count` URLs that begin with `url`, at most `in_flight` at once, with the options of driftwatch's request policy
// that cost something; how many were answered with 200 and `body_bytes` of body, -1 if libcurl cannot start.
long bare_fetch(const char *_Nonnull url, long count, int in_flight, long body_bytes);

#endif
