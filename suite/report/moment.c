#include "suite/report/moment.h"

#define EPOCH       1970
#define YEAR_MAX    9999
#define DAY_MS      86400000u
#define MONTHS      12
#define ZONE_MAX    1440 /* UEFI's own limit */
#define LEAP_MONTH  2
#define MINUTE_MS   60000u
#define HOUR_MS     3600000u
#define DAYS_A_YEAR 365u

static bool is_leap(unsigned year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static unsigned days_of_year(unsigned year)
{
    return DAYS_A_YEAR + is_leap(year);
}

static unsigned days_of_month(unsigned year, unsigned month)
{
    static const uint8_t days[MONTHS + 1] = { 0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };

    return days[month] + (month == LEAP_MONTH && is_leap(year));
}

static bool can_be(const struct moment_date *date)
{
    return date->year >= EPOCH && date->year <= YEAR_MAX && date->month >= 1 &&
           date->month <= MONTHS && date->day >= 1 &&
           date->day <= days_of_month(date->year, date->month) && date->hour < 24 &&
           date->minute < 60 && date->second < 60;
}

struct moment moment_of(const struct moment_date *date, int zone)
{
    uint64_t days = 0;

    if (!can_be(date))
        return (struct moment){ 0 };
    for (unsigned year = EPOCH; year < date->year; year++)
        days += days_of_year(year);
    for (unsigned month = 1; month < date->month; month++)
        days += days_of_month(date->year, month);
    days += date->day - 1u;
    return (struct moment){ .ms = days * DAY_MS + date->hour * HOUR_MS + date->minute * MINUTE_MS +
                                  date->second * 1000u,
                            .zone = zone >= -ZONE_MAX && zone <= ZONE_MAX ? zone : MOMENT_NO_ZONE,
                            .known = true };
}

static void zone_words(struct text *text, int zone)
{
    const unsigned minutes = (unsigned)(zone < 0 ? -zone : zone);

    if (zone == MOMENT_NO_ZONE)
        return;
    if (zone == 0)
        text_char(text, 'Z');
    else
        text_format(text, "%c%02u:%02u", zone < 0 ? '-' : '+', minutes / 60, minutes % 60);
}

void moment_words(struct text *text, const struct moment *moment)
{
    const unsigned ms = (unsigned)(moment->ms % DAY_MS);
    uint64_t days = moment->ms / DAY_MS;
    unsigned year = EPOCH, month = 1;

    if (!moment->known)
        return;
    for (; days >= days_of_year(year); year++)
        days -= days_of_year(year);
    for (; days >= days_of_month(year, month); month++)
        days -= days_of_month(year, month);
    text_format(text, "%04u-%02u-%02uT%02u:%02u:%02u.%03u", year, month, (unsigned)days + 1,
                ms / HOUR_MS, ms / MINUTE_MS % 60, ms / 1000 % 60, ms % 1000);
    zone_words(text, moment->zone);
}
