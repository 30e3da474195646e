#include "CPostgreSQL.h"
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

#ifdef __APPLE__
static const char *const name = "libpq.5.dylib";
#else
static const char *const name = "libpq.so.5";
#endif

static void quiet(void *argument, const char *message) { (void)argument, (void)message; }

// Written once, by `load`; pthread_once orders that before every reader (POSIX, "Memory Synchronization").
static struct {
  PGconn *(*PQconnectdbParams)(const char *const *, const char *const *, int);
  void (*PQfinish)(PGconn *);
  int (*PQstatus)(const PGconn *);
  int (*PQtransactionStatus)(const PGconn *);
  int (*PQserverVersion)(const PGconn *);
  char *(*PQerrorMessage)(const PGconn *);
  int (*PQsetnonblocking)(PGconn *, int);
  int (*PQsendQuery)(PGconn *, const char *);
  int (*PQsendPrepare)(PGconn *, const char *, const char *, int, const unsigned *);
  int (*PQsendQueryPrepared)(PGconn *, const char *, int, const char *const *, const int *, const int *, int);
  int (*PQflush)(PGconn *);
  int (*PQsocket)(const PGconn *);
  int (*PQconsumeInput)(PGconn *);
  int (*PQisBusy)(PGconn *);
  PGresult *(*PQgetResult)(PGconn *);
  int (*PQresultStatus)(const PGresult *);
  char *(*PQresultErrorField)(const PGresult *, int);
  int (*PQntuples)(const PGresult *);
  int (*PQgetisnull)(const PGresult *, int, int);
  char *(*PQgetvalue)(const PGresult *, int, int);
  int (*PQgetlength)(const PGresult *, int, int);
  char *(*PQcmdTuples)(PGresult *);
  void (*PQclear)(PGresult *);
  void *(*PQsetNoticeProcessor)(PGconn *, void (*)(void *, const char *), void *);
} library;
static char problem[300];
static pthread_once_t loading = PTHREAD_ONCE_INIT;

// Never closed, like libcurl.
static void load(void) {
  void *found = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!found) {
    const char *reason = dlerror();
    snprintf(problem, sizeof problem, "libpq cannot be loaded (%.180s); install libpq5", reason ? reason : "not found");
    return;
  }
#define DRIFT_RESOLVE(function)                                                                                       \
  library.function = (__typeof__(library.function))dlsym(found, #function);                                          \
  if (!library.function && !*problem) snprintf(problem, sizeof problem, "libpq has no " #function "; install a newer libpq5");
  DRIFT_RESOLVE(PQconnectdbParams) DRIFT_RESOLVE(PQfinish) DRIFT_RESOLVE(PQstatus) DRIFT_RESOLVE(PQtransactionStatus)
  DRIFT_RESOLVE(PQserverVersion) DRIFT_RESOLVE(PQerrorMessage) DRIFT_RESOLVE(PQsetnonblocking) DRIFT_RESOLVE(PQsendQuery)
  DRIFT_RESOLVE(PQsendPrepare) DRIFT_RESOLVE(PQsendQueryPrepared) DRIFT_RESOLVE(PQflush) DRIFT_RESOLVE(PQsocket)
  DRIFT_RESOLVE(PQconsumeInput) DRIFT_RESOLVE(PQisBusy) DRIFT_RESOLVE(PQgetResult) DRIFT_RESOLVE(PQresultStatus) DRIFT_RESOLVE(PQresultErrorField) DRIFT_RESOLVE(PQntuples)
  DRIFT_RESOLVE(PQgetisnull) DRIFT_RESOLVE(PQgetvalue) DRIFT_RESOLVE(PQgetlength) DRIFT_RESOLVE(PQcmdTuples)
  DRIFT_RESOLVE(PQclear) DRIFT_RESOLVE(PQsetNoticeProcessor)
}

const char *drift_pg_load(void) {
  pthread_once(&loading, load);
  return *problem ? problem : NULL;
}

PGconn *drift_pg_connect(const char *const *names, const char *const *values) {
  PGconn *connection = library.PQconnectdbParams(names, values, 0);
  // Else notices of the server go to standard error.
  if (connection) library.PQsetNoticeProcessor(connection, quiet, NULL);
  // Else a server that reads nothing would hold up what is sent to it for ever.
  if (connection) library.PQsetnonblocking(connection, 1);
  return connection;
}
void drift_pg_finish(PGconn *connection) { library.PQfinish(connection); }
int drift_pg_status(const PGconn *connection) { return library.PQstatus(connection); }
int drift_pg_transaction_status(const PGconn *connection) { return library.PQtransactionStatus(connection); }
int drift_pg_server_version(const PGconn *connection) { return library.PQserverVersion(connection); }
const char *drift_pg_message(const PGconn *connection) {
  const char *text = library.PQerrorMessage(connection);
  return text ? text : "";
}

static long now_in_milliseconds(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

// Waits until the socket can be read, or written if `writes`, a tenth of a second at most, and not beyond `end`. Returns: 1, 0 when the time is over, -1 for an error.
static int wait_for_socket(PGconn *connection, int writes, long end) {
  long left = end - now_in_milliseconds();
  if (left <= 0) return 0;
  struct pollfd socket = {.fd = library.PQsocket(connection), .events = POLLIN | (writes ? POLLOUT : 0)};
  if (socket.fd < 0) return -1;
  // What TLS has decrypted already is not seen by `poll`: it is looked for now and then.
  int ready = poll(&socket, 1, left > 100 ? 100 : (int)left);
  return ready >= 0 || errno == EINTR ? 1 : -1;
}

// The last result of what was sent (libpq manual, "Asynchronous Command Processing").
static PGresult *last_result(PGconn *connection, int sent, long milliseconds, int *waited_in_vain) {
  long end = now_in_milliseconds() + milliseconds;
  *waited_in_vain = 0;
  if (!sent) return NULL;
  int unsent;
  while ((unsent = library.PQflush(connection)) > 0) {
    int ready = wait_for_socket(connection, 1, end);
    if (ready <= 0) return *waited_in_vain = ready == 0, NULL;
    if (!library.PQconsumeInput(connection)) break;
  }
  // Whatever could not be sent, the server may have said why; libpq makes a result of it.
  PGresult *last = NULL;
  for (;;) {
    while (library.PQisBusy(connection)) {
      int ready = wait_for_socket(connection, 0, end);
      if (ready <= 0) {
        library.PQclear(last);
        return *waited_in_vain = ready == 0, NULL;
      }
      if (!library.PQconsumeInput(connection)) break;
    }
    PGresult *result = library.PQgetResult(connection);
    if (!result) return last;
    library.PQclear(last);
    last = result;
  }
}

PGresult *drift_pg_exec(PGconn *connection, const char *sql, long milliseconds, int *waited_in_vain) {
  return last_result(connection, library.PQsendQuery(connection, sql), milliseconds, waited_in_vain);
}
PGresult *drift_pg_prepare(PGconn *connection, const char *statement, const char *sql, long milliseconds, int *waited_in_vain) {
  int sent = library.PQsendPrepare(connection, statement, sql, 0, NULL);
  return last_result(connection, sent, milliseconds, waited_in_vain);
}
PGresult *drift_pg_exec_prepared(PGconn *connection, const char *statement, int count, const char *const *values,
                                 long milliseconds, int *waited_in_vain) {
  int sent = library.PQsendQueryPrepared(connection, statement, count, values, NULL, NULL, 0);
  return last_result(connection, sent, milliseconds, waited_in_vain);
}
int drift_pg_result_status(const PGresult *result) { return library.PQresultStatus(result); }
static const char *field(const PGresult *result, int code) {
  const char *text = library.PQresultErrorField(result, code);
  return text ? text : "";
}
const char *drift_pg_sqlstate(const PGresult *result) { return field(result, 'C'); }
const char *drift_pg_primary(const PGresult *result) { return field(result, 'M'); }
int drift_pg_rows(const PGresult *result) { return library.PQntuples(result); }
int drift_pg_is_null(const PGresult *result, int row, int column) { return library.PQgetisnull(result, row, column); }
const char *drift_pg_value(const PGresult *result, int row, int column) { return library.PQgetvalue(result, row, column); }
int drift_pg_length(const PGresult *result, int row, int column) { return library.PQgetlength(result, row, column); }
const char *drift_pg_changed(PGresult *result) { return library.PQcmdTuples(result); }
void drift_pg_clear(PGresult *result) { library.PQclear(result); }
