#include "FaultInjection.h"
#include <sqlite3.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

static atomic_long calls, failures, blocks, wanted;
static atomic_int lasts;

// In front of each block, because SQLite asks for its size. As large as what malloc aligns to.
typedef union {
  int size;
  max_align_t aligned;
} Head;

static int is_refused(void) {
  long call = atomic_fetch_add(&calls, 1) + 1, nth = atomic_load(&wanted);
  int refused = nth > 0 && (call == nth || (call > nth && atomic_load(&lasts)));
  if (refused) atomic_fetch_add(&failures, 1);
  return refused;
}

static void *allocate(int size) {
  if (is_refused()) return NULL;
  Head *head = malloc(sizeof(Head) + (size_t)size);
  if (!head) return NULL;
  head->size = size;
  atomic_fetch_add(&blocks, 1);
  return head + 1;
}

static void release(void *block) {
  if (!block) return;
  atomic_fetch_sub(&blocks, 1);
  free((Head *)block - 1);
}

static void *resize(void *block, int size) {
  if (is_refused()) return NULL;
  Head *head = realloc((Head *)block - 1, sizeof(Head) + (size_t)size);
  if (!head) return NULL;
  head->size = size;
  return head + 1;
}

static int size_of(void *block) { return block ? ((Head *)block - 1)->size : 0; }
static int rounded(int size) { return (size + 7) & ~7; }
static int begin(void *unused) {
  (void)unused;
  return SQLITE_OK;
}
static void end(void *unused) { (void)unused; }

int drift_memory_install(void) {
  static sqlite3_mem_methods methods;
  methods = (sqlite3_mem_methods){allocate, release, resize, size_of, rounded, begin, end, NULL};
  return sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
}

void drift_memory_fail(long nth, int isLasting) {
  atomic_store(&wanted, 0);
  atomic_store(&calls, 0);
  atomic_store(&failures, 0);
  atomic_store(&lasts, isLasting);
  atomic_store(&wanted, nth);
}

long drift_memory_calls(void) { return atomic_load(&calls); }
long drift_memory_failures(void) { return atomic_load(&failures); }
long drift_memory_blocks(void) { return atomic_load(&blocks); }
