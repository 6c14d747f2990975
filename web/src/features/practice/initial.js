// Practice.

/**
 * @typedef {object} PracticeState
 * @property {import('./practice.js').Practice | null} practice  there is one while the mode is 'practice'
 * @property {import('./practice.js').Score} score
 * @property {'longest' | 'trickiest'} defence  of the other side
 * @property {string | null} puzzle  in a frame: the FEN whose result is hidden until the user plays; null for no puzzle
 */

/** @type {PracticeState} */
export const initialPractice = {
  practice: null,
  score: { streak: 0, best: 0 },
  defence: 'longest',
  puzzle: null,
}
