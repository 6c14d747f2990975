// Positions that are pasted anywhere or dropped, within any text, come onto the board.

import { say } from '../../language.js'
import { currentFen } from '../game/game.js'
import {
  candidatesIn,
  endingOf,
  faultsInWords,
  hasChess,
  longGamesIn,
  MOST_LETTERS,
  positionsIn,
  unreadLines,
  variantsInWords,
} from './pasted.js'
import { readMoves } from '../game/pgn.js'
import { annotated, joined, listed } from '../game/variations.js'
import { notify } from '../../shell/view.js'
import { offerEnding, offerFound } from './found.js'
import { prober, store } from '../../shell/app.js'
import { loadSets } from '../sets/lazy.effects.js'
import { open } from '../board/open.effects.js'
import { readFens } from './read-fens.effects.js'

export function startPasting() {
  addEventListener('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain') ?? ''
    const isTyping = event.target instanceof Element && event.target.closest('input, textarea')
    if (isTyping && !candidatesIn(text).length) return // the text is for that field
    event.preventDefault()
    pasteText(text)
  })
}

/** Reads the clipboard. */
export async function paste() {
  try {
    pasteText(await navigator.clipboard.readText())
  } catch {
    store.update(notify, say('pasting.notAllowed'))
  }
}

/** The text that was pasted or dropped last. @type {Blob | undefined} */
let latest

/**
 * Shows the position of a text. It offers a choice if there are several, and a check of games. The board keeps its
 * position if the text has none, or if the user has changed it meanwhile. A notice lists repairs and unreadable FENs.
 * @param {string} text  the beginning of it
 * @param {Blob} [all]
 */
export async function pasteText(text, all = new Blob([text])) {
  latest = all
  store.update(notify, null) // removes the notice about an earlier text
  const { place } = store.state
  const before = currentFen(store.state)
  const readings = await readFens(text)
  if (latest !== all || store.state.place !== place || currentFen(store.state) !== before) return
  const found = positionsIn(text, readings)
  const games = hasChess(text)
  const faults = joined(faultsInWords(readings), unreadLines(text, readings), variantsInWords(text))
  if (found.length === 1 && !games) open(found[0].fen)
  else if (found.length || games) {
    store.update(offerFound, found, games || found.length > 1 ? all : null)
    offerEndings(text, readings)
  } else return store.update(notify, `${faults || say('pasting.noPosition')} ${say('pasting.boardUnchanged')}`)
  if (faults) store.update(notify, faults)
}

/** Offers the endings that games come to, too. @param {string} text @param {import('./pasted.js').Readings} readings */
async function offerEndings(text, readings) {
  const mine = latest
  const games = longGamesIn(text, readings)
  store.update(offerEnding, null, games.length)
  for (const [i, game] of games.entries()) {
    const listing = readMoves(game.moves)
    const played = await prober.replay(game.start, listing.moves, listing.after)
    if (latest !== mine || !store.state.found) return
    const ending = played.ok
      ? endingOf(game, annotated(listed(played.value.moves), listing, played.value.numbers), played.value.numbers)
      : null
    store.update(offerEnding, ending, games.length - i - 1)
  }
}

/** Whether it is a text, and not a table. @param {File} file */
export const isText = ({ name, type }) => /\.(pgn|epd|fen|txt|json)$/i.test(name) || type.startsWith('text/')

/** @param {File[]} files */
export async function pasteFiles(files) {
  if (store.state.place.page === 'sets' || files.some(({ name }) => /\.json$/i.test(name)))
    return (await loadSets())?.importSets(files)
  const texts = await Promise.all(files.map((file) => file.slice(0, MOST_LETTERS).text()))
  pasteText(texts.join('\n'), new Blob(files.flatMap((file) => [file, '\n'])))
}
