// The classes as a map: their places, and the contents of the cells.

import { say } from '../../language.js'
import { shareOfEach } from '../builds/progress.js'
import { isBegun } from './library.js'
import { ratio } from '../../ui/ratio.js'

/**
 * @typedef {import('../../shell/state.js').State} State
 * @typedef {import('../../shell/state.js').ClassInfo} ClassInfo
 *
 * @typedef {object} Grid  classes by the men of each side except the kings
 * @property {string} title
 * @property {string[]} columns    the pieces of each column
 * @property {'white' | 'black'} side  the side with these pieces
 * @property {{pieces: string, classes: (string | null)[]}[]} rows  White's pieces, and a class or null for each column
 *
 * @typedef {object} Cell  of a class
 * @property {'damaged' | 'building' | 'present' | 'queued' | 'part' | 'absent'} state
 * @property {number} filled  the built share, from 0 to 1
 */

/** The strongest first, as in the names of classes. */
const PIECES = [...'QRBNP']

/** Returns all sets of the given number of pieces. @param {number} count @returns {string[]} */
const sets = (count) =>
  count
    ? sets(count - 1).flatMap((some) =>
        PIECES.filter((piece) => inOrder(some.slice(-1), piece)).map((piece) => some + piece),
      )
    : ['']

/** @param {string} one @param {string} two */
const inOrder = (one, two) => PIECES.indexOf(one) <= PIECES.indexOf(two)

const PAIRS = sets(2)
const TRIOS = sets(3)

/**
 * Returns a grid of classes with a bare king. Each set of men occurs once: the piece of a column is not stronger than
 * those of the row.
 * @param {string} title
 * @param {string[]} rows
 * @returns {Grid}
 */
const alone = (title, rows) => ({
  title,
  columns: PIECES,
  side: 'white',
  rows: rows.map((pieces) => ({
    pieces,
    classes: PIECES.map((piece) => (inOrder(pieces.slice(-1), piece) ? `K${pieces}${piece}vK` : null)),
  })),
})

/**
 * @param {string} title
 * @param {string[]} rows
 * @returns {Grid}
 */
const against = (title, rows) => ({
  title,
  columns: PIECES,
  side: 'black',
  // One against one, the stronger is White.
  rows: rows.map((pieces) => ({
    pieces,
    classes: PIECES.map((piece) => (pieces.length > 1 || inOrder(pieces, piece) ? `K${pieces}vK${piece}` : null)),
  })),
})

/**
 * Returns a grid of classes with two men on each side. Each pair of sets occurs once, with the stronger set for White.
 * @param {string} title
 * @param {string[]} columns
 * @returns {Grid}
 */
const even = (title, columns) => ({
  title,
  columns,
  side: 'black',
  rows: PAIRS.filter((pair) => PAIRS.indexOf(pair) <= PAIRS.indexOf(columns.at(-1) ?? '')).map((pieces) => ({
    pieces,
    classes: columns.map((pair) => (PAIRS.indexOf(pieces) <= PAIRS.indexOf(pair) ? `K${pieces}vK${pair}` : null)),
  })),
})

/**
 * Returns a grid for each first piece of a set. One grid of all sets would be too large for the screen.
 * @param {string[]} sets
 * @param {import('../../language.js').Key} title  a message about the piece
 * @param {(title: string, sets: string[]) => Grid} gridOf
 */
const byStrongest = (sets, title, gridOf) =>
  PIECES.map((piece) =>
    gridOf(
      say(title, { piece }),
      sets.filter((pieces) => pieces[0] === piece),
    ),
  )

/** The grids by the number of men. @type {Record<number, Grid[]>} */
export const GRIDS = {
  3: [alone(say('map.one'), [''])],
  4: [alone(say('map.two'), PIECES), against(say('map.oneOne'), PIECES)],
  5: [against(say('map.twoOne'), PAIRS), alone(say('map.three'), PAIRS)],
  6: [
    ...byStrongest(PAIRS, 'map.twoTwo', even),
    ...byStrongest(TRIOS, 'map.threeOne', against),
    ...byStrongest(TRIOS, 'map.four', alone),
  ],
}

/**
 * @param {State} state
 * @param {Set<string>} coming  the classes that are to be built
 * @returns {(table: ClassInfo) => Cell}
 */
export function cellsOf({ build }, coming) {
  const done = new Map((build ? shareOfEach(build) : []).map((share) => [share.class, share.filled * share.positions]))
  const running = new Set(build?.jobs.map(({ task }) => task.class))
  return (table) => {
    const { name, positions, present, damaged, finished, units } = table
    // The share is of the whole class, also if only a part is built.
    const filled = present ? 1 : Math.max(ratio(done.get(name) ?? 0, positions), ratio(finished, units))
    if (running.has(name)) return { state: 'building', filled }
    if (damaged) return { state: 'damaged', filled: 0 }
    if (present) return { state: 'present', filled: 1 }
    if (coming.has(name)) return { state: 'queued', filled }
    return { state: filled || isBegun(table) ? 'part' : 'absent', filled }
  }
}
