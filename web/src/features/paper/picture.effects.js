// Pictures of positions as files, drawn with the men of the board.

import { pictureOf } from './picture.js'

/** Pixels along each side, enough for a board in print. */
const PNG_SIDE = 1536

/**
 * A man's picture from the style sheet.
 * @param {import('../../shell/state.js').Piece} piece
 */
function drawn({ color, role }) {
  const [, packed] = /base64,([^"')]+)/.exec(styleOf(`${color} ${role}`)) ?? []
  if (!packed) throw new Error(`The style sheet has no picture of a ${color} ${role}.`)
  return atob(packed)
}

/** @param {string} man */
function styleOf(man) {
  const board = Object.assign(document.createElement('div'), { className: 'cg-wrap', hidden: true })
  const piece = board.appendChild(Object.assign(document.createElement('piece'), { className: man }))
  document.body.append(board)
  const { backgroundImage } = getComputedStyle(piece)
  board.remove()
  return backgroundImage
}

/** @type {Map<string, string>} */
const known = new Map()

/** @param {import('../../shell/state.js').Piece} piece */
function remembered(piece) {
  const man = `${piece.color} ${piece.role}`
  const picture = known.get(man) ?? drawn(piece)
  known.set(man, picture)
  return picture
}

/** @param {string} fen @param {Parameters<typeof pictureOf>[2]} [how] */
export const picture = (fen, how) => pictureOf(fen, remembered, how)

/** @param {string} svg */
export const svgFile = (svg) => new Blob([svg], { type: 'image/svg+xml' })

/**
 * @param {string} svg
 * @returns {Promise<Blob>}
 */
export async function pngFile(svg) {
  const href = URL.createObjectURL(svgFile(svg))
  try {
    const image = new Image(PNG_SIDE, PNG_SIDE)
    image.src = href
    await image.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width: PNG_SIDE, height: PNG_SIDE })
    const context = canvas.getContext('2d')
    if (!context) throw new Error('The browser has no canvas to draw on.')
    context.drawImage(image, 0, 0, PNG_SIDE, PNG_SIDE)
    return await new Promise((done, failed) =>
      canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('The browser made no picture.'))), 'image/png'),
    )
  } finally {
    URL.revokeObjectURL(href)
  }
}
