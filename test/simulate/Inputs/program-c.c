#include <stdlib.h>

/* Not C++: a pointer without a cast, and a name of its keywords. */
int sumInC(int n) {
  int *class = malloc(n * sizeof(int)), sum = 0;
  for (int i = 0; i < n; ++i)
    sum += class[i] = 1;
  free(class);
  return sum;
}
