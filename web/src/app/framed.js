/**
 * Whether the page is in a frame of another page. There it is a board with what is known of its position, and no more: whoever lays something over a
 * frame can make people click, and there shall be nothing to click that deletes.
 */
export const isFramed = self !== top

/** Whether the browser lets the page store anything: in a frame some let it store nothing at all. */
export const mayStore = () => {
  try {
    return !!localStorage
  } catch {
    return false
  }
}
