/* tools/gv100/pushbuffer.c: most words of a push buffer are data, and each gives a line: so these lines are
 * put together by hand, straight into the output's buffer. */
#include "tools/gv100/pushbuffer.h"

#include <inttypes.h>
#include <string.h>

#include "mmu/gv100/pb.h"

#define LINE_ROOM   192 /* more than the longest line */
#define METHODS     (PB_METHOD_LAST / 4 + 1)
#define HOST_NAMES  (PB_HOST_METHODS / 4)
#define EIGHT(byte) (UINT64_C(0x0101010101010101) * (byte))

/* Names by method number: host's below 0x100, and the copy engine's. */
struct names {
    const char *host[HOST_NAMES];
    const char *copy[METHODS];
};

static void fill_names(struct names *names)
{
    memset(names, 0, sizeof(*names));
    for (unsigned i = 0; i < PB_HOST_METHOD_COUNT; i++)
        names->host[pb_host_methods[i].address / 4] = pb_host_methods[i].name;
    for (unsigned i = 0; i < PB_COPY_METHOD_COUNT; i++)
        names->copy[pb_copy_methods[i].address / 4] = pb_copy_methods[i].name;
}

static const char *name_of(const struct names *names, const struct pb_reader *reader,
                           const struct pb_entry *entry)
{
    if (entry->address < PB_HOST_METHODS)
        return names->host[entry->address / 4];
    return pb_is_copy_class(reader->classes[entry->subchannel]) ? names->copy[entry->address / 4]
                                                                : NULL;
}

/* ---- text ---- */

static char *room(struct out *out)
{
    if (sizeof(out->bytes) - out->used < LINE_ROOM)
        out_flush(out);
    return out->bytes + out->used;
}

static void end_line(struct out *out, char *at)
{
    *at++ = '\n';
    out->used = (size_t)(at - out->bytes);
    if (out->by_line)
        out_flush(out);
}

#define PUT(at, text) ((char *)memcpy(at, text, sizeof(text) - 1) + sizeof(text) - 1)

/* Digits without leading zeros. All eight are made at once, a byte each, and the first ones shifted out. */
static char *put_digits(char *at, uint32_t value)
{
    const unsigned digits = value ? (35 - (unsigned)__builtin_clz(value)) / 4 : 1;
    uint64_t x = value;

    x = (x << 16 | x) & UINT64_C(0x0000ffff0000ffff);
    x = (x << 8 | x) & UINT64_C(0x00ff00ff00ff00ff);
    x = (x << 4 | x) & EIGHT(0x0f);
    x += EIGHT('0') + ((x + EIGHT(6)) >> 4 & EIGHT(1)) * ('a' - '0' - 10);
    x = __builtin_bswap64(x) >> (8 - digits) * 8;
    memcpy(at, &x, sizeof(x));
    return at + digits;
}

static char *put_offset(char *at, uint64_t value)
{
    at = PUT(at, "0x");
    if (value >> 32) {
        at = put_digits(at, (uint32_t)(value >> 32));
        for (unsigned shift = 32; shift; shift -= 4)
            *at++ = "0123456789abcdef"[value >> (shift - 4) & 15];
        return at;
    }
    return put_digits(at, (uint32_t)value);
}

static char *put_method_place(char *at, const struct pb_entry *entry)
{
    at = PUT(at, " subchannel=0x");
    *at++ = (char)('0' + entry->subchannel);
    at = PUT(at, " address=0x");
    return put_digits(at, entry->address);
}

static void put_method(uint64_t offset, const struct pb_entry *entry, const char *name,
                       struct out *out)
{
    char *at = put_offset(room(out), offset);

    at = PUT(at, " method");
    at = put_method_place(at, entry);
    at = PUT(at, " data=0x");
    at = put_digits(at, entry->data);
    if (name)
        at = stpcpy(PUT(at, " name="), name);
    end_line(out, at);
}

/* A header without data prints its count alone: where it would have sent them does not matter. */
static void put_instruction(uint64_t offset, const struct pb_entry *entry, struct out *out)
{
    static const char *const kinds[] = {
        [PB_INCR] = " incr",
        [PB_NONINCR] = " nonincr",
        [PB_ONEINCR] = " oneincr",
        [PB_IMMD] = " immd",
        [PB_NOP_ENTRY] = " nop",
        [PB_SET_MASK] = " set_subdevice_mask",
        [PB_STORE_MASK] = " store_subdevice_mask",
        [PB_USE_MASK] = " use_subdevice_mask",
        [PB_END_SEGMENT] = " end_pb_segment",
    };
    char *at = stpcpy(put_offset(room(out), offset), kinds[entry->kind]);

    if (entry->kind <= PB_ONEINCR) {
        at = PUT(at, " count=0x");
        at = put_digits(at, entry->count);
    }
    if (entry->kind == PB_IMMD || (entry->kind <= PB_ONEINCR && entry->count))
        at = put_method_place(at, entry);
    if (entry->kind == PB_IMMD) {
        at = PUT(at, " data=0x");
        at = put_digits(at, entry->data);
    }
    if (entry->kind == PB_SET_MASK || entry->kind == PB_STORE_MASK) {
        at = PUT(at, " mask=0x");
        at = put_digits(at, entry->mask);
    }
    end_line(out, at);
}

static bool say_error(uint64_t offset, uint32_t word, enum pb_error error, struct out *out)
{
    static const char *const says[PB_ERROR_COUNT] = {
        [PB_LEGACY_INC] = "the old increasing header, which is no entry any more",
        [PB_CONTROL_BITS] = "bits 28:18 are set, so it is no control entry",
        [PB_LEGACY_NONINC] = "the old non-increasing header, which is no entry any more",
        [PB_RESERVED] = "opcode 6 is reserved",
        [PB_PAST_LAST] = "would go past method 0x3ffc",
    };

    out_format(out, "error: 0x%" PRIx64 ": 0x%" PRIx32 ": %s", offset, word, says[error]);
    out_end_line(out);
    return false;
}

/* An entry is a line of its own, and so is each method that it makes: its data words follow as methods. */
bool gv100_decode_pushbuffer(const struct toolkit_words *stream, struct out *out)
{
    const uint32_t *const words = stream->words;
    const uint64_t count = stream->count, at = stream->at;
    struct pb_reader reader;
    struct pb_entry entry;
    struct names names;

    fill_names(&names);
    pb_start(&reader);
    for (uint64_t i = 0; i < count && !reader.ended; i++) {
        const uint64_t offset = at + i * 4;

        pb_next(&reader, words[i], &entry);
        if (entry.kind == PB_ERROR)
            return say_error(offset, words[i], entry.error, out);
        if (entry.kind != PB_DATA)
            put_instruction(offset, &entry, out);
        if (entry.kind == PB_DATA || entry.kind == PB_IMMD)
            put_method(offset, &entry, name_of(&names, &reader, &entry), out);
    }
    if (!reader.left)
        return true;
    out_format(out, "error: 0x%" PRIx64 ": the end, and %u data words are missing", at + count * 4,
               reader.left);
    out_end_line(out);
    return false;
}
