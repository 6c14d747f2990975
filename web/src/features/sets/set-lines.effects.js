// The lines of positions: the engine plays them, and only legal moves are stored.

import { inOneText } from '../../engine/problems.js'
import { say } from '../../language.js'
import { shownMove } from '../../san.js'
import { prober } from '../../shell/app.js'
import { isSan, mainLine, sansOf } from './sets.js'

/** @typedef {import('./sets.js').SetPosition} SetPosition */

/** The legal beginnings of lines that were played, by the FEN and the line. @type {Map<string, string>} */
const played = new Map()

/** Plays moves as far as they are legal. @param {string} fen @param {string[]} sans */
const play = (fen, sans) =>
  prober.replay(
    fen,
    sans,
    sans.map((_, i) => i),
  )

/** The moves before the first null move, which the engine plays, too. @param {{san: string}[]} moves */
function legalIn(moves) {
  const end = moves.findIndex(({ san }) => !isSan(san))
  return moves.slice(0, end < 0 ? moves.length : end).map(({ san }) => san)
}

/**
 * Reads a line that the user has typed. If one of its words is not a legal move, the problem has its name.
 * @param {string} fen @param {string} text
 * @returns {Promise<{line: string, problem: string}>}  problem: '' for none
 */
export async function readLine(fen, text) {
  const { sans, stray } = mainLine(text)
  if (!sans.length && !stray) return { line: '', problem: '' }
  const result = await play(fen, sans)
  if (!result.ok) return { line: '', problem: inOneText(result.error) }
  const line = legalIn(result.value.moves)
  if (line.length === sans.length && !stray) return { line: line.join(' '), problem: '' }
  const [before = ''] = line.slice(-1)
  const move = shownMove(sans[line.length] ?? stray)
  return {
    line: '',
    problem: say('setLines.illegal', { move, begins: before ? 'no' : 'yes', before: shownMove(before) }),
  }
}

/**
 * Cuts the lines of positions before the first illegal move. A line that the engine could not play stays.
 * @param {SetPosition[]} positions
 * @returns {Promise<SetPosition[]>}
 */
export async function withLegalLines(positions) {
  const checked = []
  for (const each of positions) checked.push({ ...each, line: await legalPart(each) })
  return checked
}

/** @param {SetPosition} position */
async function legalPart({ fen, line }) {
  const key = `${fen} ${line}`
  const known = line ? played.get(key) : ''
  if (known !== undefined) return known
  const result = await play(fen, sansOf(line))
  if (!result.ok) return line
  const legal = legalIn(result.value.moves).join(' ')
  played.set(key, legal)
  return legal
}
