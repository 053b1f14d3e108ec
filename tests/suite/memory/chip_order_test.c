/* Places that memory tests go to, and their order (suite/memory/order.h, spot.h), in a memory counted by hand. */
#include "hw/bits.h"
#include "suite/memory/card_order.h"
#include "suite/memory/order.h"
#include "suite/memory/patterns.h"
#include "suite/memory/wires_spot.h"
#include "tests/kit/tests.h"

static struct run_config config;
static struct card card;
static struct test t = { .card = &card, .config = &config };

/* Pieces of 256 bytes of both partitions in turn; in bank 1 the second partition comes first. One after the other: the
 * pieces of a row, the banks, the rows of rank A, those of rank B. */
static uint64_t find(const struct memory_view *view, struct partition_addr at)
{
    const unsigned size = at.subpart < 2 && view->state ? 4 : 8;
    const uint32_t in_row = at.column * size, piece = in_row / 256;
    const uint64_t row = at.rank ? 2 + at.row : at.row;

    return ((((row * 2 + at.bank) * 2 + piece) * 2 + (at.part ^ at.bank)) * 2 + at.subpart) * 256 +
           in_row % 256;
}

static const struct vram_way way = { .find = find };
static struct memory_view view = { .t = &t, .way = &way, .slice = 1 << 20, .reach = UINT64_MAX };
static struct memory_errors errors;
static struct chip_order order;
static struct batch batch;

FIXTURE(open_memory)
{
    config = (struct run_config){ 0 };
    view.size = UINT64_MAX;
    view.state = NULL;
    errors = (struct memory_errors){ .view = &view, .placed = true };
    /* clang-format off */
    errors.shape = (struct vram_shape){ .parts = 2, .subparts = 1, .ranks = 2, .column_bits = 6, .bank_bits = 1,
        .row_bits = { 1, 0 } };
}

/* Two pieces in a row, three rows, two banks. */
static const struct { unsigned bank, rank, row, column; } places[12] = {
    { 0, 0, 0, 0 }, { 0, 0, 0, 32 }, { 0, 0, 1, 0 }, { 0, 0, 1, 32 }, { 0, 1, 0, 0 }, { 0, 1, 0, 32 },
    { 1, 0, 0, 0 }, { 1, 0, 0, 32 }, { 1, 0, 1, 0 }, { 1, 0, 1, 32 }, { 1, 1, 0, 0 }, { 1, 1, 0, 32 } };
/* clang-format on */

static void expect_piece(const struct piece *piece, unsigned n, unsigned part, unsigned sub)
{
    const struct partition_addr at = { .part = (uint8_t)part,
                                       .subpart = (uint8_t)sub,
                                       .rank = (uint8_t)places[n].rank,
                                       .bank = (uint8_t)places[n].bank,
                                       .row = places[n].row,
                                       .column = places[n].column };

    assert_pairs(part, piece->at.part, sub, piece->at.subpart, at.bank, piece->at.bank, at.rank,
                 piece->at.rank, at.row, piece->at.row, at.column, piece->at.column,
                 find(&view, at), piece->linear);
}

TEST(a_row_follows_its_neighbour, open_memory)
{
    order_init(&order, &errors);
    assert_pairs(12, order.count, 12 * 2 * 256, order.bytes);
    for (unsigned n = 0; n < 12; n++) {
        const unsigned first = places[n].bank; /* pieces are sorted by their addresses */

        assert_pairs(true, order_batch(&order, n, &batch), 2, batch.count);
        expect_piece(&batch.pieces[0], n, first, 0);
        expect_piece(&batch.pieces[1], n, 1 - first, 0);
    }
}

/* Columns of 4 bytes: a row of 128 of them has as many bytes, and each half of a partition has its own. */
TEST(halves_come_together, open_memory)
{
    static char is_split;

    view.state = &is_split;
    errors.split = true;
    errors.shape.subparts = 2;
    errors.shape.column_bits = 7;
    errors.shape.ranks = 1; /* whatever rank B would have */
    order_init(&order, &errors);
    assert_pairs(2 * 2 * 2, order.count, 8 * 4 * 256, order.bytes, true,
                 order_batch(&order, 1, &batch), 4, batch.count);
    for (unsigned i = 0; i < 4; i++) {
        assert_pairs(i / 2, batch.pieces[i].at.part, i % 2, batch.pieces[i].at.subpart, 64,
                     batch.pieces[i].at.column, find(&view, batch.pieces[i].at),
                     batch.pieces[i].linear);
    }
}

TEST(what_is_not_asked_for_is_left_out, open_memory)
{
    config.has_part = true;
    config.part = 1;
    order_init(&order, &errors);
    assert_pairs(12 * 256, order.bytes, true, order_batch(&order, 0, &batch), 1, batch.count);
    expect_piece(&batch.pieces[0], 0, 1, 0);
    open_memory(NULL);
    view.size = 0x207; /* the first piece, and not a whole word of the second */
    order_init(&order, &errors);
    assert_pairs(256, order.bytes, false, order_batch(&order, 2, &batch), 0, batch.count);
}

/* Where chips cannot be told apart: sixteen pieces of linear memory, one after the other. */
TEST(unknown_places_follow_memory, open_memory)
{
    errors.placed = false;
    view.size = 3 * 16 * 256 + 2 * 256 + 255;
    order_init(&order, &errors);
    assert_pairs(4, order.count, (3 * 16 + 2) * 256, order.bytes, true,
                 order_batch(&order, 1, &batch), 16, batch.count);
    for (unsigned i = 0; i < 16; i++)
        assert_int_equal((16 + i) * 256, batch.pieces[i].linear);
    assert_pairs(true, order_batch(&order, 3, &batch), 2, batch.count);
    view.size = 16 * 256;
    order_init(&order, &errors);
    assert_int_equal(1, order.count);
    view.size = 2 * VIEW_CHUNK;
    config.range_from = VIEW_CHUNK;
    config.range_to = 2 * VIEW_CHUNK;
    order_init(&order, &errors);
    assert_pairs(VIEW_CHUNK, order.bytes, false, order_batch(&order, 15, &batch), true,
                 order_batch(&order, 16, &batch));
    config.range_from = 0;
    config.range_to = VIEW_CHUNK;
    assert_pairs(true, order_batch(&order, 15, &batch), false, order_batch(&order, 16, &batch));
}

/* Rows of 4096, columns of 512, eight banks: quarters and an eighth of them, banks from both ends. */
TEST(spots_are_far_apart, open_memory)
{
    static const struct {
        unsigned bank, row, column;
    } spots[SPOTS] = { { 0, 512, 64 }, { 7, 1537, 192 }, { 1, 2562, 320 }, { 6, 3587, 448 } };
    struct partition_addr at;

    errors.shape.column_bits = 9;
    errors.shape.bank_bits = 3;
    errors.shape.row_bits[1] = 12;
    for (unsigned n = 0; n < SPOTS; n++) {
        assert_pairs(true, spot_at(&errors, 1, 0, 1, n, &at), 1, at.part, 0, at.subpart, 1, at.rank,
                     spots[n].bank, at.bank, spots[n].row, at.row, spots[n].column, at.column);
    }
    errors.shape.column_bits = 5; /* a multiple of eight columns, however few there are */
    assert_pairs(true, spot_at(&errors, 0, 0, 1, 1, &at), 8, at.column);
}

TEST(a_spot_has_to_be_there, open_memory)
{
    const struct partition_addr second = { .part = 1 }; /* at 0x200 */

    view.size = 0x208;
    assert_true(spot_usable(&errors, second));
    view.size = 0x207;
    assert_false(spot_usable(&errors, second));
    view.size = VIEW_CHUNK;
    config.has_part = true;
    assert_false(spot_usable(&errors, second));
    config.part = 1;
    assert_true(spot_usable(&errors, second));
    config.range_from = VIEW_CHUNK;
    config.range_to = 2 * VIEW_CHUNK;
    assert_false(spot_usable(&errors, second));
}

/* docs/memory-test.md: in a checkerboard "neighbours differ in word and row", by the card's own programs as well. */
TEST(odd_rows_are_inverted, open_memory)
{
    static struct card_order by_card = { .march.by = WAY_FLIPPED };

    batch.count = 4;
    for (unsigned row = 0; row < 4; row++)
        batch.pieces[row] = (struct piece){ .at.row = row, .linear = 256 * row };
    card_order_add(&by_card, &errors, &batch);
    for (unsigned row = 0; row < 4; row++)
        assert_int_equal(256 * row | (row & 1), by_card.strands.of[0].pieces[row]);
}

/* Whoever goes through an element's operations stops at OP_END, so each has one within its room. */
TEST(each_element_has_an_end)
{
    static const struct algorithm *const all[] = {
        &walking_lines, &moving_inversions, &march_c_minus,      &march_ss,        &checkerboard,
        &bit_fade,      &solid_words,       &address_in_address, &mixed_addresses, &random_data
    };

    for (unsigned i = 0; i < ARRAY_SIZE(all); i++)
        for (unsigned k = 0; k < all[i]->element_count; k++)
            assert_int_equal(OP_END, all[i]->elements[k].ops[ELEMENT_OPS - 1]);
}

/* Each half of an address in an address is another one up to 32 GiB. Programs, which are told the words of address 0
 * and how others come of them, get the words that are written without them. */
TEST(words_of_high_addresses)
{
    static const struct algorithm *const all[] = { &address_in_address, &random_data,
                                                   &walking_lines };
    uint64_t words[2][PIECE_WORDS];
    struct way_march march;

    for (unsigned i = 0; i < 3 * 4; i++) {
        const struct piece piece = { .linear = 0x3456700 + (uint64_t)i * 0x10101000 };

        march_of(all[i / 4], i & 1, 77, &march);
        all[i / 4]->data(&piece, i & 1, 77, words[0], PIECE_WORDS);
        for (unsigned k = 0; k < PIECE_WORDS; k++)
            assert_int_equal(words[0][k], march_word(&march, piece.linear, k));
    }
    for (uint64_t i = 0; i < 8; i++) {
        address_in_address.data(&(struct piece){ .linear = i << 32 }, 0, 0, words[i > 0],
                                PIECE_WORDS);
        assert_true(!i || (words[0][5] ^ words[1][5]) == (i | i << 32)); /* both halves */
    }
}
