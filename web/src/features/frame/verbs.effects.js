// Harmless operations of the page for others: scripts use them by matewrightPage (scripting.effects.js), and pages
// around a frame by messages (messages.effects.js).

import { restore, restoreScripted } from '../game/game.js'
import { positionOf } from './messages.js'
import { listed } from '../game/variations.js'
import { COUNTS } from '../../words.js'
import { prober, store } from '../../shell/app.js'
import { isFramed } from '../../shell/framed.js'
import { isMetric } from '../tables/metric.effects.js'

// If several positions are set at the same time, the last legal one counts.
let asked = 0
/** The number of the latest position that came onto the board. */
let applied = 0

export const verbs = {
  /** The position on the board and its answer. */
  position: () => positionOf(store.state),
  /**
   * Puts a position onto the board, and the moves of a game from there, as far as they are legal. A FEN with faults is
   * repaired, with warnings, or refused. If it is refused, the board keeps its position.
   * @param {string} fen
   * @param {string[]} [moves]  UCI
   * @param {number} [ply]      the number of them on the board; all by default
   */
  async setPosition(fen, moves = [], ply = moves.length) {
    const mine = ++asked
    const played = await prober.replay(fen, moves)
    if (!played.ok) return played
    if (mine < applied) return refuse('Another position was set since.')
    applied = mine
    const plies = listed(played.value.moves)
    const { start, warnings } = played.value
    store.update(isFramed ? restoreScripted : restore, { start, plies, at: Math.max(0, Math.min(ply, plies.length)) })
    return { ok: /** @type {const} */ (true), value: { ...verbs.position(), ...(warnings ? { warnings } : {}) } }
  },
  /**
   * The values of a position and of its moves by all metrics. `metrics` has those whose tables have answered: `dtm`,
   * `dtc` and `dtz`.
   * @param {string} fen
   * @param {string} [by]  the metric that decides which moves are best
   */
  probe: (fen, by) => prober.probe(fen, by === undefined ? by : metricNamed(by)),
  /** Best play to mate. @param {string} fen @param {string} [by] */
  line: (fen, by) => prober.line(fen, by === undefined ? by : metricNamed(by)),
}

/** The answer to a request that is refused. @param {string} message */
export const refuse = (message) => ({
  ok: /** @type {const} */ (false),
  error: { code: /** @type {const} */ ('request'), message },
})

/** @param {string} metric */
export function metricNamed(metric) {
  if (isMetric(metric)) return metric
  throw new RangeError(`There is no metric ${metric}, but ${Object.keys(COUNTS).join(', ')}.`)
}
