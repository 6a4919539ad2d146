// RUN: %check-findings %s --checks=synchronization
// Indices of several digits, whose weights are products of numbers of the host: rows that are cut into
// parts of another number hold whole parts, and no number is 0 or negative.

// Keys of a cache: blocks of tokens, heads, parts of a head, and then the token's x elements of each.
__global__ void keysOfHeadUnknown(float *cache, const float *keys, int heads, int size, int tokens, int x, int token) {
  for (int i = threadIdx.x; i < heads * size; i += blockDim.x) {
    int head = i / size, offset = i % size;
    cache[head * (size / x) * tokens * x + offset / x * tokens * x + token * x + offset % x] = keys[i];
  }
}

// The number of parts is given, and the size computed from it.
__global__ void keysOfPartsUnknown(float *cache, const float *keys, int heads, int parts, int tokens, int x, int token) {
  const int size = parts * x;
  for (int i = threadIdx.x; i < heads * size; i += blockDim.x) {
    int head = i / size, offset = i % size;
    cache[head * tokens * size + offset / x * tokens * x + token * x + offset % x] = keys[i];
  }
}

// Threads of neighbouring tokens, whose number the weights leave out, share a cell.
__global__ void tokensBad(float *cache, const float *keys, int heads, int size, int tokens, int x) {
  const int token = threadIdx.y;
  for (int i = threadIdx.x; i < heads * size; i += blockDim.x) {
    int head = i / size, offset = i % size;
    cache[head * tokens * size + offset / x * tokens * x + offset % x] += keys[token * heads * size + i]; // expect: global-race
  }
}

// So do the halves of a part's elements.
__global__ void partsBad(float *cache, const float *keys, int heads, int size, int tokens, int x, int token) {
  for (int i = threadIdx.x; i < heads * size; i += blockDim.x) {
    int head = i / size, offset = i % size;
    cache[head * tokens * size + offset / x * tokens * x + token * x + offset % x / 2] = keys[i]; // expect: intra-warp-race
  }
}

void run(float *cache, const float *keys, int heads, int size, int parts, int tokens, int x, int token) {
  keysOfHeadUnknown<<<1, 256>>>(cache, keys, heads, size, tokens, x, token);
  keysOfPartsUnknown<<<1, 256>>>(cache, keys, heads, parts, tokens, x, token);
  tokensBad<<<1, dim3(128, 2)>>>(cache, keys, heads, size, tokens, x);
  partsBad<<<1, 256>>>(cache, keys, heads, size, tokens, x, token);
}
