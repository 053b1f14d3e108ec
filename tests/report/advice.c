#include "tests/report/advice.h"

#include <stdbool.h>
#include <stddef.h>

#include "engines/text.h"
#include "hw/bits.h"

struct row {
    const char *verdict;
    const char *words, *more; /* both must stand in the reason; null: nothing has to */
    struct advice advice;
};

#define SWAP                                                                                       \
    "Swap this chip with its neighbour and run again. Fault moves: chip. Fault stays: track, "     \
    "ball or GPU."
#define LEAVE_OTHERS "Leave the other failures until then: they may come from this one."

/* The first row that fits counts, so the special ones stand first. */
static const struct row rows[] = {
    { "PASS",
      "(only ",
      NULL,
      { "Good, but only a part was tested",
        { "Run the whole quick test before the card is handed out." } } },
    { "PASS",
      NULL,
      NULL,
      { "Everything tested is good",
        { "The card is done. Power off and take it out.",
          "Returned for errors when warm? Run the thorough tests: suite=all." } } },
    { "FAIL",
      "shorted",
      NULL,
      { "Two data lines are shorted",
        { "Look for a bridge between these two lines at the chip.", SWAP, LEAVE_OTHERS } } },
    { "FAIL",
      "does not answer",
      "chip",
      { "A memory chip does not answer",
        { "Measure the chip's supply and clock.", "Reflow the chip.", SWAP } } },
    { "FAIL",
      "address line",
      NULL,
      { "An address line is broken",
        { "Look at the tracks from the GPU to all chips of this partition; they share the line.",
          "It is no single chip, unless only one of them errs." } } },
    { "FAIL",
      "cell",
      "stuck",
      { "A memory cell is bad",
        { "Run the thorough tests, cold and warm.",
          "Replace the chip if it is the same cell again." } } },
    { "FAIL",
      "stuck at",
      "bit",
      { "A data line is stuck",
        { "Look at ball and track of this line at the chip.", SWAP, LEAVE_OTHERS } } },
    { "FAIL",
      "weak cell",
      NULL,
      { "A memory cell loses its charge",
        { "Run the thorough tests, cold and warm.",
          "Replace the chip if it is the same cell again." } } },
    { "FAIL",
      "intermittent",
      NULL,
      { "Memory errors come and go",
        { "Press on the chip, warm it, and watch the count.",
          "Suspect a contact, the strobe or the memory supply." } } },
    { "FAIL",
      "memory size",
      NULL,
      { "Less memory than the straps say",
        { "Check the straps and the card's BIOS; it is no chip." } } },
    { "FAIL",
      "bad memory: every partition",
      NULL,
      { "All partitions are bad",
        { "Measure memory supply and clock first: this is no single chip." } } },
    { "FAIL",
      "bad memory",
      NULL,
      { "Memory is bad",
        { "Run the thorough tests for more detail, cold and warm.", SWAP, LEAVE_OTHERS } } },
    { "FAIL",
      "vm.",
      NULL,
      { "Address translation is wrong",
        { "Run again in another slot.", "The same test fails again: the GPU." } } },
    { "FAIL",
      NULL,
      NULL,
      { "A test failed",
        { "Run again in another slot.", "The same test fails again: the GPU." } } },
    { "NOT TESTED",
      "no card",
      NULL,
      { "No NVIDIA card was found",
        { "Power off. Seat the card again and plug in its extra power.",
          "Try another slot, and a card that is known to be good.",
          "The good card is seen and this one is not: slot contacts, supply or GPU." } } },
    { "NOT TESTED",
      "not initialised",
      NULL,
      { "The card was not started",
        { "Rig setup: switch CSM or the legacy video ROM on.",
          "Or attach a monitor to this card, so that the rig starts it.",
          "Still so: extra power plug, then the BIOS chip of the card." } } },
    { "NOT TESTED",
      "drives the console",
      NULL,
      { "The card shows this picture",
        { "Move the monitor to another card.", "Or set console=use in barecard.cfg." } } },
    { "NOT TESTED",
      "reads all ones",
      NULL,
      { "The card does not answer",
        { "Power off. Seat the card again and plug in its extra power.", "Try another slot." } } },
    { "NOT TESTED",
      "unknown",
      NULL,
      { "The chipset is not known",
        { "Nothing is wrong: this card is not of a family that Barecard tests." } } },
    { "NOT TESTED",
      NULL,
      NULL,
      { "Nothing was tested", { "The reason below says what to change." } } },
    { "INCOMPLETE",
      "by the operator",
      NULL,
      { "Ended by hand, not whole",
        { "Press R to run it again.", "Do not hand it out: a part is untested." } } },
    { "INCOMPLETE",
      "machine was reset",
      NULL,
      { "The rig was reset during a test",
        { "Run again with another power supply.",
          "Reset again in the same test: the card hangs it." } } },
    { "INCOMPLETE",
      "hot",
      NULL,
      { "Too hot to finish",
        { "Look at fan, heat sink and paste.", "Let it cool below 60 C and run again.",
          "Do not hand it out: a part is untested." } } },
    { "INCOMPLETE",
      "link.",
      NULL,
      { "The rig's link got in the way",
        { "Seat the card again, or use another slot.", "Run again." } } },
    { "INCOMPLETE",
      NULL,
      NULL,
      { "Not everything was tested",
        { "This is no pass. Remove what the reason names, and run again." } } },
};

static const struct advice cut_off = {
    "The run was cut off",
    { "Run again; look at the rig's power supply.",
      "Cut off in the same test again: the card hangs the rig." }
};

static bool has(const char *text, const char *words)
{
    if (!words)
        return true;
    for (; text && *text; text++)
        if (string_starts(text, words))
            return true;
    return false;
}

const struct advice *advice_for(const char *verdict, const char *reason)
{
    for (unsigned i = 0; verdict && i < ARRAY_SIZE(rows); i++)
        if (string_equal(rows[i].verdict, verdict) && has(reason, rows[i].words) &&
            has(reason, rows[i].more))
            return &rows[i].advice;
    return &cut_off;
}
