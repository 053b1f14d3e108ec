/* suite/nv50/shader.c: the shader cores: each multiprocessor gives the right results, all at once and each alone. A result that
 * differs names TPC and multiprocessor, the unit and the bits. */
#include "suite/nv50/groups.h"
#include "suite/nv50/shader_lab.h"

#include "engines/nv50/compute.h"
#include "hw/bits.h"
#include "hw/nv50/chip.h"
#include "hw/nv50/pgraph.h"

static void put_bits(struct text *text, uint32_t bits)
{
    if (bits_count(bits) == 1)
        text_format(text, "bit %u", lowest_bit_number(bits));
    else
        text_format(text, "bits 0x%x", bits);
}

/* "; wrong in 12 of 3072 words, in none of the other 3 MPs" */
static void put_extent(struct text *text, const struct shader_lab *lab, uint64_t bad)
{
    const struct core_wrong *const w = &lab->wrong[lowest_bit_number(bad)];
    const unsigned others = cores_count(lab->there & ~bad);

    text_format(text, "; wrong in %u of %u words", w->count, w->compared);
    if (cores_count(bad) > 1)
        text_format(text, ", and so %s %u more MP%s", cores_count(bad) == 2 ? "is" : "are",
                    cores_count(bad) - 1, cores_count(bad) == 2 ? "" : "s");
    if (others)
        text_format(text, ", in none of the other %u MP%s", others, others == 1 ? "" : "s");
}

/* No public tool has shown on every multiprocessor which words it must give, so a real card that differs is not called bad.
 * If most multiprocessors of this very card gave those words and a few did not, it is not called good either. */
static bool is_open(const struct test *t, const struct shader_lab *lab, uint64_t bad)
{
    return !t->judged && 2 * cores_count(bad) < cores_count(lab->there);
}

/* An approximation is told by how many bits agree, because the reference gives it no exact word. */
static void say_words(struct test *t, const struct shader_lab *lab, const char *where, uint64_t bad)
{
    const struct core_wrong *const w = &lab->wrong[lowest_bit_number(bad)];
    char name[TEST_VALUE_MAX], wanted[48], seen[24], rest[TEST_VALUE_MAX], said[TEST_SENTENCE_MAX];
    struct text text = text_in(name, sizeof(name));

    lab->work->name(&text, w->row, w->thread);
    text = text_in(seen, sizeof(seen));
    text_format(&text, "0x%x", w->seen);
    text = text_in(wanted, sizeof(wanted));
    if (w->known)
        text_format(&text, "0x%x", w->wanted);
    else
        text_string(&text, "a value that agrees in 18 bits");
    text = text_in(rest, sizeof(rest));
    if (w->known)
        put_bits(&text, w->bits);
    put_extent(&text, lab, bad);
    text = text_in(said, sizeof(said));
    text_format(&text, "%s: %s gives %s, expected %s%s%s", where, name, seen, wanted,
                w->known ? ": " : "", rest);
    if (is_open(t, lab, bad))
        test_skip(t, "%s; not judged, for no public tool shows what each MP gives", said);
    else
        test_differs(t, wanted, seen, "%s", said);
}

/* The finding is made first, because reports take the cores from it and not from the sentence. */
static void tell(struct test *t, const struct shader_lab *lab, uint64_t bad)
{
    const struct core_wrong *const w = &lab->wrong[lowest_bit_number(bad)];
    const bool one = cores_count(bad) == 1;
    const struct finding finding = { .cause = one ? CAUSE_SHADER_CORE : CAUSE_SHADER_CORES,
                                     .cores = bad,
                                     .unit = (uint8_t)lab->work->unit,
                                     .manner = w->manner,
                                     .lane = one ? only_lane(w->lanes) : FINDING_NO_LANE };
    char where[TEST_VALUE_MAX];
    struct text text = text_in(where, sizeof(where));

    cores_names(&text, bad, 2);
    text_string(&text, ": ");
    core_says(&text, (enum core_manner)w->manner, lab->work->unit, finding.lane);
    test_find(t, &finding);
    if (w->manner == CORE_WRONG) {
        say_words(t, lab, where, bad);
    } else {
        test_fail(t, "%s, at the test of its %s%s", where, core_unit_words(lab->work->unit),
                  cores_count(lab->there & ~bad) ? ", unlike the other MPs" : "");
    }
}

static void keep_cores(struct test *t, const struct shader_lab *lab, uint64_t bad)
{
    const struct nv50_chip *const chip = nv50_chip_of(t->card->chip);

    t->cores =
        (struct core_table){ .tpcs = chip->max_tpcs, .mps = chip->max_mps, .there = lab->there };
    t->cores.bad[lab->work->unit] = bad;
    t->cores.good[lab->work->unit] = lab->there & ~bad;
}

static void works(struct test *t, const struct shader_work *work)
{
    struct shader_lab lab;

    if (!shader_build(&lab, t, work) || !shader_work_all(&lab))
        return;
    const uint64_t bad = shader_bad(&lab);
    keep_cores(t, &lab, bad);
    if (bad)
        tell(t, &lab, bad);
    else
        test_note(t, "%s of %u MP%s", core_unit_words(work->unit), cores_count(lab.there),
                  cores_count(lab.there) == 1 ? "" : "s");
}

static void registers_hold(struct test *t)
{
    works(t, &work_registers);
}

static void shared_memory_holds(struct test *t)
{
    works(t, &work_shared);
}

/* A few words of each multiprocessor, in every run. */
static void few_floats_are_right(struct test *t)
{
    works(t, &work_sample);
}

static void integers_are_right(struct test *t)
{
    works(t, &work_integer);
}

static void floats_are_right(struct test *t)
{
    works(t, &work_float);
}

static void special_functions_are_right(struct test *t)
{
    works(t, &work_special);
}

static void programs_go_their_way(struct test *t)
{
    works(t, &work_flow);
}

/* A TPC has one texture unit, so all of its multiprocessors are wrong together where that is broken. */
static void texels_are_right(struct test *t)
{
    works(t, &work_texture);
}

/* clang-format off */
static const struct test_case rows[] = {
    { .name = "shader.sample", .source = "tesla-isa.md §6", .run = few_floats_are_right,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "vm.graph.copy", .flags = TEST_RISKY, .deadline_s = 120 },
    { .name = "shader.integer", .source = "tesla-isa.md §6", .run = integers_are_right,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "vm.graph.copy", .flags = TEST_RISKY | TEST_EXTRA, .deadline_s = 120, .part = PART_CORES },
    { .name = "shader.float", .source = "tesla-isa.md §6", .run = floats_are_right,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "vm.graph.copy", .flags = TEST_RISKY | TEST_EXTRA, .deadline_s = 120, .part = PART_CORES },
    { .name = "shader.special", .source = "tesla-isa.md §6", .run = special_functions_are_right,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "vm.graph.copy", .flags = TEST_RISKY | TEST_EXTRA, .deadline_s = 120, .part = PART_CORES },
    { .name = "shader.registers", .source = "tesla-isa.md §3", .run = registers_hold,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "vm.graph.copy", .flags = TEST_RISKY | TEST_EXTRA, .deadline_s = 120, .part = PART_CORES },
    { .name = "shader.shared", .source = "tesla-isa.md §5", .run = shared_memory_holds,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "vm.graph.copy", .flags = TEST_RISKY | TEST_EXTRA, .deadline_s = 120, .part = PART_CORES },
    { .name = "shader.flow", .source = "tesla-isa.md §3, §4.4", .run = programs_go_their_way,
      .basis = UNVERIFIED, .experiment = "E43", .claim = CLAIM_ENGINE, .needs = "vm.graph.copy", .flags = TEST_RISKY | TEST_EXTRA, .deadline_s = 120, .part = PART_CORES },
    { .name = "shader.texture", .source = "tesla-engines.md §4.8", .run = texels_are_right,
      .basis = DOCUMENTED, .claim = CLAIM_ENGINE, .needs = "vm.graph.copy", .flags = TEST_RISKY | TEST_EXTRA, .deadline_s = 120, .part = PART_TEXTURES },
};
/* clang-format on */
const struct test_group shader_tests = { rows, ARRAY_SIZE(rows) };
