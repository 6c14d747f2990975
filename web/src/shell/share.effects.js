// Output for the user: to the clipboard, or as a file.

import { say } from '../language.js'
import { linkTo } from './address.js'
import { notify } from './view.js'
import { store } from './app.js'

/**
 * @param {string} text
 * @param {string} done  the notice afterwards
 */
export async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text)
    store.update(notify, done)
  } catch {
    store.update(notify, say('handingOut.noCopying'))
  }
}

/**
 * Opens the system's share sheet, or copies the text if that fails.
 * @param {string} text
 * @param {string} copied  the notice after copying
 */
export async function shareText(text, copied) {
  try {
    await navigator.share({ text })
  } catch (problem) {
    const isClosed = problem instanceof DOMException && problem.name === 'AbortError'
    if (!isClosed) await copy(text, copied)
  }
}

/** The whole address of a link to the current game. */
export const addressOfGame = () => new URL(linkTo(store.state.game), location.href).href

/**
 * @param {string} name
 * @param {string} game
 */
export const savePgn = (name, game) => download(name, new Blob([game], { type: 'application/x-chess-pgn' }))

/** The time to keep a download, as the browser reads it some time after the click. */
const DOWNLOAD_MS = 60_000

/**
 * @param {string} name
 * @param {Blob} blob
 */
export function download(name, blob) {
  const href = URL.createObjectURL(blob)
  Object.assign(document.createElement('a'), { href, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(href), DOWNLOAD_MS)
}
