/* tests/efi/dma_test.c: memory that a card reaches (efi/dma.h). */
#include "tests/efi/uefi/com1.h"
#include "tests/efi/uefi/function.h"

#define PAGE 0x1000u

static bool is_zero(const struct dma_memory *memory, size_t size)
{
    const uint8_t *const bytes = memory->cpu;

    for (size_t i = 0; i < size; i++)
        if (bytes[i])
            return false;
    return true;
}

/* Small pieces come from one block that the machine's firmware maps once. */
TEST(memory_comes_from_one_block, com1_begin, machine_down)
{
    struct function card = function_at(1, 2, 3, 4);
    struct dma_memory first, second, large;
    struct dma dma;

    card.device_base = UINT64_C(0x8000000000);
    dma_open(&dma, &machine->boot, &com1.tap, &card.io);
    assert_pairs(1, card.buffers, EfiBootServicesData, card.kind);
    assert_pairs(OK, dma_take(&dma, PAGE + 1, &first), OK, dma_take(&dma, 1, &second), 1,
                 card.buffers, card.device_base, first.bus.v, PAGE + 1, first.size,
                 card.device_base + 2 * PAGE, second.bus.v);
    assert_ptr_equal((uint8_t *)first.cpu + 2 * PAGE, second.cpu);
    assert_pairs(true, is_zero(&first, 2 * PAGE), true, is_zero(&second, PAGE));

    /* A piece that does not fit has a mapping of its own. */
    assert_int_equal(OK, dma_take(&dma, (POOL_PAGES + 1) * PAGE - 1, &large));
    assert_pairs(2, card.buffers, 2, card.mappings);
    assert_pairs(true, is_zero(&large, large.size), POOL_PAGES + POOL_PAGES + 1, machine->pages);
    dma_give(&dma, &large);
    assert_null(large.cpu);
    assert_int_equal(1, card.buffers);
    dma_give(&dma, &first);
    assert_null(first.cpu);
    dma_give(&dma, &first);
    assert_pairs(OK, dma_take(&dma, 2 * PAGE, &first), card.device_base, first.bus.v);
    dma_give(&dma, &first);
    dma_give(&dma, &second);
    assert_int_equal(1, card.buffers);
    dma_close(&dma);
    assert_pairs(0, card.buffers, 0, card.mappings);
    dma_close(&dma);
    assert_said("");
}

/* Nothing is used that the card does not reach with its 40 bits, that is smaller, or not at a page. */
TEST(a_useless_mapping_is_refused, com1_begin, machine_down)
{
#define BEYOND "maps memory where the card does not reach it "
    /* clang-format off */
    static const struct { uint64_t base; size_t less; EFI_STATUS status; const char *words; } rows[] = {
        { 0, 0, EFI_DEVICE_ERROR, "refuses to map memory for the card (0x8000000000000007)" },
        { 0, 1, 0, "maps less memory than it gave (0xfff)" },
        { UINT64_C(0x10000000000), 0, 0, BEYOND "(0x10000000000)" },
        { UINT64_C(0xfffffff800), 0, 0, BEYOND "(0xfffffff800)" }, { 0x80000800, 0, 0, BEYOND "(0x80000800)" } };
    /* clang-format on */
    char words[160];

    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        struct function card = function_at(1, 2, 3, 4);
        struct dma_memory memory = { .size = 77 };
        struct dma dma = { .boot = &machine->boot, .tap = &com1.tap, .io = &card.io };

        card.map_status = rows[i].status;
        card.map_less = rows[i].less;
        card.device_base = rows[i].base;
        assert_int_equal(ERR_RIG, dma_take(&dma, 1, &memory));
        snprintf(words, sizeof(words), "# the machine's firmware %s\n", rows[i].words);
        assert_said(words);
        assert_int_equal(ERR_RIG, dma_take(&dma, 1, &memory)); /* said once */
        assert_said("");
        assert_pairs(77, memory.size, 0, card.buffers, 0, card.mappings);
        dma_close(&dma);
    }
}

TEST(the_last_page_that_a_card_reaches, com1_begin, machine_down)
{
    struct function card = function_at(1, 2, 3, 4);
    struct dma_memory memory;
    struct dma dma = { .boot = &machine->boot, .tap = &com1.tap, .io = &card.io };

    card.device_base = UINT64_C(0xfffffff000);
    assert_pairs(OK, dma_take(&dma, PAGE, &memory), card.device_base, memory.bus.v);
    card.unmap_status = EFI_DEVICE_ERROR;
    dma_give(&dma, &memory);
    assert_said("# the machine's firmware does not take a mapping back (0x8000000000000007)\n");
    assert_int_equal(0, card.buffers);
    machine->pages_refused = 1;
    assert_int_equal(ERR_NO_MEMORY, dma_take(&dma, PAGE, &memory));
    dma_close(&dma);
}

/* Above 4 GiB (uefi-on-machines.md §1.3): the pages are asked for by address, and mapped while the device says that it
 * reaches so far. A mapping below is given back; where nothing stands between card and memory it is used as it is. */
TEST(memory_above_4_gib, com1_begin, machine_down)
{
    struct function card = function_at(1, 2, 3, 4);
    struct dma dma = { .boot = &machine->boot, .tap = &com1.tap, .io = &card.io };
    struct dma_memory memory = { .size = 77 };

    for (UINT64 was = 0; was <= 0x8000; was += 0x8000) {
        card.attributes = was; /* and shall be again */
        card.device_base = UINT64_C(0x200000000);
        assert_int_equal(OK, dma_take_high(&dma, PAGE + 1, &memory));
        assert_pairs(AllocateAddress, machine->pages_type, UINT64_C(0x100000000),
                     machine->pages_limit, card.device_base, memory.bus.v, PAGE + 1, memory.size);
        assert_pairs(true, is_zero(&memory, 2 * PAGE), was, card.attributes, 1, card.mappings);
        dma_give(&dma, &memory);
        assert_pairs(0, card.mappings, 0, machine->pages);
    }
    card.device_base = 0xfffff000;
    assert_int_equal(ERR_UNSUPPORTED, dma_take_high(&dma, PAGE, &memory));
    card.map_status = EFI_UNSUPPORTED;
    assert_int_equal(ERR_UNSUPPORTED, dma_take_high(&dma, PAGE, &memory));
    assert_pairs(0, card.mappings, 0, machine->pages);
    dma.flat = true;
    assert_pairs(OK, dma_take_high(&dma, PAGE, &memory), (uintptr_t)memory.cpu, memory.bus.v);
    dma_give(&dma, &memory);
    assert_int_equal(0, machine->pages);
    machine->pages_refused = 16;
    assert_int_equal(ERR_UNSUPPORTED, dma_take_high(&dma, PAGE, &memory));
    assert_said("");
    dma_close(&dma);
}

/* A card that has no protocol sees memory where the processor does: below 4 GiB, else below its 40 bits. */
TEST(memory_without_a_protocol, com1_begin, machine_down)
{
    struct dma dma = { .boot = &machine->boot, .tap = &com1.tap };
    struct dma_memory memory = { .size = 77 };

    assert_pairs(OK, dma_take(&dma, PAGE + 1, &memory), AllocateMaxAddress, machine->pages_type,
                 UINT64_C(0xffffffff), machine->pages_limit, (uintptr_t)memory.cpu, memory.bus.v,
                 PAGE + 1, memory.size, 2, machine->pages);
    dma_give(&dma, &memory);
    machine->pages_refused = 1;
    assert_pairs(OK, dma_take(&dma, PAGE, &memory), UINT64_C(0xffffffffff), machine->pages_limit);
    dma_give(&dma, &memory);
    machine->pages_refused = 2;
    assert_int_equal(ERR_NO_MEMORY, dma_take(&dma, PAGE, &memory));
    dma_open(&dma, &machine->boot, &com1.tap, NULL);
    assert_int_equal(POOL_PAGES, machine->pages);
    dma_close(&dma);
    assert_int_equal(0, machine->pages);
}
