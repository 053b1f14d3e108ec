#include "tools/gv100/runlist.h"

#include "mmu/gv100/runlist.h"

static void put_findings(uint32_t found, uint64_t offset, struct out *out)
{
    for (unsigned i = 0; i < RUNLIST_FINDING_COUNT; i++) {
        if (!(found & BIT(i)))
            continue;
        out_text(out, "check: ");
        out_hex(out, offset);
        out_text(out, ": ");
        out_text(out, runlist_finding_says((enum runlist_finding)i));
        out_end_line(out);
    }
}

void gv100_check_runlist(const struct chip *chip, const uint32_t *words, uint64_t count,
                         uint64_t at, struct out *out)
{
    const uint64_t entries = count / RUNLIST_ENTRY_WORDS;
    struct runlist_checker checker;

    (void)runlist_check_base(&checker, chip, 0);
    for (uint64_t i = 0; i < entries; i++)
        put_findings(runlist_check_entry(&checker, words + i * RUNLIST_ENTRY_WORDS), at + i * 16,
                     out);
    put_findings(runlist_check_end(&checker), at + entries * 16, out);
}
