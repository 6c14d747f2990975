import { html, nothing } from 'lit'
import { isFramed } from '../../shell/framed.js'
import { say } from '../../language.js'
import { forecast, isHeavy } from './forecast.js'
import { freeOf } from '../tables/storage.js'
import { list, roundly, size } from '../../words.js'
import { elsewhere, moreStorage } from './more-room.view.js'
import { rich } from '../../ui/rich.js'

/**
 * @typedef {import('./forecast.js').Proposal} Proposal
 * @typedef {import('./forecast.js').Forecast} Forecast
 * @typedef {import('../../shell/state.js').State} State
 * @typedef {import('../../engine/types.js').Step} Step
 */

/**
 * Returns the costs of a build: time, memory and storage, and the methods if they are slower. Obstacles come first.
 * @param {Proposal} proposal
 * @param {State} state
 * @param {unknown} [where]  a link to the settings, if they are on another page
 */
export function outlookOf({ steps }, state, where = elsewhere) {
  const expected = forecast(steps, state)
  const { seconds, memory, storage, passing, longer, tooLarge, slowed } = expected
  const free = freeOf(state.storage)
  const allowed = size(state.memory)
  const needed = tooLarge.length ? Math.max(...tooLarge.map((step) => step.memory)) : memory
  return html`${
    tooLarge.length
      ? html`<p class="caution">${rich('outlook.tooLarge', { ...named(tooLarge), allowed })} ${where}</p>`
      : nothing
  }
    ${roomWords(expected, free, where)}
    <dl class="figures outlook" aria-label=${say('outlook.title')}>
      <div><dt>${say('outlook.time')}</dt><dd>${
        tooLarge.length ? '–' : say('outlook.about', { time: roundly(seconds) })
      }</dd></div>
      <div><dt>${say('outlook.memory')}</dt><dd>${rich('outlook.memoryOf', {
        needed: size(needed),
        allowed,
      })}</dd></div>
      <div><dt>${say('outlook.storage')}</dt><dd>${
        free < Infinity ? rich('outlook.storageOf', { needed: size(storage), free: size(free) }) : size(storage)
      }</dd></div>
      ${
        isHeavy(expected) && passing
          ? html`<div><dt>${say('outlook.meanwhile')}</dt><dd>${
              longer
                ? rich('outlook.passingLonger', { passing: size(passing), longer: size(longer) })
                : rich('outlook.passing', { passing: size(passing) })
            }</dd></div>`
          : nothing
      }
    </dl>
    ${
      slowed.length
        ? html`<p class="caution">${rich('outlook.slowed', {
            ...named(slowed),
            methods: methods(slowed),
          })} ${where}</p>`
        : nothing
    }`
}

/**
 * Returns the warning if the storage may be too small.
 * @param {Forecast} expected
 * @param {number} free
 * @param {unknown} where
 */
function roomWords({ room, storage, passing }, free, where) {
  if (room === 'enough') return nothing
  const sizes = { all: size(storage + passing), passing: passing > 0, storage: size(storage), free: size(free) }
  if (room !== 'short') return html`<p class="caution">${rich('outlook.mayNotFit', sizes)}</p>`
  return html`<p class="caution">${rich('outlook.short', sizes)} ${
    isFramed ? moreStorage : html`${say('outlook.delete')} ${where}`
  }</p>`
}

/** @param {Step[]} steps */
const named = (steps) => ({ count: steps.length, names: list(steps.map((step) => step.class)) })

/** @param {Step[]} steps */
const methods = (steps) => list([...new Set(steps.map((step) => step.slower))])
