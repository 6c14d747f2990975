// Whether the browser lets the page store anything.

import { visitSignal, whenVisited } from './visit.js'

/** @type {Promise<boolean> | null} */
let kept = null

/**
 * Whether tables can be stored: that takes IndexedDB, and locks between tabs. Where site data are blocked, in some
 * private windows and frames
 * and without https, one or the other is missing. Then tables are kept in memory, until the page is closed.
 */
export const isKept = () => (kept ??= tryStoring())

/** A worker takes the page's answer: it doesn't try by itself. @param {boolean} answer */
export const takeKept = (answer) => void (kept = Promise.resolve(answer))

async function tryStoring() {
  for (;;) {
    await whenVisited()
    const left = visitSignal()
    try {
      await navigator.locks.request('matewright-try', { ifAvailable: true }, () => {})
      await tryDatabase(left)
      return true
    } catch (error) {
      if (!left.aborted) return isFull(error)
    }
  }
}

/** Where only room is missing, tables are stored all the same. @param {unknown} error */
const isFull = (error) => error instanceof Error && error.name === 'QuotaExceededError'

/**
 * Begins a database with a Blob, as tables are Blobs, and takes it back. WebKit stores none in private windows.
 * @param {AbortSignal} left  other pages would wait for a transaction of a page that is left
 * @returns {Promise<void>}
 */
const tryDatabase = (left) =>
  new Promise((opens, fails) => {
    const request = indexedDB.open('matewright-try')
    request.onupgradeneeded = () => {
      const transaction = /** @type {IDBTransaction} */ (request.transaction)
      const abort = () => transaction.abort()
      if (left.aborted) return abort()
      left.addEventListener('abort', abort)
      const put = request.result.createObjectStore('try').put(new Blob(['.']), 0)
      put.onerror = () => {
        left.removeEventListener('abort', abort)
        fails(transaction.error ?? put.error)
      }
      put.onsuccess = () => {
        left.removeEventListener('abort', abort)
        abort()
        opens()
      }
    }
    request.onsuccess = () => {
      request.result.close()
      opens()
    }
    request.onerror = (event) => {
      event.preventDefault()
      fails(request.error)
    }
  })
