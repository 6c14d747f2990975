// The first course on the page of sets.

import { say } from '../../language.js'
import { COURSE } from '../../shell/address.js'
import { ownCard } from '../sets/own-card.view.js'
import { findSet, firstOpen, tally, tallyInWords } from '../sets/sets.js'
import { COURSE_SET, courseOf } from './course.js'

/** @param {import('../../shell/state.js').State} state */
export function courseCard(state) {
  const set = courseOf(findSet(state, COURSE_SET))
  const { solved } = tally(set)
  return ownCard({
    id: 'course-title',
    place: COURSE,
    name: set.name,
    fen: firstOpen(set),
    about: `${say('course.lead')} ${solved ? tallyInWords(set) : ''}`,
    play: solved ? say('course.goOn') : say('course.begin'),
  })
}
