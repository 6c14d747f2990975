/** Returns the text of a template. @param {any} template @returns {string} */
export const said = (template) => {
  if (Array.isArray(template)) return template.map(said).join('')
  if (template?.strings)
    return template.strings
      .map((/** @type {string} */ text, /** @type {number} */ i) => text + said(template.values[i]))
      .join('')
  return typeof template === 'string' ? template : ''
}
