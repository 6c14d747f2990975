import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import english from '../../core/words/en.json'
import de from '../../core/words/de.json'
import es from '../../core/words/es.json'
import fr from '../../core/words/fr.json'
import pl from '../../core/words/pl.json'
import pt from '../../core/words/pt.json'
import { isLanguage, languageFor, LANGUAGES, partsOf, say } from './language.js'

const source = fileURLToPath(new URL('.', import.meta.url))
const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.js') && !name.endsWith('.test.js'))
  .map((name) => readFileSync(source + name, 'utf8'))
  .join('\n')

/** Reports whether a message belongs to the engine. A test of core/words finds unused ones. @param {string} key */
const isOfGo = (key) => key.startsWith('core.')

test('every message is used', () => {
  const unused = Object.keys(english).filter((key) => !isOfGo(key) && !code.includes(`'${key}'`))
  expect(unused).toEqual([])
})

test('the keys are sorted', () => {
  expect(Object.keys(english)).toEqual(Object.keys(english).toSorted())
})

test('a number has the format and the plural form of the language', () => {
  expect(say('common.moves', { count: 1000 })).toMatch(/\b1,000\b/)
  expect(say('common.moves', { count: 2 })).not.toBe(say('common.moves', { count: 1 }).replace('1', '2'))
})

/** @type {Record<string, Record<string, string>>} */
const catalogues = { en: english, de, es, fr, pl, pt }

test.each(Object.keys(LANGUAGES))('%s has all messages, and no others', (language) => {
  expect(Object.keys(catalogues[language])).toEqual(Object.keys(english))
})

test.each(Object.keys(LANGUAGES))('each message in %s uses the values and tags of the English one', (language) => {
  for (const [key, message] of Object.entries(english)) {
    expect([key, ...namesIn(parse(catalogues[language][key]))]).toEqual([key, ...namesIn(parse(message))])
  }
})

/**
 * The names of values and tags in a message, sorted.
 * @param {import('@formatjs/icu-messageformat-parser').MessageFormatElement[]} elements
 * @returns {string[]}
 */
function namesIn(elements) {
  const names = elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return []
    if (element.type === TYPE.tag) return [`<${element.value}>`, ...namesIn(element.children)]
    const options = 'options' in element ? Object.values(element.options).flatMap(({ value }) => namesIn(value)) : []
    return [element.value, ...options]
  })
  return [...new Set(names)].toSorted()
}

/**
 * Adds values for an example of a message.
 * @param {Record<string, any>} values @param {number} n  the example's number
 * @param {import('@formatjs/icu-messageformat-parser').MessageFormatElement[]} elements
 */
function addValues(values, n, elements) {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue
    if (element.type === TYPE.tag) {
      values[element.value] = (/** @type {string[]} */ parts) =>
        `<${element.value}>${parts.join('')}</${element.value}>`
      addValues(values, n, element.children)
    } else if (element.type === TYPE.select || element.type === TYPE.plural) {
      const cases = Object.keys(element.options)
      values[element.value] = element.type === TYPE.select ? cases[n % cases.length] : NUMBERS[n]
      for (const { value } of Object.values(element.options)) addValues(values, n, value)
    } else values[element.value] ??= element.type === TYPE.number || n % 2 ? NUMBERS[n] : `${element.value}-${n}`
  }
  return values
}

const NUMBERS = [1, 0, 2, 1234567, 21]

test('Go and the page format every message alike', ({ skip }) => {
  skip(process.env.MATEWRIGHT_WORDS === 'pseudo', 'Go has no other words than those of the catalogue')
  const examples = Object.entries(english).flatMap(([key, message]) =>
    NUMBERS.map((_, n) => {
      const values = addValues({}, n, parse(message))
      const text = [partsOf(/** @type {import('./language.js').Key} */ (key), values)].flat().join('')
      return { key, values, text }
    }),
  )
  expect(runGo('TestTwin', examples)).toContain('--- PASS: TestTwin')
})

test('Go knows the plurals of all languages', () => {
  const numbers = [...Array(250).keys(), 1000, 1002, 1012, 22222, 1e6, 1000001, 2e6]
  const categories = Object.fromEntries(
    Object.keys(LANGUAGES).map((language) => {
      const rules = new Intl.PluralRules(language)
      return [language, Object.fromEntries(numbers.map((number) => [number, rules.select(number)]))]
    }),
  )
  expect(runGo('TestPlurals', categories)).toContain('--- PASS: TestPlurals')
})

/**
 * Runs a test of core/words with examples, and returns its output.
 * @param {string} name @param {unknown} examples
 */
function runGo(name, examples) {
  const folder = mkdtempSync(join(tmpdir(), 'matewright-'))
  const file = join(folder, 'examples.json')
  try {
    writeFileSync(file, JSON.stringify(examples))
    const root = fileURLToPath(new URL('../../', import.meta.url))
    return execFileSync('go', ['test', '-count=1', '-v', '-run', `${name}$`, './core/words'], {
      cwd: root,
      env: { ...process.env, MATEWRIGHT_EXAMPLES: file },
      encoding: 'utf8',
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('the user’s choice of a language counts, then the browser’s list', () => {
  expect(languageFor('de', ['en'])).toBe('de')
  expect(languageFor(null, ['cy-GB', 'de-AT', 'fr'])).toBe('de')
  expect(languageFor('xx', ['cy'])).toBe('en')
  expect(isLanguage('constructor')).toBe(false)
})
