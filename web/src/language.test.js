import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import english from '../../core/words/en.json'
import german from '../../core/words/de.json'
import { isLanguage, languageFor, LANGUAGES, say } from './language.js'

const source = fileURLToPath(new URL('.', import.meta.url))
const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.js') && !name.endsWith('.test.js'))
  .map((name) => readFileSync(source + name, 'utf8'))
  .join('\n')

test('every message is used', () => {
  const unused = Object.keys(english).filter((key) => !code.includes(`'${key}'`))
  expect(unused).toEqual([])
})

test('the keys are sorted', () => {
  expect(Object.keys(english)).toEqual(Object.keys(english).toSorted())
})

test('a number is written as the language writes it, in the form that it takes', () => {
  expect(say('common.moves', { count: 1000 })).toMatch(/\b1,000\b/)
  expect(say('common.moves', { count: 2 })).not.toBe(say('common.moves', { count: 1 }).replace('1', '2'))
})

/** @type {Record<string, Record<string, string>>} */
const catalogues = { en: english, de: german }

test.each(Object.keys(LANGUAGES))('%s has all messages, and no others', (language) => {
  expect(Object.keys(catalogues[language])).toEqual(Object.keys(english))
})

test.each(Object.keys(LANGUAGES))('each message in %s uses the values and tags of the English one', (language) => {
  for (const [key, message] of Object.entries(english)) {
    expect([key, ...namesIn(parse(catalogues[language][key]))]).toEqual([key, ...namesIn(parse(message))])
  }
})

/** The names of values and tags in a message, sorted. @param {import('@formatjs/icu-messageformat-parser').MessageFormatElement[]} elements @returns {string[]} */
function namesIn(elements) {
  const names = elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return []
    if (element.type === TYPE.tag) return [`<${element.value}>`, ...namesIn(element.children)]
    const options = 'options' in element ? Object.values(element.options).flatMap(({ value }) => namesIn(value)) : []
    return [element.value, ...options]
  })
  return [...new Set(names)].toSorted()
}

test('the user’s choice of a language counts, then the browser’s list', () => {
  expect(languageFor('de', ['en'])).toBe('de')
  expect(languageFor(null, ['fr-FR', 'de-AT', 'en'])).toBe('de')
  expect(languageFor('xx', ['fr'])).toBe('en')
  expect(isLanguage('constructor')).toBe(false)
})
