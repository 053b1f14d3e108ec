/* Any bytes as files on the stick: barecard.cfg, and the report of the last boot. The first byte chooses. */
#include "suite/run/config.h"
#include "suite/run/resume.h"
#include "tests/fuzz/feed.h"

struct stick {
    const uint8_t *bytes;
    size_t size;
};

static size_t read_stick(void *opaque, uint64_t offset, char *bytes, size_t size)
{
    const struct stick *const stick = opaque;
    const size_t left = offset < stick->size ? stick->size - (size_t)offset : 0;
    const size_t count = size < left ? size : left;

    memcpy(bytes, stick->bytes + (count ? offset : 0), count);
    return count;
}

static void parse_config(const uint8_t *bytes, size_t size)
{
    static const char marked[] = "suite=vm.pte\n";
    struct run_config config;
    char error[CONFIG_ERROR_MAX] = "";

    config_defaults(&config);
    if (config_parse(&config, "barecard.cfg", marked, sizeof(marked) - 1, error) != OK)
        abort();
    const enum err e = config_parse(&config, "barecard.cfg", (const char *)bytes, size, error);
    /* An error has a sentence and leaves everything as it was. */
    if (e != OK && (!error[0] || strcmp(config.suite, "vm.pte") != 0))
        abort();
    require(memchr(error, '\0', sizeof(error)) != NULL);
}

int fuzz_one(const uint8_t *bytes, size_t size)
{
    static struct resume resume;

    if (size == 0)
        return 0;
    struct stick stick = { bytes + 1, size - 1 };
    const struct resume_source source = { &stick, stick.size, read_stick };

    if (bytes[0] & 1) {
        parse_config(stick.bytes, stick.size < CONFIG_MAX_BYTES ? stick.size : CONFIG_MAX_BYTES);
        return 0;
    }
    resume_read(&resume, &source, &(struct moment){ 0 });
    if (resume.count > RESUME_MAX)
        abort();
    for (unsigned i = 0; i < resume.count; i++)
        require(memchr(resume.entries[i].name, '\0', RESUME_NAME_MAX) != NULL);
    return 0;
}
