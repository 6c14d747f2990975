// Addresses: ?fen= with underscores for spaces names the position, the hash the page.

/** @typedef {import('./state.js').Place} Place */

/** @type {Place} */
export const BOARD = { page: 'board', subject: '' }
/** @type {Place} */
export const TABLES = { page: 'tables', subject: '' }
/** @type {Place} */
export const ABOUT = { page: 'about', subject: '' }

/** @param {string} name @returns {Place} */
export const classPage = (name) => ({ page: 'class', subject: name })

/**
 * @param {URL | Location} address
 * @returns {{place: Place, fen: string | null}}
 */
export function readAddress({ search, hash }) {
  const fen = new URLSearchParams(search).get('fen')
  return { place: placeOf(hash), fen: fen && fen.replaceAll('_', ' ').trim() }
}

/** @param {string} hash @returns {Place} */
function placeOf(hash) {
  const [, page, subject] = hash.split('/')
  if (page === 'tables') return subject ? classPage(subject) : TABLES
  return page === 'about' ? ABOUT : BOARD
}

/** @param {Place} place */
export function hashOf({ page, subject }) {
  if (page === 'class') return `#/tables/${subject}`
  return page === 'board' ? '#/' : `#/${page}`
}

/**
 * @param {Place} place
 * @param {string} fen
 */
export function writeAddress(place, fen) {
  // Slashes may stand in a query as they are: the FEN stays readable.
  const query = encodeURIComponent(fen.trim().replace(/\s+/g, '_')).replaceAll('%2F', '/')
  return `?fen=${query}${place.page === 'board' ? '' : hashOf(place)}`
}

/** @param {Place} one @param {Place} another */
export const samePlace = (one, another) => one.page === another.page && one.subject === another.subject
