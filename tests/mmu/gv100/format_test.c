/* Instance block, RAMFC, USERD, runlists, GP entries, push buffers and fault entries of mmu/gv100: by words that
 * are worked by hand from gv100.md, and random words there and back against the tables of hw/gv100, which
 * hw/gv100/tables_test holds beside the manuals. And requests that are refused. */
#include "hw/gv100/structures.h"
#include "mmu/fields.h"
#include "mmu/gv100/entry.h"
#include "mmu/gv100/fault.h"
#include "mmu/gv100/pb.h"
#include "mmu/gv100/ramfc.h"
#include "mmu/gv100/ramin.h"
#include "mmu/gv100/runlist.h"
#include "tests/kit/tests.h"

static const struct chip *const gv100 = &gv100_chips[CHIP_GV100].chip;

#define ROUNDS 2000

static uint64_t next_random(void)
{
    static uint64_t state = 0x9e3779b97f4a7c15;

    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

/* Random words, with the bits alone that are a field's where these words have it. */
static void random_words(const struct structure *s, uint64_t words[STRUCTURE_MAX_WORDS])
{
    memset(words, 0, STRUCTURE_MAX_WORDS * sizeof(*words));
    for (unsigned i = 0; i < s->words; i++)
        words[i] = next_random() & (s->word_bits == 64 ? UINT64_MAX : UINT32_MAX);
    for (unsigned i = 0; i < s->words; i++)
        words[i] &= i < s->first ? 0 : ~structure_reserved_mask(s, gv100, words, i);
}

static void narrow(const struct structure *s, const uint64_t *wide, uint32_t *words)
{
    for (unsigned i = 0; i < s->words; i++)
        words[i] = (uint32_t)wide[i];
}

static uint64_t table_field(const struct structure *s, const char *name, unsigned index,
                            const uint64_t *words)
{
    for (unsigned i = 0; i < s->field_count; i++)
        if (strcmp(s->fields[i].name, name) == 0 && field_present(&s->fields[i], gv100, words))
            return field_get_at(&s->fields[i], index, words);
    fail_msg("no field %s", name);
    return 0;
}

/* ---- instance block ------------------------------------------------------------------------- */

/* gv100.md §3.1. PD3 of the context at 0x1234567000 in video memory: bits 31:12 of word 128 with 0xc00 for the two
 * bits that must be 1 and 0x10 for replayable faults of textures alone; 0x12 in word 129. Subcontext 35: bit 3 of word
 * 167, words 168 + 4 * 35 = 308 and on. No other word is written: RAMFC is below 128, a limit of the address space or
 * the context of a second engine is nowhere. */
TEST(instance_block_by_hand)
{
    static struct ramin r;
    static uint32_t words[RAMIN_WORDS];

    /* clang-format off */
    r = (struct ramin){
        .pdb = { .replay_tex = true, .ver2 = true, .big_64k = true, .base = 0x1234567000 }, .wfi_target = 2,
        .wfi_virtual = true, .cs_fg = true, .wfi_ptr = 0xab00004000, .wfi_veid = 0x3f, .ats = true, .pasid = 0xfffff,
        .method_buffer = 0x1fedcba987654,
    };
    r.sc[35] = (struct ramin_subcontext){
        .valid = true, .ats = true, .pasid = 0x12345,
        .pdb = { .target = RAMIN_TARGET_SYS_MEM_NONCOHERENT, .vol = true, .replay_tex = true, .replay_gcc = true,
                 .ver2 = true, .big_64k = true, .base = 0x7ffffffff000 },
    };
    /* clang-format on */
    memset(words, 0x5a, sizeof(words));
    assert_int_equal(ramin_pack(&r, words), OK);
    for (unsigned i = 0; i < 1024; i++) {
        const bool of_subcontexts = i >= 168 && i < 168 + 4 * 64 && i % 4 != 3;

        assert_int_equal(words[i] != 0x5a5a5a5a, i == 128 || i == 129 || (i >= 132 && i <= 137) ||
                                                     i == 166 || i == 167 || of_subcontexts);
    }
    assert_pairs(words[128], 0x34567c10, words[129], 0x12, words[132], 0x400e, words[133], 0xab,
                 words[134], 0x3f, words[135], 0x800fffff, words[136], 0xba987654, words[137],
                 0x1fedc, words[166], 0, words[167], 8, words[308], 0xfffffc37, words[309], 0x7fff,
                 words[310], 0x80012345);
}

/* The largest value of a field is taken, the bit above it refused. A field of an address has its first bit at `low`. */
/* clang-format off */
#define FITS(bits, low, call)                                                                      \
    for (unsigned more = 0; more < 2; more++) {                                                    \
        const uint64_t at = (UINT64_C(1) << (bits)) - (more ? 0 : UINT64_C(1) << (low));           \
        const uint16_t v = (uint16_t)at;                                                           \
        (void)v;                                                                                   \
        assert_int_equal((more ? ERR_RANGE : OK), (call)); }
#define RAMIN(bits, low, ...) FITS(bits, low, ramin_pack(&(struct ramin){ __VA_ARGS__ }, words))

/* §3.1; low bits of addresses are below */
TEST(instance_block_refuses_what_does_not_fit)
{
    static uint32_t words[RAMIN_WORDS];

    RAMIN(2, 0, .pdb.target = (uint8_t)v) RAMIN(2, 0, .wfi_target = (uint8_t)v)
    RAMIN(6, 0, .wfi_veid = (uint8_t)v)   RAMIN(40, 12, .wfi_ptr = at)
    RAMIN(49, 0, .method_buffer = at)     RAMIN(20, 0, .pasid = (uint32_t)at)
    RAMIN(20, 0, .sc[63].pasid = (uint32_t)at)       RAMIN(2, 0, .sc[63].pdb.target = (uint8_t)v)
}
/* clang-format on */

/* ---- RAMFC, USERD --------------------------------------------------------------------------- */

/* gv100.md §3.2: a channel with its ring of 2^9 entries at 0x1200000000, USERD at 0xa000000200, coherent. */
TEST(ramfc_by_hand)
{
    /* clang-format off */
    const struct ramfc r = {
        .gp_base = 0x1200000008, .gp_limit2 = 9, .userd = 0xa000000200, .userd_target = USERD_TARGET_SYS_MEM_COHERENT,
        .signature = 0xface, .acquire = 0x7ffff902, .pb_header = 0x20400000, .subdevice = 0x30000001,
        .target = RAMFC_TARGET_CE_CTX_VALID | 3, .hce_ctrl = 0x20,
        .config = RAMFC_CONFIG_USERD_WRITEBACK | RAMFC_CONFIG_AUTH_LEVEL, .pb_get = 0x3400000004,
        .pb_fetch = 0x5600000008, .fetch_conditional = true, .fetch_subroutine = true, .fetch_sync = true,
        .fetch_length = 0x1fffff, .pb_put = 0x780000000c, .pb_top_level_get = 0x9a00000010,
        .top_level_get_valid = true, .sem_addr = 0xbc00000014, .sem_payload = 0x123456789abcdef0,
        .method = { 1, 2, 3, 4 }, .data = { 5, 6, 7, 8 }, .mem_op = { 9, 10, 11 }
    };
    static const struct {
        unsigned at; /* byte */
        uint32_t word;
    } wanted[] = {
        { 0x04, 9 }, { 0x08, 0x202 }, { 0x0c, 0xa0 }, { 0x10, 0xface }, { 0x18, 4 }, { 0x1c, 0x34 }, { 0x20, 0x10 },
        { 0x24, 0x8000009a }, { 0x30, 0x7ffff902 }, { 0x38, 0xbc }, { 0x3c, 0x14 }, { 0x40, 0x9abcdef0 }, { 0x48, 8 },
        { 0x4c, 0x90012 }, { 0x54, 9 }, { 0x58, 0xfffffe56 }, { 0x5c, 0xc }, { 0x60, 0x78 }, { 0x64, 10 },
        { 0x84, 0x20400000 }, { 0x94, 0x30000001 }, { 0x9c, 0x12345678 }, { 0xa0, 11 }, { 0xac, 0x20003 },
        { 0xc0, 1 }, { 0xc4, 5 }, { 0xc8, 2 }, { 0xcc, 6 }, { 0xd0, 3 }, { 0xd4, 7 }, { 0xd8, 4 }, { 0xdc, 8 },
        { 0xe4, 0x20 }, { 0xf4, 0x1100 }
    };
    /* clang-format on */
    uint32_t words[RAMFC_WORDS];
    unsigned set = 0;

    memset(words, 0xff, sizeof(words));
    assert_int_equal(ramfc_pack(&r, words), OK);
    for (size_t i = 0; i < ARRAY_SIZE(wanted); i++)
        if (words[wanted[i].at / 4] != wanted[i].word)
            fail_msg("byte 0x%x: 0x%x, not 0x%x", wanted[i].at, words[wanted[i].at / 4],
                     wanted[i].word);
    for (unsigned i = 0; i < RAMFC_WORDS; i++)
        set += words[i] != 0;
    assert_int_equal(set, ARRAY_SIZE(wanted));
}

/* ---- page table and fault entries ----------------------------------------------------------- */

/* A format without an address's low bits refuses each, and takes the bit above (§3.1, §3.3, §4.2, §5.2 to §5.4). */
TEST(low_bits_of_addresses_are_refused)
{
    static uint32_t block[RAMIN_WORDS];
    uint32_t words[RAMFC_WORDS];
    uint64_t word;

#define EACH(bits, call)                                                                           \
    for (unsigned bit = 0; bit <= (bits); bit++) {                                                 \
        const uint64_t at = UINT64_C(1) << bit;                                                    \
        assert_int_equal((bit < (bits) ? ERR_ALIGN : OK), (call));                                 \
    }
    EACH(12, gmmu_pte_pack(&(struct gmmu_pte){ .page = at }, GMMU_PAGE_4K, &word))
    EACH(16, gmmu_pte_pack(&(struct gmmu_pte){ .page = at }, GMMU_PAGE_64K, &word))
    EACH(21, gmmu_pte_pack(&(struct gmmu_pte){ .page = at }, GMMU_PAGE_2M, &word))
    EACH(12, gmmu_pde_pack(&(struct gmmu_pde){ .aperture = 1, .table = at }, &word))
    EACH(8, gmmu_big_pde_pack(&(struct gmmu_pde){ .aperture = 1, .table = at }, &word))
    EACH(12, ramin_pack(&(struct ramin){ .pdb = { .base = at } }, block))
    EACH(12, ramin_pack(&(struct ramin){ .sc[63].pdb.base = at }, block))
    EACH(12, ramin_pack(&(struct ramin){ .wfi_ptr = at }, block))
    EACH(8, runlist_pack(&(struct runlist_entry){ .channel.userd = at }, words))
    EACH(12, runlist_pack(&(struct runlist_entry){ .channel.inst = at }, words))
    EACH(2, pb_pack(&(struct pb_entry){ .kind = PB_INCR, .address = (uint16_t)at }, words))
    EACH(3, ramfc_pack(&(struct ramfc){ .gp_base = at }, words))
    EACH(9, ramfc_pack(&(struct ramfc){ .userd = at }, words))
    EACH(2, ramfc_pack(&(struct ramfc){ .pb_get = at }, words))
    EACH(2, ramfc_pack(&(struct ramfc){ .pb_put = at }, words))
    EACH(2, ramfc_pack(&(struct ramfc){ .pb_top_level_get = at }, words))
    EACH(2, ramfc_pack(&(struct ramfc){ .pb_fetch = at }, words))
    EACH(2, ramfc_pack(&(struct ramfc){ .sem_addr = at }, words))
    EACH(12, gmmu_fault_pack(&(struct gmmu_fault){ .address = at }, words))
    EACH(12, gmmu_fault_pack(&(struct gmmu_fault){ .instance = at }, words))
    EACH(2, gp_pack(&(struct gp_entry){ .length = 1, .get = at }, words))
#undef EACH
}

/* clang-format off */
#define PTE(bits, low, ...)   FITS(bits, low, gmmu_pte_pack(&(struct gmmu_pte){ __VA_ARGS__ }, GMMU_PAGE_4K, &word))
#define PDE(bits, low, ...)   FITS(bits, low, gmmu_pde_pack(&(struct gmmu_pde){ __VA_ARGS__ }, &word))
#define BIG(bits, low, ...)   FITS(bits, low, gmmu_big_pde_pack(&(struct gmmu_pde){ __VA_ARGS__ }, &word))
#define RAMFC(bits, low, ...) FITS(bits, low, ramfc_pack(&(struct ramfc){ __VA_ARGS__ }, words))
#define CHANNEL(bits, ...)    FITS(bits, 0, runlist_pack(&(struct runlist_entry){ .channel = { __VA_ARGS__ } }, words))
#define TSGS(bits, ...)       FITS(bits, 0, runlist_pack(&(struct runlist_entry){ .is_tsg = true, .tsg = { __VA_ARGS__ } }, words))
#define PB(bits, low, ...)    FITS(bits, low, pb_pack(&(struct pb_entry){ __VA_ARGS__ }, words))

/* §5.2 to §5.4: apertures of 2 bits, a peer of 3 in video memory alone, addresses of 37 bits there and of 58 elsewhere.
 * §3.2, §3.4, §4.1 and §4.2: addresses of 40 bits, targets of 2, ids of 12, counts of 13, masks of 12. */
TEST(high_bits_of_fields_are_refused)
{
    uint32_t words[RAMFC_WORDS];
    uint64_t word;

    PTE(2, 0, .aperture = (uint8_t)v)                PDE(2, 0, .aperture = (uint8_t)v)
    PTE(3, 0, .peer = (uint8_t)v)                    PTE(3, 0, .aperture = 1, .peer = (uint8_t)v)
    PDE(3, 0, .aperture = 1, .peer = (uint8_t)v)     PTE(37, 12, .page = at)
    PTE(37, 12, .aperture = 1, .page = at)           PTE(58, 12, .aperture = 2, .page = at)
    PDE(37, 12, .aperture = 1, .table = at)          PDE(58, 12, .aperture = 2, .table = at)
    BIG(37, 8, .aperture = 1, .table = at)           BIG(58, 8, .aperture = 3, .table = at)
    RAMFC(40, 3, .gp_base = at)                      RAMFC(40, 9, .userd = at)
    RAMFC(40, 2, .pb_get = at)                       RAMFC(40, 2, .pb_put = at)
    RAMFC(40, 2, .pb_top_level_get = at)             RAMFC(40, 2, .pb_fetch = at)
    RAMFC(40, 2, .sem_addr = at)                     RAMFC(5, 0, .gp_limit2 = (uint8_t)v)
    RAMFC(2, 0, .userd_target = (uint8_t)v)          RAMFC(21, 0, .fetch_length = (uint32_t)at)
    CHANNEL(2, .inst_target = (uint8_t)v)            CHANNEL(2, .userd_target = (uint8_t)v)
    CHANNEL(12, .chid = (uint16_t)v)                 TSGS(12, .tsgid = (uint16_t)v)
    TSGS(4, .timeslice_scale = (uint8_t)v)          PB(12, 0, .kind = PB_SET_MASK, .mask = v)
    PB(12, 0, .kind = PB_STORE_MASK, .mask = v)      PB(13, 0, .kind = PB_INCR, .count = v)
    PB(13, 0, .kind = PB_IMMD, .data = v)            PB(3, 0, .kind = PB_ONEINCR, .subchannel = (uint8_t)v)
    FITS(21, 0, gp_pack(&(struct gp_entry){ .length = (uint32_t)at }, words))
    FITS(40, 2, gp_pack(&(struct gp_entry){ .length = 1, .get = at }, words))
    PB(14, 2, .kind = PB_NONINCR, .address = (uint16_t)v)
    for (uint8_t aperture = 2; aperture < 4; aperture++) { /* a peer's memory is video memory */
        assert_int_equal(gmmu_pte_pack(&(struct gmmu_pte){ .aperture = aperture, .peer = 1 }, GMMU_PAGE_4K, &word), ERR_RANGE);
        assert_int_equal(gmmu_pde_pack(&(struct gmmu_pde){ .aperture = aperture, .peer = 1 }, &word), ERR_RANGE);
    }
}
#undef CHANNEL
/* clang-format on */

TEST(entries_come_back)
{
    uint64_t words[STRUCTURE_MAX_WORDS], again;
    struct gmmu_pde pde;
    struct gmmu_pte pte;

    for (unsigned round = 0; round < ROUNDS; round++) {
        random_words(&gv100_pd2, words);
        words[0] &= ~GMMU_PDE_IS_PTE; /* must be 0, and is no part of a struct gmmu_pde */
        gmmu_pde_unpack(words[0], &pde);
        assert_pairs(gmmu_pde_pack(&pde, &again), OK, again, words[0]);
        random_words(&gv100_pd0, words);
        if (!(words[0] & GMMU_PDE_IS_PTE)) {
            gmmu_big_pde_unpack(words[0], &pde);
            assert_pairs(gmmu_big_pde_pack(&pde, &again), OK, again, words[0]);
            gmmu_pde_unpack(words[1], &pde);
            assert_pairs(gmmu_pde_pack(&pde, &again), OK, again, words[1]);
        }
        random_words(&gv100_pte, words);
        /* Bit 4, and in video memory 53:36, are no part of a struct gmmu_pte. */
        words[0] &= (words[0] & 4 ? ~UINT64_C(0) : ~BITS64(53, 36)) & ~UINT64_C(0x10);
        gmmu_pte_unpack(words[0], &pte);
        assert_pairs(gmmu_pte_pack(&pte, GMMU_PAGE_4K, &again), OK, again, words[0]);
        assert_int_equal(pte.kind, table_field(&gv100_pte, "kind", 0, words));
        assert_int_equal(pte.read_only, table_field(&gv100_pte, "read_only", 0, words));
    }
}

/* gv100.md §6.2: BAR1 (4), client HOST_CPU (7) of the hub, a virtual write that met RO_VIOLATION (6). */
TEST(fault_entries_by_hand)
{
    /* clang-format off */
    const struct gmmu_fault f = {
        .valid = true, .instance = 0x3456789000, .instance_aperture = 3, .address = 0x1ffffabcde000,
        .timestamp = 0x1122334455667788, .engine = 4, .type = 6, .client = 7, .from_hub = true, .access = 1,
        .gpc = 0x15, .replayable_enabled = true
    };
    static const uint32_t wanted[] = { 0x56789300, 0x34,       0xabcde000, 0x1ffff,
                                       0x55667788, 0x11223344, 4,          0xd5110706 };
    /* clang-format on */
    uint32_t words[GMMU_FAULT_WORDS], again[GMMU_FAULT_WORDS];
    uint64_t wide[STRUCTURE_MAX_WORDS];
    struct gmmu_fault back;

    assert_int_equal(gmmu_fault_pack(&f, words), OK);
    assert_memory_equal(words, wanted, sizeof(wanted));
    for (unsigned round = 0; round < ROUNDS; round++) {
        random_words(&gv100_fault, wide);
        narrow(&gv100_fault, wide, words);
        gmmu_fault_unpack(words, &back);
        assert_int_equal(gmmu_fault_pack(&back, again), OK);
        assert_memory_equal(words, again, sizeof(words));
        assert_int_equal(back.client, table_field(&gv100_fault, "client", 0, wide));
        assert_int_equal(back.address, table_field(&gv100_fault, "addr", 0, wide));
    }
}

/* ---- GP entries ----------------------------------------------------------------------------- */

/* gv100.md §4.1: 3 << 10 words at 0x1234567890, after the segment before has been processed. */
TEST(gp_entries_by_hand)
{
    const struct gp_entry segment = {
        .get = 0x1234567890, .length = 3, .sync_wait = true, .conditional = true
    };
    const struct gp_entry check = {
        .control = true, .opcode = GP_OPCODE_PB_CRC, .operand = 0xdeadbeef, .subroutine = true
    };
    uint32_t words[GP_WORDS];

    assert_pairs(gp_pack(&segment, words), OK, words[0], 0x34567891, words[1], 0x80000c12,
                 gp_pack(&check, words), OK, words[0], 0xdeadbeef, words[1], 0x203,
                 gp_pack(&(struct gp_entry){ .length = 0 }, words), ERR_RANGE);
}

/* ---- push buffer ---------------------------------------------------------------------------- */

struct wanted {
    uint32_t word;
    struct pb_entry entry;
};

static void read_all(const struct wanted *wanted, size_t count)
{
    struct pb_reader reader;

    pb_start(&reader);
    for (size_t i = 0; i < count; i++) {
        const struct pb_entry *const w = &wanted[i].entry;
        struct pb_entry e = { .kind = PB_ERROR };

        pb_next(&reader, wanted[i].word, &e);
        assert_int_equal(e.kind, w->kind);
        if (e.kind == PB_ERROR)
            assert_int_equal(e.error, w->error);
        if (e.kind <= PB_ONEINCR)
            assert_int_equal(e.count, w->count);
        if (e.kind <= PB_IMMD || e.kind == PB_DATA)
            assert_pairs(e.subchannel, w->subchannel, e.address, w->address);
        if (e.kind == PB_IMMD || e.kind == PB_DATA)
            assert_int_equal(e.data, w->data);
        if (e.kind == PB_SET_MASK || e.kind == PB_STORE_MASK)
            assert_int_equal(e.mask, w->mask);
    }
    assert_int_equal(reader.left, 0);
}

#define READ_ALL(list) read_all(list, sizeof(list) / sizeof((list)[0]))
/* clang-format off */
#define REFUSED(word, why)  { (word), { .kind = PB_ERROR, .error = (why) } }
#define DATA(sub, at, word) { (word), { .kind = PB_DATA, .subchannel = (sub), .address = (at), .data = (word) } }
/* clang-format on */

/* gv100.md §4.2: op << 29 | count << 16 | subchannel << 13 | method >> 2. */
TEST(incrementing_headers)
{
    /* clang-format off */
    static const struct wanted list[] = {
        { 0x20038090, { .kind = PB_INCR, .count = 3, .subchannel = 4, .address = 0x240 } }, DATA(4, 0x240, 0x11),
        DATA(4, 0x244, 0xe0000000), /* data, not END_PB_SEGMENT */
        DATA(4, 0x248, 0), { 0x2002effe, { .kind = PB_INCR, .count = 2, .subchannel = 7, .address = 0x3ff8 } },
        DATA(7, 0x3ff8, 0x22), DATA(7, 0x3ffc, 0x23),
        { 0x20001fff, { .kind = PB_INCR, .count = 0, .subchannel = 0, .address = 0x3ffc } },
        { 0x20011000, { .kind = PB_INCR, .count = 1, .subchannel = 0, .address = 0 } }, /* bit 12 */
        DATA(0, 0, 0x33),
    };
    /* clang-format on */

    READ_ALL(list);
}

TEST(other_headers)
{
    /* clang-format off */
    static const struct wanted list[] = {
        { 0x60022fff, { .kind = PB_NONINCR, .count = 2, .subchannel = 1, .address = 0x3ffc } }, DATA(1, 0x3ffc, 1),
        DATA(1, 0x3ffc, 2), { 0xa0034100, { .kind = PB_ONEINCR, .count = 3, .subchannel = 2, .address = 0x400 } },
        DATA(2, 0x400, 3), DATA(2, 0x404, 4), DATA(2, 0x404, 5),
        { 0xa0016fff, { .kind = PB_ONEINCR, .count = 1, .subchannel = 3, .address = 0x3ffc } }, DATA(3, 0x3ffc, 6),
        { 0x60000000, { .kind = PB_NONINCR } }, { 0xa0000fff, { .kind = PB_ONEINCR, .count = 0, .address = 0x3ffc } },
        { 0x9fffbfff, { .kind = PB_IMMD, .subchannel = 5, .address = 0x3ffc, .data = 0x1fff } },
        { 0x00000000, { .kind = PB_NOP_ENTRY } },
    };
    /* clang-format on */

    READ_ALL(list);
}

TEST(control_entries)
{
    static const struct wanted list[] = {
        { 0x0001fff0, { .kind = PB_SET_MASK, .mask = 0xfff } },
        { 0x0001801f, { .kind = PB_SET_MASK, .mask = 0x801 } }, /* bits 3:0 are nothing */
        { 0x00021230, { .kind = PB_STORE_MASK, .mask = 0x123 } },
        { 0x0003ffff, { .kind = PB_USE_MASK } },
        { 0xffffffff, { .kind = PB_END_SEGMENT } },
    };
    struct pb_reader reader;
    struct pb_entry e;

    READ_ALL(list);
    pb_start(&reader);
    pb_next(&reader, 0xe0000000, &e);
    assert_true(reader.ended);
}

/* The table of illegal encodings, and methods past 0x3ffc. */
TEST(illegal_encodings)
{
    static const struct wanted list[] = {
        REFUSED(0x00000004, PB_LEGACY_INC),    REFUSED(0x00040000, PB_LEGACY_INC),
        REFUSED(0x00050010, PB_CONTROL_BITS),  REFUSED(0x1ffe0000, PB_CONTROL_BITS),
        REFUSED(0x00070000, PB_CONTROL_BITS),  REFUSED(0x40000000, PB_LEGACY_NONINC),
        REFUSED(0x5fffffff, PB_LEGACY_NONINC), REFUSED(0xc0000000, PB_RESERVED),
        REFUSED(0x20020fff, PB_PAST_LAST),     REFUSED(0x3fff0000, PB_PAST_LAST),
        REFUSED(0xa0020fff, PB_PAST_LAST),
    };

    READ_ALL(list);
}

/* Data go on in the next segment; subroutines and ends of segments change nothing about that. */
TEST(data_go_on_in_the_next_segment)
{
    struct pb_reader reader;
    struct pb_entry e;

    pb_start(&reader);
    pb_next(&reader, 0x20020040, &e);
    pb_next(&reader, 1, &e);
    assert_int_equal(reader.left, 1);
    reader.ended = false;
    pb_next(&reader, 0x20020040, &e);
    assert_pairs(e.kind, PB_DATA, e.address, 0x104, reader.left, 0);
}

/* SET_OBJECT names the class of its subchannel. */
TEST(subchannels_have_classes)
{
    struct pb_reader reader;
    struct pb_entry e;

    pb_start(&reader);
    pb_next(&reader, 0x20018000, &e);
    pb_next(&reader, 0x1fc3b5, &e);
    assert_pairs(reader.classes[4], CLASS_VOLTA_DMA_COPY, reader.classes[0], 0);
    pb_next(&reader, 0x8000a000 | 0x397 << 16, &e); /* immediate, 13 bits */
    assert_int_equal(reader.classes[5], 0x397);
}

/* Every word that is an entry is made again from its decoded fields. */
TEST(entries_are_packed_as_they_were_read)
{
    for (unsigned round = 0; round < ROUNDS * 10; round++) {
        uint32_t word = (uint32_t)next_random(), again = 0;
        struct pb_reader reader;
        struct pb_entry e = { .kind = PB_ERROR };

        if (round % 4 == 0)
            word &= 0x0003ffff;
        pb_start(&reader);
        pb_next(&reader, word, &e);
        if (e.kind == PB_ERROR) {
            assert_int_equal(pb_pack(&e, &again), ERR_UNSUPPORTED);
            continue;
        }
        assert_int_equal(pb_pack(&e, &again), OK);
        if (e.kind <= PB_IMMD)
            assert_int_equal(again, word & ~PB_METHOD_RESERVED);
        else if (e.kind == PB_SET_MASK || e.kind == PB_STORE_MASK)
            assert_int_equal(again, word & 0xfffffff0);
        else if (e.kind == PB_USE_MASK)
            assert_int_equal(again, word & 0xffff0000);
        else if (e.kind == PB_END_SEGMENT)
            assert_int_equal(again, word & 0xe0000000);
        else
            assert_int_equal(again, word);
    }
}

/* ---- runlists ------------------------------------------------------------------------------- */

/* gv100.md §3.4; 0x80030001 is a time slice of 128 << 3 units of 1024 ns. */
TEST(runlist_entries_by_hand)
{
    /* clang-format off */
    const struct runlist_entry tsg = {
        .is_tsg = true, .tsg = { .timeslice_scale = 3, .timeslice_timeout = 128, .length = 128, .tsgid = 0xfff } };
    const struct runlist_entry channel = { .channel = {
        .runqueue = true, .inst_target = 2, .userd_target = 1, .userd = 0x12b4567900, .inst = 0x9876543000,
        .chid = 0xabc } };
    /* clang-format on */
    static const uint32_t tsg_words[] = { 0x80030001, 0x80, 0xfff, 0 };
    static const uint32_t channel_words[] = { 0xb4567962, 0x12, 0x76543abc, 0x98 };
    uint32_t words[RUNLIST_ENTRY_WORDS], again[RUNLIST_ENTRY_WORDS];
    uint64_t wide[STRUCTURE_MAX_WORDS];
    struct runlist_entry back;

    assert_int_equal(runlist_pack(&tsg, words), OK);
    assert_memory_equal(words, tsg_words, sizeof(words));
    assert_int_equal(runlist_pack(&channel, words), OK);
    assert_memory_equal(words, channel_words, sizeof(words));
    for (unsigned round = 0; round < ROUNDS; round++) {
        random_words(&gv100_runlist, wide);
        narrow(&gv100_runlist, wide, words);
        runlist_unpack(words, &back);
        assert_int_equal(runlist_pack(&back, again), OK);
        assert_memory_equal(words, again, sizeof(words));
    }
}

/* clang-format off */
#define TSG(length, id) { 0x80030001, (length), (id), 0 }
#define CHANNEL(id)     { 0x200, 0, 0x1000 | (id), 0 }
/* clang-format on */

static uint32_t check_list(const uint32_t (*entries)[RUNLIST_ENTRY_WORDS], size_t count)
{
    struct runlist_checker checker;
    uint32_t found = runlist_check_base(&checker, gv100, 0x4000);

    for (size_t i = 0; i < count; i++)
        found |= runlist_check_entry(&checker, entries[i]);
    return found | runlist_check_end(&checker);
}

/* Entries that raise SCHED_ERROR with the code BAD_TSG, and more; channels' ids are not TSGs'. */
TEST(bad_tsgs_are_found)
{
    /* clang-format off */
    static const struct { unsigned count; uint32_t entries[5][4], finds; } rows[] = {
        { 5, { TSG(2, 1), CHANNEL(1), CHANNEL(2), TSG(1, 2), CHANNEL(3) }, 0 }, { 0, { TSG(2, 1) }, 0 },
        { 3, { TSG(1, 1), CHANNEL(1), CHANNEL(2) }, BIT(RUNLIST_CHANNEL_OUTSIDE_TSG) },
        { 1, { CHANNEL(1) }, BIT(RUNLIST_CHANNEL_OUTSIDE_TSG) }, { 1, { TSG(0, 1) }, BIT(RUNLIST_TSG_EMPTY) },
        { 4, { TSG(2, 1), CHANNEL(1), TSG(1, 2), CHANNEL(2) }, BIT(RUNLIST_TSG_EARLY) },
        { 2, { TSG(2, 1), CHANNEL(1) }, BIT(RUNLIST_ENDS_EARLY) }, { 2, { TSG(1, 5), CHANNEL(5) }, 0 },
        { 3, { TSG(2, 1), CHANNEL(7), CHANNEL(7) }, BIT(RUNLIST_CHID_TWICE) },
        { 4, { TSG(1, 1), CHANNEL(1), TSG(1, 1), CHANNEL(2) }, BIT(RUNLIST_TSGID_TWICE) },
        { 2, { TSG(1, 1), { 0x210, 0, 0x1001, 0 } }, BIT(RUNLIST_INST_TARGET_UNDEFINED) },
        { 2, { TSG(1, 1), { 0x200, 0, 0x1001, 0x100 } }, BIT(RUNLIST_INST_BEYOND) },
        { 2, { TSG(1, 1), { 0x200, 0x100, 0x1001, 0 } }, BIT(RUNLIST_USERD_BEYOND) },
        { 2, { TSG(1, 1), { 0x300, 0, 0x1001, 0 } }, BIT(RUNLIST_USERD_UNALIGNED) },
        { 2, { TSG(1, 1), { 0x204, 0, 0x1001, 0 } }, BIT(RUNLIST_RESERVED_BITS) },
        { 2, { { 0x00030001, 1, 1, 0 }, CHANNEL(1) }, BIT(RUNLIST_TIMESLICE_ZERO) },
    };
    /* clang-format on */
    struct runlist_checker checker;

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++)
        if (check_list(rows[i].entries, rows[i].count) != rows[i].finds)
            fail_msg("row %u: %x", i, (unsigned)check_list(rows[i].entries, rows[i].count));
    assert_int_equal(runlist_check_base(&checker, gv100, 0x1800), BIT(RUNLIST_BASE_UNALIGNED));
    for (enum runlist_finding i = 0; i < RUNLIST_FINDING_COUNT; i++) {
        const bool bad = i >= RUNLIST_CHANNEL_OUTSIDE_TSG && i <= RUNLIST_ENDS_EARLY;

        assert_int_equal(bad, strstr(runlist_finding_says(i), "BAD_TSG") != NULL);
        assert_true(!bad || RUNLIST_BAD_TSG & BIT(i));
    }
}

/* A TSG of 128 channels is the longest; 129 to 255 fit into the field. */
TEST(lengths_of_tsgs)
{
    static uint32_t list[257][4];

    for (uint32_t i = 1; i < 257; i++)
        memcpy(list[i], (uint32_t[])CHANNEL(i), sizeof(list[i]));
    memcpy(list[0], (uint32_t[])TSG(128, 1), sizeof(list[0]));
    assert_int_equal(check_list(list, 129), 0);
    memcpy(list[0], (uint32_t[])TSG(129, 1), sizeof(list[0]));
    assert_int_equal(check_list(list, 130), BIT(RUNLIST_TSG_TOO_LONG));
    memcpy(list[0], (uint32_t[])TSG(256, 1), sizeof(list[0])); /* bit 8 is not the length's */
    assert_int_equal(check_list(list, 1), BIT(RUNLIST_TSG_EMPTY) | BIT(RUNLIST_RESERVED_BITS));
}

/* Apertures have 2 bits, the engine 9, type and GPC 5, client 7, access 4; addresses are those of pages. */
TEST(each_part_of_a_fault_has_its_limit)
{
    /* clang-format off */
    static const struct gmmu_fault taken = {
        .instance_aperture = 3, .address_aperture = 3, .engine = 0x1ff, .type = 0x1f, .client = 0x7f, .gpc = 0x1f,
        .access = 0xf, .instance = 0x1234567000, .address = 0xfffffffffffff000, .timestamp = 0x1122334455667788
    };
    uint32_t words[GMMU_FAULT_WORDS];

#define FAULT(bits, member) FITS(bits, 0, gmmu_fault_pack(&(struct gmmu_fault){ .member = (uint8_t)v }, words))
    FAULT(2, instance_aperture) FAULT(2, address_aperture) FAULT(5, type) FAULT(7, client) FAULT(5, gpc) FAULT(4, access)
    FITS(9, 0, gmmu_fault_pack(&(struct gmmu_fault){ .engine = v }, words))
        /* clang-format on */
        assert_int_equal(gmmu_fault_pack(&taken, words), OK);
    assert_pairs(words[0], 0x34567300, words[1], 0x12, words[2], 0xfffff003, words[3], 0xffffffff,
                 words[4], 0x55667788, words[5], 0x11223344, words[6], 0x1ff);
}

/* §3.2: the words that are one number each, by their index. */
TEST(ramfc_has_each_index_at_its_word)
{
    struct ramfc r = { 0 };
    uint32_t words[RAMFC_WORDS];

    /* clang-format off */
    static const unsigned at[] = { 0, 5, 10, 11, 12, 13, 17, 20, 29, 33, 34, 37, 38, 43, 44, 57, 61, 63 };
    uint32_t *const members[] = {
        &r.gp_put, &r.gp_get, &r.ref, &r.runtime, &r.acquire, &r.acquire_deadline, &r.sem_execute, &r.gp_fetch,
        &r.gp_crc, &r.pb_header, &r.pb_count, &r.subdevice, &r.pb_crc, &r.target, &r.method_crc, &r.hce_ctrl,
        &r.config, &r.set_channel_info };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(at); i++)
        *members[i] = 0x1000 + at[i];
    r.mem_op[0] = 0x1001, r.mem_op[1] = 0x1019, r.mem_op[2] = 0x1028;
    assert_int_equal(ramfc_pack(&r, words), OK);
    for (unsigned i = 0; i < ARRAY_SIZE(at); i++)
        assert_int_equal(words[at[i]], 0x1000 + at[i]);
    assert_pairs(words[1], 0x1001, words[0x19], 0x1019, words[0x28], 0x1028);
}
