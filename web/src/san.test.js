import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllGlobals())

/** The module as it is after a choice, in German. @param {string} choice */
async function withLetters(choice) {
  vi.stubGlobal('localStorage', { getItem: () => choice })
  vi.doMock('./language.js', () => ({ say: () => 'KDTLS' }))
  return import('./san.js')
}

test('pieces have the chosen letters', async () => {
  const german = await withLetters('own')
  expect(['Kd4', 'Qa1#', 'Rexd4+', 'Bb2', 'Nf3', 'e8=Q+', 'O-O', 'bxa8=N'].map(german.shownMove)).toEqual([
    'Kd4',
    'Da1#',
    'Texd4+',
    'Lb2',
    'Sf3',
    'e8=D+',
    'O-O',
    'bxa8=S',
  ])
  expect(german.shownMove('1. Rb4+ Kc3 2. Nd5+')).toBe('1. Tb4+ Kc3 2. Sd5+')
})

test('figures and the letters of English', async () => {
  const figures = await withLetters('figures')
  expect(['qa1', 'Qa1', '♕a1'].map(figures.typedLoosely)).toEqual(['Qa1', 'Qa1', 'Qa1'])
  expect(figures.shownMove('Qa1#')).toBe('♕a1#')
  vi.resetModules()
  const english = await withLetters('of another version')
  expect(english.shownMove('Qa1#')).toBe('Qa1#')
  expect(english.letterChoices).toEqual({ english: 'K Q R B N', own: 'K D T L S', figures: '♔ ♕ ♖ ♗ ♘' })
})

test('typed moves may have these letters', async () => {
  const { typedMove, typedLoosely } = await withLetters('own')
  expect(['da1', 'sf3', 'e8d', 'b4'].map(typedLoosely)).toEqual(['Qa1', 'Nf3', 'e8Q', 'b4'])
  expect(['Da1', 'Sf3', 'e8=D', 'b4', 'Nf3'].map(typedMove)).toEqual(['Qa1', 'Nf3', 'e8=Q', 'b4', 'Nf3'])
})

test('only a move is written as one', async () => {
  const { ifMove } = await withLetters('own')
  expect(['Rb4+', 'e4', 'KRvK', 'Rook', 'R', 'exd8=R#'].map(ifMove)).toEqual([
    'Tb4+',
    'e4',
    'KRvK',
    'Rook',
    'R',
    'exd8=T#',
  ])
})
