import { expect, test } from 'vitest'
import { stepOf } from '../../engine/step.fixture.js'
import { advance, begin, finish } from './build.js'
import { drop, emptyQueue, enqueue, move, parseWaiting, pause, resume, takeOver } from './queue.js'
import { tablesLoaded } from '../tables/library.js'
import { initialState } from '../../shell/state.js'
import { coming, isBusy, nextWanted, notYetWanted, overall, overallPercent, wantedOf } from './wanted.js'

/** @param {string} name @param {string[]} needs */
const table = (name, ...needs) => ({
  name,
  men: name.length - 1,
  positions: 100,
  needs,
  leads: [],
  present: false,
  units: 1,
  finished: 0,
  lone: 0,
})

const tables = [table('KQvK'), table('KRvK'), table('KQRvK', 'KQvK', 'KRvK'), table('KQvKR', 'KQvK', 'KRvK')]
const idle = { ...initialState(), tables }
const [first, second, third] = [['KQvK'], ['KQRvK'], ['KQvKR', 'KRvK']]
const plan = { steps: [stepOf({ class: 'KQvK', positions: 100 })], present: [] }

/** A state with a running build and two waiting ones. */
const building = enqueue(enqueue(begin(idle, first, 0), second), third)
const planned = advance(building, { type: 'planned', plan }, 0)

test('builds wait in order, and can change places', () => {
  expect(wantedOf(building)).toEqual([first, second, third])
  expect(move(building, third, -1).queue.waiting).toEqual([third, second])
  expect(move(building, third, -5).queue.waiting).toEqual([third, second])
  expect(move(building, second, 1).queue.waiting).toEqual([third, second])
  expect(move(building, third, 1).queue.waiting).toEqual([second, third])
  expect(drop(building, second).queue.waiting).toEqual([third])
})

test('no class is queued twice', () => {
  expect(notYetWanted(building, ['KQvK', 'KRvK', 'KBvK'])).toEqual(['KBvK'])
  expect(notYetWanted(idle, ['KQvK'])).toEqual(['KQvK'])
})

test('the next build starts when one ends, and then no longer waits', () => {
  const ended = finish(building, { how: 'done' }, 1)
  expect(nextWanted(ended)).toBe(second)
  expect(isBusy(ended)).toBe(true)
  expect(begin(ended, second, 2).queue.waiting).toEqual([third])
})

test('a paused build is the first to resume, when the user resumes', () => {
  const paused = pause(building)
  expect(paused.build?.paused).toBe(true)
  const ended = finish(paused, { how: 'paused' }, 1)
  expect(ended).toMatchObject({
    build: null,
    buildEnd: null,
    queue: { held: 'user', waiting: [first, second, third] },
  })
  expect(nextWanted(ended)).toBeUndefined()
  expect(isBusy(ended)).toBe(false)
  expect(nextWanted(resume(ended))).toBe(first)
  expect(nextWanted(finish(resume(paused), { how: 'paused' }, 1))).toBe(first)
})

test('a pause stays when the queue is emptied, and ends with the paused build', () => {
  const alone = drop(drop(pause(building), second), third)
  expect(finish(alone, { how: 'paused' }, 1).queue).toMatchObject({ held: 'user', waiting: [first] })
  expect(finish(alone, { how: 'done' }, 1).queue.held).toBeNull()
  const held = finish(pause(building), { how: 'paused' }, 1)
  expect([first, second, third].reduce(drop, held).queue.held).toBeNull()
})

test('a failure holds the queue, without the failed build', () => {
  const failed = finish(building, { how: 'failed', error: { code: 'full', message: 'No.' } }, 1)
  expect(failed.queue).toMatchObject({ held: 'failed', waiting: [second, third] })
  expect(finish(begin(idle, first, 0), { how: 'failed' }, 1).queue.held).toBeNull()
})

test('a build can be dropped, and the queue emptied', () => {
  expect(nextWanted(finish(building, { how: 'cancelled' }, 1))).toBe(second)
  expect(wantedOf(finish(emptyQueue(building), { how: 'cancelled' }, 1))).toEqual([])
})

test('the builds of another page wait for the user', () => {
  const left = takeOver(idle, [second])
  expect(isBusy(left)).toBe(false)
  expect(nextWanted(resume(left))).toBe(second)
})

test('builds of existing tables are dropped', () => {
  const present = (/** @type {string[]} */ ...names) =>
    tables.map((table) => ({ ...table, present: names.includes(table.name) }))
  expect(tablesLoaded(building, present('KQRvK', 'KQvKR'), 5).queue.waiting).toEqual([third])
  expect(tablesLoaded(building, tables, 5).queue).toBe(building.queue)
  expect(tablesLoaded(takeOver(idle, [second]), present('KQRvK'), 5).queue.held).toBeNull()
  expect(takeOver({ ...idle, tables: present('KQRvK') }, [second, third]).queue).toMatchObject({
    held: 'interrupted',
    waiting: [third],
  })
})

test('builds of tables without their castling stay', () => {
  const here = (/** @type {string[]} */ ...present) =>
    tables.map((table) => ({ ...table, present: true, castling: { tables: 2, present, bytes: 0 } }))
  expect(tablesLoaded(building, here('KRvK-h1'), 5).queue.waiting).toEqual([second, third])
  expect(tablesLoaded(building, here('KRvK-h1', 'KRvK-a1'), 5).queue.waiting).toEqual([])
})

test('the coming tables include the needed ones, without existing ones', () => {
  expect([...coming(building)].sort()).toEqual(['KQRvK', 'KQvK', 'KQvKR', 'KRvK'])
  const here = { ...building, tables: tables.map((table) => ({ ...table, present: table.name === 'KQvK' })) }
  expect([...coming(here)].sort()).toEqual(['KQRvK', 'KQvKR', 'KRvK'])
})

test('the total progress counts all builds once', () => {
  expect(overall(building)).toEqual({ done: 0, total: 400 })
  expect(overall(planned)).toEqual({ done: 0, total: 400 })
  const task = {
    id: 'KQvK',
    class: 'KQvK',
    what: /** @type {const} */ ('build'),
    unit: 0,
    slices: [],
    castling: [],
    positions: 100,
    weight: 1,
    memory: 1,
    needs: [],
  }
  const built = {
    class: 'KQvK',
    method: 'm',
    how: 'somehow',
    positions: 100,
    solveSeconds: 1,
    readSeconds: 0,
    encodeSeconds: 1,
    elapsedSeconds: 2,
    bytes: 1,
    wasmBytes: 1,
  }
  const ended = finish(advance(planned, { type: 'done', task, built }, 1), { how: 'done' }, 1)
  const there = { ...ended, tables: tables.map((table) => ({ ...table, present: table.name === 'KQvK' })) }
  expect(overall(there)).toEqual({ done: 100, total: 400 })
  expect(overallPercent(begin(there, second, 2))).toBe(25)
  expect(overallPercent(idle)).toBe(0)
})

test('a stored queue is read, and an invalid one is dropped', () => {
  expect(parseWaiting(JSON.stringify([first, third]))).toEqual([first, third])
  expect([null, '', '{', '7', '[[]]', '[["KQvK", 7]]', '["KQvK"]', '{"a": 1}'].map(parseWaiting).flat()).toEqual([])
})
