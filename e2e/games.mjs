// npm run games [-- --games N] [--slow N] [--workers N,N] [--seed N] [--pgn FILE] [--json]
//
//   Makes N random games (default 10,000) of one player, and checks them in a real Chromium with the tables of three
//   and four men. It does so with one worker, and then with two. The CSV, the PGN and the records of players must be
//   the same. The script prints the seconds, the peak memory of the page with its workers, and the sums.
//
//   Then it judges some of the games slowly (default 200). For that `matewright probe` probes the position before and
//   after each move, and the results must be those of the CSV. The slow check reads the games by chessops. It also
//   counts the sums of the players again, from the CSV. --pgn FILE also writes the games, for `matewright check`.

import { createHash } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { inNewBrowser } from '../scripts/browser.mjs'
import { root } from '../scripts/tools.mjs'
import { drop } from './files.js'
import { MEN, randomFrom, randomGame } from './random-games.mjs'
import { serve } from './server.mjs'
import { say } from './words.js'

/** @typedef {import('./random-games.mjs').RandomGame} RandomGame */

const LOOK_MS = 200
const LONGEST_MS = 3_600_000

/** Kernel ticks of processor time in a second. */
const TICKS = 100

/** The memory in bytes and the processor seconds of the pages that this process has started with their workers. */
function usage() {
  /** @type {Map<string, string[]>} fields of each process: its parent is 1, its ticks are 11 and 12 */
  const all = new Map()
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      all.set(id, readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1].split(' '))
    } catch {} // the process has ended
  }
  const isOurs = (id) => id === String(process.pid) || (all.has(id) && isOurs(all.get(id)?.[1]))
  const sum = { bytes: 0, seconds: 0 }
  for (const [id, fields] of all) {
    try {
      if (!isOurs(id) || !readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('--type=renderer')) continue
      sum.seconds += (Number(fields[11]) + Number(fields[12])) / TICKS
      sum.bytes += 1024 * Number(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8').match(/^Pss:\s+(\d+)/m)?.[1] ?? 0)
    } catch {}
  }
  return sum
}

/** Builds the tables of three and four men. @param {import('@playwright/test').Page} page */
async function buildTables(page) {
  await page.waitForFunction(() => globalThis.matewrightPage?.state().tables?.length)
  await page.evaluate(() => {
    const { state, build } = globalThis.matewrightPage
    const missing = state().tables.filter(({ men, present }) => men <= 4 && !present)
    return build(missing.map(({ name }) => name))
  })
}

/** The end of the check and its sums. */
const foundIn = (page) =>
  page.evaluate(() => {
    const { how, count, mistaken, positions, beyond, missing, players } = globalThis.matewrightPage.state().checking
    return { how, count, mistaken, positions, beyond, missing, players }
  })

/**
 * Checks games in the page.
 * @param {import('@playwright/test').Page} page @param {string} content @param {number} workers
 */
async function check(page, content, workers) {
  await page.reload()
  await page.waitForFunction(() => globalThis.matewrightPage?.state().tables?.length)
  await page.evaluate((count) => globalThis.matewrightPage.setWorkers(count), workers)
  await drop(page, { name: 'games.pgn', content })
  let peak = 0
  const before = usage()
  const timer = setInterval(() => (peak = Math.max(peak, usage().bytes)), LOOK_MS)
  const start = performance.now()
  await page.getByRole('button', { name: say('found.check') }).click()
  const isOver = () => !['checking', undefined].includes(globalThis.matewrightPage.state().checking?.how)
  await page.waitForFunction(isOver, null, { timeout: LONGEST_MS, polling: LOOK_MS })
  const seconds = (performance.now() - start) / 1000
  const processor = usage().seconds - before.seconds
  clearInterval(timer)
  const saved = async (name) => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
    return readFile(await file.path(), 'utf8')
  }
  const found = await foundIn(page)
  if (found.how !== 'done' || found.count !== content.match(/^\[Event /gm)?.length)
    throw new Error(`The check is ${found.how} after ${found.count} games.`)
  const [csv, pgn] = [await saved(say('check.saveCsv')), await saved(say('check.savePgn'))]
  return { workers, seconds, processor, before: before.bytes, peak, found, csv, pgn }
}

/** @param {{found: any, csv: string, pgn: string}} result */
const sumOf = ({ found, csv, pgn }) =>
  createHash('sha256')
    .update(JSON.stringify([found, csv, pgn]))
    .digest('hex')

/** The cells of a row of CSV. @param {string} row */
const cellsOf = (row) =>
  [...row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain)

/** The moves in a CSV, by game. @param {string} csv */
function movesOf(csv) {
  const [names, ...rows] = csv.trim().split('\n').map(cellsOf)
  /** @type {Map<number, Record<string, string>[]>} */
  const games = new Map()
  for (const cells of rows) {
    const move = Object.fromEntries(names.map((name, i) => [name, cells[i]]))
    if (!move.uci) continue
    const number = Number(move.game)
    games.set(number, [...(games.get(number) ?? []), move])
  }
  return games
}

/**
 * Probes positions by the command, each alone, and builds the command's tables first.
 * @param {string[]} fens
 */
function probe(fens) {
  const folder = `${root}/build/games`
  /** @param {string} command @param {string[]} args @param {string} [input] */
  const output = (command, args, input) => {
    const { stdout, stderr, status } = spawnSync(command, args, {
      cwd: root,
      input,
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
    })
    if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`)
    return stdout
  }
  output('go', ['build', '-o', `${folder}/`, './core/cmd/matewright'])
  const matewright = `${folder}/matewright`
  output(matewright, ['build', '--men', String(MEN), '--no-castling', '--dir', folder])
  const text = output(matewright, ['probe', '-', '--json', '--dir', folder], fens.map((fen) => `${fen}\n`).join(''))
  const answers = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return new Map(fens.map((fen, i) => [fen, answers[i]]))
}

const OUTCOMES = { win: 1, 'cursed-win': 1, draw: 0, 'blessed-loss': -1, loss: -1 }

/**
 * Compares the moves of some games with probes of each position, and returns how many moves and mistakes they have.
 * @param {[number, RandomGame][]} some @param {Map<number, Record<string, string>[]>} moves
 */
function compare(some, moves) {
  const judged = some.flatMap(([, { plies }]) => plies.filter(({ men, castles }) => men > 2 && men <= MEN && !castles))
  const answers = probe([...new Set(judged.flatMap(({ fen, after }) => [fen, after]))])
  const outcomeOf = (fen) => {
    const { category, error } = answers.get(fen)
    if (!(category in OUTCOMES)) throw new Error(`${fen}: ${JSON.stringify(error ?? category)}`)
    return OUTCOMES[category]
  }
  const counts = { games: some.length, moves: 0, mistakes: 0 }
  for (const [number, { plies }] of some) {
    const rows = (moves.get(number) ?? []).filter(({ fen }) => /[qrbnp]/i.test(fen.split(' ')[0].replace(/k/gi, '')))
    let at = 0
    for (const { fen, after, uci } of plies.filter((ply) => judged.includes(ply))) {
      const row = rows[at++]
      const [before, then] = [outcomeOf(fen), -outcomeOf(after)]
      const others = answers.get(fen).moves.filter((move) => move.uci !== uci && -OUTCOMES[move.category] === before)
      const want = [uci, before, then, before > then, before < 0 ? 0 : others.length].join()
      const got = row && [
        row.uci,
        OUTCOMES[row.before],
        OUTCOMES[row.after],
        row.mark === 'mistake',
        row.others.split(' ').filter(Boolean).length,
      ]
      if (want !== got?.join()) throw new Error(`game ${number}, ${fen}: ${got?.join()} instead of ${want}`)
      counts.moves++
      if (before > then) counts.mistakes++
    }
    if (at !== rows.length) throw new Error(`game ${number}: ${rows.length} moves instead of ${at}`)
  }
  return counts
}

/**
 * Counts a player's moves again, from the CSV.
 * @param {Map<number, Record<string, string>[]>} moves @param {any} player
 */
function compareSums(moves, { name, endings, classes, clocks }) {
  const mine = [...moves].map(([, rows]) =>
    rows.filter(({ player, main, class: of }) => player === name && main === 'true' && of !== 'KvK'),
  )
  const sums = (rows) => ({
    endings: rows.filter((game) => game.length).length,
    winsThrown: thrown(rows, 1),
    drawsThrown: thrown(rows, 0),
    moves: rows.flat().filter(({ before }) => OUTCOMES[before] >= 0).length,
    mistakes: rows.flat().filter(({ mark }) => mark === 'mistake').length,
  })
  const thrown = (rows, outcome) =>
    rows.filter((game) => game.some(({ mark, before }) => mark === 'mistake' && OUTCOMES[before] === outcome)).length
  const same = (want, got, of) => {
    for (const key of Object.keys(want))
      if (want[key] !== got[key]) throw new Error(`${name}, ${of}: ${key} are ${got[key]}, not ${want[key]}`)
  }
  same(sums(mine), endings, 'all')
  for (const group of classes)
    same(sums(mine.map((game) => game.filter((row) => row.class === group.class))), group, group.class)
  const timed = mine.map((game) => game.filter(({ clock }) => clock))
  if (clocks.reduce((sum, group) => sum + group.moves, 0) !== sums(timed).moves) throw new Error(`${name}: clocks`)
}

const MIB = 2 ** 20

/** @param {string[]} args */
async function main(args) {
  const { values } = parseArgs({
    args,
    options: {
      games: { type: 'string', default: '10000' },
      slow: { type: 'string', default: '200' },
      workers: { type: 'string', default: '1,2' },
      seed: { type: 'string', default: '1' },
      pgn: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  })
  const random = randomFrom(Number(values.seed))
  const games = Array.from({ length: Number(values.games) }, (_, i) => randomGame(i + 1, random))
  const content = games.map(({ pgn }) => pgn).join('')
  console.error(`${games.length} games, ${games.flatMap(({ plies }) => plies).length} plies, ${content.length} bytes`)
  if (values.pgn) writeFileSync(values.pgn, content)
  const site = await serve()
  const results = []
  try {
    await inNewBrowser({ viewport: { width: 1280, height: 800 }, acceptDownloads: true }, async (page) => {
      page.setDefaultTimeout(120_000)
      await page.addInitScript(() => localStorage.setItem('matewright-at-once', 'no'))
      await page.goto(site.url)
      await buildTables(page)
      console.error('the tables are built')
      for (const workers of values.workers.split(',').map(Number)) {
        const result = await check(page, content, workers)
        results.push(result)
        const { seconds, processor, before, peak, found } = result
        const [ann] = found.players
        console.error(
          `${workers} workers: ${seconds.toFixed(1)} s, ${processor.toFixed(1)} s of processors, ` +
            `${Math.round(peak / MIB)} MiB (${Math.round(before / MIB)} before), ${found.positions} positions, ` +
            `${ann.name}: ${JSON.stringify(ann.endings)}, ${ann.slips.length} slips, ` +
            `SHA-256 ${sumOf(result).slice(0, 16)}`,
        )
        if (sumOf(result) !== sumOf(results[0])) throw new Error('The result is another one than before.')
      }
    })
  } finally {
    await site.stop()
  }
  const moves = movesOf(results[0].csv)
  for (const player of results[0].found.players) compareSums(moves, player)
  const chosen = new Set()
  while (chosen.size < Math.min(Number(values.slow), games.length)) chosen.add(Math.floor(random() * games.length))
  const start = performance.now()
  const counts = compare(
    [...chosen].map((i) => [i + 1, games[i]]),
    moves,
  )
  const slow = { ...counts, seconds: (performance.now() - start) / 1000 }
  console.error(`slowly: ${JSON.stringify(slow)}, the same`)
  const figures = results.map(({ csv, pgn, ...each }) => ({ ...each, sum: sumOf({ csv, pgn, ...each }) }))
  if (values.json) console.log(JSON.stringify({ bytes: content.length, checks: figures, slow }, null, 1))
}

await main(process.argv.slice(2))
