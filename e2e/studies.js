// Studies to be checked: the second is sound, the first has a cook, and the third ends in a draw.

export const STUDIES = `[White "Opposition"]
[FEN "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"]

1. Kd6 Kd8 2. e6 Ke8 3. e7 Kf7 4. Kd7 1-0

[White "Saavedra"]
[FEN "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"]

1. c7 1-0

[White "Wrong"]
[FEN "8/8/8/8/8/4k3/4p3/4K3 b - - 0 1"]

1... Kf3 1-0
`
