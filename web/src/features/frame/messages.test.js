import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRequest } from './messages.js'

test('a request is read with its own fields and no others', () => {
  const fen = '8/8/8/8/8/2k5/8/K6Q w - - 0 1'
  expect(readRequest({ matewright: 'setPosition', id: 7, fen, moves: ['h1h8', 'c3d3'], ply: 1, build: true })).toEqual({
    matewright: 'setPosition',
    id: 7,
    fen,
    moves: ['h1h8', 'c3d3'],
    ply: 1,
  })
  expect(readRequest({ matewright: 'probe' })).toEqual({ matewright: 'probe' })
  expect(readRequest({ matewright: 'line', id: 'a', by: 'dtz50' })).toEqual({
    matewright: 'line',
    id: 'a',
    by: 'dtz50',
  })
})

test.each([
  { matewright: 'setPosition' },
  { matewright: 'setPosition', fen: 1 },
  { matewright: 'setPosition', fen: 'x'.repeat(201) },
  { matewright: 'setPosition', fen: '', moves: ['e2e9'] },
  { matewright: 'setPosition', fen: '', moves: Array(1001).fill('e2e4') },
  { matewright: 'setPosition', fen: '', moves: Array(2) },
  { matewright: 'setPosition', fen: '', moves: [['e2e4']] },
  { matewright: 'setPosition', fen: '', ply: NaN },
  { matewright: 'probe', by: 'toString' },
  { matewright: 'probe', fen: ['8'] },
])('%o is answered by what is wrong with it', (data) =>
  expect(readRequest(data)).toEqual({ matewright: 'wrong', message: expect.stringContaining(data.matewright) }),
)

test.each([
  null,
  undefined,
  1,
  'probe',
  [],
  {},
  { matewright: 'build' },
  { matewright: 'remove' },
  { matewright: 'toString' },
  { matewright: '__proto__' },
  { matewright: ['probe'] },
  { matewright: 'probe', id: {} },
  { matewright: 'probe', id: NaN },
  { matewright: 'wrong' },
  { type: 'webpackOk' },
])('%o is not for us', (data) => expect(readRequest(data)).toBe(null))

test('any message that is accepted is one of the requests', () => {
  const field = fc.oneof(fc.anything(), fc.constantFrom('probe', 'listen', 'setPosition', 'dtm'), fc.array(fc.string()))
  fc.assert(
    fc.property(
      fc.record(
        { matewright: field, id: field, fen: field, moves: field, ply: field, by: field },
        { requiredKeys: [] },
      ),
      (data) => {
        const read = readRequest(data)
        if (!read) return
        expect(['position', 'listen', 'setPosition', 'probe', 'line', 'wrong']).toContain(read.matewright)
        expect(structuredClone(read)).toEqual(read)
      },
    ),
    { numRuns: 2000 },
  )
})
