/* How far entries of the GV100 model's tables reach: which bits count as address, which kinds serve where, and where the
 * record of a fault finds its block. Numbers are typed from docs/hardware/gv100.md §5.2 to §5.6, §6.2; BAR1 shows the
 * space. */
#include "reference/gv100.h"
#include "tests/model/gv100/host/rounds_rig.h"

#define WORD       0x1234abcdu
#define TABLE      0x40000u /* of system memory, from SYSTEM on */
#define PAGE       0x80000u
#define COH        4u /* aperture 2 in bits 2:1 */
#define ONE_BIT(n) (UINT64_C(1) << (n))

/* FAULT_TYPE (§6.2); there is none where a read goes well. */
enum { GOOD = -1, PDE = 0, PTE = 2, APERTURE = 0xa, KIND = 0xc };

static void open_bar1(const char *defects, const char *knobs)
{
    open_world(&(struct model_config){ .defects = defects, .knobs = knobs });
    build_space();
    bind_bar(1, BLOCK(0));
}

/* The latched fault of a read there, which is taken. */
static int fault_of(uint64_t va)
{
    (void)bar_get(1, va);
    const uint32_t info = rd(REF_PFB_PRI_MMU_FAULT_INFO);
    const bool is_new = rd(REF_PFB_PRI_MMU_FAULT_STATUS) >> 31;

    wr(REF_PFB_PRI_MMU_FAULT_STATUS, 0x80000000);
    return is_new ? (int)(info & 0x1f) : GOOD;
}

static void system_put64(uint64_t at, uint64_t value)
{
    system_put(at, (uint32_t)value);
    system_put(at + 4, (uint32_t)(value >> 32));
}

/* ---- addresses of entries -------------------------------------------------------------------- */

/* PD2, PD1, PD0, the table of 4K pages, that of 64K pages and a page, each in system memory in its turn; `high` are more
 * bits of the entry that leads there. */
static bool leads_to_system(unsigned level, uint64_t high)
{
    const uint64_t to = ((SYSTEM + TABLE) >> 4 | COH) | high;
    const uint64_t small = PTS >> 4 | 2, page = (SYSTEM + PAGE) >> 4 | COH | 1;

    system_put(SYSTEM + PAGE, WORD);
    map_small(0, page | (level == 5 ? high : 0));
    switch (level) {
    case 0:
        system_put64(SYSTEM + TABLE, PD1 >> 4 | 2);
        put64(PD3, to);
        break;
    case 1:
        system_put64(SYSTEM + TABLE, PD0 >> 4 | 2);
        put64(PD2, to);
        break;
    case 2:
        system_put64(SYSTEM + TABLE + 256, 0);
        system_put64(SYSTEM + TABLE + 264, small);
        put64(PD1, to);
        break;
    case 3:
        system_put64(SYSTEM + TABLE, page);
        put64(PD0 + 256, 0);
        put64(PD0 + 264, to);
        break;
    case 4:
        system_put64(SYSTEM + TABLE, page);
        put64(PD0 + 256, to);
        put64(PD0 + 264, 0);
        break;
    default:
        break;
    }
    invalidate(0);
    return bar_get(1, SMALL) == WORD;
}

/* System addresses have 47 bits, of 58 that an entry has room for; those above are dropped, or count (K10). Where they
 * count, and from bit 37 to 46 ever, another address is another place. */
TEST(system_addresses_have_47_bits, NULL, close_world)
{
    for (unsigned counts = 0; counts < 2; counts++) {
        open_bar1(NULL, counts ? "sys_high=count" : NULL);
        for (unsigned level = 0; level < 6; level++) {
            assert_true(leads_to_system(level, 0));
            for (unsigned bit = 37; bit < 58; bit++)
                if (leads_to_system(level, ONE_BIT(bit - 4)) != (bit >= 47 && !counts))
                    fail_msg("level %u, bit %u", level, bit);
            close_world(NULL);
            open_bar1(NULL, counts ? "sys_high=count" : NULL);
        }
        close_world(NULL);
    }
}

/* VRAM addresses have 37: entries that lead to VRAM have other fields from bit 33 on, which are no address. */
TEST(vram_addresses_have_37_bits, NULL, close_world)
{
    static const uint64_t others = UINT64_C(0x3fffff) << 33; /* 54:33: peer and more */

    open_bar1(NULL, NULL);
    put(DATA, WORD);
    for (unsigned level = 0; level < 6; level++) {
        const uint64_t high = others & (level == 5 ? 0x1e00000000 : ~UINT64_C(0));

        map_small(0, DATA >> 4 | 1 | (level == 5 ? high : 0));
        map_large(0, DATA >> 4 | 1);
        put64(PD3, PD2 >> 4 | 2 | (level == 0 ? high : 0));
        put64(PD2, PD1 >> 4 | 2 | (level == 1 ? high : 0));
        put64(PD1, PD0 >> 4 | 2 | (level == 2 ? high : 0));
        put64(PD0 + 256, level == 4 ? PTB >> 4 | 2 | high : 0);
        put64(PD0 + 264, level == 4 ? 0 : PTS >> 4 | 2 | (level == 3 ? high : 0));
        invalidate(0);
        assert_int_equal(WORD, bar_get(1, SMALL));
    }
}

/* K05: bits of an address below the size of a large page are ignored, or added. */
TEST(low_bits_of_large_pages, NULL, close_world)
{
    for (unsigned added = 0; added < 2; added++) {
        open_bar1(NULL, added ? "low_bits=added" : NULL);
        put(DATA, 1);
        put(DATA + 0x3000, 2);
        put(DATA + 0x30000, 3);
        map_large(0, (DATA + 0x3000) >> 4 | 1);
        put64(PD0 + 16 * 17, (DATA + 0x30000) >> 4 | 1);
        invalidate(0);
        assert_int_equal(added ? 2 : 1, bar_get(1, SMALL));
        put64(PD0 + 16 * 16, (DATA + 0x30000) >> 4 | 1);
        invalidate(0);
        assert_int_equal(added ? 3 : 1, bar_get(1, SMALL));
        close_world(NULL);
    }
}

/* ---- entries that lead nowhere --------------------------------------------------------------- */

/* K08: bit 0 of an entry of PD3 to PD1 is ignored, or a fault PDE, also of one that would be sparse (VOL, bit 3, without
 * an aperture). */
TEST(bit_0_of_directories, NULL, close_world)
{
    static const uint64_t at[] = { PD3, PD2, PD1 }, next[] = { PD2, PD1, PD0 };

    for (unsigned faults = 0; faults < 2; faults++)
        for (unsigned level = 0; level < 3; level++) {
            open_bar1(NULL, faults ? "pde_bit0=fault" : NULL);
            map_small(0, DATA >> 4 | 1);
            invalidate(0);
            assert_int_equal(GOOD, fault_of(SMALL));
            put64(at[level], next[level] >> 4 | 2 | 1);
            invalidate(0);
            assert_int_equal(faults ? PDE : GOOD, fault_of(SMALL));
            put64(at[level], 8);
            invalidate(0);
            assert_int_equal(GOOD, fault_of(SMALL));
            put64(at[level], 9);
            invalidate(0);
            assert_int_equal(faults ? PDE : GOOD, fault_of(SMALL));
            put64(at[level], 0);
            invalidate(0);
            assert_int_equal(PDE, fault_of(SMALL));
            close_world(NULL);
        }
}

/* In PD0 the lower word's VOL alone says sparse, and only without both tables. */
TEST(sparse_entries_of_pd0, NULL, close_world)
{
    static const struct {
        uint64_t low, high;
        int fault;
    } rows[] = {
        { 0, 0, PDE },
        { 8, 0, GOOD },
        { 0, 8, PDE },
        { 8, PTS >> 4 | 2, PTE },
        { 0, PTS >> 4 | 2, PTE },
    };

    open_bar1(NULL, NULL);
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        put64(PD0 + 256, rows[i].low);
        put64(PD0 + 264, rows[i].high);
        invalidate(0);
        assert_int_equal(rows[i].fault, fault_of(SMALL));
    }
}

/* ---- kinds (§5.6) ---------------------------------------------------------------------------- */

/* Apertures 0 VRAM, 1 peer, 2 and 3 system memory. There is no peer, but its kind is looked at first, as VRAM's. */
TEST(kinds_serve_where_they_are_supported, NULL, close_world)
{
    static const struct {
        unsigned kind;
        int vram, peer, system;
    } rows[] = {
        { 0x00, GOOD, APERTURE, GOOD }, { 0x01, GOOD, APERTURE, GOOD },
        { 0x02, GOOD, APERTURE, KIND }, { 0x05, GOOD, APERTURE, KIND },
        { 0x06, KIND, KIND, KIND },     { 0x07, GOOD, APERTURE, KIND },
        { 0x0a, GOOD, APERTURE, KIND }, { 0x0b, KIND, KIND, KIND },
        { 0x11, GOOD, APERTURE, GOOD }, { 0x2a, GOOD, APERTURE, GOOD },
        { 0x2d, GOOD, APERTURE, KIND }, { 0x60, KIND, KIND, KIND },
        { 0xca, GOOD, APERTURE, GOOD }, { 0xd8, GOOD, APERTURE, KIND },
        { 0xfc, KIND, KIND, KIND },     { 0xfd, GOOD, APERTURE, GOOD },
        { 0xff, GOOD, APERTURE, GOOD },
    };

    open_bar1(NULL, NULL);
    for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        for (unsigned aperture = 0; aperture < 4; aperture++) {
            const int wanted = aperture == 0   ? rows[i].vram
                               : aperture == 1 ? rows[i].peer
                                               : rows[i].system;

            map_small(0, (aperture < 2 ? DATA : SYSTEM) >> 4 | aperture << 1 | 1 |
                             (uint64_t)rows[i].kind << 56);
            invalidate(0);
            if (fault_of(SMALL) != wanted)
                fail_msg("kind %02x, aperture %u", rows[i].kind, aperture);
        }
}

/* ---- defects --------------------------------------------------------------------------------- */

/* A card that takes VOL of a valid PTE for sparse does so where it is set, and not elsewhere. */
TEST(vol_is_sparse, NULL, close_world)
{
    open_bar1("vm-vol-is-sparse", NULL);
    put(DATA, WORD);
    for (unsigned vol = 0; vol < 2; vol++) {
        map_small(0, DATA >> 4 | vol << 3 | 1);
        map_large(1, DATA >> 4 | vol << 3 | 1);
        invalidate(0);
        assert_int_equal(!vol, bar_get(1, SMALL) == WORD);
        assert_int_equal(!vol, bar_get(1, SMALL + 0x10000) == WORD);
    }
}

/* ---- records (§6.2) -------------------------------------------------------------------------- */

/* A block in system memory, above 4 GiB: all of its address and its aperture are in the record, latched or in the
 * buffer, where the aperture stands two bits lower. */
TEST(records_of_blocks_in_system_memory, NULL, close_world)
{
    for (unsigned buffered = 0; buffered < 2; buffered++)
        for (uint32_t target = 2; target < 4; target++) {
            open_channels(NULL, 1);
            wr(REF_PCCSR_CHANNEL_INST(1), 0);
            for (unsigned i = 0; i < 0x1000; i += 4)
                system_put(SYSTEM + i, get(BLOCK(1) + i));
            wr(REF_PCCSR_CHANNEL_INST(1), 0x80000000 | target << 28 | (uint32_t)(SYSTEM >> 12));
            submit(1, (const unsigned[]){ 1 }, 1);
            if (buffered) {
                for (unsigned i = 0; i < 32; i += 4)
                    put(FAULT + i, 0);
                wr(REF_PFB_PRI_MMU_FAULT_BUFFER_HI(0), 0);
                wr(REF_PFB_PRI_MMU_FAULT_BUFFER_LO(0), (uint32_t)FAULT | 1);
                wr(REF_PFB_PRI_MMU_FAULT_BUFFER_SIZE(0), 0x80000008);
            }
            RUN(1, RELEASE(SMALL + 0x5000, 1, 1));
            assert_int_equal(1, rd(REF_PCCSR_CHANNEL(1)) >> 22 & 1);
            if (buffered) {
                assert_int_equal((uint32_t)SYSTEM | target << 8, get(FAULT));
                assert_int_equal(SYSTEM >> 32, get(FAULT + 4));
                assert_int_equal(SMALL + 0x5000, get(FAULT + 8));
                assert_int_equal(0x1f, get(FAULT + 20)); /* of the time */
            } else {
                assert_int_equal((uint32_t)SYSTEM | target << 10 | 0x21,
                                 rd(REF_PFB_PRI_MMU_FAULT_INST_LO));
                assert_int_equal(SYSTEM >> 32, rd(REF_PFB_PRI_MMU_FAULT_INST_HI));
            }
            close_world(NULL);
        }
}
