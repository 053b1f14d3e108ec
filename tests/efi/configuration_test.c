/* tests/efi/configuration_test.c: the run's configuration, from a file or with the image (efi/configuration.h). */
#include "efi/board_file.h"
#include "efi/configuration.h"
#include "efi/script_file.h"
#include "tests/efi/uefi/com1.h"
#include "tests/efi/uefi/volume.h"

static EFI_LOADED_IMAGE_PROTOCOL loaded;

FIXTURE(begin)
{
    com1_begin(state);
    loaded = (EFI_LOADED_IMAGE_PROTOCOL){ .DeviceHandle = VOLUME };
    machine_offer(IMAGE, &loaded_guid, &loaded);
}

static struct {
    const char *name, *text;
    enum err e;
} files[3];

static enum err read_folder(void *opaque, const char *name, char *bytes, size_t size,
                            size_t *length)
{
    for (unsigned i = 0; i < 3; i++)
        if (files[i].name != NULL && strcmp(files[i].name, name) == 0) {
            assert_true(size > strlen(files[i].text));
            memcpy(bytes, files[i].text, strlen(files[i].text));
            *length = strlen(files[i].text);
            return files[i].e;
        }
    return ERR_NOT_FOUND;
}

static void words_folder(void *opaque, const char *name, struct text *words)
{
    text_format(words, "place/%s", name);
}

static struct configuration configuration;
static struct run_config config;

/* What is read has that source, and an error that begins so. */
static void expect_read(const char *source, const char *error)
{
    const struct folder folder = { .read = read_folder, .words = words_folder };
    const struct config_names names = { .count = 2, .names = { "own.cfg", "barecard.cfg" } };

    memset(&configuration, 'x', sizeof(configuration));
    configuration_read(&configuration, &machine->boot, IMAGE, &folder, &names, &config);
    assert_string_equal(source, configuration.source);
    assert_memory_equal(error, configuration.error, strlen(error) + !*error);
}

TEST(orders_come_from_the_first_file, begin, machine_down)
{
    memset(files, 0, sizeof(files));
    expect_read("", "");
    files[0].name = "barecard.cfg";
    files[0].text = "loop=7\n";
    expect_read("place/barecard.cfg", "");
    assert_int_equal(7, config.loop);
    files[1].name = "own.cfg";
    files[1].text = "loop=8\n";
    expect_read("place/own.cfg", "");
    assert_int_equal(8, config.loop);
    files[1].text = "loop=many\n";
    expect_read("place/own.cfg", "place/own.cfg line 1");

    /* A file that may be there and cannot be read ends the search. */
    files[1].e = ERR_RIG;
    expect_read("place/own.cfg", "place/own.cfg: cannot be read");
    files[1].e = ERR_TIMEOUT;
    expect_read("place/own.cfg", "place/own.cfg: the server does not answer");
    files[1].e = ERR_RANGE;
    expect_read("place/own.cfg", "place/own.cfg: larger than ");
}

/* The words that the image was started with come before any file. */
TEST(orders_come_with_the_image, begin, machine_down)
{
    static CHAR16 words[] = L"BOOTX64.EFI loop=9";

    memset(files, 0, sizeof(files));
    loaded.LoadOptions = words;
    loaded.LoadOptionsSize = sizeof(words);
    expect_read("load options", "");
    assert_int_equal(9, config.loop);
    loaded.LoadOptions = NULL;
    expect_read("", "");
    machine_withdraw(IMAGE, &loaded_guid);
    expect_read("", "");
}

/* "expect=FILE" and "script=FILE": files beside barecard.cfg, scripts also in the folder of those that are shipped. */
TEST(a_configuration_names_files, begin, machine_down)
{
    static const struct {
        enum err e;
        const char *says;
    } rows[] = { { ERR_NOT_FOUND, "expect=b: place/b is not there" },
                 { ERR_TIMEOUT, "expect=b: place/b: the server does not answer" },
                 { ERR_RIG, "expect=b: place/b cannot be read" },
                 { ERR_RANGE, "expect=b: place/b is larger than 16384 bytes" } };
    const struct folder folder = { .read = read_folder, .words = words_folder };
    static struct board_file board;
    static struct script_file script;
    char error[CONFIG_ERROR_MAX] = "";

    memset(files, 0, sizeof(files));
    board_file_read(&board, &folder, "", error);
    script_file_read(&script, &folder, "", error);
    assert_true(!error[0] && !board_file_loaded(&board) && !script_file_loaded(&script));
    files[0].name = "b";
    files[0].text = "match=g84\nmemory=512\n";
    files[1].name = "experiments/s";
    files[1].text = "note shipped\n";
    board_file_read(&board, &folder, "b", error);
    assert_ptr_equal(&board.expected, board_file_loaded(&board));
    for (unsigned i = 1; i < 3; i++) { /* a file of the name itself goes first */
        script_file_read(&script, &folder, "s", error);
        assert_string_equal("", error);
        assert_ptr_equal(script.text, script_file_loaded(&script)->text);
        assert_string_equal("s", script_file_loaded(&script)->name);
        assert_int_equal(i == 1 ? 13 : 8, script_file_loaded(&script)->size);
        files[2].name = "s";
        files[2].text = "note me\n";
    }
    for (unsigned i = 0; i < 4; i++) {
        files[0].e = rows[i].e;
        board_file_read(&board, &folder, "b", error);
        assert_string_equal(rows[i].says, error);
        assert_null(board_file_loaded(&board));
    }
    files[1].name = files[2].name = "";
    script_file_read(&script, &folder, "s", error);
    assert_string_equal("script=s: place/s is not there", error);
    files[0].e = OK;
    files[0].text = files[2].text = "nonsense\n";
    files[2].name = "s";
    board_file_read(&board, &folder, "b", error);
    assert_memory_equal("b line 1", error, 8);
    script_file_read(&script, &folder, "s", error);
    assert_memory_equal("s line 1", error, 8);
    assert_true(!board_file_loaded(&board) && !script_file_loaded(&script));
}
