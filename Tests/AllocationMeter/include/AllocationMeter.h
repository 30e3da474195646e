#ifndef DRIFT_ALLOCATION_METER_H
#define DRIFT_ALLOCATION_METER_H

// Counts the bytes that a thread takes from the heap. The tests' process allocates by these functions, as glibc allows
// ("Replacing malloc" in its manual); each calls glibc's own.

// Begins to count for this thread.
void drift_meter_begin(void);

// Ends counting.
//
// Returns: the most bytes that this thread held at one time since it began, beyond what it held then; what it took and another
// thread gave back counts as held.
long drift_meter_end(void);

#endif
