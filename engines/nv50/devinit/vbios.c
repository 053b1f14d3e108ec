#include "engines/nv50/devinit/vbios.h"

/* The first "ff b8 BIT 00" whose header lies inside the image; 0: none. */
static uint32_t find_bit(const struct rom *image)
{
    for (uint32_t at = 1; rom_holds(image, at, BIT_HEADER_MIN); at++)
        if (image->bytes[at] == (BIT_MAGIC_0 & 0xff) && rom_u16(image, at) == BIT_MAGIC_0 &&
            rom_u32(image, at + 2) == BIT_MAGIC_1)
            return at;
    return 0;
}

/* Tokens past the end of the image, or more than there is room for, are left out: no ROM that works has them. */
static void read_tokens(struct vbios *v)
{
    const uint32_t header = rom_u8(&v->image, v->bit + BIT_HEADER);
    const uint32_t stride = rom_u8(&v->image, v->bit + BIT_TOKEN);
    const unsigned count = rom_u8(&v->image, v->bit + BIT_TOKENS);
    uint8_t sum = 0;

    for (uint32_t i = 0; i < header; i++)
        sum = (uint8_t)(sum + rom_u8(&v->image, v->bit + i));
    v->bit_sum_ok = sum == 0;
    v->bit_version = rom_u16(&v->image, v->bit + BIT_VERSION);
    if (stride < BIT_TOKEN_MIN)
        return;
    for (unsigned i = 0; i < count && v->token_count < BIT_TOKENS_MAX; i++) {
        const uint32_t at = v->bit + header + i * stride;

        if (!rom_holds(&v->image, at, BIT_TOKEN_MIN))
            return;
        v->tokens[v->token_count++] = (struct bit_token){
            .id = (char)rom_u8(&v->image, at + BIT_TOKEN_ID),
            .version = rom_u8(&v->image, at + BIT_TOKEN_VERSION),
            .size = rom_u16(&v->image, at + BIT_TOKEN_SIZE),
            .at = rom_u16(&v->image, at + BIT_TOKEN_POINTER),
        };
    }
}

const struct bit_token *vbios_token(const struct vbios *v, char id)
{
    for (unsigned i = 0; i < v->token_count; i++)
        if (v->tokens[i].id == id)
            return &v->tokens[i];
    return NULL;
}

/* A word of a token's data, 0 if the token is too short for it. */
static uint16_t token_word(const struct vbios *v, const struct bit_token *token, uint32_t at)
{
    return token && token->at && token->size >= at + 2 ? rom_u16(&v->image, token->at + at) : 0;
}

static void read_info(struct vbios *v)
{
    const struct bit_token *const info = vbios_token(v, 'i');

    if (!info || !info->at || info->size < BIT_INFO_OEM + 1 ||
        !rom_holds(&v->image, info->at, BIT_INFO_OEM + 1))
        return;
    v->versioned = true;
    for (unsigned i = 0; i < 4; i++)
        v->version[i] = rom_u8(&v->image, info->at + BIT_INFO_VERSION + 3 - i);
    v->version[4] = rom_u8(&v->image, info->at + BIT_INFO_OEM);
    if (info->size >= BIT_INFO_DATE + BIT_INFO_DATE_SIZE)
        for (unsigned i = 0; i < BIT_INFO_DATE_SIZE; i++) {
            const uint8_t c = rom_u8(&v->image, info->at + BIT_INFO_DATE + i);
            v->date[i] = (char)(c >= ' ' && c < 0x7f ? c : 0);
        }
    v->board = token_word(v, info, BIT_INFO_BOARD);
}

static void read_init(struct vbios *v)
{
    const struct bit_token *const init = vbios_token(v, 'I');

    v->scripts = token_word(v, init, BIT_INIT_SCRIPTS);
    v->macro_index = token_word(v, init, BIT_INIT_MACRO_INDEX);
    v->macros = token_word(v, init, BIT_INIT_MACROS);
    v->conditions = token_word(v, init, BIT_INIT_CONDITIONS);
    v->io_conditions = token_word(v, init, BIT_INIT_IO);
    v->io_flags = token_word(v, init, BIT_INIT_IO_FLAGS);
    v->private_script = token_word(v, init, BIT_INIT_PRIVATE);
    v->arrays = token_word(v, init, BIT_INIT_ARRAYS);
    v->tables_at = token_word(v, init, BIT_INIT_TABLES);
    v->tables_size = token_word(v, init, BIT_INIT_TABLES + 2);
    v->boot_at = token_word(v, init, BIT_INIT_BOOT_SCRIPTS);
    v->boot_size = token_word(v, init, BIT_INIT_BOOT_SCRIPTS + 2);
    v->startable = v->scripts != 0;
}

static void read_memory(struct vbios *v)
{
    const struct bit_token *const memory = vbios_token(v, 'M');

    if (!memory || !memory->at)
        return;
    if (memory->version == 1 && memory->size >= BIT_MEMORY_1_SIZE) {
        v->strap_columns = rom_u8(&v->image, memory->at + BIT_MEMORY_1_COLUMNS);
        v->strap_table = token_word(v, memory, BIT_MEMORY_1_STRAPS);
    } else if (memory->version == 2 && memory->size >= BIT_MEMORY_2_SIZE) {
        v->strap_columns = rom_u8(&v->image, memory->at + BIT_MEMORY_2_COLUMNS);
        v->strap_table = token_word(v, memory, BIT_MEMORY_2_STRAPS);
        /* The reference asks for 7 bytes, which leaves room for another pointer after this one. */
        v->memory_info = memory->size >= 7 ? token_word(v, memory, BIT_MEMORY_2_INFO) : 0;
    }
}

/* The limits' pointer is a word in version 1 of the token and a dword in version 2; scripts and their
 * tables lie in the first 64 KiB either way. */
static void read_clock(struct vbios *v)
{
    const struct bit_token *const clock = vbios_token(v, 'C');

    if (clock && clock->version == 1)
        v->pll_limits = token_word(v, clock, BIT_CLOCK_LIMITS);
    else if (clock && clock->version == 2)
        v->pll_limits = token_word(v, clock, 0);
}

/* Offsets count from the first image, so the ROM is cut there before any table is read; without BIT there is no
 * table to find. */
enum err vbios_parse(const uint8_t *bytes, size_t size, struct vbios *out)
{
    *out = (struct vbios){ .rom = { bytes, size } };
    const enum err e = rom_chain(&out->rom, &out->images);
    if (e != OK)
        return e;

    const struct rom_image *const first = &out->images.list[0];
    out->image = (struct rom){ bytes, first->cut || !first->length ? size : first->length };
    out->dcb = rom_u16(&out->image, ROM_DCB);
    out->bit = find_bit(&out->image);
    if (!out->bit)
        return ERR_NOT_FOUND;
    read_tokens(out);
    read_info(out);
    read_init(out);
    read_memory(out);
    read_clock(out);
    return OK;
}

bool vbios_script(const struct vbios *v, unsigned index, uint16_t *at)
{
    const uint32_t entry = v->scripts + 2 * index;

    if (!v->scripts || !rom_holds(&v->image, entry, 2))
        return false;
    *at = rom_u16(&v->image, entry);
    return true;
}

/* devinit.md §2.4. One byte stands for G94 and G96, and two chips were numbered otherwise before. */
bool vbios_is_for(const struct vbios *v, unsigned chipset_id)
{
    static const struct {
        uint8_t major, chip, chipset;
    } boards[] = {
        { 0x60, 0x80, 0x50 }, { 0x60, 0x84, 0x84 }, { 0x60, 0x86, 0x86 }, { 0x62, 0x92, 0x92 },
        { 0x62, 0x94, 0x94 }, { 0x62, 0x94, 0x96 }, { 0x62, 0x98, 0x98 }, { 0x62, 0x00, 0xa0 },
        { 0x62, 0x77, 0xaa }, { 0x62, 0x79, 0xac }, { 0x70, 0x15, 0xa3 }, { 0x70, 0x16, 0xa5 },
        { 0x70, 0x18, 0xa8 }, { 0x70, 0x89, 0xaf },
    };

    for (unsigned i = 0; v->versioned && i < ARRAY_SIZE(boards); i++)
        if (boards[i].major == v->version[0] && boards[i].chip == v->version[1] &&
            boards[i].chipset == chipset_id)
            return true;
    return false;
}
