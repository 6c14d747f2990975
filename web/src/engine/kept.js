// Whether the browser lets the page store anything.

/** @type {Promise<boolean> | null} */
let kept = null

/**
 * Whether tables can be stored: that takes IndexedDB, and locks between tabs. Where site data are blocked, in some private windows and frames
 * and without https, one or the other is missing. Then tables are kept in memory, until the page is closed.
 */
export const isKept = () => (kept ??= tryStoring())

async function tryStoring() {
  try {
    await navigator.locks.request('matewright-try', { ifAvailable: true }, () => {})
    await tryDatabase()
    return true
  } catch {
    return false
  }
}

/** Begins a database with a Blob, as tables are Blobs, and takes it back. WebKit stores none in private windows. @returns {Promise<void>} */
const tryDatabase = () => new Promise((opens, fails) => {
  const request = indexedDB.open('matewright-try')
  request.onupgradeneeded = () => {
    const put = request.result.createObjectStore('try').put(new Blob(['.']), 0)
    put.onerror = () => fails(put.error)
    put.onsuccess = () => {
      request.transaction?.abort()
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
