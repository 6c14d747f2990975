// The page's memory of the user's choices. A browser that must store nothing for this site throws an error; the page
// still has to work.

/** @param {string} key */
export function remembered(key) {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** @param {string} prefix */
export function rememberedKeys(prefix) {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

/** @param {string} key */
export function forget(key) {
  try {
    localStorage.removeItem(key)
  } catch {
    // Then it was not remembered.
  }
}

/** @param {string} key @param {string} value */
export function remember(key, value) {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Then it lasts until the page is closed.
  }
}
