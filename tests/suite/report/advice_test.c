/* What the person at the bench is told to do, for verdicts as the runner words them. */
#include <string.h>

#include "suite/report/advice.h"
#include "suite/report/suspect.h"
#include "tests/kit/tests.h"

/* The headline has to fit one line of the screen in large letters. */
#define HEADLINE_MAX 32

TEST(advice_fits_the_verdict)
{
    static const struct {
        const char *verdict, *reason, *headline;
    } rows[] = {
        { "PASS", "", "Everything tested is good" },
        { "PASS", "(only vm)", "Good, but only a part was tested" },
        { "FAIL",
          "vram.quick: G84 bad memory: partition 1 (FBB), D32-D63, rank A: bit 37 stuck at 0 (chip "
          "B1)",
          "A data line is stuck" },
        { "FAIL",
          "vram.quick: G98 bad memory: partition 0 (FBA), D0-D31, rank A: bits 12 and 13 shorted, "
          "low wins",
          "Two data lines are shorted" },
        { "FAIL",
          "vram.quick: G84 bad memory: partition 1 (FBB), D32-D63, rank A: chip does not answer, "
          "reads 1 (chip B1)",
          "A memory chip does not answer" },
        { "FAIL",
          "vram.quick: G92 bad memory: partition 0 (FBA), D0-D63, rank A: address line stuck: row "
          "bit 0",
          "An address line is broken" },
        { "FAIL",
          "vram.quick: G84 bad memory: partition 0 (FBA), D0-D31, rank A: bit 0 at 0x100000 cell "
          "stuck at 0",
          "A memory cell is bad" },
        { "FAIL",
          "vram.quick: G84 bad memory: every partition: memory size: the upper half shows the "
          "lower half",
          "Less memory than the straps say" },
        { "FAIL",
          "vram.quick: GV100 bad memory: 4096 wrong words, bits 0x0000000000000004; which chip "
          "holds them is not known for this chipset",
          "Memory is bad, chip not known" },
        { "FAIL", "vm.pte.read_only: G84 recorded no fault", "Address translation is wrong" },
        { "FAIL", "id.timer: G84 stands still", "A test failed" },
        { "NOT TESTED", "no card", "No NVIDIA card was found" },
        { "NOT TESTED", "the card is not initialised by its VBIOS", "The card was not started" },
        { "NOT TESTED", "the card does not answer: BOOT_0 reads all ones",
          "The card does not answer" },
        { "INCOMPLETE", "vram.quick: machine was reset during vram.quick",
          "The rig was reset during a test" },
        { "NOT TESTED",
          "the card is not started: its own power plug is missing; power the machine off, and plug "
          "the "
          "card's own power cable in",
          "The card's own plug is out" },
        { "NOT TESTED",
          "the card is without memory: an integrated chipset has none of its own to start, and the "
          "system's firmware has given it none",
          "The graphics have no memory" },
        { "NOT TESTED",
          "the card is half started: part of its memory controller is set up, part is not; power "
          "the "
          "machine off and on",
          "The card could not be started" },
        { "NOT TESTED", "the card's BARs are not assigned", "The rig gave the card no room" },
        { "NOT TESTED", "looked at, not tested (mode=probe)", "Looked at only, as asked" },
        { "NOT TESTED",
          "the card is left alone: a driver of the machine's firmware does not let go of it",
          "The rig does not let go of it" },
        { "NOT TESTED", "the card is left alone: the machine was reset during sizing its BARs",
          "This card hung the rig before" },
        { "NOT TESTED", "no test of the windows passed", "Too little could be tested" },
        { "INCOMPLETE", "barecard.cfg line 2: sute=all: unknown key; known are suite label",
          "The settings have a mistake" },
        { "INCOMPLETE", "vram.quick: part=7 is asked for, and this card has 0 to 1",
          "The settings do not fit the card" },
        { "INCOMPLETE",
          "vram.quick: after a pause of 61 s the card is still at 139 C, max_temp is 95",
          "Too hot to finish" },
        { "INCOMPLETE", "no test is named vmm; did you mean vm?", "The settings have a mistake" },
        { "INCOMPLETE",
          "window.pmem: the card has fallen off the bus: its configuration space reads all ones",
          "The card fell off the bus" },
        { "INCOMPLETE", "vm.pte: the card does not answer: BOOT_0 reads all ones",
          "The card stopped answering" },
        { "INCOMPLETE",
          "the rig, not the card: the port 0000:00:01.0 above it does not answer any more",
          "The rig's slot got in the way" },
        { "INCOMPLETE",
          "link.dma: the card reads nothing of the machine's memory: DMA protection of the rig "
          "(VT-d)",
          "The rig blocks the card's DMA" },
        { "INCOMPLETE", "65536 bytes of VRAM not tested", "Not all memory was tested" },
        { "INCOMPLETE", "1 of 2 cards; not tested: the card's BARs are not assigned",
          "Not all cards were tested" },
        { "INCOMPLETE", "machine was switched off or reset by hand during vram.quick",
          "Switched off before its end" },
        { "INCOMPLETE", "anything else", "Not everything was tested" },
        { NULL, NULL, "The run was cut off" },
    };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct advice *const advice = advice_for(rows[i].verdict, rows[i].reason);

        assert_string_equal(rows[i].headline, advice->headline);
        assert_true(strlen(advice->headline) <= HEADLINE_MAX);
        assert_non_null(advice->steps[0]);
    }
}

/* The reasons are those of docs/memory-test.md. */
TEST(the_suspect_is_named)
{
    static const struct {
        const char *reason, *chip, *what;
    } rows[] = {
        { "vram.quick: G84 bad memory: partition 1 (FBB), D32-D63, rank A: bit 37 stuck at 0 (chip "
          "B1) "
          "(it may explain the other 37 failures)",
          "B1", "bit 37 stuck at 0" },
        { "vram.quick: G84 bad memory: 2 faults: partition 0 (FBA), D0-D31, rank A: bit 5 stuck at "
          "0 "
          "(chip A0); partition 1 (FBB), D32-D63, rank A: bit 40 stuck at 0 (chip B1)",
          "", "Chips A0, B1 are bad" },
        { "vm.pte.4k: G84 read 0x1", "", "" },
        { "", "", "" },
        { NULL, "", "" },
    };

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char name[16], words[96];
        struct text chip = text_in(name, sizeof(name)), what = text_in(words, sizeof(words));

        suspect_of(rows[i].reason, &chip, &what);
        assert_string_equal(rows[i].chip, name);
        assert_string_equal(rows[i].what, words);
    }
}
