// The page reads games of other programs with all their contents, and those programs read the games that we write. The
// files of the programs are in core/pgn/testdata/programs. core/pgn/programs_test.go tests the engine's reader with
// them, too.

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Chess } from 'chess.js'
import { makePgn, parsePgn } from 'chessops/pgn'
import { pgnRead, pgnWrite } from 'kokopu'
import { describe, expect, test } from 'vitest'
import { gameInWords, gameOf } from './moves.fixture.js'
import { pgnOf } from './pgn.js'

const FOLDER = new URL('../../../../core/pgn/testdata/programs/', import.meta.url)
const file = (/** @type {string} */ name) => fileURLToPath(new URL(name, FOLDER))
const source = readFileSync(file('source.pgn'), 'utf8')
const expected = JSON.parse(readFileSync(file('expected.json'), 'utf8'))
const FEN = /\[FEN "([^"]*)"\]/.exec(source)?.[1] ?? ''

const tagsOf = (/** @type {string} */ text) => text.slice(0, text.indexOf('\n\n') + 2)

/**
 * A game without things that chess.js cannot store or read: variations, glyphs, and quotation marks in tags.
 * @param {string} text
 */
const mainLine = (text) => `${tagsOf(text).replaceAll('\\"', "'")}${expected['chess.js']} 1-0\n`

/** The game that the page has of a text. @param {string} text */
const read = (text) => gameOf(text.slice(tagsOf(text).length))

/** @param {string} text */
function wordsOf(text) {
  const game = read(text)
  const { lead, plies, ...rest } = game
  return [gameInWords(FEN, game), rest]
}

const PGN_EXTRACT = ['/usr/games/pgn-extract', '/usr/bin/pgn-extract'].find(existsSync)

/** @type {Record<string, (text: string) => string>} each program's own text of a game that it has read */
const programs = {
  'chess.js'(text) {
    const game = new Chess()
    game.loadPgn(mainLine(text))
    return game.pgn({ maxWidth: 80 })
  },
  chessops: (text) => makePgn(parsePgn(text)[0]),
  kokopu: (text) => pgnWrite(pgnRead(text).game(0)),
  'pgn-extract': (text) => spawnSync(PGN_EXTRACT ?? '', ['-s'], { input: text, encoding: 'utf8' }).stdout,
}

describe.each(Object.entries(programs))('%s', (name, write) => {
  const isMissing = name === 'pgn-extract' && !PGN_EXTRACT // a package of Debian
  test.skipIf(isMissing)('writes the file that the readers are tested with', async () => {
    await expect(write(source)).toMatchFileSnapshot(file(`${name}.pgn`))
  })

  test('writes a game of which nothing is lost', () => {
    const text = readFileSync(file(`${name}.pgn`), 'utf8')
    expect(wordsOf(text)).toEqual([expected[name], { result: '1-0', stray: '', unread: 0, uncommented: false }])
  })
})

describe('our output', () => {
  const { lead, plies } = read(source)
  const written = {
    page: pgnOf(FEN, plies, 'One game', { note: lead, tags: { Result: '1-0' } }),
    engine: readFileSync(file('matewright.pgn'), 'utf8'),
  }

  test.each(Object.entries(written))('is read by chessops and kokopu with nothing lost, from the %s', (_, text) => {
    for (const write of [programs.chessops, programs.kokopu]) expect(wordsOf(write(text))[0]).toBe(expected.kokopu)
  })

  test.skipIf(!PGN_EXTRACT).each(Object.entries(written))(
    'is read by pgn-extract with nothing lost, from the %s',
    (_, text) => {
      expect(wordsOf(programs['pgn-extract'](text))[0]).toBe(expected.kokopu)
    },
  )

  test('is read by chess.js, which has no variations and no null moves', () => {
    const main = read(programs['chess.js'](source))
    expect(
      wordsOf(
        programs['chess.js'](pgnOf(FEN, main.plies, 'One game', { note: main.lead, tags: { Result: '1-0' } })),
      )[0],
    ).toBe(expected['chess.js'])
    const engine = readFileSync(file('matewright-main.pgn'), 'utf8')
    const game = new Chess()
    game.loadPgn(engine)
    expect(wordsOf(game.pgn())[0]).toBe(expected['chess.js'])
  })
})
