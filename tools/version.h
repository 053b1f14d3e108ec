/* tools/version.h: which Barecard this is; the Makefile writes the number. */
#ifndef TOOLS_VERSION_H
#define TOOLS_VERSION_H

extern const char version_text[]; /* "barecard 1.2.3" */

#endif
