#include "suite/run/menu.h"

#define WARM_SECONDS 20 /* heat= of the line Burn in, where the configuration has none */

static void add(struct menu *menu, enum menu_what what, const char *name, const char *about)
{
    struct scene *const scene = &menu->scene;

    menu->what[scene->line_count] = (uint8_t)what;
    scene->lines[scene->line_count++] = (struct scene_line){ name, about };
}

_Static_assert(SCENE_LINES - 7 <= SCENE_CARDS, "seven lines come before those of cards");

/* A rig with one card needs no choice of cards. Of many the first ones have a line, as long as there is room for one. */
static void add_cards(struct menu *menu, const struct card_key *cards, unsigned count)
{
    for (unsigned i = 0; i < count && count > 1 && menu->scene.line_count < SCENE_LINES; i++) {
        struct text name = text_in(menu->card_names[i], sizeof(menu->card_names[i]));

        text_format(&name, "Card %u only", i + 1);
        struct text about = text_in(menu->card_abouts[i], sizeof(menu->card_abouts[i]));
        for (const char *id = cards[i].id; *id && *id != ' '; id++)
            text_char(&about, *id);
        text_format(&about, " at %s: all tests, memory once", cards[i].at);
        menu->cards[i] = cards[i];
        menu->card_count++;
        add(menu, MENU_CARD, menu->card_names[i], menu->card_abouts[i]);
    }
}

/* "As set up" is offered only where it differs from Quick, because two lines with one effect
 * confuse. */
void menu_open(struct menu *menu, const struct run_config *config, const struct card_key *cards,
               unsigned card_count)
{
    const bool plain = string_equal(config->suite, "default") && config->mode == MODE_TEST &&
                       config->loop == 1 && !config->has_until;
    struct text first = text_in(menu->first, sizeof(menu->first));

    *menu = (struct menu){ .scene = { .has_keys = true, .seconds = config->menu } };
    text_format(&first, "barecard.cfg: suite=%s", config->suite);
    if (!plain)
        add(menu, MENU_AS_IT_IS, "As set up", menu->first);
    add(menu, MENU_QUICK, "Quick", "all tests, memory once");
    add(menu, MENU_THOROUGH, "Thorough", "nine more memory tests, hours on a large card");
    add(menu, MENU_MEMORY, "Memory only", "chips, and how addresses reach them");
    add(menu, MENU_LOOP, "Loop", "again and again until Esc, to burn in");
    add(menu, MENU_PROBE, "Look only", "reads registers, writes none");
    add(menu, MENU_WARM, "Burn in", "as Loop, the card warmed by copies of its own");
    add(menu, MENU_PROMPT, "Prompt", "read and write the card, line by line");
    add_cards(menu, cards, card_count);
}

static void choose(struct scene *scene, unsigned line)
{
    if (line < scene->line_count)
        scene->line = line;
}

bool menu_press(struct menu *menu, int key)
{
    struct scene *const scene = &menu->scene;

    if (key == KEY_ENTER)
        return true;
    scene->seconds = -1;
    if (key == KEY_UP && scene->line)
        choose(scene, scene->line - 1);
    else if (key == KEY_DOWN)
        choose(scene, scene->line + 1);
    else if (key >= '1' && key <= '9')
        choose(scene, (unsigned)(key - '1'));
    return false;
}

bool menu_tick(struct menu *menu)
{
    struct scene *const scene = &menu->scene;

    if (scene->seconds > 0)
        scene->seconds--;
    return !scene->seconds;
}

static void set_suite(struct run_config *config, const char *name)
{
    struct text suite = text_in(config->suite, sizeof(config->suite));

    text_string(&suite, name);
}

static void set_card(struct run_config *config, const char *place)
{
    struct text card = text_in(config->card, sizeof(config->card));

    text_string(&card, place);
}

/* Every line but the first sets suite, mode and loop, because the configuration may have others; the configuration's other
 * keys stay, card= too unless the line names a card. */
void menu_apply(const struct menu *menu, struct run_config *config)
{
    const unsigned line = menu->scene.line;
    const unsigned first_card = menu->scene.line_count - menu->card_count;
    const uint8_t what = menu->what[line];

    if (what != MENU_AS_IT_IS) {
        set_suite(config, "default");
        config->mode = what == MENU_PROBE    ? MODE_PROBE
                       : what == MENU_PROMPT ? MODE_PROMPT
                                             : MODE_TEST;
        config->loop = what == MENU_LOOP || what == MENU_WARM ? LOOP_FOREVER : 1;
        config->has_until = false;
    }

    switch (what) {
    case MENU_THOROUGH:
        set_suite(config, "all");
        break;
    case MENU_MEMORY:
        set_suite(config, "id,link,window,vram.placement,vram.size,vram.temperature,vram.quick");
        break;
    case MENU_WARM:
        config->heat = config->heat ? config->heat : WARM_SECONDS;
        break;
    case MENU_CARD:
        set_card(config, menu->cards[line - first_card].at);
        break;
    default:
        break;
    }
}
