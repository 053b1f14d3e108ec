#include "suite/kit/expect.h"

#include "hw/bits.h"
#include "suite/kit/key_lines.h"

struct reader {
    struct expectations *out;
    const char *file;
    char *error;
    unsigned line;
};

static enum err __attribute__((format(printf, 2, 3)))
complain(struct reader *r, const char *format, ...)
{
    struct text text = text_in(r->error, EXPECT_ERROR_MAX);
    va_list list;

    text_format(&text, "%s line %u: ", r->file, r->line);
    va_start(list, format);
    text_format_list(&text, format, list);
    va_end(list);
    return ERR_CONFIG;
}

/* ---- values ---------------------------------------------------------------------------------- */

/* "1462:0910" */
static bool parse_pair(const char *value, uint64_t *out)
{
    uint64_t number = 0;

    for (unsigned i = 0; i < 9; i++) {
        const char c = value[i];
        const unsigned digit = c >= '0' && c <= '9'   ? (unsigned)(c - '0')
                               : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a' + 10)
                                                      : 16;

        if (i == 4 ? c != ':' : digit == 16)
            return false;
        if (i != 4)
            number = number << 4 | digit;
    }
    *out = number;
    return !value[9];
}

static bool parse_word(const char *value, struct expect_row *row)
{
    struct text text = text_in(row->word, sizeof(row->word));

    text_string(&text, value);
    return value[0] && !text.cut;
}

/* N, LOW-HIGH, LOW- or -HIGH. */
static bool parse_numbers(const char *value, struct expect_row *row)
{
    const char *end = value;

    row->high = EXPECT_NO_LIMIT;
    if (*value != '-')
        end = line_number(value, &row->low);
    if (end && !*end) {
        row->high = row->low;
        return true;
    }
    if (!end || *end != '-' || (!end[1] && end == value))
        return false;
    if (end[1])
        end = line_number(end + 1, &row->high);
    else
        end++;
    return end && !*end && row->low <= row->high;
}

static bool parse_value(const char *value, struct expect_row *row)
{
    switch (fact_kind((enum fact)row->fact)) {
    case FACT_OF_WORD:
        return parse_word(value, row);
    case FACT_OF_PAIR:
        if (!parse_pair(value, &row->low))
            return false;
        row->high = row->low;
        return true;
    default:
        return parse_numbers(value, row);
    }
}

static const char *allowed(enum fact fact)
{
    static const char *const words[] = {
        [FACT_OF_WORD] = "1 to 31 characters",
        [FACT_OF_HEX] = "a number, 0x and hexadecimal digits",
        [FACT_OF_PAIR] = "two numbers of four hexadecimal digits such as 1462:0910",
        [FACT_OF_NUMBER] = "a number, or LOW-HIGH, LOW- or -HIGH",
    };

    return words[fact_kind(fact) < FACT_OF_NUMBER ? fact_kind(fact) : FACT_OF_NUMBER];
}

/* ---- lines ----------------------------------------------------------------------------------- */

static enum err unknown(struct reader *r, const char *key)
{
    struct text text = text_in(r->error, EXPECT_ERROR_MAX);

    text_format(&text, "%s line %u: unknown key %s; known are match", r->file, r->line, key);
    for (unsigned i = 0; i < FACTS; i++)
        text_format(&text, " %s", fact_name((enum fact)i));
    return ERR_CONFIG;
}

/* A mark of a product: its subsystem, device or chipset; the form of the word says which. */
static enum err add_match(struct reader *r, const char *word)
{
    struct expect_product *const product = &r->out->product[r->out->products - 1];
    uint64_t number;
    const enum fact fact = parse_pair(word, &number)   ? FACT_SUBSYSTEM
                           : string_starts(word, "0x") ? FACT_DEVICE
                                                       : FACT_CHIPSET;

    if (product->count == EXPECT_MATCHES)
        return complain(r, "match=: more than %u words", EXPECT_MATCHES);
    struct expect_row *const row = &product->of[product->count++];

    *row = (struct expect_row){ .fact = (uint8_t)fact, .line = (uint16_t)r->line };
    if (!parse_value(word, row))
        return complain(
            r,
            "match=%s: expected a subsystem such as 1462:0910, a device such as 0x0402, "
            "a chipset such as g84, or some of them with commas between",
            word);
    return OK;
}

/* Lines before the first product count for all, so `shared` is set here. */
static enum err begin_product(struct reader *r, const char *value)
{
    struct expectations *const out = r->out;
    char word[FACT_WORD_MAX];

    if (out->products == EXPECT_PRODUCTS_MAX)
        return complain(r, "more than %u products", EXPECT_PRODUCTS_MAX);
    if (!out->products)
        out->shared = out->rows;
    out->product[out->products++] = (struct expect_product){ .line = r->line };
    for (const char *from = value;; from++) {
        struct text text = text_in(word, sizeof(word));

        for (; *from && *from != ','; from++)
            text_char(&text, *from);
        const enum err e =
            text.cut ? complain(r, "match=%s: longer than %u characters", word, FACT_WORD_MAX - 1)
                     : add_match(r, word);
        if (e != OK || !*from)
            return e;
    }
}

static unsigned product_now(const struct expectations *out)
{
    return out->products ? out->products - 1 : 0;
}

/* The line that has this fact already, of the same product or of all; 0: none. */
static unsigned line_before(const struct expectations *out, enum fact fact)
{
    for (unsigned i = 0; i < out->rows; i++)
        if (out->row[i].fact == fact &&
            (!out->products || i < out->shared || out->row[i].product == product_now(out)))
            return out->row[i].line;
    return 0;
}

/* A key twice in one product is refused, because only one of the two values can be meant. */
static enum err take_line(void *opaque, unsigned number, const char *key, const char *value)
{
    struct reader *const r = opaque;
    struct expectations *const out = r->out;

    r->line = number;
    if (string_equal(key, "match"))
        return begin_product(r, value);
    const enum fact fact = fact_named(key);
    if (fact == FACTS)
        return unknown(r, key);
    if (line_before(out, fact))
        return complain(r, "%s=%s: line %u has that key already", key, value,
                        line_before(out, fact));
    if (out->rows == EXPECT_ROWS_MAX)
        return complain(r, "more than %u lines with values", EXPECT_ROWS_MAX);
    struct expect_row *const row = &out->row[out->rows];

    *row = (struct expect_row){ .fact = (uint8_t)fact,
                                .product = (uint8_t)product_now(out),
                                .line = (uint16_t)number };
    if (!parse_value(value, row))
        return complain(r, "%s=%s: expected %s", key, value, allowed(fact));
    out->rows++;
    return OK;
}

/* A file without any value is refused, because every card would pass it. */
enum err expect_parse(struct expectations *out, const char *file, const char *text, size_t size,
                      char error[EXPECT_ERROR_MAX])
{
    struct reader reader = { .out = out, .file = file, .error = error };
    struct text name;

    *out = (struct expectations){ 0 };
    name = text_in(out->name, sizeof(out->name));
    text_string(&name, file);
    const enum err e = key_lines_parse(file, text, size, EXPECT_MAX_BYTES, take_line, &reader,
                                       error, EXPECT_ERROR_MAX);
    if (e != OK)
        return e;
    if (!out->rows) {
        struct text words = text_in(error, EXPECT_ERROR_MAX);

        text_format(&words, "%s: expects nothing; give lines such as chipset=g84", file);
        return ERR_CONFIG;
    }
    if (!out->products)
        out->products = 1;
    return OK;
}

/* ---- a card ---------------------------------------------------------------------------------- */

bool expect_fits(const struct expect_row *row, const struct fact_value *value)
{
    if (value->state != FACT_KNOWN)
        return false;
    if (fact_kind((enum fact)row->fact) == FACT_OF_WORD)
        return string_equal(row->word, value->word);
    return value->number >= row->low && value->number <= row->high;
}

unsigned expect_product(const struct expectations *expected, const struct facts *facts)
{
    for (unsigned p = 0; p < expected->products; p++) {
        const struct expect_product *const product = &expected->product[p];
        unsigned fits = 0;

        while (fits < product->count &&
               expect_fits(&product->of[fits], &facts->of[product->of[fits].fact]))
            fits++;
        if (fits == product->count)
            return p;
    }
    return expected->products;
}

bool expect_is_of(const struct expectations *expected, unsigned row, unsigned product)
{
    return row < expected->shared || expected->row[row].product == product;
}

/* The unit stands once, after the last number, so the lower limit is printed plain. */
void expect_row_words(struct text *text, const struct expect_row *row)
{
    const enum fact fact = (enum fact)row->fact;
    struct fact_value low = { .state = FACT_KNOWN, .number = row->low };
    const struct fact_value high = { .state = FACT_KNOWN, .number = row->high };
    struct text word = text_in(low.word, sizeof(low.word));

    text_string(&word, row->word);
    if (row->high == EXPECT_NO_LIMIT) {
        fact_words(text, fact, &low);
        text_string(text, " or more");
    } else if (row->low == row->high) {
        fact_words(text, fact, &low);
    } else {
        if (row->low)
            fact_plain(text, fact, &low);
        text_string(text, row->low ? " to " : "up to ");
        fact_words(text, fact, &high);
    }
}
