import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from './fixtures.js'

const sums = readFileSync(new URL('../core/internal/exact/testdata/sha256-3-4-men.tsv', import.meta.url), 'utf8')
const native = sums.trim().split('\n').slice(1).map((line) => line.split('\t'))

test('the tables built here are those of a native build, byte for byte', async ({ page }) => {
  test.setTimeout(180_000)
  await page.getByRole('link', { name: 'Tables' }).click()
  await page.getByRole('button', { name: 'Build all 4 men' }).click()
  await expect(page.locator('.build-end.done')).toBeVisible({ timeout: 150_000 })
  await expect(page.getByRole('region', { name: '3 men' })).toContainText('5 of 5 tables')
  await expect(page.getByRole('region', { name: '4 men' })).toContainText('30 of 30 tables')
  expect(native).toHaveLength(35)
  for (const [name, bytes, sum] of native) {
    const { data, header } = await page.evaluate(readTable, name)
    const file = asFile(Buffer.from(data, 'base64'), Buffer.from(header, 'base64'))
    expect.soft([name, file.length, createHash('sha256').update(file).digest('hex')]).toEqual([name, Number(bytes), sum])
  }
})

/** In the page: what IndexedDB holds of a table, in base64. */
async function readTable(name) {
  const settled = (request) => new Promise((done, fail) => {
    request.onsuccess = () => done(request.result)
    request.onerror = () => fail(request.error)
  })
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
  const blocks = await settled(transaction.objectStore('blocks').getAll(IDBKeyRange.bound([generation, 0], [generation, Infinity])))
  db.close()
  return { data: await base64(blocks), header: await base64([header]) }
}

/** The frame that a table has as a file: see core/table/filestore.go. */
function asFile(data, header) {
  const magic = Buffer.from('MWTABLE\x01', 'latin1')
  const lengths = Buffer.alloc(12)
  lengths.writeBigUInt64LE(BigInt(data.length), 0)
  lengths.writeUInt32LE(header.length, 8)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32LE(crc32c(Buffer.concat([header, lengths])))
  return Buffer.concat([magic, data, header, lengths, checksum, magic])
}

function crc32c(bytes) {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0x82f63b78 : 0)
  }
  return ~crc >>> 0
}
