// One only-move a day: positions in which each of the user's first moves is the only one that keeps the result. They
// are a set of their own, with the days of the week so far. core/internal/daily finds the positions.

import { say } from '../../language.js'
import positions from './positions.json'

/**
 * @typedef {import('../sets/sets.js').PracticeSet} PracticeSet
 * @typedef {import('../sets/sets.js').SetPosition} SetPosition
 * @typedef {import('../sets/sets.js').Score} Score
 */

/** The id of the set. */
export const DAILY_SET = 'daily'

/** @param {{id: string}} set */
export const isDaily = ({ id }) => id === DAILY_SET

const DAYS = 7
const DAY_MS = 86_400_000
/** The first day of 1970 was a Thursday. */
const FIRST_WEEKDAY = 3
/** Scores older than this may be those of the same positions a year ago. */
const KEPT_DAYS = 180

/** The number of the day on the user's calendar, from the first one of 1970. @param {Date} date */
export const dayOf = (date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS

/** The date of a day, such as "Monday 30 November". @param {number} day @param {string} locale */
export const dateInWords = (day, locale) =>
  new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    day * DAY_MS,
  )

/** The number of a day in its week, 0 for Monday. @param {number} day */
const weekday = (day) => (day + FIRST_WEEKDAY) % DAYS

/** The position of a day. After a year the positions begin again. @param {number} day */
export const puzzleOf = (day) => positions[(day + FIRST_WEEKDAY) % positions.length]

/** The days of the week so far. @param {number} today */
const daysOf = (today) => Array.from({ length: weekday(today) + 1 }, (_, i) => today - weekday(today) + i)

/** The positions of the week so far. @param {number} today */
export const weekOf = (today) => daysOf(today).map(puzzleOf)

/** The number of only moves to find. @param {{line: string}} puzzle */
export const rowOf = ({ line }) => Math.ceil(line.split(' ').length / 2)

/**
 * Returns the set of the week so far, with the scores of the last days.
 * @param {PracticeSet | undefined} set  as it is kept
 * @param {number} today
 * @param {string} locale
 * @returns {PracticeSet}
 */
export function setOf(set, today, locale) {
  const days = daysOf(today)
  const known = new Set(Array.from({ length: KEPT_DAYS }, (_, i) => puzzleOf(today - i).fen))
  return {
    id: DAILY_SET,
    made: days[0] * DAY_MS,
    name: say('daily.title'),
    positions: days.map((day) => {
      const { fen, line } = puzzleOf(day)
      return { fen, line, name: dateInWords(day, locale), note: '' }
    }),
    scores: Object.fromEntries(Object.entries(set?.scores ?? {}).filter(([fen]) => known.has(fen))),
    ...(set && !set.passing ? {} : { passing: true }),
  }
}

/** @param {Record<string, Score>} scores @param {number} day */
const isSolved = (scores, day) => (scores[puzzleOf(day).fen] ?? 'missed') !== 'missed'

/**
 * The number of days in a row that are solved. The row is not broken before today ends.
 * @param {Record<string, Score>} scores
 * @param {number} today
 */
export function streak(scores, today) {
  let day = isSolved(scores, today) ? today : today - 1
  const last = day
  while (last - day < KEPT_DAYS && isSolved(scores, day)) day--
  return last - day
}

/** @type {Record<Score | 'none', string>} */
const MARKS = { 'at-once': '🟩', solved: '🟨', missed: '🟥', none: '⬜' }

/**
 * The user's results of the week, without any move.
 * @param {Record<string, Score>} scores
 * @param {number} today
 * @param {string} locale
 */
export const resultInWords = (scores, today, locale) =>
  say('daily.result', {
    date: dateInWords(today, locale),
    week: daysOf(today)
      .map((day) => MARKS[scores[puzzleOf(day).fen] ?? 'none'])
      .join(''),
    count: streak(scores, today),
  })
