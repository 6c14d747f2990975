// The address of a position: ?fen= with underscores for spaces, #/tables for the other page.

/** @typedef {import('./state.js').Page} Page */

/**
 * @param {URL | Location} address
 * @returns {{page: Page, fen: string | null}}
 */
export function readAddress({ search, hash }) {
  const fen = new URLSearchParams(search).get('fen')
  return { page: hash === '#/tables' ? 'tables' : 'board', fen: fen && fen.replaceAll('_', ' ').trim() }
}

/**
 * @param {Page} page
 * @param {string} fen
 */
export function writeAddress(page, fen) {
  // Slashes may stand in a query as they are: the FEN stays readable.
  const query = encodeURIComponent(fen.trim().replace(/\s+/g, '_')).replaceAll('%2F', '/')
  return `?fen=${query}${page === 'tables' ? '#/tables' : ''}`
}
