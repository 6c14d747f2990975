import { beforeEach, expect, test, vi } from 'vitest'
import { PageLeft, WorkerDied } from './problems.js'
import { stepOf } from './step.fixture.js'
import { comeBack, leave } from './visit.js'

vi.mock('./kept.js', () => ({ isKept: async () => true }))
const { loads } = vi.hoisted(() => ({ loads: vi.fn(async () => {}) }))
vi.mock('./module.js', () => ({ checkModule: loads }))

/** The workers that were started. */
const { links } = vi.hoisted(() => ({
  /** @type {{die: (why?: Error) => void, answer: (result: unknown) => void, calls: string[], module: unknown}[]} */
  links: [],
}))

vi.mock('./worker-link.js', () => ({
  WorkerLink: class {
    /** @type {(why?: Error) => void} */
    die = () => {}
    /** @type {(result: unknown) => void} */
    answer = () => {}
    /** @type {string[]} */
    calls = []

    /** @param {unknown} _ @param {unknown} module */
    constructor(_, module) {
      this.module = module
      links.push(this)
    }

    /** @param {(remote: unknown) => unknown} use */
    call(use) {
      use(new Proxy({}, { get: (_, name) => () => this.calls.push(String(name)) }))
      return new Promise((resolve, reject) => {
        const { answer, die } = this
        this.answer = (result) => (answer(result), resolve(result))
        this.die = (why = new WorkerDied('gone')) => (die(why), reject(why))
      })
    }

    terminate() {
      this.die()
    }
  },
}))

const { createProber, createSearcher, startBuild } = await import('./engine.js')

beforeEach(() => void links.splice(0))
const died = { ok: false, error: expect.objectContaining({ code: 'died' }) }

test('a prober that ended before its first call starts no worker', async () => {
  const prober = createProber(() => {})
  prober.end()
  expect(await prober.probe('')).toEqual(died)
  expect(links).toHaveLength(0)
})

test('nor does one whose worker had died, and a call that is running at the end is not repeated', async () => {
  const restarted = vi.fn()
  const prober = createProber(restarted)
  const asked = prober.probe('')
  links[0].die()
  await vi.waitFor(() => expect(links).toHaveLength(2)) // the call is repeated
  prober.end()
  expect(await asked).toEqual(died)
  expect(await prober.probe('')).toEqual(died)
  expect([links.length, restarted.mock.calls.length]).toEqual([2, 1])
})

test('nor after it has died twice', async () => {
  const prober = createProber(() => {})
  const asked = prober.probe('')
  links[0].die()
  await vi.waitFor(() => expect(links).toHaveLength(2))
  links[1].die()
  expect(await asked).toEqual(died)
  prober.end()
  expect(await prober.probe('')).toEqual(died)
  expect(links).toHaveLength(2)
})

const left = new PageLeft('The page was left.')

test('a call is repeated silently when the user leaves the page, except one under the build lock', async () => {
  const restarted = vi.fn()
  const prober = createProber(restarted)
  for (const turn of [() => prober.prepare([], { workers: 1, memory: 1 }), () => prober.tidy()]) {
    const refused = turn()
    links.at(-1)?.die(left)
    expect(await refused).toEqual(died)
  }
  expect(links).toHaveLength(2)
  const asked = prober.probe('')
  for (const count of [3, 4]) {
    // the call is repeated after each visit
    links.at(-1)?.die(left)
    await vi.waitFor(() => expect(links).toHaveLength(count + 1))
  }
  links[4].answer({ ok: true, value: 'a draw' })
  expect(await asked).toEqual({ ok: true, value: 'a draw' })
  expect(restarted).not.toHaveBeenCalled()
})

const ok = { ok: true, value: null }

test('Syzygy files begin a worker with the larger engine, and running calls are repeated there', async () => {
  const restarted = vi.fn()
  const prober = createProber(restarted)
  const before = prober.probe('')
  const chosen = prober.syzygy([new Blob()])
  await vi.waitFor(() => expect(links).toHaveLength(2))
  expect([links[0].module, links[1].module]).toEqual([undefined, loads])
  await vi.waitFor(() => expect(links[1].calls.toSorted()).toEqual(['probe', 'syzygy']))
  links[1].answer(ok)
  expect(await Promise.all([before, chosen])).toEqual([ok, ok])
  expect(restarted).not.toHaveBeenCalled()
})

test('a worker after another one has the Syzygy files before anything is asked', async () => {
  const prober = createProber(() => {})
  const chosen = prober.syzygy([new Blob()])
  await vi.waitFor(() => expect(links[0]?.calls).toEqual(['syzygy']))
  links[0].answer(ok)
  await chosen
  const asked = prober.probe('')
  await vi.waitFor(() => expect(links[0].calls).toEqual(['syzygy', 'probe']))
  links[0].die(left)
  await vi.waitFor(() => expect(links).toHaveLength(2))
  expect(links[1].calls).toEqual(['syzygy'])
  links[1].answer(ok)
  await vi.waitFor(() => expect(links[1].calls).toEqual(['syzygy', 'probe']))
  links[1].answer({ ok: true, value: 'a draw' })
  expect(await asked).toEqual({ ok: true, value: 'a draw' })
})

test('without the larger engine a prober goes on as before', async () => {
  loads.mockRejectedValueOnce(new Error('offline'))
  const prober = createProber(() => {})
  expect(await prober.syzygy([new Blob()])).toMatchObject({ ok: false, error: { code: 'internal' } })
  const asked = prober.probe('')
  expect(links.map(({ module }) => module)).toEqual([undefined])
  links[0].answer(ok)
  expect(await asked).toEqual(ok)
})

test('a search resumes in a new worker', async () => {
  const searched = createSearcher().prove('', 1, 1, false, () => {})
  links[0].die(left)
  await vi.waitFor(() => expect(links).toHaveLength(2))
  links[1].answer({ ok: true, value: 'proven' })
  expect(await searched).toEqual({ ok: true, value: 'proven' })
})

test('a build is planned again after the return of the user, and writes nothing in between', async () => {
  vi.stubGlobal('navigator', {
    locks: {
      request: async (
        /** @type {string} */ _,
        /** @type {LockOptions} */ __,
        /** @type {(lock: {}) => unknown} */ use,
      ) => use({}),
    },
  })
  /** @type {string[]} */
  const events = []
  const calls = { prepare: 0, tidy: 0 }
  const plan = { steps: [stepOf({ class: 'KQvK' }), stepOf({ class: 'KRvK' })], present: [] }
  const prober = /** @type {import('./engine.js').Prober} */ (
    /** @type {unknown} */ ({
      prepare: async () => ({ ok: true, value: calls.prepare++ ? { steps: plan.steps.slice(1), present: [] } : plan }),
      tidy: async () => void calls.tidy++,
    })
  )
  const { outcome } = startBuild(prober, ['KQvK', 'KRvK'], { workers: 1, memory: 1000 }, (event) =>
    events.push('task' in event ? `${event.type} ${event.task.id}` : event.type),
  )
  await vi.waitFor(() => expect(links).toHaveLength(1))
  leave()
  links[0].die(left)
  await new Promise((done) => setTimeout(done))
  expect([events, calls]).toEqual([['planned', 'started KQvK', 'left'], { prepare: 1, tidy: 0 }])
  comeBack()
  await vi.waitFor(() => expect(links).toHaveLength(2))
  links[1].answer({ ok: true, value: {} })
  expect(await outcome).toEqual({ how: 'done' })
  expect([events.slice(3), calls]).toEqual([['planned', 'started KRvK', 'done KRvK'], { prepare: 2, tidy: 1 }])
  vi.unstubAllGlobals()
})
