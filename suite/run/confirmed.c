#include "suite/run/confirmed.h"

#include "engines/text.h"

bool confirmed_has(const struct confirmed *table, const char *chipset, const char *test)
{
    for (; table->chipset; table++)
        if (string_equal(table->chipset, chipset) && string_equal(table->test, test))
            return true;
    return false;
}
