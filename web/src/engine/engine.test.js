import { beforeEach, expect, test, vi } from 'vitest'
import { WorkerDied } from './problems.js'

/** The workers that were started. */
const { links } = vi.hoisted(() => ({
  /** @type {{die: () => void}[]} */ links: [],
}))

vi.mock('./worker-link.js', () => ({
  WorkerLink: class {
    die = () => {}
    constructor() {
      links.push(this)
    }

    call() {
      return new Promise((_, reject) => (this.die = () => reject(new WorkerDied('gone'))))
    }

    terminate() {
      this.die()
    }
  },
}))

const { createProber } = await import('./engine.js')

beforeEach(() => void links.splice(0))
const died = { ok: false, error: expect.objectContaining({ code: 'died' }) }

test('a prober that was ended before it was asked starts no worker', async () => {
  const prober = createProber(() => {})
  prober.end()
  expect(await prober.probe('')).toEqual(died)
  expect(links).toHaveLength(0)
})

test('nor does one whose worker had died, and a question under way when it is ended is not asked again', async () => {
  const restarted = vi.fn()
  const prober = createProber(restarted)
  const asked = prober.probe('')
  links[0].die()
  await vi.waitFor(() => expect(links).toHaveLength(2)) // it is asked again
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
