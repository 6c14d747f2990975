/** The most men of positions whose metrics can be compared, see core/compare. */
export const MOST_MEN = 4
