// Detects whether the browser lets the page store tables.

import { visitSignal, whenVisited } from './visit.js'

/** @type {Promise<boolean> | null} */
let kept = null

/**
 * Reports whether tables can be stored. Storage needs IndexedDB, and locks between tabs. One of them is missing in some
 * private windows and frames, without https, and if the user blocks site data. Tables are then kept in memory until the
 * page is closed.
 */
export const isKept = () => (kept ??= tryStoring())

/** Sets the answer in a worker: only the page tries to store. @param {boolean} answer */
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

/** Reports whether only room is missing. Tables are stored then, too. @param {unknown} error */
const isFull = (error) => error instanceof Error && error.name === 'QuotaExceededError'

/**
 * Starts a database with a Blob, as tables are Blobs, and aborts. WebKit stores no Blobs in private windows.
 * @param {AbortSignal} left  aborted when the user leaves the page, as other pages would wait for its transaction
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
