// The moves of a game with its variations, as a list. Each move follows the one listed before it, or another one that
// it names. The first that follows a move continues its line, the others begin variations. Moves have numbers in the
// list, from 1, and 0 is the start.

/**
 * @typedef {import('../../engine/types.js').Ply} Ply
 * @typedef {import('../../shell/state.js').GamePly} GamePly
 * @typedef {import('../../shell/state.js').Remarks} Remarks
 *
 * @typedef {object} Written  a move as it is written, the variations instead of it after it
 * @property {number} number
 * @property {string} label    "1." or "1…", or '' if it can be left out
 * @property {number} depth    0 in the main line, more in variations
 * @property {boolean} opens   a variation
 * @property {number} closes   the number of variations that end
 */

/**
 * The number of the move before one.
 * @param {Pick<GamePly, 'after'>[]} plies @param {number} number
 */
export const before = (plies, number) => plies[number - 1].after ?? number - 1

/**
 * A move as an entry of a list, with its remarks. It names the move before only if that is not the one listed before.
 * @param {Ply & Remarks} ply @param {number} after @param {number} index
 * @returns {GamePly}
 */
const placed = ({ uci, san, fen, ...more }, after, index) => ({
  uci,
  san,
  fen,
  ...(after === index ? {} : { after }),
  ...remarksOf(more),
})

/** @param {Remarks} remarks @returns {Remarks} without empty ones */
const remarksOf = ({ lead, nags, note }) => ({
  ...(lead ? { lead } : {}),
  ...(nags?.length ? { nags } : {}),
  ...(note ? { note } : {}),
})

/** Whether a move has remarks. @param {Remarks} remarks */
export const isRemarked = (remarks) => Object.keys(remarksOf(remarks)).length > 0

/** Whether a move passes the turn. @param {Pick<Ply, 'uci'>} ply */
export const isNull = ({ uci }) => uci === '0000'

/** @param {GamePly[]} plies */
export const listed = (plies) => plies.map((ply, i) => placed(ply, before(plies, i + 1), i))

/**
 * The numbers of the moves that follow the start and each move.
 * @param {Pick<GamePly, 'after'>[]} plies
 */
export function followers(plies) {
  /** @type {number[][]} */
  const all = Array.from({ length: plies.length + 1 }, () => [])
  for (let number = 1; number <= plies.length; number++) all[before(plies, number)].push(number)
  return all
}

/**
 * The moves that lead to one, and that one.
 * @param {Pick<GamePly, 'after'>[]} plies @param {number} number
 */
export function pathTo(plies, number) {
  const path = []
  for (let at = number; at; at = before(plies, at)) path.push(at)
  return path.reverse()
}

/**
 * The line that a move is in, to its end.
 * @param {Pick<GamePly, 'after'>[]} plies @param {number} number  0 for the main line
 */
export function lineThrough(plies, number) {
  const next = followers(plies)
  const line = pathTo(plies, number)
  for (let [at] = next[number]; at; [at] = next[at]) line.push(at)
  return line
}

/**
 * The number of the move with these squares that follows another one, or 0.
 * @param {GamePly[]} plies @param {number} after @param {string} uci
 */
const find = (plies, after, uci) => plies.findIndex((ply, i) => ply.uci === uci && before(plies, i + 1) === after) + 1

/**
 * Whether a move continues the line of the one before it; others begin the game or a variation.
 * @param {GamePly[]} plies
 * @param {number} number
 */
function continues(plies, number) {
  const last = before(plies, number)
  return last > 0 && plies.findIndex((_, i) => before(plies, i + 1) === last) === number - 1
}

/** The list with other remarks on a move. @param {GamePly[]} plies @param {number} number @param {Remarks} remarks */
const changed = (plies, number, remarks) =>
  plies.map((ply, i) => (i === number - 1 ? placed({ ...ply, ...remarks }, before(plies, number), i) : ply))

/** The list with more words after a move. @param {GamePly[]} plies @param {number} number @param {string} words */
const withNote = (plies, number, words) => changed(plies, number, { note: joined(plies[number - 1].note, words) })

/**
 * The list in which a known move gets the remarks of another list, for kinds of remarks that it lacks.
 * @param {GamePly[]} plies @param {number} number @param {Remarks} remarks
 */
function remarked(plies, number, { lead, nags, note }) {
  const ply = plies[number - 1]
  const isLed = !continues(plies, number)
  const lacking = Object.entries(remarksOf({ lead: isLed ? lead : '', nags, note })).filter(([kind]) => !(kind in ply))
  const all = lacking.length ? changed(plies, number, Object.fromEntries(lacking)) : plies
  const last = before(plies, number)
  return !lead || isLed || ` ${plies[last - 1].note} `.includes(` ${lead} `) ? all : withNote(all, last, lead)
}

/**
 * Moves each comment before a move that continues its line to the move before. A PGN has the two in the same place.
 * @param {GamePly[]} plies
 */
const settled = (plies) =>
  plies.reduce(
    (all, { lead }, i) =>
      lead && continues(plies, i + 1) ? changed(withNote(all, before(plies, i + 1), lead), i + 1, { lead: '' }) : all,
    plies,
  )

/**
 * The list with more moves in a row, some of which it may already have, and the number of the last one.
 * @param {GamePly[]} plies @param {number} after @param {(Ply & Remarks)[]} moves
 */
export function added(plies, after, moves) {
  let all = plies
  let at = after
  for (const move of moves) {
    const known = find(all, at, move.uci)
    all = known ? remarked(all, known, move) : [...all, placed(move, at, all.length)]
    at = known || all.length
  }
  return { plies: all, at }
}

/**
 * The numbers that the moves of a list have in another one; null if one is missing.
 * @param {GamePly[]} plies @param {GamePly[]} others
 */
export function numbersIn(plies, others) {
  const numbers = [0]
  for (const [i, { uci }] of others.entries()) {
    const number = find(plies, numbers[before(others, i + 1)], uci)
    if (!number) return null
    numbers.push(number)
  }
  return numbers
}

/**
 * The list with the missing moves and remarks of another one, and the new numbers of all moves of the other.
 * @param {GamePly[]} plies @param {GamePly[]} others
 */
export function united(plies, others) {
  const numbers = [0]
  for (const [i, ply] of others.entries()) {
    const { plies: all, at } = added(plies, numbers[before(others, i + 1)], [ply])
    plies = all
    numbers.push(at)
  }
  return { plies, numbers }
}

/**
 * Some of the moves in another order. Each must come after those before it.
 * @param {GamePly[]} plies @param {number[]} order  their numbers
 */
export function reordered(plies, order) {
  const numbers = new Map([[0, 0], ...order.map((number, i) => /** @type {[number, number]} */ ([number, i + 1]))])
  return settled(order.map((number, i) => placed(plies[number - 1], numbers.get(before(plies, number)) ?? 0, i)))
}

/**
 * The numbers of the moves that come after one.
 * @param {GamePly[]} plies @param {number} number
 */
export function followingOf(plies, number) {
  const all = new Set([number])
  for (let each = number + 1; each <= plies.length; each++) if (all.has(before(plies, each))) all.add(each)
  all.delete(number)
  return [...all]
}

/**
 * The numbers of all moves except one and those after it.
 * @param {GamePly[]} plies @param {number} number
 */
export function without(plies, number) {
  const gone = new Set([number, ...followingOf(plies, number)])
  return plies.map((_, i) => i + 1).filter((each) => !gone.has(each))
}

/**
 * The legal moves with their remarks. A move that was listed several times has the remarks of all its entries.
 * @param {GamePly[]} plies @param {{after: number[], remarks: Remarks[]}} listing @param {number[]} numbers  of each
 *   listed move, or of the last legal one on the way to it
 */
export function annotated(plies, { after, remarks }, numbers) {
  const all = [...plies]
  remarks.forEach((remark, i) => {
    const number = numbers[i]
    if (!isRemarked(remark) || number === (numbers[after[i] - 1] ?? 0)) return // the same number: the move was illegal
    const { lead, nags = [], note } = remark
    const ply = all[number - 1]
    all[number - 1] = {
      ...ply,
      ...remarksOf({
        lead: joined(ply.lead, lead),
        nags: [...new Set([...(ply.nags ?? []), ...nags])],
        note: joined(ply.note, note),
      }),
    }
  })
  return settled(all)
}

/** @param {(string | undefined)[]} texts */
export const joined = (...texts) => texts.filter(Boolean).join(' ')

/**
 * The moves in the order in which they are written.
 * @param {Pick<GamePly, 'after' | 'lead' | 'note'>[]} plies
 * @param {import('../../shell/state.js').Color} turn  at the start
 * @param {number} [first]  the number of the first move
 */
export function written(plies, turn, first = 1) {
  const next = followers(plies)
  /** @type {Written[]} */
  const all = []
  /** @param {number} number @param {number} place @param {number} depth @param {boolean} opens */
  const write = (number, place, depth, opens) => {
    const isWhite = place % 2 === 0
    const last = all[all.length - 1]
    const label =
      isWhite || opens || !last || last.closes || plies[last.number - 1].note || plies[number - 1].lead
        ? `${Math.floor(place / 2) + first}${isWhite ? '.' : '…'}`
        : ''
    all.push({ number, label, depth, opens, closes: 0 })
  }
  /** @param {number} from @param {number} place @param {number} depth */
  const walk = (from, place, depth) => {
    for (let [main, ...others] = next[from]; main; [main, ...others] = next[main]) {
      write(main, place, depth, false)
      for (const variation of others) {
        write(variation, place, depth + 1, true)
        walk(variation, place + 1, depth + 1)
        all[all.length - 1].closes++
      }
      place++
    }
  }
  walk(0, turn === 'white' ? 0 : 1, 0)
  return all
}
