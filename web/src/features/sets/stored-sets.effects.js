// Sets in the browser's storage. Each change applies to the stored set in one transaction, so no tab undoes a change of
// another.

/** @typedef {import('./sets.js').PracticeSet} PracticeSet */

const NAME = 'matewright-sets'
const STORE = 'sets'

/** @type {Promise<IDBDatabase> | undefined} */
let opened

/** Returns the database. A failed opening is tried again at the next call. */
const database = () =>
  (opened ??= open().catch((error) => {
    opened = undefined
    throw error
  }))

function open() {
  const request = indexedDB.open(NAME, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' })
  return new Promise((done, fail) => {
    request.onerror = () => fail(request.error)
    request.onsuccess = () => {
      const forget = () => (opened = undefined)
      request.result.onversionchange = () => {
        request.result.close() // a later version of the page waits for that
        forget()
      }
      request.result.onclose = forget
      done(request.result)
    }
  })
}

/** @returns {Promise<unknown[]>} */
export async function storedSets() {
  const request = (await database()).transaction(STORE).objectStore(STORE).getAll()
  return new Promise((done, fail) => {
    request.onsuccess = () => done(request.result)
    request.onerror = () => fail(request.error)
  })
}

/**
 * Changes a stored set. The promise settles when the change is safe.
 * @param {string} id
 * @param {(stored: unknown) => PracticeSet | null | undefined} change  null deletes it, undefined leaves it as it is
 * @returns {Promise<void>}
 */
export async function changeStored(id, change) {
  const transaction = (await database()).transaction(STORE, 'readwrite', { durability: 'strict' })
  const sets = transaction.objectStore(STORE)
  const request = sets.get(id)
  request.onsuccess = () => {
    const changed = change(request.result)
    if (changed) sets.put(changed)
    else if (changed === null) sets.delete(id)
    commit(transaction) // also if the page is left now: otherwise it stays open as long as the browser keeps the page
  }
  return new Promise((done, fail) => {
    transaction.oncomplete = () => done()
    transaction.onabort = () => fail(transaction.error)
  })
}

/**
 * Commits a transaction, unless it was aborted for lack of room: its onabort reports that.
 * @param {IDBTransaction} transaction
 */
function commit(transaction) {
  try {
    transaction.commit()
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error
  }
}
