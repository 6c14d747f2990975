import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import english from '../../core/words/en.json'
import { say } from './language.js'

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
  expect(say('settings.atOnceHint', { seconds: 20 })).toBe('What a position needs is built at once if that takes less than 20 seconds.')
})
