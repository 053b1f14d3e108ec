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
    places->rows[places->count++] = (struct place_row){ .board = strdup(cells[0]),
                                                        .equations = strdup(cells[1]),
                                                        .lines = strtoull(cells[2], NULL, 0),
                                                        .chip = strdup(cells[3]) };
}

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
    free(places->rows);
    free(places->file);
}

static unsigned seen(const struct places *places, const struct report_card *card,
                     const struct report_fault *fault, const char *chip, unsigned until)
{
    unsigned count = 0;

    for (unsigned i = 0; i < until; i++) {
        const struct place_row *const row = &places->rows[i];

        count += strcmp(row->chip, chip) == 0 &&
                 is_same(row->board, row->equations, row->lines, card, fault);
    }
    return count;
}

/* Each chip once, however many rows name it. */
static void print_chips(const struct places *places, const struct report_card *card,
                        const struct report_fault *fault, FILE *to)
{
    for (unsigned i = 0; i < places->count; i++) {
        const char *const chip = places->rows[i].chip;
        const unsigned times = seen(places, card, fault, chip, places->count);

        if (!seen(places, card, fault, chip, i + 1) || seen(places, card, fault, chip, i))
            continue;
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

/* The first fault of a card that is also one of the other card's. */
static const struct report_fault *shared_fault(const struct report_card *a,
                                               const struct report_card *b)
{
    for (unsigned i = 0; i < a->fault_count; i++)
        for (unsigned j = 0; j < b->fault_count && a->id; j++)
            if (place_is_telling(&a->faults[i]) &&
                is_same(a->id, a->faults[i].equations, a->faults[i].lines, b, &b->faults[j]))
                return &a->faults[i];
    return NULL;
}

static void compare_runs(const struct report_run *a, const struct report_run *b, FILE *to)
{
    for (unsigned i = 0; i < a->card_count; i++)
        for (unsigned j = 0; a->cards[i].fault_count && j < b->card_count; j++) {
            const struct report_fault *const fault = shared_fault(&a->cards[i], &b->cards[j]);

            if (fault)
                print_pair(a, b, &a->cards[i], fault, to);
        }
}

void places_compare(const struct report_list *list, FILE *to)
{
    for (unsigned i = 0; i < list->run_count; i++)
        for (unsigned j = i + 1; j < list->run_count; j++)
            compare_runs(&list->runs[i], &list->runs[j], to);
}
