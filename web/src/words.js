// Texts for the results of the engine, in the user's language.

import { shownMove } from './san.js'
import { locale, say } from './language.js'
import { METRICS, countsConversions, countsMates } from './metrics.js'

/**
 * @typedef {import('./engine/types.js').Probe} Probe
 * @typedef {import('./engine/types.js').Verdict} Verdict
 * @typedef {import('./engine/types.js').Move} Move
 * @typedef {import('./shell/state.js').Color} Color
 * @typedef {import('./engine/types.js').Category} Category
 * @typedef {import('./engine/metrics.js').Metric} Metric
 * @typedef {Pick<Verdict, 'category'> & Partial<Pick<Verdict, 'dtm' | 'dtm50' | 'dtc' | 'dtz' | 'unsure'>>} Judged
 */

/**
 * @param {Color} color
 */
export const nameOf = (color) => (color === 'white' ? say('side.white') : say('side.black'))

/** Returns a text such as "White to move". @param {Color} color */
export const toMove = (color) => say('side.toMove', { side: nameOf(color) })

/**
 * @param {Color} color
 * @returns {Color}
 */
export const other = (color) => (color === 'white' ? 'black' : 'white')

/**
 * Returns the moves of a mate in the given plies. With the winner to move, n moves take 2n - 1 plies.
 * @param {number} plies
 */
export const movesOf = (plies) => Math.ceil(Math.abs(plies) / 2)

/**
 * Reports whether neither side wins under the fifty-move rule.
 * @param {Category} category
 */
export const isDrawn = (category) => category !== 'win' && category !== 'loss'

/** @param {Category} category */
export const isDrawnByRule = (category) => category === 'cursed-win' || category === 'blessed-loss'

/**
 * @param {Judged} judged
 * @param {Color} mover
 * @returns {Color | null}
 */
export function winnerOf({ category }, mover) {
  if (isDrawn(category)) return null
  return category === 'win' ? mover : other(mover)
}

/**
 * Returns the outcome, with the moves to mate under the fifty-move rule. A position found in a table has no clock, and
 * the moves of the table.
 * @param {Judged} judged
 * @param {Color} mover
 */
export function ending(judged, mover) {
  const side = winnerOf(judged, mover)
  if (!side) return isDrawnByRule(judged.category) ? say('verdict.drawByRule') : say('verdict.draw')
  const winner = nameOf(side)
  const plies = judged.dtm50 === undefined ? judged.dtm : judged.dtm50
  if (typeof plies === 'number') return say('verdict.mates', { winner, moves: movesOf(plies) })
  return judged.unsure ? say('verdict.winsWithoutRule', { winner }) : say('verdict.wins', { winner })
}

/**
 * Returns the number of moves to mate under the fifty-move rule or, if that is unknown, without it.
 * @param {{dtm: number | null, dtm50: number | null}} judged
 */
export function mateIn({ dtm, dtm50 }) {
  const moves = movesOf(dtm50 ?? dtm ?? 0)
  return dtm50 === null ? say('mate.movesWithoutRule', { moves }) : String(moves)
}

/**
 * @param {Verdict} probe
 * @param {Color} mover
 */
export function verdict(probe, mover) {
  if (probe.checkmate) return say('verdict.checkmated', { side: nameOf(mover) })
  if (probe.stalemate) return say('verdict.stalemate')
  return ending(probe, mover)
}

/**
 * Returns the proven outcome of a position.
 * @param {{low: import('./engine/types.js').Category, high: import('./engine/types.js').Category}} bounds  for the
 *   mover
 * @param {Color} mover
 */
export function proven({ low, high }, mover) {
  if (low === 'win') return say('verdict.wins', { winner: nameOf(mover) })
  if (high === 'loss') return say('verdict.wins', { winner: nameOf(other(mover)) })
  return low === high ? say('verdict.draw') : say('verdict.unknown')
}

/**
 * Returns the line under the verdict.
 * @param {Probe} probe
 * @param {Color} mover
 */
export function explanation(probe, mover) {
  if (probe.checkmate) return say('why.checkmate', { winner: nameOf(other(mover)) })
  if (probe.stalemate) return say('why.stalemate', { side: nameOf(mover) })
  if (probe.insufficient_material) return say('why.material')
  const side = nameOf(mover)
  const { category, dtm, dtc, dtz } = probe
  const plies = Math.abs(dtz ?? 0)
  if (category === 'draw') return whyDrawn(probe, side)
  if (isDrawnByRule(category)) {
    const winner = nameOf(category === 'cursed-win' ? mover : other(mover))
    if (dtm === null) return say('why.byRule', { side, winner })
    return say('why.mateByRule', { side, winner, moves: movesOf(dtm) })
  }
  const parts = [toMove(mover)]
  if (dtm !== null || probe.dtm50 !== null) parts.push(howSoonMated(probe))
  // A conversion or zeroing move that is the mate itself is not shown again.
  if (dtc !== null && dtc !== dtm) parts.push(say('why.conversion', { plies: Math.abs(dtc) }))
  if (dtz !== null && dtz !== dtm) {
    parts.push(isRounded(probe) ? say('why.zeroingRounded', { plies, more: plies + 1 }) : say('why.zeroing', { plies }))
  }
  return parts.join(', ')
}

/** Reports whether the plies to zeroing may be one more: a Syzygy file has rounded them. @param {Verdict} verdict */
const isRounded = ({ dtz, precise_dtz: precise }) => dtz !== null && precise === null

/**
 * Returns the plies to mate, with and without the fifty-move rule.
 * @param {Probe} probe
 */
function howSoonMated({ dtm, dtm50, unsure }) {
  const plies = Math.abs(dtm50 ?? dtm ?? 0)
  if (dtm50 === null) return say(unsure ? 'why.mateUnsure' : 'why.mateWithoutRule', { moves: movesOf(plies), plies })
  if (dtm === null || dtm === dtm50) return say('why.mate', { plies })
  return say('why.mateBoth', { plies, without: Math.abs(dtm) })
}

/**
 * Returns why a position is a draw, as far as its moves show it.
 * @param {Probe} probe
 * @param {string} side  to move
 */
function whyDrawn({ moves }, side) {
  const stalemate = moves.find((move) => move.stalemate)
  if (stalemate) return say('why.stalemateMove', { side, move: shownMove(stalemate.san) })
  if (moves.length > 1 && moves.every(({ category }) => category === 'draw')) return say('why.allDraw', { side })
  if (moves.filter(({ category }) => isDrawn(category)).length === 1 && moves.length > 1)
    return say('why.oneHolds', { side })
  return say('why.noWin', { side })
}

/** @type {Record<string, import('./language.js').Key>} */
const MEN = { Q: 'men.queens', R: 'men.rooks', B: 'men.bishops', N: 'men.knights', P: 'men.pawns' }

/**
 * KRPvKR -> "Rook and pawn against rook"
 * @param {string} name  of a class
 */
export function materialInWords(name) {
  const [men, rights] = name.split('-')
  const [first, second] = men.split('v').map(sideInWords)
  if (!first) return say('material.kings')
  const words = sentence(say('material.against', { first, second: second || say('material.bareKing') }))
  return rights ? say('material.castling', { words }) : words
}

/** @param {string} men  of one side, with the king */
function sideInWords(men) {
  const kinds = [...new Set(men.slice(1))]
  return list(kinds.map((kind) => say(MEN[kind], { count: men.split(kind).length - 1 })))
}

/**
 * Returns the outcome of a move, by the metric that ranks the moves. The move itself counts, as it does in the verdict.
 * @param {Move} move
 * @param {Pick<Probe, 'metrics' | 'by'>} probe  of the position before it
 */
export function outcome(move, { metrics, by }) {
  if (move.checkmate) return say('outcome.checkmate')
  if (move.stalemate) return say('outcome.stalemate')
  if (isDrawnByRule(move.category))
    return say(move.category === 'blessed-loss' ? 'outcome.winsLate' : 'outcome.losesLate')
  if (isDrawn(move.category)) return say('outcome.draw')
  if (metrics.length > 1 || countsMates(by)) return tells(move, by)
  const plies = pliesWith(move, by)
  if (isNaN(plies)) return withoutPlies(move)
  return isRoundedWith(move, by)
    ? say('outcome.withinRounded', { plies, more: plies + 1 })
    : say('outcome.within', { plies })
}

/**
 * Returns the outcomes of a move by the other metrics.
 * @param {Move} move
 * @param {Pick<Probe, 'metrics' | 'by'>} probe
 */
export const besides = (move, { metrics, by }) =>
  move.checkmate || isDrawn(move.category) ? [] : metrics.filter((each) => each !== by).map((each) => tells(move, each))

/** @param {Move} move @param {Metric} metric */
function tells(move, metric) {
  if (countsMates(metric)) return mateWith(move)
  const plies = pliesWith(move, metric)
  if (isNaN(plies)) return withoutPlies(move)
  if (isRoundedWith(move, metric)) return say('outcome.zeroesRounded', { plies, more: plies + 1 })
  return say(countsConversions(metric) ? 'outcome.converts' : 'outcome.zeroes', { plies })
}

/** @param {Move} move @param {Metric} metric */
const isRoundedWith = (move, metric) => {
  const { goal, reaches } = METRICS[metric]
  return goal === 'zeroing' && !reaches(move) && isRounded(move)
}

/** Returns the moves to mate under the fifty-move rule or, if unknown, only the outcome. @param {Move} move */
function mateWith(move) {
  const { dtm50 } = move
  if (dtm50 !== null) return say('outcome.mate', { moves: movesOf(dtm50 < 0 ? 1 - dtm50 : dtm50) })
  return withoutPlies(move)
}

/** @param {Move} move */
function withoutPlies({ category, unsure }) {
  if (category === 'loss') return say(unsure ? 'outcome.winsInTime' : 'outcome.wins')
  return say(unsure ? 'outcome.losesInTime' : 'outcome.loses')
}

/**
 * Returns the plies with a move to the goal of a metric, if one side wins. They are NaN if no table has them.
 * @param {Move} move
 * @param {Metric} by
 */
export function pliesWith(move, by) {
  const { plies, reaches } = METRICS[by]
  if (move.checkmate || reaches(move)) return 1
  const rest = plies(move)
  return rest === null && !isDrawn(move.category) ? NaN : Math.abs(rest ?? 0) + 1
}

/**
 * The texts about distances, by metric.
 * @type {Record<Metric, {name: string, line: string, note: string, longest: string, longestWin: string, depth: string,
 *   axis: string, upTo: string, proven: string}>}
 */
export const COUNTS = {
  dtm: {
    name: say('counts.dtm.name'),
    line: say('counts.dtm.line'),
    note: say('counts.dtm.note'),
    longest: say('counts.dtm.longest'),
    longestWin: say('counts.dtm.longestWin'),
    depth: say('counts.dtm.depth'),
    axis: say('counts.dtm.axis'),
    upTo: say('counts.dtm.upTo'),
    proven: say('counts.dtm.proven'),
  },
  dtc: {
    name: say('counts.dtc.name'),
    line: say('counts.dtc.line'),
    note: say('counts.dtc.note'),
    longest: say('counts.dtc.longest'),
    longestWin: say('counts.dtc.longestWin'),
    depth: say('counts.dtc.depth'),
    axis: say('counts.dtc.axis'),
    upTo: say('counts.dtc.upTo'),
    proven: say('counts.dtc.proven'),
  },
  dtz50: {
    name: say('counts.dtz50.name'),
    line: say('counts.dtz50.line'),
    note: say('counts.dtz50.note'),
    longest: say('counts.dtz50.longest'),
    longestWin: say('counts.dtz50.longestWin'),
    depth: say('counts.dtz50.depth'),
    axis: say('counts.dtz50.axis'),
    upTo: say('counts.dtz50.upTo'),
    proven: say('counts.dtz50.proven'),
  },
}

/** @param {Metric} metric @param {Color} winner @param {number} plies */
export const winsIn = (metric, winner, plies) =>
  say(countsMates(metric) ? 'verdict.mates' : 'verdict.winsWithin', {
    winner: nameOf(winner),
    moves: movesOf(plies),
    plies,
  })

/** Returns the text of a win in the given plies. @param {Metric} metric @param {number} plies */
export const winIn = (metric, plies) => {
  if (countsMates(metric)) return say('outcome.mate', { moves: movesOf(plies) })
  return say(countsConversions(metric) ? 'win.conversion' : 'win.win', { plies })
}

/** @param {number} count */
export const integer = (count) => count.toLocaleString(locale)

/**
 * 20,100,000 -> "20.1 million"
 * @param {number} count
 */
export function roughly(count) {
  if (count >= 1e12) return say('number.trillions', { number: tenths(count / 1e12) })
  if (count >= 1e9) return say('number.billions', { number: tenths(count / 1e9) })
  if (count >= 1e6) return say('number.millions', { number: tenths(count / 1e6) })
  return integer(count)
}

/** Returns a number with one decimal. @param {number} value */
const tenths = (value) => value.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** @param {number} bytes */
export function size(bytes) {
  if (!Number.isFinite(bytes)) return say('size.unknown')
  if (bytes < 1000) return `${bytes} B`
  const units = ['kB', 'MB', 'GB', 'TB']
  let value = bytes / 1000
  let unit = 0
  for (; value >= 999.5 && unit < units.length - 1; unit++) value /= 1000
  return `${value < 10 ? tenths(value) : Math.round(value)} ${units[unit]}`
}

/** @param {number} seconds */
export function duration(seconds) {
  if (!Number.isFinite(seconds)) return say('time.unknown')
  if (seconds < 1) return say('time.short')
  const whole = Math.round(seconds)
  if (whole < 60) return say('time.seconds', { seconds: whole })
  if (whole < 3600) return say('time.minutes', { minutes: Math.floor(whole / 60), seconds: whole % 60 })
  return say('time.hours', { hours: Math.floor(whole / 3600), minutes: Math.floor((whole % 3600) / 60) })
}

/** Returns the text of an estimate, rounded. @param {number} seconds */
export function roundly(seconds) {
  if (!Number.isFinite(seconds)) return duration(seconds)
  const unit = seconds < 20 ? 1 : seconds < 57.5 ? 5 : seconds < 115 ? 10 : seconds < 3570 ? 60 : 600
  return duration(Math.max(unit, Math.round(seconds / unit) * unit))
}

/**
 * @param {Color} color
 * @param {string} role
 */
export const pieceName = (color, role) => say('piece', { color, role })

/** Returns words with a capital first letter. @param {string} words */
export const sentence = (words) => words.charAt(0).toUpperCase() + words.slice(1)

const LIST = new Intl.ListFormat(locale, { type: 'conjunction' })

/**
 * "A, B and C"
 * @param {string[]} items
 */
export const list = (items) => LIST.format(items)

/** Returns the note for an answer that depends on unverified imported tables. @param {string[]} names */
export const uncheckedWords = (names) => say('unchecked.rests', { tables: list(names) })
