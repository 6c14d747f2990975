// The words of the page, in the user's language. They stand in catalogues (core/words), one file for each language, as
// messages of ICU MessageFormat: '{count, plural, one {# table} other {# tables}}'. English is complete; what another
// language lacks is shown in English.

import { IntlMessageFormat } from 'intl-messageformat'
import germanUrl from '../../core/words/de.json?url'
import english from '../../core/words/en.json'
import { remembered } from './shell/remember.js'

/** @typedef {keyof typeof english} Key  of a message */

/** The languages, by their own names. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' }

/** @typedef {keyof typeof LANGUAGES} Language */
/** @typedef {Partial<Record<Key, string>>} Catalogue */

/** Where the words of every language but English are. @type {Record<Exclude<Language, 'en'>, string>} */
const URLS = { de: germanUrl }

/** Where the service worker finds what only some visits use (vite.config.js). */
const LATER = 'matewright-later'

/** A page in English is better than none. */
const PATIENCE_MS = 5000

/**
 * Where the user's choice of a language is remembered. Without one it is the first of the browser's that exists here.
 */
export const LANGUAGE = 'matewright-language'

/** The language of this visit: words that were shown do not change. @type {Language} */
export let language = 'en'

/** How numbers and lists are written. English lists have no comma before the last word. */
export let locale = 'en-GB'

/** @type {Catalogue} */
let catalogue = english

/** @param {string | null | undefined} name @returns {name is Language} */
export const isLanguage = (name) => !!name && Object.hasOwn(LANGUAGES, name)

/**
 * The language to show.
 * @param {string | null} chosen
 * @param {readonly string[]} preferred as browsers list them: de-AT, en
 */
export const languageFor = (chosen, preferred) =>
  [chosen, ...preferred.map((each) => each.split('-')[0])].find(isLanguage) ?? 'en'

/** Loads the words of this visit, before anything is shown. Without them it stays English. */
export async function loadLanguage() {
  const wanted = languageFor(remembered(LANGUAGE), navigator.languages)
  if (wanted === 'en') return
  try {
    const response = await fetch(URLS[wanted], { signal: AbortSignal.timeout(PATIENCE_MS) })
    if (!response.ok) throw new Error(`The words could not be loaded (${response.status}).`)
    catalogue = await response.json()
    language = locale = wanted
    keep(URLS[wanted]).catch(console.warn)
  } catch (error) {
    console.warn(error)
  }
}

/**
 * Keeps words for visits without a network: the first visit loads them before there is a service worker.
 * @param {string} url
 */
async function keep(url) {
  const cache = await globalThis.caches?.open(LATER)
  if (!cache || (await cache.match(url))) return
  await cache.add(url)
  const { href } = new URL(url, location.href)
  for (const old of await cache.keys()) if (old.url !== href && old.url.endsWith('.json')) await cache.delete(old)
}

/** @type {Map<Key, IntlMessageFormat>} */
const parsed = new Map()

/** @param {Key} key */
function messageOf(key) {
  const message = parsed.get(key) ?? new IntlMessageFormat(catalogue[key] ?? english[key], locale)
  parsed.set(key, message)
  return message
}

/** Whether this page has a message: a worker may be of another version. @param {string} key @returns {key is Key} */
export const isKey = (key) => Object.hasOwn(english, key)

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
