import { describe, expect, it } from 'vitest'
import { createKeeper } from './keeper.js'
import { keeping, moved, newSet, renamed, scored, withMore } from './sets.js'

/** @typedef {import('./sets.js').PracticeSet} PracticeSet */

const position = (/** @type {string} */ fen) => ({ fen, name: '', note: '', line: '' })
const [ONE, TWO, THREE] = [
  '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1',
  '8/8/8/8/8/2k5/8/K6R b - - 3 40',
  '8/8/8/8/8/2k5/8/K6Q w - - 0 1',
]
const set = newSet({ name: 'Tuesday', positions: [ONE, TWO, THREE].map(position) }, 7)

/** A storage that is full as long as that is wished, with transactions one after the other. */
function storageOf(/** @type {Record<string, unknown>} */ records) {
  let last = Promise.resolve()
  const storage = {
    records,
    isFull: false,
    read: async () => (await last, Object.values(records)),
    /** @param {string} id @param {(stored: unknown) => PracticeSet | null | undefined} change */
    change: (id, change) => {
      const mine = last.then(() => {
        const changed = change(records[id])
        if (changed && storage.isFull) throw new DOMException('full', 'QuotaExceededError')
        if (changed) records[id] = changed
        else if (changed === null) delete records[id]
      })
      last = mine.catch(() => {})
      return mine
    },
  }
  return storage
}

const create = (/** @type {PracticeSet | undefined} */ stored) => stored ?? set
const rename = keeping((/** @type {PracticeSet} */ set) => renamed(set, 'Wednesday'))
const score = keeping((/** @type {PracticeSet} */ set) => scored(set, ONE, 'done'))
const down = keeping((/** @type {PracticeSet} */ set) => moved(set, ONE, 1))

describe('a set that could not be stored', () => {
  it('is listed, is stored with its next change, and is deleted only on request', async () => {
    const storage = storageOf({})
    const keeper = createKeeper(storage)
    storage.isFull = true
    await expect(keeper.change(set.id, create)).rejects.toThrow('full')
    await expect(keeper.change(set.id, rename)).rejects.toThrow('full')
    expect(storage.records).toEqual({})
    expect(await keeper.all()).toEqual([{ ...set, name: 'Wednesday' }])
    storage.isFull = false
    const now = await keeper.change(set.id, score)
    expect(now).toEqual({ ...set, name: 'Wednesday', scores: { [ONE]: 'at-once' } })
    expect(storage.records[set.id]).toEqual(now)
    expect(await keeper.change(set.id, () => null)).toBeUndefined()
    expect(storage.records).toEqual({})
    expect(await keeper.all()).toEqual([])
  })

  it('combines with changes of another tab', async () => {
    const storage = storageOf({ [set.id]: set })
    const keeper = createKeeper(storage)
    storage.isFull = true
    await expect(keeper.change(set.id, rename)).rejects.toThrow('full')
    storage.isFull = false
    const more = position('8/8/8/8/8/2k5/8/KB5B w - - 0 1')
    await storage.change(set.id, () => withMore(set, [more]))
    expect(await keeper.change(set.id, score)).toMatchObject({
      name: 'Wednesday',
      positions: [...set.positions, more],
      scores: { [ONE]: 'at-once' },
    })
  })
})

it('a held change is replaced, and what follows it stays', async () => {
  const storage = storageOf({})
  const keeper = createKeeper(storage)
  const earlier = (/** @type {PracticeSet | undefined} */ stored) => ({ ...(stored ?? set), note: 'earlier' })
  const later = (/** @type {PracticeSet | undefined} */ stored) => ({ ...(stored ?? set), made: 9 })
  keeper.hold(set.id, earlier)
  storage.isFull = true
  await expect(keeper.change(set.id, score)).rejects.toThrow('full')
  keeper.hold(set.id, later, earlier)
  const expected = { ...set, made: 9, scores: { [ONE]: 'at-once' } }
  expect(await keeper.all()).toEqual([expected])
  storage.isFull = false
  expect(await keeper.change(set.id, (stored) => stored)).toEqual(expected)
  // By now the later change is stored, so there is nothing to replace.
  keeper.hold(set.id, rename, later)
  expect(await keeper.all()).toEqual([{ ...expected, name: 'Wednesday' }])
})

it('changes that come faster than they are stored are each made once', async () => {
  for (const isFull of [false, true]) {
    const storage = storageOf({ [set.id]: set })
    storage.isFull = isFull
    const keeper = createKeeper(storage)
    await Promise.allSettled([keeper.change(set.id, down), keeper.change(set.id, rename), keeper.change(set.id, down)])
    const [now] = await keeper.all()
    expect(now.positions.map(({ fen }) => fen)).toEqual([TWO, THREE, ONE])
    expect(now.name).toBe('Wednesday')
    expect(storage.records[set.id]).toEqual(isFull ? set : now)
  }
})

it('a value that is not a set stays', async () => {
  const later = { id: set.id, version: 9, chapters: [] }
  const storage = storageOf({ [set.id]: later })
  const keeper = createKeeper(storage)
  expect(await keeper.change(set.id, rename)).toBeUndefined()
  expect(storage.records).toEqual({ [set.id]: later })
  expect(await keeper.all()).toEqual([])
})

it('a set that another tab deleted stays deleted', async () => {
  const storage = storageOf({})
  expect(await createKeeper(storage).change(set.id, score)).toBeUndefined()
  expect(storage.records).toEqual({})
})

it('a set of a link is stored when something is done with it, and not before', async () => {
  const storage = storageOf({})
  const keeper = createKeeper(storage)
  const passing = { ...set, passing: true }
  keeper.hold(set.id, (stored) => stored ?? passing)
  expect(await keeper.all()).toEqual([passing])
  expect(storage.records).toEqual({})
  await keeper.change(set.id, score)
  expect(storage.records[set.id]).toEqual({ ...set, scores: { [ONE]: 'at-once' } })
  keeper.hold('another', () => passing)
  keeper.forget('another')
  expect(await keeper.all()).toHaveLength(1)
})
