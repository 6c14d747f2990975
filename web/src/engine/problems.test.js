import { say, sentence } from '#words'
import { expect, test } from 'vitest'
import {
  endOfCall,
  failure,
  inOneText,
  inWords,
  needsMemory,
  refusal,
  reportInWords,
  wordsOf,
  WorkerDied,
} from './problems.js'
import { stepOf } from './step.fixture.js'

test('the death of a worker has a sentence, with its own text as the detail', () => {
  expect(endOfCall(new WorkerDied('fatal error: runtime: out of memory')).error).toEqual({
    code: 'memory',
    message: say('problem.memory'),
    detail: 'fatal error: runtime: out of memory',
  })
  expect(endOfCall(new WorkerDied('It is gone.')).error).toEqual({
    code: 'died',
    message: say('problem.died'),
    detail: 'It is gone.',
  })
})

test('an unexpected error has its own text as the detail', () => {
  const message = `${sentence(say('core.problem.unexpected'))}.`
  const ofError = endOfCall(new TypeError('Out of ideas.')).error
  expect(ofError).toEqual({ code: 'internal', message, detail: 'Out of ideas.' })
  expect(failure('internal', 'Nothing.').error).toEqual({ code: 'internal', message, detail: 'Nothing.' })
  expect(inOneText(ofError)).toBe(say('problem.withDetail', { message, detail: 'Out of ideas.' }))
  expect(inOneText({ code: 'busy', message })).toBe(message)
})

test('refusals have sentences', () => {
  expect(refusal('busy', 'KRvK').error).toMatchObject({ code: 'busy', class: 'KRvK', message: say('problem.busy') })
  expect(refusal('none').error).toMatchObject({ code: 'none', message: say('problem.none') })
  expect(needsMemory(stepOf({ class: 'KQvK', memory: 5e6 }))).toEqual({
    code: 'budget',
    class: 'KQvK',
    message: say('problem.budget', { class: 'KQvK', memory: '5.0 MB' }),
  })
})

test('a message of the engine becomes a sentence, with the messages inside it', () => {
  expect(
    wordsOf({ key: 'core.fen.unusable', values: { why: { key: 'core.fen.noKing', values: { color: 'Black' } } } }),
  ).toBe(say('core.fen.unusable', { why: say('core.fen.noKing', { color: 'Black' }) }))
  const values = { class: 'KPvK', count: 2, missing: ['KRvK', 'KPvK'], needed: 5 }
  expect(wordsOf({ key: 'core.missing.several', values })).toMatch(/: KRvK, KPvK$/)
  expect(wordsOf({ key: 'core.later', values: {} })).toBeUndefined()
  expect(wordsOf(undefined)).toBeUndefined()
  const late = { key: 'core.check.cursed', values: { move: 'Kb2' } }
  expect(wordsOf({ key: 'core.list.and', values: { first: [late, 'Kb3'], last: 'Kb4' } })).toBe(
    say('core.list.and', { first: `${say('core.check.cursed', { move: 'Kb2' })}, Kb3`, last: 'Kb4' }),
  )
})

/** @param {string} key @param {Record<string, string>} [values] */
const problem = (key, values) => ({ code: /** @type {const} */ ('damaged'), message: key, said: { key, values } })

test('the messages of a report become sentences', () => {
  const verdict = { warnings: [problem('core.repair.white')] }
  const syzygy = { refused: [problem('core.syzygy.foreign')] }
  expect(reportInWords({ verdict, syzygy, line: null })).toMatchObject({
    verdict: { warnings: [{ message: say('core.repair.white') }] },
    syzygy: { refused: [{ message: `${sentence(say('core.syzygy.foreign'))}.` }] },
  })
})

test('the messages of a result become sentences', () => {
  expect(inWords({ ok: false, error: problem('core.missing.one', { class: 'KRvK' }) })).toMatchObject({
    error: { message: `${sentence(say('core.missing.one', { class: 'KRvK' }))}.` },
  })
  expect(inWords({ ok: false, error: problem('core.later') })).toMatchObject({ error: { message: 'core.later' } })
  expect(inWords({ ok: false, error: { code: 'busy', message: '' } })).toMatchObject({
    error: { message: say('problem.busy') },
  })
  expect(
    inWords({
      ok: true,
      value: [
        { warnings: [problem('core.repair.white'), problem('core.later')] },
        { error: problem('core.fen.kingsTouch') },
        { damaged: { ...problem('core.problem.newer'), detail: 'More.' } },
      ],
    }),
  ).toMatchObject({
    value: [
      { warnings: [{ message: say('core.repair.white') }, { message: 'core.later' }] },
      { error: { message: `${sentence(say('core.fen.kingsTouch'))}.` } },
      {
        damaged: say('problem.withDetail', { message: `${sentence(say('core.problem.newer'))}.`, detail: 'More.' }),
      },
    ],
  })
  expect(inWords({ ok: true, value: { how: 'core.method.onDisk' } })).toEqual({
    ok: true,
    value: { how: say('core.method.onDisk') },
  })
  expect(
    inWords({
      ok: true,
      value: {
        steps: [
          { how: 'core.method.inMemory', slower: '' },
          { how: 'later', slower: 'core.method.by.messages' },
        ],
      },
    }),
  ).toMatchObject({
    value: {
      steps: [
        { how: say('core.method.inMemory'), slower: '' },
        { how: 'later', slower: say('core.method.by.messages') },
      ],
    },
  })
  for (const value of [null, 3, undefined, 'x', { error: 'theirs' }])
    expect(inWords({ ok: true, value })).toEqual({ ok: true, value })
})
