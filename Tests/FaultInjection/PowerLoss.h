#ifndef DRIFT_POWER_LOSS_H
#define DRIFT_POWER_LOSS_H

#include <stdint.h>

// What a name stands for: the bytes that are on the disk for good, and what was done to them since.
typedef struct Content Content;

// The content of a file that SQLite opens; NULL for one that is not followed.
Content *drift_power_opened(const char *name);
// A write that has succeeded.
void drift_power_wrote(Content *content, const void *bytes, int count, int64_t offset);
// A truncation that has succeeded.
void drift_power_truncated(Content *content, int64_t size);
// A sync that has succeeded; of the folder too if `ofFolder`.
void drift_power_synced(Content *content, int ofFolder);
// A removal that has succeeded, and was written to the folder for good if `isSynced`.
void drift_power_deleted(const char *name, int isSynced);
// A call that changes something is about to be made: the power may go out now.
void drift_power_moment(void);

#endif
