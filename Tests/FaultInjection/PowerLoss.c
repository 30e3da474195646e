// What is left when the power goes out, by the rules that SQLite relies on and no others:
// * What was written before a sync of its file is there. Of what was written since, each sector of 512 bytes has any of the
//   states that it went through, and the file any of its sizes; a hole may have any content.
// * A name stands for what it stood for at the last sync of its folder, or now.
#include "PowerLoss.h"
#include "FaultInjection.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { SECTOR = 512, NAMES = 3 };

typedef struct {
  unsigned char *bytes;  // NULL: the file was cut, or made longer, to `offset`
  int64_t offset, count;
} Change;

struct Content {
  unsigned char *durable;
  int64_t size;
  Change *changes;
  int count, room;
};

// A name in the folder.
typedef struct {
  char *path;
  const char *suffix;
  Content *durable, *present;
} Entry;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Entry entries[NAMES] = {{NULL, "", NULL, NULL}, {NULL, "-journal", NULL, NULL}, {NULL, "-wal", NULL, NULL}};
static char *images;
static long written, moments, commits, endedRound;
static uint64_t state;
static int gap;

// Whoever runs out of memory here has no result.
static void *grown(void *block, size_t size) {
  void *result = realloc(block, size ? size : 1);
  if (!result) abort();
  return result;
}

// SplitMix64, as Tests/StoreSamples has it.
static uint64_t next(void) {
  uint64_t mixed = state += 0x9e3779b97f4a7c15u;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
  return mixed ^ (mixed >> 31);
}
static int below(int limit) { return (int)(next() % (uint64_t)limit); }

static Entry *entry(const char *name) {
  for (int i = 0; i < NAMES; i++)
    if (name && entries[i].path && !strcmp(entries[i].path, name)) return &entries[i];
  return NULL;
}

// What a write or a cut makes of `bytes`, which have room; only in the sectors that `isKept` has, if it is there.
static void apply(const Change *change, unsigned char *bytes, int64_t *size, const unsigned char *isKept) {
  if (!change->bytes) {
    *size = change->offset;
    return;
  }
  int64_t end = change->offset + change->count;
  for (int64_t from = change->offset, to; from < end; from = to) {
    to = (from / SECTOR + 1) * SECTOR < end ? (from / SECTOR + 1) * SECTOR : end;
    if (isKept && !isKept[from / SECTOR - change->offset / SECTOR]) continue;
    memcpy(bytes + from, change->bytes + (from - change->offset), (size_t)(to - from));
    if (to > *size) *size = to;
  }
}

// The bytes after a power failure. The caller frees them.
static unsigned char *left(const Content *content, int64_t *size) {
  int64_t most = content->size;
  for (int i = 0; i < content->count; i++) {
    int64_t end = content->changes[i].offset + content->changes[i].count;
    if (end > most) most = end;
  }
  unsigned char *bytes = grown(NULL, (size_t)most);
  memcpy(bytes, content->durable, (size_t)content->size);
  int isFilthy = below(2);
  for (int64_t i = content->size; i < most; i++) bytes[i] = isFilthy ? (unsigned char)next() : 0;
  *size = content->size;
  // Nothing, all, all up to a moment, any writes whole or torn, and each sector for itself.
  int manner = below(8), until = content->count;
  if (manner == 0) until = 0;
  if (manner == 2 || manner == 3) until = below(content->count + 1);
  int64_t sectors = most / SECTOR + 1;
  unsigned char *ends = grown(NULL, (size_t)sectors), *isKept = grown(NULL, (size_t)sectors);
  for (int64_t i = 0; i < sectors; i++) ends[i] = (unsigned char)next();
  for (int i = 0; i < until; i++) {
    const Change *change = &content->changes[i];
    int64_t first = change->offset / SECTOR, count = (change->offset + change->count) / SECTOR + 1 - first;
    int isWhole = 1, isDropped = 0;
    if (manner == 3 && i == until - 1) {  // cut off in its middle
      isWhole = 0;
      int64_t torn = below((int)count + 1);
      for (int64_t k = 0; k < count; k++) isKept[k] = k < torn;
    } else if (manner == 4 || manner == 5) {
      isDropped = below(2);
      isWhole = below(4) != 0;
      for (int64_t k = 0; k < count; k++) isKept[k] = (unsigned char)below(2);
    } else if (manner >= 6) {  // each sector stops at a moment of its own
      isWhole = 0;
      isDropped = !change->bytes && below(2);
      for (int64_t k = 0; k < count; k++) isKept[k] = i * 256 < ends[first + k] * (content->count + 1);
    }
    if (!isDropped) apply(change, bytes, size, isWhole ? NULL : isKept);
  }
  free(ends);
  free(isKept);
  return bytes;
}

static void image(void) {
  char folder[4096], path[4200];
  snprintf(folder, sizeof folder, "%s/%ld", images, written);
  if (mkdir(folder, 0700)) abort();
  snprintf(path, sizeof path, "%s/acknowledged", folder);
  FILE *note = fopen(path, "w");
  if (!note || fprintf(note, "%ld %ld", commits, endedRound) < 0 || fclose(note)) abort();
  for (int i = 0; i < NAMES; i++) {
    const Content *content = below(2) ? entries[i].durable : entries[i].present;
    if (!content) continue;
    int64_t size;
    unsigned char *bytes = left(content, &size);
    const char *name = strrchr(entries[i].path, '/');
    snprintf(path, sizeof path, "%s%s", folder, name ? name : "/");
    FILE *file = fopen(path, "w");
    if (!file || fwrite(bytes, 1, (size_t)size, file) != (size_t)size || fclose(file)) abort();
    free(bytes);
  }
  written++;
}

// Of the file as it is now, which was there before anybody looked.
static Content *loaded(const char *path) {
  FILE *file = fopen(path, "r");
  if (!file) return NULL;
  Content *content = grown(NULL, sizeof *content);
  *content = (Content){0};
  for (;;) {
    content->durable = grown(content->durable, (size_t)content->size + 65536);
    size_t count = fread(content->durable + content->size, 1, 65536, file);
    if (!count) break;
    content->size += (int64_t)count;
  }
  fclose(file);
  return content;
}

void drift_power_follow(const char *path, const char *folder, uint64_t seed, int meanGap) {
  pthread_mutex_lock(&lock);
  for (int i = 0; i < NAMES; i++) {
    size_t room = strlen(path) + strlen(entries[i].suffix) + 1;
    entries[i].path = grown(entries[i].path, room);
    snprintf(entries[i].path, room, "%s%s", path, entries[i].suffix);
    entries[i].durable = entries[i].present = loaded(entries[i].path);
  }
  free(images);
  images = strdup(folder);
  written = moments = commits = endedRound = 0;
  state = seed;
  gap = meanGap;
  pthread_mutex_unlock(&lock);
}

void drift_power_note(long someCommits, long round) {
  pthread_mutex_lock(&lock);
  commits = someCommits;
  endedRound = round;
  pthread_mutex_unlock(&lock);
}

long drift_power_images(long *calls) {
  pthread_mutex_lock(&lock);
  gap = 0;
  long result = written;
  *calls = moments;
  pthread_mutex_unlock(&lock);
  return result;
}

Content *drift_power_opened(const char *name) {
  pthread_mutex_lock(&lock);
  Entry *found = entry(name);
  // An empty file that something else has made counts as new as well.
  if (found && !found->present) {
    found->present = grown(NULL, sizeof *found->present);
    *found->present = (Content){.durable = grown(NULL, 1)};
  }
  pthread_mutex_unlock(&lock);
  return found ? found->present : NULL;
}

static void note(Content *content, Change change) {
  pthread_mutex_lock(&lock);
  if (content->count == content->room) {
    content->room = content->room * 2 + 16;
    content->changes = grown(content->changes, sizeof(Change) * (size_t)content->room);
  }
  content->changes[content->count++] = change;
  pthread_mutex_unlock(&lock);
}

void drift_power_wrote(Content *content, const void *bytes, int count, int64_t offset) {
  if (!content) return;
  unsigned char *copy = grown(NULL, (size_t)count);
  memcpy(copy, bytes, (size_t)count);
  note(content, (Change){copy, offset, count});
}

void drift_power_truncated(Content *content, int64_t size) {
  if (content) note(content, (Change){NULL, size, 0});
}

static void sync_folder(void) {
  for (int i = 0; i < NAMES; i++) entries[i].durable = entries[i].present;
}

void drift_power_synced(Content *content, int ofFolder) {
  if (!content) return;
  pthread_mutex_lock(&lock);
  for (int i = 0; i < content->count; i++) {
    Change *change = &content->changes[i];
    int64_t end = change->offset + change->count;
    if (end > content->size) {
      content->durable = grown(content->durable, (size_t)end);
      memset(content->durable + content->size, 0, (size_t)(end - content->size));
    }
    apply(change, content->durable, &content->size, NULL);
    free(change->bytes);
  }
  content->count = 0;
  if (ofFolder) sync_folder();
  pthread_mutex_unlock(&lock);
}

void drift_power_deleted(const char *name, int isSynced) {
  pthread_mutex_lock(&lock);
  Entry *found = entry(name);
  if (found) found->present = NULL;
  if (found && isSynced) sync_folder();
  pthread_mutex_unlock(&lock);
}

void drift_power_moment(void) {
  pthread_mutex_lock(&lock);
  if (gap) {
    moments++;
    if (!below(gap)) image();
  }
  pthread_mutex_unlock(&lock);
}
