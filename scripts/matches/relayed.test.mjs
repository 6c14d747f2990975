import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timesOf } from './relayed.mjs'

const LOG = `0 ### starting first : sh matewright.sh
5 >first : new
20 >first : go
60 <first : move b1f5
61 >second: b1f5
63 <first : 0-1 {no move}
112 <second: move d5c6
112 >first : d5c6
150 <first : move a7a8q
151 >second: a7a8q
400 <second: move c6b7
`

test('the time of a move is that since the other move or the first command', () => {
  assert.deepEqual(timesOf('first', LOG), [40, 38])
  assert.deepEqual(timesOf('second', LOG), [51, 249])
  assert.deepEqual(timesOf('first', ''), [])
})
