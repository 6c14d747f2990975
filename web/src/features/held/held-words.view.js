import { say } from '../../language.js'
import { turnOf } from '../board/position.js'
import { pointedAt } from './held.js'
import { verdict } from '../../words.js'

/** The result on the square that the user points at. @param {import('./held.js').Held} held */
export function inWords(held) {
  const at = pointedAt(held)
  if (!at) return held.complete ? say('held.point') : ' '
  const { square } = at
  if (!at.verdict) return say('held.openOn', { square })
  return say('held.on', { square, verdict: verdict(at.verdict, turnOf(held.fen)) })
}
