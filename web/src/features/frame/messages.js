// Messages between the page in a frame and the page around it: docs/reference/embed.md. Any site may send them.

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
/** Whether a value is a list of moves. The copy has no holes, which `every` would skip. @param {unknown} value */
const isMoves = (value) =>
  Array.isArray(value) &&
  value.length <= MOST_MOVES &&
  [...value].every((move) => typeof move === 'string' && /^[a-h][1-8][a-h][1-8][qrbn]?$/.test(move))
/** @param {(value: any) => boolean} isRight */
const maybe = (isRight) => (/** @type {unknown} */ value) => value === undefined || isRight(value)

const PROBING = { fen: maybe(isText), by: maybe((by) => typeof by === 'string' && Object.hasOwn(COUNTS, by)) }

/**
 * The fields of each request.
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
 * Returns a valid request without unknown fields. An invalid one becomes 'wrong', with the reason. The result is null
 * for messages of other kinds.
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
