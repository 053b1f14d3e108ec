#include "efi/calendar.h"

#define UNSPECIFIED_ZONE 0x7ff

struct moment calendar_now(EFI_RUNTIME_SERVICES *runtime)
{
    EFI_TIME time = { 0 };

    if (EFI_ERROR(runtime->GetTime(&time, NULL)))
        return (struct moment){ .known = false };
    const struct moment_date date = { .year = time.Year,
                                      .month = time.Month,
                                      .day = time.Day,
                                      .hour = time.Hour,
                                      .minute = time.Minute,
                                      .second = time.Second };

    return moment_of(&date, time.TimeZone == UNSPECIFIED_ZONE ? MOMENT_NO_ZONE : -time.TimeZone);
}
