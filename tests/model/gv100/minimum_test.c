/* Demands of docs/hardware/gv100.md §9.2 on the GV100 model that no other test of it states. Numbers are typed from
 * that document; the point of §9.2, and the paragraph behind it, stand above each test. */
#include "reference/gv100.h"
#include "tests/model/gv100/channel_rig.h"

#define RELEASE(at, value, execute) 0x20050017, (uint32_t)(at), 0, value, 0, execute
#define ACQUIRE(at, value)          RELEASE(at, value, 0)

#define BAR1_BLOCK UINT64_C(0x26000)
#define BAR2_BLOCK UINT64_C(0x2e000)
#define PBDMA      1u /* the first of runlist 1 */
#define WORDS      256u

FIXTURE(open_one)
{
    open_world(NULL);
    open_channel();
    put(SEM, 0);
    return 0;
}

static uint32_t intr0(void)
{
    return rd(REF_PPBDMA_INTR_0(PBDMA));
}

/* ---- the card ---- */

/* Point 4, §1.4: words of kind 0 stand between devices and inside a chain (bit 31 of the valid word before is set). */
TEST(words_that_are_not_valid, open_one, close_world)
{
    unsigned between = 0, inside = 0, waiting = 0;
    uint32_t valid = 0;

    for (unsigned i = 0; i < 64; i++) {
        const uint32_t word = rd(REF_PTOP_DEVICE_INFO(i));

        if ((word & 3) == 0) {
            waiting++;
            continue;
        }
        inside += valid >> 31 ? waiting : 0;
        between += valid >> 31 ? 0 : waiting;
        waiting = 0;
        valid = word;
    }
    assert_in_range(between, 1, 64);
    assert_in_range(inside, 1, 64);
}

static void write_part(uint32_t offset, uint32_t value, unsigned size)
{
    model_write(world.card, 0, offset, value, size);
}

static uint32_t read_part(uint32_t offset, unsigned size)
{
    return (uint32_t)model_read(world.card, 0, offset, size);
}

/* Point 1, §1.2, N09: a register is a word. A part of it reads as that part; a part that is written leaves the rest, where
 * the words lie in plain registers (PBUS's scratch ones); host's tables take whole words alone. */
TEST(parts_of_a_register, open_one, close_world)
{
    wr(REF_PBUS_SW_SCRATCH(0), 0x44332211);
    assert_int_equal(0x22, read_part(0x1581, 1));
    assert_int_equal(0x4433, read_part(0x1582, 2));
    write_part(0x1583, 0x99, 1);
    write_part(REF_PBUS_SW_SCRATCH(0), 0x8877, 2);
    assert_int_equal(0x99338877, rd(REF_PBUS_SW_SCRATCH(0)));
    const uint32_t bound = rd(REF_PCCSR_CHANNEL_INST(1));
    write_part(0x80000b, 0, 1);
    assert_int_equal(bound, rd(REF_PCCSR_CHANNEL_INST(1)));
    assert_int_equal(bound >> 24, read_part(0x80000b, 1));
    write_part(0x4010e + 0x2000 * PBDMA, 0xffff, 2); /* INTR_EN_0 */
    assert_int_equal(0, rd(REF_PPBDMA_INTR_EN_0(PBDMA)));
}

/* Point 5, §2.1: VRAM comes around past its end, and the trace tells of each access that did; of none below it. */
TEST(the_wrap_is_reported, open_one, close_world)
{
    const struct model_config traced = { .trace = true };

    close_world(NULL);
    open_world(&traced);
    put(64 * MIB - 4, 0x1234);
    put(0x10, 0x5678);
    assert_false(is_traced("past the end of VRAM"));
    assert_int_equal(0x5678, get(64 * MIB + 0x10));
    assert_true(is_traced("past the end of VRAM: 4000010"));
}

/* Point 5, §2.1; a VBIOS leaves the window a MiB below the end of memory. */
TEST(the_window_is_reset_to_0, NULL, close_world)
{
    open_world(NULL);
    assert_int_equal((64 * MIB - MIB) >> 16, rd(REF_PBUS_BAR0_WINDOW));
    close_world(NULL);
    open_world(&(struct model_config){ .cold = true });
    assert_int_equal(0, rd(REF_PBUS_BAR0_WINDOW));
}

static void read_words(uint64_t seed, uint32_t *words)
{
    open_world(&(struct model_config){ .seed = seed });
    for (unsigned i = 0; i < WORDS; i++)
        words[i] = get(48 * MIB + 4 * i);
    close_world(NULL);
}

/* Point 23: memory that nobody has written is neither 0 nor the same for each card. */
TEST(memory_begins_as_noise)
{
    uint32_t first[WORDS], second[WORDS];

    read_words(1, first);
    read_words(2, second);
    for (unsigned i = 1; i < WORDS; i++) {
        assert_int_not_equal(first[i - 1], first[i]);
        assert_int_not_equal(first[i], second[i]);
    }
}

/* State without a value after reset: registers and fields of the manuals without one, of PBDMAs that no channel has
 * been on, of channels that nobody has bound, of engines that nobody uses. */
static const struct {
    uint32_t at, bits;
} undefined[] = {
    { REF_PFB_PRI_MMU_BIND_IMB, 0xffffffff },           /* MMU_BIND_IMB */
    { REF_PFB_PRI_MMU_INVALIDATE, 0x07ffffff },         /* MMU_INVALIDATE */
    { REF_PFIFO_RUNLIST, 0x00f00000 },                  /* RUNLIST.ID */
    { REF_PFIFO_PBDMA_STATUS_INST(PBDMA), 0x7fffffff }, /* PBDMA_STATUS_INST: all but VALID */
    { REF_LTC_CLEAR_INDEX, 0xffffffff },                /* index of the clear colours */
    { REF_PFIFO_PBDMA_STATUS(PBDMA), 0x1fff1fff },      /* PBDMA_STATUS: ids */
    { REF_PFIFO_ENGINE_STATUS(0) + 8, 0x1fff1fff },     /* ENGINE_STATUS(1): ids */
    { REF_PPBDMA_GP_BASE(PBDMA), 0xffffffff },          /* GP_BASE */
    { REF_PPBDMA_HCE_CTRL(PBDMA), 0xffffffff },         /* HCE_CTRL */
};

#define UNDEFINED (sizeof(undefined) / sizeof(undefined[0]))

static void read_undefined(uint64_t seed, uint32_t *words)
{
    open_world(&(struct model_config){ .seed = seed });
    wr(REF_PMC_ENABLE, 0xffffffff);
    for (unsigned i = 0; i < UNDEFINED; i++)
        words[i] = rd(undefined[i].at);
    close_world(NULL);
}

/* Point 23: each of them is another thing on another card, and the definitions beside them are the same. */
TEST(undefined_words_are_marked)
{
    uint32_t first[UNDEFINED], second[UNDEFINED];

    read_undefined(1, first);
    read_undefined(2, second);
    for (unsigned i = 0; i < UNDEFINED; i++) {
        assert_int_not_equal(first[i] & undefined[i].bits, second[i] & undefined[i].bits);
        assert_int_equal(first[i] & ~undefined[i].bits, second[i] & ~undefined[i].bits);
    }
}

/* A fill with a constant that nobody has set: CONST_A, component X of 4 bytes, 16 of them. */
static uint32_t fill_with_what_nobody_set(uint64_t seed)
{
    open_world(&(struct model_config){ .seed = seed });
    open_channel();
    RUN(1, 0x20028102, 0, (uint32_t)DATA, 0x20018106, 16, 0x200181c2, 3 << 16 | 4, 0x200180c0,
        0x582);
    wait_ns(100000);
    const uint32_t word = get(DATA);
    assert_int_equal(word, get(DATA + 0x3c));
    close_world(NULL);
    return word;
}

/* The same of a copy engine's methods before a channel has sent them. */
TEST(unset_methods_are_marked)
{
    assert_int_not_equal(fill_with_what_nobody_set(1), fill_with_what_nobody_set(2));
}

/* ---- TLBs ---- */

#define COPY(from, to)                                                                             \
    0x20088100, 0, (uint32_t)(from), 0, (uint32_t)(to), 0, 0, 4, 1, 0x200180c0, 0x186

/* Point 9, §6.1: BARs, host and copy engines each keep their own translations, and none of the others'. */
TEST(each_client_keeps_its_own, open_one, close_world)
{
    const uint64_t first = DATA, second = DATA + 0x1000, third = DATA + 0x2000;

    bind_bar(1, BAR1_BLOCK);
    put(first, 1);
    put(third, 3);
    map_small(0, first >> 4 | 1);
    assert_int_equal(1, bar_get(1, SMALL));
    map_small(0, second >> 4 | 1);
    RUN(1, RELEASE(SMALL, 2, 1));
    assert_int_equal(2, get(second));
    map_small(0, third >> 4 | 1);
    RUN(1, COPY(SMALL, DATA + 0x8000));
    wait_ns(100000);
    assert_int_equal(3, get(DATA + 0x8000));
    RUN(1, RELEASE(SMALL, 22, 1));
    assert_int_equal(22, get(second));
    assert_int_equal(1, bar_get(1, SMALL));
    wr(REF_PFB_PRI_MMU_INVALIDATE_PDB, (uint32_t)(PD3 >> 8));
    wr(REF_PFB_PRI_MMU_INVALIDATE, 0x80000005); /* ALL_VA of this PDB, HUBTLB_ONLY */
    assert_int_equal(3, bar_get(1, SMALL));
    RUN(1, RELEASE(SMALL, 33, 1));
    assert_int_equal(33, get(third));
}

static void invalidate_page(uint64_t va)
{
    wr(REF_PFB_PRI_MMU_INVALIDATE_PDB, (uint32_t)(PD3 >> 8));
    wr(REF_PFB_PRI_MMU_INVALIDATE_VADDR, (uint32_t)(va >> 8));
    wr(REF_PFB_PRI_MMU_INVALIDATE_UPPER_VADDR, 0);
    wr(REF_PFB_PRI_MMU_INVALIDATE, 0x80000000);
    wait_ns(10000);
}

/* Point 9, §6.1: a page goes whole, by any address in it, and stays if the address lies past it. */
TEST(large_pages_go_whole, open_one, close_world)
{
    bind_bar(1, BAR1_BLOCK);
    put(0x400000, 1);
    put(0x600000, 2);
    map_large(2, 0x400000 >> 4 | 1);
    assert_int_equal(1, bar_get(1, 0x400000)); /* PD0's entry 2, 2 MiB */
    assert_int_equal(1, bar_get(1, SMALL + 0x20000));
    put64(PD0 + 16 * 2, 0x600000 >> 4 | 1);
    map_large(2, 0x600000 >> 4 | 1);
    invalidate_page(0x600000);
    invalidate_page(SMALL + 0x30000);
    assert_int_equal(1, bar_get(1, 0x400000));
    assert_int_equal(1, bar_get(1, SMALL + 0x20000));
    invalidate_page(0x5ff000);
    invalidate_page(SMALL + 0x2f000);
    assert_int_equal(2, bar_get(1, 0x400000));
    assert_int_equal(2, bar_get(1, SMALL + 0x20000));
}

/* ---- faults ---- */

/* Point 11, §6.2: of the 32 bytes of a record those with VALID are written last. */
TEST(valid_is_written_last, open_one, close_world)
{
    wr(REF_PFB_PRI_MMU_FAULT_BUFFER_HI(0), (uint32_t)(SYSTEM >> 32));
    wr(REF_PFB_PRI_MMU_FAULT_BUFFER_LO(0), (uint32_t)SYSTEM | 2 << 1 | 1); /* physical, coherent */
    wr(REF_PFB_PRI_MMU_FAULT_BUFFER_SIZE(0), 0x80000008);
    RUN(1, RELEASE(SMALL, 1, 1));
    assert_int_equal(1, rd(REF_PFB_PRI_MMU_FAULT_BUFFER_PUT(0)));
    assert_int_equal(0x80000000, system_get(SYSTEM + 28) & 0x80000000);
    assert_int_equal(32, world.written_end - SYSTEM);
}

/* The same of a buffer that BAR2 shows, in a page of system memory: PTE target 2. */
TEST(valid_is_written_last_through_bar2, open_one, close_world)
{
    bind_bar(2, BAR2_BLOCK);
    map_small(4, SYSTEM >> 4 | 2 << 1 | 1);
    wr(REF_PFB_PRI_MMU_FAULT_BUFFER_HI(0), 0);
    wr(REF_PFB_PRI_MMU_FAULT_BUFFER_LO(0), (uint32_t)SMALL + 0x4000);
    wr(REF_PFB_PRI_MMU_FAULT_BUFFER_SIZE(0), 0x80000008);
    RUN(1, RELEASE(SMALL, 1, 1));
    assert_int_equal(1, rd(REF_PFB_PRI_MMU_FAULT_BUFFER_PUT(0)));
    assert_int_equal(0x80000000, system_get(SYSTEM + 28) & 0x80000000);
    assert_int_equal(32, world.written_end - SYSTEM);
}

/* Point 11, §6.3: whose fault found the latch taken: BAR1's bit 1, BAR2's bit 3, and of the others, here host's, bit 7,
 * all of virtual accesses. The ring is off, so that host's fault goes to the latch, too. */
TEST(dropped_faults_are_told_apart, open_one, close_world)
{
    bind_bar(1, BAR1_BLOCK);
    put64(PD0 + 16 * 3, 0);
    bind_bar(2, BAR2_BLOCK);
    bar_get(1, SMALL);
    assert_int_equal(0x80000000, rd(REF_PFB_PRI_MMU_FAULT_STATUS));
    RUN(1, RELEASE(SMALL, 1, 1));
    assert_int_equal(0x80000080, rd(REF_PFB_PRI_MMU_FAULT_STATUS));
    bar_get(3, 0x600000);
    assert_int_equal(0x80000088, rd(REF_PFB_PRI_MMU_FAULT_STATUS));
    bar_get(1, SMALL);
    assert_int_equal(0x8000008a, rd(REF_PFB_PRI_MMU_FAULT_STATUS));
    wr(REF_PFB_PRI_MMU_FAULT_STATUS, 0x80);
    assert_int_equal(0x8000000a, rd(REF_PFB_PRI_MMU_FAULT_STATUS));
}

/* ---- host ---- */

/* Point 13, §8.2: a channel that runs cannot be unbound. */
TEST(a_running_channel_stays_bound, open_one, close_world)
{
    RUN(1, ACQUIRE(SEM, 1));
    wr(REF_PCCSR_CHANNEL_INST(1), 0);
    assert_int_equal(1, rd(REF_PFIFO_INTR_0) & 1);
    assert_int_equal(3, rd(REF_PFIFO_INTR_BIND_ERROR));
    assert_int_equal(0x80000000 | (uint32_t)(BLOCK(1) >> 12), rd(REF_PCCSR_CHANNEL_INST(1)));
}

/* Point 14, §3.4: entries that change after the submit count for nothing. */
TEST(a_runlist_is_a_snapshot, open_one, close_world)
{
    for (unsigned i = 0; i < 8; i++)
        put(RUNLIST + 4 * i, 0xffffffff);
    RUN(1, RELEASE(SEM, 1, 1));
    assert_int_equal(1, get(SEM));
    assert_int_equal(0, rd(REF_PFIFO_INTR_0) & 0x100);
}

/* Point 15: enabled and rung for is not enough. */
TEST(a_channel_must_be_listed_and_bound, open_one, close_world)
{
    make_channel(2, 0);
    RUN(2, RELEASE(SEM, 2, 1));
    assert_int_equal(0, get(SEM));
    submit(1, (const unsigned[]){ 2 }, 1);
    wait_ns(100000);
    assert_int_equal(2, get(SEM));
    RUN(1, RELEASE(SEM, 1, 1)); /* of the runlist before */
    assert_int_equal(2, get(SEM));
    make_channel(3, 0);
    wr(REF_PCCSR_CHANNEL_INST(3), 0);
    submit(1, (const unsigned[]){ 3 }, 1);
    RUN(3, RELEASE(SEM, 3, 1));
    assert_int_equal(2, get(SEM));
    wr(REF_PCCSR_CHANNEL_INST(3), 0x80000000 | (uint32_t)(BLOCK(3) >> 12));
    ring(3);
    wait_ns(100000);
    assert_int_equal(3, get(SEM));
}

/* Point 17, §4.1: entry 1 of a ring whose first one takes the last 8 bytes of the 40-bit space. */
TEST(a_ring_past_the_end, open_one, close_world)
{
    make_channel(2, 0);
    put(BLOCK(2) + 0x48, 0xfffffff8);
    put(BLOCK(2) + 0x4c, 6 << 16 | 0xff);
    put(BLOCK(2) + 0x14, 1);
    put(USERD(2) + 0x8c, 2);
    submit(1, (const unsigned[]){ 2 }, 1);
    ring(2);
    wait_ns(100000);
    assert_int_equal(1 << 13, intr0());
}

/* Point 17, §4.1: of the 256 opcodes 0, 2 and 3 are defined; NOP alone passes with any operand. */
TEST(opcodes_that_are_not_defined, open_one, close_world)
{
    for (unsigned opcode = 0; opcode < 256; opcode++) {
        if (opcode == 2 || opcode == 3)
            continue;
        push_entry(1, 0x5a5a5a5a, opcode);
        ring(1);
        wait_ns(10000);
        assert_int_equal(opcode ? 1 << 15 : 0, intr0());
        wr(REF_PPBDMA_INTR_0(PBDMA), 1 << 15);
    }
    RUN(1, RELEASE(SEM, 9, 1));
    assert_int_equal(9, get(SEM));
}

/* Point 19, §4.2: the reserved entry stands where the header of a release should be. Software gives that header to
 * the PBDMA: INC from method 0x5c on, of which 5 words are to come. */
TEST(a_header_is_put_in_place, open_one, close_world)
{
    RUN(1, 0xc0000000, (uint32_t)SEM, 0, 0xabc, 0, 1);
    assert_int_equal(1 << 18, intr0());
    assert_int_equal(0xc0000000, rd(REF_PPBDMA_HDR_SHADOW(PBDMA)));
    wr(REF_PPBDMA_PB_HEADER(PBDMA), 0x2040005c);
    wr(REF_PPBDMA_PB_COUNT(PBDMA), 5);
    assert_int_equal(0, get(SEM));
    wr(REF_PPBDMA_INTR_0(PBDMA), 1 << 18);
    wait_ns(100000);
    assert_int_equal(0xabc, get(SEM));
    assert_int_equal(0, intr0());
}

/* Point 21, §3.5: by a channel's number, TYPE 0; SCHED_DISABLE keeps it away until it is 0 again. */
TEST(a_channel_is_preempted, open_one, close_world)
{
    RUN(1, ACQUIRE(SEM, 1), RELEASE(SEM + 0x40, 6, 1));
    wr(REF_PFIFO_SCHED_DISABLE, 2);
    wr(REF_PFIFO_PREEMPT, 2); /* another one */
    assert_int_not_equal(0, rd(REF_PFIFO_PBDMA_STATUS(1)) >> 13 & 7);
    wr(REF_PFIFO_PREEMPT, 1);
    assert_int_equal(0, rd(REF_PFIFO_PREEMPT) & 0x100000);
    assert_int_equal(0, rd(REF_PFIFO_PBDMA_STATUS(1)) >> 13 & 7);
    put(SEM, 1);
    wait_ns(100000);
    assert_int_not_equal(6, get(SEM + 0x40));
    wr(REF_PFIFO_SCHED_DISABLE, 0);
    wait_ns(100000);
    assert_int_equal(6, get(SEM + 0x40));
}
