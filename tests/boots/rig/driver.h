/* tests/boots/rig/driver.h: a driver of the machine's firmware that manages the card. */
#pragma once

#include "tests/boots/rig/rig.h"

/* It holds the card from now on. Told to stop it says so, and lets go if `stop` is no error. False: it could not. */
bool driver_hold(struct rig *rig, EFI_STATUS stop);
