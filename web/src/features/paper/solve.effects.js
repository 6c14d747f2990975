// Solves positions for the sheet of solutions.

import { inOneText } from '../../engine/problems.js'
import { prober, store } from '../../shell/app.js'
import { shownMove } from '../../san.js'
import { isDrawn } from '../../words.js'
import { asGoodAs, hasLine } from '../answer/answer.js'
import { turnOf } from '../board/position.js'
import { restsOn } from '../imports/unproven.js'
import { trickiestAmong } from '../practice/practice.effects.js'
import { loadSets } from '../sets/lazy.effects.js'
import { isAtStake, solutionOf } from './solution.js'

/**
 * @typedef {import('../../engine/types.js').Probe} Probe
 * @typedef {import('../../shell/state.js').Paper['positions'][number]} Position
 * @typedef {{texts: string[], probe: Probe | null, missing: boolean}} Solution  texts: paragraphs; probe: by proven
 *   tables; missing: a table is, so the texts are only those of the position
 */

/** The plies of a line that holds a draw. */
const DRAWN_PLIES = 8

/**
 * Returns the solution, with the note of the position. Its own line comes first, and best play after it. A draw without
 * a line of its own has one against traps.
 * @param {Position} position
 * @returns {Promise<Solution>}
 */
export async function solve(position) {
  const { fen } = position
  const { by } = store.state
  const sets = position.moves || position.line ? await loadSets() : undefined
  const { note = '', line: own = '' } = (position.moves && sets?.positionOfFound(position)) || position
  const given = sets && own ? shownMove(sets.lineInWords({ fen, line: own })) : ''
  const result = await prober.probe(fen, by)
  if (!result.ok) {
    const missing = result.error.code === 'missing'
    return { texts: present(missing ? given : inOneText(result.error), note), probe: null, missing }
  }
  const probe = result.value
  const best = hasLine(probe) ? await prober.line(fen, by) : null
  const line = best?.ok ? best.value : null
  const isHeld = isDrawn(probe.category) && !probe.unordered && isAtStake(probe) && !given
  const held = isHeld ? await holding(probe) : null
  const moves = (line ?? held)?.moves ?? []
  const unproven = restsOn(probe, line ?? held)
  return {
    texts: present(...solutionOf(probe, moves, unproven, given), note),
    probe: unproven.length ? null : probe,
    missing: false,
  }
}

/** @param {string[]} texts */
const present = (...texts) => texts.filter(Boolean)

/** Returns moves that hold a draw against traps, and the unchecked tables on the way. @param {Probe} start */
async function holding(start) {
  const { by } = start
  /** @type {import('../../engine/types.js').Move[]} */
  const moves = []
  /** @type {string[]} */
  const unproven = []
  for (let probe = start; moves.length < DRAWN_PLIES && probe.moves.length && !probe.insufficient_material;) {
    const isOwn = turnOf(probe.fen) === turnOf(start.fen)
    const [best] = probe.moves
    const move = isOwn ? best : ((await trickiestAmong(asGoodAs(best, probe.moves), by)) ?? best)
    const next = await prober.probe(move.fen, by)
    if (!next.ok) break
    moves.push(move)
    unproven.push(...restsOn(next.value))
    probe = next.value
  }
  return { moves, unproven }
}
