import { say } from '#words'
import { expect, test, vi } from 'vitest'

const PAWN = '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1'

/** The legal moves after each beginning of a line. @type {Record<string, string[]>} */
const LEGAL = { '': ['Ke4', 'Kd2'], Kd2: ['Kd4'], Ke4: ['Kg4', '--'], 'Ke4 Kg4': ['Kf2'], 'Kd2 Kd4': ['e4'] }
let calls = 0
let broken = false

vi.mock('../../engine/engine.js', () => ({
  createProber: () => ({
    /** @param {string} _ @param {string[]} sans */
    replay: async (_, sans) => {
      calls++
      if (broken) return { ok: false, error: { code: 'died', message: 'gone' } }
      /** @type {{san: string}[]} */
      const moves = []
      for (const san of sans) {
        if (!LEGAL[moves.map((move) => move.san).join(' ')]?.includes(san)) break
        moves.push({ san })
      }
      return { ok: true, value: { moves } }
    },
  }),
  startBuild: () => ({ outcome: new Promise(() => {}) }),
}))

const { readLine, withLegalLines } = await import('./set-lines.effects.js')

const illegal = (/** @type {string} */ move, before = '') => ({
  line: '',
  problem: say('setLines.illegal', { move, before, begins: before ? 'no' : 'yes' }),
})

test('a typed line is stored only if each of its words is a legal move', async () => {
  const read = (/** @type {string} */ text) => readLine(PAWN, text)
  expect(await read('1. Ke4 Kg4 2. Kf2')).toEqual({ line: 'Ke4 Kg4 Kf2', problem: '' })
  expect(await read('Kd2 {towards it} (Ke4 Kg4) Kd4 e4 *')).toEqual({ line: 'Kd2 Kd4 e4', problem: '' })
  expect(await read('1. Ke4 Kg4 2. Qh8 Kh5')).toEqual(illegal('Qh8', 'Kg4'))
  expect(await read('1. Zz9')).toEqual(illegal('Zz9'))
  expect(await read('1. Kd2 Zz9 2. e4')).toEqual(illegal('Zz9', 'Kd2'))
  expect(await read('Qh8 Zz9')).toEqual(illegal('Qh8'))
  expect(await read('Ke4 1-0 Kg4')).toEqual(illegal('Kg4', 'Ke4')) // a result ends a line
  expect(await read('1. Ke4 -- 2. Kf2')).toEqual(illegal('--', 'Ke4')) // the engine plays null moves
  expect(await read('  ')).toEqual({ line: '', problem: '' })
})

test('lines from outside end before their first illegal move, and are played once', async () => {
  const position = (/** @type {string} */ line) => ({ fen: PAWN, name: 'Name', note: '', line })
  const positions = ['Ke4 Kg4 Qh8 Kh5', '', 'Kd2 Kd4 e4', 'Qh8'].map(position)
  calls = 0
  const checked = await withLegalLines(positions)
  expect(checked).toEqual(['Ke4 Kg4', '', 'Kd2 Kd4 e4', ''].map(position))
  expect(calls).toBe(3)
  expect(await withLegalLines(positions)).toEqual(checked)
  expect(calls).toBe(3)
  broken = true
  expect(await withLegalLines([position('Ke4 Qa1')])).toEqual([position('Ke4 Qa1')])
  broken = false
  expect(await withLegalLines([position('Ke4 Qa1')])).toEqual([position('Ke4')])
})
