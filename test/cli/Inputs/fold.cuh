template <class T> __device__ void fold(T *s, int t) {
  s[t] += s[t + 32];
}
