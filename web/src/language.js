// The words of the page, in the user's language. They stand in catalogues (core/words), one file for each language, as messages of ICU
// MessageFormat: '{count, plural, one {# table} other {# tables}}'. English is complete; what another language lacks is shown in English.

import { IntlMessageFormat } from 'intl-messageformat'
import english from '../../core/words/en.json'

/** @typedef {keyof typeof english} Key  of a message */

/** The language of this visit: words that were shown do not change. */
export const language = 'en'

/** How numbers and lists are written. English lists have no comma before the last word. */
export const locale = language === 'en' ? 'en-GB' : language

/** @type {Partial<Record<Key, string>>} */
const catalogue = english

/** @type {Map<Key, IntlMessageFormat>} */
const parsed = new Map()

/** @param {Key} key */
function messageOf(key) {
  const message = parsed.get(key) ?? new IntlMessageFormat(catalogue[key] ?? english[key], locale)
  parsed.set(key, message)
  return message
}

/**
 * A message as text.
 * @param {Key} key
 * @param {Record<string, string | number | boolean | null | undefined>} [values]  by the names that it has for them
 */
export const say = (key, values) => /** @type {string} */ (messageOf(key).format(values))

/**
 * A message as its parts: texts, and what the values of its <tags> make of theirs.
 * @template T
 * @param {Key} key
 * @param {Record<string, any>} values
 * @returns {string | T | (string | T)[]}
 */
export const partsOf = (key, values) => messageOf(key).format(values)
