import { expect, test } from 'vitest'
import { levelFor, strengthFor } from '../difficulty/difficulty.js'
import { dateInWords, dayOf, isDaily, puzzleOf, resultInWords, rowOf, setOf, streak, weekOf } from './daily.js'

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
  expect(year.every((puzzle) => rowOf(puzzle) === 2 || rowOf(puzzle) === 3)).toBe(true)
})

test('the day changes at midnight of the user', () => {
  expect(dayOf(new Date(2026, 10, 30, 0, 0))).toBe(MONDAY)
  expect(dayOf(new Date(2026, 10, 30, 23, 59))).toBe(MONDAY)
  expect(dayOf(new Date(2026, 11, 1))).toBe(MONDAY + 1)
})

test('the set has the days of the week so far, and keeps scores for half a year', () => {
  const first = setOf(undefined, MONDAY + 2, 'en-GB')
  expect(isDaily(first) && first.passing).toBe(true)
  expect(first.positions.map(({ fen }) => fen)).toEqual(weekOf(MONDAY + 2).map(({ fen }) => fen))
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
  expect(setOf(later, MONDAY + 200, 'en-GB').scores).toEqual({})
})

test('a streak counts days in a row, and is not broken before the day ends', () => {
  expect(streak({}, MONDAY)).toBe(0)
  expect(streak(solved(MONDAY), MONDAY)).toBe(1)
  expect(streak(solved(MONDAY - 1, MONDAY - 2), MONDAY)).toBe(2)
  expect(streak(solved(MONDAY, MONDAY - 1, MONDAY - 3), MONDAY)).toBe(2)
  expect(streak(solved(MONDAY - 2), MONDAY)).toBe(0)
  const missed = { ...solved(MONDAY - 1), [puzzleOf(MONDAY).fen]: /** @type {const} */ ('missed') }
  expect(streak(missed, MONDAY)).toBe(1)
  expect(streak(solved(...Array.from({ length: 400 }, (_, i) => MONDAY - i)), MONDAY)).toBe(180)
})

test('the result has a mark for each day of the week, and no move', () => {
  const scores = { ...solved(MONDAY), [puzzleOf(MONDAY + 2).fen]: /** @type {const} */ ('missed') }
  const result = resultInWords(scores, MONDAY + 3, 'en-GB')
  expect(result).toContain('🟩⬜🟥⬜')
  expect(result).toContain('Thursday 3 December')
  for (const { fen, line } of weekOf(MONDAY + 3)) {
    expect(result).not.toContain(fen)
    expect(result).not.toContain(line)
  }
})
