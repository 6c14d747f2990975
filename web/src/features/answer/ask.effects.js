// Requests answers about the position on the board from the engine.

import { answered, ask, setCastling, setSlow, setNullMove, setTurned, lined, ruled, rulesOf } from './answer.js'
import { currentFen } from '../game/game.js'
import { turnOf, withTurn } from '../board/position.js'
import { setSyzygy } from '../syzygy/syzygy.js'
import { other } from '../../words.js'
import { told } from '../tables/site.js'
import { prober, store } from '../../shell/app.js'
import { notify } from '../../shell/view.js'

const SLOW_MS = 1000

let asked = 0

export function startAsking() {
  store.subscribe((state, before) => {
    if (currentFen(state) !== currentFen(before)) askNow()
  })
  return askNow()
}

/** Requests an answer, also again after a change of the tables. */
export async function askNow() {
  const fen = currentFen(store.state)
  const mine = ++asked
  store.update(ask)
  const slow = setTimeout(() => store.update(setSlow), SLOW_MS)
  const { by } = store.state
  askRules(fen)
  const result = await prober.answer(fen, by, (part) => {
    clearTimeout(slow)
    if (mine === asked) {
      // A later request uses the current tables.
      if (part.syzygy) refuse(part.syzygy)
      if (part.verdict || part.site) store.update(told, part.verdict?.site ?? part.site)
      if (part.verdict) store.update(answered, { fen, probe: part.verdict })
      if (part.passed) store.update(setNullMove, fen, part.passed.verdict)
      if (part.line && by === store.state.by) store.update(lined, fen, part.line.moves, part.line.unproven)
    }
  })
  clearTimeout(slow)
  if (mine !== asked) return
  if (!result.ok) {
    store.update(answered, { fen, error: result.error })
    if (result.error.code === 'fen') await askWithOtherTurn(fen)
    return
  }
  store.update(setCastling, fen, result.value.castling)
}

/** Reports a Syzygy file that turned out to be damaged. @param {import('../syzygy/syzygy.js').Syzygy} syzygy */
function refuse(syzygy) {
  store.update(setSyzygy, syzygy)
  store.update(notify, syzygy.refused.at(-1)?.message ?? null)
}

/** The moves are legal before tables are read. @param {string} fen */
async function askRules(fen) {
  if (rulesOf(store.state)) return
  const result = await prober.rules(fen)
  if (result.ok) store.update(ruled, fen, result.value)
}

/** Stores the FEN with the other side to move, if that is a legal position. @param {string} fen */
async function askWithOtherTurn(fen) {
  const turned = withTurn(fen, other(turnOf(fen)))
  if (turned !== fen && !(await isRefused(turned))) store.update(setTurned, fen, turned)
}

/** Whether the engine rejects a FEN as a position. @param {string} fen */
export async function isRefused(fen) {
  const result = await prober.probe(fen)
  return !result.ok && result.error.code === 'fen'
}
