// The answers of the engine about the position on the board.

/**
 * @typedef {object} AnswerState
 * @property {boolean} asking  the answer shown is that of the previous position
 * @property {boolean} slow  ... and has been for a second
 * @property {import('../../shell/state.js').Answer | null} answer
 * @property {import('../../shell/state.js').RulesOf | null} rules
 * @property {import('../../engine/metrics.js').Metric} [by]  the metric that orders moves; the one of the tables if the
 *   user chose none
 */

/** @type {AnswerState} */
export const initialAnswer = {
  asking: true,
  slow: false,
  answer: null,
  rules: null,
}
