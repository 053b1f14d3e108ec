/* The order of bytes inside a block of 256, which each storage type has its own (tesla-vm.md §4.2): no source
 * has it, so this experiment tells and does not judge (E28). */
#include "suite/nv50/groups.h"

#include "engines/nv50/flush.h"
#include "engines/vram.h"
#include "engines/window.h"

#define BLOCK 256u
#define WORDS (BLOCK / 4)
/* Types exchange blocks of 4 KiB, so all of those hold the same. */
#define BLOCKS 16

/* A block written in order through pitch, read through the storage type: how many words are elsewhere, and
 * which one comes second. false: the test has ended. */
static bool look(struct test *t, uint8_t type, unsigned *moved, unsigned *second)
{
    const struct dmaobj paged = object_paged();
    struct setup setup;

    setup_open(&setup, t, TARGET_VRAM);
    const linear_addr page = setup_memory(&setup, TARGET_VRAM, LARGE_PAGE, LARGE_PAGE);
    struct pte pte = pte_of(page);
    pte.type = type;
    const struct pde table = setup_table(&setup, (virtual_addr){ 0 }, PDE_TYPE_64K, TARGET_VRAM);
    setup_page(&setup, &table, (virtual_addr){ 0 }, &pte);
    const uint16_t selector = setup_object(&setup, &paged);
    if (!setup_ready(&setup))
        return false;
    for (unsigned block = 0; block < BLOCKS; block++)
        for (unsigned i = 0; i < WORDS; i++) {
            const linear_addr at = { page.v + block * BLOCK + 4 * i, TARGET_VRAM };
            if (!test_ok(t, card_memory_write(t->card, at, &i, 4), "preparing memory"))
                return false;
        }
    if (!test_ok(t, host_flush(t->card), "flushing host writes"))
        return false;
    aperture_bind(t->card, APERTURE_BAR1, selector);
    uint64_t found = 0;
    *moved = 0;
    for (unsigned i = 0; i < WORDS; i++) {
        const uint32_t word = aperture_read32(t->card, APERTURE_BAR1, (logical_addr){ 4 * i });

        *moved += word != i;
        found |= word < WORDS ? UINT64_C(1) << word : 0;
    }
    if (test_compared(t, found != UINT64_MAX)) { /* whatever the order is, no word is lost */
        test_fail(t, "does not show all words of a block through storage type 0x%x", type);
        return false;
    }
    *second = aperture_read32(t->card, APERTURE_BAR1, (logical_addr){ 32 }) / 8;
    vram_arena_reset(t->card);
    return true;
}

static void order_in_a_block(struct test *t)
{
    /* Without those that change the bank cycle: they move blocks further than this looks. */
    static const uint8_t types[] = { 0x20, 0x40, 0x70, 0x74, 0x78, 0x7c };
    char words[TEST_SENTENCE_MAX];
    struct text text = text_in(words, sizeof(words));

    for (unsigned i = 0; i < ARRAY_SIZE(types); i++) {
        unsigned moved = 0, second = 0;

        if (!look(t, types[i], &moved, &second))
            return;
        text_format(&text, " %x:%u/%u", types[i], moved, second);
    }
    test_note(t, "type:words elsewhere/sector read second%s (knob gob_order)", words);
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "vm.pte.order", .source = "tesla-vm.md §4.2", .run = order_in_a_block,
      .basis = UNVERIFIED, .experiment = "E28", .claim = CLAIM_VM },
};
/* clang-format on */
const struct test_group gob_tests = { rows, ARRAY_SIZE(rows) };
