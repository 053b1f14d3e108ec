#include "suite/gv100/time_stamp.h"

bool stamp_clear(struct channel *channel, unsigned offset)
{
    for (unsigned i = 0; i < 4; i++)
        if (!gv_setup_ok(gv_setup_of(channel),
                         channel_semaphore_write(channel, offset + 4 * i, STAMP_UNTOUCHED),
                         "preparing a semaphore"))
            return false;
    return true;
}

uint64_t stamp_word64(struct channel *channel, unsigned offset)
{
    return channel_semaphore_read(channel, offset) |
           (uint64_t)channel_semaphore_read(channel, offset + 4) << 32;
}

bool stamp_expect(struct test *t, uint64_t stamp, uint64_t before, uint64_t after, const char *what)
{
    if (test_compared(t, stamp >= before && stamp <= after))
        return true;
    test_fail(t,
              "stamped a %s with 0x%llx, the clock stood at 0x%llx before and 0x%llx "
              "after it",
              what, (unsigned long long)stamp, (unsigned long long)before,
              (unsigned long long)after);
    return false;
}
