import * as Comlink from 'comlink'
import { expect, test } from 'vitest'
import { afterReports } from './reports.js'

test('a call ends when all its reports have arrived, though they travel by another port', async () => {
  const { port1, port2 } = new MessageChannel()
  const count = async (/** @type {number} */ to, /** @type {(n: number) => void} */ report) => {
    for (let n = 1; n <= to; n++) report(n)
    return to
  }
  Comlink.expose({ count: afterReports(count) }, port1)
  const remote = /** @type {any} */ (Comlink.wrap(port2))
  /** @type {number[]} */
  const received = []
  // Each report takes some time here, and the result none.
  const receive = async (/** @type {number} */ n) => {
    await new Promise((go) => setTimeout(go, 5))
    received.push(n)
  }
  expect(await remote.count(3, Comlink.proxy(receive))).toBe(3)
  expect(received).toEqual([1, 2, 3])
  expect(await remote.count(0, Comlink.proxy(receive))).toBe(0)
  expect(await remote.count(2)).toBe(2)
  const refuse = () => {
    throw new Error('refused')
  }
  expect(await remote.count(1, Comlink.proxy(refuse))).toBe(1)
  port1.close()
})
