// The words of the page, for the tests. A test names a message by its key, so that rewording the catalogue
// (core/words/en.json) changes no test. With MATEWRIGHT_WORDS=pseudo, Vite builds the page with other words
// (scripts/pseudo.mjs), and the tests expect those.

import { readFileSync } from 'node:fs'
import { IntlMessageFormat } from 'intl-messageformat'
import { TYPE } from '@formatjs/icu-messageformat-parser'
import { chosenWords } from '../scripts/pseudo.mjs'

/** @typedef {import('../web/src/language.js').Key} Key  of a message */
/** @typedef {import('@formatjs/icu-messageformat-parser').MessageFormatElement} Element */
/** @typedef {string | number | boolean | RegExp | null | undefined} Value */
/** @typedef {Record<string, Value>} Values  of a message, by their names */

/** As in web/src/language.js. */
const LOCALE = 'en-GB'

/** @type {Record<string, string>} */
const catalogue = JSON.parse(chosenWords(readFileSync(new URL('../core/words/en.json', import.meta.url), 'utf8')))

/** @param {Key} key */
function messageOf(key) {
  if (!Object.hasOwn(catalogue, key)) throw new Error(`There is no message ${key} in core/words/en.json.`)
  return new IntlMessageFormat(catalogue[key], LOCALE)
}

/**
 * A message as the text that the user sees, without tags.
 * @param {Key} key
 * @param {Values} [values]  all that the message has
 * @returns {string}
 */
export function say(key, values = {}) {
  const message = messageOf(key)
  const untagged = (/** @type {string[]} */ parts) => parts.join('')
  const tags = Object.fromEntries(tagsIn(message.getAst()).map((name) => [name, untagged]))
  return String(message.format({ ...tags, .../** @type {Record<string, any>} */ (values) }))
}

/** @param {Element[]} elements @returns {string[]} */
const tagsIn = (elements) =>
  elements.flatMap((element) => {
    if (element.type === TYPE.tag) return [element.value, ...tagsIn(element.children)]
    return 'options' in element ? Object.values(element.options).flatMap(({ value }) => tagsIn(value)) : []
  })

/**
 * An expression that matches a whole text. A value that is not given may be any.
 * A value may be an expression of its own; as a count it chooses the plural.
 * @param {Key} key
 * @param {Values} [values]
 */
export const pattern = (key, values) => new RegExp(`^\\s*${sourceOf(key, values)}\\s*$`)

/** An expression that matches texts that contain a message. @param {Key} key @param {Values} [values] */
export const containing = (key, values) => new RegExp(sourceOf(key, values))

/** An expression that matches texts that begin with a message. @param {Key} key @param {Values} [values] */
export const beginning = (key, values) => new RegExp(`^\\s*${sourceOf(key, values)}`)

/**
 * An expression that matches texts that contain some parts one after the other, with only white space between them.
 * @param {...(RegExp | string)} parts
 */
export const inOrder = (...parts) =>
  new RegExp(parts.map((part) => (typeof part === 'string' ? escaped(part) : sourceOfExpression(part))).join('\\s*'))

/** An expression that matches one of several texts. @param {...(RegExp | string)} alternatives */
export const either = (...alternatives) => {
  const sources = alternatives.map((each) => (typeof each === 'string' ? `^${escaped(each)}$` : each.source))
  return new RegExp(sources.map((source) => `(?:${source})`).join('|'))
}

/** An expression that matches an estimated time. Its unit depends on the speed of the machine. */
export const someTime = () =>
  either(
    containing('time.hours', { hours: /\d+/ }),
    containing('time.minutes', { minutes: /\d+/ }),
    containing('time.seconds', { seconds: /\d+/ }),
  )

/** The source of an expression for a message. @param {Key} key @param {Values} [values] */
export const sourceOf = (key, values = {}) => sourceOfAll(messageOf(key).getAst(), values)

/** @param {Element[]} elements @param {Values} values @param {string} [count]  for # @returns {string} */
const sourceOfAll = (elements, values, count) => elements.map((element) => sourceOfOne(element, values, count)).join('')

/** @param {Element} element @param {Values} values @param {string} [count] */
function sourceOfOne(element, values, count = NUMBER) {
  switch (element.type) {
    case TYPE.literal:
      return escaped(element.value)
    case TYPE.pound:
      return count
    case TYPE.tag:
      return sourceOfAll(element.children, values, count)
    case TYPE.select:
      return sourceOfSelect(element, values, count)
    case TYPE.plural:
      return sourceOfPlural(element, values)
    default:
      return sourceOfValue(element, values[element.value])
  }
}

/**
 * @param {import('@formatjs/icu-messageformat-parser').SelectElement} element
 * @param {Values} values
 * @param {string} count  for #
 */
function sourceOfSelect({ value: name, options }, values, count) {
  if (name in values) return sourceOfAll((options[String(values[name])] ?? options.other).value, values, count)
  return anyOf(Object.values(options).map(({ value }) => sourceOfAll(value, values, count)))
}

/** @param {import('@formatjs/icu-messageformat-parser').PluralElement} element @param {Values} values */
function sourceOfPlural({ value: name, options, offset }, values) {
  const given = values[name]
  if (given instanceof RegExp) return sourceOfAll(options.other.value, values, sourceOfExpression(given))
  if (given === undefined) return anyOf(Object.values(options).map(({ value }) => sourceOfAll(value, values)))
  const number = Number(given) - (offset ?? 0)
  const option = options[`=${given}`] ?? options[new Intl.PluralRules(LOCALE).select(number)] ?? options.other
  return sourceOfAll(option.value, values, escaped(number.toLocaleString(LOCALE)))
}

/** @param {Element} element @param {Value} given */
function sourceOfValue(element, given) {
  const isNumber = element.type === TYPE.number
  if (given === undefined) return isNumber ? NUMBER : ANY
  if (given instanceof RegExp) return sourceOfExpression(given)
  if (!isNumber) return escaped(String(given))
  return escaped(String(new IntlMessageFormat([element], LOCALE).format({ [element.value]: given })))
}

/** The sources for a value that is not given. */
const ANY = '[^]+?'
const NUMBER = '-?\\d[\\d,.]*'

/** @param {string[]} sources */
const anyOf = (sources) => `(?:${sources.join('|')})`

/** An expression within another. @param {RegExp} expression */
const sourceOfExpression = ({ source }) => `(?:${source.replace(/^\^(\\s\*)?|(\\s\*)?\$$/g, '')})`

/** The source of an expression for a text, however its lines are broken. @param {string} text */
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/\s+/g, '\\s+')

/** A text as it begins a sentence. @param {string} text */
export const sentence = (text) => text.slice(0, 1).toUpperCase() + text.slice(1)

/** A message of Go as a whole sentence. @param {Key} key @param {Values} [values] */
export const sentenceOf = (key, values) => `${sentence(say(key, values))}.`

/** The warning about a repaired FEN. @param {string} fault @param {string} repair */
export const repaired = (fault, repair) => sentenceOf('core.repair', { fault, repair })

/** The error about a FEN that cannot be used. @param {string} why */
export const unusable = (why) => sentenceOf('core.fen.unusable', { why })

/** The verdict that White mates, in a number of moves. @param {number} moves */
export const whiteMates = (moves) => say('verdict.mates', { winner: say('side.white'), moves: String(moves) })

/** Matches texts with the verdict that White mates. */
export const WHITE_MATES = containing('verdict.mates', { winner: say('side.white') })
