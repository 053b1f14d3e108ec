/* efi/calendar.h: the machine's time of day.
 *
 * Source  UEFI 2.10 §8.3: TimeZone is minutes from local time to UTC, 0x7ff if nobody has set it. */
#ifndef EFI_CALENDAR_H
#define EFI_CALENDAR_H

#include "efi/uefi.h"
#include "suite/report/moment.h"

/* Not known where the machine has no clock, or one that shows no date. */
struct moment calendar_now(EFI_RUNTIME_SERVICES *runtime);

#endif
