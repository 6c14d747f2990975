// A list of buttons that is one stop of the Tab key. With moveInside, arrows go from button to button, as in
// toolbars of the ARIA practices.

/** How far each key moves. @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1, Home: -Infinity, End: Infinity }

/** @param {Element} list */
const buttonsOf = (list) => [...list.querySelectorAll('button')]

/**
 * Makes a list one stop. Call this after each change of the list.
 * @param {Element} list
 * @param {Element | null} [current]  the button that Tab goes to; without one the focused or the first one
 */
export function makeOneStop(list, current) {
  const buttons = buttonsOf(list)
  const stop = current ?? buttons.find((button) => button === document.activeElement) ?? buttons[0]
  for (const button of buttons) button.tabIndex = button === stop ? 0 : -1
}

/** Moves the focus inside a list by a key. @param {KeyboardEvent} event */
export function moveInside(event) {
  const { key, currentTarget, target } = event
  const step = STEPS[key]
  if (!step || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  event.preventDefault()
  const list = /** @type {Element} */ (currentTarget)
  const buttons = buttonsOf(list)
  const from = buttons.indexOf(/** @type {HTMLButtonElement} */ (target))
  const to = buttons[Math.max(0, Math.min(buttons.length - 1, from + step))]
  makeOneStop(list, to)
  to?.focus()
}
