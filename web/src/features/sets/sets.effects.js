// Sets of positions: kept in the browser's storage, changed, shared and saved.

import { say } from '../../language.js'
import { followingFrame, SETS, setPage, writeAddress } from '../../shell/address.js'
import { navigate } from '../../shell/address.effects.js'
import { store } from '../../shell/app.js'
import { copy, download, savePgn } from '../../shell/share.effects.js'
import { notify } from '../../shell/view.js'
import { faultsInWords, largeInWords, MOST_LETTERS, positionsIn, unreadLines } from '../paste/pasted.js'
import { readFens } from '../paste/read-fens.effects.js'
import { askToPersist } from '../tables/storage.effects.js'
import { collect } from './collecting.js'
import { createKeeper } from './keeper.js'
import { readLine, withLegalLines } from './set-lines.effects.js'
import * as sets from './sets.js'
import * as texts from './set-texts.js'
import { changeStored, storedSets } from './stored-sets.effects.js'

/**
 * @typedef {import('./sets.js').PracticeSet} PracticeSet
 * @typedef {import('./sets.js').SetContent} SetContent
 * @typedef {import('./sets.js').SetPosition} SetPosition
 */

const keeper = createKeeper({ read: storedSets, change: changeStored })

/** @type {BroadcastChannel} */
let channel

/** Settles after the first read of the stored sets. */
let read = Promise.resolve()

/** Reads the stored sets, and again whenever another tab has changed one. */
export function startSets() {
  channel = new BroadcastChannel('matewright-sets')
  channel.addEventListener('message', load)
  read = load()
}

export async function load() {
  try {
    const all = await keeper.all()
    const before = store.state.sets ?? []
    store.update(sets.withStored, all)
    for (const { id, passing } of before) if (passing && !sets.findSet(store.state, id)) keeper.forget(id)
  } catch (error) {
    console.warn(error)
    store.update(sets.withoutStored, say('appSets.nothingKept'))
  }
}

/**
 * Changes a set here at once, and in the browser's storage and in other tabs.
 * @param {string} id
 * @param {(set: PracticeSet) => PracticeSet | null} change
 * @returns the set afterwards, if it exists
 */
export async function alter(id, change) {
  const changed = sets.keeping(change)
  const before = sets.findSet(store.state, id)
  if (before?.passing) askToPersist()
  show(id, changed(before))
  await keep(id, changed)
  return sets.findSet(store.state, id)
}

/** @param {string} id @param {import('./keeper.js').Change} change */
async function keep(id, change) {
  try {
    show(id, await keeper.change(id, change))
    channel.postMessage(id)
  } catch (error) {
    complain(error)
  }
}

/** @param {string} id @param {PracticeSet | null | undefined} now */
const show = (id, now) => store.update(sets.withSet, id, now)

/** @param {unknown} error */
function complain(error) {
  console.warn(error)
  const full = error instanceof DOMException && error.name === 'QuotaExceededError'
  store.update(sets.setProblem, say('appSets.notStored', { full }))
}

/**
 * Adds a new set.
 * @param {SetContent} content
 */
const add = async (content) => put(await withLegal(content))

/** @param {SetContent} content @returns {Promise<SetContent>} */
const withLegal = async (content) => ({ ...content, positions: await withLegalLines(content.positions) })

/** Lists a set at once, and stores it. @param {SetContent} content */
async function put(content) {
  const set = enlist(sets.newSet(content, Date.now()))
  askToPersist()
  await keep(set.id, (stored) => stored ?? set)
  return set
}

/** @param {PracticeSet} set */
function enlist(set) {
  store.update(sets.withNew, set)
  return set
}

/** Lists a set of a link. It is stored only with its first change. @param {SetContent} content */
export function addPassing(content) {
  const set = enlist({ ...sets.newSet(content, Date.now()), passing: true })
  keeper.hold(set.id, (stored) => stored ?? set)
  return set
}

/** The last change of each set of holdSet. @type {Map<string, import('./keeper.js').Change>} */
const held = new Map()

/**
 * Lists a set with a change that is stored only with the next one. It replaces the change of an earlier call.
 * @param {string} id
 * @param {(kept: PracticeSet | undefined) => PracticeSet} change
 */
export async function holdSet(id, change) {
  keeper.hold(id, change, held.get(id))
  held.set(id, change)
  await load()
  // Without stored sets the change applies to the one here.
  const before = sets.findSet(store.state, id)
  const set = change(before)
  if (before) show(id, set)
  else enlist(set)
  return set
}

/** Keeps a set that came by a link. @param {string} id */
export const keepSet = (id) => alter(id, (set) => set)

/** @param {string} id @param {string} name */
export const rename = (id, name) => alter(id, (set) => sets.renamed(set, name))
/** @param {string} id @param {string} fen @param {Partial<SetPosition>} words */
export const describePosition = (id, fen, words) => alter(id, (set) => sets.described(set, fen, words))

/**
 * Changes the line of a position. If a move is not legal, the line before stays.
 * @param {string} id @param {string} fen @param {string} text
 * @returns the problem in words, '' for none
 */
export async function describeLine(id, fen, text) {
  const { line, problem } = await readLine(fen, text)
  if (!problem) await describePosition(id, fen, { line })
  return problem
}

/** Removes a position, and offers to put it back. @param {string} id @param {string} fen */
export async function removePosition(id, fen) {
  const { positions = [] } = sets.findSet(store.state, id) ?? {}
  const at = positions.findIndex((each) => each.fen === fen)
  if (at < 0) return
  const restore = () => void alter(id, (set) => sets.putBack(set, positions[at], at))
  store.update(notify, say('setsPage.removed', { at: at + 1 }), restore)
  await alter(id, (set) => sets.withoutPosition(set, fen))
}

/** @param {string} id @param {string} fen @param {number} by */
export const movePosition = (id, fen, by) => alter(id, (set) => sets.moved(set, fen, by))
/** Sorts a set from the easiest to the hardest position. @param {string} id */
export const sortSet = (id) => alter(id, (set) => sets.sorted(set, store.state.ratings))
/** @param {string} id */
export const forgetScores = (id) => alter(id, (set) => ({ ...set, scores: {} }))

/** @param {string} id */
export async function deleteSet(id) {
  await alter(id, () => null)
  if (store.state.place.page === 'sets' && store.state.place.subject === id) navigate(SETS)
}

/**
 * Puts the collected positions into a set, or into a new one.
 * @param {PracticeSet | string} into  a name
 */
export async function collectInto(into) {
  const { name, positions } = store.state.collecting ?? { name: '', positions: [] }
  store.update(collect, null)
  const collected = positions.flatMap((each) => sets.positionOfFound(each) ?? [])
  if (!collected.length) return
  if (typeof into === 'string') {
    const set = await add({ name: into || name, positions: collected })
    return void store.update(notify, say('appSets.made', { set: set.name, positions: set.positions.length }))
  }
  await addTo(into, collected)
}

/** @param {PracticeSet} set @param {SetPosition[]} offered @param {string} [faults]  of FENs, in words */
export async function addTo({ id, name, positions: { length } }, offered, faults = '') {
  const positions = await withLegalLines(offered)
  let had = length
  const now = await alter(id, (stored) => {
    had = stored.positions.length
    return sets.withMore(stored, positions)
  })
  store.update(notify, `${sets.addedInWords(now, name, had, positions.length)} ${faults}`.trim())
}

/** Offers the sets for the position on the board, which may be one of a set and have its words. @param {string} fen */
export async function collectShown(fen) {
  await read
  store.update(collect, { name: '', positions: [sets.withWords(store.state, fen)] })
}

/** Copies a set of the page, and opens the copy. @param {SetContent} content */
export async function copySet(content) {
  const legal = await withLegal(content)
  navigate(setPage((sets.sameSet(store.state, legal) ?? (await put(legal))).id)) // a second click finds the copy
}

export async function makeEmpty() {
  navigate(setPage((await add({ name: say('appSets.new'), positions: [] })).id))
}

/** Adds the positions in the clipboard to a set. @param {PracticeSet} set */
export async function pasteInto(set) {
  try {
    const text = await navigator.clipboard.readText()
    const readings = await readFens(text)
    const found = positionsIn(text, readings).flatMap((each) => sets.positionOfFound(each) ?? [])
    const faults = [faultsInWords(readings), unreadLines(text, readings), largeInWords(found)].filter(Boolean).join(' ')
    if (found.length) await addTo(set, found, faults)
    else store.update(notify, faults || say('appSets.noPosition'))
  } catch {
    store.update(notify, say('appSets.noPasting'))
  }
}

/** @param {File[]} files */
export async function importSets(files) {
  await read
  navigate(SETS)
  /** @type {string[]} */
  const problems = []
  for (const file of files) {
    const reading =
      file.size > 4 * MOST_LETTERS
        ? await texts.setIn(' '.repeat(MOST_LETTERS + 1), file.name, readFens)
        : await texts.setIn(await file.text(), file.name, readFens)
    const problem = reading.ok ? reading.faults : reading.problem
    if (problem) problems.push(say('appSets.problemOfFile', { file: file.name, problem }))
    if (!reading.ok) continue
    const same = sets.sameSet(store.state, reading.set)
    if (same) store.update(notify, say('appSets.isHere', { file: file.name, set: same.name }))
    else await add(reading.set)
  }
  store.update(sets.setProblem, problems.join(' ') || null)
}

/** @param {SetContent} set */
const addressOf = (set) => new URL(writeAddress(texts.linkToSet(set), ''), location.href).href

/** Copies the HTML of a frame with the set. @param {SetContent} set */
export const embedSet = (set) => copy(followingFrame(addressOf(set), 'Chess positions'), say('appSets.embedCopied'))

/** @param {SetContent} set */
export function shareSet(set) {
  const link = addressOf(set)
  copy(link, link.length > sets.MOST_LINK ? say('appSets.longLink', { letters: link.length }) : say('appSets.link'))
}

/** @param {SetContent} set */
export const saveSetPgn = (set) => savePgn(`${fileName(set)}.pgn`, texts.pgnOfSet(set))

/** @param {SetContent} set */
export const saveSetJson = (set) =>
  download(`${fileName(set)}.json`, new Blob([texts.jsonOf(set)], { type: 'application/json' }))

/** @param {SetContent} set */
const fileName = ({ name }) => name.replace(/[^\p{L}\p{N} ._-]+/gu, ' ').trim() || say('appSets.fileName')

export const dismissProblem = () => store.update(sets.setProblem, null)
