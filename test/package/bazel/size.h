#define BARRIER
