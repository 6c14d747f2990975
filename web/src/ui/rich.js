import { html } from 'lit'
import { partsOf } from '../language.js'

/** @typedef {import('lit').TemplateResult} Template */
/** @typedef {(parts: unknown[]) => Template} Tag  returns the template of a tag with its content */

/** @type {Record<string, Tag>} */
const TAGS = {
  b: (parts) => html`<b>${parts}</b>`,
  code: (parts) => html`<code>${parts}</code>`,
  i: (parts) => html`<i>${parts}</i>`,
  kbd: (parts) => html`<kbd>${parts}</kbd>`,
  small: (parts) => html`<small>${parts}</small>`,
}

/**
 * A message with <b>, <code>, <i>, <kbd>, <small> and the tags that it is given, for a template.
 * @param {import('../language.js').Key} key
 * @param {Record<string, Tag | Template | string | number | boolean | null | undefined>} [values]
 */
export const rich = (key, values) => partsOf(key, { ...TAGS, ...values })
