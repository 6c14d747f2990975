// Messages between the page in a frame and the page around it: docs/reference/embed.md. What comes in is anybody's.

import { COUNTS } from '../../words.js'
import { isCurrent, probeOf } from '../answer/answer.js'
import { currentFen, lineOf } from '../game/game.js'

/**
 * @typedef {import('./message-types.js').FrameRequest} FrameRequest
 * @typedef {import('./message-types.js').FramePosition} FramePosition
 */

/** @param {import('../../shell/state.js').State} state @returns {FramePosition} */
export function positionOf(state) {
  const { start, plies, at } = state.game
  const line = lineOf(state.game)
  return {
    fen: currentFen(state),
    start,
    moves: line.map((number) => plies[number - 1].uci),
    ply: line.indexOf(at) + 1,
    probe: probeOf(state) ?? null,
    error: (isCurrent(state) && state.answer?.error) || null,
  }
}

const MOST_MOVES = 1000
const MOST_LETTERS = 200

/** @param {unknown} value */
const isText = (value) => typeof value === 'string' && value.length <= MOST_LETTERS
/** With holes it is none: `every` would skip them. @param {unknown} value */
const isMoves = (value) =>
  Array.isArray(value) &&
  value.length <= MOST_MOVES &&
  [...value].every((move) => typeof move === 'string' && /^[a-h][1-8][a-h][1-8][qrbn]?$/.test(move))
/** @param {(value: any) => boolean} isRight */
const maybe = (isRight) => (/** @type {unknown} */ value) => value === undefined || isRight(value)

const PROBING = { fen: maybe(isText), by: maybe((by) => typeof by === 'string' && Object.hasOwn(COUNTS, by)) }

/**
 * What each request may have.
 * @type {Record<FrameRequest['matewright'], Record<string, (value: unknown) => boolean>>}
 */
const FIELDS = {
  position: {},
  listen: {},
  setPosition: { fen: isText, moves: maybe(isMoves), ply: maybe(Number.isSafeInteger) },
  probe: PROBING,
  line: PROBING,
}

/**
 * A request as it is meant, with nothing else in it; one that can't be meant, with the reason; or null: it is not for
 * us.
 * @param {any} data
 * @returns {FrameRequest | {matewright: 'wrong', id?: import('./message-types.js').Id, message: string} | null}
 */
export function readRequest(data) {
  const name = typeof data === 'object' && data !== null ? data.matewright : undefined
  if (typeof name !== 'string' || !Object.hasOwn(FIELDS, name)) return null
  if (!maybe((id) => isText(id) || Number.isFinite(id))(data.id)) return null
  const fields = Object.entries(FIELDS[/** @type {FrameRequest['matewright']} */ (name)])
  const id = data.id === undefined ? {} : { id: data.id }
  const wrong = fields.find(([field, isRight]) => !isRight(data[field]))
  if (wrong) return { matewright: 'wrong', ...id, message: `The ${wrong[0]} of ${name} can’t be that.` }
  return /** @type {FrameRequest} */ (
    Object.fromEntries([
      ['matewright', name],
      ...Object.entries(id),
      ...fields.flatMap(([field]) => (data[field] === undefined ? [] : [[field, data[field]]])),
    ])
  )
}
