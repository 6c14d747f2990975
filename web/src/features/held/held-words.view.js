import { say } from '../../language.js'
import { turnOf } from '../board/position.js'
import { manOf, pointedAt } from './held.js'
import { pieceName, verdict } from '../../words.js'

/** @param {import('./held.js').Held} held */
export function titleOf(held) {
  const { color, role } = manOf(held)
  return say('held.title', { piece: pieceName(color, role) })
}

/** The result on the square that the user points at. @param {import('./held.js').Held} held */
export function inWords(held) {
  const at = pointedAt(held)
  const { pointed: square } = held
  if (!square) return held.complete ? say('held.point') : say('held.working')
  if (!at) return held.complete ? say('held.impossibleOn', { square }) : say('held.working')
  if (!at.verdict) return say('held.openOn', { square })
  return say('held.on', { square, verdict: verdict(at.verdict, turnOf(held.fen)) })
}
