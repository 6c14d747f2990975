// Sets of positions: made, shared by a link that gives nothing away, practised and scored, and kept.

import { readFile } from 'node:fs/promises'
import { inNewBrowser } from '../scripts/browser.mjs'
import { drop } from './files.js'
import { answered, enterFen, expect, expectAccessible, test } from './fixtures.js'
import { containing, either, pattern, say } from './words.js'

test.use({ serviceWorker: true })

const LIST = [
  '8/8/8/8/8/1K6/7R/k7 w - - 0 1', // mate at once
  '4k3/8/4K3/4P3/8/8/8/8 b - - 0 1', // White wins: it begins with Black's move
  '8/8/8/8/4k3/8/4P3/4K3 w - - 0 1',
  '8/8/8/8/8/2k5/8/K6R w - - 0 1',
  '8/8/8/4k3/8/8/4P3/4K3 b - - 0 1',
]

/** Makes a set of a pasted list. */
async function makeSet(page, name = 'Tuesday', list = LIST) {
  await drop(page, { text: list.join('\n') })
  await page
    .getByRole('dialog', { name: say('pasted.found', { first: 'no', count: list.length, kind: 'positions' }) })
    .getByRole('button', { name: say('found.add') })
    .click()
  const dialog = page.getByRole('dialog', { name: say('collect.title', { count: list.length }) })
  await dialog.getByLabel(say('collect.name')).fill(name)
  await dialog.getByRole('button', { name: say('collect.make') }).click()
  await expect(page.locator('.notice')).toContainText(say('appSets.made', { set: name, positions: list.length }))
}

const openSets = (page) =>
  page
    .getByRole('navigation', { name: say('header.pages') })
    .getByRole('link', { name: say('header.sets'), exact: true })
    .click()

const heading = (page) => page.getByRole('region', { name: say('practice.title') }).getByRole('heading')
const step = (page, position, score) =>
  page.getByRole('button', { name: say('training.step', { at: position, score }) })
const typeMove = (page, san) =>
  page
    .getByLabel(say('typedMove.label'))
    .fill(san)
    .then(() => page.getByLabel(say('typedMove.label')).press('Enter'))

/** Waits until all changes are stored: a reading transaction runs after the earlier writing ones. */
const stored = (page) =>
  page.evaluate(
    () =>
      new Promise((done, fail) => {
        const opening = indexedDB.open('matewright-sets')
        opening.onerror = () => fail(opening.error)
        opening.onsuccess = () => {
          const { transaction } = opening.result.transaction('sets').objectStore('sets').count()
          transaction.oncomplete = () => done(opening.result.close())
          transaction.onabort = () => fail(transaction.error)
        }
      }),
  )

const VERDICTS = either(
  containing('verdict.checkmated'),
  containing('verdict.draw'),
  containing('verdict.mates'),
  containing('verdict.wins'),
)

/** Collects from now on every element that gives a result away, however briefly the page shows it. */
const watch = (context) =>
  context.addInitScript((verdicts) => {
    globalThis.givenAway = []
    const look = () => {
      for (const found of document.querySelectorAll(
        '.verdict, button.move, mw-proof section, .cg-shapes line, mw-line .line, [data-asking] .live:not(:empty)',
      ))
        globalThis.givenAway.push(found.outerHTML)
      if (new RegExp(verdicts).test(document.title)) globalThis.givenAway.push(document.title)
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
  }, VERDICTS.source)

/** A browser with a new profile. */
const visitor = (use) =>
  inNewBrowser({ viewport: { width: 390, height: 844 }, hasTouch: true }, async (page, context) => {
    await watch(context)
    await use(page, context)
  })

// Long because each step begins on the page that the one before has left.
test('a set of five is shared by a link, practised in a new profile without a verdict, and keeps its scores', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await makeSet(page)
  await openSets(page)
  await page.getByRole('button', { name: say('setsPage.linkIt', { name: 'Tuesday' }) }).click()
  await expect(page.locator('.notice')).toContainText(say('appSets.link'))
  const link = await page.evaluate(() => navigator.clipboard.readText())

  await visitor(async (page, context) => {
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Tuesday' })).toBeVisible()
    await expect(heading(page)).toHaveText(say('practice.toPlay', { side: 'white' }), { timeout: 50_000 })
    await expect(page.getByRole('region', { name: say('training.title'), exact: true })).toContainText(
      say('training.position', { named: 'false', at: 1, count: 5 }),
    )
    await expectAccessible(page)
    expect(await page.evaluate(() => globalThis.givenAway)).toEqual([])

    await test.step('a right one', async () => {
      await typeMove(page, 'Rh1')
      await expect(heading(page)).toHaveText(say('practice.mate'))
      await expect(step(page, 1, say('training.score.atOnce'))).toBeVisible()
    })
    await test.step('a wrong one, after Black’s move', async () => {
      await page.getByRole('button', { name: say('training.next') }).click()
      await expect(page.locator('.cg-wrap square.last-move').first()).toBeVisible({ timeout: 50_000 })
      await expect(heading(page)).toHaveText(say('practice.toPlay', { side: 'white' }))
      expect(await page.evaluate(() => globalThis.givenAway)).toEqual([])
      await page.waitForFunction(
        () => !globalThis.matewrightPage.state().asking && globalThis.matewrightPage.state().game.at === 1,
      )
      const san = await page.evaluate(
        () => globalThis.matewrightPage.state().answer.probe.moves.find((move) => move.category === 'draw').san,
      )
      await typeMove(page, san)
      await expect(heading(page)).toHaveText(say('practice.thrown', { goal: 'win', move: san }))
      await expect(step(page, 2, say('training.score.missed'))).toBeVisible()
    })
    await test.step('both are remembered, and practice continues with unsolved positions', async () => {
      await stored(page)
      await page.reload()
      await expect(step(page, 1, say('training.score.atOnce'))).toBeVisible()
      await expect(step(page, 2, say('training.score.missed'))).toHaveAttribute('aria-current', 'step')
      await expect(page.getByRole('region', { name: say('training.title'), exact: true })).toContainText(
        say('sets.tally', { count: 5, solved: 1, how: 'allAtOnce' }),
      )
      expect(await page.evaluate(() => globalThis.givenAway)).toEqual([])
      expect(page.url()).toBe(link)
    })
    await test.step('a look at the verdict solves nothing; a set that was left is in the list', async () => {
      await step(page, 3, say('training.score.none')).click()
      await expect(heading(page)).toHaveText(say('practice.toPlay', { side: 'white' }), { timeout: 50_000 })
      await page.getByRole('button', { name: say('practice.verdict') }).click()
      await expect(step(page, 3, say('training.score.missed'))).toBeVisible()
      await page.getByRole('button', { name: say('training.end') }).click()
      await expect(
        page
          .getByRole('list', { name: say('setsPage.title') })
          .getByRole('listitem')
          .first(),
      ).toContainText(containing('sets.tally', { count: 5, solved: 1 }))
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    })
    await test.step('a link that is opened in two tabs at once is one set', async () => {
      const [one, other] = [await context.newPage(), await context.newPage()]
      const url = link.replace(/#.*/, `#/set/${subjectOf('Twice', [LIST[0]])}`)
      await Promise.all([one.goto(url), other.goto(url)])
      const training = (tab) => tab.getByRole('region', { name: say('training.title'), exact: true })
      for (const tab of [one, other]) await expect(training(tab)).toContainText(say('common.positions', { count: 1 }))
      await expect(page.getByRole('link', { name: 'Twice' })).toHaveCount(0) // the set was opened, but not kept
      await one.getByRole('button', { name: say('training.keep') }).click()
      await expect(page.getByRole('link', { name: 'Twice' })).toHaveCount(1)
      await expect(other.getByRole('button', { name: say('training.keep') })).toHaveCount(0)
      await expect(heading(other)).toHaveText(say('practice.toPlay', { side: 'white' }), { timeout: 50_000 })
      await typeMove(other, 'Rh1')
      await expect(training(one)).toContainText(
        say('sets.tally', { count: 1, solved: 'all', how: 'allAtOnce', atOnce: 1 }),
      )
      await expect(page.getByRole('link', { name: 'Twice' })).toHaveCount(1)
      await page.getByRole('button', { name: say('setsPage.deleteIt', { name: 'Twice' }) }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: say('setsPage.delete'), exact: true })
        .click()
      await expect(one.getByText(say('training.deleted'))).toBeVisible()
      await expectAccessible(one)
      await one.getByRole('button', { name: say('training.all') }).click()
      await expect(one.getByRole('heading', { name: say('setsPage.title') })).toBeVisible()
      await one.close()
      await other.close()
    })
    await test.step('a position that another tab takes out of it', async () => {
      const other = await context.newPage()
      await other.goto(link)
      await expect(step(other, 2, say('training.score.missed'))).toHaveAttribute('aria-current', 'step')
      await page.getByRole('link', { name: 'Tuesday' }).click()
      await page.getByRole('button', { name: say('setsPage.remove', { at: 2 }) }).click()
      await expect(other.getByText(say('training.gone', { set: 'Tuesday' }))).toBeVisible()
      await other.getByRole('button', { name: say('training.goOn') }).click()
      await expect(other.getByText(say('training.position', { named: 'false', at: 2, count: 4 }))).toBeVisible()
      await other.close()
    })
    await test.step('without a network, too', async () => {
      await page.evaluate(() => navigator.serviceWorker.ready)
      await expect
        .poll(() =>
          page.evaluate(async () =>
            (await (await caches.open('matewright-later')).keys()).map(({ url }) => url).join(),
          ),
        )
        .toContain('/sets-entry')
      await context.setOffline(true)
      await page.goto(link)
      await expect(step(page, 1, say('training.score.none'))).toHaveAttribute('aria-current', 'step')
    })
  })
})

/** A link's part with a set. @param {string} name @param {string[]} fens */
const subjectOf = (name, fens) =>
  Buffer.from(JSON.stringify([1, name, ...fens.map((fen) => [fen])])).toString('base64url')

test('the link of a set builds its tables by itself, and its page has nothing else', async ({ site }) => {
  test.setTimeout(120_000)
  const link = `${site.url}#/set/${subjectOf('Alone', [LIST[0], '8/8/8/8/8/1K5p/7R/k7 w - - 0 1', LIST[2]])}`
  const needs = (page) => page.getByRole('region', { name: say('setNeeds.title') })
  const ready = (page) =>
    page.evaluate(() => Object.keys(globalThis.matewrightPage.state().survey?.results ?? {}).length)
  await visitor(async (page) => {
    await page.goto(link)
    await expect(page.getByText(containing('setNeeds.preparing', { ready: 1, count: 3 }))).toBeVisible({
      timeout: 50_000,
    })
    await expect(heading(page)).toHaveText(say('practice.toPlay', { side: 'white' })) // meanwhile
    await expect(
      page.locator('mw-header nav, mw-fen, mw-examples, mw-toolbar .segments, mw-missing, mw-build > *'),
    ).toHaveCount(0)
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await expect.poll(() => ready(page), { timeout: 100_000 }).toBe(3)
    await expect(needs(page)).toHaveCount(0)
    expect(await page.evaluate(() => globalThis.givenAway)).toEqual([])
  })
  await test.step('with such builds switched off, a button shows the costs', async () => {
    await visitor(async (page) => {
      await page.addInitScript(() => localStorage.setItem('matewright-at-once', 'no'))
      await page.goto(link)
      await expect(needs(page)).toContainText(containing('setNeeds.costs', { time: /.+/, size: /.+/ }), {
        timeout: 50_000,
      })
      expect(await ready(page)).toBe(0)
      await needs(page)
        .getByRole('button', { name: say('setNeeds.build') })
        .click()
      await expect.poll(() => ready(page), { timeout: 100_000 }).toBe(3)
      await expect(needs(page)).toHaveCount(0)
    })
  })
})

// Long because each step begins on the page that the one before has left.
test('sets are exported and imported as PGN and files, changes of two tabs combine, other files are refused', async ({
  page,
  context,
  site,
}) => {
  test.setTimeout(120_000)
  await makeSet(page)
  await openSets(page)
  await page.getByRole('link', { name: 'Tuesday' }).click()
  await page.getByLabel(say('setsPage.nameOf', { at: 1 })).fill('Back rank')
  await page.getByLabel(say('setsPage.noteOn', { at: 1 })).fill('The king takes b2 and b1.')
  await page.getByRole('button', { name: say('setsPage.moveDown', { at: 1 }) }).click()
  await expect(page.getByLabel(say('setsPage.nameOf', { at: 2 }))).toHaveValue('Back rank')
  await expectAccessible(page)

  await test.step('another tab adds one, while this one is renamed', async () => {
    const other = await context.newPage()
    await other.goto(site.url)
    await enterFen(other, '8/8/8/5k2/8/8/1Q6/K7 w - - 0 1')
    await answered(other)
    await other.getByRole('button', { name: say('fen.share') }).click()
    await other.getByRole('button', { name: say('paper.add') }).click()
    await page.getByLabel(say('setsPage.name')).fill('Wednesday')
    await page.getByLabel(say('setsPage.name')).press('Enter')
    await expect(other.getByRole('dialog').getByRole('button', { name: 'Wednesday' })).toBeVisible()
    await other.getByRole('dialog').getByRole('button', { name: 'Wednesday' }).click()
    await expect(page.getByRole('list', { name: say('setsPage.positions') }).getByRole('listitem')).toHaveCount(6)
    await other.close()
  })

  const save = async (name) => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
  }
  const pgn = await save(say('setsPage.pgnOfIt', { name: 'Wednesday' }))
  const json = await save(say('setsPage.fileOfIt', { name: 'Wednesday' }))
  expect(pgn).toMatchObject({
    name: 'Wednesday.pgn',
    text: expect.stringMatching(
      RegExp(
        String.raw`\[Event "Wednesday"\]\n[^]*\[White "Back rank"\][^]*\[SetUp "1"\]\n` +
          String.raw`\[FEN "8/8/8/8/8/1K6/7R/k7 w - - 0 1"\]\n\n\{The king takes b2 and b1\.\} \*`,
      ),
    ),
  })
  const positions = JSON.parse(json.text).positions
  expect(positions.map(({ fen }) => fen)).toEqual([
    LIST[1],
    LIST[0],
    ...LIST.slice(2),
    '8/8/8/5k2/8/8/1Q6/K7 w - - 0 1',
  ])

  const files = page.getByLabel(say('setsPage.files'))
  const choose = (name, text) => files.setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  for (const { name, text } of [pgn, json]) {
    await test.step(name, async () => {
      await openSets(page)
      await page.getByRole('button', { name: say('setsPage.deleteIt', { name: 'Wednesday' }) }).click()
      await page
        .getByRole('dialog', { name: say('setsPage.deleteTitle', { name: 'Wednesday' }) })
        .getByRole('button', { name: say('setsPage.delete'), exact: true })
        .click()
      await expect(page.getByRole('link', { name: 'Wednesday' })).toHaveCount(0)
      await choose(name, text)
      await expect(page.getByRole('link', { name: 'Wednesday' })).toBeVisible()
      await stored(page)
      await page.reload()
      await page.getByRole('link', { name: 'Wednesday' }).click()
      expect(JSON.parse((await save(say('setsPage.fileOfIt', { name: 'Wednesday' }))).text).positions).toEqual(
        positions,
      )
    })
  }
  await openSets(page)
  await test.step('files that are not sets', async () => {
    const alert = page.getByRole('alert')
    await choose('other.json', '{"name": "x"}')
    await expect(alert).toContainText(
      say('appSets.problemOfFile', { file: 'other.json', problem: say('setFile.noSet') }),
    )
    await choose('newer.json', json.text.replace('"version": 1', '"version": 9'))
    await expect(alert).toContainText(
      say('appSets.problemOfFile', { file: 'newer.json', problem: say('setFile.newer') }),
    )
    await choose('half.json', json.text.replace(LIST[0], '<img src=x onerror=alert(1)>'))
    await expect(alert).toContainText(
      say('appSets.problemOfFile', {
        file: 'half.json',
        problem: `${say('setFile.unreadable', { number: 2 })} ${say('setFile.notImported')}`,
      }),
    )
    await choose('letter.txt', 'Dear coach,')
    await expect(alert).toContainText(
      say('appSets.problemOfFile', { file: 'letter.txt', problem: say('setFile.noPosition') }),
    )
    await page.goto(`${site.url}#/set/bm9uc2Vuc2U`)
    await expect(alert).toContainText(say('setFile.damagedLink'))
    await page.getByRole('button', { name: say('common.dismiss') }).click()
    await expect(alert).toHaveCount(0)
    // And the classics.
    await expect(page.getByRole('list', { name: say('setsPage.title') }).getByRole('listitem')).toHaveCount(2)
  })
})

test('a set without room stays until there is room, and nothing is deleted meanwhile', async ({
  page,
  context,
  site,
}) => {
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype
    globalThis.makeRoom = () => (IDBObjectStore.prototype.put = put)
    IDBObjectStore.prototype.put = function (...values) {
      const request = put.apply(this, values)
      this.transaction.abort()
      return request
    }
  })
  await makeSet(page)
  await openSets(page)
  await expect(page.getByRole('alert')).toContainText(say('appSets.notStored', { full: 'false' }))
  await page.getByRole('link', { name: 'Tuesday' }).click()
  const name = page.getByLabel(say('setsPage.name'))
  await name.fill('Wednesday')
  await name.press('Enter')
  await test.step('another tab, whose sets are read again', async () => {
    const other = await context.newPage()
    await other.goto(site.url)
    await makeSet(other, 'Elsewhere', LIST.slice(1))
    await other.close()
  })
  await expect(name).toHaveValue('Wednesday')
  await page.getByRole('button', { name: say('setsPage.moveDown', { at: 1 }) }).click()
  await page.evaluate(() => globalThis.makeRoom())
  await page.getByRole('button', { name: say('setsPage.remove', { at: 1 }) }).click()
  await openSets(page)
  await expect(page.getByRole('link', { name: 'Elsewhere' })).toBeVisible()
  await stored(page)
  await page.reload()
  const item = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Wednesday' }) })
  await expect(item).toContainText(say('common.positions', { count: 4 }))
})

test('the page of a set builds the tables it needs by itself, and takes positions from tables', async ({ page }) => {
  test.setTimeout(120_000)
  await openSets(page)
  await page.getByRole('button', { name: say('setsPage.new') }).click()
  await expect(page.getByText(say('setsPage.noTables'))).toBeVisible()
  await page.getByRole('link', { name: say('header.board') }).click()
  await enterFen(page, LIST[4]) // the page builds its tables at once, and the set's missing tables depend on them
  await answered(page)
  await makeSet(page, 'Rooks', [LIST[0], '8/8/8/8/8/1K5p/7R/k7 w - - 0 1'])
  await openSets(page)
  await page.getByRole('link', { name: 'Rooks' }).click()
  const needs = page.getByRole('region', { name: say('setNeeds.title') })
  await expect(needs).toContainText(containing('setNeeds.preparing', { ready: 1, count: 2 }))
  await expect(page.getByRole('button', { name: say('setsPage.sort') })).toBeVisible()
  await expectAccessible(page, '.sets-page')
  await expect(needs).toHaveCount(0, { timeout: 100_000 })
  await expect(page.getByRole('button', { name: say('setsPage.sort') })).toBeEnabled()
  const items = page.getByRole('list', { name: say('setsPage.positions') }).getByRole('listitem')
  await expect(items).toHaveCount(2)
  for (const [theme, count] of [
    [say('setsPage.theme.win'), 7],
    [say('setsPage.theme.zugzwang'), 8],
    [say('setsPage.theme.draw'), 9],
  ]) {
    await page.getByLabel(say('setsPage.count')).selectOption(theme === say('setsPage.theme.win') ? '5' : '1')
    await page.getByLabel(say('setsPage.theme')).selectOption(theme)
    await expect(page.getByLabel(say('setsPage.depth'))).toHaveCount(theme === say('setsPage.theme.win') ? 1 : 0)
    await page.getByLabel(say('setsPage.class')).selectOption('KRvKP')
    await page.getByRole('button', { name: say('setsPage.fromTable') }).click()
    await expect(items).toHaveCount(count, { timeout: 30_000 })
  }

  await test.step('and the positions that a search has found', async () => {
    await page.evaluate(() => (location.hash = '#/tables/KRvKP'))
    await page.getByLabel(say('finder.what')).selectOption(say('finder.zugzwang'))
    await page.getByRole('button', { name: say('finder.find'), exact: true }).click()
    await page.getByRole('button', { name: pattern('finder.add', { count: /\d+/ }) }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Rooks' }).click()
    await expect(page.locator('.notice')).toHaveText(containing('sets.added', { count: /\d+/, name: 'Rooks' }))
  })

  await test.step('the other side follows the line of a classic', async () => {
    await openSets(page)
    await page.getByRole('button', { name: say('setsPage.practiseIt', { name: say('sets.classics') }) }).click()
    await step(page, 5, say('training.score.none')).click()
    await expect(heading(page)).toHaveText(say('practice.toPlay', { side: 'white' }))
    const line = 'c7 Rd6+ Kb5 Rd5+ Kb4 Rd4+ Kb3 Rd3+ Kc2 Rd4 c8=R Ra4 Kb3'.split(' ')
    for (let at = 0; at < line.length; at += 2) {
      await page.waitForFunction(
        (at) => globalThis.matewrightPage.state().game.at === at && !globalThis.matewrightPage.state().asking,
        at,
      )
      await typeMove(page, line[at])
    }
    await page.waitForFunction((plies) => globalThis.matewrightPage.state().game.at > plies, line.length)
    expect(
      (await page.evaluate(() => globalThis.matewrightPage.state().game.plies.map(({ san }) => san))).slice(
        0,
        line.length,
      ),
    ).toEqual(line)
    await expect(heading(page)).toHaveText(say('practice.toPlayAnd', { side: 'white', goal: 'win' }))
    await expect(page.getByRole('region', { name: say('training.title'), exact: true })).toContainText(
      say('training.position', { named: 'true', at: 5, count: 5, name: 'Saavedra, 1895' }),
    )
  })
})

test('a position goes from set to set with its words, and a line has only legal moves', async ({ page }) => {
  const classics = say('sets.classics')
  const openSet = async (name) => {
    await openSets(page)
    await page.getByRole('link', { name, exact: true }).click()
  }
  const field = (key, at) => page.getByLabel(say(`setsPage.${key}`, { at }))
  await answered(page)
  await makeSet(page, 'Mine', [LIST[4], LIST[2]])
  await openSet(classics)
  await page.getByRole('button', { name: say('setsPage.show', { at: 1 }) }).click()
  await page.getByRole('button', { name: say('fen.share') }).click()
  await page.getByRole('button', { name: say('paper.add') }).click()
  const dialog = page.getByRole('dialog', { name: say('collect.title', { count: 1 }) })
  await dialog.getByRole('button', { name: 'Mine' }).click()
  await openSet(classics)
  await page.getByRole('button', { name: say('setsPage.copyPosition', { at: 2 }) }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Mine' }).click()
  await openSet('Mine')
  await expect(field('nameOf', 3)).toHaveValue('Lucena')
  await expect(field('noteOn', 3)).toHaveValue(/builds a bridge/)
  await expect(field('lineOf', 3)).toHaveValue(/^Rd1\+ Ke7 Rd4/)
  await expect(field('nameOf', 4)).toHaveValue('Philidor, 1777')
  await page.getByRole('button', { name: say('setsPage.copyPosition', { at: 1 }) }).click()
  await expect(dialog.getByRole('button', { name: 'Mine' })).toHaveCount(0)
  await page.keyboard.press('Escape')

  const line = field('lineOf', 1)
  const text = '1... Ke4 2. Kf2 Qh8 3. Kg3'
  await line.fill('1... Ke4 2. Kf2')
  await line.press('Enter')
  await expect(line).toHaveValue('Ke4 Kf2')
  await line.fill(text)
  await line.press('Enter')
  const problem = page.getByText(say('setLines.illegal', { move: 'Qh8', before: 'Kf2', begins: 'no' }))
  await expect(problem).toBeVisible()
  await expect(line).toHaveValue(text)
  await expect(line).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await stored(page)
  await page.reload()
  await expect(line).toHaveValue('Ke4 Kf2')
  await line.fill('1... Zz9')
  await line.press('Enter')
  await expect(page.getByText(containing('setLines.illegal', { move: 'Zz9', begins: 'yes' }))).toBeVisible()
  await line.fill('1... Kf4')
  await line.press('Enter')
  await expect(line).toHaveAttribute('aria-invalid', 'false')
})

test('the page of a set has the task of each position, and orders them by mouse, finger and key', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const unbuilt = '8/8/8/8/8/1K5p/7R/k7 w - - 0 1'
  await enterFen(page, LIST[4])
  await answered(page)
  await makeSet(page, 'Order', [LIST[1], unbuilt, LIST[2], LIST[4]])
  await openSets(page)
  await page.getByRole('link', { name: 'Order' }).click()
  const items = page.getByRole('list', { name: say('setsPage.positions') }).getByRole('listitem')
  const task = (side, goal) => say('setsPage.task', { side, goal })
  await expect(items.nth(0)).toContainText(task('white', 'win'))
  await expect(items.nth(0)).toContainText(say('setsPage.second', { side: 'white' }))
  await expect(items.nth(1).locator('.task')).toHaveText(say('setsPage.unbuilt'))
  await expect(items.nth(2).locator('.task')).toHaveText(task('white', 'draw'))
  await expect(items.nth(3).locator('.task')).toHaveText(task('black', 'draw'))
  await expectAccessible(page)

  const order = () => items.evaluateAll((all) => all.map((item) => /** @type {HTMLElement} */ (item).dataset.fen))
  const grip = (at) => page.getByRole('button', { name: say('setsPage.grip', { at }) })
  const announced = (at) => page.getByText(containing('setsPage.moved', { at, count: 4 }))
  await test.step('by key, with the focus on the moved position', async () => {
    await grip(1).focus()
    await page.keyboard.press('ArrowUp') // nothing is above the first one
    await page.keyboard.press('ArrowDown')
    await expect(announced(2)).toBeAttached()
    await page.keyboard.press('ArrowDown')
    await expect(announced(3)).toBeAttached()
    expect(await order()).toEqual([unbuilt, LIST[2], LIST[1], LIST[4]])
    await expect(grip(3)).toBeFocused()
  })
  const middle = async (locator) => {
    const { x, y, width, height } = await locator.boundingBox()
    return { x: x + width / 2, y: y + height / 2 }
  }
  await test.step('by mouse; Escape puts it back', async () => {
    const [from, to] = [await middle(grip(1)), await middle(grip(2))]
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y, { steps: 4 })
    await page.keyboard.press('Escape')
    await page.mouse.up()
    expect(await order()).toEqual([unbuilt, LIST[2], LIST[1], LIST[4]])
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y, { steps: 4 })
    await page.mouse.up()
    await expect(announced(2)).toBeAttached()
    expect(await order()).toEqual([LIST[2], unbuilt, LIST[1], LIST[4]])
  })
  await test.step('by finger', async () => {
    const [from, to] = [await middle(grip(2)), await middle(grip(1))]
    const touch = await context.newCDPSession(page)
    const send = (type, y) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: y === null ? [] : [{ x: from.x, y }] })
    await send('touchStart', from.y)
    for (const share of [0.3, 0.6, 1]) await send('touchMove', from.y + share * (to.y - from.y))
    await send('touchEnd', null)
    await expect(announced(1)).toBeAttached()
    expect(await order()).toEqual([unbuilt, LIST[2], LIST[1], LIST[4]])
  })
  await test.step('the order is stored, and is in the link', async () => {
    const expected = await order()
    await stored(page)
    await page.reload()
    await expect(items).toHaveCount(4)
    expect(await order()).toEqual(expected)
    await page.getByRole('button', { name: say('setsPage.linkIt', { name: 'Order' }) }).click()
    await expect(page.locator('.notice')).toContainText(say('appSets.link'))
    const link = await page.evaluate(() => navigator.clipboard.readText())
    const [, , ...positions] = JSON.parse(Buffer.from(link.replace(/.*\//, ''), 'base64url').toString())
    expect(positions.map(([fen]) => fen)).toEqual(expected.map((fen) => fen.replace(' - - 0 1', '')))
  })
  await test.step('the classics have a page, and a copy that can be changed', async () => {
    await openSets(page)
    await page.getByRole('link', { name: say('sets.classics') }).click()
    await expect(items).toHaveCount(5)
    await expect(items.nth(0).locator('.task')).toHaveText(say('setsPage.unbuilt'))
    await expect(page.getByLabel(say('setsPage.nameOf', { at: 1 }))).toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('button', { name: say('setsPage.copyIt', { name: say('sets.classics') }) }).click()
    await expect(page.getByLabel(say('setsPage.nameOf', { at: 1 }))).toHaveValue('Lucena')
    await page.getByRole('button', { name: say('setsPage.remove', { at: 1 }) }).click()
    await expect(items).toHaveCount(4)
    await expect(page.locator('.notice')).toContainText(say('setsPage.removed', { at: 1 }))
    await expectAccessible(page, '.notice')
    await page.getByRole('button', { name: say('common.undo') }).click()
    await expect(page.getByLabel(say('setsPage.nameOf', { at: 1 }))).toHaveValue('Lucena')
    await expect(items).toHaveCount(5)
    await expect(page.locator('.notice')).toBeEmpty()
    await page.getByRole('button', { name: say('setsPage.remove', { at: 1 }) }).click()
    await expect(items).toHaveCount(4)
    await openSets(page)
    await expect(page.getByRole('link', { name: say('sets.classics') })).toHaveCount(2)
  })
})
