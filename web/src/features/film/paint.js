// Draws the boards of a film. The disc on a square fills with the share of decided positions that have the king there.
// White's wins fill it clockwise, and Black's the other way.

/** @typedef {import('./film.js').Shares} Shares */

/** Colours that differ from each other in light and dark pages, and in print. */
export const COLORS = {
  light: '#a9c2b4',
  dark: '#8fac9b',
  hole: '#7f9c8b',
  white: '#fffaf0',
  black: '#161c19',
  edge: '#3c4f45',
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Shares} shares
 * @param {number} left
 * @param {number} top
 * @param {number} size  of the board
 */
export function paintBoard(context, { white, black }, left, top, size) {
  const side = size / 8
  for (let square = 0; square < 64; square++) {
    const [file, rank] = [square & 7, square >> 3]
    const x = left + file * side
    const y = top + (7 - rank) * side
    context.fillStyle = (file + rank) % 2 ? COLORS.light : COLORS.dark
    context.fillRect(x, y, side, side)
    paintDisc(context, x + side / 2, y + side / 2, 0.42 * side, white[square], black[square])
  }
  context.strokeStyle = COLORS.edge
  context.lineWidth = 1
  context.strokeRect(left + 0.5, top + 0.5, size - 1, size - 1)
}

const FULL = 2 * Math.PI
const TOP = -Math.PI / 2

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} x  the centre
 * @param {number} y
 * @param {number} radius
 * @param {number} white
 * @param {number} black
 */
function paintDisc(context, x, y, radius, white, black) {
  context.fillStyle = COLORS.hole
  context.beginPath()
  context.arc(x, y, radius, 0, FULL)
  context.fill()
  for (const [color, share, backwards] of /** @type {const} */ ([
    [COLORS.white, white, false],
    [COLORS.black, black, true],
  ])) {
    if (!share) continue
    context.fillStyle = color
    context.beginPath()
    context.moveTo(x, y)
    context.arc(x, y, radius, TOP, TOP + (backwards ? -share : share) * FULL, backwards)
    context.fill()
  }
}
