#include "model/nv50/card/vm_ask.h"

#include "model/nv50/base/card.h"
#include "model/nv50/vm/tlb.h"
#include "model/nv50/vm/translate.h"

/* Loads the object as a unit would, translates, and hands over the answer that the unit would have got. */
bool nv50_vm_ask(struct model *model, const struct nv50_vm_access *access,
                 struct nv50_vm_answer *answer)
{
    struct nv50 *card = nv50_of(model);
    uint32_t object[DMAOBJ_WORDS];
    const struct vm_access asked = {
        .engine = access->engine,
        .client = access->client,
        .slot = access->slot,
        .write = access->write,
        .channel = access->channel,
        .selector = access->selector,
        .object = object,
        .logical = access->logical,
        .size = access->size,
    };
    struct vm_result met;

    vm_load_object(card, access->channel, access->selector, object);
    const bool good = vm_translate(card, &asked, &met);
    *answer = (struct nv50_vm_answer){ .at = met.at,
                                       .read_only = met.read_only,
                                       .supervisor = met.supervisor,
                                       .long_cycle = met.mapping.long_cycle,
                                       .encrypted = met.encrypted,
                                       .type = met.mapping.type,
                                       .compression = met.compression,
                                       .tag = met.tag };
    return good;
}

void nv50_vm_bind(struct model *model, unsigned engine, uint32_t channel)
{
    tlb_bind(nv50_of(model), engine, channel);
}
