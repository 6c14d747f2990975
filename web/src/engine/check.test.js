import { expect, test } from 'vitest'
import { PartsInOrder } from './check.js'

/** @typedef {import('./check.js').PartWorker} PartWorker */

/** The games of each part of a file with ten bytes a part. */
const GAMES = [3, 0, 2, 5, 1, 4, 2, 2, 3, 1, 1, 2]
const SIZE = 10 * GAMES.length

/** @param {number} game @returns {any} */
const game = (game) => ({ game, name: '' })

/**
 * Returns workers that judge parts on request.
 * @param {number} count
 * @param {(report: import('./types.js').Checked) => void} onReport
 */
function setUp(count, onReport = () => {}) {
  /** @type {Map<number, (error?: string, code?: 'died' | 'internal') => void>} functions that end parts under way */
  const running = new Map()
  /** @type {Map<number, () => void>} functions that report the first game of a part, by number */
  const starting = new Map()
  /** @type {number[][]} the parts of each worker */
  const begun = Array.from({ length: count }, () => [])
  /** @type {{tally: any, first: boolean, before: number}[]} */
  const added = []
  /** @type {PartWorker[]} */
  const workers = begun.map((mine) => ({
    judge: ({ offset }, report) =>
      new Promise((settle) => {
        const part = offset / 10
        mine.push(part)
        const end = { offset: offset + 10, lines: 7 * (part + 1) }
        report({ end, columns: 'game,move\n', games: [], csv: [], bytes: 0 })
        const all = Array.from({ length: GAMES[part] }, (_, i) => i + 1)
        const shapeOf = (/** @type {number[]} */ some, /** @type {number} */ bytes) => ({
          games: some.map(game),
          csv: some.map((i) => [`a${part}.${i}\n`, `b${part}.${i}\n`]),
          bytes,
        })
        starting.set(part, () => {
          starting.delete(part)
          report(shapeOf(all.slice(0, 1), 5))
        })
        running.set(part, (error, code = 'internal') => {
          running.delete(part)
          if (code !== 'died') starting.get(part)?.()
          if (error) return settle({ ok: false, error: { code, message: error } })
          settle({ ok: true, value: { ...shapeOf(all.slice(1), 10), tally: /** @type {any} */ ({ part }) } })
        })
      }),
    add: async (tally, first, before) => (added.push({ tally, first, before }), { ok: true, value: null }),
    most: async (last) => ({ ok: true, value: /** @type {any} */ ([{ name: 'Ann', last }]) }),
  }))
  /** @type {import('./types.js').Checked[]} */
  const reports = []
  const parts = new PartsInOrder(SIZE, workers, (report) => onReport(report) ?? reports.push(report))
  /** @param {number} part @param {string} [error] @param {'died' | 'internal'} [code] */
  async function end(part, error, code) {
    running.get(part)?.(error, code)
    await new Promise((done) => setTimeout(done))
  }
  return { parts, running, starting, begun, added, reports, end }
}

/** All that was reported, as one report. @param {import('./types.js').Checked[]} reports */
const joined = (reports) => ({
  games: reports.flatMap(({ games }) => games),
  csv: reports.map(({ csv }) => csv).join(''),
})

/**
 * Judges all parts, always the one that `choose` returns first.
 * @param {number} count @param {(parts: number[]) => number} choose
 */
async function judgeAll(count, choose) {
  const { parts, running, added, reports, end } = setUp(count)
  await end(-1)
  while (running.size) await end(choose([...running.keys()]))
  return { result: await parts.ended, added, reports }
}

test('the result has the order of the games, with any number of workers and any of them faster', async () => {
  const one = await judgeAll(1, ([part]) => part)
  const numbers = GAMES.flatMap((count) => Array.from({ length: count }, () => 1)).map((_, i) => i + 1)
  const all = joined(one.reports)
  expect(all.games.map(({ game }) => game)).toEqual(numbers)
  expect(all.csv.startsWith('game,move\n1,a0.1\n1,b0.1\n2,a0.2\n')).toBe(true)
  expect(all.csv).toContain('\n4,a2.1\n')
  expect(one.added.map(({ before }) => before)).toEqual([0, 3, 3, 5, 10, 11, 15, 17, 19, 22, 23, 24])
  expect(one.result).toEqual({
    ok: true,
    value: { games: [], csv: '', bytes: SIZE, players: [{ name: 'Ann', last: true }] },
  })
  const orders = [(/** @type {number[]} */ parts) => parts[0], (/** @type {number[]} */ parts) => parts.at(-1) ?? 0]
  for (const count of [2, 3, 16]) {
    for (const choose of orders) {
      const several = await judgeAll(count, choose)
      expect(joined(several.reports)).toEqual(all)
      expect([several.added, several.result]).toEqual([one.added, one.result])
      const bytes = several.reports.map(({ bytes }) => bytes)
      expect(bytes).toEqual(bytes.toSorted((a, b) => a - b))
    }
  }
})

test('a report of the first part is passed on at once, and those of later parts wait', async () => {
  const { begun, reports, running, starting, end } = setUp(2)
  await end(-1)
  expect(begun).toEqual([[0], [1]])
  await end(1)
  expect(begun).toEqual([[0], [1, 2]])
  await end(2)
  expect(joined(reports).games).toEqual([])
  starting.get(0)?.()
  expect(joined(reports).games.map(({ game }) => game)).toEqual([1])
  await end(0)
  expect(joined(reports).games.map(({ game }) => game)).toEqual([1, 2, 3, 4, 5])
  expect([...running.keys()]).toEqual([3, 4])
})

test('a part that takes long lets only some others wait for it, as they take memory', async () => {
  const { begun, running, end } = setUp(2)
  await end(-1)
  for (let part = 1; part < 8; part++) await end(part)
  expect([...running.keys()]).toEqual([0])
  expect(begun[1]).toEqual([1, 2, 3, 4, 5, 6, 7])
  await end(0)
  expect([...running.keys()].toSorted()).toEqual([8, 9])
})

test('an error ends the check after the games before it, and no other part begins', async () => {
  const { parts, begun, reports, running, end } = setUp(2)
  await end(-1)
  await end(0)
  await end(2, 'later')
  expect([...running.keys()]).toEqual([1])
  let result = null
  parts.ended.then((ended) => (result = ended))
  await end(-1)
  expect(result).toBeNull()
  await end(1)
  expect(result).toEqual({ ok: false, error: { code: 'internal', message: 'later' } })
  expect(joined(reports).games.map(({ game }) => game)).toEqual([1, 2, 3, 4])
  expect(begun.flat().toSorted()).toEqual([0, 1, 2])
})

test('a worker that dies before it has found the end of its part ends the check', async () => {
  /** @type {PartWorker} */
  const dead = {
    judge: async () => ({ ok: false, error: { code: 'died', message: '' } }),
    add: async () => ({ ok: true, value: null }),
    most: async () => ({ ok: true, value: [] }),
  }
  const parts = new PartsInOrder(SIZE, [dead, dead], () => {})
  expect(await parts.ended).toEqual({ ok: false, error: { code: 'died', message: '' } })
})

test('a failure to add the players ends the check', async () => {
  /** @type {PartWorker} */
  const worker = {
    judge: async ({ offset }, report) => {
      const shape = { games: [], csv: [], bytes: 0 }
      report({ ...shape, end: { offset: offset + 10, lines: 0 } })
      return { ok: true, value: { ...shape, tally: { players: [], slips: [] } } }
    },
    add: async () => ({ ok: false, error: { code: 'died', message: 'sum' } }),
    most: async () => ({ ok: true, value: [] }),
  }
  const parts = new PartsInOrder(SIZE, [worker], () => {})
  expect(await parts.ended).toEqual({ ok: false, error: { code: 'died', message: 'sum' } })
})

test('an error comes after the players of the games before it', async () => {
  const { parts, added, reports, end } = setUp(1)
  await end(-1)
  await end(0)
  await end(1, 'later')
  expect(await parts.ended).toMatchObject({ ok: false })
  expect(added.map(({ tally }) => tally.part)).toEqual([0])
  expect(reports.at(-1)?.players).toEqual([{ name: 'Ann', last: false }])
})

test('another worker judges the part of one that died, with the same result', async () => {
  const whole = await judgeAll(1, ([part]) => part)
  const { parts, running, begun, reports, end } = setUp(3)
  await end(-1)
  expect(begun).toEqual([[0], [1], [2]])
  await end(1, 'out of memory', 'died')
  await end(2, 'out of memory', 'died')
  expect([...running.keys()]).toEqual([0])
  for (let part = 0; part < GAMES.length; part++) await end(part)
  expect((await parts.ended).ok).toBe(true)
  expect(joined(reports)).toEqual(joined(whole.reports))
  expect(begun[0]).toEqual(GAMES.map((_, part) => part))
})

test('the check fails if the worker with the players dies, or if a report cannot be shown', async () => {
  const died = setUp(2)
  await died.end(-1)
  await died.end(0, 'gone', 'died')
  expect(await died.parts.ended).toMatchObject({ ok: false, error: { code: 'died' } })
  const shown = setUp(2, () => {
    throw new Error('cannot be shown')
  })
  await shown.end(-1)
  await shown.end(0)
  expect(await shown.parts.ended).toMatchObject({ ok: false })
})
