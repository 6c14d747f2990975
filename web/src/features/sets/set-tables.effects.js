// Tables and sets: the position to begin with, and positions from tables. survey.effects.js finds the missing tables.

import { startFind } from '../../engine/engine.js'
import { inOneText } from '../../engine/problems.js'
import { visitSignal } from '../../engine/visit.js'
import { say } from '../../language.js'
import { countsMates } from '../../metrics.js'
import { samePlace } from '../../shell/address.js'
import { prober, store } from '../../shell/app.js'
import { notify } from '../../shell/view.js'
import { piecesOf } from '../board/position.js'
import { pliesOf } from '../practice/practice.js'
import { positionOf, unsolved, varied } from './sets.js'
import { addTo } from './sets.effects.js'

/**
 * @typedef {import('./sets.js').PracticeSet} PracticeSet
 * @typedef {import('./sets.js').SetPosition} SetPosition
 */

/** Positions that are tried before the practice of a set begins: each takes some milliseconds without its table. */
const MOST_TRIED = 20

/**
 * Returns the FEN of the first unsolved position that tables answer. Without any it is one with the fewest men, as its
 * tables are built soonest.
 * @param {PracticeSet} set
 * @param {() => boolean} isWanted  still
 */
export async function firstReady(set, isWanted) {
  const open = unsolved(set)
  for (const { fen } of open.slice(0, MOST_TRIED)) {
    if (!isWanted()) break
    if ((await prober.probe(fen)).ok) return fen
  }
  const menOf = (/** @type {SetPosition} */ { fen }) => piecesOf(fen).size
  return open.toSorted((one, another) => menOf(one) - menOf(another))[0]?.fen
}

/** @typedef {'win' | 'draw' | 'zugzwang' | 'only-move'} Theme */

/** The number of candidates for each added position, so that those added differ. */
const FOR_EACH = 3
/** Only some draws can be lost. */
const DRAWS_FOR_EACH = 3 * FOR_EACH
const MOST_SECONDS = 20

/**
 * Adds positions of a class that differ as much as possible.
 * @param {PracticeSet} set
 * @param {string} name
 * @param {Theme} theme
 * @param {'w' | 'b'} side  to move
 * @param {{from: number, to: number}} depth
 * @param {number} count
 */
export async function addFromTable(set, name, theme, side, depth, count) {
  const known = new Set(set.positions.map(({ fen }) => fen))
  /** @type {Omit<import('../../engine/types.js').Query, 'class' | 'side'>} */
  const about =
    theme === 'win'
      ? { kind: '', outcome: 'win', ...(countsMates(store.state.metric) ? pliesOf(depth) : {}) }
      : theme === 'draw'
        ? { kind: '', outcome: 'draw' }
        : { kind: theme }
  const limit = known.size + count * (theme === 'draw' ? DRAWS_FOR_EACH : FOR_EACH)
  const { place } = store.state
  const isHere = () => samePlace(store.state.place, place)
  const result = await lookWhile(isHere, {
    ...about,
    class: name,
    side,
    varied: true,
    seed: Math.floor(Math.random() * 2 ** 31),
    limit,
  })
  if (!isHere()) return
  if (!result.ok) return void store.update(notify, inOneText(result.error))
  /** @type {import('../../engine/types.js').Found[]} */
  const found = []
  const { positions, isStopped } = result.value
  const end = performance.now() + 1000 * MOST_SECONDS
  for (const one of positions) {
    if (performance.now() > end || !isHere() || found.length === FOR_EACH * count) break
    if (!known.has(one.fen) && (theme !== 'draw' || (await canBeLost(one.fen)))) found.push(one)
  }
  if (!isHere()) return
  if (!found.length) {
    const isLate = isStopped || performance.now() > end
    const words = isLate ? say('appSets.nothingInTime', { name, seconds: MOST_SECONDS }) : say('appSets.none', { name })
    return void store.update(notify, words)
  }
  await addTo(
    set,
    varied(found, count).flatMap(({ fen }) => positionOf({ fen }) ?? []),
  )
}

/**
 * @typedef {import('../../engine/types.js').Result<{positions: import('../../engine/types.js').Found[], isStopped:
 *   boolean}>} Look
 */

/**
 * The positions that a search finds until its time is over or it is cancelled.
 * @param {() => boolean} isWanted
 * @param {import('../../engine/types.js').Query} query
 * @returns {Promise<Look>}
 */
function lookWhile(isWanted, query) {
  /** @type {import('../../engine/types.js').Found[]} */
  const reported = []
  const search = startFind(query, ({ found }) => reported.push(...found))
  return new Promise((done) => {
    /** @param {Look} look */
    const end = (look) => {
      clearTimeout(timer)
      forget()
      left.removeEventListener('abort', stop)
      search.stop()
      done(look)
    }
    const stop = () => end({ ok: true, value: { positions: reported, isStopped: true } })
    const timer = setTimeout(stop, 1000 * MOST_SECONDS)
    const forget = store.subscribe(() => isWanted() || stop())
    const left = visitSignal()
    left.addEventListener('abort', stop)
    search.result.then((result) =>
      end(result.ok ? { ok: true, value: { positions: result.value.found, isStopped: false } } : result),
    )
  })
}

/** A draw that every move keeps teaches nothing. @param {string} fen */
async function canBeLost(fen) {
  const result = await prober.probe(fen)
  return result.ok && result.value.moves.some(({ category }) => category === 'win')
}
