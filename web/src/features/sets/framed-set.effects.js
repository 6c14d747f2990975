// A set in a frame of another page: the reader solves its positions in turn. Nothing of it is stored.

import { store } from '../../shell/app.js'
import { readFens } from '../paste/read-fens.effects.js'
import { startPractising } from '../practice/practice.effects.js'
import { eventOf, newSet, scored, setProblem, tally, trained, withNew, withSet } from './sets.js'
import { unpacked } from './set-texts.js'
import { withLegalLines } from './set-lines.effects.js'
import { firstReady } from './set-tables.effects.js'
import { startSurvey } from './survey.effects.js'
import { train } from './train.effects.js'

/**
 * @typedef {import('../frame/message-types.js').FrameSolved} FrameSolved
 *
 * Opens the set of the address.
 * @param {(solved: FrameSolved) => void} report  is called after each solved position, and once after the whole set
 */
export async function startFramedSet(report) {
  const reading = await unpacked(store.state.place.subject, readFens)
  if (!reading.ok) return store.update(setProblem, reading.problem)
  const positions = await withLegalLines(reading.set.positions)
  const set = newSet({ ...reading.set, positions }, Date.now())
  store.update(withNew, { ...set, passing: true })
  startPractising()
  startSurvey()
  store.subscribe((state, before) => {
    const event = eventOf(state)
    if (event && event !== eventOf(before)) score(event, report)
  })
  const fen = await firstReady(set, () => true)
  if (fen) train(set.id, fen)
}

/** @param {'missed' | 'done'} event @param {(solved: FrameSolved) => void} report */
function score(event, report) {
  const now = trained(store.state)
  if (!now) return
  const { at, position } = now
  const set = scored(now.set, position.fen, event)
  const before = tally(now.set)
  store.update(withSet, set.id, set)
  if (event !== 'done') return
  const { solved, atOnce, of } = tally(set)
  const isFirst = set.scores[position.fen] === 'at-once'
  const counts = { solved, count: of }
  report({ matewright: 'solved', fen: position.fen, atOnce: isFirst, position: at + 1, ...counts })
  if (solved === of && before.solved < of) report({ matewright: 'finished', atOnce, ...counts })
}
