/* Entries that the TLBs of the GV100 model keep, and in which order an access is checked. Numbers are typed from
 * docs/hardware/gv100.md §5.5, §6.1, §11; BAR1 shows the space. */
#include "reference/gv100.h"
#include "tests/model/gv100/host/rounds_rig.h"

#define OLD_WORD 0x01d01d01u
#define NEW_WORD 0x4e34e34eu

static void open_bar1(const char *defects)
{
    open_world(&(struct model_config){ .defects = defects, .trace = true });
    build_space();
    bind_bar(1, BLOCK(0));
    map_small(0, DATA >> 4 | 1);
    map_small(1, DATA >> 4 | 1);
    put(DATA, OLD_WORD);
    put(DATA + 0x200000, NEW_WORD);
    invalidate(0);
    forget_trace();
}

/* An entry of any directory that was used once is kept, so that a page beside it is found under the old tables. */
TEST(entries_of_directories_are_kept, NULL, close_world)
{
    static const uint64_t entries[] = { PD3, PD2, PD1, PD0 + 264 };

    for (unsigned i = 0; i < 4; i++) {
        open_bar1(NULL);
        assert_int_equal(OLD_WORD, bar_get(1, SMALL));
        put64(entries[i], 0);
        assert_int_equal(OLD_WORD, bar_get(1, SMALL + 0x1000));
        invalidate(0);
        assert_int_not_equal(OLD_WORD, bar_get(1, SMALL + 0x1000));
        close_world(NULL);
    }
}

/* A card that keeps pages of 2 MiB when it is told to forget them keeps no others. */
TEST(large_pages_are_kept, NULL, close_world)
{
    for (unsigned broken = 0; broken < 2; broken++) {
        open_bar1(broken ? "tlb-large-kept" : NULL);
        assert_int_equal(OLD_WORD, bar_get(1, SMALL));
        assert_int_equal(OLD_WORD, bar_get(1, DATA));
        map_small(0, (DATA + 0x200000) >> 4 | 1);
        put64(PD0 + 16 * (DATA >> 21), (DATA + 0x200000) >> 4 | 1);
        invalidate(0);
        assert_int_equal(NEW_WORD, bar_get(1, SMALL));
        assert_int_equal(broken ? OLD_WORD : NEW_WORD, bar_get(1, DATA));
        close_world(NULL);
    }
}

/* Nothing of before a reset is left. */
TEST(a_reset_empties_the_tlbs, NULL, close_world)
{
    open_bar1(NULL);
    assert_int_equal(OLD_WORD, bar_get(1, SMALL));
    map_small(0, (DATA + 0x200000) >> 4 | 1);
    model_reset(world.card);
    model_config_write(world.card, 4, 6, 2);
    wr(REF_PBUS_BAR1_BLOCK, 0x80000000 | (uint32_t)(BLOCK(0) >> 12));
    wait_ns(10 * US);
    assert_int_equal(NEW_WORD, bar_get(1, SMALL));
}

/* §5.4: VRAM addresses of a PTE have 37 bits: bit 36 is the last one. This card has less memory, and says so. */
TEST(the_last_bit_of_vram, NULL, close_world)
{
    open_bar1(NULL);
    for (unsigned bit = 26; bit < 37; bit++) {
        char line[64] = "past the end of VRAM: ";
        const uint64_t at = DATA | UINT64_C(1) << bit;
        unsigned size = 22;

        for (unsigned digit = 16; digit-- > 0;)
            if (size > 22 || at >> 4 * digit & 0xf)
                line[size++] = "0123456789abcdef"[at >> 4 * digit & 0xf];
        map_small(0, at >> 4 | 1);
        invalidate(0);
        forget_trace();
        assert_int_equal(OLD_WORD, bar_get(1, SMALL));
        assert_true(is_traced(line));
    }
}

/* K02: privilege (5), read-only (6), atomic (0xf) and kind (0xc) are looked at in the order of the letters. A reduction of
 * a channel without privilege fails all four checks here, and those that are left over as one after the other is
 * mended. */
TEST(checks_have_an_order, NULL, close_world)
{
    static const char letters[] = "PRAK";
    static const uint32_t faults[] = { 5, 6, 0xf, 0xc };
    static const uint64_t bits[] = { 1 << 5, 1 << 6, 1 << 7, UINT64_C(6) << 56 };

    for (unsigned order = 0; order < 256; order++) {
        const unsigned first = order & 3, second = order >> 2 & 3, third = order >> 4 & 3,
                       fourth = order >> 6;
        const unsigned which[] = { first, second, third, fourth };
        char knob[32] = "check_order=....";

        if ((1u << first | 1u << second | 1u << third | 1u << fourth) != 0xf)
            continue;
        for (unsigned i = 0; i < 4; i++)
            knob[12 + i] = letters[which[i]];
        open_channels(&(struct model_config){ .knobs = knob }, 1);
        submit(1, (const unsigned[]){ 1 }, 1);
        uint64_t wrong = bits[0] | bits[1] | bits[2] | bits[3];
        PUSH_WORDS(1, RELEASE(SMALL, 1, 0x28000006));
        for (unsigned i = 0; i < 4; i++) {
            map_small(0, DATA >> 4 | 1 | wrong);
            invalidate(0);
            wr(REF_PCCSR_CHANNEL(1), 1 << 22);
            ring(1);
            if (rd(REF_PFB_PRI_MMU_FAULT_STATUS) >> 31 != 1 ||
                (rd(REF_PFB_PRI_MMU_FAULT_INFO) & 0x1f) != faults[which[i]])
                fail_msg("%s, check %u: %x", knob, i, rd(REF_PFB_PRI_MMU_FAULT_INFO));
            wr(REF_PFB_PRI_MMU_FAULT_STATUS, 0x80000000);
            wrong &= ~bits[which[i]];
        }
        close_world(NULL);
    }
}
