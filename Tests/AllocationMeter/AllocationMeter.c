#include "AllocationMeter.h"

#include <errno.h>
#include <malloc.h>
#include <stddef.h>

// A sanitizer has its own malloc.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define DRIFT_METER_OFF 1
#endif
#endif

static __thread long isOn, now, most;

void drift_meter_begin(void) { isOn = 1, now = 0, most = 0; }

long drift_meter_end(void) {
  isOn = 0;
  return most;
}

#ifndef DRIFT_METER_OFF

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static void *taken(void *block) {
  if (isOn && block) {
    now += (long)malloc_usable_size(block);
    if (now > most) most = now;
  }
  return block;
}

static void given(void *block) {
  if (isOn && block) now -= (long)malloc_usable_size(block);
}

void *malloc(size_t size) { return taken(__libc_malloc(size)); }

void *calloc(size_t count, size_t size) { return taken(__libc_calloc(count, size)); }

void *realloc(void *block, size_t size) {
  long before = isOn && block ? (long)malloc_usable_size(block) : 0;
  void *moved = __libc_realloc(block, size);
  // The block is as it was if there is no memory for a larger one.
  if (moved || size == 0) now -= isOn ? before : 0;
  return taken(moved);
}

void *memalign(size_t alignment, size_t size) { return taken(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) { return taken(__libc_memalign(alignment, size)); }

int posix_memalign(void **block, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
  void *made = taken(__libc_memalign(alignment, size));
  if (!made) return ENOMEM;
  *block = made;
  return 0;
}

void free(void *block) {
  given(block);
  __libc_free(block);
}

#endif
