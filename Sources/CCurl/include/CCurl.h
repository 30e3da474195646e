#ifndef DRIFT_CCURL_H
#define DRIFT_CCURL_H

// libcurl, loaded when its first function is called and not at the start of every process: it brings some thirty libraries,
// whose loading takes longer than all else that an offline check, a worker or `--version` does.
//
// What is declared by <curl/curl.h> is called by its own name. The functions below are ours under another symbol (the
// asm label), each of which hands on to libcurl's; calling one that is not listed here does not link.

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#if __has_include(<curl/curl.h>)
#include <curl/curl.h>
#else
#error "libcurl's header is missing: install libcurl4-openssl-dev, or another package with curl/curl.h"
#endif

// 7.85 brought CURLOPT_PROTOCOLS_STR, 7.87 CURLOPT_QUICK_EXIT; without either the request policy cannot be kept.
#define DRIFT_CURL_LEAST 0x075700
#if LIBCURL_VERSION_NUM < DRIFT_CURL_LEAST
#error "libcurl 7.87 or newer is needed (Debian 12 has 7.88): install libcurl4-openssl-dev"
#endif

// Why libcurl cannot be used, as one line that says what to do; NULL where it can. Loads it, once, and stays the same for the
// life of the process; any thread may ask. Where it is not NULL, the functions below that return an address return NULL, those
// that return a code an error, and the others do nothing.
const char *_Nullable drift_curl_problem(void);

#define DRIFT_LOADED(name) extern __typeof__(name) name __asm__("drift_" #name)
DRIFT_LOADED(curl_global_init);
DRIFT_LOADED(curl_free);
DRIFT_LOADED(curl_easy_init);
DRIFT_LOADED(curl_easy_reset);
DRIFT_LOADED(curl_easy_cleanup);
DRIFT_LOADED(curl_easy_pause);
DRIFT_LOADED(curl_multi_init);
DRIFT_LOADED(curl_multi_add_handle);
DRIFT_LOADED(curl_multi_remove_handle);
DRIFT_LOADED(curl_multi_perform);
DRIFT_LOADED(curl_multi_poll);
DRIFT_LOADED(curl_multi_wakeup);
DRIFT_LOADED(curl_multi_info_read);
DRIFT_LOADED(curl_multi_cleanup);
DRIFT_LOADED(curl_slist_append);
DRIFT_LOADED(curl_slist_free_all);
DRIFT_LOADED(curl_url);
DRIFT_LOADED(curl_url_set);
DRIFT_LOADED(curl_url_get);
DRIFT_LOADED(curl_url_cleanup);

// Swift cannot call C variadic functions. Choose the wrapper by the type curl documents for the option: a mismatch
// compiles and is undefined behaviour. Options ending in _LARGE take curl_off_t and have a wrapper of their own.
CURLcode drift_set_long(CURL *_Nonnull h, CURLoption o, long v);
CURLcode drift_set_offset(CURL *_Nonnull h, CURLoption o, curl_off_t v);
CURLcode drift_set_text(CURL *_Nonnull h, CURLoption o, const char *_Nonnull v);
CURLcode drift_set_pointer(CURL *_Nonnull h, CURLoption o, void *_Nullable v);
// Body and header callbacks share one C type; `o` is CURLOPT_WRITEFUNCTION or CURLOPT_HEADERFUNCTION.
CURLcode drift_set_write(CURL *_Nonnull h, CURLoption o, curl_write_callback _Nonnull f);
CURLcode drift_set_open_socket(CURL *_Nonnull h, curl_opensocket_callback _Nonnull f);
CURLcode drift_get_long(CURL *_Nonnull h, CURLINFO i, long *_Nonnull v);
CURLcode drift_get_private(CURL *_Nonnull h, void *_Nullable *_Nonnull v);
// The list belongs to the handle until its next transfer or cleanup; `i` is CURLINFO_CERTINFO.
CURLcode drift_get_certificates(CURL *_Nonnull h, CURLINFO i, struct curl_certinfo *_Nullable *_Nonnull v);
CURLMcode drift_multi_set_long(CURLM *_Nonnull m, CURLMoption o, long v);

// Octets of the IP address in `a` in network order; their number, or 0 where it is no IP address. libcurl hands over
// `addrlen` bytes from `addr` on, which are more than `struct sockaddr` has.
static inline int drift_address_octets(const struct curl_sockaddr *_Nonnull a, unsigned char *_Nonnull octets) {
  if (a->family == AF_INET && a->addrlen >= sizeof(struct sockaddr_in)) {
    struct sockaddr_in v4;
    memcpy(&v4, (const char *)a + offsetof(struct curl_sockaddr, addr), sizeof v4);
    memcpy(octets, &v4.sin_addr, 4);
    return 4;
  }
  if (a->family == AF_INET6 && a->addrlen >= sizeof(struct sockaddr_in6)) {
    struct sockaddr_in6 v6;
    memcpy(&v6, (const char *)a + offsetof(struct curl_sockaddr, addr), sizeof v6);
    memcpy(octets, &v6.sin6_addr, 16);
    return 16;
  }
  return 0;
}

// The same for an address as text (inet_pton: no decimal, octal, hexadecimal or short forms of IPv4).
static inline int drift_parse_address(const char *_Nonnull text, unsigned char *_Nonnull octets) {
  if (inet_pton(AF_INET, text, octets) == 1) return 4;
  return inet_pton(AF_INET6, text, octets) == 1 ? 16 : 0;
}

// The usual spelling of an address of `count` octets in `text`, which holds INET6_ADDRSTRLEN (46) bytes; 0 for none.
static inline int drift_spell_address(const unsigned char *_Nonnull octets, int count, char *_Nonnull text) {
  return inet_ntop(count == 4 ? AF_INET : AF_INET6, octets, text, INET6_ADDRSTRLEN) != NULL;
}

// As libcurl would open it, and closed on exec: no program that is started meanwhile inherits a connection.
static inline curl_socket_t drift_open_socket(const struct curl_sockaddr *_Nonnull a) {
#ifdef SOCK_CLOEXEC
  return socket(a->family, a->socktype | SOCK_CLOEXEC, a->protocol);
#else
  return socket(a->family, a->socktype, a->protocol);
#endif
}

// The memory of a response that was dropped serves the next one: by default glibc gives the top of a heap back once 128 KiB
// of it are free, and takes it again page by page, at a fault for each 4 KiB (mallopt(3)). Set both, since setting either
// ends that glibc learns the other. Blocks from 4 MiB on are given back at once.
static inline void drift_keep_heap(void) {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 4 << 20);
  mallopt(M_TRIM_THRESHOLD, 8 << 20);
#endif
}

#endif
