#include "CBareCurl.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 256 };

static void serve(int listener, int body_bytes) {
  char *response = malloc((size_t)body_bytes + 512);
  int head = sprintf(response,
                     "HTTP/1.1 200 OK\r\nDate: Sat, 21 Nov 2026 12:00:00 GMT\r\nContent-Type: application/json\r\n"
                     "Content-Length: %d\r\nETag: \"v1\"\r\nCache-Control: max-age=60\r\nVary: Accept-Encoding\r\n"
                     "Server: bare\r\n\r\n", body_bytes);
  memset(response + head, ' ', (size_t)body_bytes);
  memcpy(response + head, "[1]", 3);
  struct pollfd sockets[MOST] = {{listener, POLLIN, 0}};
  int open = 1;
  char request[8192];
  for (;;) {
    if (poll(sockets, (nfds_t)open, -1) < 0) continue;
    for (int i = open - 1; i > 0; i--) {
      if (!sockets[i].revents) continue;
      // A request of ours comes whole in one segment on loopback.
      ssize_t got = read(sockets[i].fd, request, sizeof request);
      if (got <= 0 || write(sockets[i].fd, response, (size_t)(head + body_bytes)) < 0) {
        close(sockets[i].fd);
        sockets[i] = sockets[--open];
      }
    }
    if (sockets[0].revents && open < MOST) {
      int one = 1, sock = accept(listener, NULL, NULL);
      if (sock < 0) continue;
      setsockopt(sock, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
      sockets[open++] = (struct pollfd){sock, POLLIN, 0};
    }
  }
}

int bare_server_start(int body_bytes, int *port) {
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  socklen_t size = sizeof address;
  if (listener < 0 || bind(listener, (struct sockaddr *)&address, size) || listen(listener, 128) ||
      getsockname(listener, (struct sockaddr *)&address, &size))
    return -1;
  *port = ntohs(address.sin_port);
  int pid = fork();
  if (pid == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);  // it never outlives the benchmark
    signal(SIGPIPE, SIG_IGN);
    serve(listener, body_bytes);
  }
  close(listener);
  return pid;
}

void bare_server_stop(int pid) {
  kill(pid, SIGKILL);
  waitpid(pid, NULL, 0);
}

struct transfer {
  char *bytes;
  size_t count, room;
  size_t header;
  struct curl_slist *fields;
};

static size_t append(struct transfer *t, const char *data, size_t count) {
  if (t->count + count > t->room) {
    t->room = (t->count + count) * 2;
    t->bytes = realloc(t->bytes, t->room);
  }
  memcpy(t->bytes + t->count, data, count);
  t->count += count;
  return count;
}

static size_t take_body(char *data, size_t size, size_t count, void *box) { return append(box, data, size * count); }

static size_t take_header(char *data, size_t size, size_t count, void *box) {
  struct transfer *t = box;
  t->header += size * count;
  return append(t, data, size * count);
}

static void start(CURLM *multi, CURL *handle, struct transfer *t, const char *url, long number) {
  char text[512];
  snprintf(text, sizeof text, "%s?n=%ld", url, number);
  curl_easy_reset(handle);
  curl_slist_free_all(t->fields);
  t->fields = curl_slist_append(NULL, "Accept: application/json");
  t->fields = curl_slist_append(t->fields, "Accept-Encoding: gzip");
  t->count = t->header = 0;
  curl_easy_setopt(handle, CURLOPT_URL, text);
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http");
  curl_easy_setopt(handle, CURLOPT_PROXY, "");
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
  curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, 10000L);
  curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, 5000L);
  curl_easy_setopt(handle, CURLOPT_USERAGENT, "driftwatch");
  curl_easy_setopt(handle, CURLOPT_HTTPHEADER, t->fields);
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, take_body);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, t);
  curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, take_header);
  curl_easy_setopt(handle, CURLOPT_HEADERDATA, t);
  curl_easy_setopt(handle, CURLOPT_PRIVATE, t);
  curl_multi_add_handle(multi, handle);
}

long bare_fetch(const char *url, long count, int in_flight, long body_bytes) {
  CURLM *multi = curl_multi_init();
  if (!multi) return -1;
  curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, 2L * in_flight);
  CURL *handles[MOST];
  struct transfer transfers[MOST];
  memset(transfers, 0, sizeof transfers);
  long started = 0, ended = 0, good = 0;
  for (int i = 0; i < in_flight; i++) {
    handles[i] = curl_easy_init();
    if (started < count) start(multi, handles[i], &transfers[i], url, started++);
  }
  while (ended < count) {
    int running, left, settled = 0;
    curl_multi_perform(multi, &running);
    for (CURLMsg *message; (message = curl_multi_info_read(multi, &left));) {
      if (message->msg != CURLMSG_DONE) continue;
      CURL *handle = message->easy_handle;
      CURLcode code = message->data.result;
      struct transfer *t;
      long status = 0;
      curl_easy_getinfo(handle, CURLINFO_PRIVATE, (char **)&t);
      curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
      curl_multi_remove_handle(multi, handle);
      settled = 1;
      ended++;
      good += code == CURLE_OK && status == 200 && (long)(t->count - t->header) == body_bytes;
      if (started < count) start(multi, handle, t, url, started++);
    }
    if (!settled) curl_multi_poll(multi, NULL, 0, 1000, NULL);
  }
  for (int i = 0; i < in_flight; i++) {
    curl_easy_cleanup(handles[i]);
    curl_slist_free_all(transfers[i].fields);
    free(transfers[i].bytes);
  }
  curl_multi_cleanup(multi);
  return good;
}
