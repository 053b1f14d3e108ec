#include "suite/report/verdict.h"

const char *verdict_name(enum verdict verdict)
{
    static const char *const names[] = { WORD_PASS, WORD_FAIL, WORD_NOT_TESTED, WORD_INCOMPLETE };

    return names[verdict];
}

int verdict_status(enum verdict verdict)
{
    return verdict == VERDICT_PASS ? 0 : verdict == VERDICT_FAIL ? 1 : 2;
}

unsigned verdict_rank(enum verdict verdict)
{
    static const unsigned char ranks[] = {
        [VERDICT_PASS] = 0,
        [VERDICT_NOT_TESTED] = 1,
        [VERDICT_INCOMPLETE] = 2,
        [VERDICT_FAIL] = 3,
    };

    return ranks[verdict];
}
