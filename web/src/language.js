// The texts of the page, in the user's language. Each language has a catalogue in core/words, with messages in ICU
// MessageFormat: '{count, plural, one {# table} other {# tables}}'. The page contains English, and loads other
// languages. A message that another language lacks is shown in English.

import { IntlMessageFormat } from 'intl-messageformat'
import de from '../../core/words/de.json?url'
import english from '../../core/words/en.json'
import es from '../../core/words/es.json?url'
import fr from '../../core/words/fr.json?url'
import pl from '../../core/words/pl.json?url'
import pt from '../../core/words/pt.json?url'
import { remembered } from './shell/remember.js'

/** @typedef {keyof typeof english} Key  of a message */

/** The languages, with their own names. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  pl: 'Polski',
  pt: 'Português',
}

/** @typedef {keyof typeof LANGUAGES} Language */
/** @typedef {Partial<Record<Key, string>>} Catalogue */

/** The URLs of the catalogues, except English. @type {Record<Exclude<Language, 'en'>, string>} */
const URLS = { de, es, fr, pl, pt }

/** How long the page waits for a catalogue before it shows English. */
const PATIENCE_MS = 5000

/**
 * The storage key of the user's language. By default it is the first of the browser's languages with a catalogue.
 */
export const LANGUAGE = 'matewright-language'

/** The language of this visit: shown texts do not change. @type {Language} */
export let language = 'en'

/** The locale of numbers and lists. English lists have no comma before the last word. */
export let locale = 'en-GB'

/** @type {Catalogue} */
let catalogue = english

/** @param {string | null | undefined} name @returns {name is Language} */
export const isLanguage = (name) => !!name && Object.hasOwn(LANGUAGES, name)

/**
 * Returns the language to show.
 * @param {string | null} chosen
 * @param {readonly string[]} preferred as browsers list them: de-AT, en
 */
export const languageFor = (chosen, preferred) =>
  [chosen, ...preferred.map((each) => each.split('-')[0])].find(isLanguage) ?? 'en'

/** Loads the catalogue of this visit, before the page shows anything. After a failure the page is in English. */
export async function loadLanguage() {
  const wanted = languageFor(remembered(LANGUAGE), navigator.languages)
  if (wanted === 'en') return
  try {
    const response = await fetch(URLS[wanted], { signal: AbortSignal.timeout(PATIENCE_MS) })
    if (!response.ok) throw new Error(`The words could not be loaded (${response.status}).`)
    catalogue = await response.json()
    language = locale = wanted
  } catch (error) {
    console.warn(error)
  }
}

/** @type {Map<Key, IntlMessageFormat>} */
const parsed = new Map()

/** @param {Key} key */
function messageOf(key) {
  const message = parsed.get(key) ?? new IntlMessageFormat(catalogue[key] ?? english[key], locale)
  parsed.set(key, message)
  return message
}

/**
 * Reports whether the page has a message: a worker may be of another version.
 * @param {string} key
 * @returns {key is Key}
 */
export const isKey = (key) => Object.hasOwn(english, key)

/**
 * Returns the engine's messages in the language of the page.
 * @returns {{key: string, text: string}[]}
 */
export const engineMessages = () =>
  Object.entries({ ...english, ...catalogue })
    .filter(([key]) => key.startsWith('core.'))
    .map(([key, text]) => ({ key, text }))

/**
 * Returns the text of a message.
 * @param {Key} key
 * @param {Record<string, string | number | boolean | null | undefined>} [values]  of its arguments, by name
 */
export const say = (key, values) => /** @type {string} */ (messageOf(key).format(values))

/**
 * Returns the parts of a message: texts, and the results of the functions for its <tags>.
 * @template T
 * @param {Key} key
 * @param {Record<string, any>} values
 * @returns {string | T | (string | T)[]}
 */
export const partsOf = (key, values) => messageOf(key).format(values)
