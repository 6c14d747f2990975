// What the engine says, in English.

/**
 * @typedef {import('./engine/types.js').Probe} Probe
 * @typedef {import('./engine/types.js').Verdict} Verdict
 * @typedef {import('./engine/types.js').Move} Move
 * @typedef {import('./state/state.js').Color} Color
 */

/**
 * @param {Color} color
 */
export const nameOf = (color) => (color === 'white' ? 'White' : 'Black')

/**
 * @param {Color} color
 * @returns {Color}
 */
export const other = (color) => (color === 'white' ? 'black' : 'white')

/**
 * A mate in n: n moves of the winner take 2n - 1 plies when the winner is to move.
 * @param {number} plies
 */
export const movesOf = (plies) => Math.ceil(Math.abs(plies) / 2)

/**
 * @param {Pick<Probe, 'category' | 'dtm'>} judged
 * @param {Color} mover
 * @returns {Color | null}
 */
export function winnerOf({ category }, mover) {
  if (category === 'draw') return null
  return category === 'win' ? mover : other(mover)
}

/**
 * @param {Pick<Probe, 'category' | 'dtm'>} judged
 * @param {Color} mover
 */
export function ending(judged, mover) {
  const winner = winnerOf(judged, mover)
  return winner && judged.dtm !== null ? `${nameOf(winner)} mates in ${movesOf(judged.dtm)}` : 'Draw'
}

/**
 * @param {Verdict} probe
 * @param {Color} mover
 */
export function verdict(probe, mover) {
  if (probe.checkmate) return `${nameOf(mover)} is checkmated`
  if (probe.stalemate) return 'Draw by stalemate'
  return ending(probe, mover)
}

/**
 * What is proven of how a position ends: no more than that.
 * @param {{low: import('./engine/types.js').Category, high: import('./engine/types.js').Category}} bounds  for the mover
 * @param {Color} mover
 */
export function proven({ low, high }, mover) {
  if (low === 'win') return `${nameOf(mover)} wins`
  if (high === 'loss') return `${nameOf(other(mover))} wins`
  if (low === high) return 'Draw'
  if (low === 'draw') return `${nameOf(other(mover))} can’t win`
  return high === 'draw' ? `${nameOf(mover)} can’t win` : 'Not known yet'
}

/**
 * The line under the verdict.
 * @param {Probe} probe
 * @param {Color} mover
 */
export function explanation(probe, mover) {
  if (probe.checkmate) return `${nameOf(other(mover))} has won`
  if (probe.stalemate) return `${nameOf(mover)} has no legal move and is not in check`
  if (probe.insufficient_material) return 'Neither side has the material to mate'
  const toMove = `${nameOf(mover)} to move`
  if (probe.dtm === null) return `${toMove}, and neither side can force a win`
  return `${toMove}, ${plural(Math.abs(probe.dtm), 'ply', 'plies')} with best play`
}

/**
 * What a move leads to. The move itself counts, as it does in the verdict.
 * @param {Move} move
 */
export function outcome(move) {
  if (move.checkmate) return 'checkmate'
  if (move.stalemate) return 'stalemate'
  if (move.dtm === null) return 'draw'
  return `mate in ${movesOf(move.dtm < 0 ? 1 - move.dtm : move.dtm)}`
}

/**
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 */
export const plural = (count, one, many = `${one}s`) => `${integer(count)} ${count === 1 ? one : many}`

/** @param {number} count */
export const integer = (count) => count.toLocaleString('en')

/**
 * 20,100,000 -> "20.1 million"
 * @param {number} count
 */
export function roughly(count) {
  if (count >= 1e9) return `${(count / 1e9).toFixed(1)} billion`
  if (count >= 1e6) return `${(count / 1e6).toFixed(1)} million`
  return integer(count)
}

/** @param {number} bytes */
export function size(bytes) {
  if (bytes < 1000) return `${bytes} B`
  const units = ['kB', 'MB', 'GB', 'TB']
  let value = bytes / 1000
  let unit = 0
  for (; value >= 999.5 && unit < units.length - 1; unit++) value /= 1000
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`
}

/** @param {number} seconds */
export function duration(seconds) {
  if (seconds < 1) return 'less than a second'
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  const [large, small] = whole < 3600 ? [`${Math.floor(whole / 60)} min`, `${whole % 60} s`] : [`${Math.floor(whole / 3600)} h`, `${Math.floor((whole % 3600) / 60)} min`]
  return small.startsWith('0 ') ? large : `${large} ${small}`
}

/** An estimate to as many digits as it deserves. @param {number} seconds */
export function roundly(seconds) {
  const unit = seconds < 20 ? 1 : seconds < 57.5 ? 5 : seconds < 115 ? 10 : seconds < 3570 ? 60 : 600
  return duration(Math.max(unit, Math.round(seconds / unit) * unit))
}

/**
 * @param {Color} color
 * @param {string} role
 */
export const pieceName = (color, role) => `${nameOf(color).toLowerCase()} ${role}`

/** With a capital. @param {string} words */
export const sentence = (words) => words.charAt(0).toUpperCase() + words.slice(1)

/**
 * "A, B and C"
 * @param {string[]} items
 */
export const list = (items) =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items[items.length - 1]}`
