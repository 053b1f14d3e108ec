/* suite/prompt/experiments.h: the open questions of docs/hardware as scripts of the prompt, those that harm no card.
 *
 * Shape   tools/experiments.pl makes them of suite/experiments/FAMILY/, which is on the stick too. */
#ifndef SUITE_PROMPT_EXPERIMENTS_H
#define SUITE_PROMPT_EXPERIMENTS_H

extern const char nv50_experiments[], gv100_experiments[];

#endif
