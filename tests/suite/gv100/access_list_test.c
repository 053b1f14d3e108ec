/* The accesses of each self test to a good GV100 and a good Turing card, as a sum, with what is said of them; and all that is said
 * of cards with a defect. tests/suite/gv100/accesses/ has the lists, which were read beside the claims of the tests. */
#include <stdio.h>

#include "hw/gv100/chip.h"
#include "tests/kit/tests.h"
#include "tests/suite/sums_rig.h"

#define FOLDER "tests/suite/gv100/accesses"

static void run(unsigned chip, const char *suite, const char *defects)
{
    struct rig *const rig = rig_new();

    rig->card = (struct model_config){ .chip = &gv100_chips[chip].chip,
                                       .vram_size = 16 << 20,
                                       .defects = defects };
    if (!defects) {
        rig->sinks.record = access_records;
        rig->prepare = access_look;
    }
    rig_run_suite(rig, suite);
    access_put("%s", rig->tap);
    rig_free(rig);
}

TEST(gv100, access_open)
{
    run(CHIP_GV100, "default", NULL);
    access_compare(FOLDER, "gv100");
}

TEST(tu104, access_open)
{
    run(CHIP_TU104, "default", NULL);
    access_compare(FOLDER, "tu104");
}

/* The list says which: "DEFECT in TESTS", then all that they say. One data line of 256 that is dead is one byte in 32, in each word of
 * 8 that it lies in: 2048 words hold ones twice, and of their mixed words 1017 have bit 130. Of the words that name their
 * addresses the first with bit 6 that data line 134 carries is at 0x600030. Words that BAR1 reads right again are told alike.
 * Without DMA the tables lie in VRAM, and where a bit is stuck everywhere nothing is said of memory. A page with a wrong word is
 * not counted, and BAR1 is not blamed. */
TEST(broken, access_open)
{
    FILE *const list = access_file(FOLDER, "broken", "r");
    char line[2000], defect[200], suite[200];

    while (fgets(line, sizeof(line), list))
        if (sscanf(line, "%199s in %199s", defect, suite) == 2) {
            access_put("%s in %s\n", defect, suite);
            run(CHIP_GV100, suite, defect);
        }
    fclose(list);
    access_compare(FOLDER, "broken");
}
