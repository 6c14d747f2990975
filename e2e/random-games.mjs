// Random games for npm run games, the same for the same seed. The players take something if they can, so that games
// reach endings. Otherwise they move at random, and so they throw many results away.

import { Chess } from 'chessops/chess'
import { makeFen } from 'chessops/fen'
import { makeSanAndPlay } from 'chessops/san'
import { makeUci } from 'chessops/util'

/** The men of positions that the tables have. */
export const MEN = 4
/** The moves of a game in such positions, at most, in plies. */
const ENDING = 20
/** The plies of a game, at most. */
const LONGEST = 300
/** The share of games that end before an ending, after 20 to 80 plies. */
const SHORT = 0.5
const OPPONENTS = 300

/**
 * @typedef {object} Ply
 * @property {string} fen   before the move
 * @property {string} after
 * @property {string} uci
 * @property {number} men   before the move
 * @property {boolean} castles  a side may castle, then or later
 *
 * @typedef {{white: string, black: string, plies: Ply[], pgn: string}} RandomGame
 */

/**
 * Returns numbers from 0 to 1 (mulberry32).
 * @param {number} seed
 */
export function randomFrom(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** @param {Chess} position @param {() => number} random */
function randomMove(position, random) {
  const moves = [...position.allDests()].flatMap(([from, dests]) => [...dests].map((to) => ({ from, to })))
  const takes = moves.filter(({ to }) => position.board[position.turn === 'white' ? 'black' : 'white'].has(to))
  const some = takes.length ? takes : moves
  const { from, to } = some[Math.floor(random() * some.length)]
  const promotes = position.board.pawn.has(from) && (to < 8 || to >= 56)
  /** @type {import('chessops').Role | undefined} */
  const promotion = promotes ? (random() < 0.7 ? 'queen' : 'rook') : undefined
  return { from, to, promotion }
}

/** @param {number} number @param {() => number} random @returns {RandomGame} */
export function randomGame(number, random) {
  const isWhite = random() < 0.5
  const opponent = `Player ${Math.floor(OPPONENTS * random() ** 2)}`
  const [white, black] = isWhite ? ['Ann', opponent] : [opponent, 'Ann']
  const hasClocks = random() < 0.5
  const left = [180, 180]
  const position = Chess.default()
  const plies = []
  const words = []
  const longest = random() < SHORT ? 20 + 60 * random() : LONGEST
  for (let ending = 0; !position.isEnd() && plies.length < longest && ending < ENDING;) {
    const fen = makeFen(position.toSetup())
    const men = position.board.occupied.size()
    if (men <= MEN) ending++
    const move = randomMove(position, random)
    const castles = position.castles.castlingRights.nonEmpty()
    const by = position.turn === 'white' ? 0 : 1
    if (!by) words.push(`${position.fullmoves}.`)
    words.push(makeSanAndPlay(position, move))
    if (hasClocks) {
      left[by] = Math.max(1, left[by] - Math.floor(6 * random()))
      const [minutes, seconds] = [Math.floor(left[by] / 60), left[by] % 60].map((n) => String(n).padStart(2, '0'))
      words.push(`{ [%clk 0:${minutes}:${seconds}] }`)
    }
    plies.push({ fen, after: makeFen(position.toSetup()), uci: makeUci(move), men, castles })
  }
  const winner = position.outcome()?.winner
  const result = !position.isEnd() ? '*' : winner ? (winner === 'white' ? '1-0' : '0-1') : '1/2-1/2'
  const tags = { Event: `Game ${number}`, White: white, Black: black, Result: result, WhiteElo: 1500, BlackElo: 1500 }
  const head = Object.entries(tags).map(([name, value]) => `[${name} "${value}"]\n`)
  return { white, black, plies, pgn: `${head.join('')}\n${words.join(' ')} ${result}\n\n` }
}
