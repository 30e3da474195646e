#ifndef DRIFT_POSTGRESQL_H
#define DRIFT_POSTGRESQL_H

#include <stddef.h>

// What we call of libpq, PostgreSQL's client library ("libpq - C Library" in its manual). It is loaded when a ledger on a server is
// first opened, and needs no headers of its own when this is compiled: these functions have been the same since PostgreSQL 9.

typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;

enum { DRIFT_PG_CONNECTED = 0 };
enum { DRIFT_PG_COMMAND = 1, DRIFT_PG_ROWS = 2 };
enum { DRIFT_PG_IDLE = 0 };

// Loads libpq. Returns: NULL, or why it cannot be used, in one line.
const char *_Nullable drift_pg_load(void);

// Each is the function of libpq with that name; `drift_pg_load` must have returned NULL before.
PGconn *_Nullable drift_pg_connect(const char *_Nullable const *_Nonnull names, const char *_Nullable const *_Nonnull values);
void drift_pg_finish(PGconn *_Nonnull connection);
int drift_pg_status(const PGconn *_Nonnull connection);
int drift_pg_transaction_status(const PGconn *_Nonnull connection);
int drift_pg_server_version(const PGconn *_Nonnull connection);
const char *_Nonnull drift_pg_message(const PGconn *_Nonnull connection);

// Like PQexec, PQprepare and PQexecPrepared, but they wait for at most so many milliseconds (1 or more) for a server that neither answers nor
// goes away. Returns: the last result; NULL if there is none, then the connection is of no use any more. `*waited_in_vain` is 1 if
// the time was over, else 0.
PGresult *_Nullable drift_pg_exec(PGconn *_Nonnull connection, const char *_Nonnull sql, long milliseconds,
                                  int *_Nonnull waited_in_vain);
PGresult *_Nullable drift_pg_prepare(PGconn *_Nonnull connection, const char *_Nonnull name, const char *_Nonnull sql,
                                     long milliseconds, int *_Nonnull waited_in_vain);
PGresult *_Nullable drift_pg_exec_prepared(PGconn *_Nonnull connection, const char *_Nonnull name, int count,
                                           const char *_Nullable const *_Nullable values, long milliseconds,
                                           int *_Nonnull waited_in_vain);

int drift_pg_result_status(const PGresult *_Nonnull result);
// The five letters of SQLSTATE; empty where there are none.
const char *_Nonnull drift_pg_sqlstate(const PGresult *_Nonnull result);
// The server's text, without details, which may hold values.
const char *_Nonnull drift_pg_primary(const PGresult *_Nonnull result);
int drift_pg_rows(const PGresult *_Nonnull result);
int drift_pg_is_null(const PGresult *_Nonnull result, int row, int column);
const char *_Nonnull drift_pg_value(const PGresult *_Nonnull result, int row, int column);
int drift_pg_length(const PGresult *_Nonnull result, int row, int column);
const char *_Nonnull drift_pg_changed(PGresult *_Nonnull result);
void drift_pg_clear(PGresult *_Nullable result);

#endif
