#include "model/model.h"

#include <stdio.h>
#include <string.h>

#include "model/common/bytes.h"
#include "model/common/presence.h"
#include "model/gv100/card/gv100.h"
#include "model/nv50/card/nv50.h"

/* A new family is a row here. */
const struct model_ops *const model_families[] = { &nv50_model, &gv100_model, NULL };

struct model *model_new(const struct model_config *config, const struct model_host *host,
                        char *error, size_t error_size)
{
    for (unsigned i = 0; model_families[i]; i++)
        if (model_families[i]->usual->family == config->chip->family)
            return model_families[i]->make(config, host, error, error_size);
    snprintf(error, error_size, "there is no model of %s", config->chip->title);
    return NULL;
}

static bool is_present(const struct model *model)
{
    return !model->presence || presence_answers(model->presence);
}

static bool answers(const struct model *model)
{
    return is_present(model) && !(model->ops->asleep && model->ops->asleep(model));
}

uint64_t model_read(struct model *model, unsigned bar, uint64_t at, unsigned size)
{
    return answers(model) ? model->ops->read(model, bar, at, size) : UINT64_MAX;
}

void model_write(struct model *model, unsigned bar, uint64_t at, uint64_t value, unsigned size)
{
    if (answers(model))
        model->ops->write(model, bar, at, value, size);
}

void model_read_block(struct model *model, unsigned bar, uint64_t at, void *bytes, size_t size)
{
    const bool answered = answers(model);

    if (!answered)
        memset(bytes, 0xff, size);
    if (!answered || model->ops->read_block(model, bar, at, bytes, size))
        return;
    for (size_t i = 0, part; i < size; i += part) {
        part = size - i < 4 ? size - i : 4;
        bytes_put((uint8_t *)bytes + i, model->ops->read(model, bar, at + i, 4), part);
    }
}

void model_write_block(struct model *model, unsigned bar, uint64_t at, const void *bytes,
                       size_t size)
{
    if (!answers(model) || model->ops->write_block(model, bar, at, bytes, size))
        return;
    for (size_t i = 0, part; i < size; i += part) {
        part = size - i < 4 ? size - i : 4;
        model->ops->write(model, bar, at + i, bytes_get((const uint8_t *)bytes + i, part),
                          (unsigned)part);
    }
}

uint32_t model_config_read(const struct model *model, unsigned at, unsigned size)
{
    return is_present(model) ? model->ops->config_read(model, at, size)
                             : (uint32_t)bytes_ones(size);
}

void model_config_write(struct model *model, unsigned at, uint32_t value, unsigned size)
{
    if (is_present(model))
        model->ops->config_write(model, at, value, size);
}

uint32_t model_sound_read(const struct model *model, unsigned at, unsigned size)
{
    return model->ops->sound_read && is_present(model) ? model->ops->sound_read(model, at, size)
                                                       : (uint32_t)bytes_ones(size);
}

void model_sound_write(struct model *model, unsigned at, uint32_t value, unsigned size)
{
    if (model->ops->sound_write && is_present(model))
        model->ops->sound_write(model, at, value, size);
}
