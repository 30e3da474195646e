#ifndef DRIFT_CZLIB_SHIM_H
#define DRIFT_CZLIB_SHIM_H

#include <zlib.h>

// inflateInit2 is a macro, which Swift does not import. 15 is the largest window, and 16 more means gzip (RFC 1952) and nothing else.
static inline int drift_begin_gunzip(z_stream *_Nonnull s) { return inflateInit2(s, 15 + 16); }

#endif
