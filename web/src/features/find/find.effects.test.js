import { expect, test, vi } from 'vitest'

const { startFind, download } = vi.hoisted(() => ({ startFind: vi.fn(), download: vi.fn() }))

vi.mock('../../engine/engine.js', () => ({ createProber: () => ({}), startFind }))
vi.mock('../../shell/remember.js', () => ({ remember: () => {}, remembered: () => null }))
vi.mock('../../shell/share.effects.js', () => ({ download }))
vi.mock('../tables/metric.effects.js', () => ({}))
vi.mock('../board/open.effects.js', () => ({}))
vi.stubGlobal('navigator', { hardwareConcurrency: 2 })

const { MOST_FOUND, MOST_SAVED, PAGE } = await import('./finder.js')
const { store } = await import('../../shell/app.js')
const { find, findAll, saveAll, stopSaving } = await import('./find.effects.js')

/** A table in which every third entry is found. @param {number} entries */
function fill(entries) {
  startFind.mockReset()
  /**
   * @param {import('../../engine/types.js').Query & {until?: number}} query
   * @param {(finding: object) => void} report
   */
  const search = async ({ from = 0, until = entries, limit = Infinity, size }, report) => {
    await Promise.resolve() // reports come later
    const count = Math.ceil(entries / 3) - Math.ceil(from / 3)
    if (size)
      return { ok: true, value: { found: [], next: 0, entries, total: null, size: { low: count, high: count } } }
    const found = []
    let told = 0
    let next = from
    for (; next < until && found.length < limit; next++) {
      if (next % 1000 === 0) {
        report({ found: found.slice(told), next, entries, total: null })
        told = found.length
      }
      if (next % 3 === 0) found.push({ fen: String(next) })
    }
    return { ok: true, value: { found, next, entries, total: null } }
  }
  startFind.mockImplementation((query, report) => ({ result: search(query, report), stop: () => {} }))
}

/** Checks that positions come in order, none left out and none twice. @param {number} count */
function expectFirst(count) {
  const { search } = store.state.finder
  expect(search?.found.map(({ fen }) => Number(fen))).toEqual(Array.from({ length: count }, (_, i) => 3 * i))
  return search
}

test('two workers find all positions', async () => {
  fill(40_000)
  await find('KPvK')
  expectFirst(PAGE)
  await vi.waitFor(() => expect(store.state.finder.search?.total).toBe(13_334))
  await findAll()
  expect(startFind).toHaveBeenCalledTimes(4)
  expect(expectFirst(13_334)).toMatchObject({ how: 'complete', next: 40_000 })
})

test.each([70_000, 90_000, 119_000, 119_700, 130_000, 1_000_000])(
  'of %d entries two workers find too many: it is not called all, and known where to go on',
  async (entries) => {
    fill(entries)
    await find('KPvK')
    await findAll()
    const search = expectFirst(MOST_FOUND)
    expect(search?.how).toBe('full')
    expect(Math.ceil((search?.next ?? 0) / 3)).toBe(MOST_FOUND) // are before it
  },
)

test('a file has all positions, also those of a report that comes after the result', async () => {
  fill(30)
  await find('KPvK')
  const one = (/** @type {string} */ fen) => ({ fen, category: /** @type {const} */ ('win'), dtm: 5 })
  const finding = { next: 9, entries: 30, total: null }
  startFind.mockImplementation((_query, report) => {
    setTimeout(() => report({ ...finding, found: [one('a'), one('b')] }), 50)
    return { result: Promise.resolve({ ok: true, value: { ...finding, found: [one('c')], count: 3 } }), stop() {} }
  })
  await saveAll('csv')
  expect(startFind.mock.lastCall?.[0]).toMatchObject({ class: 'KPvK', stream: true, varied: false })
  const [name, blob] = download.mock.lastCall ?? []
  expect(name).toBe('KPvK.csv')
  expect((await blob.text()).split('\n').slice(1)).toEqual(
    ['a', 'b', 'c'].map((fen) => `${fen},win,5,,,,dtm`).concat(''),
  )
  expect(store.state.finder.saving).toBe(null)
})

test('a file with the most positions says so', async () => {
  fill(30)
  await find('KPvK')
  const value = { found: [], count: 0, next: 9, entries: 30, total: null }
  const full = Array(MOST_SAVED).fill({ fen: 'a', category: 'win', dtm: 5 })
  startFind.mockReturnValue({
    result: Promise.resolve({ ok: true, value: { ...value, found: full, count: MOST_SAVED } }),
    stop() {},
  })
  await saveAll('csv')
  expect(startFind.mock.lastCall?.[0]).toMatchObject({ limit: MOST_SAVED })
  expect(store.state.finder.saveEnd).toBe('most')
})

test('a stopped file is not saved', async () => {
  fill(30)
  await find('KPvK')
  download.mockReset()
  const stop = vi.fn()
  startFind.mockReturnValue({ result: new Promise((done) => stop.mockImplementation(() => done({ ok: false }))), stop })
  const save = saveAll('epd')
  expect(store.state.finder.saving).toEqual({ count: 0, share: 0, left: null })
  stopSaving()
  await save
  expect(stop).toHaveBeenCalled()
  expect(download).not.toHaveBeenCalled()
  expect(store.state.finder.saveEnd).toBe('')
  expect(store.state.finder.saving).toBe(null)
})
