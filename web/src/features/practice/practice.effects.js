// Practice: replies of the other side, and random positions.

import { inOneText, refusal } from '../../engine/problems.js'
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
import { isFramed } from '../../shell/framed.js'
import { prober, store } from '../../shell/app.js'
import { closest } from '../difficulty/difficulty.js'
import { ratingsOf } from '../difficulty/rate.effects.js'
import { randomPosition, variedPositions } from '../find/find.effects.js'
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
    if (!isFramed) keepChoices(state, before)
    if (state.mode !== 'practice') awaited = null
    if (state.answer === before.answer && state.asking === before.asking && state.practice === before.practice) return
    if (awaited !== null) startAwaited(state)
    store.update(conclude)
    if (state.mode === 'practice') replySoon()
  })
}

/** @param {import('../../shell/state.js').State} state @param {import('../../shell/state.js').State} before */
function keepChoices({ score, defence }, before) {
  if (score.best !== before.score.best) remember(BEST, String(score.best))
  if (defence !== before.defence) remember(DEFENCE, defence)
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
const trickyReply = () => trickiestAmong(trickyReplies(store.state), store.state.by)

/**
 * Returns the reply that sets the best trap. It is undefined if none sets one.
 * @param {import('../../engine/types.js').Move[]} replies
 * @param {import('../../engine/metrics.js').Metric} [by]
 */
export async function trickiestAmong(replies, by) {
  const probed = await Promise.all(replies.map(({ fen }) => prober.probe(fen, by)))
  return replies[trickiestOf(probed.map((result) => (result.ok ? result.value : undefined)))]
}

let looked = 0

/** The search under way. @type {{name: string, depth: unknown, game: unknown} | null} */
let search = null

/**
 * Begins with a random win of the class.
 * @param {string} name
 * @param {import('./practice.js').Depth | null} depth  null: as hard as the user is strong
 */
export async function practiseClass(name, depth) {
  navigate(BOARD)
  store.update(setMode, 'practice')
  const { game } = store.state
  if (search?.name === name && search.depth === depth && search.game === game) return
  search = { name, depth, game }
  const mine = ++looked
  const found = depth
    ? await randomPosition(name, { outcome: 'win', ...pliesOf(depth) })
    : await ofStrength(name, store.state.strength)
  // The user has begun something else meanwhile.
  if (mine === looked) search = null
  if (mine !== looked || store.state.mode !== 'practice' || store.state.game !== game) return
  if (!found.ok) {
    const { error } = found
    return void store.update(notify, error.code === 'none' ? say('practising.noWin', { name }) : inOneText(error))
  }
  begin(found.value)
  showBoard()
}

/** A phone may show what is below the board. */
export const showBoard = () => document.querySelector('mw-board')?.scrollIntoView({ block: 'nearest' })

/** The wins of a class among which the one of the user's strength is chosen. */
const CANDIDATES = 12

/**
 * Returns the FEN of a win of a class that is about as hard as the user is strong.
 * @param {string} name
 * @param {number} strength
 */
async function ofStrength(name, strength) {
  const found = await variedPositions(name, { outcome: 'win' }, CANDIDATES)
  if (!found.ok || !found.value.length) return found.ok ? refusal('none') : found
  const best = closest(await ratingsOf(found.value), strength)
  return { ok: /** @type {const} */ (true), value: best?.fen ?? found.value[0] }
}

/** Shows the board, and begins with a position. @param {string} fen */
export function practise(fen) {
  navigate(BOARD)
  store.update(setMode, 'practice')
  begin(fen)
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
