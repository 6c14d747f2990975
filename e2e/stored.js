// The bytes of a stored table, as they would be in a file of the native command.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** What is read at once, in blocks of 4 MiB: it comes from the page as one message. */
const BATCH = 4

/** The frame of a file: see core/store/file.go. */
const MAGIC = Buffer.from('MWTABLE\x01', 'latin1')

/**
 * The length and the SHA-256 that a table has as a file.
 * @param {import('@playwright/test').Page} page
 * @param {string} name
 */
export async function sumOf(page, name) {
  const hash = createHash('sha256').update(MAGIC)
  let length = 0
  let header = Buffer.alloc(0)
  for (let first = 0, more = true; more; first += BATCH) {
    const part = await page.evaluate(readBlocks, { name, first, count: BATCH })
    const data = Buffer.from(part.data, 'base64')
    hash.update(data)
    length += data.length
    header = Buffer.from(part.header, 'base64')
    more = data.length > 0
  }
  const lengths = Buffer.alloc(12)
  lengths.writeBigUInt64LE(BigInt(length), 0)
  lengths.writeUInt32LE(header.length, 8)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32LE(crc32c(Buffer.concat([header, lengths])))
  const end = Buffer.concat([header, lengths, checksum, MAGIC])
  return { bytes: MAGIC.length + length + end.length, sum: hash.update(end).digest('hex') }
}

/**
 * Gives the pages a function that waits for a request of IndexedDB: what is evaluated there can't bring its own.
 * @param {import('@playwright/test').BrowserContext} context
 */
export const provideSettled = (context) => context.addInitScript(() => {
  globalThis.settled = (request) => new Promise((done, fail) => {
    request.onsuccess = () => done(request.result)
    request.onerror = () => fail(request.error)
  })
})

/** In the page: some of what IndexedDB holds of a table, in base64. */
async function readBlocks({ name, first, count }) {
  const base64 = async (parts) => {
    const reader = new FileReader()
    await new Promise((done) => {
      reader.onload = done
      reader.readAsDataURL(new Blob(parts))
    })
    return reader.result.slice(reader.result.indexOf(',') + 1)
  }
  const db = await settled(indexedDB.open('matewright'))
  const transaction = db.transaction(['tables', 'blocks'])
  const { generation, header } = await settled(transaction.objectStore('tables').get(name))
  const range = IDBKeyRange.bound([generation, first], [generation, first + count - 1])
  const blocks = await settled(transaction.objectStore('blocks').getAll(range))
  db.close()
  return { data: await base64(blocks), header: await base64([header]) }
}

function crc32c(bytes) {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0x82f63b78 : 0)
  }
  return ~crc >>> 0
}

const testdata = new URL('../core/internal/exact/testdata/', import.meta.url)

/**
 * The rows of a table of facts in core/internal/exact/testdata, the line of titles left out.
 * @param {string} file
 */
export const facts = (file) =>
  readFileSync(new URL(file, testdata), 'utf8').trim().split('\n').slice(1).map((line) => line.split('\t'))

/** The lengths and sums of native builds, as far as they are known, by class. */
export const knownSums = () => new Map(facts('sha256.tsv').map(([name, bytes, sum]) => [name, { bytes: Number(bytes), sum }]))
