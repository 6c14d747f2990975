import { expect, test } from 'vitest'
import { parseRecord, recordOf } from './records.js'

const built = {
  class: 'KPvK',
  method: 'grandfather',
  how: 'in memory',
  positions: 9,
  solveSeconds: 1,
  readSeconds: 0,
  encodeSeconds: 1,
  elapsedSeconds: 2.5,
  bytes: 5,
  wasmBytes: 64e6,
}

test('the record of a build is stored and read', () => {
  const record = recordOf(built, 1234)
  expect(record).toEqual({
    method: 'grandfather',
    how: 'in memory',
    seconds: 2.5,
    resumed: false,
    memory: 64e6,
    at: 1234,
  })
  expect(parseRecord(JSON.stringify(record))).toEqual(record)
  expect(recordOf({ ...built, resumed: true }, 0).resumed).toBe(true)
})

test('records of earlier versions have no text for the method', () => {
  const record = { method: 'grandfather', seconds: 2.5, resumed: false, memory: 64e6, at: 1234 }
  expect(parseRecord(JSON.stringify(record))).toEqual({ ...record, how: '' })
})

test.each([
  null,
  '',
  '{',
  'null',
  '{}',
  '{"method":"m","how":3,"seconds":2,"resumed":false,"memory":1,"at":1}',
  '{"method":"m","seconds":"2","resumed":false,"memory":1,"at":1}',
])('%j is not a record', (text) => {
  expect(parseRecord(text)).toBeNull()
})
