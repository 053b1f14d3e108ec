#include "model/model.h"

#include <stdio.h>

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
