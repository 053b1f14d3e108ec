/* Which opcodes the corpus of the script fuzzer reaches: all that can be carried out must be among them, and
 * all that cannot must stop the walk and the run. The list goes to the output. */
#include <dirent.h>

#include "tests/fuzz/script_image.h"
#include "tests/fuzz/script_world.h"
#include "tests/kit/tests.h"

#define CORPUS "tests/fuzz/corpus/devinit/"

static struct script_world world;
static uint8_t image[SCRIPT_AT + SCRIPT_MAX];

static void run(const uint8_t *script, size_t size, unsigned chip, unsigned flags, uint32_t seed)
{
    struct vbios v;
    const size_t length = script_image(image, script, size);

    assert_int_equal(vbios_parse(image, length, &v), OK);
    script_world_run(&world, &v, chip, flags, seed);
}

TEST(the_corpus_reaches_every_opcode)
{
    uint32_t reached[OPCODE_COUNT / 32] = { 0 };
    DIR *const folder = opendir(CORPUS);
    unsigned missing = 0;

    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder));) {
        uint8_t bytes[SCRIPT_MAX];
        char path[512];

        snprintf(path, sizeof(path), CORPUS "%s", entry->d_name);
        FILE *const file = entry->d_name[0] == '.' ? NULL : fopen(path, "rb");
        if (!file)
            continue;
        const size_t size = fread(bytes, 1, sizeof(bytes), file);
        fclose(file);
        if (size < 3)
            continue;
        run(bytes + 3, size - 3, bytes[0], bytes[1], bytes[2] * 0x01010101u);
        for (unsigned i = 0; i < OPCODE_COUNT / 32; i++)
            reached[i] |= world.d.reached[i];
    }
    closedir(folder);
    for (unsigned i = 0; i < OPCODE_COUNT; i++) {
        if (opcodes[i].class < OPCODE_HONOURS)
            continue;
        const bool found = reached[i / 32] >> i % 32 & 1;
        printf("# %s 0x%02x %s\n", found ? "reached" : "missing", i, opcodes[i].name);
        missing += !found;
    }
    assert_int_equal(missing, 0);
}
