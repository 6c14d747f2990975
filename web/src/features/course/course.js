// The first course: lessons that begin with their words, not with a riddle. They are a set of their own, so that their
// scores are kept.

import { say } from '../../language.js'

/**
 * @typedef {import('../sets/sets.js').PracticeSet} PracticeSet
 */

/** The id of the set. */
export const COURSE_SET = 'course'

/** @param {{id: string}} set */
export const isCourse = ({ id }) => id === COURSE_SET

/** The lessons in their order. */
const LESSONS = [
  { fen: '8/8/8/3k4/8/8/8/Q3K3 w - - 0 1', name: say('course.queen'), note: say('course.queenText') },
  { fen: '8/8/8/3k4/8/8/8/R3K3 w - - 0 1', name: say('course.rook'), note: say('course.rookText') },
  { fen: '8/8/8/2k5/8/8/4P3/4K3 w - - 0 1', name: say('course.keySquares'), note: say('course.keySquaresText') },
  { fen: '8/8/4k3/8/4K3/8/4P3/8 w - - 0 1', name: say('course.opposition'), note: say('course.oppositionText') },
  { fen: '8/8/4k3/8/4PK2/8/8/8 b - - 0 1', name: say('course.defence'), note: say('course.defenceText') },
  { fen: '1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1', name: say('course.lucena'), note: say('course.lucenaText') },
  { fen: '3k4/8/8/3PK3/8/r7/8/7R b - - 0 1', name: say('course.philidor'), note: say('course.philidorText') },
]

/**
 * Returns the course with the scores so far.
 * @param {PracticeSet | undefined} set  as it is kept
 * @returns {PracticeSet}
 */
export const courseOf = (set) => ({
  id: COURSE_SET,
  made: 0,
  name: say('course.title'),
  positions: LESSONS.map((lesson) => ({ ...lesson, line: '' })),
  scores: set?.scores ?? {},
  ...(set && !set.passing ? {} : { passing: true }),
})
