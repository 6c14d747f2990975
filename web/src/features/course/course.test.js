import { expect, test } from 'vitest'
import { firstOpen, isOwn, positionOf, trainOn } from '../sets/sets.js'
import { isSecret, startPractice } from '../practice/practice.js'
import { answered, ask } from '../answer/answer.js'
import { show } from '../../shell/view.js'
import { COURSE, hashOf, readAddress, samePlace } from '../../shell/address.js'
import { initialState } from '../../shell/state.js'
import { COURSE_SET, courseOf } from './course.js'

test('the lessons are positions as sets have them, each with words, and scores are kept', () => {
  const course = courseOf(undefined)
  expect(course.positions).toHaveLength(7)
  for (const lesson of course.positions) {
    expect(positionOf(lesson)).toEqual(lesson)
    expect(lesson.name && lesson.note).toBeTruthy()
  }
  const [first, second] = course.positions
  const scores = { [first.fen]: /** @type {const} */ ('at-once') }
  const later = courseOf({ ...course, passing: undefined, scores })
  expect(later).toMatchObject({ id: COURSE_SET, scores })
  expect(firstOpen(later)).toBe(second.fen)
  expect(isOwn(later)).toBe(true)
})

test('a lesson hides nothing, and other positions of sets do', () => {
  expect(samePlace(readAddress(new URL(`https://a/${hashOf(COURSE)}`)).place, COURSE)).toBe(true)
  const [{ fen }] = courseOf(undefined).positions
  const isHidden = (/** @type {string} */ id) => {
    const set = { ...courseOf(undefined), id }
    const trained = trainOn({ ...show(initialState(), COURSE), sets: [set] }, id, fen)
    const probe = /** @type {any} */ ({ category: 'win', moves: [{ uci: 'a1a6' }], metrics: ['dtm'] })
    return isSecret(startPractice(answered(ask(trained), { fen, probe })))
  }
  expect(isHidden(COURSE_SET)).toBe(false)
  expect(isHidden('other')).toBe(true)
})
