/* tests/boots/rig/apps/held.c: a driver of the machine's firmware that holds the card and does not let go. */
#include "tests/boots/rig/driver.h"

RIG_APPLICATION(driver_hold(&rig, EFI_DEVICE_ERROR))
