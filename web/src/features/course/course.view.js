// The first course on the page of sets.

import { html } from 'lit'
import { say } from '../../language.js'
import { COURSE as PLACE } from '../../shell/address.js'
import { playIcon } from '../../ui/icons.js'
import { going, link } from '../../ui/link.js'
import { thumbnail } from '../../ui/pieces.js'
import { findSet, firstOpen, tally, tallyInWords } from '../sets/sets.js'
import { COURSE, courseOf } from './course.js'

/** @param {import('../../shell/state.js').State} state */
export function courseCard(state) {
  const set = courseOf(findSet(state, COURSE))
  const { solved } = tally(set)
  return html`<section class="card own-set" aria-labelledby="course-title">${thumbnail(firstOpen(set))}
    <div><h2 id="course-title">${link(PLACE, set.name)}</h2>
      <p>${say('course.lead')} ${solved ? tallyInWords(set) : ''}</p>
      <div class="actions"><button class="primary"
        @click=${going(PLACE)}>${playIcon}${solved ? say('course.goOn') : say('course.begin')}</button></div>
    </div></section>`
}
