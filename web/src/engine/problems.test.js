import { say } from '#words'
import { expect, test } from 'vitest'
import { endOfCall, failure, needsMemory, refusal, WorkerDied } from './problems.js'
import { stepOf } from './step.fixture.js'

test('a dead worker is told in words, with its own as the detail', () => {
  expect(endOfCall(new WorkerDied('fatal error: runtime: out of memory')).error).toEqual({
    code: 'memory', message: say('problem.memory'), detail: 'fatal error: runtime: out of memory',
  })
  expect(endOfCall(new WorkerDied('It is gone.')).error).toEqual({ code: 'died', message: say('problem.died'), detail: 'It is gone.' })
})

test('what has no words of its own is told in those of the error', () => {
  expect(endOfCall(new TypeError('Out of ideas.')).error).toEqual({ code: 'internal', message: 'Out of ideas.' })
  expect(failure('internal', 'Nothing.').error).toEqual({ code: 'internal', message: 'Nothing.' })
})

test('what is refused is said', () => {
  expect(refusal('busy', 'KRvK').error).toMatchObject({ code: 'busy', class: 'KRvK', message: say('problem.busy') })
  expect(refusal('none').error).toMatchObject({ code: 'none', message: say('problem.none') })
  expect(needsMemory(stepOf({ class: 'KQvK', memory: 5e6 }))).toEqual({ code: 'budget', class: 'KQvK', message: say('problem.budget', { class: 'KQvK', memory: '5.0 MB' }) })
})
