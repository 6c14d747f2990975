import { say } from '#words'
import { expect, test, vi } from 'vitest'
import { readFens } from './readings.fixture.js'

vi.mock('../../engine/engine.js', () => ({ createProber: () => ({ replay: async () => ({ ok: false }) }) }))
vi.mock('./read-fens.effects.js', () => ({ readFens }))
vi.mock('../../shell/framed.js', () => ({ isFramed: false }))

const { store } = await import('../../shell/app.js')
const { pasteText } = await import('./paste.effects.js')

const FEN = '1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1'
/** @param {string} rules */
const game = (rules) => `[Variant "${rules}"]\n[FEN "${FEN}"]\n\n1. Rd1+ *\n\n`

test('games by other rules are left out, and a notice names them if they are alone', async () => {
  await pasteText(game('Atomic') + game('Antichess'))
  expect([store.state.found, store.state.notice]).toEqual([
    null,
    `${say('pasted.variant', { count: 2, variant: 'Atomic' })} ${say('pasting.boardUnchanged')}`,
  ])
  await pasteText(game('Atomic') + game('Standard'))
  expect([store.state.found, store.state.notice]).toMatchObject([
    [{ fen: FEN }],
    say('pasted.variant', { count: 1, variant: 'Atomic' }),
  ])
  await pasteText('[Event "?"]\n\n*')
  expect([store.state.found, store.state.notice]).toEqual([[], null])
})

test('a list is offered, and a notice names its lines without a position', async () => {
  await pasteText(`${FEN}\nno position\n${FEN.replace('w', 'b')}`)
  expect([store.state.found?.length, store.state.notice]).toEqual([2, say('pasted.lines', { count: 1, lines: '2' })])
})
