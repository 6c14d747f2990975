// One only-move a day: positions in which each of the user's first moves is the only one that keeps the result. They
// are a set of their own, with the days of the week so far. core/internal/daily finds the positions.

import { say } from '../../language.js'
import { turnOf } from '../board/position.js'
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
/** Scores count for this number of days. It is less than a year, after which the positions begin again. */
const KEPT_DAYS = 350
/** How far a tab that was opened earlier may be behind another one. */
const BEHIND_DAYS = 7

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

/**
 * The only moves to find in a position: their number, and how hard they are. The engine's own rating is that of more
 * moves.
 * @param {string} fen
 * @returns {{row: number, rating: import('../../engine/border.js').Rating} | null}
 */
export function taskOf(fen) {
  const puzzle = positions.find((each) => each.fen === fen)
  if (!puzzle) return null
  const { line, chance, level } = puzzle
  const row = Math.ceil(line.split(' ').length / 2)
  return { row, rating: { side: turnOf(fen) === 'white' ? 'w' : 'b', chance, level, moves: row, only: row } }
}

/** The day of the last position of a set. @param {Pick<PracticeSet, 'made' | 'positions'>} set */
export const lastDayOf = ({ made, positions: { length } }) => Math.round(made / DAY_MS) + length - 1

/**
 * Returns the scores of the last days. The time of the set dates them, as positions return after a year.
 * @param {PracticeSet | undefined} set  as it is kept
 * @param {number} today
 * @returns {PracticeSet['scores']}
 */
export function scoresOf(set, today) {
  if (!set) return {}
  const newest = set.made / DAY_MS + DAYS - 1 + BEHIND_DAYS
  const days = Array.from({ length: KEPT_DAYS + BEHIND_DAYS + 1 }, (_, i) => today + BEHIND_DAYS - i)
  const dated = new Set(
    days.filter((day) => day <= newest && day > newest - positions.length).map((day) => puzzleOf(day).fen),
  )
  return Object.fromEntries(Object.entries(set.scores).filter(([fen]) => dated.has(fen)))
}

/**
 * Returns the set of the week so far, with the scores of the last days. If another tab is some days ahead, the set has
 * its days.
 * @param {PracticeSet | undefined} set  as it is kept
 * @param {number} today
 * @param {string} locale
 * @returns {PracticeSet}
 */
export function setOf(set, today, locale) {
  const ahead = set ? lastDayOf(set) - today : 0
  const days = daysOf(ahead > 0 && ahead <= BEHIND_DAYS ? today + ahead : today)
  return {
    id: DAILY_SET,
    made: days[0] * DAY_MS,
    name: say('daily.title'),
    positions: days.map((day) => {
      const { fen, line } = puzzleOf(day)
      return { fen, line, name: dateInWords(day, locale), note: '' }
    }),
    scores: scoresOf(set, today),
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
