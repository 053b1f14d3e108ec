#include "tests/report/scene.h"

#define SURE_OF_LEFT 20u /* thousandths of the run after which the time left is more than a guess */

void scene_clock(struct scene *scene, unsigned elapsed_s)
{
    const unsigned done = scene->run_thousandths;

    scene->elapsed = (int)elapsed_s;
    scene->left = done >= SURE_OF_LEFT ? (int)((uint64_t)elapsed_s * (1000 - done) / done) : -1;
}

void scene_card_headline(const struct scene_card *card, struct text *words)
{
    if (card->suspect[0])
        text_format(words, "Chip %s: ", card->suspect);
    if (card->suspected[0])
        text_string(words, card->suspected);
    else if (card->advice)
        text_string(words, card->advice->headline);
}

static unsigned cards_in(const struct scene *scene, enum scene_state state)
{
    unsigned count = 0;

    for (unsigned i = 0; i < scene->card_count; i++)
        count += scene->cards[i].state == state;
    return count;
}

void scene_headline(const struct scene *scene, struct text *words)
{
    const unsigned bad = cards_in(scene, STATE_FAIL), good = cards_in(scene, STATE_PASS);

    if (scene->card_count == 1)
        scene_card_headline(&scene->cards[0], words);
    else if (bad)
        text_format(words, "%u of %u cards %s bad", bad, scene->card_count,
                    bad == 1 ? "is" : "are");
    else if (good && good == scene->card_count)
        text_format(words, "All %u cards are good", good);
    else if (good)
        text_format(words, "Only %u of %u cards tested good", good, scene->card_count);
    else if (scene->advice)
        text_string(words, scene->advice->headline);
}

/* The cards that have the verdict of the run. */
static void list_cards(const struct scene *scene, struct text *words)
{
    for (unsigned i = 0; i < scene->card_count; i++) {
        if (scene->cards[i].state != scene->state)
            continue;
        text_format(words, "%sCARD %u at %s", words->used ? ", " : "", i + 1, scene->cards[i].at);
        if (scene->cards[i].suspect[0])
            text_format(words, ", chip %s", scene->cards[i].suspect);
    }
}

void scene_second(const struct scene *scene, struct text *words)
{
    if (scene->card_count == 1)
        text_format(words, "Card %s %s", scene->cards[0].at ? scene->cards[0].at : "",
                    scene->cards[0].title ? scene->cards[0].title : "");
    else if (scene->card_count)
        list_cards(scene, words);
    if (!words->used && scene->reason)
        text_string(words, scene->reason);
}
