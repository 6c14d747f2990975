// Moves as the user reads them. Their pieces have the letters of English, as in files, those of the page's language, or
// figures. Files, links and the clipboard keep the letters of English.

import { say } from './language.js'
import { remembered } from './shell/remember.js'

/** The storage key of the choice. */
export const LETTERS = 'matewright-letters'

/** The pieces of each choice, from the king to the knight. */
const CHOICES = { english: 'KQRBN', own: say('san.letters'), figures: '♔♕♖♗♘' }

/** @typedef {keyof typeof CHOICES} Letters */

/** The choices with their looks. A language with the letters of English has none of its own. */
export const letterChoices = /** @type {Record<Letters, string>} */ (
  Object.fromEntries(
    Object.entries(CHOICES)
      .filter(([name, letters]) => name === 'english' || letters !== CHOICES.english)
      .map(([name, letters]) => [name, [...letters].join(' ')]),
  )
)

/** @returns {Letters} */
function chosen() {
  const name = remembered(LETTERS)
  return name && Object.hasOwn(letterChoices, name) ? /** @type {Letters} */ (name) : 'english'
}

/** The choice of this visit: shown texts do not change. */
export const letters = chosen()

const PIECES = [...CHOICES.english]
const SHOWN = [...CHOICES[letters]]
const TYPED = letters === 'own' ? SHOWN : PIECES

/** A move, or several moves with their numbers, as the user reads them. @param {string} san */
export const shownMove = (san) => san.replace(/[KQRBN](?=[a-h1-8]?[a-h1-8]?x?[a-h][1-8])|(?<==)[QRBN]/g, written)

/** A text that is a move, as the user reads it, and any other text as it is. @param {string} text */
export const ifMove = (text) => (/^[KQRBNa-h][a-h1-8x]{1,5}(=[QRBN])?[+#]?$/.test(text) ? shownMove(text) : text)

/**
 * A move that the user typed, with the letters of English in place of those of the page.
 * @param {string} typed
 */
export const typedMove = (typed) => [...typed].map((letter) => PIECES[SHOWN.indexOf(letter)] ?? letter).join('')

/**
 * The same, for a user who types pieces without capitals.
 * @param {string} typed
 */
export const typedLoosely = (typed) => typedMove(typed.replace(/^./, capital).replace(/.$/, capital))

/** @param {string} letter */
const capital = (letter) => (TYPED.includes(letter.toUpperCase()) ? letter.toUpperCase() : letter)

/** @param {string} piece */
const written = (piece) => SHOWN[PIECES.indexOf(piece)]
