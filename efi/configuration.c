#include "efi/configuration.h"

#include "suite/run/options.h"

#define WORDS_NAME "load options"

static bool read_words(struct orders *orders, EFI_BOOT_SERVICES *boot, EFI_HANDLE image)
{
    EFI_LOADED_IMAGE_PROTOCOL *loaded = NULL;
    struct text source = text_in(orders->source, sizeof(orders->source));

    if (EFI_ERROR(boot->HandleProtocol(image, &(EFI_GUID)EFI_LOADED_IMAGE_PROTOCOL_GUID,
                                       (void **)&loaded)) ||
        loaded->LoadOptions == NULL ||
        !options_text(loaded->LoadOptions, loaded->LoadOptionsSize, orders->text,
                      sizeof(orders->text)))
        return false;
    text_string(&source, WORDS_NAME);
    return true;
}

static void complain(struct orders *orders, enum err e)
{
    struct text error = text_in(orders->error, sizeof(orders->error));

    if (e == ERR_RANGE)
        text_format(&error, "%s: larger than %u bytes", orders->source, CONFIG_MAX_BYTES);
    else if (e == ERR_TIMEOUT)
        text_format(&error, "%s: the server does not answer", orders->source);
    else
        text_format(&error, "%s: cannot be read", orders->source);
}

/* Half a list of names is no answer: a file that may be there and cannot be read ends the search. */
static enum err read_files(struct orders *orders, const struct folder *folder,
                           const struct config_names *names, size_t *length)
{
    enum err e = ERR_NOT_FOUND;

    for (unsigned i = 0; i < names->count && e == ERR_NOT_FOUND; i++) {
        struct text source = text_in(orders->source, sizeof(orders->source));

        folder->words(folder->opaque, names->names[i], &source);
        e = folder->read(folder->opaque, names->names[i], orders->text, sizeof(orders->text),
                         length);
    }
    if (e == ERR_NOT_FOUND)
        orders->source[0] = '\0';
    return e;
}

void orders_read(struct orders *orders, EFI_BOOT_SERVICES *boot, EFI_HANDLE image,
                 const struct folder *folder, const struct config_names *names,
                 struct run_config *config)
{
    size_t length = 0;
    enum err e = OK;

    config_defaults(config);
    orders->source[0] = orders->error[0] = '\0';
    if (read_words(orders, boot, image))
        length = string_length(orders->text);
    else
        e = read_files(orders, folder, names, &length);
    if (e == OK)
        e = config_parse(config, orders->source, orders->text, length, orders->error);
    else if (e != ERR_NOT_FOUND)
        complain(orders, e);
    if (e == OK)
        orders->error[0] = '\0';
}
