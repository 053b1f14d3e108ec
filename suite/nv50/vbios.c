/* The card's VBIOS, and the memory of a card that we have started. The ROM was read when the card was taken
 * over (engines/nv50/start.h); these tests only report the findings. */
#include "suite/nv50/groups.h"

#include "engines/nv50/start.h"
#include "hw/nv50/pstraps.h"
#include "suite/nv50/number_names.h"

/* The ROM of the card; null, and said: there is none to be tested. */
static const struct vbios_found *found_of(struct test *t)
{
    const struct start *const start = start_of(t->card);

    if (!start)
        test_skip(t, "no memory to read it into");
    else if (start->found.any)
        return &start->found;
    else if (nv50_chip_of(t->card->chip)->features & FEATURE_IGP)
        test_lacks(t, "an integrated chipset's VBIOS is in the system's firmware");
    else
        test_fail(t, "shows no VBIOS: neither PROM nor the ROM BAR has an image");
    return NULL;
}

static bool is_fault_of_image(enum vbios_fault fault)
{
    return fault == VBIOS_CUT || fault == VBIOS_FOREIGN || fault == VBIOS_NO_BIT ||
           fault == VBIOS_BIT_DAMAGED || fault == VBIOS_NO_VERSION || fault == VBIOS_UNSTABLE;
}

/* A chain of images whose first one is x86 code with an information table and a version, and which reads
 * the same twice (devinit.md §1.4, §1.5, §2). */
static void image_is_there(struct test *t)
{
    const struct vbios_found *const found = found_of(t);
    char words[TEST_SENTENCE_MAX];
    struct text text = text_in(words, sizeof(words));

    if (!found)
        return;
    vbios_words(found, &text);
    if (found->source != ROM_SOURCE_PROM && found->chip.any &&
        test_compared(t, is_fault_of_image(found->chip.fault)))
        test_fail(t, "has a chip with a VBIOS which %s; its VBIOS is %s instead",
                  vbios_fault_text(found->chip.fault), words);
    else if (test_compared(t, is_fault_of_image(found->fault)))
        test_fail(t, "has a VBIOS, %s, which %s", words, vbios_fault_text(found->fault));
    else
        test_note(t, "%s, board 0x%04x, %u bytes", words, (unsigned)found->v.board,
                  (unsigned)found->size);
}

static void checksum_holds(struct test *t)
{
    const struct vbios_found *const found = found_of(t);

    if (!found)
        return;
    if (test_compared(t, !found->v.images.list[0].sum_ok && found->fault != VBIOS_UNSTABLE))
        test_fail(t, "has a VBIOS whose bytes do not add up to 0");
    else if (found->chip.any &&
             test_compared(t, !found->chip.sum_ok && found->chip.fault != VBIOS_UNSTABLE))
        test_fail(t, "has a chip with a VBIOS whose bytes do not add up to 0");
    else
        test_note(t, "%u bytes of the first of %u images add up to 0%s",
                  (unsigned)found->v.images.list[0].length, found->v.images.count,
                  found->v.images.list[0].sums_differ ? ", by one of the two lengths that it gives"
                                                      : "");
}

/* The ids of the card, of the image and of its version name the same chip and board (§1.5, §2.4). */
static void ids_match(struct test *t)
{
    const struct vbios_found *const found = found_of(t);

    if (!found)
        return;
    const struct rom_image *const image = &found->v.images.list[0];
    if (found->v.versioned && test_compared(t, !vbios_is_for(&found->v, t->card->chip->id)))
        test_fail(t, "has the VBIOS of another chipset by its version");
    else if (test_compared(t, image->vendor != t->card->pci.vendor ||
                                  image->device != t->card->pci.device))
        test_fail(t, "is PCI device %04x:%04x, its VBIOS is for %04x:%04x",
                  (unsigned)t->card->pci.vendor, (unsigned)t->card->pci.device,
                  (unsigned)image->vendor, (unsigned)image->device);
    else if (test_compared(t, found->fault == VBIOS_OTHER_BOARD))
        test_fail(t, "has subsystem 0x%08x, its VBIOS is for 0x%08x", t->card->pci.subsystem,
                  vbios_subsystem(&found->v));
    else
        test_note(t, "%04x:%04x, subsystem 0x%08x, chip byte %02x", (unsigned)image->vendor,
                  (unsigned)image->device, vbios_subsystem(&found->v),
                  (unsigned)found->v.version[1]);
}

/* One note for all facts of the start, because a passed test has one line in TAP. */
static void describe(struct test *t, const struct start *start)
{
    static const char *const fans[] = { [GUARD_FAN_NONE] = "not by the card",
                                        [GUARD_FAN_RUNS] = "runs",
                                        [GUARD_FAN_UNKNOWN] = "not set up",
                                        [GUARD_FAN_SET] = "stood, set to full speed" };
    const struct clocks *const clocks = &start->guard.clocks;
    char core[MHZ_WORDS], shader[MHZ_WORDS], memory[MHZ_WORDS];

    test_note(t,
              "%llu MiB%s%s, RAM strap %u, core %s, shaders %s, memory %s; fan %s; %u opcodes, %u "
              "writes, "
              "%u warnings",
              (unsigned long long)(start->after.size >> 20),
              start->after.size_agrees ? "" : ", not what its geometry makes",
              start->after.refresh ? "" : ", refresh off (0x100210 bit 31)",
              (unsigned)FIELD_GET(PSTRAPS_0_RAMCFG, card_read32(t->card, PSTRAPS_0_PRIMARY)),
              words_mhz(clocks->core_khz, core), words_mhz(clocks->shader_khz, shader),
              words_mhz(clocks->memory_khz, memory), fans[start->guard.fan], start->d.opcodes,
              start->d.register_writes + start->d.port_writes, start->d.warning_count);
}

/* Memory started by init scripts is judged as a driver does it (§6.2, "After"): memory that keeps a byte somewhere has
 * been started. Whether each word of it is good, the memory test says, with the chip's name. */
static void started_memory_works(struct test *t)
{
    const struct start *const start = start_of(t->card);
    char words[TEST_SENTENCE_MAX];
    struct text text = text_in(words, sizeof(words));

    if (!start || !start_ran_through(start)) {
        test_lacks(t, "Barecard has not started it");
        return;
    }
    start_words(start, &text);
    if (test_compared(t, start->outcome != START_DONE))
        test_fail(t, "is %s", words);
    else
        describe(t, start);
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "vbios.image", .source = "devinit.md §1.4, §2", .run = image_is_there,
      .basis = DOCUMENTED, .claim = CLAIM_IDENTITY, .flags = TEST_COLD },
    { .name = "vbios.checksum", .source = "devinit.md §1.4", .run = checksum_holds,
      .basis = DOCUMENTED, .claim = CLAIM_IDENTITY, .flags = TEST_COLD },
    { .name = "vbios.match", .source = "devinit.md §1.5, §2.4", .run = ids_match,
      .basis = DOCUMENTED, .claim = CLAIM_IDENTITY, .flags = TEST_COLD },
    { .name = "post.memory", .source = "devinit.md §6.2", .run = started_memory_works,
      .basis = DOCUMENTED, .claim = CLAIM_IDENTITY, .flags = TEST_COLD },
};
/* clang-format on */
const struct test_group vbios_tests = { rows, ARRAY_SIZE(rows) };
