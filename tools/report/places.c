#include "tools/report/places.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tools/report/write.h"

#define CELLS   7
#define ROW_MAX 2048

bool place_is_telling(const struct report_fault *fault)
{
    return (strcmp(fault->kind, "one") == 0 || strcmp(fault->kind, "shared") == 0) &&
           fault->equations[0];
}

static bool is_same(const char *board, const char *equations, uint64_t lines,
                    const struct report_card *card, const struct report_fault *fault)
{
    return card->id && strcmp(board, card->id) == 0 && strcmp(equations, fault->equations) == 0 &&
           (lines & fault->lines);
}

/* ---- a table of repairs ----------------------------------------------------------------------- */

/* Cells of a row, each terminated; false: there are not as many as there should be. */
static bool split(char *row, char *cells[CELLS])
{
    row[strcspn(row, "\r\n")] = '\0';
    for (unsigned i = 0; i < CELLS; i++) {
        cells[i] = row;
        row += strcspn(row, "\t");
        if (i + 1 < CELLS && !*row)
            return false;
        if (*row)
            *row++ = '\0';
    }
    return !*row && cells[0][0] && cells[1][0] && cells[3][0];
}

static void add_row(struct places *places, char *const cells[CELLS])
{
    if (places->count == places->room) {
        places->room = places->room ? 2 * places->room : 16;
        places->rows = realloc(places->rows, places->room * sizeof(*places->rows));
        if (!places->rows)
            abort();
    }
    unsigned *const number = index_number(&places->index, cells[3]);

    if (!*number)
        *number = ++places->chips;
    places->rows[places->count++] = (struct place_row){ .number = *number,
                                                        .board = strdup(cells[0]),
                                                        .equations = strdup(cells[1]),
                                                        .lines = strtoull(cells[2], NULL, 0),
                                                        .chip = strdup(cells[3]) };
}

/* The header may stand anywhere, because tables of several benches are joined by cat. */
bool places_read(struct places *places, const char *file, char *error, size_t error_size)
{
    FILE *const stream = fopen(file, "r");
    char row[ROW_MAX], *cells[CELLS];
    unsigned number = 0;
    bool good = true;

    *places = (struct places){ .file = strdup(file) };
    if (!stream) {
        snprintf(error, error_size, "%s: %s", file, strerror(errno));
        return false;
    }
    while (good && fgets(row, sizeof(row), stream)) {
        number++;
        if (strncmp(row, PLACES_HEADER, strlen(PLACES_HEADER)) == 0 || row[0] == '\n' ||
            row[0] == '#')
            continue;
        good = split(row, cells);
        if (good)
            add_row(places, cells);
        else
            snprintf(error, error_size, "%s: line %u: no row of a table of repairs", file, number);
    }
    fclose(stream);
    return good;
}

void places_free(struct places *places)
{
    for (unsigned i = 0; i < places->count; i++)
        free(places->rows[i].board), free(places->rows[i].equations), free(places->rows[i].chip);
    index_free(&places->index);
    free(places->rows);
    free(places->file);
}

static void print_chip(const struct places *places, const struct report_fault *fault,
                       const char *chip, unsigned times, FILE *to)
{
    fputs("  place    ", to);
    print_safe(to, fault->words);
    fputs(": chip ", to);
    print_safe(to, chip);
    if (times == 1)
        fputs(", seen once on this board", to);
    else
        fprintf(to, ", seen %u times on this board", times);
    fputs(" (", to);
    print_safe(to, places->file);
    fputs(")\n", to);
}

#define CHIPS_MOST 8 /* that are named at one place */

/* Each chip once, however many rows name it, in the order of their first ones. */
static void print_chips(const struct places *places, const struct report_card *card,
                        const struct report_fault *fault, FILE *to)
{
    unsigned *const all = calloc(places->chips + 1, sizeof(*all)), named = 0;

    if (!all)
        abort();

    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned i = 0; i < places->count; i++) {
            const struct place_row *const row = &places->rows[i];

            if (!is_same(row->board, row->equations, row->lines, card, fault))
                continue;
            unsigned *const times = &all[row->number];
            if (pass == 0) {
                ++*times;
            } else if (*times) {
                if (named++ < CHIPS_MOST)
                    print_chip(places, fault, row->chip, *times, to);
                *times = 0;
            }
        }
    if (named > CHIPS_MOST)
        fprintf(to, "  place    and %u more chips\n", named - CHIPS_MOST);
    free(all);
}

void places_print(const struct places *places, const struct report_card *card, FILE *to)
{
    for (unsigned i = 0; i < card->fault_count; i++)
        if (place_is_telling(&card->faults[i]))
            print_chips(places, card, &card->faults[i], to);
}

/* ---- two reports ------------------------------------------------------------------------------ */

static const char *said_of(const struct report_run *run)
{
    return run->label && run->label[0] ? run->label : run->file;
}

static void print_pair(const struct report_run *a, const struct report_run *b,
                       const struct report_card *card, const struct report_fault *fault, FILE *to)
{
    fputs("the same place: ", to);
    print_safe(to, said_of(a));
    fprintf(to, " run %u and ", a->number);
    print_safe(to, said_of(b));
    fprintf(to, " run %u, boards ", b->number);
    print_safe(to, card->id);
    fputs(": equations ", to);
    print_safe(to, fault->equations);
    fprintf(to, ", data lines 0x%llx\n", (unsigned long long)fault->lines);
}

/* Boards of one kind whose faults satisfy the same equations: of each data line the first card that has it. */
#define LINES 64
struct kind {
    struct owner {
        const struct report_run *run; /* null: none */
        const struct report_fault *fault;
    } of[LINES];
};

struct kinds {
    struct index index; /* its numbers count from 1 */
    struct kind *all;
    unsigned count, room;
};

/* The key has the card's id and its equations, because the same equations lie elsewhere on another
 * board. */
static struct kind *kind_of(struct kinds *kinds, const struct report_card *card,
                            const struct report_fault *fault)
{
    char *key = NULL;

    if (asprintf(&key, "%s\t%s", card->id, fault->equations) < 0)
        abort();
    unsigned *const number = index_number(&kinds->index, key);
    free(key);
    if (!*number) {
        if (kinds->count == kinds->room) {
            kinds->room = kinds->room ? 2 * kinds->room : 16;
            kinds->all = realloc(kinds->all, kinds->room * sizeof(*kinds->all));
            if (!kinds->all)
                abort();
        }
        kinds->all[kinds->count] = (struct kind){ 0 };
        *number = ++kinds->count;
    }
    return &kinds->all[*number - 1];
}

/* The first of the runs before whose card has one of these lines; null: none. */
static const struct owner *take_lines(struct kind *kind, const struct owner *owner)
{
    const struct owner *first = NULL;

    for (unsigned bit = 0; bit < LINES; bit++) {
        struct owner *const there = &kind->of[bit];

        if (!(owner->fault->lines >> bit & 1))
            continue;
        if (!there->run)
            *there = *owner;
        else if (there->run != owner->run && (!first || there->run < first->run))
            first = there;
    }
    return first;
}

static void compare_card(struct kinds *kinds, const struct report_run *run,
                         const struct report_card *card, FILE *to)
{
    bool named = false;

    for (unsigned i = 0; card->id && i < card->fault_count; i++) {
        const struct owner owner = { run, &card->faults[i] };

        if (!place_is_telling(owner.fault))
            continue;
        const struct owner *const like = take_lines(kind_of(kinds, card, owner.fault), &owner);
        if (like && !named)
            print_pair(like->run, run, card, owner.fault, to);
        named |= like != NULL;
    }
}

/* Every card is named with the first before it that is like it, and not with each, so that a thousand reports of one
 * board are a thousand lines. */
void places_compare(const struct report_list *list, FILE *to)
{
    struct kinds kinds = { 0 };

    for (unsigned i = 0; i < list->run_count; i++)
        for (unsigned c = 0; c < list->runs[i].card_count; c++)
            compare_card(&kinds, &list->runs[i], &list->runs[i].cards[c], to);
    index_free(&kinds.index);
    free(kinds.all);
}
