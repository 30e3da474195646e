#ifndef DRIFT_CCURL_SHIM_H
#define DRIFT_CCURL_SHIM_H

#include <curl/curl.h>

// 7.85 brought CURLOPT_PROTOCOLS_STR, 7.87 CURLOPT_QUICK_EXIT; without either the request policy cannot be kept.
#if LIBCURL_VERSION_NUM < 0x075700
#error "libcurl 7.87 or newer is needed (Debian 12 has 7.88): install libcurl4-openssl-dev"
#endif

// Swift cannot call C variadic functions. Choose the wrapper by the type curl documents for the option: a mismatch
// compiles and is undefined behaviour. Options ending in _LARGE take curl_off_t and have a wrapper of their own.
static inline CURLcode drift_set_long(CURL *_Nonnull h, CURLoption o, long v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode drift_set_offset(CURL *_Nonnull h, CURLoption o, curl_off_t v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode drift_set_text(CURL *_Nonnull h, CURLoption o, const char *_Nonnull v) { return curl_easy_setopt(h, o, v); }
static inline CURLcode drift_set_pointer(CURL *_Nonnull h, CURLoption o, void *_Nullable v) { return curl_easy_setopt(h, o, v); }
// Body and header callbacks share one C type; `o` is CURLOPT_WRITEFUNCTION or CURLOPT_HEADERFUNCTION.
static inline CURLcode drift_set_write(CURL *_Nonnull h, CURLoption o, curl_write_callback _Nonnull f) { return curl_easy_setopt(h, o, f); }
static inline CURLcode drift_get_long(CURL *_Nonnull h, CURLINFO i, long *_Nonnull v) { return curl_easy_getinfo(h, i, v); }
static inline CURLMcode drift_multi_set_long(CURLM *_Nonnull m, CURLMoption o, long v) { return curl_multi_setopt(m, o, v); }

#endif
