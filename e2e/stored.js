// Stored tables, and their known checksums.

import { readFileSync } from 'node:fs'

/**
 * The length and the SHA-256 that a table has as a file: in the browser it may be stored in units.
 * @param {import('@playwright/test').Page} page
 * @param {string} name
 */
export const sumOf = (page, name) =>
  page.evaluate(async (name) => {
    const file = await globalThis.matewrightPage.file(name)
    if (!file.ok) return { bytes: 0, sum: file.error.message }
    const digest = await crypto.subtle.digest('SHA-256', await file.value.arrayBuffer())
    return {
      bytes: file.value.size,
      sum: Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join(''),
    }
  }, name)

/**
 * Gives the pages a function that waits for a request of IndexedDB, as code evaluated in a page cannot import one.
 * @param {import('@playwright/test').BrowserContext} context
 */
export const provideSettled = (context) =>
  context.addInitScript(() => {
    globalThis.settled = (request) =>
      new Promise((done, fail) => {
        request.onsuccess = () => done(request.result)
        request.onerror = () => fail(request.error)
      })
  })

/** Those of tables without rights to castle. @param {string[]} names */
export const withoutCastling = (names) => names.filter((name) => !name.includes('-'))

/** The names of all that IndexedDB has. @param {import('@playwright/test').Page} page */
export const storedNames = (page) =>
  page.evaluate(async () => {
    const db = await settled(indexedDB.open('matewright'))
    const names = await settled(db.transaction('tables').objectStore('tables').getAllKeys())
    db.close()
    return names
  })

/** In the page: turns over every byte in the middle half of every stored block. */
export async function damageBlocks() {
  const db = await settled(indexedDB.open('matewright'))
  const stored = db.transaction('blocks').objectStore('blocks')
  const [keys, blobs] = await Promise.all([settled(stored.getAllKeys()), settled(stored.getAll())])
  const damaged = await Promise.all(
    blobs.map(async (blob) => {
      const bytes = new Uint8Array(await blob.arrayBuffer())
      for (let i = bytes.length >> 2; i < 3 * (bytes.length >> 2); i++) bytes[i] ^= 0xff
      return new Blob([bytes])
    }),
  )
  const transaction = db.transaction('blocks', 'readwrite')
  // A reload before that would undo all changes.
  const complete = new Promise((done) => (transaction.oncomplete = done))
  keys.forEach((key, i) => transaction.objectStore('blocks').put(damaged[i], key))
  await complete
  db.close()
}

/**
 * The rows of a table of facts in a file of core, without the line of titles.
 * @param {string} file
 */
export const facts = (file) =>
  readFileSync(new URL(file, new URL('../core/', import.meta.url)), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))

/** The lengths and sums of native builds, by class. */
export const knownSums = (metric = 'dtm') =>
  new Map(facts(`known/${metric}.tsv`).map(([name, bytes, sum]) => [name, { bytes: Number(bytes), sum }]))
