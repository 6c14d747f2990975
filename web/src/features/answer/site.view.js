import { html, nothing } from 'lit'
import { list } from '../../words.js'
import { say } from '../../language.js'
import { alertIcon } from '../../ui/icons.js'

/** The web server of an answer, if it has the tables. @param {import('../../engine/types.js').Probe} probe */
export const source = ({ site }) =>
  site?.classes.length
    ? html`<p class="hint source">${say('answer.site', { site: site.name, tables: list(site.classes) })}${
        site.trusted.length ? html`<br>${say('answer.siteTrusted', { tables: list(site.trusted) })}` : nothing
      }</p>`
    : nothing

/** The fault of a web server. @param {import('../../engine/types.js').EngineError | null} fault */
export const siteFault = (fault) =>
  fault
    ? html`<p class="caution site-fault" title=${fault.detail ?? nothing}>${alertIcon}${say('answer.siteFault', {
        why: fault.message,
      })}</p>`
    : nothing
