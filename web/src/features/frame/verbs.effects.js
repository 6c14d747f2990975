// What others can ask the page, and have it do without harm: scripts by matewrightPage (scripting.effects.js), and
// pages that have it in a frame by messages (messages.effects.js).

import { restore, told } from '../game/game.js'
import { positionOf } from './messages.js'
import { listed } from '../game/variations.js'
import { COUNTS } from '../../words.js'
import { prober, store } from '../../shell/app.js'
import { isFramed } from '../../shell/framed.js'
import { isMetric } from '../tables/metric.effects.js'

// Of what is set at the same time, the last counts that is a position.
let asked = 0
/** The latest that came onto the board. */
let applied = 0

export const verbs = {
  /** What is on the board, and known of it. */
  position: () => positionOf(store.state),
  /**
   * Puts a position onto the board, and the moves of a game from there, as far as they are legal.
   * If the FEN has faults it is repaired, with warnings, or refused; then the board stays as it
   * was.
   * @param {string} fen
   * @param {string[]} [moves]  UCI
   * @param {number} [ply]      how many of them are on the board; all, if it is not said
   */
  async setPosition(fen, moves = [], ply = moves.length) {
    const mine = ++asked
    const played = await prober.replay(fen, moves)
    if (!played.ok) return played
    if (mine < applied) return refuse('Another position was set since.')
    applied = mine
    const plies = listed(played.value.moves)
    const { start, warnings } = played.value
    store.update(isFramed ? told : restore, { start, plies, at: Math.max(0, Math.min(ply, plies.length)) })
    return { ok: /** @type {const} */ (true), value: { ...verbs.position(), ...(warnings ? { warnings } : {}) } }
  },
  /**
   * What all metrics say of a position and of its moves, `metrics` being those whose tables have answered: `dtm`, `dtc`
   * and `dtz`.
   * @param {string} fen
   * @param {string} [by]  says which moves are best
   */
  probe: (fen, by) => prober.probe(fen, by === undefined ? by : metricNamed(by)),
  /** Best play to mate. @param {string} fen @param {string} [by] */
  line: (fen, by) => prober.line(fen, by === undefined ? by : metricNamed(by)),
}

/** What is asked can't be done. @param {string} message */
export const refuse = (message) => ({
  ok: /** @type {const} */ (false),
  error: { code: /** @type {const} */ ('request'), message },
})

/** @param {string} metric */
export function metricNamed(metric) {
  if (isMetric(metric)) return metric
  throw new RangeError(`There is no metric ${metric}, but ${Object.keys(COUNTS).join(', ')}.`)
}
