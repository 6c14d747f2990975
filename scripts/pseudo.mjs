// The catalogue with other vowels in every word, such as “Bûïld” for “Build”. With MATEWRIGHT_WORDS=pseudo,
// Vite builds the page with these words, and the tests expect them (e2e/words.js). A plain English word on that page
// is not in the catalogue yet. A test that fails there asserts a sentence.

import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js'

/** Whether the words are the changed ones. */
export const isPseudo = process.env.MATEWRIGHT_WORDS === 'pseudo'

const PLAIN = 'aeiouyAEIOUY'
const CHANGED = 'åëïøûÿÅËÏØÛŸ'

/** A text with other vowels, as long as it was. @param {string} text */
const changed = (text) => text.replace(/[aeiouy]/gi, (letter) => CHANGED[PLAIN.indexOf(letter)])

/** @param {import('@formatjs/icu-messageformat-parser').MessageFormatElement[]} elements @returns {typeof elements} */
const changedAll = (elements) =>
  elements.map((element) => {
    if (element.type === TYPE.literal) return { ...element, value: changed(element.value) }
    if (element.type === TYPE.tag) return { ...element, children: changedAll(element.children) }
    if (element.type !== TYPE.select && element.type !== TYPE.plural) return element
    const options = Object.fromEntries(
      Object.entries(element.options).map(([name, option]) => [name, { ...option, value: changedAll(option.value) }]),
    )
    return { ...element, options }
  })

/** A message of ICU MessageFormat with other words, and with the same values and tags. @param {string} message */
export const pseudo = (message) => printAST(changedAll(parse(message)))

/** @param {Record<string, string>} messages @param {(message: string) => string} change */
const mapped = (messages, change) =>
  Object.fromEntries(Object.entries(messages).map(([key, message]) => [key, change(message)]))

/** A catalogue with the words that were chosen. @param {string} json @returns {string} */
export const chosenWords = (json) => (isPseudo ? JSON.stringify(mapped(JSON.parse(json), pseudo)) : json)

/** Gives the page the words that were chosen. @type {() => import('vite').Plugin} */
export const words = () => ({
  name: 'words',
  enforce: 'pre',
  transform(code, id) {
    return isPseudo && id.endsWith('/core/words/en.json') ? { code: chosenWords(code), map: null } : null
  },
})
