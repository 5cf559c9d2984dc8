# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: 2026 The vggen authors
# What somebody who ports tests/features/ultrasound.cu writes into the spec that --describe printed.

1i\
# SPDX-License-Identifier: MIT

# Sizes.
/^min_cuda:/a\
\
define: {ELEMENTS: 32, SAMPLES: 512, COLUMNS: 48, ROWS: 64}
/^  raw:\|^  filtered: {/s/\[FILL\]/[ELEMENTS, SAMPLES]/
/^  beams:\|^  magnitude:\|^  grey:/s/\[FILL\]/[ROWS, COLUMNS]/
/^  energy:/s/\[FILL\]/[COLUMNS]/
/^  peak:/s/role: scratch\(.*\)\[FILL\].*/role: output\1[1]}/

# Grids, from the launches that the file has.
s/shared: FILL.*/shared: 4 * (256 + 9 - 1)/
/grid: ceil_div(len(filtered), block)/s/grid: .*/grid: ["ceil_div(SAMPLES, block)", ELEMENTS]/
/launch: beamform/,/grid:/s/grid: FILL.*/grid: ["ceil_div(COLUMNS, block)", "ceil_div(ROWS, block)"]/
/grid: ceil_div(len(magnitude), block)/s/grid: .*/grid: ceil_div(COLUMNS, 4)/
/grid: ceil_div(len(peak), block)/s/grid: .*/grid: 1/

# Values.
/samples=FILL/s/FILL.*/SAMPLES)/
s/count=FILL/count=COLUMNS * ROWS/
s/setup=\[[^]]*\]/setup=[32, 512, 3.0e-4, 1540.0, 2.0e7, 5.0e-3, 1.0e-4]/
s/size=\[FILL, FILL\].*/size=[48, 64])/
s/range=FILL.*/range=60.0)/
