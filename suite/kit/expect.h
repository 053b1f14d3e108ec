/* suite/kit/expect.h: a board file: a station's expectations of a product's boards.
 *
 * Shape   pure. "key=value" lines and "#" comments, as barecard.cfg has them. A line match=WHAT begins a product; lines
 *         before the first one hold for all products, and a file without one is a single product. The first product
 *         whose match= fits is the card's. A value is written as suite/kit/facts.h writes it; a number may also be LOW-HIGH,
 *         LOW- or -HIGH.
 * Errors  expect_parse: ERR_CONFIG, and a sentence with file, line, value and the allowed values; the struct must not
 *         be used then.
 * Source  docs/station.md. */
#ifndef SUITE_KIT_EXPECT_H
#define SUITE_KIT_EXPECT_H

#include "hw/err.h"
#include "suite/kit/facts.h"

#define EXPECT_MAX_BYTES    16384
#define EXPECT_ERROR_MAX    320
#define EXPECT_PRODUCTS_MAX 32
#define EXPECT_ROWS_MAX     512
#define EXPECT_NAME_MAX     64
#define EXPECT_NO_LIMIT     UINT64_MAX

struct expect_row {
    uint8_t fact; /* enum fact */
    uint8_t product;
    uint16_t line;
    uint64_t low, high;       /* both the same where one value is expected */
    char word[FACT_WORD_MAX]; /* of FACT_OF_WORD */
};

/* Facts by which a card is this product; FACTS: no demand. */
#define EXPECT_MATCHES 3
struct expect_product {
    unsigned line; /* of its match=; 0: the file has none */
    unsigned count;
    struct expect_row of[EXPECT_MATCHES];
};

struct expectations {
    char name[EXPECT_NAME_MAX]; /* of the file, for people */
    unsigned products, rows;
    unsigned shared; /* rows before the first match= */
    struct expect_product product[EXPECT_PRODUCTS_MAX];
    struct expect_row row[EXPECT_ROWS_MAX];
};

enum err expect_parse(struct expectations *out, const char *file, const char *text, size_t size,
                      char error[EXPECT_ERROR_MAX]) MUST_CHECK;

/* The number of the product that fits; `products`: none does. */
unsigned expect_product(const struct expectations *expected, const struct facts *facts);
bool expect_fits(const struct expect_row *row, const struct fact_value *value);
/* "512 MiB", "800 to 1200 turns a minute" */
void expect_row_words(struct text *text, const struct expect_row *row);
/* Whether the row is one of this product's. */
bool expect_is_of(const struct expectations *expected, unsigned row, unsigned product);

#endif
