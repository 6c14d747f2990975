import { html, svg } from 'lit'

/** @param {import('lit').TemplateResult} paths */
const icon = (paths) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${paths}</svg>`

/** Two boards' squares in a dovetail joint: a wright's mark. */
export const mark = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
  <path class="mark-pin" d="M15.2 1H26a5 5 0 0 1 5 5v20a5 5 0 0 1-5 5H15.200v-8.300l9 3.100V6.200l-9 3.100z" />
  <path class="mark-tail" d="M13.4 1v11l9-3.200v14.400l-9-3.200v11H6a5 5 0 0 1-5-5V6a5 5 0 0 1 5-5z" />
</svg>`

export const flipIcon = icon(svg`<path d="M7 4v15m0 0-3.5-3.5M7 19l3.5-3.5M17 20V5m0 0-3.5 3.5M17 5l3.5 3.5" />`)
export const undoIcon = icon(svg`<path d="M4 9h10a5.500 5.500 0 0 1 0 11H9M4 9l4.500-4.500M4 9l4.500 4.500" />`)
export const mirrorIcon = icon(svg`<path d="M12 3.500v17M8.500 7v10H3zM15.500 7v10H21z" />`)
export const swapIcon = icon(
  svg`<circle cx="8" cy="8" r="4.500" /><circle class="solid" cx="16" cy="16" r="4.500" /><path
    d="M15.500 5.500h3v3M8.500 18.500h-3v-3" />`,
)
export const stepIcon = icon(svg`<path d="M6 4.800v14.400L15 12zM18.500 5v14" />`)
export const captureIcon = icon(
  svg`<circle cx="12" cy="12" r="6" /><path d="M12 2.500v5m0 9v5m9.500-9.500h-5m-9 0h-5" />`,
)
export const promoteIcon = icon(svg`<path d="M12 20V5m0 0-5.500 5.500M12 5l5.500 5.500" />`)
export const onlyIcon = icon(
  svg`<path d="m12 3.500 2.600 5.600 6.100.7-4.500 4.200 1.200 6-5.400-3-5.400 3 1.200-6-4.500-4.200 6.100-.7z" />`,
)
export const eraseIcon = icon(
  svg`<path d="m8.5 19-4.3-4.300a1.5 1.5 0 0 1 0-2.100l8.4-8.400
    a1.5 1.5 0 0 1 2.1 0l5.1 5.100a1.5 1.5 0 0 1 0 2.100L12 19zM8.5 19H20M9 8l7 7" />`,
)
export const clearIcon = icon(
  svg`<path d="M4.5 7h15M9.5 7V4.5h5V7m3 0-.8 12a1 1 0 0 1-1 1H8.300a1 1 0 0 1-1-1L6.5 7M10 11v5m4-5v5" />`,
)
export const linkIcon = icon(
  svg`<path d="M10 14a4 4 0 0 0 5.7 0l3.1-3.100a4 4 0 0 0-5.7-5.700l-1 1
    M14 10a4 4 0 0 0-5.7 0l-3.1 3.100a4 4 0 0 0 5.7 5.700l1-1" />`,
)
export const pasteIcon = icon(svg`<path d="M9 4.500h6v3H9zM9 6H6v14h12V6h-3M9 12h6m-6 4h4" />`)
export const moreIcon = icon(svg`<path d="M5 12h.1m6.900 0h.1m6.900 0h.1" />`)
export const firstIcon = icon(svg`<path d="M6 5v14M18.5 5.5 9.5 12l9 6.5z" />`)
export const backIcon = icon(svg`<path d="m15 5-7 7 7 7" />`)
export const forwardIcon = icon(svg`<path d="m9 5 7 7-7 7" />`)
export const lastIcon = icon(svg`<path d="M18 5v14M5.5 5.5l9 6.5-9 6.5z" />`)
export const playIcon = icon(svg`<path d="M7.5 4.800v14.400L19 12z" />`)
export const pauseIcon = icon(svg`<path d="M8 5v14m8-14v14" />`)
export const settingsIcon = icon(
  svg`<path d="M4 7h9m5 0h2M4 17h2m5 0h9" /><circle cx="15.500" cy="7" r="2.500" /><circle
    cx="8.500" cy="17" r="2.500" />`,
)
export const checkIcon = icon(svg`<path d="m5 12.5 4.5 4.5L19 7.5" />`)
export const closeIcon = icon(svg`<path d="m6 6 12 12M18 6 6 18" />`)
export const alertIcon = icon(svg`<path d="M12 4 2.8 19.5h18.400zM12 10v4.5m0 2.5v.5" />`)
export const offlineIcon = icon(
  svg`<path d="M12 3.5v10m0 0 4-4m-4 4-4-4M4.5 15v3a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2v-3" />`,
)
export const importIcon = icon(svg`<path d="M12 4v10m0 0 4-4m-4 4-4-4M4.5 17v2.500h15V17" />`)
export const exportIcon = icon(svg`<path d="M12 14V4m0 0 4 4m-4-4L8 8M4.5 17v2.500h15V17" />`)
export const networkIcon = icon(
  svg`<path d="M3 3l18 18M5 12.5a10 10 0 0 1 3-2m3.5-1a10 10 0 0 1 7.5 3M8.5 16a5 5 0 0 1 7 0M12 19.5v.1" />`,
)
export const examplesIcon = icon(svg`<path d="M4 4h7v7H4zm9 9h7v7h-7zM13 4h7v7h-7zM4 13h7v7H4z" />`)
export const hammerIcon = icon(
  svg`<path d="m13.5 9.5-9 9a1.8 1.8 0 0 0 2.5 2.5l9-9M11 6l4-3 6.5 6.5-3 4L15 10l-1-1z" />`,
)
export const pictureIcon = icon(
  svg`<path d="M4 5h16v14H4zM4 16l4.500-4.500 4 4 2.500-2.500 5 4.500" /><circle
    class="solid" cx="15" cy="9" r="1.500" />`,
)
export const copyIcon = icon(svg`<path d="M8.500 8.500h11v11h-11zM15.500 8.500v-4h-11v11h4" />`)
export const downloadIcon = icon(svg`<path d="M12 4v11m0 0 4-4m-4 4-4-4M5 19.500h14" />`)
export const gripIcon = icon(svg`<path d="M5 8.500h14M5 15.500h14" />`)
export const upIcon = icon(svg`<path d="M12 19V5.500m-6 6 6-6 6 6" />`)
export const downIcon = icon(svg`<path d="M12 5v13.500m-6-6 6 6 6-6" />`)
export const clockIcon = icon(svg`<circle cx="12" cy="12" r="8" /><path d="M12 7.500V12l3 2.500" />`)
export const partIcon = icon(svg`<circle cx="12" cy="12" r="8" /><path class="solid" d="M12 12V4a8 8 0 0 1 8 8z" />`)
