#include "tools/report/line.h"

#include <stdlib.h>
#include <string.h>

#include "tools/report/apart.h"

/* A rig is called odd only where chance would make one of all rigs look like that in a thousand pages, and not on fewer
 * tests than justify an action. */
#define ODD_CHANCE 0.001L
#define ODD_TESTS  10

/* ---- counting ---- */

/* Rows are found by an index of names, because a line may have tens of thousands of cards. */
static struct line_row *row_of(struct line_table *table, const char *name)
{
    unsigned *const number = index_number(&table->index, name);

    if (*number)
        return &table->rows[*number - 1];
    if (table->count == table->room) {
        const unsigned room = table->room ? 2 * table->room : 16;
        struct line_row *const rows = realloc(table->rows, room * sizeof(*rows));

        if (!rows)
            return NULL;
        table->rows = rows;
        table->room = room;
    }
    char *const copy = strdup(name);
    if (!copy)
        return NULL;
    table->rows[table->count] = (struct line_row){ .name = copy };
    *number = ++table->count;
    return &table->rows[table->count - 1];
}

static bool add(struct line_table *table, const char *name, int status)
{
    struct line_row *const row = row_of(table, name);

    if (!row)
        return false;
    row->tests++;
    row->pass += status == 0;
    row->fail += status == 1;
    return true;
}

/* "g84 10de:0400 10de:0400": the identity in configuration space, without the revision of the
 * chip. */
static char *board_of(const struct report_card *card)
{
    const char *const id = card->id ? card->id : "";
    const char *const last = strrchr(id, ' ');
    char *name = NULL;

    if (asprintf(&name, "%s %.*s", card->chipset ? card->chipset : "unknown chipset",
                 (int)(last ? (size_t)(last - id) : strlen(id)), id) < 0)
        return NULL;
    return name;
}

/* The table in which a chip of a card is counted. */
struct chips_of_board {
    struct line_table *chips;
    const char *board;
    bool good;
};

static void add_chip(void *opaque, const char *chip)
{
    struct chips_of_board *const to = opaque;
    char *name;

    if (!to->good || asprintf(&name, "%s %s", to->board, chip) < 0) {
        to->good = false;
        return;
    }
    to->good = add(to->chips, name, 1);
    free(name);
}

/* The chips that the verdict names. */
static bool add_chips(struct line_table *chips, const struct report_card *card, const char *board)
{
    struct chips_of_board to = { chips, board, true };

    finding_each_chip(&card->finding, add_chip, &to);
    return to.good;
}

/* Rounds follow each other in one file. */
static bool is_next_round(const struct report_run *run, const struct report_run *next)
{
    return run->round && next->round == run->round + 1 && strcmp(run->file, next->file) == 0;
}

static const struct report_card *same_card(const struct report_run *run,
                                           const struct report_card *card)
{
    for (unsigned i = 0; i < run->card_count; i++)
        if (run->cards[i].at && card->at && strcmp(run->cards[i].at, card->at) == 0)
            return &run->cards[i];
    return NULL;
}

static int rank_of(const struct report_card *card)
{
    static const int ranks[] = { 0, 2, 1 }; /* by status: a FAIL is the worst */

    return ranks[report_status(card->verdict)];
}

/* Whether another round of the same test of the card counts in place of this one: the worst, of several the first. */
static bool is_outdone(const struct report_list *list, unsigned run, const struct report_card *card)
{
    const struct report_run *const runs = list->runs;

    for (unsigned i = run; i && is_next_round(&runs[i - 1], &runs[i]); i--) {
        const struct report_card *const other = same_card(&runs[i - 1], card);

        if (other && rank_of(other) >= rank_of(card))
            return true;
    }
    for (unsigned i = run; i + 1 < list->run_count && is_next_round(&runs[i], &runs[i + 1]); i++) {
        const struct report_card *const other = same_card(&runs[i + 1], card);

        if (other && rank_of(other) > rank_of(card))
            return true;
    }
    return false;
}

static bool add_card(struct line *line, const struct report_run *run,
                     const struct report_card *card)
{
    const int status = report_status(card->verdict);
    char *const board = card->at ? board_of(card) : NULL;
    bool good = add(&line->rigs, report_rig(run), status) && (board || !card->at);

    line->tests++;
    line->pass += status == 0;
    line->fail += status == 1;
    if (board && good)
        good = add(&line->boards, board, status) &&
               (status != 1 || add_chips(&line->chips, card, board));
    free(board);
    return good;
}

/* ---- cards that come again ---- */

struct known {
    const char *name, *time;
    unsigned order;
    int status;
};

static int by_name_then_time(const void *a, const void *b)
{
    const struct known *const x = a, *const y = b;
    const int name = strcmp(x->name, y->name), time = strcmp(x->time, y->time);

    return name ? name : time ? time : x->order < y->order ? -1 : 1;
}

/* Of a card that came several times only the last test counts: a repaired card is a good one. */
static bool count_known(struct line *line, const struct report_list *list)
{
    struct known *const all = calloc(line->tests ? line->tests : 1, sizeof(*all));
    unsigned count = 0;

    for (unsigned i = 0; all && i < list->run_count; i++)
        for (unsigned c = 0; c < list->runs[i].card_count; c++) {
            const struct report_run *const run = &list->runs[i];
            const struct report_card *const card = &run->cards[c];
            const char *const name = card->serial ? card->serial : run->label;

            if (name && name[0] && !is_outdone(list, i, card))
                all[count] = (struct known){ name, run->time ? run->time : "", count,
                                             report_status(card->verdict) },
                count++;
        }
    if (all)
        qsort(all, count, sizeof(*all), by_name_then_time);
    for (unsigned i = 0; all && i < count; i++)
        if (i + 1 == count || strcmp(all[i].name, all[i + 1].name) != 0) {
            line->known++;
            line->known_good += all[i].status == 0;
        }
    const bool good = all;
    free(all);
    return good;
}

/* ---- rigs that differ ---- */

/* How likely at least `fail` of `tests` fail, if each does with this chance (binomial distribution). */
static long double tail(unsigned tests, unsigned fail, long double chance)
{
    long double term = 1, sum = 0;

    for (unsigned i = 0; i < tests; i++)
        term *= 1 - chance;
    for (unsigned k = 0; k <= tests; k++) {
        if (k >= fail)
            sum += term;
        term *= (long double)(tests - k) / (k + 1) * chance / (1 - chance);
    }
    return sum;
}

/* Each against all others; the one and the two keep the chance off 0 and 1 where the others are few. */
static void mark_odd(struct line *line)
{
    for (unsigned i = 0; i < line->rigs.count; i++) {
        struct line_row *const rig = &line->rigs.rows[i];
        const unsigned judged = rig->pass + rig->fail;
        const unsigned others = line->pass + line->fail - judged;
        const long double chance = (line->fail - rig->fail + 1.0L) / (others + 2.0L);

        rig->odd = judged >= ODD_TESTS && others >= ODD_TESTS &&
                   rig->fail * (uint64_t)others > (line->fail - rig->fail) * (uint64_t)judged &&
                   tail(judged, rig->fail, chance) < ODD_CHANCE / line->rigs.count;
    }
}

/* ---- order ---- */

/* In thousandths; a row without a judged card has none. */
static unsigned share(unsigned pass, unsigned fail)
{
    return pass + fail ? (unsigned)((UINT64_C(1000) * pass + (pass + fail) / 2) / (pass + fail))
                       : 1001;
}

static int by_share(const void *a, const void *b)
{
    const struct line_row *const x = a, *const y = b;
    const unsigned of_x = share(x->pass, x->fail), of_y = share(y->pass, y->fail);

    return of_x != of_y ? (of_x < of_y ? -1 : 1) : strcmp(x->name, y->name);
}

static int by_tests(const void *a, const void *b)
{
    const struct line_row *const x = a, *const y = b;

    return x->tests != y->tests ? (x->tests > y->tests ? -1 : 1) : strcmp(x->name, y->name);
}

static bool keep_remark(void *opaque, const char *words)
{
    struct line *const line = opaque;
    char **const remarks =
        realloc(line->remarks, (line->remark_count + 1) * sizeof(*line->remarks));

    if (!remarks)
        return false;
    line->remarks = remarks;
    line->remarks[line->remark_count] = strdup(words);
    return line->remarks[line->remark_count++];
}

/* A card that a later round outdoes is left out, because its rounds are one test. */
bool line_count(struct line *line, const struct report_list *list)
{
    bool good = true;

    *line = (struct line){ .unread = list->unread };
    for (unsigned i = 0; good && i < list->run_count; i++)
        for (unsigned c = 0; good && c < list->runs[i].card_count; c++)
            good = is_outdone(list, i, &list->runs[i].cards[c]) ||
                   add_card(line, &list->runs[i], &list->runs[i].cards[c]);
    if (!good || !count_known(line, list))
        return false;
    if (!apart_each(list, keep_remark, line))
        return false;
    mark_odd(line);
    if (line->rigs.count)
        qsort(line->rigs.rows, line->rigs.count, sizeof(struct line_row), by_share);
    if (line->boards.count)
        qsort(line->boards.rows, line->boards.count, sizeof(struct line_row), by_tests);
    if (line->chips.count)
        qsort(line->chips.rows, line->chips.count, sizeof(struct line_row), by_tests);
    return true;
}

static void free_table(struct line_table *table)
{
    for (unsigned i = 0; i < table->count; i++)
        free(table->rows[i].name);
    index_free(&table->index);
    free(table->rows);
}

void line_free(struct line *line)
{
    free_table(&line->rigs);
    free_table(&line->boards);
    free_table(&line->chips);
    for (unsigned i = 0; i < line->remark_count; i++)
        free(line->remarks[i]);
    free(line->remarks);
    *line = (struct line){ 0 };
}

/* ---- words ---- */

/* "94.7 %", or a dash where no card was judged. */
static void share_words(unsigned pass, unsigned fail, char words[16])
{
    const unsigned of = share(pass, fail);

    if (of > 1000)
        snprintf(words, 16, "-");
    else
        snprintf(words, 16, "%u.%u %%", of / 10, of % 10);
}

static void summary(const struct line *line, char words[200])
{
    char good[16];

    share_words(line->pass, line->fail, good);
    int used =
        snprintf(words, 200, "%u tests of cards: %u PASS, %u FAIL, %u other; yield %s", line->tests,
                 line->pass, line->fail, line->tests - line->pass - line->fail, good);
    if (line->known)
        used +=
            snprintf(words + used, 200 - (size_t)used,
                     "; %u known cards, %u good at their last test", line->known, line->known_good);
    if (line->unread)
        snprintf(words + used, 200 - (size_t)used, "; %u file%s could not be read", line->unread,
                 line->unread == 1 ? "" : "s");
}

static void odd_words(const struct line *line, const struct line_row *rig, char words[300])
{
    snprintf(
        words, 300,
        "rig %.100s fails more than its neighbours: %u of %u cards, all others %u of %u; check "
        "its slot, supply and contacts before its FAILs are believed",
        rig->name, rig->fail, rig->pass + rig->fail, line->fail - rig->fail,
        line->pass + line->fail - rig->pass - rig->fail);
}

static void print_table(const struct line_table *table, const char *what, FILE *to)
{
    char yield[16];

    for (unsigned i = 0; i < table->count; i++) {
        const struct line_row *const row = &table->rows[i];

        share_words(row->pass, row->fail, yield);
        fprintf(to, "%s\t", what);
        print_safe(to, row->name);
        fprintf(to, "\t%u\t%u\t%u\t%s\n", row->tests, row->pass, row->fail, yield);
    }
}

static void print_remark(FILE *to, const char *words)
{
    fputs("# ", to);
    print_safe(to, words);
    fputc('\n', to);
}

void line_print(const struct line *line, FILE *to)
{
    char words[300];

    summary(line, words);
    fprintf(to, "# %s\n", words);
    for (unsigned i = 0; i < line->rigs.count; i++)
        if (line->rigs.rows[i].odd) {
            odd_words(line, &line->rigs.rows[i], words);
            print_remark(to, words);
        }
    for (unsigned i = 0; i < line->remark_count; i++)
        print_remark(to, line->remarks[i]);
    fputs("what\tname\ttests\tpass\tfail\tyield\n", to);
    print_table(&line->rigs, "rig", to);
    print_table(&line->boards, "board", to);
    for (unsigned i = 0; i < line->chips.count; i++)
        fprintf(to, "chip\t%s\t\t\t%u\t\n", line->chips.rows[i].name, line->chips.rows[i].fail);
}

/* An empty table is left out with its title, because a title alone reads as a fault of the page. */
static void html_table(xml out, const struct line_table *table, const char *title,
                       const char *first)
{
    static const char *const names[] = { "tests", "PASS", "FAIL", "yield" };
    char yield[16];

    if (!table->count)
        return;
    xml_line(out, "h3", title);
    xml_open(out, "table");
    xml_open(out, "thead");
    xml_open(out, "tr");
    xml_line(out, "th", first);
    for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        xml_line(out, "th", names[i]);
    xml_close(out);
    xml_close(out);
    xml_open(out, "tbody");
    for (unsigned i = 0; i < table->count; i++) {
        const struct line_row *const row = &table->rows[i];
        const unsigned counts[] = { row->tests, row->pass, row->fail };

        xml_open(out, "tr");
        xml_line(out, "th", row->name);
        for (unsigned c = 0; c < sizeof(counts) / sizeof(counts[0]); c++) {
            xml_open(out, "td");
            xml_print(out, "%u", counts[c]);
            xml_close(out);
        }
        share_words(row->pass, row->fail, yield);
        xml_line(out, "td", yield);
        xml_close(out);
    }
    xml_close(out);
    xml_close(out);
}

/* Only the number of bad cards, because a chip has no yield of its own. */
static void html_chips(xml out, const struct line_table *chips)
{
    if (!chips->count)
        return;
    xml_line(out, "h3", "Bad chips by their place");
    xml_open(out, "table");
    xml_open(out, "thead");
    xml_open(out, "tr");
    xml_line(out, "th", "board and chip");
    xml_line(out, "th", "cards in which it was bad");
    xml_close(out);
    xml_close(out);
    xml_open(out, "tbody");
    for (unsigned i = 0; i < chips->count; i++) {
        xml_open(out, "tr");
        xml_line(out, "th", chips->rows[i].name);
        xml_open(out, "td");
        xml_print(out, "%u", chips->rows[i].fail);
        xml_close(out);
        xml_close(out);
    }
    xml_close(out);
    xml_close(out);
}

/* Remarkable rigs and cards come before the tables, because they ask for action. */
void line_html(const struct line *line, xml out)
{
    char words[300];

    xml_open(out, "section");
    xml_line(out, "h2", "The line");
    summary(line, words);
    xml_line(out, "p", words);
    for (unsigned i = 0; i < line->rigs.count; i++)
        if (line->rigs.rows[i].odd) {
            odd_words(line, &line->rigs.rows[i], words);
            xml_class(out, "p", "cause", words);
        }
    for (unsigned i = 0; i < line->remark_count; i++)
        xml_line(out, "p", line->remarks[i]);
    html_table(out, &line->rigs, "Rigs", "rig");
    html_table(out, &line->boards, "Boards", "chipset, device, subsystem");
    html_chips(out, &line->chips);
    xml_close(out);
}
