// The query to the engine for a wish.

/**
 * @typedef {import('../../engine/types.js').Query} Query
 * @typedef {import('./finder.js').Kind} Kind
 * @typedef {import('./finder.js').Wish} Wish
 */

/**
 * The query to the engine. The winner of a mate in n makes n moves, the loser n - 1, or n if the loser is to move.
 * @param {string} name
 * @param {Wish} wished
 * @param {string[]} [also]  the classes that are searched after it
 * @returns {Query}
 */
export function queryOf(name, wished, also = /** @type {string[]} */ ([])) {
  const { kind, moves, toMoves = 0, plies = 0, toPlies = 0, turn, men = '', row = 1, varied } = wished
  const theme = themeOf(name, wished)
  /** @type {Query} */
  const query = { class: name, side: turn === 'black' ? 'b' : 'w', kind: isOfMates(kind) || kind === 'any' ? '' : kind }
  if (turn === 'either') query.both = true
  if (men.trim()) query.men = men
  if (varied) query.varied = true
  if (also.length) query.also = also
  if (theme) query.themes = theme
  if (isAboutOne(kind) && row > 1) query.row = row
  if (isOfMates(kind)) {
    const less = kind === 'mate' ? 1 : 0
    return {
      ...query,
      outcome: kind === 'mate' ? 'win' : 'loss',
      minPlies: 2 * moves - less,
      maxPlies: 2 * Math.max(moves, toMoves) - less,
    }
  }
  if (!hasPlies(kind)) return query
  if (plies) query.minPlies = plies
  if (toPlies) query.maxPlies = Math.max(plies, toPlies)
  return query
}

/**
 * The theme that the search of a table requires, or ''. Only tables with castling rights have castling.
 * @param {string} table
 * @param {Pick<Wish, 'kind' | 'theme'>} wished
 */
export const themeOf = (table, { kind, theme }) =>
  isAboutOne(kind) && (theme !== 'castling' || table.includes('-')) ? (theme ?? '') : ''

/** Whether its positions may have plies that the user chooses. Draws have none. @param {Kind} kind */
export const hasPlies = (kind) => ['zugzwang', 'only-move', 'any'].includes(kind)

/** @param {Kind} kind */
export const isOfMates = (kind) => kind === 'mate' || kind === 'mated'

/** Whether it is about a single move. @param {Kind} kind */
export const isAboutOne = (kind) => kind === 'only-move' || kind === 'only-draw'
