// Answers in the form that chess engines take at the root of their search.

/**
 * @typedef {import('../src/engine/types.js').Probe} Probe
 *
 * @typedef {-2 | -1 | 0 | 1 | 2} WDL  for the side to move: loss, blessed loss, draw, cursed win, win
 *
 * @typedef {object} RootMove
 * @property {string} uci
 * @property {WDL} wdl  for the side that makes the move
 * @property {boolean} keeps  no other move has a better `wdl`
 *
 * @typedef {object} Root
 * @property {WDL} wdl
 * @property {boolean} unsure  a win or loss may be a draw by the fifty-move rule, which only 'dtz50' decides
 * @property {RootMove[]} moves  best first, none after mate and stalemate
 */

/** @type {Record<Probe['category'], WDL>} */
const COUNTS = { loss: -2, 'blessed-loss': -1, draw: 0, 'cursed-win': 1, win: 2 }

/** @param {{category: Probe['category']}} position @returns {WDL} */
export const wdlOf = ({ category }) => COUNTS[category]

/** @param {Probe} probe @returns {Root} */
export function rootOf(probe) {
  const moves = probe.moves.map((move) => ({ uci: move.uci, wdl: /** @type {WDL} */ (0 - wdlOf(move)) }))
  const best = Math.max(...moves.map(({ wdl }) => wdl))
  return {
    wdl: wdlOf(probe),
    unsure: probe.unsure ?? false,
    moves: moves.map((move) => ({ ...move, keeps: move.wdl === best })),
  }
}
