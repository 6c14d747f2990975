import { expect, test } from 'vitest'
import { levelFor, strengthFor } from '../difficulty/difficulty.js'
import {
  dateInWords,
  dayOf,
  isDaily,
  lastDayOf,
  puzzleOf,
  resultInWords,
  scoresOf,
  setOf,
  streak,
  taskOf,
} from './daily.js'

const MONDAY = dayOf(new Date(2026, 10, 30))

/** @param {number[]} days @returns {Record<string, import('../sets/sets.js').Score>} */
const solved = (...days) => Object.fromEntries(days.map((day) => [puzzleOf(day).fen, 'at-once']))

test('each day of a year has a position of its own, and weeks begin with the easiest one', () => {
  expect(dateInWords(MONDAY, 'en-GB')).toBe('Monday 30 November')
  const year = Array.from({ length: 364 }, (_, i) => puzzleOf(MONDAY + i))
  expect(new Set(year.map(({ fen }) => fen)).size).toBe(364)
  expect(puzzleOf(MONDAY + 364)).toEqual(year[0])
  for (const [i, { chance }] of year.entries()) if (i % 7) expect(chance).toBeLessThanOrEqual(year[i - 1].chance)
  // The page has the same levels as the engine.
  for (const { chance, level } of year) expect(levelFor(strengthFor({ chance }))).toBe(level)
  for (const { fen, chance, level } of year) {
    const task = taskOf(fen)
    expect([2, 3]).toContain(task?.row)
    expect(task?.rating).toMatchObject({ side: fen.split(' ')[1], chance, level, only: task?.row })
  }
  expect(taskOf('8/8/8/3k4/8/8/8/Q3K3 w - - 0 1')).toBeNull()
})

test('the day changes at midnight of the user', () => {
  expect(dayOf(new Date(2026, 10, 30, 0, 0))).toBe(MONDAY)
  expect(dayOf(new Date(2026, 10, 30, 23, 59))).toBe(MONDAY)
  expect(dayOf(new Date(2026, 11, 1))).toBe(MONDAY + 1)
})

test('the set has the days of the week so far, and keeps scores for nearly a year', () => {
  const first = setOf(undefined, MONDAY + 2, 'en-GB')
  expect(isDaily(first) && first.passing).toBe(true)
  expect(first.positions.map(({ fen }) => fen)).toEqual([0, 1, 2].map((day) => puzzleOf(MONDAY + day).fen))
  expect(lastDayOf(first)).toBe(MONDAY + 2)
  expect(first.positions.map(({ name }) => name)).toEqual([
    'Monday 30 November',
    'Tuesday 1 December',
    'Wednesday 2 December',
  ])
  const { passing: _, ...kept } = { ...first, scores: solved(MONDAY, MONDAY + 1) }
  const later = setOf(kept, MONDAY + 7, 'en-GB')
  expect(later.passing).toBeUndefined()
  expect(later.positions).toHaveLength(1)
  expect(later.scores).toEqual(kept.scores)
  expect(setOf(later, MONDAY + 340, 'en-GB').scores).toEqual(kept.scores)
})

test('a score of last year does not count for the same position this year', () => {
  const kept = { ...setOf(undefined, MONDAY, 'en-GB'), scores: solved(MONDAY, MONDAY - 7) }
  for (const years of [1, 2, 10]) {
    const day = MONDAY + years * 364
    expect(puzzleOf(day)).toEqual(puzzleOf(MONDAY))
    expect(scoresOf(kept, day)).toEqual({})
    expect(setOf(kept, day, 'en-GB').scores).toEqual({})
  }
  expect(streak(scoresOf(kept, MONDAY), MONDAY)).toBe(1)
  expect(scoresOf(undefined, MONDAY)).toEqual({})
  for (const made of [NaN, Infinity, 1e300, -1]) expect(scoresOf({ ...kept, made }, MONDAY)).toEqual({})
})

test('a tab that was opened before midnight keeps the days and scores of a later one', () => {
  for (const midnight of [MONDAY, MONDAY + 3]) {
    const later = { ...setOf(undefined, midnight, 'en-GB'), scores: solved(midnight) }
    const earlier = setOf(later, midnight - 1, 'en-GB')
    expect(earlier.scores).toEqual(later.scores)
    expect(earlier.positions).toEqual(later.positions)
    expect(lastDayOf(earlier)).toBe(midnight)
    // The score of the earlier day comes last.
    const both = setOf({ ...earlier, scores: solved(midnight, midnight - 1) }, midnight, 'en-GB')
    expect(streak(scoresOf(both, midnight), midnight)).toBe(2)
  }
  // The clock was wrong.
  const far = setOf(undefined, MONDAY + 100, 'en-GB')
  expect(lastDayOf(setOf(far, MONDAY, 'en-GB'))).toBe(MONDAY)
})

test('a streak counts days in a row, and is not broken before the day ends', () => {
  expect(streak({}, MONDAY)).toBe(0)
  expect(streak(solved(MONDAY), MONDAY)).toBe(1)
  expect(streak(solved(MONDAY - 1, MONDAY - 2), MONDAY)).toBe(2)
  expect(streak(solved(MONDAY, MONDAY - 1, MONDAY - 3), MONDAY)).toBe(2)
  expect(streak(solved(MONDAY - 2), MONDAY)).toBe(0)
  const missed = { ...solved(MONDAY - 1), [puzzleOf(MONDAY).fen]: /** @type {const} */ ('missed') }
  expect(streak(missed, MONDAY)).toBe(1)
  expect(streak(solved(...Array.from({ length: 400 }, (_, i) => MONDAY - i)), MONDAY)).toBe(350)
})

test('the result has a mark for each day of the week, and no move', () => {
  const scores = { ...solved(MONDAY), [puzzleOf(MONDAY + 2).fen]: /** @type {const} */ ('missed') }
  const result = resultInWords(scores, MONDAY + 3, 'en-GB')
  expect(result).toContain('🟩⬜🟥⬜')
  expect(result).toContain('Thursday 3 December')
  // Neither a move nor a square.
  expect(result.replace('Thursday 3 December', '')).not.toMatch(/[a-h][1-8]|O-O/)
})
