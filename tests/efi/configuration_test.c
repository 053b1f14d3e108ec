/* tests/efi/configuration_test.c: the run's configuration, from a file or with the image (efi/configuration.h). */
#include <stdio.h>
#include <string.h>

#include "efi/configuration.h"
#include "tests/efi/uefi/com1.h"
#include "tests/efi/uefi/volume.h"

static EFI_LOADED_IMAGE_PROTOCOL loaded;

FIXTURE(begin)
{
    com1_begin(state);
    loaded = (EFI_LOADED_IMAGE_PROTOCOL){ .DeviceHandle = VOLUME };
    machine_offer(IMAGE, &loaded_guid, &loaded);
    return 0;
}

static struct {
    const char *name, *text;
    enum err e;
} files[3];

static enum err read_folder(void *opaque, const char *name, char *bytes, size_t size,
                            size_t *length)
{
    (void)opaque;
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
    (void)opaque;
    text_format(words, "place/%s", name);
}

static struct configuration configuration;
static struct run_config config;

static void read_configuration(void)
{
    const struct folder folder = { .read = read_folder, .words = words_folder };
    const struct config_names names = { .count = 2, .names = { "own.cfg", "barecard.cfg" } };

    memset(&configuration, 'x', sizeof(configuration));
    configuration_read(&configuration, &machine->boot, IMAGE, &folder, &names, &config);
}

TEST(orders_come_from_the_first_file, begin, machine_down)
{
    memset(files, 0, sizeof(files));
    read_configuration();
    assert_string_equal("", configuration.source);
    assert_string_equal("", configuration.error);
    files[0].name = "barecard.cfg";
    files[0].text = "loop=7\n";
    read_configuration();
    assert_string_equal("place/barecard.cfg", configuration.source);
    assert_string_equal("", configuration.error);
    assert_int_equal(7, config.loop);
    files[1].name = "own.cfg";
    files[1].text = "loop=8\n";
    read_configuration();
    assert_string_equal("place/own.cfg", configuration.source);
    assert_int_equal(8, config.loop);
    files[1].text = "loop=many\n";
    read_configuration();
    assert_memory_equal("place/own.cfg line 1", configuration.error, 20);

    /* A file that may be there and cannot be read ends the search. */
    files[1].e = ERR_RIG;
    read_configuration();
    assert_string_equal("place/own.cfg: cannot be read", configuration.error);
    files[1].e = ERR_TIMEOUT;
    read_configuration();
    assert_string_equal("place/own.cfg: the server does not answer", configuration.error);
    files[1].e = ERR_RANGE;
    read_configuration();
    assert_memory_equal("place/own.cfg: larger than ", configuration.error, 27);
}

/* The words that the image was started with come before any file. */
TEST(orders_come_with_the_image, begin, machine_down)
{
    static CHAR16 words[] = L"BOOTX64.EFI loop=9";

    memset(files, 0, sizeof(files));
    loaded.LoadOptions = words;
    loaded.LoadOptionsSize = sizeof(words);
    read_configuration();
    assert_string_equal("load options", configuration.source);
    assert_string_equal("", configuration.error);
    assert_int_equal(9, config.loop);
    loaded.LoadOptions = NULL;
    read_configuration();
    assert_string_equal("", configuration.source);
    machine_withdraw(IMAGE, &loaded_guid);
    read_configuration();
    assert_string_equal("", configuration.source);
}
