// Playing a position against perfect play: the result to keep, and whether it still holds.

import { say } from '../../language.js'
import { knowsRule } from '../../metrics.js'
import { isTraining } from '../../shell/address.js'
import { asGoodAs, bestOf, fromTheOtherSide, isCurrent, keeping, probeOf, rankOf } from '../answer/answer.js'
import { beginHere, currentFen, goTo, play, played } from '../game/game.js'
import { clockOf, piecesOf, turnOf } from '../board/position.js'
import { pathTo } from '../game/variations.js'
import { isDrawn, other, pliesWith } from '../../words.js'

/**
 * @typedef {import('../../shell/state.js').State} State
 * @typedef {import('../../shell/state.js').Color} Color
 * @typedef {import('../../shell/state.js').Ply} Ply
 * @typedef {import('../../engine/types.js').Probe} Probe
 * @typedef {import('../../engine/types.js').Category} Category
 *
 * @typedef {object} Practice
 * @property {Color} side            that the user plays
 * @property {'win' | 'draw'} goal   the result that the user has to keep
 * @property {boolean} rule          the fifty-move rule counts: there are tables for it
 * @property {'playing' | 'thrown' | 'done'} stage  thrown: the user's last move gave the result away
 * @property {boolean} helped        by a hint, or by taking a move back: it doesn't count then
 * @property {boolean} [hinted]      by a hint
 * @property {Remark | null} remark  about the user's last move
 * @property {number} hints          about the next move: each has more of it
 * @property {number} [row]          the user's moves after which it ends
 *
 * @typedef {{san: string, result: Category, slower: number | null, by: import('../../engine/metrics.js').Metric, best:
 *   string}} Remark  the user's result after the move; plies slower than the best one, by the metric of that one;
 *   null if they are not known
 *
 * @typedef {{streak: number, best: number}} Score  positions kept in a row
 */

/** A draw counts as kept after this number of moves. */
export const DRAW_MOVES = 20

/** The plies without a capture or a pawn move after which the rule makes a draw. */
export const RULE_PLIES = 100

/**
 * Begins with the position on the board. The user plays the side that has something to keep.
 * @param {State} state
 * @returns {State}
 */
export function startPractice(state) {
  const probe = probeOf(state)
  const fen = currentFen(state)
  if (!probe || !canPractise(probe, fen)) return state
  const { side, goal } = taskFor(probe.category, turnOf(fen))
  /** @type {Practice} */
  const practice = {
    side,
    goal,
    rule: goesByRule(probe),
    stage: 'playing',
    helped: false,
    remark: null,
    hints: 0,
    ...(state.training?.row ? { row: state.training.row } : {}),
  }
  // The user can go back to the moves before.
  const apart = state.game.plies.length ? beginHere(state) : state
  return { ...apart, mode: 'practice', tool: null, orientation: side, practice, hovered: null }
}

/**
 * Returns the side that has something to keep, and its result.
 * @param {Category} category
 * @param {Color} mover
 * @returns {Pick<Practice, 'side' | 'goal'>}
 */
export const taskFor = (category, mover) => ({
  side: category === 'loss' || category === 'cursed-win' ? other(mover) : mover,
  goal: isDrawn(category) ? 'draw' : 'win',
})

/** Whether tables by the fifty-move rule have answered. @param {Probe} probe */
export const goesByRule = ({ metrics }) => metrics.some(knowsRule)

/**
 * Whether a position is worth practising: the game is not over, a side has enough material to win, and the best moves
 * are known.
 * @param {Probe} probe
 * @param {string} fen  with its clock
 */
export const canPractise = (probe, fen) =>
  probe.moves.length > 0 && !probe.insufficient_material && !probe.unordered && clockOf(fen) < RULE_PLIES

/** Whether wins of a class can be found at random. @param {import('../../shell/state.js').ClassInfo} table */
export const hasRandomWins = ({ present, large, stats }) =>
  present && !large && !!stats?.sides.some(({ longest }) => longest)

/** @param {State} state */
export const isUsersTurn = ({ practice, game }) =>
  practice?.stage === 'playing' && turnOf(currentFen({ game })) === practice.side

/** Whether it is over: nothing is played any more. @param {Pick<State, 'practice'>} state */
export const isPracticeOver = ({ practice }) => !!practice && practice.stage !== 'playing'

/**
 * The number of moves for which the user still has to keep the draw.
 * @param {Pick<State, 'game' | 'practice'>} state
 */
export function movesToHold({ game, practice }) {
  const plies = played(game).length + (turnOf(game.start) === practice?.side ? 1 : 0)
  return DRAW_MOVES - Math.floor(plies / 2)
}

/**
 * Hides the answer of a frame until the user plays.
 * @param {State} state
 * @param {string} puzzle  FEN
 * @returns {State}
 */
export const asPuzzle = (state, puzzle) => ({ ...state, puzzle })

/**
 * Whether somebody else has chosen the position, in a set or as a puzzle.
 * @param {Pick<State, 'place' | 'puzzle'>} state
 */
export const isGiven = ({ place, puzzle }) => isTraining(place) || puzzle !== null

/**
 * Whether the result to keep is still hidden. In a set and a puzzle the user finds it out by playing, or by help.
 * @param {State} state
 */
export const isSecret = (state) =>
  isGiven(state) && !state.training?.open && !!state.practice && !state.practice.remark && !state.practice.helped

/**
 * Plays the user's move and judges it at once: the answer has the result of every move.
 * @param {State} state
 * @param {import('../../shell/state.js').Ply} made
 * @returns {State}
 */
export function practiceMove(state, made) {
  const { practice } = state
  const probe = probeOf(state)
  const move = probe?.moves.find(({ uci }) => uci === made.uci)
  if (!practice || !probe || !move || !isUsersTurn(state)) return state
  const result = fromTheOtherSide(move.category)
  const kept = rankOf(result) >= rankOf(practice.goal)
  const {
    by,
    moves: [best],
  } = probe
  const slower = kept && practice.goal === 'win' ? slowerBy(pliesWith(move, by), pliesWith(best, by)) : 0
  const remark = { san: move.san, result, slower, by, best: best.san }
  const after = play(state, [move])
  const now = { ...practice, remark, hints: 0 }
  if (kept) return { ...after, practice: now }
  return { ...after, practice: { ...now, stage: 'thrown' }, score: { ...state.score, streak: 0 } }
}

/**
 * Returns how many plies slower than the best move a move is, or null if that is not known.
 * @param {number} plies
 * @param {number} best
 */
const slowerBy = (plies, best) => (isNaN(plies) || isNaN(best) ? null : plies - best)

/**
 * Ends the practice if it is over, once the position on the board has an answer.
 * @param {State} state
 * @returns {State}
 */
export function conclude(state) {
  const { practice, score } = state
  const probe = probeOf(state)
  if (practice?.stage !== 'playing' || !probe || !isOver(practice, state, probe)) return state
  const streak = practice.helped ? score.streak : score.streak + 1
  return { ...state, practice: { ...practice, stage: 'done' }, score: { streak, best: Math.max(score.best, streak) } }
}

/** @param {Practice} practice @param {State} state @param {Probe} probe */
const isOver = ({ goal, row }, { game }, { checkmate, stalemate, insufficient_material }) =>
  (row && played(game).length >= 2 * row - 1) ||
  checkmate ||
  stalemate ||
  insufficient_material ||
  (goal === 'draw' && (played(game).length >= 2 * DRAW_MOVES || clockOf(currentFen({ game })) >= RULE_PLIES))

/**
 * Back to before the user's last move.
 * @param {State} state
 * @returns {State}
 */
export function takeBack(state) {
  const { practice, game } = state
  if (!practice || !game.at) return state
  const path = [0, ...pathTo(game.plies, game.at)]
  const own = turnOf(currentFen(state)) === practice.side ? 2 : 1
  const earlier = goTo(state, path[Math.max(path.length - 1 - own, turnOf(game.start) === practice.side ? 0 : 1)])
  return { ...earlier, practice: { ...practice, stage: 'playing', helped: true, remark: null, hints: 0 } }
}

/** The number of hints: how many moves are good, which piece to move, and the move. */
export const HINTS = 3

/**
 * Gives the next hint. The last one shows the best move on the board.
 * @param {State} state
 * @returns {State}
 */
export function giveHint(state) {
  const probe = probeOf(state)
  const best = probe && bestOf(probe)
  if (!state.practice || !best || !isUsersTurn(state)) return state
  const hints = Math.min(HINTS, state.practice.hints + 1)
  const hovered = hints === HINTS ? best : state.hovered
  return { ...state, hovered, practice: { ...state.practice, helped: true, hinted: true, hints } }
}

/**
 * The best move of the other side, if it is to move: it also refutes a mistake. If the line of a set has another move
 * that gives no more away, that one.
 * @param {State} state
 * @returns {import('../../engine/types.js').Move | undefined}
 */
export function replyOf(state) {
  const { practice } = state
  if (!practice || practice.stage === 'done' || !isCurrent(state)) return undefined
  if (turnOf(currentFen(state)) === practice.side) return undefined
  const [best, ...others] = probeOf(state)?.moves ?? []
  const reply = lineReply(state)
  return others.find(({ san, category }) => san === reply && rankOf(category) === rankOf(best.category)) ?? best
}

/**
 * Returns the man that the last move on the board has captured. It is undefined if the move is not a capture.
 * @param {Pick<State, 'game'>} state
 * @returns {import('../../shell/state.js').Role | undefined}
 */
export function captured({ game }) {
  const [last, before] = played(game).toReversed()
  if (!last?.san.includes('x')) return undefined
  const square = /** @type {any} */ (last.uci.slice(2, 4))
  return piecesOf(before?.fen ?? game.start).get(square)?.role ?? 'pawn' // en passant
}

/**
 * Returns the replies that give no more away than the best one, if the user wants the trickiest of them.
 * @param {State} state
 */
export function trickyReplies(state) {
  const reply = replyOf(state)
  if (!reply || state.defence !== 'trickiest' || state.practice?.stage !== 'playing' || lineReply(state)) return []
  return asGoodAs(reply, probeOf(state)?.moves ?? [])
}

/**
 * Returns the number of the reply after which the fewest of the user's moves keep the result. The first of
 * several counts. A reply that leaves the user a single move sets no trap.
 * @param {(Probe | undefined)[]} after  each reply
 */
export function trickiestOf(after) {
  const good = after.map((probe) => (probe && probe.moves.length > 1 ? keeping(probe).length : Infinity))
  return good.indexOf(Math.min(...good))
}

/**
 * @param {State} state
 * @param {State['defence']} defence
 * @returns {State}
 */
export const chooseDefence = (state, defence) => ({ ...state, defence })

/**
 * Returns the reply in the line of a set's position, as long as the moves played are that line.
 * @param {State} state
 */
function lineReply({ training, game }) {
  if (!training || game.start !== training.fen) return undefined
  const before = played(game)
  return before.every(({ san }, i) => san === training.line[i]) ? training.line[before.length] : undefined
}

/**
 * Depths to choose from, in moves to mate. If tables count something else, only the first one applies.
 * @typedef {{name: string, from: number, to: number}} Depth
 * @type {Depth[]}
 */
export const DEPTHS = [
  { name: say('depth.any'), from: 1, to: 127 },
  { name: say('depth.upTo5'), from: 1, to: 5 },
  { name: say('depth.upTo15'), from: 6, to: 15 },
  { name: say('depth.upTo30'), from: 16, to: 30 },
  { name: say('depth.longer'), from: 31, to: 127 },
]

/**
 * The plies of a mate in a range of moves, with the winner to move.
 * @param {Pick<Depth, 'from' | 'to'>} depth
 */
export const pliesOf = ({ from, to }) => ({ minPlies: 2 * from - 1, maxPlies: 2 * to - 1 })

/**
 * The longest streak of earlier visits.
 * @param {State} state
 * @param {number} best
 * @returns {State}
 */
export const setBestScore = (state, best) => ({ ...state, score: { ...state.score, best } })
