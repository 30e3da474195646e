#ifndef DRIFT_CSQLITE_SHIM_H
#define DRIFT_CSQLITE_SHIM_H

#include <sqlite3.h>

// 3.37 brought STRICT tables, without which a wrong type would be stored instead of refused, 3.38 JSON functions in every build,
// and 3.39 IS DISTINCT FROM.
#if SQLITE_VERSION_NUMBER < 3039000
#error "SQLite 3.39 or newer is needed (Debian 12 has 3.40): install libsqlite3-dev"
#endif

// SQLITE_TRANSIENT is a cast of -1 to a function pointer, which Swift does not import. It makes SQLite keep its own copy,
// so that the bytes need to live only for the call.
static inline int drift_bind_text(sqlite3_stmt *_Nonnull s, int index, const char *_Nonnull text, int bytes) {
  return sqlite3_bind_text(s, index, text, bytes, SQLITE_TRANSIENT);
}
static inline int drift_bind_blob(sqlite3_stmt *_Nonnull s, int index, const void *_Nullable data, int bytes) {
  // A null pointer would bind NULL; an empty blob is another value.
  return data && bytes > 0 ? sqlite3_bind_blob(s, index, data, bytes, SQLITE_TRANSIENT) : sqlite3_bind_zeroblob(s, index, 0);
}

// Swift cannot call C variadic functions; these options take (int, int *).
static inline int drift_db_config_flag(sqlite3 *_Nonnull db, int option, int on) {
  return sqlite3_db_config(db, option, on, (int *)0);
}

#endif
