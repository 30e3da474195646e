#include "CCurl.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

// Every function of libcurl that we call, with its own type.
#define DRIFT_FUNCTIONS(X)                                                                                             \
  X(curl_global_init) X(curl_free) X(curl_version_info)                                                               \
  X(curl_easy_init) X(curl_easy_reset) X(curl_easy_cleanup) X(curl_easy_pause) X(curl_easy_setopt) X(curl_easy_getinfo)                   \
  X(curl_multi_init) X(curl_multi_setopt) X(curl_multi_add_handle) X(curl_multi_remove_handle) X(curl_multi_perform)   \
  X(curl_multi_poll) X(curl_multi_wakeup) X(curl_multi_info_read) X(curl_multi_cleanup)                                \
  X(curl_slist_append) X(curl_slist_free_all)                                                                         \
  X(curl_url) X(curl_url_set) X(curl_url_get) X(curl_url_cleanup)

// curl/typecheck-gcc.h checks calls by macros of these names; here they name members of `library`.
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

// Written once, by `load`; pthread_once orders that before every reader (POSIX, "Memory Synchronization").
static struct {
#define DRIFT_MEMBER(name) __typeof__(&name) name;
  DRIFT_FUNCTIONS(DRIFT_MEMBER)
} library;
static char problem[400];
static pthread_once_t loading = PTHREAD_ONCE_INIT;

#ifdef __APPLE__
static const char *const names[] = {"libcurl.4.dylib"};
#else
// Not Debian's other one, libcurl-gnutls.so.4: what certificates end and why they fail is read in OpenSSL's words.
static const char *const names[] = {"libcurl.so.4"};
#endif

// By name, so that the system's own search finds it, as it would at the start. Never closed: its threads and its libraries'
// exit handlers are none that survive that.
static void load(void) {
  void *found = NULL;
  char reason[200] = "";
  for (size_t i = 0; i < sizeof names / sizeof *names && !found; i++) {
    found = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    const char *text = found ? NULL : dlerror();
    if (text && !*reason) snprintf(reason, sizeof reason, "%s", text);
  }
  if (!found) {
    snprintf(problem, sizeof problem,
             "nothing can be fetched: libcurl cannot be loaded (%s); install libcurl4, or libcurl 7.87 or newer", reason);
    return;
  }
#define DRIFT_RESOLVE(name)                                                                                            \
  library.name = (__typeof__(&name))dlsym(found, #name);                                                              \
  if (!library.name && !*problem)                                                                                      \
    snprintf(problem, sizeof problem, "nothing can be fetched: libcurl has no %s; install libcurl 7.87 or newer", #name);
  DRIFT_FUNCTIONS(DRIFT_RESOLVE)
  if (*problem) return;
  // The header was new enough when this was compiled; what is installed here may be older.
  const curl_version_info_data *version = library.curl_version_info(CURLVERSION_NOW);
  if (version->version_num < DRIFT_CURL_LEAST)
    snprintf(problem, sizeof problem, "nothing can be fetched: libcurl is %.40s; install libcurl 7.87 or newer",
             version->version);
}

const char *drift_curl_problem(void) {
  pthread_once(&loading, load);
  return *problem ? problem : NULL;
}

// What every call below asks first: one load and a comparison once libcurl is there.
static int is_there(void) { return !drift_curl_problem(); }

CURLcode curl_global_init(long flags) { return is_there() ? library.curl_global_init(flags) : CURLE_FAILED_INIT; }
void curl_free(void *p) {
  if (is_there()) library.curl_free(p);
}

CURL *curl_easy_init(void) { return is_there() ? library.curl_easy_init() : NULL; }
void curl_easy_reset(CURL *curl) {
  if (is_there()) library.curl_easy_reset(curl);
}
void curl_easy_cleanup(CURL *curl) {
  if (is_there()) library.curl_easy_cleanup(curl);
}

CURLM *curl_multi_init(void) { return is_there() ? library.curl_multi_init() : NULL; }
CURLMcode curl_multi_add_handle(CURLM *multi, CURL *curl) {
  return is_there() ? library.curl_multi_add_handle(multi, curl) : CURLM_INTERNAL_ERROR;
}
CURLMcode curl_multi_remove_handle(CURLM *multi, CURL *curl) {
  return is_there() ? library.curl_multi_remove_handle(multi, curl) : CURLM_INTERNAL_ERROR;
}
CURLMcode curl_multi_perform(CURLM *multi, int *running) {
  return is_there() ? library.curl_multi_perform(multi, running) : CURLM_INTERNAL_ERROR;
}
CURLMcode curl_multi_poll(CURLM *multi, struct curl_waitfd fds[], unsigned int count, int milliseconds, int *ready) {
  return is_there() ? library.curl_multi_poll(multi, fds, count, milliseconds, ready) : CURLM_INTERNAL_ERROR;
}
CURLcode curl_easy_pause(CURL *handle, int directions) {
  return is_there() ? library.curl_easy_pause(handle, directions) : CURLE_FAILED_INIT;
}
CURLMcode curl_multi_wakeup(CURLM *multi) {
  return is_there() ? library.curl_multi_wakeup(multi) : CURLM_INTERNAL_ERROR;
}
CURLMsg *curl_multi_info_read(CURLM *multi, int *left) {
  return is_there() ? library.curl_multi_info_read(multi, left) : NULL;
}
CURLMcode curl_multi_cleanup(CURLM *multi) {
  return is_there() ? library.curl_multi_cleanup(multi) : CURLM_INTERNAL_ERROR;
}

struct curl_slist *curl_slist_append(struct curl_slist *list, const char *text) {
  return is_there() ? library.curl_slist_append(list, text) : NULL;
}
void curl_slist_free_all(struct curl_slist *list) {
  if (is_there()) library.curl_slist_free_all(list);
}

CURLU *curl_url(void) { return is_there() ? library.curl_url() : NULL; }
CURLUcode curl_url_set(CURLU *url, CURLUPart part, const char *text, unsigned int flags) {
  return is_there() ? library.curl_url_set(url, part, text, flags) : CURLUE_OUT_OF_MEMORY;
}
// Newer headers declare the first as const: another name for the same symbol fits both.
CURLUcode drift_url_get(CURLU *url, CURLUPart part, char **text, unsigned int flags) __asm__("drift_curl_url_get");
CURLUcode drift_url_get(CURLU *url, CURLUPart part, char **text, unsigned int flags) {
  return is_there() ? library.curl_url_get(url, part, text, flags) : CURLUE_OUT_OF_MEMORY;
}
void curl_url_cleanup(CURLU *url) {
  if (is_there()) library.curl_url_cleanup(url);
}

CURLcode drift_set_long(CURL *h, CURLoption o, long v) {
  return is_there() ? library.curl_easy_setopt(h, o, v) : CURLE_FAILED_INIT;
}
CURLcode drift_set_offset(CURL *h, CURLoption o, curl_off_t v) {
  return is_there() ? library.curl_easy_setopt(h, o, v) : CURLE_FAILED_INIT;
}
CURLcode drift_set_text(CURL *h, CURLoption o, const char *v) {
  return is_there() ? library.curl_easy_setopt(h, o, v) : CURLE_FAILED_INIT;
}
CURLcode drift_set_pointer(CURL *h, CURLoption o, void *v) {
  return is_there() ? library.curl_easy_setopt(h, o, v) : CURLE_FAILED_INIT;
}
CURLcode drift_set_write(CURL *h, CURLoption o, curl_write_callback f) {
  return is_there() ? library.curl_easy_setopt(h, o, f) : CURLE_FAILED_INIT;
}
CURLcode drift_set_open_socket(CURL *h, curl_opensocket_callback f) {
  return is_there() ? library.curl_easy_setopt(h, CURLOPT_OPENSOCKETFUNCTION, f) : CURLE_FAILED_INIT;
}
CURLcode drift_get_long(CURL *h, CURLINFO i, long *v) {
  return is_there() ? library.curl_easy_getinfo(h, i, v) : CURLE_FAILED_INIT;
}
CURLcode drift_get_private(CURL *h, void **v) {
  return is_there() ? library.curl_easy_getinfo(h, CURLINFO_PRIVATE, (char **)v) : CURLE_FAILED_INIT;
}
CURLcode drift_get_certificates(CURL *h, CURLINFO i, struct curl_certinfo **v) {
  return is_there() ? library.curl_easy_getinfo(h, i, v) : CURLE_FAILED_INIT;
}
CURLMcode drift_multi_set_long(CURLM *m, CURLMoption o, long v) {
  return is_there() ? library.curl_multi_setopt(m, o, v) : CURLM_INTERNAL_ERROR;
}
