// Practising the positions of a set, one after the other.

import { COURSE, DAY, isTraining, samePlace, SETS } from '../../shell/address.js'
import { navigate, readdress } from '../../shell/address.effects.js'
import { store } from '../../shell/app.js'
import { notify, show } from '../../shell/view.js'
import { readFens } from '../paste/read-fens.effects.js'
import { COURSE_SET, courseOf } from '../course/course.js'
import { openDaily, today } from '../daily/daily.effects.js'
import { begin, showBoard } from '../practice/practice.effects.js'
import { endTraining, eventOf, firstOpen, sameSet, scored, setProblem, trained, trainOn } from './sets.js'
import { linkToSet, unpacked } from './set-texts.js'
import { withLegalLines } from './set-lines.effects.js'
import { firstReady } from './set-tables.effects.js'
import { addPassing, alter, holdSet, load } from './sets.effects.js'

/**
 * @typedef {import('./sets.js').PracticeSet} PracticeSet
 * @typedef {import('./sets.js').SetContent} SetContent
 */

export function startTraining() {
  store.subscribe((state, before) => {
    if (state.place !== before.place && isTraining(state.place)) openLinked()
    if (!state.training) return
    if (isChosenAgain(state, before)) train(state.training.id, state.training.fen)
    const event = eventOf(state)
    if (event && event !== eventOf(before)) score(state.training, event)
    const { training } = state
    store.update(endTraining)
    if (training && !store.state.training) readdress()
  })
  if (isTraining(store.state.place)) openLinked()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && isYesterdays(store.state)) openOwn(openToday)
  })
}

/** The day on which the only-move of the day was opened. */
let openedOn = 0

async function openToday() {
  const day = today()
  const opened = await openDaily()
  openedOn = day
  return opened
}

/**
 * Whether the only-move was opened on a day before, and the user is not at its moves.
 * @param {import('../../shell/state.js').State} state
 */
const isYesterdays = ({ place, game, practice }) =>
  samePlace(place, DAY) && (!game.plies.length || practice?.stage === 'done') && openedOn < today()

/**
 * Whether the user chose practice in the toolbar, which begins it again.
 * @param {import('../../shell/state.js').State} state @param {import('../../shell/state.js').State} before
 */
const isChosenAgain = ({ training, mode, practice, game }, before) =>
  mode === 'practice' &&
  !practice &&
  training === before.training &&
  game.start === training?.fen &&
  (!!before.practice || before.mode !== 'practice')

/** @param {SetContent} set */
export const practiseSet = (set) => navigate(linkToSet(set))

/**
 * Opens the set of the address for practice. A new set is stored after the first move played, or on request.
 */
async function openLinked() {
  const { place } = store.state
  if (samePlace(place, DAY)) return openOwn(openToday)
  if (samePlace(place, COURSE)) return openOwn(openCourse)
  const reading = await unpacked(place.subject, readFens)
  if (store.state.place !== place) return
  if (!reading.ok) return refuse(reading.problem)
  if (reading.faults) store.update(notify, reading.faults)
  await load()
  const positions = await withLegalLines(reading.set.positions)
  if (store.state.place !== place) return
  const set = sameSet(store.state, reading.set) ?? addPassing({ ...reading.set, positions })
  const isOpen = () => store.state.place === place
  const fen = await firstReady(set, isOpen)
  if (fen && isOpen()) train(set.id, fen)
}

/**
 * Opens a set of the page itself, at one of its positions.
 * @param {() => Promise<{set: PracticeSet, fen: string}>} openIt
 */
async function openOwn(openIt) {
  const { place } = store.state
  const { set, fen } = await openIt()
  if (store.state.place === place) train(set.id, fen)
}

async function openCourse() {
  const set = await holdSet(COURSE_SET, courseOf)
  return { set, fen: firstOpen(set) }
}

/** @param {string} problem */
function refuse(problem) {
  store.update((state) => setProblem({ ...show(state, SETS), mode: 'play' }, problem))
  readdress()
}

/** Puts a position of a set onto the board. @param {string} id @param {string} fen */
export function train(id, fen) {
  store.update(trainOn, id, fen)
  begin(fen)
}

/** Goes to another position of the set. @param {number} at */
export function trainAt(at) {
  const { training } = store.state
  const fen = trained(store.state)?.set.positions[at]?.fen
  if (training && fen) train(training.id, fen)
  showBoard()
}

/** Continues a set whose position was removed. @param {PracticeSet} set */
export function trainRest(set) {
  const fen = firstOpen(set)
  if (fen) train(set.id, fen)
}

export const endSet = () => navigate(SETS)

/** @param {import('./sets.js').Training} training @param {'missed' | 'done'} event */
const score = ({ id, fen }, event) => alter(id, (set) => scored(set, fen, event))
