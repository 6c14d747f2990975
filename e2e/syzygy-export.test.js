// Syzygy files that the page writes: in a folder or in a zip, with the bytes of those that the command writes.

import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { output } from '../scripts/tools.mjs'
import { chosen, pickPrivately } from './files.js'
import { expect, expectAccessible, test as base } from './fixtures.js'
import { buildCommand } from './publish.js'
import { containing, say } from './words.js'

const THREE_MEN = ['KBvK', 'KNvK', 'KPvK', 'KQvK', 'KRvK']
const filesOf = (names) => names.flatMap((name) => [`${name}.rtbw`, `${name}.rtbz`])

/** @param {Buffer} bytes */
const sum = (bytes) => `${bytes.length} ${createHash('sha256').update(bytes).digest('hex')}`

const test = base.extend({
  /** The files of three men that the command writes, by their sizes and sums. */
  native: [
    async ({}, use) => {
      const dir = await mkdtemp(join(tmpdir(), 'matewright-syzygy-'))
      const command = buildCommand(dir)
      output(command, ['export', '--format', 'syzygy', '--men', '3', '--dir', dir, '--to', `${dir}/files`])
      const names = await readdir(`${dir}/files`)
      await use(
        Object.fromEntries(
          await Promise.all(names.map(async (name) => [name, sum(await readFile(`${dir}/files/${name}`))])),
        ),
      )
      await rm(dir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test.use({ atOnce: false })

const dialog = (page) => page.getByRole('dialog')
const card = (page) => page.getByRole('region', { name: say('syzygyWriting.label') })
const go = (page, hash) => page.goto(page.url().replace(/#.*|$/, `#/${hash}`))

/** Chooses the metric with the values of Syzygy files. @param {import('@playwright/test').Page} page */
async function countByRule(page) {
  await page.evaluate(() => localStorage.setItem('matewright-metric', 'dtz50 dtm'))
  await page.reload()
}

/** Opens the dialog for the files of all three men. @param {import('@playwright/test').Page} page */
async function askForThree(page) {
  await go(page, 'tables')
  await page.getByRole('button', { name: say('tablesPage.select') }).click()
  await page.getByRole('button', { name: say('selection.allMen', { men: 3 }) }).click()
  await page.getByRole('button', { name: say('selection.syzygy') }).click()
}

/** The files of a zip that compresses nothing, by their sizes and sums. @param {Buffer} zip */
function unzipped(zip) {
  const files = {}
  const end = zip.length - 22 // without a comment
  expect(zip.readUInt32LE(end)).toBe(0x06054b50)
  let at = zip.readUInt32LE(end + 16)
  for (let count = zip.readUInt16LE(end + 10); count > 0; count--) {
    const [size, length, local] = [at + 24, at + 28, at + 42].map((field) => zip.readUInt32LE(field))
    const nameLength = length & 0xffff
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const data = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    files[name] = sum(zip.subarray(data, data + size))
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return files
}

test('a class and all that it leads to comes in one zip, with the bytes of the command', async ({ page, native }) => {
  await go(page, 'tables/KPvK')
  const ask = () => page.getByRole('button', { name: say('syzygyButton.label', { name: 'KPvK' }) }).click()
  await test.step('tables of another metric have other values', async () => {
    await ask()
    const words = { metric: say('counts.dtz50.name'), current: say('counts.dtm.name') }
    await expect(dialog(page)).toContainText(say('syzygyWish.metric', words))
    await Promise.all([
      page.waitForEvent('load'),
      page.getByRole('button', { name: say('syzygyWish.switch', words) }).click(),
    ])
  })
  await page.evaluate(() => {
    globalThis.showDirectoryPicker = undefined
  })
  await ask()
  await expect(dialog(page)).toContainText(say('syzygyWish.missing', { count: 5 }))
  await expect(page.getByLabel(say('syzygyWish.exact'))).toBeChecked()
  await expect(page.getByLabel(say('syzygyWish.complete', { count: 4 }))).toBeChecked()
  await expectAccessible(page, 'mw-syzygy-wish')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: say('syzygyWish.zip') }).click(),
  ])
  expect(download.suggestedFilename()).toBe('KPvK-syzygy.zip')
  expect(unzipped(await readFile(await download.path()))).toEqual(native)
  await expect(card(page)).toContainText(say('syzygyWriting.done'))
  await expect(card(page)).toContainText(say('syzygyWriting.inZip'))
  await expectAccessible(page, 'mw-syzygy-writing')
})

/** In the page: the next file with the name fails to be written in the middle, or waits. */
const disturb = ({ name, wait }) => {
  const { createWritable } = FileSystemFileHandle.prototype
  FileSystemFileHandle.prototype.createWritable = async function (...options) {
    const writable = await createWritable.apply(this, options)
    if (this.name !== name) return writable
    FileSystemFileHandle.prototype.createWritable = createWritable
    if (wait) {
      globalThis.waiting = true
      await new Promise((resume) => (globalThis.resume = resume))
      return writable
    }
    await writable.write(new Uint8Array(100))
    return new WritableStream({
      async write() {
        await writable.abort()
        throw new DOMException('no room', 'QuotaExceededError')
      },
    })
  }
}

test('all of three men go to a folder, also after a stop and a fault', async ({ page, native }) => {
  await countByRule(page)
  await page.evaluate((names) => globalThis.matewrightPage.build(names), THREE_MEN)
  await pickPrivately(page)
  const toFolder = page.getByRole('button', { name: say('syzygyWish.folder') })

  /** Expects that each file of the folder is whole. */
  const wholeFiles = async () => {
    const files = Object.entries(await chosen(page))
    const sums = files.map(([name, bytes]) => [name, sum(Buffer.from(bytes, 'base64'))])
    expect(native).toMatchObject(Object.fromEntries(sums))
    return files.map(([name]) => name)
  }

  await test.step('stopped while a file is saved', async () => {
    await page.evaluate(disturb, { name: 'KQvK.rtbw', wait: true })
    await askForThree(page)
    await toFolder.click()
    await page.waitForFunction(() => globalThis.waiting)
    await card(page)
      .getByRole('button', { name: say('common.stop') })
      .click()
    await page.evaluate(() => globalThis.resume())
    await expect(card(page)).toContainText(say('syzygyWriting.stopped'))
    await expect(card(page)).toContainText(say('syzygyWriting.resume'))
    expect(await wholeFiles()).toContain('KQvK.rtbw')
  })

  await test.step('a fault of the folder ends all, and leaves no file that is not whole', async () => {
    await page.evaluate(async () => {
      const folder = await globalThis.showDirectoryPicker()
      const file = await folder.getFileHandle('KBvK.rtbz', { create: true })
      const writable = await file.createWritable()
      await writable.write(new Uint8Array(80))
      await writable.close() // another program's fault
    })
    await page.evaluate(disturb, { name: 'KPvK.rtbz' })
    await askForThree(page)
    await toFolder.click()
    await expect(card(page)).toContainText(say('syzygyWriting.broken'))
    await expect(card(page)).toContainText(say('syzygyWriting.notSaved'))
    await expect(card(page).locator('details')).toContainText('no room')
    await expectAccessible(page, 'mw-syzygy-writing')
    expect(await wholeFiles()).not.toContain('KPvK.rtbz')
  })

  await test.step('the rest follows, and whole files stay', async () => {
    await askForThree(page)
    await toFolder.click()
    await expect(card(page)).toContainText(say('syzygyWriting.done'))
    await expect(card(page)).toContainText(containing('syzygyWriting.kept', { count: /\d/ }))
    expect((await wholeFiles()).toSorted()).toEqual(filesOf(THREE_MEN).toSorted())
  })
})
