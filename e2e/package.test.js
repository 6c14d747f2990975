// The npm package outside of the repository: packed, installed into a new folder, and used as by others.

import { execFileSync, spawnSync } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { npm, output, root } from '../scripts/tools.mjs'
import { expect, test } from './fixtures.js'
import { serve, stop, stopAll } from './folders.js'
import { publish } from './publish.js'
import { facts, knownSums } from './stored.js'

/** A folder with the packages of the engine and of tables installed, and files of a test. */
let folder = ''

test.beforeAll(async () => {
  for (const script of ['package.mjs', 'package-tables.mjs'])
    execFileSync(process.execPath, [`${root}/scripts/${script}`], { stdio: ['ignore', 'ignore', 'inherit'] })
  folder = await mkdtemp(join(tmpdir(), 'matewright-package-'))
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  await writeFile(join(folder, 'empty.html'), '<!doctype html><title>Empty</title>')
  const { version } = JSON.parse(await readFile(`${root}/package.json`, 'utf8'))
  npm(
    'install',
    '--prefix',
    folder,
    '--offline',
    '--no-audit',
    '--no-fund',
    '--loglevel',
    'error',
    `${root}/build/matewright-${version}.tgz`,
    `${root}/build/matewright-tables34-${version}.tgz`,
  )
})

test.afterAll(async () => {
  stopAll()
  await rm(folder, { recursive: true, force: true })
})

/**
 * A page of an origin without anything.
 * @param {import('@playwright/test').BrowserContext} context
 * @param {string} url
 */
async function open(context, url) {
  const page = await context.newPage()
  page.on('pageerror', (error) => expect(error.stack).toBeUndefined())
  await page.goto(url)
  return page
}

const [, , longest] =
  facts('internal/exact/testdata/longest-mates.tsv').find(([name, winner]) => name === 'KPvK' && winner === 'first') ??
  []

/** Polls the example's output. @param {import('@playwright/test').Page} page */
const said = (page) =>
  expect.poll(async () => (await page.locator('pre').textContent())?.trim().split('\n'), { timeout: 30_000 })

/** The longest win, and three of those, with the moves that mate. */
const ANSWERS = [
  expect.stringMatching(RegExp(`^win in ${longest} plies, best is K\\w\\d$`)),
  ...Array(3).fill(expect.stringMatching(RegExp(`^\\S+ [wb] - - 0 1: (\\S+ ){${Number(longest) - 1}}\\S+#$`))),
]

test('the example of the package runs as it is, and is that of its README', async ({ context }) => {
  const example = join(folder, 'node_modules/matewright/example.html')
  const html = await readFile(example, 'utf8')
  expect(await readFile(join(folder, 'node_modules/matewright/README.md'), 'utf8')).toContain(html)
  await copyFile(example, join(folder, 'example.html'))
  const page = await open(context, `${await serve(folder)}/example.html`)
  await said(page).toEqual(ANSWERS)
  await page.reload() // the table is this page's
  await said(page).toEqual(ANSWERS)
})

test('a bundler takes it with its worker and the engine', async ({ context }) => {
  const html = await readFile(join(folder, 'node_modules/matewright/example.html'), 'utf8')
  await writeFile(join(folder, 'index.html'), html.replace(/<script type="importmap">.*\n/, ''))
  await build({ root: folder, configFile: false, logLevel: 'warn', build: { outDir: 'bundle', target: 'es2022' } })
  const page = await open(context, `${await serve(join(folder, 'bundle'))}/index.html`)
  await said(page).toEqual(ANSWERS)
})

test('pages of another origin use it: tables go out and in, and errors have codes', async ({ context }) => {
  const [cdn, home] = await Promise.all([serve(join(folder, 'node_modules/matewright')), serve(folder)])
  const page = await open(context, `${home}/empty.html`)
  const told = await page.evaluate(async (cdn) => {
    const { Matewright, MatewrightError } = await import(`${cdn}/matewright.js`)
    const tables = new Matewright({ workers: 1 })
    /** @param {Promise<unknown>} promise */
    const codeOf = (promise) =>
      promise.then(
        () => 'none',
        (error) => (error instanceof MatewrightError ? error.code : error.name),
      )
    const fen = '8/8/8/8/8/2k5/8/K6Q w - - 0 1'
    const missing = await tables.probe(fen).catch((error) => error)
    const unknown = [await tables.probeWDL(fen), await tables.probeRoot('8/8/8/8/8/2kppppp/8/K6Q w - - 0 1')]
    const progress = []
    const built = await tables.build('KQvK', { onProgress: (each) => progress.push(each) })
    const file = await tables.export('KQvK')
    const sum = Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer())), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join('')
    await tables.delete('KQvK')
    const deleted = [await tables.tables(), await codeOf(tables.line(fen))]
    const damaged = new Uint8Array(await file.arrayBuffer())
    damaged[damaged.length >> 1] ^= 1
    const refused = await codeOf(tables.import(new Blob([damaged])))
    const imported = await tables.import(file)
    const again = [await tables.tables(), (await tables.line(fen)).at(-1).san]
    const byRule = new Matewright({ metric: ['dtz50', 'dtm'], workers: 1 })
    await byRule.build('KQvK')
    const both = await byRule.probe(fen)
    const ended = await byRule.probeWDL(fen.replace(' 0 1', ' 99 80'))
    const { wdl, moves } = await byRule.probeRoot('8/8/8/8/8/k7/3Q4/1K6 w - - 0 1')
    const root = [wdl, moves.length, moves.filter(({ keeps }) => !keeps)]
    byRule.close()
    const one = await tables.probe(fen)
    const metrics = { both: [both.metrics, both.by, both.dtm === one.dtm, both.dtz > 0], one: [one.metrics, one.dtz] }
    const codes = await Promise.all(
      [tables.probe('nonsense'), tables.build('KXvK'), tables.find({ class: 'KRvK' })].map(codeOf),
    )
    tables.close()
    const closed = await codeOf(tables.probe(fen))
    const [first, last] = [progress[0], progress.at(-1)]
    return {
      missing: [missing.code, missing.class, missing.missing],
      unknown,
      engines: [ended, root],
      built,
      first,
      last,
      bytes: file.size,
      sum,
      deleted,
      refused,
      imported,
      again,
      metrics,
      codes,
      closed,
      databases: (await indexedDB.databases()).map(({ name }) => name),
    }
  }, cdn)
  const known = knownSums().get('KQvK')
  expect(told).toEqual({
    missing: ['missing', 'KQvK', ['KQvK']],
    unknown: [null, null],
    engines: [1, [2, 26, [{ uci: 'd2b4', wdl: 0, keeps: false }]]],
    built: { tables: ['KQvK'], bytes: expect.any(Number), seconds: expect.any(Number) },
    first: { stage: 'building', class: '', step: '', done: 0, of: expect.any(Number) },
    last: { stage: 'building', class: 'KQvK', step: 'storing', done: told.first.of, of: told.first.of },
    bytes: known?.bytes,
    sum: known?.sum,
    deleted: [[], 'missing'],
    refused: 'refused',
    imported: expect.objectContaining({ class: 'KQvK', proven: true }),
    again: [['KQvK'], expect.stringMatching(/#$/)],
    metrics: { both: [['dtz50', 'dtm'], 'dtz50', true, true], one: [['dtm'], null] }, // side by side
    codes: ['fen', 'class', 'missing'],
    closed: 'died',
    databases: expect.arrayContaining(['matewright']),
  })
})

test('tables on a web server answer without a build, also after it is gone', async ({ context }) => {
  const away = await mkdtemp(join(tmpdir(), 'matewright-away-'))
  publish(away, 'KQvK')
  const [address, home] = await Promise.all([serve(join(away, 'site')), serve(folder)])
  const ask = async () => {
    const page = await open(context, `${home}/empty.html`)
    return page.evaluate(async (address) => {
      const { Matewright } = await import('/node_modules/matewright/matewright.js')
      const tables = new Matewright({ tables: address })
      const fen = '8/8/8/8/8/2k5/8/K6Q w - - 0 1'
      const { dtm, site } = await tables.probe(fen)
      const line = await tables.line(fen)
      return {
        site,
        isLine: line.length === dtm && line.at(-1).checkmate,
        wdl: await tables.probeWDL(fen),
        stored: await tables.tables(),
        missing: await tables.probe('8/8/8/8/8/2k5/8/K6R w - - 0 1').catch(({ code }) => code),
      }
    }, address)
  }
  try {
    const answers = {
      site: { name: `${address}/`, classes: ['KQvK'], trusted: [] },
      isLine: true,
      wdl: 2,
      stored: [],
      missing: 'missing',
    }
    expect(await ask()).toEqual(answers)
    await stop(address)
    expect(await ask()).toEqual(answers)
  } finally {
    await rm(away, { recursive: true, force: true })
  }
})

test('the package of tables answers positions with four men, without a build', async ({ context }) => {
  const page = await open(context, `${await serve(folder)}/empty.html`)
  const answers = await page.evaluate(async () => {
    const { Matewright } = await import('/node_modules/matewright/matewright.js')
    const { tables } = await import('/node_modules/matewright-tables34/index.js')
    const engine = new Matewright({ metric: ['dtz50', 'dtm'], tables })
    const fens = ['8/8/4k3/8/8/3N4/4P3/4K3 w - - 0 1', '8/8/4k3/8/8/3N4/4P3/4K3 b - - 0 1']
    const answers = []
    for (const fen of fens) {
      const { category, dtm, dtz, site } = await engine.probe(fen)
      answers.push([category, dtm, dtz, site.trusted])
    }
    return [...answers, await engine.tables()]
  })
  expect(answers).toEqual([['win', 33, 1, []], ['loss', -38, -2, []], []])
})

test('a signal stops long calls, and one page writes at a time', async ({ context }) => {
  const page = await open(context, `${await serve(folder)}/empty.html`)
  const told = await page.evaluate(async () => {
    const { Matewright } = await import('/node_modules/matewright/matewright.js')
    const tables = new Matewright({ workers: 1 })
    const outcome = (promise) =>
      promise.then(
        () => 'done',
        (error) => (typeof error.code === 'string' ? error.code : error.name),
      )
    const stopped = new AbortController()
    /** @type {(value: unknown) => void} */
    let busy
    const whileBusy = new Promise((settle) => (busy = settle))
    const building = outcome(
      tables.build('KRvKN', {
        signal: stopped.signal,
        // A fast machine solves it between two reports.
        onProgress: ({ class: name }) => name === 'KRvKN' && busy(undefined),
      }),
    )
    await whileBusy
    const other = await outcome(tables.build('KBvK', { wait: false }))
    const waiting = new AbortController()
    const stages = []
    const waits = outcome(
      tables.build('KBvK', {
        signal: waiting.signal,
        onProgress: ({ stage }) => {
          stages.push(stage)
          waiting.abort(new Error('enough'))
        },
      }),
    )
    const gaveUp = await waits
    stopped.abort()
    const aborted = await building
    const left = await tables.tables()
    const already = await outcome(tables.find({ class: 'KRvK' }, { signal: AbortSignal.abort() }))
    await tables.build('KRvKN') // resumes
    const searching = new AbortController()
    const search = outcome(tables.find({ class: 'KRvKN', kind: 'zugzwang', limit: 1e6 }, { signal: searching.signal }))
    searching.abort()
    return {
      other,
      stages,
      gaveUp,
      aborted,
      smaller: left.includes('KRvK'),
      itself: left.includes('KRvKN'),
      already,
      search: await search,
      found: (await tables.find({ class: 'KRvKN', kind: 'zugzwang', limit: 3 })).length,
    }
  })
  expect(told).toEqual({
    other: 'busy',
    stages: ['waiting'],
    gaveUp: 'Error',
    aborted: 'AbortError',
    smaller: true,
    itself: false,
    already: 'AbortError',
    search: 'AbortError',
    found: 3,
  })
})

test('positions with many pawns are solved, stored and answered', async ({ context }) => {
  const page = await open(context, `${await serve(folder)}/empty.html`)
  const told = await page.evaluate(async () => {
    const { Matewright } = await import('/node_modules/matewright/matewright.js')
    const tables = new Matewright()
    const outcome = (promise) =>
      promise.then(
        () => 'done',
        ({ code, name }) => (typeof code === 'string' ? code : name),
      )
    const fen = '8/8/2k2p2/3p1P1p/p2P3P/P7/2K5/8 w - - 0 1'
    const inside = '8/8/2k2p2/3p1P1p/p2P3P/P7/8/3K4 b - - 1 1'
    const before = [await tables.endings(), await tables.bounds(fen)]
    const stopped = new AbortController()
    const slices = []
    const aborted = await outcome(
      tables.ending(fen, {
        signal: stopped.signal,
        onProgress: (ending) => (slices.push(ending.slices), stopped.abort()),
      }),
    )
    const ending = await tables.ending(fen, { mate: true, onProgress: (ending) => slices.push(ending.slices) })
    const lost = await tables.bounds(inside)
    const stored = await tables.endings()
    const refused = await Promise.all([
      outcome(tables.ending('nonsense')),
      outcome(tables.ending('4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1')),
      outcome(tables.ending(fen, { signal: AbortSignal.abort() })),
      outcome(tables.probe(fen)),
    ])
    for (const { name } of stored) await tables.removeEnding(name)
    const after = [await tables.endings(), await tables.bounds(inside)]
    tables.close()
    const closed = await Promise.all([outcome(tables.ending(fen)), outcome(tables.endings())])
    return { before, aborted, reports: slices.length, ending, lost, stored, refused, after, closed }
  })
  const { ending, lost, stored } = told
  expect(told).toMatchObject({
    before: [[], null],
    aborted: 'AbortError',
    ending: { fen: expect.any(String), low: 'draw', high: 'draw', complete: true },
    lost: { low: 'win', high: 'win', plies: expect.any(Number), from: stored },
    refused: ['fen', 'ending', 'AbortError', 'men'],
    after: [[], null],
    closed: ['died', 'died'],
  })
  expect(told.reports).toBeGreaterThan(1)
  expect(lost.plies).toBe(lost.moves[0].plies)
  expect(lost.plies).toBeGreaterThan(0)
  expect(lost.mate.most).toBeGreaterThan(lost.plies)
  expect(lost.mate).toEqual(lost.moves[0].mate)
  expect(stored).toEqual([expect.objectContaining({ name: ending.name, fen: ending.fen })])
})

test('a closed instance begins nothing, and ends its calls before its worker', async ({ context }) => {
  const page = await open(context, `${await serve(folder)}/empty.html`)
  const told = await page.evaluate(async () => {
    const { Matewright } = await import('/node_modules/matewright/matewright.js')
    /** @param {Promise<any>} promise */
    const outcome = (promise) =>
      promise.then(
        (value) => value?.tables ?? value?.class ?? 'done',
        ({ code, name }) => code ?? name,
      )
    /** Each worker holds a lock as long as it runs. */
    const workers = async () =>
      (await navigator.locks.query()).held.filter(({ name }) => name.startsWith('matewright-worker')).length
    const noWorkers = async () => {
      while (await workers()) await new Promise((done) => setTimeout(done, 50))
      return 'none'
    }
    const fen = '8/8/8/8/8/2k5/8/K6Q w - - 0 1'

    const first = new Matewright()
    first.close()
    const refused = await Promise.all(
      [first.probe(fen), first.build('KQvK'), first.find({ class: 'KQvK' }), first.import(new Blob())].map(outcome),
    )
    const none = await workers()

    const one = new Matewright({ workers: 1 })
    const two = new Matewright({ workers: 1 })
    /** @type {Promise<any>} */
    let waiting
    let during = 0
    const building = outcome(
      one.build('KRvK', {
        onProgress: async ({ step }) => {
          if (!step || waiting) return
          waiting = outcome(two.build('KQvK', { onProgress: ({ stage }) => stage === 'waiting' && two.close() }))
          one.close()
          during = await workers()
        },
      }),
    )
    const built = [await building, await waiting]
    const left = await noWorkers()

    const three = new Matewright({ workers: 1 })
    const file = await three.export('KQvK')
    await three.delete('KQvK')
    const importing = outcome(three.import(file))
    three.close()
    return {
      refused,
      none,
      built,
      during,
      left,
      imported: await importing,
      again: await outcome(three.probe(fen)),
      atLast: await noWorkers(),
    }
  })
  expect(told).toEqual({
    refused: Array(4).fill('died'),
    none: 0,
    built: [['KRvK'], ['KQvK']],
    during: 2,
    left: 'none', // who builds, and who tidies
    imported: 'KQvK',
    again: 'died',
    atLast: 'none',
  })
})

test('it brings the licences of all that is in it of others', async () => {
  const inPackage = (file) => readFile(join(folder, 'node_modules/matewright', file), 'utf8')
  const text = await inPackage('THIRD-PARTY.txt')
  const goroot = output('go', ['env', 'GOROOT'])
  const owed = await Promise.all(
    ['comlink', 'fzstd']
      .map((name) => `${root}/node_modules/${name}/LICENSE`)
      .concat(`${goroot}/LICENSE`)
      .map((file) => readFile(file, 'utf8')),
  )
  for (const licence of owed) expect(text).toContain(licence.trim())
  // Licences of the engine's modules, and of the folders in them that have a licence of their own.
  for (const title of [
    'github.com/klauspost/compress v',
    'github.com/hack-pad/go-indexeddb v',
    'github.com/hack-pad/safejs v',
    'Caleb Spare',
  ])
    expect(text).toContain(title)
  expect(text).not.toContain('playwright') // the package does not include it
  expect(await inPackage('LICENSE')).toBe(await readFile(`${root}/LICENSE`, 'utf8'))
})

test('its types accept its interface and reject other uses', async () => {
  await writeFile(
    join(folder, 'use.ts'),
    `
    import { Matewright, MatewrightError } from 'matewright'
    import type { Bounds, FrameMessage, FrameRequest, Move, Probe, StoredEnding } from 'matewright'
    export async function use(): Promise<Probe['category'] | Move[]> {
      const tables = new Matewright({ metric: ['dtz50', 'dtm'], workers: 2 })
      await tables.build(['KQvK'], {
        onProgress: ({ done, of, step }) => done / of && step === 'solving',
        signal: AbortSignal.timeout(1000),
      })
      const [found] = await tables.find({ class: 'KQvK', side: 'b', outcome: 'loss', limit: 1 })
      try {
        return (await tables.probe(found.fen, { by: 'dtm' })).category
      } catch (error) {
        if (error instanceof MatewrightError && error.code === 'missing') return tables.line(error.missing.join())
        throw error
      }
    }
    export async function solve(fen: string): Promise<[Bounds | null, StoredEnding[]]> {
      const tables = new Matewright()
      const options = { hold: true, mate: false, onProgress: ({ slices }: { slices: number }) => slices + 1 }
      const { name, complete } = await tables.ending(fen, options)
      if (!complete) await tables.removeEnding(name)
      return [await tables.bounds(fen), await tables.endings()]
    }
    export const set: FrameRequest = {
      matewright: 'setPosition', fen: '8/8/8/8/8/2k5/8/K6Q w - - 0 1', moves: ['h1h8'],
    }
    export const fenOf = (message: FrameMessage) => (message.matewright === 'changed' ? message.fen : undefined)
    // @ts-expect-error there is no such message
    export const build: FrameRequest = { matewright: 'build' }
    // @ts-expect-error there is no such metric
    new Matewright({ metric: 'dtx' })
    // @ts-expect-error it is a function
    new Matewright().build('KQvK', { onProgress: 1 })
    // @ts-expect-error it may be null
    new Matewright().bounds('').then(({ low }) => low)
    // @ts-expect-error there is no such kind
    new Matewright().find({ class: 'KQvK', kind: 'mate' })
    // @ts-expect-error there is no such code
    export const isOurs = (error: MatewrightError) => error.code === 'mine'
  `,
  )
  const compilerOptions = {
    noEmit: true,
    strict: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    types: [],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }))
  const { stdout } = spawnSync(process.execPath, [`${root}/node_modules/typescript/bin/tsc`, '-p', folder], {
    encoding: 'utf8',
  })
  expect(stdout).toBe('')
})
