// libFuzzer as a library (https://llvm.org/docs/LibFuzzer.html, "Using libFuzzer as a library"). The toolchain has its
// runtime but no header for it. SwiftPM makes `main` of an executable our own, so libFuzzer's is not linked.
#include <stddef.h>
#include <stdint.h>
#include <time.h>

int LLVMFuzzerRunDriver(int *_Nonnull argc, char *_Nullable *_Nonnull *_Nonnull argv,
                        int (*_Nonnull callback)(const uint8_t *_Nullable data, size_t size));

// libc's, which time.h declares for programs of X/Open only.
char *_Nullable strptime(const char *_Nonnull text, const char *_Nonnull form, struct tm *_Nonnull parts);
