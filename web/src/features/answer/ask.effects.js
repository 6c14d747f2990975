// Asks the engine about whatever position is on the board.

import { answered, ask, setSlow, hasLine, setNullMove, setTurned, lined, ruled, rulesOf } from './answer.js'
import { currentFen } from '../game/game.js'
import { turnOf, withTurn } from '../board/position.js'
import { other } from '../../words.js'
import { prober, store } from '../../shell/app.js'

const SLOW_MS = 1000

let asked = 0

export function startAsking() {
  store.subscribe((state, before) => {
    if (currentFen(state) !== currentFen(before)) askNow()
  })
  return askNow()
}

/** Asks again, too, when the tables have changed. */
export async function askNow() {
  const fen = currentFen(store.state)
  const mine = ++asked
  store.update(ask)
  const slow = setTimeout(() => store.update(setSlow), SLOW_MS)
  const { by } = store.state
  askRules(fen)
  const result = await prober.probe(fen, by)
  clearTimeout(slow)
  if (mine !== asked) return // a later question sees the tables as they are now
  store.update(answered, result.ok ? { fen, probe: result.value } : { fen, error: result.error })
  if (!result.ok) {
    if (result.error.code === 'fen') await askWithOtherTurn(fen)
    return
  }
  if (hasLine(result.value)) await askLine(fen, by)
  await askPassing(fen)
}

/** The moves are legal before tables are read. @param {string} fen */
async function askRules(fen) {
  if (rulesOf(store.state)) return
  const result = await prober.rules(fen)
  if (result.ok) store.update(ruled, fen, result.value)
}

/** @param {string} fen @param {import('../../engine/metrics.js').Metric} [by] */
async function askLine(fen, by) {
  if (fen !== currentFen(store.state)) return
  const result = await prober.line(fen, by)
  if (by === store.state.by)
    store.update(lined, fen, result.ok ? result.value.moves : [], result.ok ? result.value.unproven : undefined)
}

/** Whether a FEN that is no position is one if the other side is to move. @param {string} fen */
async function askWithOtherTurn(fen) {
  const turned = withTurn(fen, other(turnOf(fen)))
  if (turned !== fen && !(await isRefused(turned))) store.update(setTurned, fen, turned)
}

/** Whether something is no position. @param {string} fen */
export async function isRefused(fen) {
  const result = await prober.probe(fen)
  return !result.ok && result.error.code === 'fen'
}

/** @param {string} fen */
async function askPassing(fen) {
  if (fen !== currentFen(store.state)) return
  const result = await prober.pass(fen)
  if (result.ok) store.update(setNullMove, fen, result.value.verdict)
}
