// A VFS over SQLite's own (https://www.sqlite.org/vfs.html): every call goes on to that one, unless it is to fail.
#include "FaultInjection.h"
#include "PowerLoss.h"
#include <errno.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  sqlite3_file base;
  Content *content;  // NULL if its power loss is not followed
  int syncsFolder;   // SQLite's own VFS syncs the folder of a journal at its first sync
  sqlite3_file *real;
} File;

static sqlite3_vfs *real;
static sqlite3_vfs faulty;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
  int kinds, lasts, isFull, last;
  long nth, calls, failures;
} plan;
static long open_files;

// Whether a call of a kind is to fail. Then errno says why, as after a call of the system.
static int fails(int kind) {
  pthread_mutex_lock(&lock);
  int result = 0;
  if (plan.kinds & kind) {
    plan.calls++;
    result = plan.nth > 0 && (plan.calls == plan.nth || (plan.calls > plan.nth && plan.lasts));
    if (result) {
      plan.failures++;
      plan.last = kind;
    }
  }
  int isFull = plan.isFull;
  pthread_mutex_unlock(&lock);
  if (result) errno = isFull ? ENOSPC : kind == DRIFT_OPEN ? EMFILE : EIO;
  return result;
}

void drift_files_fail(int kinds, long nth, int isLasting, int isFull) {
  pthread_mutex_lock(&lock);
  plan.kinds = kinds;
  plan.nth = nth;
  plan.lasts = isLasting;
  plan.isFull = isFull;
  plan.calls = plan.failures = plan.last = 0;
  pthread_mutex_unlock(&lock);
}

void drift_files_heal(void) {
  pthread_mutex_lock(&lock);
  plan.nth = 0;
  pthread_mutex_unlock(&lock);
}

static long value(const long *variable) {
  pthread_mutex_lock(&lock);
  long result = *variable;
  pthread_mutex_unlock(&lock);
  return result;
}
long drift_files_calls(void) { return value(&plan.calls); }
long drift_files_failures(void) { return value(&plan.failures); }
long drift_files_open(void) { return value(&open_files); }
int drift_files_last(void) {
  pthread_mutex_lock(&lock);
  int result = plan.last;
  pthread_mutex_unlock(&lock);
  return result;
}

static void count_open(int more) {
  pthread_mutex_lock(&lock);
  open_files += more;
  pthread_mutex_unlock(&lock);
}

#define REAL(file) ((File *)(file))->real

static int x_close(sqlite3_file *file) {
  int code = REAL(file)->pMethods->xClose(REAL(file));
  count_open(-1);
  return code;
}
static int x_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  if (fails(DRIFT_READ)) return SQLITE_IOERR_READ;
  return REAL(file)->pMethods->xRead(REAL(file), bytes, count, offset);
}
static int x_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  if (fails(DRIFT_WRITE)) {
    int why = errno;
    if (count > 1) REAL(file)->pMethods->xWrite(REAL(file), bytes, count / 2, offset);
    errno = why;
    return why == ENOSPC ? SQLITE_FULL : SQLITE_IOERR_WRITE;
  }
  Content *content = ((File *)file)->content;
  if (content) drift_power_moment();
  int code = REAL(file)->pMethods->xWrite(REAL(file), bytes, count, offset);
  if (!code) drift_power_wrote(content, bytes, count, offset);
  return code;
}
static int x_truncate(sqlite3_file *file, sqlite3_int64 size) {
  if (fails(DRIFT_TRUNCATE)) return SQLITE_IOERR_TRUNCATE;
  Content *content = ((File *)file)->content;
  if (content) drift_power_moment();
  int code = REAL(file)->pMethods->xTruncate(REAL(file), size);
  if (!code) drift_power_truncated(content, size);
  return code;
}
static int x_sync(sqlite3_file *file, int flags) {
  (void)flags;
  if (fails(DRIFT_SYNC)) return SQLITE_IOERR_FSYNC;
  // The disk itself is not asked: what would survive is known here, and nobody cuts its power.
  File *own = (File *)file;
  if (own->content) drift_power_moment();
  drift_power_synced(own->content, own->syncsFolder);
  own->syncsFolder = 0;
  return SQLITE_OK;
}
static int x_file_size(sqlite3_file *file, sqlite3_int64 *size) {
  if (fails(DRIFT_SIZE)) return SQLITE_IOERR_FSTAT;
  return REAL(file)->pMethods->xFileSize(REAL(file), size);
}
static int x_lock(sqlite3_file *file, int level) {
  if (fails(DRIFT_LOCK)) return SQLITE_IOERR_LOCK;
  return REAL(file)->pMethods->xLock(REAL(file), level);
}
static int x_unlock(sqlite3_file *file, int level) { return REAL(file)->pMethods->xUnlock(REAL(file), level); }
static int x_check_reserved_lock(sqlite3_file *file, int *result) {
  if (fails(DRIFT_LOCK)) return SQLITE_IOERR_CHECKRESERVEDLOCK;
  return REAL(file)->pMethods->xCheckReservedLock(REAL(file), result);
}
static int x_file_control(sqlite3_file *file, int operation, void *argument) {
  return REAL(file)->pMethods->xFileControl(REAL(file), operation, argument);
}
static int x_sector_size(sqlite3_file *file) { return REAL(file)->pMethods->xSectorSize(REAL(file)); }
static int x_device_characteristics(sqlite3_file *file) {
  return REAL(file)->pMethods->xDeviceCharacteristics(REAL(file));
}
static int x_shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **memory) {
  if (fails(DRIFT_SHARED_MEMORY)) {
    *memory = NULL;
    return SQLITE_IOERR_SHMMAP;
  }
  return REAL(file)->pMethods->xShmMap(REAL(file), page, size, extend, memory);
}
static int x_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
  if ((flags & SQLITE_SHM_LOCK) && fails(DRIFT_LOCK)) return SQLITE_IOERR_SHMLOCK;
  return REAL(file)->pMethods->xShmLock(REAL(file), offset, count, flags);
}
static void x_shm_barrier(sqlite3_file *file) { REAL(file)->pMethods->xShmBarrier(REAL(file)); }
static int x_shm_unmap(sqlite3_file *file, int isDeleted) {
  return REAL(file)->pMethods->xShmUnmap(REAL(file), isDeleted);
}

// Version 2: with the shared memory of the write-ahead log, without memory-mapped reads, which would pass by here.
static const sqlite3_io_methods methods = {
  2, x_close, x_read, x_write, x_truncate, x_sync, x_file_size, x_lock, x_unlock, x_check_reserved_lock, x_file_control,
  x_sector_size, x_device_characteristics, x_shm_map, x_shm_lock, x_shm_barrier, x_shm_unmap, NULL, NULL};

static int x_open(sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *file, int flags, int *outFlags) {
  (void)vfs;
  File *own = (File *)file;
  *own = (File){.real = (sqlite3_file *)(own + 1)};
  if (fails(DRIFT_OPEN)) return SQLITE_CANTOPEN;
  int code = real->xOpen(real, name, own->real, flags, outFlags);
  // SQLite closes what has methods, also after a failure.
  if (code || !own->real->pMethods) {
    if (own->real->pMethods) own->real->pMethods->xClose(own->real);
    return code ? code : SQLITE_CANTOPEN;
  }
  own->base.pMethods = &methods;
  own->content = drift_power_opened(name);
  own->syncsFolder = (flags & SQLITE_OPEN_CREATE) && (flags & (SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL));
  count_open(1);
  return SQLITE_OK;
}
static int x_delete(sqlite3_vfs *vfs, const char *name, int isSynced) {
  (void)vfs;
  if (fails(DRIFT_DELETE)) return SQLITE_IOERR_DELETE;
  drift_power_moment();
  int code = real->xDelete(real, name, isSynced);
  if (!code) drift_power_deleted(name, isSynced & 1);
  return code;
}
static int x_access(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
  (void)vfs;
  if (fails(DRIFT_ACCESS)) return SQLITE_IOERR_ACCESS;
  return real->xAccess(real, name, flags, result);
}
static int x_full_pathname(sqlite3_vfs *vfs, const char *name, int count, char *path) {
  (void)vfs;
  return real->xFullPathname(real, name, count, path);
}
static int x_randomness(sqlite3_vfs *vfs, int count, char *bytes) {
  (void)vfs;
  return real->xRandomness(real, count, bytes);
}
static int x_sleep(sqlite3_vfs *vfs, int microseconds) {
  (void)vfs;
  return real->xSleep(real, microseconds);
}
static int x_current_time(sqlite3_vfs *vfs, double *time) {
  (void)vfs;
  return real->xCurrentTime(real, time);
}
static int x_current_time_int64(sqlite3_vfs *vfs, sqlite3_int64 *time) {
  (void)vfs;
  return real->xCurrentTimeInt64(real, time);
}
static int x_get_last_error(sqlite3_vfs *vfs, int count, char *text) {
  (void)vfs;
  return real->xGetLastError(real, count, text);
}

int drift_files_register(void) {
  int code = sqlite3_initialize();
  if (code) return code;
  real = sqlite3_vfs_find(NULL);
  if (!real || real == &faulty || real->iVersion < 2) return SQLITE_ERROR;
  faulty = (sqlite3_vfs){
    .iVersion = 2, .szOsFile = (int)sizeof(File) + real->szOsFile, .mxPathname = real->mxPathname,
    .zName = "driftwatch-faults", .xOpen = x_open, .xDelete = x_delete, .xAccess = x_access,
    .xFullPathname = x_full_pathname, .xRandomness = x_randomness, .xSleep = x_sleep, .xCurrentTime = x_current_time,
    .xGetLastError = x_get_last_error, .xCurrentTimeInt64 = x_current_time_int64};
  return sqlite3_vfs_register(&faulty, 0);
}

void drift_files_use(int isFaulty) { sqlite3_vfs_register(isFaulty ? &faulty : real, 1); }
