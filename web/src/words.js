// What the engine says, in English.

/**
 * @typedef {import('./engine/types.js').Probe} Probe
 * @typedef {import('./engine/types.js').Verdict} Verdict
 * @typedef {import('./engine/types.js').Move} Move
 * @typedef {import('./state/state.js').Color} Color
 * @typedef {import('./engine/types.js').Category} Category
 * @typedef {import('./engine/metrics.js').Metric} Metric
 * @typedef {Pick<Verdict, 'category'> & Partial<Pick<Verdict, 'dtm' | 'dtm50' | 'dtc' | 'dtz' | 'unsure'>>} Judged
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
 * Whether nobody wins, if only by the fifty-move rule.
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
 * A number of moves holds by the fifty-move rule. What is found in a table has no clock, and the number of the table.
 * @param {Judged} judged
 * @param {Color} mover
 */
export function ending(judged, mover) {
  const winner = winnerOf(judged, mover)
  if (!winner) return isDrawnByRule(judged.category) ? 'Draw by the fifty-move rule' : 'Draw'
  const plies = judged.dtm50 === undefined ? judged.dtm : judged.dtm50
  if (typeof plies === 'number') return `${nameOf(winner)} mates in ${movesOf(plies)}`
  return `${nameOf(winner)} wins${judged.unsure ? ' without the fifty-move rule' : ''}`
}

/**
 * The number of moves to mate by the fifty-move rule, or without it where that is not known.
 * @param {{dtm: number | null, dtm50: number | null}} judged
 */
export const mateIn = ({ dtm, dtm50 }) => `${movesOf(dtm50 ?? dtm ?? 0)}${dtm50 === null ? ' without the fifty-move rule' : ''}`

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
 * How a position ends, once that is proven.
 * @param {{low: import('./engine/types.js').Category, high: import('./engine/types.js').Category}} bounds  for the mover
 * @param {Color} mover
 */
export function proven({ low, high }, mover) {
  if (low === 'win') return `${nameOf(mover)} wins`
  if (high === 'loss') return `${nameOf(other(mover))} wins`
  return low === high ? 'Draw' : 'Not known yet'
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
  const { category, dtm, dtc, dtz } = probe
  if (category === 'draw') return `${toMove}${whyDrawn(probe)}`
  if (isDrawnByRule(category)) {
    const wins = dtm === null ? 'win' : `mate in ${movesOf(dtm)}`
    return `${toMove}. ${nameOf(category === 'cursed-win' ? mover : other(mover))} would ${wins} without the rule, but no capture, pawn move or mate comes in time`
  }
  const mate = dtm === null && probe.dtm50 === null ? '' : `, ${howSoonMated(probe)}`
  // Where mate itself is the capture, pawn move or mate that comes, it is said once.
  const conversion = dtc === null || dtc === dtm ? '' : `, a capture, promotion or mate within ${plural(Math.abs(dtc), 'ply', 'plies')}`
  return `${toMove}${mate}${conversion}${dtz === null || dtz === dtm ? '' : `, a capture, pawn move or mate within ${plural(Math.abs(dtz), 'ply', 'plies')}`}`
}

/**
 * How many plies a mate takes, by the fifty-move rule and without it.
 * @param {Probe} probe
 */
function howSoonMated({ dtm, dtm50, unsure }) {
  const plies = (/** @type {number | null} */ signed) => plural(Math.abs(signed ?? 0), 'ply', 'plies')
  if (dtm50 === null) return `mate in ${movesOf(dtm ?? 0)} (${plies(dtm)})${unsure ? ', unless the rule makes it a draw: tables by the fifty-move rule would tell' : ' without the fifty-move rule'}`
  return `${plies(dtm50)} with best play${dtm === null || dtm === dtm50 ? '' : `, ${plies(dtm)} without the fifty-move rule`}`
}

/**
 * What the moves of a drawn position say of why it is one.
 * @param {Probe} probe
 */
function whyDrawn({ moves }) {
  const stalemate = moves.find((move) => move.stalemate)
  if (stalemate) return `, and ${stalemate.san} is stalemate`
  if (moves.length > 1 && moves.every(({ category }) => category === 'draw')) return ', and every move draws'
  if (moves.filter(({ category }) => isDrawn(category)).length === 1 && moves.length > 1) return ': one move holds, all others lose'
  return ', and neither side can force a win'
}

/** @type {Record<string, string>} */
const MEN = { Q: 'queen', R: 'rook', B: 'bishop', N: 'knight', P: 'pawn' }
const NUMBERS = ['', '', 'two ', 'three ', 'four ', 'five ', 'six ']

/**
 * KRPvKR -> "Rook and pawn against rook"
 * @param {string} name  of a class
 */
export function materialInWords(name) {
  const [men, rights] = name.split('-')
  const [first, second] = men.split('v').map(sideInWords)
  if (!first) return 'Two bare kings'
  return `${sentence(first)} against ${second || 'the bare king'}${rights ? ', with castling' : ''}`
}

/** @param {string} men  of one side, with the king */
function sideInWords(men) {
  const kinds = [...new Set(men.slice(1))]
  return list(kinds.map((kind) => {
    const count = men.split(kind).length - 1
    return `${NUMBERS[count]}${MEN[kind]}${count > 1 ? 's' : ''}`
  }))
}

/**
 * What a move leads to, by the metric that says which moves are best. The move itself counts, as it does in the verdict.
 * @param {Move} move
 * @param {Pick<Probe, 'metrics' | 'by'>} probe  that it is of
 */
export function outcome(move, { metrics, by }) {
  if (move.checkmate) return 'checkmate'
  if (move.stalemate) return 'stalemate'
  if (isDrawnByRule(move.category)) return move.category === 'blessed-loss' ? 'wins too late' : 'loses too late'
  if (isDrawn(move.category)) return 'draw'
  return metrics.length > 1 || by === 'dtm' ? tells(move, by) : howSoon(move, by, 'within')
}

/**
 * What the other metrics tell of it.
 * @param {Move} move
 * @param {Pick<Probe, 'metrics' | 'by'>} probe
 */
export const besides = (move, { metrics, by }) =>
  move.checkmate || isDrawn(move.category) ? [] : metrics.filter((each) => each !== by).map((each) => tells(move, each))

/** @param {Move} move @param {Metric} metric */
function tells(move, metric) {
  if (metric === 'dtm') return mateWith(move)
  return `${metric === 'dtc' ? 'converts' : 'zeroes'} ${howSoon(move, metric, 'in')}`
}

/** How many moves mate takes by the fifty-move rule, or less where that is not known. @param {Move} move */
function mateWith({ category, dtm50, unsure }) {
  if (dtm50 === null) return `${category === 'loss' ? 'wins' : 'loses'}${unsure ? ' if in time' : ''}`
  return `mate in ${movesOf(dtm50 < 0 ? 1 - dtm50 : dtm50)}`
}

/** @param {Move} move @param {Metric} metric @param {string} preposition */
function howSoon(move, metric, preposition) {
  const plies = pliesWith(move, metric)
  return plies === 1 ? 'at once' : `${preposition} ${plural(plies, 'ply', 'plies')}`
}

/**
 * The plies that it takes with a move to what a metric counts to, where somebody wins.
 * @param {Move} move
 * @param {Metric} by
 */
export function pliesWith(move, by) {
  const after = { dtm: move.dtm50 ?? move.dtm, dtc: move.dtc, dtz50: move.dtz }[by]
  const atOnce = move.checkmate || (by === 'dtz50' && move.zeroing) || (by === 'dtc' && /[x=]/.test(move.san))
  return atOnce ? 1 : Math.abs(after ?? 0) + 1
}

/** What tables say of distances. @type {Record<Metric, {name: string, line: string, note: string, longest: string, longestWin: string, depth: string, axis: string, upTo: string, proven: string}>} */
export const COUNTS = {
  dtm: {
    name: 'Moves to mate',
    line: 'Quickest mate',
    note: 'How soon mate comes with best play.',
    longest: 'Longest mates',
    longestWin: 'longest mate',
    depth: 'How many positions are how many moves from mate.',
    axis: 'mate in … moves',
    upTo: 'by moves to mate: up to mate in',
    proven: 'were verified position by position, and held to other programs',
  },
  dtc: {
    name: 'Conversion',
    line: 'Next conversion',
    note: 'How soon a capture, a promotion or mate comes with best play, whatever the fifty-move rule says. Other pawn moves are moves as any.',
    longest: 'Longest conversions',
    longestWin: 'longest conversion',
    depth: 'How many positions are how many plies from a capture, a promotion or mate that keeps the win.',
    axis: 'capture, promotion or mate in … plies',
    upTo: 'by plies to a capture, a promotion or mate: up to',
    proven: 'are known to be right. What they say was held to the rules of chess, and who wins to the tables by moves to mate',
  },
  dtz50: {
    name: 'The fifty-move rule',
    line: 'Fifty-move rule',
    note: 'Who wins by the rule: fifty moves without a capture or a pawn move are a draw. How soon one comes, or mate.',
    longest: 'Longest wins',
    longestWin: 'longest win',
    depth: 'How many positions are how many plies from a capture, a pawn move or mate that keeps the win. Draws by the rule are left out.',
    axis: 'capture, pawn move or mate in … plies',
    upTo: 'by plies to a capture, a pawn move or mate: up to',
    proven: 'are known to be right. Of half of the tables by the rule other programs have told how many positions there are of each kind',
  },
}

/** @param {Metric} metric @param {Color} winner @param {number} plies */
export const winsIn = (metric, winner, plies) => `${nameOf(winner)} ${metric === 'dtm' ? `mates in ${movesOf(plies)}` : `wins, within ${plural(plies, 'ply', 'plies')}`}`

/** A win that takes so long. @param {Metric} metric @param {number} plies */
export const winIn = (metric, plies) => {
  if (metric === 'dtm') return `mate in ${movesOf(plies)}`
  return `${metric === 'dtc' ? 'conversion in' : 'win,'} ${plural(plies, 'ply', 'plies')}`
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
  if (count >= 1e12) return `${(count / 1e12).toFixed(1)} trillion`
  if (count >= 1e9) return `${(count / 1e9).toFixed(1)} billion`
  if (count >= 1e6) return `${(count / 1e6).toFixed(1)} million`
  return integer(count)
}

/** @param {number} bytes */
export function size(bytes) {
  if (!Number.isFinite(bytes)) return 'an unknown size'
  if (bytes < 1000) return `${bytes} B`
  const units = ['kB', 'MB', 'GB', 'TB']
  let value = bytes / 1000
  let unit = 0
  for (; value >= 999.5 && unit < units.length - 1; unit++) value /= 1000
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`
}

/** @param {number} seconds */
export function duration(seconds) {
  if (!Number.isFinite(seconds)) return 'an unknown time'
  if (seconds < 1) return 'less than a second'
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  const [large, small] = whole < 3600 ? [`${Math.floor(whole / 60)} min`, `${whole % 60} s`] : [`${Math.floor(whole / 3600)} h`, `${Math.floor((whole % 3600) / 60)} min`]
  return small.startsWith('0 ') ? large : `${large} ${small}`
}

/** An estimate to as many digits as it deserves. @param {number} seconds */
export function roundly(seconds) {
  if (!Number.isFinite(seconds)) return duration(seconds)
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

/** What is said of an answer that rests on imported tables. @param {string[]} names */
export const uncheckedWords = (names) => `Not checked yet: this rests on ${list(names)}, imported from a file. It may be wrong until the check has ended.`
