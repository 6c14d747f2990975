// Addresses: ?fen= with underscores for spaces names the position, and the hash names the page. Links to a game also
// have its moves. Links to a set have the whole set behind the hash, and no position, as none may show before it is
// played.

/** @typedef {import('./state.js').Place} Place */

/** @type {Place} */
export const BOARD = { page: 'board', subject: '' }
/** @type {Place} */
export const TABLES = { page: 'tables', subject: '' }
/** @type {Place} */
export const ABOUT = { page: 'about', subject: '' }
/** @type {Place} */
export const SETS = { page: 'sets', subject: '' }

/** The board, with the only-move of the day. @type {Place} */
export const DAY = { page: 'board', subject: 'day' }

/** The board, with the first course. @type {Place} */
export const COURSE = { page: 'board', subject: 'course' }

/** Places on the board that have an address of their own. */
const NAMED = [DAY, COURSE]

/** @param {string} name @returns {Place} */
export const classPage = (name) => ({ page: 'class', subject: name })

/** @param {string} id @returns {Place} */
export const setPage = (id) => ({ page: 'sets', subject: id })

/** The board, with a set to be practised. @param {string} set  as a link has it @returns {Place} */
export const trainingPage = (set) => ({ page: 'board', subject: set })

/** @param {Place} place */
export const isTraining = ({ page, subject }) => page === 'board' && subject !== ''

/** Whether a set of the user or of a link is practised. @param {Place} place */
export const isSetPractice = (place) => isTraining(place) && !NAMED.some((each) => samePlace(each, place))

/**
 * @param {URL | Location} address
 * @returns {{place: Place, fen: string | null, moves: string[], after: number[], at: number, puzzle: boolean}}  the
 *   moves of a game from that position on, each with the number of the one before it, and which one led to the board;
 *   puzzle: a frame hides the answer
 */
export function readAddress({ search, hash }) {
  const query = new URLSearchParams(search)
  const fen = query.get('fen')
  const words = (query.get('moves')?.split('_').filter(Boolean) ?? []).map(
    (word) => FOLLOWING.exec(word) ?? [word, '', word],
  )
  const moves = words.map(([, , move]) => move)
  const after = words.map(([, number], i) => (number ? Number(number) : i))
  return {
    place: placeOf(hash),
    fen: fen && fen.replaceAll('_', ' ').trim(),
    moves,
    after,
    at: Math.trunc(Number(query.get('ply') ?? moves.length)) || 0,
    puzzle: query.has('puzzle'),
  }
}

/** A move with the number of the move that it follows, if that is not the one before it: "4.e2e4". */
const FOLLOWING = /^(\d{1,4})\.(.*)$/

/** @param {string} hash @returns {Place} */
function placeOf(hash) {
  const [, page, subject] = hash.split('/')
  if (page === 'tables') return subject ? classPage(subject) : TABLES
  if (page === 'sets') return setPage(subject ?? '')
  if (page === 'set') return trainingPage(subject ?? '')
  return NAMED.find((place) => place.subject === page) ?? (page === 'about' ? ABOUT : BOARD)
}

/** @param {Place} place */
export function hashOf({ page, subject }) {
  if (page === 'class') return `#/tables/${subject}`
  if (page === 'sets') return `#/sets${subject && `/${subject}`}`
  if (NAMED.some((place) => samePlace(place, { page, subject }))) return `#/${subject}`
  if (page === 'board') return subject ? `#/set/${subject}` : '#/'
  return `#/${page}`
}

/**
 * A FEN in a query. Slashes need no escape there, so it stays readable.
 * @param {string} fen
 */
export const inQuery = (fen) => encodeURIComponent(fen.trim().replace(/\s+/g, '_')).replaceAll('%2F', '/')

/**
 * @param {Place} place
 * @param {string} fen
 */
export function writeAddress(place, fen) {
  if (isTraining(place)) return `./${hashOf(place)}`
  return `?fen=${inQuery(fen)}${place.page === 'board' ? '' : hashOf(place)}`
}

/**
 * A link to the current game: its first position, its moves with all variations, and the one that led to the board.
 * @param {import('./state.js').Game} game
 */
export function linkTo({ start, plies, at }) {
  const address = writeAddress(BOARD, start)
  if (!plies.length) return address
  const moves = plies.map(({ uci, after }) => (after === undefined ? uci : `${after}.${uci}`)).join('_')
  return `${address}&moves=${moves}${at === plies.length ? '' : `&ply=${at}`}`
}

/** A link to a position that a frame shows as a puzzle. @param {string} fen */
export const puzzleLink = (fen) => `${writeAddress(BOARD, fen)}&puzzle`

/**
 * The page in a frame, as HTML for other pages.
 * @param {string} address
 * @param {string} [title]
 */
export const frameOf = (address, title = 'A chess position') =>
  `<iframe src="${address.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" title="${title}" ` +
  `width="420" height="700" style="border: 0" loading="lazy" allow="clipboard-write"></iframe>`

/**
 * Gives each frame of a site the height that its content reports.
 * @param {string} origin
 */
const followingHeight = (origin) =>
  "<script>addEventListener('message',({source,origin,data})=>{" +
  `if(origin==='${origin}'&&data?.matewright==='size')` +
  "for(const frame of document.querySelectorAll('iframe'))" +
  'if(frame.contentWindow===source)frame.height=data.height})</script>'

/**
 * A frame as high as its content. If a site removes the script, the frame scrolls.
 * @param {string} address
 * @param {string} [title]
 */
export const followingFrame = (address, title) =>
  `${frameOf(address, title)}\n${followingHeight(new URL(address).origin)}`

/** @param {Place} one @param {Place} another */
export const samePlace = (one, another) => one.page === another.page && one.subject === another.subject
