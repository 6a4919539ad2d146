# SPDX-License-Identifier: Apache-2.0
from cuda_fix import main

main()
