/* hw/least.h: the smaller of two values, whatever their type. Both are looked at twice, so neither may do anything. */
#ifndef HW_LEAST_H
#define HW_LEAST_H

#define LEAST(a, b) ((a) < (b) ? (a) : (b))

#endif
