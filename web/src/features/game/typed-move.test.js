import { say } from '#words'
import { expect, test } from 'vitest'
import { moveOf } from '../../engine/move.fixture.js'
import { readMove } from './typed-move.js'

/** @param {string} uci @param {string} san */
const move = (uci, san) => moveOf({ uci, san })

const moves = [
  move('a1d1', 'Rad1+'),
  move('h1d1', 'Rhd1+'),
  move('a1a8', 'Ra8#'),
  move('b4c3', 'bxc3'),
  move('d2c3', 'Bxc3'),
  move('e7e8q', 'e8=Q'),
  move('e7e8n', 'e8=N+'),
  move('d5c6', 'dxc6'),
  move('g1f3', 'Nf3'),
]

/** @param {string} text */
function read(text) {
  const result = readMove(moves, text)
  return 'move' in result ? result.move.uci : result.problem
}

test('a move is found however it is written', () => {
  for (const text of ['Ra8', 'Ra8#', 'ra8', 'a1a8', 'A1-A8', ' Ra1a8 ', 'R1a8']) expect(read(text)).toBe('a1a8')
  expect(read('Rad1')).toBe('a1d1')
  expect(read('Nf3!?')).toBe('g1f3')
  expect(read('dc6 e.p.')).toBe('d5c6')
  expect(read('dxc6ep')).toBe('d5c6')
})

test('b is a pawn or a bishop', () => {
  expect(read('bxc3')).toBe('b4c3')
  expect(read('Bc3')).toBe('d2c3')
  expect(read('b4xc3')).toBe('b4c3')
})

test('a promotion names its piece', () => {
  expect(read('e8=N')).toBe('e7e8n')
  expect(read('e8q')).toBe('e7e8q')
  expect(read('e7e8n')).toBe('e7e8n')
  expect(read('e8')).toBe(say('typedMove.several', { text: 'e8', moves: 'e8=Q and e8=N+' }))
})

test('an illegal or ambiguous move is reported', () => {
  expect(read('Rd1')).toBe(say('typedMove.several', { text: 'Rd1', moves: 'Rad1+ and Rhd1+' }))
  expect(read('Qd1')).toBe(say('typedMove.none', { text: 'Qd1' }))
  expect(read('hello')).toBe(say('typedMove.none', { text: 'hello' }))
  expect(read('R')).toBe(say('typedMove.none', { text: 'R' }))
})
