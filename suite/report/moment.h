/* suite/report/moment.h: time of day, as the machine's clock says it and as reports write it.
 *
 * Shape   a moment counts from 1970-01-01 00:00 on the wall that the clock is set by, without leap seconds;
 *         `zone` says which wall that is. Nothing here knows summer time: the zone of a run is that of its
 *         beginning.
 * Units   milliseconds; minutes east of UTC.
 * Errors  moment_of: one that is not known, if a member of the date cannot be.
 * Source  ISO 8601-1:2019 §5.4; UEFI 2.10 §8.3 (EFI_TIME). */
#ifndef SUITE_REPORT_MOMENT_H
#define SUITE_REPORT_MOMENT_H

#include <stdint.h>

#include "engines/text.h"

#define MOMENT_NO_ZONE   0x7fff
#define MOMENT_WORDS_MAX 32

struct moment {
    uint64_t ms;
    int zone; /* MOMENT_NO_ZONE: not given */
    bool known;
};

/* As a calendar and a clock show it; months and days count from 1. */
struct moment_date {
    uint16_t year;
    uint8_t month, day, hour, minute, second;
};

struct moment moment_of(const struct moment_date *date, int zone);
/* "2026-11-22T07:03:52.120+01:00", "...Z", or without a zone; nothing if the moment is not known. */
void moment_words(struct text *text, const struct moment *moment);

#endif
