// SPDX-License-Identifier: Apache-2.0
int answer() { return 42; }
