// Found positions as text: EPD, CSV and PGN.

import { say } from '../../language.js'
import { ending, other } from '../../words.js'
import { movesInWords } from '../game/pgn.js'
import { numberOf, turnOf, withoutCounters } from '../board/position.js'

/**
 * @typedef {import('../../engine/types.js').Found} Found
 * @typedef {import('./finder.js').Search} Search
 * @typedef {'epd' | 'csv'} Form  with a line for each position
 */

/** A comment on a position with its result. @param {Found} found */
function remarkOf({ fen, passed, ...judged }) {
  const turn = turnOf(fen)
  const words = ending(judged, turn)
  return passed ? say('finder.passed', { words, passed: ending(passed, other(turn)) }) : words
}

/**
 * The positions as EPD, one a line.
 * @param {Pick<Search, 'found'>} search
 */
export const epdOf = ({ found }) =>
  found
    .map((each) => `${withoutCounters(each.fen)}${each.san ? ` bm ${each.san};` : ''} c0 "${remarkOf(each)}";\n`)
    .join('')

/** The line before the others. @type {Record<Form, string>} */
const HEADS = { epd: '', csv: 'position,result,plies,only_move,result_passed,plies_passed,metric\n' }

/**
 * A file with all lines of a form.
 * @param {Form} form
 * @param {BlobPart[]} lines
 */
export const fileOf = (form, lines) =>
  new Blob([HEADS[form], ...lines], { type: form === 'csv' ? 'text/csv' : 'text/plain' })

/**
 * @param {Form} form
 * @param {Found[]} found
 * @param {string} metric
 */
export const linesOf = (form, found, metric) =>
  form === 'csv' ? found.map((each) => rowOf(each, metric)).join('') : epdOf({ found })

/** @param {Found} found @param {string} metric  of the plies */
const rowOf = ({ fen, san = '', passed, ...judged }, metric) =>
  [fen, ...valueOf(judged), san, ...(passed ? valueOf(passed) : ['', '']), metric].join(',') + '\n'

/** The result and the plies of it, which are signed. @param {import('../../engine/border.js').Judged} judged */
const valueOf = ({ category, dtm, dtc, dtz }) => [category, dtm ?? dtc ?? dtz ?? '']

/**
 * The positions as games of PGN, with the single move if the search is about one.
 * @param {Search} search
 */
export const gamesOf = (search) =>
  search.found
    .map((each, i) => {
      const { fen, san } = each
      const moves = san ? `${movesInWords(fen, [/** @type {any} */ ({ san })], '...', numberOf(fen))} $7 ` : ''
      const tags =
        `[Event "${search.table}"]\n[Round "${i + 1}"]\n[White "?"]\n[Black "?"]\n[Result "*"]\n` +
        `[SetUp "1"]\n[FEN "${fen}"]\n`
      return `${tags}\n{${remarkOf(each)}} ${moves}*\n\n`
    })
    .join('')
