#include "efi/folder.h"

#include "efi/http.h"
#include "efi/tftp.h"

#define READ_US UINT64_C(20000000)

static enum err read_stick(void *opaque, const char *name, char *bytes, size_t size, size_t *length)
{
    CHAR16 path[NAME_MAX + 1] = L"\\";

    for (unsigned i = 0; name[i] && i + 2 < sizeof(path) / sizeof(path[0]); i++)
        path[i + 1] = name[i] == '/' ? L'\\' : (CHAR16)name[i];
    return stick_read(opaque, path, bytes, size, length);
}

static void words_stick(void *opaque, const char *name, struct text *words)
{
    (void)opaque;
    text_string(words, name);
}

struct folder stick_folder(struct stick *stick)
{
    return (struct folder){ .opaque = stick, .read = read_stick, .words = words_stick };
}

static enum err read_server(void *opaque, const char *name, char *bytes, size_t size,
                            size_t *length)
{
    struct network *const network = opaque;
    struct url file;

    if (url_file(&network->folder, name, &file) != OK)
        return ERR_NOT_FOUND;
    network->until_us = clock_us(network->clock) + READ_US;
    if (file.scheme == URL_HTTP)
        return http_get(network, &file, bytes, size, length);
    return tftp_read(network, &file, bytes, size, length);
}

static void words_server(void *opaque, const char *name, struct text *words)
{
    const struct network *const network = opaque;

    url_words(&network->folder, words);
    text_string(words, name);
}

struct folder server_folder(struct network *network)
{
    return (struct folder){ .opaque = network, .read = read_server, .words = words_server };
}

static void complain(const struct folder *folder, const char *name, enum err e, size_t most,
                     struct text *text)
{
    folder->words(folder->opaque, name, text);
    if (e == ERR_NOT_FOUND)
        text_string(text, " is not there");
    else if (e == ERR_RANGE)
        text_format(text, " is larger than %u bytes", (unsigned)most);
    else
        text_string(text, e == ERR_TIMEOUT ? ": the server does not answer" : " cannot be read");
}

bool folder_take(const struct folder *folder, const char *key, const char *name, char *bytes,
                 size_t size, size_t *length, char error[CONFIG_ERROR_MAX])
{
    struct text text = text_in(error, CONFIG_ERROR_MAX);
    const enum err e = folder->read(folder->opaque, name, bytes, size, length);

    if (e == OK)
        return true;
    text_format(&text, "%s=%s: ", key, name);
    complain(folder, name, e, size - 1, &text);
    return false;
}
