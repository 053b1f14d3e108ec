/* How the GV100 model spreads its memory (model/gv100/vram/spread.h): the equations that others measured; as much memory in every channel, bank and row, and no place twice; partitions that the registers
 * tell of; faults that hit one place. */
#include "model/gv100/vram/spread.h"
#include "tests/model/gv100/core_rig.h"

/* §1.9: the first word of FBPA 0, and its others from there. */
enum { FBPA_PENDING = 0x900398, STATUS = 0xe0, CORRECTED = 0xe8, UNCORRECTED = 0xf0 };

static struct gv_spread chosen(unsigned channels, const char *words, uint64_t seed)
{
    struct gv_spread spread;
    char error[512] = "";

    if (!gv_spread_choose(&spread, channels, words, seed, error, sizeof(error)))
        fail_msg("%s", error);
    return spread;
}

/* Masks as given: bits 8 and 13, and bit 9. */
TEST(equations_of_the_command_line)
{
    const struct gv_spread spread = chosen(0, "0x2100+0x200", 0);

    assert_pairs(4, spread.channels, 0, gv_spread_place(&spread, 0x2100).channel, 1,
                 gv_spread_place(&spread, 0x2000).channel, 3,
                 gv_spread_place(&spread, 0x0300).channel);
}

/* Over 2 granules, each place of each channel is met once, and every channel as often as the others. */
static void expect_all_places(const struct gv_spread *spread)
{
    const uint64_t size = 2 * gv_spread_granule(spread), each = size / spread->channels;
    uint8_t *const met = calloc(1, size / SPREAD_BLOCK);

    assert_non_null(met);
    for (uint64_t at = 0; at < size; at += SPREAD_BLOCK) {
        const struct gv_place place = gv_spread_place(spread, at);
        const uint64_t in_channel =
            ((uint64_t)place.row * SPREAD_BANKS + place.bank) * SPREAD_ROW_BYTES + place.column;

        const unsigned before = met[(place.channel * each + in_channel) / SPREAD_BLOCK]++;

        assert_pairs(true, place.channel < spread->channels, true, in_channel < each, place.channel,
                     place.fbpa * spread->halves + place.half, 0, before);
    }
    free(met);
}

TEST(every_place_once)
{
    static const unsigned counts[] = { 1, 2, 6, 8, 11, 12, 16, 24, 32 };

    for (unsigned i = 0; i < ARRAY_SIZE(counts); i++)
        for (uint64_t seed = 0; seed < 4; seed++) {
            const struct gv_spread usual = chosen(counts[i], NULL, 0);
            const struct gv_spread random = chosen(counts[i], "random", seed);

            expect_all_places(&usual);
            expect_all_places(&random);
        }
}

TEST(random_ones_differ_by_seed)
{
    const struct gv_spread one = chosen(32, "random", 1), same = chosen(32, "random", 1),
                           other = chosen(32, "random", 2);

    assert_memory_equal(one.equation, same.equation, sizeof(one.equation));
    assert_memory_not_equal(one.equation, other.equation, sizeof(one.equation));
}

TEST(what_cannot_be)
{
    /* clang-format off */
    static const struct { unsigned channels; const char *words, *says; } bad[] = {
        { 33, NULL, "channels 33: 1 to 32" }, { 17, NULL, "channels 17: 1 to 32, above 16 an even number" },
        { 0, "tu102", "spread tu102: v100, gp104, random" }, { 3, "0x100", "channels a multiple of 2" },
        { 0, "0x100+0x100", "independent" }, /* one follows from the other */
        { 0, "0x80", "from 0x100 on" }, /* inside a block */
        { 0, "0x800000100+0x200", "independent" }, /* above 32 GiB */
        { 0, "0x10000", "below 64K" }, { 0, "0x100+0x200+0x400+0x800+0x1000+0x2000", "up to 5" },
    };
    /* clang-format on */
    struct gv_spread spread;
    char error[512];

    for (unsigned i = 0; i < ARRAY_SIZE(bad); i++) {
        assert_false(
            gv_spread_choose(&spread, bad[i].channels, bad[i].words, 0, error, sizeof(error)));
        assert_non_null(strstr(error, bad[i].says));
    }
}

/* docs/hardware/gv100.md §1.4: 0x21c14 and 0x21d38 have a 1 for each FBPA and FBP that is off (a Titan V: 0xf000, 0xc0),
 * 0x90020c + 0x4000 i the MiB of the others. */
TEST(registers_tell_of_partitions, NULL, close_world)
{
    /* clang-format off */
    static const struct { unsigned channels, fbpas; uint32_t off, fbps_off; } cards[] = {
        { 32, 16, 0, 0 }, { 24, 12, 0xf000, 0xc0 }, { 12, 6, 0xffc0, 0xf8 }, { 8, 4, 0xfff0, 0xfc },
        { 11, 11, 0xf800, 0xc0 }, { 6, 3, 0xfff8, 0xfc },
    };
    /* clang-format on */

    for (unsigned i = 0; i < ARRAY_SIZE(cards); i++) {
        open_world(&(struct model_config){ .channels = cards[i].channels,
                                           .vram_size = 8 * MIB * cards[i].channels });
        assert_pairs(cards[i].off, rd(REF_FUSE_FBPA_OFF), cards[i].fbps_off, rd(REF_FUSE_FBP_OFF));
        for (unsigned fbpa = 0; fbpa < 16; fbpa++)
            assert_int_equal(fbpa < cards[i].fbpas ? 8 * cards[i].channels / cards[i].fbpas : 0,
                             rd(REF_FBPA_SIZE(fbpa)));
        close_world(state);
    }
}

/* §1.9: bits and counts of half j of FBPA i: one wrong bit of a word is corrected, two are not; each read counts. Masks
 * choose by bits below 64 KiB, so that each half has 8 of its 256 blocks. */
TEST(each_half_counts_its_errors, NULL, close_world)
{
    char defects[100];

    for (unsigned n = 0; n < 64; n += 5) {
        const unsigned bad = n / 2, lost = n % 2;

        snprintf(defects, sizeof(defects),
                 "vram-lane:channel=%u,line=5,value=0+vram-lane:channel=%u,line=%u,value=0", bad,
                 bad, lost ? 63 : 5);
        open_measured(&(struct model_config){ .board = "v100",
                                              .vram_size = 64 * MIB,
                                              .knobs = "l2=off+dbe=ones",
                                              .defects = defects });
        for (uint32_t at = 0; at < 0x10000; at += SPREAD_BLOCK) {
            for (unsigned word = 0; word < 32; word += 8)
                put64(at + word, UINT64_MAX);
            assert_int_equal(UINT32_MAX, get(at)); /* corrected, or given as ones (K47) */
        }
        for (unsigned half = 0; half < 32; half++) {
            const uint32_t at = FBPA_PENDING + 0x4000 * (half / 2), word = at + 4 * (half % 2);

            assert_pairs((half == bad) << (1 + lost), rd(word + STATUS),
                         half == bad && !lost ? 8 : 0, rd(word + CORRECTED),
                         half == bad && lost ? 8 : 0, rd(word + UNCORRECTED),
                         half / 2 == bad / 2 ? 1u << (bad % 2 * 16 + lost) : 0, rd(at));
        }
    }
}

/* K48: check bits of memory that was not scrubbed fit in no sector before all of it was written, and there from then on. */
TEST(memory_that_was_not_scrubbed, NULL, close_world)
{
    static const uint8_t sector[32];

    open_measured(&(struct model_config){
        .board = "v100", .vram_size = 64 * MIB, .knobs = "scrubbed=no+l2=off+dbe=ones" });
    put64(0x1120, 0);
    for (unsigned written = 0; written < 2; written++) {
        for (uint32_t at = 0x1100; at < 0x1200; at += 32)
            assert_int_equal(written && at == 0x1120 ? 0 : UINT32_MAX, get(at));
        model_write_block(world.card, 0, REF_PRAMIN + 0x1120, sector, sizeof(sector));
    }
}

/* Words of FBPAs that are off, and of all where no counter answers (K46), are no registers. Bit 16 at 0x409660: memory keeps
 * check bits. */
TEST(counters_that_are_not_there, NULL, close_world)
{
    for (unsigned off = 0; off <= 12; off += 12) {
        open_measured(&(struct model_config){ .board = off ? "titanv" : "v100",
                                              .vram_size = 96 * MIB,
                                              .knobs = off ? NULL : "ecc_counters=refuse" });
        assert_int_equal(off ? 0xf2 : 0x100f2, rd(REF_ECC_FEATURES));
        for (uint32_t at = FBPA_PENDING - 8; at < FBPA_PENDING + 17 * 0x4000; at += 4) {
            const uint32_t word = (at - FBPA_PENDING) % 0x4000, fbpa = (at - FBPA_PENDING) / 0x4000;
            const bool counts = !word || (word >= STATUS && word < UNCORRECTED + 8);

            if ((rd(at) == 0xbadf5040) != (counts && fbpa >= off && fbpa < 16))
                fail_msg("0x%x reads 0x%08x", at, rd(at));
        }
    }
}

/* V100's channel 1: the lowest address in it has bit 10 alone. A fault is where its place is, and nowhere else. */
TEST(faults_hit_their_place, NULL, close_world)
{
    open_with("vram-lane:channel=1,line=33,value=0", "l2=off");
    put64_all(0x400, UINT64_MAX, 0x418, UINT64_MAX, 0x800, UINT64_MAX);
    assert_pairs(0xffffffff, get(0x400), 0xfffffffd, get(0x404), 0xfffffffd, get(0x41c), 0xffffffff,
                 get(0x804));

    close_world(state);
    open_with("vram-channel:channel=2+vram-channel:channel=0,value=0", "l2=off");
    put64_all(0x800, 0, 0x100, UINT64_MAX, 0x400, 0x1234);
    assert_pairs(0xffffffff, get(0x800), 0, get(0x100), 0x1234, get(0x400));

    /* Bank 1 begins after 2 KiB of the channel, which are 64 KiB of the card; row 1 after 16 banks. */
    close_world(state);
    open_with("vram-bank:channel=0,bank=1", "l2=off");
    put64(0x0, 0);
    put64(0x10000, 0); /* bits 16 and 18 turn equation 2 */
    put64(0x11000, 0);
    assert_pairs(0, get(0), 0, get(0x10000), 0xffffffff, get(0x11000));
}
