import { say } from '../language.js'

/**
 * Whether the page is in a frame of another page. There it is only a board with the answer about its position. A page
 * around a frame can trick people into clicks, so nothing there deletes data, except a damaged table, which is built
 * again.
 */
export const isFramed = self !== top

/** Replaces a board that could not be loaded by a link to the page itself. */
export function leadOut() {
  const words = { href: location.href, target: '_blank', textContent: say('framed.open') }
  document.body.replaceChildren(`${say('framed.notLoaded')} `, Object.assign(document.createElement('a'), words))
}
