#include "model/nv50/vm/vm_user.h"

#include "hw/least.h"
#include "model/common/bytes.h"
#include "model/nv50/base/card.h"
#include "model/nv50/vm/memory.h"
#include "model/nv50/vm/translate.h"

/* How an engine reaches memory through its DMA object: page by page, because each page may lie elsewhere or fault. */

#define ACCESS_MAX 8 /* bytes that one access of an engine says it wants */

void vm_user_bind(struct nv50 *card, struct vm_user *user, uint32_t channel, uint16_t selector)
{
    user->channel = channel;
    user->selector = selector;
    vm_load_object(card, channel, selector, user->object);
}

/* Of a strict card: compares the loaded object with memory as it is now. */
static void judge_object(struct nv50 *card, const struct vm_user *user)
{
    uint32_t now[DMAOBJ_WORDS];

    if (!card->shell.strict.on)
        return;
    const bool traced = card->shell.traced, counted = card->counted;
    card->shell.traced = card->counted = false;
    card->shell.strict.paused = true;
    vm_load_object(card, user->channel, user->selector, now);
    card->shell.traced = traced;
    card->counted = counted;
    card->shell.strict.paused = false;
    for (unsigned i = 0; i < DMAOBJ_WORDS; i++)
        if (now[i] != user->object[i]) {
            strict_note(&card->shell.strict, STRICT_CHANGED, user->engine,
                        "DMA object %04x of channel %08x, which engine %x has: word %u was %08x, "
                        "is %08x",
                        user->selector, user->channel, user->engine, i, user->object[i], now[i]);
            return;
        }
}

static struct vm_access access_of(const struct vm_user *user, uint64_t offset, size_t size,
                                  bool write)
{
    return (struct vm_access){
        .engine = user->engine,
        .client = write ? user->write_client : user->read_client,
        .slot = user->slot,
        .write = write,
        .privileged = user->privileged,
        .channel = user->channel,
        .selector = user->selector,
        .object = user->object,
        .logical = offset & (BIT64(ADDRESS_BITS) - 1),
        .size = (unsigned)LEAST(size, ACCESS_MAX),
    };
}

bool vm_user_read(struct nv50 *card, const struct vm_user *user, uint64_t offset, void *bytes,
                  size_t size)
{
    judge_object(card, user);
    for (size_t done = 0, piece; done < size; done += piece) {
        const struct vm_access access = access_of(user, offset + done, size - done, false);
        struct vm_result result;

        if (!vm_translate(card, &access, &result))
            return false;
        piece = LEAST(result.run, size - done);
        memory_read(card, result.at, result.mapping, (uint8_t *)bytes + done, piece);
    }
    return true;
}

/* A write may fault and reach memory all the same (`lands`); it ends there in any case. */
bool vm_user_write(struct nv50 *card, const struct vm_user *user, uint64_t offset,
                   const void *bytes, size_t size)
{
    judge_object(card, user);
    for (size_t done = 0, piece; done < size; done += piece) {
        const struct vm_access access = access_of(user, offset + done, size - done, true);
        const uint8_t *from = (const uint8_t *)bytes + done;
        struct vm_result result;
        const bool ok = vm_translate(card, &access, &result);

        piece = LEAST(result.run, size - done);
        if (ok || result.lands)
            memory_write(card, result.at, result.mapping, from, piece);
        if (!ok)
            return false;
    }
    return true;
}

bool vm_user_read32(struct nv50 *card, const struct vm_user *user, uint64_t offset, uint32_t *value)
{
    uint8_t bytes[4];

    if (!vm_user_read(card, user, offset, bytes, sizeof(bytes)))
        return false;
    *value = bytes_get32(bytes);
    return true;
}

bool vm_user_write32(struct nv50 *card, const struct vm_user *user, uint64_t offset, uint32_t value)
{
    uint8_t bytes[4];

    bytes_put(bytes, value, 4);
    return vm_user_write(card, user, offset, bytes, sizeof(bytes));
}
