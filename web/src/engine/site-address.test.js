import { expect, test } from 'vitest'
import { siteAddress } from './site-address.js'

const PAGE = 'https://chess.example/page/?fen=8#/tables'

test.each([
  ['tables', 'https://chess.example/page/tables/'],
  ['./tables//', 'https://chess.example/page/tables/'],
  ['https://other.example', 'https://other.example/'],
  [' http://localhost:8000/a?b#c ', 'http://localhost:8000/a/'],
  ['https://user:word@other.example/', 'https://other.example/'],
  ['', ''],
  [' ', ''],
  ['javascript:alert(1)', ''],
  ['data:text/plain,', ''],
  ['https://', ''],
  ['file:///etc/', ''],
])('the address %s', (text, address) => {
  expect(siteAddress(text, PAGE)).toBe(address)
})
