/* Any words as the input of `barecard decode pushbuffer`, and every entry that was read made again. */
#include "mmu/gv100/pb.h"
#include "tests/fuzz/feed.h"
#include "tools/gv100/pushbuffer.h"

static void check_entry(const struct pb_entry *entry)
{
    struct pb_reader reader;
    struct pb_entry again;
    uint32_t word;

    require(entry->address <= PB_METHOD_LAST && entry->subchannel < PB_SUBCHANNELS);
    if (entry->kind == PB_DATA || entry->kind == PB_ERROR)
        return;
    require(pb_pack(entry, &word) == OK);
    pb_start(&reader);
    pb_next(&reader, word, &again);
    require(again.kind == entry->kind);
    require(entry->kind > PB_ONEINCR ||
            (again.count == entry->count && again.address == entry->address));
}

int fuzz_one(const uint8_t *bytes, size_t size)
{
    const size_t count = size / 4;
    uint32_t *const words = malloc(count * 4 + 4);
    struct pb_reader reader;
    struct out out;

    require(words);
    memcpy(words, bytes, count * 4);
    out_init(&out, -1);
    gv100_decode_pushbuffer(
        &(struct toolkit_words){ .words = words, .count = count, .at = size % 2 ? 0xfffffffc : 0 },
        &out);
    pb_start(&reader);
    for (size_t i = 0; i < count; i++) {
        struct pb_entry entry = { .kind = PB_ERROR };

        pb_next(&reader, words[i], &entry);
        check_entry(&entry);
        reader.ended = false;
    }
    free(words);
    return 0;
}
