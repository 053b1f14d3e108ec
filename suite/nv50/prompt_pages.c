/* Commands of the prompt about translation on NV50: page, translate, map, object. */
#include "engines/nv50/flush.h"
#include "engines/window.h"
#include "hw/nv50/fields.h"
#include "mmu/nv50/channel.h"
#include "mmu/nv50/translate.h"
#include "suite/kit/registers.h"
#include "suite/nv50/number_names.h"
#include "suite/nv50/prompt_state.h"
#include "suite/nv50/setup.h"
#include "suite/prompt/commands.h"

#define FIELDS_MAX 512
#define PAGES_MAX  64
#define VIRTUAL    UINT64_C(0xffffffffff)

static const struct nv50_chip *chip_of(const struct prompt *prompt)
{
    return nv50_chip_of(prompt->card->chip);
}

static void say_fields(struct prompt *prompt, enum nv50_structure which, const uint64_t *words)
{
    char fields[FIELDS_MAX];
    struct text text = text_in(fields, sizeof(fields));

    structure_fields(&text, &nv50_structures[which], prompt->card->chip, words);
    prompt_detail(prompt, fields);
}

static void say_entry(struct prompt *prompt, const char *name, uint64_t index, linear_addr at,
                      uint64_t word)
{
    prompt_value(prompt, word);
    prompt_say(prompt, PROMPT_ANSWER, "%s[0x%llx] at %s 0x%llx = 0x%016llx", name,
               (unsigned long long)index, words_target(at.target), (unsigned long long)at.v,
               (unsigned long long)word);
}

/* ---- page ------------------------------------------------------------------------------------ */

/* The PDE of an address; false: refused. */
static bool read_pde(struct prompt *prompt, const struct vm *vm, virtual_addr at, struct pde *pde,
                     uint64_t *word)
{
    const linear_addr there = channel_pde(chip_of(prompt), vm->channel, at);

    if (!prompt_ok(prompt, card_memory_read(prompt->card, there, word, sizeof(*word)),
                   "reading the page directory"))
        return false;
    pde_unpack(chip_of(prompt), *word, pde);
    return true;
}

/* Where the PTE of an address lies; false: there is no table, or it is too short. */
static bool place_pte(struct prompt *prompt, const struct pde *pde, virtual_addr at,
                      linear_addr *out, uint64_t *index)
{
    const unsigned shift = pde_page_shift(chip_of(prompt), pde);

    if (!shift)
        return false;
    *index = (at.v & ((UINT64_C(1) << PD_SPAN_LOG2) - 1)) >> shift;
    *out = linear_add(pde->table, *index * 8);
    return *index < pde_entries(chip_of(prompt), pde);
}

/* Directory entry first, because it names the table and the size of its pages. */
static void nv50_prompt_say_page(struct prompt *prompt, const struct vm *vm, virtual_addr at)
{
    struct pde pde;
    linear_addr there;
    uint64_t word, index;

    if (!read_pde(prompt, vm, at, &pde, &word))
        return;
    say_entry(prompt, "PDE", at.v >> PD_SPAN_LOG2, channel_pde(chip_of(prompt), vm->channel, at),
              word);
    say_fields(prompt, NV50_STRUCTURE_PDE, &word);
    if (!place_pte(prompt, &pde, at, &there, &index)) {
        prompt_say(prompt, PROMPT_ANSWER, "no table has an entry for 0x%llx",
                   (unsigned long long)at.v);
        return;
    }
    if (!prompt_ok(prompt, card_memory_read(prompt->card, there, &word, sizeof(word)),
                   "reading the page table"))
        return;
    say_entry(prompt, "PTE", index, there, word);
    say_fields(prompt, NV50_STRUCTURE_PTE, &word);
}

void nv50_prompt_page(struct prompt *prompt, const struct words *words)
{
    struct nv50_prompt_state *const s = nv50_prompt_channel(prompt);
    virtual_addr at;

    if (s && prompt_number(prompt, words->word[1], VIRTUAL, "a virtual address", &at.v))
        nv50_prompt_say_page(prompt, &s->vm, at);
}

/* ---- translate ------------------------------------------------------------------------------- */

static bool read_memory(const struct mmu_memory *memory, linear_addr at, void *bytes, size_t size)
{
    return card_memory_read(memory->context, at, bytes, size) == OK;
}

static void say_translation(struct prompt *prompt, const struct translation *t)
{
    prompt_value(prompt, t->linear.v);
    if (t->outcome == TRANSLATION_OK) {
        prompt_say(prompt, PROMPT_ANSWER, "%s 0x%llx", words_target(t->linear.target),
                   (unsigned long long)t->linear.v);
    } else if (t->outcome == TRANSLATION_FAULT) {
        prompt_value(prompt, t->reason);
        prompt_say(prompt, PROMPT_ANSWER, "fault: %s", words_reason(t->reason));
    } else {
        prompt_say(prompt, PROMPT_ANSWER, "a structure lies where nothing can be read: %s 0x%llx",
                   words_target(t->structure_at.target), (unsigned long long)t->structure_at.v);
    }
}

/* Translates by mmu/ from the tables in memory, without an access by the card, so that a bad table
 * does no harm. */
void nv50_prompt_translate(struct prompt *prompt, const struct words *words)
{
    struct nv50_prompt_state *const s = nv50_prompt_channel(prompt);
    const struct mmu_memory memory = { read_memory, prompt->card };
    const struct mmu mmu = { .chip = chip_of(prompt),
                             .rules = &mmu_rules_default,
                             .memory = &memory,
                             .vram_size = prompt->card->vram.size };
    const char *const way = words->count > 2 ? words->word[2] : "r";
    struct mmu_access access = { .size = 4, .write = string_equal(way, "w") };
    struct translation t;
    uint64_t selector = s ? s->paged : 0;

    if (!s || !prompt_number(prompt, words->word[1], VIRTUAL, "an address", &access.at.v) ||
        (words->count > 3 &&
         !prompt_number(prompt, words->word[3], UINT16_MAX, "a selector", &selector)))
        return;
    if (!access.write && !string_equal(way, "r")) {
        prompt_refuse(prompt, "%s: expected r or w", way);
        return;
    }
    access.channel = s->vm.descriptor;
    access.selector = (uint16_t)selector;
    mmu_translate(&mmu, &access, &t);
    say_translation(prompt, &t);
}

/* ---- map ------------------------------------------------------------------------------------- */

/* The smallest table that has an entry for the address, in the place of none. */
static bool make_table(struct prompt *prompt, struct nv50_prompt_state *s, virtual_addr at,
                       struct pde *pde)
{
    const uint64_t index = (at.v & ((UINT64_C(1) << PD_SPAN_LOG2) - 1)) >> PAGE_SHIFT_4K;

    if (!s->made) {
        prompt_refuse(prompt,
                      "there is no table for 0x%llx, and only a channel that was made here "
                      "gets new ones",
                      (unsigned long long)at.v);
        return false;
    }
    *pde = (struct pde){ .type = PDE_TYPE_4K, .size = PDE_SIZE_32M };
    while (pde->size && index >= pde_coded_entries(pde->size))
        pde->size--;
    return prompt_ok(prompt, vm_table(&s->vm, at, pde, TARGET_VRAM), "making a page table");
}

static bool find_table(struct prompt *prompt, struct nv50_prompt_state *s, virtual_addr at,
                       struct pde *pde)
{
    uint64_t word;

    return read_pde(prompt, &s->vm, at, pde, &word) &&
           (pde_page_shift(chip_of(prompt), pde) || make_table(prompt, s, at, pde));
}

/* Maps one page; its former entry is kept for undo. */
static enum err map_page(struct prompt *prompt, struct nv50_prompt_state *s, const struct pde *pde,
                         virtual_addr at, const struct pte *pte)
{
    uint32_t before[2];
    linear_addr there;
    uint64_t index, word;
    enum err e = pte_pack(chip_of(prompt), pde_page_shift(chip_of(prompt), pde), pte, &word);

    if (e == OK && !place_pte(prompt, pde, at, &there, &index))
        e = ERR_OUTSIDE;
    if (e == OK)
        e = card_memory_read(prompt->card, there, before, sizeof(before));
    if (e == OK)
        e = journal_note(&prompt->journal, there, before, sizeof(before), (uint32_t)word);
    return e == OK ? vm_pte_word(&s->vm, pde, at, word) : e;
}

static bool map_pages(struct prompt *prompt, struct nv50_prompt_state *s, virtual_addr at,
                      struct pte *pte, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        struct pde pde;

        if (!find_table(prompt, s, at, &pde))
            return false;
        const uint64_t page = UINT64_C(1) << pde_page_shift(chip_of(prompt), &pde);
        if (!prompt_ok(prompt, map_page(prompt, s, &pde, at, pte), "writing an entry"))
            return false;
        at.v += page;
        pte->page.v += page;
    }
    return prompt_ok(prompt, host_flush(prompt->card), "flushing what was written");
}

/* A channel that was only chosen may be changed as well, because its entries are put back like any
 * other memory. */
void nv50_prompt_map(struct prompt *prompt, const struct words *words)
{
    struct nv50_prompt_state *s = prompt->state;
    struct pte pte = { .present = true };
    virtual_addr at;
    uint64_t count = 1;

    if (!prompt_number(prompt, words->word[1], VIRTUAL, "a virtual address", &at.v) ||
        !prompt_target(prompt, words->word[2], &pte.page.target) ||
        !prompt_number(prompt, words->word[3], VIRTUAL, "a linear address", &pte.page.v) ||
        (words->count > 4 &&
         !prompt_number(prompt, words->word[4], PAGES_MAX, "how many pages", &count)))
        return;
    s = s->chosen ? s : nv50_prompt_own_channel(prompt);
    if (!s || !prompt_may_write(prompt, "page table entries in memory") ||
        !map_pages(prompt, s, at, &pte, count))
        return;
    prompt_written(prompt);
    nv50_prompt_say_page(prompt, &s->vm, at);
}

/* ---- object ---------------------------------------------------------------------------------- */

static void say_object(struct prompt *prompt, const struct vm *vm, uint16_t selector)
{
    const linear_addr at = channel_object(vm->channel, selector);
    uint32_t words[DMAOBJ_WORDS];
    uint64_t wide[DMAOBJ_WORDS];

    if (!prompt_ok(prompt, card_memory_read(prompt->card, at, words, sizeof(words)),
                   "reading the object"))
        return;
    for (unsigned i = 0; i < DMAOBJ_WORDS; i++)
        wide[i] = words[i];
    prompt_value(prompt, words[0]);
    prompt_say(prompt, PROMPT_ANSWER, "object 0x%x at %s 0x%llx = %08x %08x %08x %08x %08x %08x",
               (unsigned)selector, words_target(at.target), (unsigned long long)at.v, words[0],
               words[1], words[2], words[3], words[4], words[5]);
    say_fields(prompt, NV50_STRUCTURE_DMAOBJ, wide);
}

static void make_object(struct prompt *prompt, const struct words *words)
{
    enum target target;
    uint64_t base, size;
    uint16_t selector;

    if (!prompt_target(prompt, words->word[1], &target) ||
        !prompt_number(prompt, words->word[2], VIRTUAL, "a linear address", &base) ||
        !prompt_number(prompt, words->word[3], VIRTUAL - base, "bytes", &size))
        return;
    struct nv50_prompt_state *const s = nv50_prompt_own_channel(prompt);
    const struct dmaobj object = object_unpaged((linear_addr){ base, target }, size + !size);

    if (!s || !prompt_ok(prompt, vm_object(&s->vm, &object, &selector), "writing the object") ||
        !prompt_ok(prompt, host_flush(prompt->card), "flushing what was written"))
        return;
    say_object(prompt, &s->vm, selector);
    prompt_value(prompt, selector);
}

void nv50_prompt_object(struct prompt *prompt, const struct words *words)
{
    uint64_t selector;

    if (words->count == 4) {
        make_object(prompt, words);
        return;
    }
    if (words->count != 2) {
        prompt_refuse(prompt, "object: expected SELECTOR, or vram|snoop|nosnoop BASE BYTES");
        return;
    }
    const struct nv50_prompt_state *const s = nv50_prompt_channel(prompt);

    if (s && prompt_number(prompt, words->word[1], UINT16_MAX, "a selector", &selector))
        say_object(prompt, &s->vm, (uint16_t)selector);
}
