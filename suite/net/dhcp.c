#include "suite/net/dhcp.h"

#include "engines/text.h"

/* Offsets in a packet. */
#define NEXT_SERVER  20
#define FILE_NAME    108
#define FILE_SIZE    128
#define MAGIC        236
#define OPTIONS      240
#define MAGIC_NUMBER 0x63825363u

#define OPTION_PAD      0
#define OPTION_OVERLOAD 52
#define OPTION_SERVER   54
#define OPTION_FILE     67
#define OPTION_END      255
#define OVERLOAD_FILE   1 /* the field of the file's name holds options */

static uint32_t word_at(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* Every length is checked against the packet's end, because the packet came over the network. */
const uint8_t *dhcp_option(const uint8_t *packet, size_t size, uint8_t code, size_t *length)
{
    size_t at = OPTIONS;

    if (size < OPTIONS || word_at(packet + MAGIC) != MAGIC_NUMBER)
        return NULL;
    while (at < size && packet[at] != OPTION_END) {
        if (packet[at] == OPTION_PAD) {
            at++;
            continue;
        }
        if (at + 2 > size || at + 2 + packet[at + 1] > size)
            return NULL;
        if (packet[at] == code) {
            *length = packet[at + 1];
            return packet + at + 2;
        }
        at += 2u + packet[at + 1];
    }
    return NULL;
}

static const uint8_t *server_of(const uint8_t *packet, size_t size)
{
    size_t length;
    const uint8_t *const said = dhcp_option(packet, size, OPTION_SERVER, &length);

    if (word_at(packet + NEXT_SERVER))
        return packet + NEXT_SERVER;
    return said && length == 4 && word_at(said) ? said : NULL;
}

static const uint8_t *file_of(const uint8_t *packet, size_t size, size_t *length)
{
    size_t overload_length;
    const uint8_t *const said = dhcp_option(packet, size, OPTION_FILE, length);
    const uint8_t *const overload = dhcp_option(packet, size, OPTION_OVERLOAD, &overload_length);

    if (said)
        return said;
    *length = overload && overload_length == 1 && (overload[0] & OVERLOAD_FILE) ? 0 : FILE_SIZE;
    return packet + FILE_NAME;
}

/* iPXE takes a URL where PXE has the name of a file. */
static bool is_url(const uint8_t *file, size_t length, struct url *url)
{
    struct url out;
    size_t size = 0;

    while (size < length && file[size])
        size++;
    if (url_parse(&out, (const char *)file, size) != OK || !out.has_host)
        return false;
    *url = out;
    return true;
}

/* A whole URL as file name is taken as it is (HTTP boot); else name and server together make a
 * tftp:// one. */
bool dhcp_boot_file(const uint8_t *packet, size_t size, struct url *url)
{
    char letters[URL_WORDS_MAX];
    struct text words = text_in(letters, sizeof(letters));
    size_t length;

    if (size < OPTIONS || word_at(packet + MAGIC) != MAGIC_NUMBER)
        return false;
    const uint8_t *const server = server_of(packet, size);
    const uint8_t *const file = file_of(packet, size, &length);

    if (is_url(file, length, url))
        return true;
    if (!server || !length || !file[0])
        return false;
    text_format(&words, "tftp://%u.%u.%u.%u/", server[0], server[1], server[2], server[3]);
    for (size_t i = 0; i < length && file[i]; i++)
        if (i || file[i] != '/')
            text_char(&words, (char)file[i]);
    return !words.cut && url_parse(url, letters, words.used) == OK;
}
