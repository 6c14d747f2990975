// The web server with tables that new workers read if this browser lacks a table.

let address = ''

/** Sets the address of a site for workers that start from now on, '' for none. @param {string} chosen */
export const useSite = (chosen) => void (address = chosen)

export const usedSite = () => address

/**
 * Returns the address of a site as workers take it, or '' if it is not an address of a web server.
 * @param {string} text  absolute, or relative to the page
 * @param {string} [base]  the address of the page
 */
export function siteAddress(text, base = location.href) {
  try {
    const { protocol, origin, pathname } = new URL(text.trim(), base)
    return text.trim() && /^https?:$/.test(protocol) ? `${origin}${pathname.replace(/\/*$/, '/')}` : ''
  } catch {
    return ''
  }
}
