/* tools/log/plain.h: lines of nouveau that name no fault: its findings while it starts. */
#ifndef TOOLS_LOG_PLAIN_H
#define TOOLS_LOG_PLAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/log/line.h"

/* The line that says which chip the card has, with BOOT_0 as the card read it. */
bool log_names_chip(const struct log_line *line, uint32_t *boot_0);
bool log_is_plain(const struct log_line *line);

#endif
