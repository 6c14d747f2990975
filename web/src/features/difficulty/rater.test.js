import { expect, test } from 'vitest'
import { createRater } from './rater.js'

/** @typedef {import('../../engine/border.js').Rating} Rating */

/** @type {Rating} */
const RATING = { side: 'w', chance: 0.5, level: 2, moves: 1, only: 0 }
const settled = () => new Promise((go) => setTimeout(go))

/** An engine whose answers the test gives, and the positions in view. @param {string[]} view */
function scene(...view) {
  /** @type {Record<string, Rating | null>} */
  const ratings = {}
  /** @type {{fens: string[], answer: (fen: string, rating?: Rating) => void, end: (ok?: boolean) => void}[]} */
  const calls = []
  let stops = 0
  const show = (/** @type {string[]} */ ...fens) => {
    view = fens
    rateSoon()
  }
  const rateSoon = createRater({
    wanted: () => view.filter((fen) => ratings[fen] === undefined),
    rate: (fens, report) =>
      new Promise((done) =>
        calls.push({ fens, answer: (fen, rating) => report({ fen, rating }), end: (ok = true) => done({ ok }) }),
      ),
    stop: () => stops++,
    take(fen, rating) {
      ratings[fen] = rating
      rateSoon()
    },
  })
  rateSoon()
  return { ratings, calls, show, stops: () => stops }
}

test('positions are rated in one call', async () => {
  const { ratings, calls, show } = scene('one', 'two')
  show('one', 'two')
  expect(calls.map(({ fens }) => fens)).toEqual([['one', 'two']])
  calls[0].answer('one', RATING)
  calls[0].answer('two')
  calls[0].end()
  await settled()
  expect(ratings).toEqual({ one: RATING, two: null })
  expect(calls).toHaveLength(1)
})

test('a call goes on while all its positions are wanted, and later ones follow', async () => {
  const { calls, show, stops } = scene('one', 'two')
  show('two', 'three', 'one')
  expect(stops()).toBe(0)
  calls[0].answer('one', RATING)
  calls[0].answer('two', RATING)
  calls[0].end()
  await settled()
  expect(calls[1].fens).toEqual(['three'])
})

test('a call ends once if one of its positions is out of view, and an answer that is late counts', async () => {
  const { ratings, calls, show, stops } = scene('one', 'two', 'three')
  calls[0].answer('one', RATING)
  show('three')
  show('three', 'four')
  expect(stops()).toBe(1)
  calls[0].answer('two', RATING)
  calls[0].end()
  await settled()
  expect(ratings).toEqual({ one: RATING, two: RATING })
  expect(calls.map(({ fens }) => fens).slice(1)).toEqual([['three', 'four']])
})

test('a position that the engine refuses has no rating, and those after it follow', async () => {
  const { ratings, calls } = scene('one', 'bad', 'two')
  calls[0].answer('one', RATING)
  calls[0].end(false)
  await settled()
  expect(ratings).toEqual({ one: RATING, bad: null })
  expect(calls[1].fens).toEqual(['two'])
})
