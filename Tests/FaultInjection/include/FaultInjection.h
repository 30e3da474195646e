#ifndef DRIFT_FAULT_INJECTION_H
#define DRIFT_FAULT_INJECTION_H

// A disk, a power supply and a memory that fail when a test says so, beneath SQLite. For a process of its own: all of it is
// the state of the process, and what SQLite opens first decides what it can still be given.

#include <stdint.h>

// Files.

// Calls that can fail, as bits of a set.
enum {
  DRIFT_OPEN = 1,
  DRIFT_READ = 2,
  DRIFT_WRITE = 4,
  DRIFT_SYNC = 8,
  DRIFT_TRUNCATE = 16,
  DRIFT_SIZE = 32,
  DRIFT_DELETE = 64,
  DRIFT_ACCESS = 128,
  DRIFT_LOCK = 256,
  DRIFT_SHARED_MEMORY = 512,
};

// Registers a VFS that hands all calls on to the default one. It is not used until it is the default.
//
// Returns: a result code of SQLite.
int drift_files_register(void);

// Makes the VFS above the default one, or the system's own again. Open connections keep theirs.
void drift_files_use(int isFaulty);

// Makes the `nth` of the calls in `kinds` from now on fail, counted from 1, and all behind it if `isLasting`.
//
// They fail with the code that SQLite's own VFS gives for a bad disk, or with SQLITE_FULL if `isFull`. A write that fails has
// written half of its bytes.
void drift_files_fail(int kinds, long nth, int isLasting, int isFull);

// Ends all faults.
void drift_files_heal(void);

// Calls that were counted since `drift_files_fail`.
long drift_files_calls(void);

// How many of them failed.
long drift_files_failures(void);

// The kind of the last call that failed.
int drift_files_last(void);

// Files that SQLite has open by this VFS.
long drift_files_open(void);

// Power.

// Follows what of the database at `path`, and of its journals, is on the disk for good, and from then on writes an image of
// what a power failure would leave to `folder`/0, `folder`/1, ... at random calls, one of `gap` on the average.
void drift_power_follow(const char *path, const char *folder, uint64_t seed, int gap);

// What is noted beside each image from now on, in its file `acknowledged`.
void drift_power_note(long commits, long endedRound);

// How many images were written, and of how many calls that change a file; ends the images.
long drift_power_images(long *calls);

// Memory.

// Gives SQLite an allocator that can fail. Only before SQLite is used at all.
//
// Returns: a result code of SQLite.
int drift_memory_install(void);

// Makes the `nth` allocation from now on fail, counted from 1, and all behind it if `isLasting`; 0: none.
void drift_memory_fail(long nth, int isLasting);

// Allocations since `drift_memory_fail`.
long drift_memory_calls(void);

// How many of them failed.
long drift_memory_failures(void);

// Blocks that SQLite has and did not free yet.
long drift_memory_blocks(void);

#endif
