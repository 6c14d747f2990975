import { say } from '../language.js'

/**
 * Whether the page is in a frame of another page. There it is a board with what is known of its position, and no more:
 * whoever lays something over a
 * frame can make people click, and there shall be nothing to click that deletes, but for a damaged table, which is
 * built anew.
 */
export const isFramed = self !== top

/** The board could not be loaded: a line that leads to the page itself. */
export function leadOut() {
  const words = { href: location.href, target: '_blank', textContent: say('framed.open') }
  document.body.replaceChildren(`${say('framed.notLoaded')} `, Object.assign(document.createElement('a'), words))
}
