// Practice: replies of the other side, and random positions.

import { inOneText } from '../../engine/problems.js'
import { say } from '../../language.js'
import { probeOf } from '../answer/answer.js'
import { BOARD } from '../../shell/address.js'
import { currentFen, enter, play } from '../game/game.js'
import {
  chooseDefence,
  conclude,
  pliesOf,
  replyOf,
  setBestScore,
  startPractice,
  trickiestOf,
  trickyReplies,
} from './practice.js'
import { notify } from '../../shell/view.js'
import { setMode } from '../board/tools.js'
import { navigate } from '../../shell/address.effects.js'
import { prober, store } from '../../shell/app.js'
import { randomPosition } from '../find/find.effects.js'
import { remember, remembered } from '../../shell/remember.js'

const BEST = 'matewright-streak'
const DEFENCE = 'matewright-defence'
/** The wait before a reply, as users overlook an immediate one. */
const REPLY_MS = 450

/** The position to begin with, once it is known. @type {string | null} */
let awaited = null

export function restorePractising() {
  const best = Number(remembered(BEST))
  if (best > 0) store.update(setBestScore, best)
  if (remembered(DEFENCE) === 'trickiest') store.update(chooseDefence, 'trickiest')
}

export function startPractising() {
  store.subscribe((state, before) => {
    if (state.score.best !== before.score.best) remember(BEST, String(state.score.best))
    if (state.defence !== before.defence) remember(DEFENCE, state.defence)
    if (state.mode !== 'practice') awaited = null
    if (state.answer === before.answer && state.asking === before.asking && state.practice === before.practice) return
    if (awaited !== null) startAwaited(state)
    store.update(conclude)
    if (state.mode === 'practice') replySoon()
  })
}

/** @param {import('../../shell/state.js').State} state */
function startAwaited(state) {
  if (awaited !== currentFen(state)) awaited = null
  else if (probeOf(state)) {
    awaited = null
    store.update(startPractice)
  }
}

/** The game whose position is being replied to. @type {import('../../shell/state.js').Game | null} */
let replying = null

async function replySoon() {
  const { game } = store.state
  if (!replyOf(store.state) || replying === game) return
  replying = game
  const [tricky] = await Promise.all([trickyReply(), new Promise((done) => setTimeout(done, REPLY_MS))])
  if (replying === game) replying = null
  const reply = replyOf(store.state)
  if (reply && store.state.game === game) store.update(play, [tricky ?? reply])
}

/** The reply that sets the best trap, if the user wants that. */
async function trickyReply() {
  const replies = trickyReplies(store.state)
  const { by } = store.state
  const probed = await Promise.all(replies.map(({ fen }) => prober.probe(fen, by)))
  return replies[trickiestOf(probed.map((result) => (result.ok ? result.value : undefined)))]
}

let looked = 0

/**
 * Begins with a random win of the class.
 * @param {string} name
 * @param {{from: number, to: number}} depth  moves to mate
 */
export async function practiseClass(name, depth) {
  navigate(BOARD)
  store.update(setMode, 'practice')
  const mine = ++looked
  const { game } = store.state
  const found = await randomPosition(name, { outcome: 'win', ...pliesOf(depth) })
  // The user has begun something else meanwhile.
  if (mine !== looked || store.state.mode !== 'practice' || store.state.game !== game) return
  if (!found.ok) {
    const { error } = found
    return void store.update(notify, error.code === 'none' ? say('practising.noWin', { name }) : inOneText(error))
  }
  begin(found.value)
}

/**
 * Begins with a position as soon as it has an answer, which may need missing tables.
 * @param {string} fen
 */
export function begin(fen) {
  store.update(enter, fen)
  awaited = fen
  startAwaited(store.state)
}
