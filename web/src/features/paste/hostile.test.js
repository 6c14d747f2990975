// Input from outside: links, pasted FENs, typed moves. Whatever its text, the page throws no error, and shows and
// writes only its own output.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { frameOf, hashOf, isTraining, linkTo, readAddress, writeAddress } from '../../shell/address.js'
import {
  coloursSwapped,
  EMPTY_PLACEMENT,
  enPassantOf,
  fenOf,
  mirrored,
  piecesOf,
  placementOf,
  put,
  rightsOf,
  shownPlacement,
  turnOf,
} from '../board/position.js'
import { readMove } from '../game/typed-move.js'
import { positionsIn } from './pasted.js'
import { readingsOf } from './readings.fixture.js'
import { pgnOf } from '../game/pgn.js'

/** Any text, or one of the letters of FENs. */
const pasted = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'kqrbnpKQRBNP/0123456789 _-wbacdefgh'), maxLength: 100 }),
  fc.constantFrom(
    '__proto__',
    'constructor',
    '8/8/8/8/8/8/8/8 w - toString 0 1',
    'r3k2r/8/8/8/8/8/8/R3K2R w qKkKX - 0 1',
    '<img src=x onerror=alert(1)>',
    '"]\n[Event "x',
  ),
)
const square = fc.constantFrom('a1', 'e4', 'h8')

/** @param {(text: string) => void} holds */
const forAll = (holds) => fc.assert(fc.property(pasted, holds), { numRuns: 500 })

test('the HTML of a frame is one element, whose address is that of the position', () => {
  forAll((text) => {
    const address = new URL(
      linkTo({ start: text, plies: [{ uci: 'a1a2', san: '', fen: '' }], at: 1 }),
      'https://example.org/',
    ).href
    const [, src, rest] = frameOf(address).match(/^<iframe src="([^"<>\s]*)"( [^<>]*)><\/iframe>$/) ?? []
    expect(src?.replaceAll('&amp;', '&')).toBe(address)
    expect(rest).not.toContain('src')
  })
})

test('any link is read, and its position is that of the link that is made of it', () => {
  forAll((text) => {
    for (const page of ['tables', 'sets', 'set']) expectRead(text, page)
  })
})

/** @param {string} text @param {string} page */
function expectRead(text, page) {
  const { fen, place } = readAddress(
    new URL(`https://example.org/?fen=${encodeURIComponent(text)}#/${page}/${encodeURIComponent(text)}`),
  )
  expect(['board', 'tables', 'class', 'sets', 'about']).toContain(place.page)
  const made = new URL(writeAddress(place, fen ?? ''), 'https://example.org/app/')
  expect(made.origin + made.pathname).toBe('https://example.org/app/')
  expect(readAddress(made)).toMatchObject({
    place,
    fen: isTraining(place) ? null : (fen ?? '').replace(/\s+/g, ' ').trim(),
  })
  expect(hashOf(place)).toMatch(/^#\//)
}

test('any bytes behind the address are read', () => {
  forAll((text) => {
    for (const address of [
      `?${text}`,
      `?fen=${text}`,
      `?fen=${text}&moves=${text}&ply=${text}`,
      `#${text}`,
      `#/tables/${text}`,
      `#/sets/${text}`,
      `#/set/${text}`,
    ]) {
      expect(() => readAddress(new URL(address, 'https://example.org/'))).not.toThrow()
    }
  })
})

test('any FEN has at most 64 squares, and every change of it is a FEN', () => {
  const made = /^[1-8kqrbnpKQRBNP]+(\/[1-8kqrbnpKQRBNP]+){7} [wb] (-|[KQA-H]{0,2}[kqa-h]{0,2}) (-|[a-h][36]) \d+ 1$/
  fc.assert(
    fc.property(pasted, square, (text, key) => {
      const shown = piecesOf(text)
      for (const at of shown.keys()) expect(at).toMatch(/^[a-h][1-8]$/)
      for (const { role, color } of shown.values())
        expect([role, color].join()).toMatch(/^(king|queen|rook|bishop|knight|pawn),(white|black)$/)
      expect(['white', 'black']).toContain(turnOf(text))
      for (const fen of [
        put(text, key, { color: 'white', role: 'king' }),
        mirrored(text),
        coloursSwapped(text),
        fenOf(shownPlacement(text), turnOf(text), rightsOf(text)),
      ]) {
        expect(fen).toMatch(made)
      }
      expect(mirrored(mirrored(text))).toBe(
        fenOf(shownPlacement(text), turnOf(text), '', /^[a-h][36]$/.test(enPassantOf(text)) ? enPassantOf(text) : '-'),
      )
      expect([placementOf(text), enPassantOf(text)].every((field) => typeof field === 'string')).toBe(true)
    }),
    { numRuns: 500 },
  )
  expect(shownPlacement('')).toBe(EMPTY_PLACEMENT)
})

test('any typed move is found or refused in words', () => {
  const moves = [
    { uci: 'a1a8', san: 'Ra8#' },
    { uci: 'e7e8q', san: 'e8=Q' },
  ].map(
    (move) =>
      /** @type {import('../../engine/types.js').Move} */ ({
        ...move,
        fen: '',
        category: 'draw',
        dtm: null,
        checkmate: false,
        stalemate: false,
        zeroing: false,
      }),
  )
  forAll((text) => {
    const result = readMove(moves, text)
    if ('move' in result) expect(moves).toContain(result.move)
    else expect(result.problem).toMatch(/./)
  })
})

test('signs with a meaning in replacements are plain text', () => {
  const fen = '8/8/8/8/8/2k5/8/K6R w - - 0 1'
  for (const sign of ["$'", '$`', '$&', '$1']) {
    expect(readingsOf(`https://x/${sign.repeat(50_000)} ${'x'.repeat(20_000)}`).size).toBe(0)
    const link = `https://x/analysis/${fen.replaceAll(' ', '_')}#${sign}`
    expect(positionsIn(link, readingsOf(link))).toMatchObject([{ fen }])
  }
})

test('a PGN has one header a line, whatever it begins from', () => {
  forAll((text) => {
    const [headers] = pgnOf(text, []).split('\n\n')
    for (const line of headers.split('\n')) expect(line).toMatch(/^\[[A-Za-z]+ "([^"\\]|\\.)*"\]$/)
  })
})
