// Messages of the page around the frame. It requests answers and sets positions, but no message deletes data. Some of
// the positions that it sets start a build (MOST_SCRIPTED in features/builds/autobuild.js).

import { currentFen } from '../game/game.js'
import { positionOf, readRequest } from './messages.js'
import { isTraining } from '../../shell/address.js'
import { store } from '../../shell/app.js'
import { pose } from './puzzle.effects.js'
import { refuse, verbs } from './verbs.effects.js'

/** @typedef {import('./message-types.js').FrameMessage} FrameMessage */

/** The largest number of requests at the same time. */
const MOST_ASKED = 32

let asked = 0

/** The origin that gets changes: that of the last 'listen', or null before. @type {string | null} */
let listener = null

export function startMessages() {
  addEventListener('message', (event) => {
    if (event.source === parent) receive(event)
  })
  store.subscribe((state, before) => {
    if (listener === null) return
    const now = positionOf(state)
    const then = positionOf(before)
    if (state.game !== before.game || now.probe !== then.probe || now.error !== then.error)
      send({ matewright: 'changed', ...now }, listener)
  })
  send({ matewright: 'ready' }, '*') // a message without data
  // The page around may give the frame the height of its content.
  const sendSize = () =>
    send({ matewright: 'size', height: Math.ceil(document.body.getBoundingClientRect().height) }, '*')
  new ResizeObserver(sendSize).observe(document.body)
}

/**
 * Reports a solved puzzle or set, after a request to listen.
 * @param {import('./message-types.js').FrameSolved} solved
 */
export const reportSolved = (solved) => listener !== null && send(solved, listener)

/** @param {FrameMessage} message @param {string} origin */
const send = (message, origin) => parent.postMessage(message, origin === 'null' ? '*' : origin)

/** @param {MessageEvent} event */
async function receive({ data, origin }) {
  const request = readRequest(data)
  if (!request) return
  const id = 'id' in request ? { id: request.id } : {}
  asked++
  try {
    send({ matewright: 'answer', ...id, ...(await answer(request, origin)) }, origin)
  } finally {
    asked--
  }
}

/**
 * Sets a position. In a frame with a puzzle it is the next puzzle. A set has positions of its own.
 * @param {{fen: string, moves?: string[], ply?: number}} request
 */
async function setPosition({ fen, moves, ply }) {
  if (isTraining(store.state.place)) return refuse('The frame has a set, which chooses its positions.')
  const set = await verbs.setPosition(fen, moves, ply)
  if (set.ok && store.state.puzzle !== null) pose(currentFen(store.state))
  return set
}

/** @param {NonNullable<ReturnType<typeof readRequest>>} request @param {string} origin */
function answer(request, origin) {
  if (asked > MOST_ASKED) return refuse('Too much is asked at the same time.')
  switch (request.matewright) {
    case 'listen':
      listener = origin
    // falls through
    case 'position':
      return { ok: /** @type {const} */ (true), value: verbs.position() }
    case 'setPosition':
      return setPosition(request)
    case 'probe':
    case 'line':
      return verbs[request.matewright](request.fen ?? currentFen(store.state), request.by)
    case 'wrong':
      return refuse(request.message)
  }
}
