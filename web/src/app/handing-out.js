// What the user takes away: to the clipboard, or as a file.

import { notify } from '../state/view.js'
import { store } from './app.js'

/**
 * @param {string} text
 * @param {string} done  what is said then
 */
export async function copy(text, done) {
  try {
    await navigator.clipboard.writeText(text)
    store.update(notify, done)
  } catch {
    store.update(notify, 'The browser does not allow copying here.')
  }
}

/**
 * @param {string} name
 * @param {string} type
 * @param {string} content
 */
export function download(name, type, content) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([content], { type }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
