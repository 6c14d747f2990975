import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildMissing, enterFen, expect, expectAccessible, openStock, test, verdict } from './fixtures.js'
import { beginning, say, sentenceOf } from './words.js'

test.use({ atOnce: false })

const FILES = fileURLToPath(new URL('../core/syzygy/testdata/', import.meta.url))
const QUEEN = '8/8/8/3k4/8/8/8/KQ6 w - - 0 1'

const whiteWins = say('verdict.wins', { winner: say('side.white') })
const missing = (page) => page.locator('.missing')
const section = (page) => page.locator('mw-syzygy')
const tag = (page) => page.locator('.from-syzygy')

/** Opens the section on the page of tables. */
async function openSection(page) {
  await page
    .getByRole('link', { name: say('header.tables') })
    .first()
    .click()
  await openStock(page)
}

async function chooseFolder(page, folder) {
  await openSection(page)
  await page.getByLabel(say('syzygy.folder')).setInputFiles(folder)
}

const toBoard = (page) => page.getByRole('link', { name: say('header.board') }).click()

/** Makes a folder with copies of the files, and another file of the given bytes. */
function folderWith(name, bytes) {
  const folder = mkdtempSync(join(tmpdir(), 'matewright-syzygy-'))
  cpSync(FILES, folder, { recursive: true })
  writeFileSync(join(folder, name), bytes)
  return folder
}

/** Returns the bytes of a file, one of them changed. */
function damaged(name) {
  const bytes = readFileSync(FILES + name)
  bytes[bytes.length - 200] ^= 16
  return bytes
}

test('Syzygy files of a folder answer without a build until they are given up', async ({ page }) => {
  await enterFen(page, QUEEN)
  await expect(missing(page)).toBeVisible()
  await chooseFolder(page, FILES)
  const names = readdirSync(FILES).filter((name) => /\.rtb[wz]$/.test(name))
  const inUse = section(page).getByRole('status')
  await expect(inUse).toHaveText(beginning('syzygy.inUse', { files: names.length, men: 4, size: /.*/ }))
  await expectAccessible(page, 'mw-syzygy')

  await toBoard(page)
  await expect(verdict(page)).toHaveText(whiteWins)
  await expect(tag(page)).toHaveText(say('answer.syzygy'))
  await expect(page.locator('.move').first()).toBeVisible()
  expect(await page.evaluate(() => globalThis.matewrightPage.state().tables.some(({ present }) => present))).toBe(false)

  await openSection(page)
  await section(page)
    .getByRole('button', { name: say('syzygy.stop') })
    .click()
  await toBoard(page)
  await expect(missing(page)).toBeVisible()
  await expect(tag(page)).toHaveCount(0)
})

test('a damaged file and a foreign one are named, and the position is built as without them', async ({ page }) => {
  const folder = folderWith('KQvK.rtbw', damaged('KQvK.rtbw'))
  writeFileSync(join(folder, 'KRvK.rtbw'), 'not a table')
  try {
    await enterFen(page, QUEEN)
    await expect(missing(page)).toBeVisible()
    await chooseFolder(page, folder)
    await expect(section(page)).toContainText(
      sentenceOf('core.syzygy.file', { file: 'KRvK.rtbw', reason: say('core.syzygy.foreign') }),
    )
    await expect(section(page)).toContainText(
      sentenceOf('core.syzygy.file', { file: 'KQvK.rtbw', reason: say('core.syzygy.checksum') }),
    )
    await expect(section(page)).toContainText(say('syzygy.refused', { count: 2 }))
    await toBoard(page)
    await expect(missing(page)).toBeVisible()
    await buildMissing(page)
    await expect(verdict(page)).toContainText(say('side.white'))
    await expect(tag(page)).toHaveCount(0)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('without DTZ files there are outcomes, and no best move is made up', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'matewright-syzygy-'))
  cpSync(FILES, folder, { recursive: true, filter: (path) => !path.endsWith('.rtbz') })
  try {
    await enterFen(page, QUEEN)
    await expect(missing(page)).toBeVisible()
    await chooseFolder(page, folder)
    await toBoard(page)
    await expect(verdict(page)).toHaveText(whiteWins)
    await expect(tag(page)).toHaveText(say('answer.syzygyOutcome'))
    await expect(page.locator('.move').first()).toBeVisible()
    await expect(page.locator('.move[data-best=true]')).toHaveCount(0)
    await expect(page.locator('mw-line section')).toHaveCount(0)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('files that are dropped on the board answer there', async ({ page }) => {
  await enterFen(page, QUEEN)
  await expect(missing(page)).toBeVisible()
  const files = ['KQvK.rtbw', 'KQvK.rtbz'].map((name) => ({ name, bytes: [...readFileSync(FILES + name)] }))
  await page.evaluate((files) => {
    const dataTransfer = new DataTransfer()
    for (const { name, bytes } of files) dataTransfer.items.add(new File([new Uint8Array(bytes)], name))
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }, files)
  await expect(verdict(page)).toHaveText(whiteWins)
  await expect(tag(page)).toHaveText(say('answer.syzygy'))
})
