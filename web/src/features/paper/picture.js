// A position as a picture in SVG, which browsers, printers and word processors draw at any size.

import { say } from '../../language.js'
import { nameOf } from '../../words.js'
import { menOf, piecesOf, turnOf } from '../board/position.js'

/**
 * @typedef {import('../../shell/state.js').Piece} Piece
 * @typedef {import('../../shell/state.js').Color} Color
 */

/** The side of a square, equal to the size of the men's pictures. */
const SQUARE = 45
const BOARD = 8 * SQUARE
/** The margin beside the board with the names of files and ranks. */
const MARGIN = 22

/** Colours for the screen and for paper. */
export const COLORS = {
  screen: { light: '#e9ece0', dark: '#8aa595', ink: '#123c29' },
  paper: { light: '#ffffff', dark: '#c9d1ca', ink: '#000000' },
}

/**
 * @param {string} fen
 * @param {(piece: Piece) => string} drawn  a man as SVG of 45 by 45 units
 * @param {{orientation?: Color, colors?: typeof COLORS.screen, coordinates?: boolean}} [how]
 */
export function pictureOf(fen, drawn, { orientation = 'white', colors = COLORS.screen, coordinates = true } = {}) {
  const margin = coordinates ? MARGIN : 0
  const [width, height] = [BOARD + margin, BOARD + margin]
  const flipped = orientation === 'black'
  /** @param {number} n  a file or a rank, from 0 on */
  const along = (n) => SQUARE * (flipped ? 7 - n : n)
  /** @param {number} rank */
  const down = (rank) => BOARD - SQUARE - along(rank)
  const squares = range(64)
    .filter((n) => ((n >> 3) + n) % 2 === 0)
    .map((n) => `M${along(n & 7)} ${down(n >> 3)}h${SQUARE}v${SQUARE}h-${SQUARE}z`)
  const men = [...piecesOf(fen)].map(([key, piece]) => {
    const [file, rank] = [key.charCodeAt(0) - 97, Number(key[1]) - 1]
    return drawn(piece).replace('<svg ', `<svg x="${along(file)}" y="${down(rank)}" `)
  })
  const names = coordinates
    ? range(8).map(
        (n) =>
          `<text x="${along(n) + SQUARE / 2}" y="${BOARD + 16}">${'abcdefgh'[n]}</text>` +
          `<text x="-11" y="${down(n) + SQUARE / 2 + 5}">${n + 1}</text>`,
      )
    : []
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-margin} 0 ${width} ${height}" ` +
    `width="${width}" height="${height}">` +
    `<title>${say('picture.title', { men: menOf(fen) || say('picture.empty'), side: nameOf(turnOf(fen)) })}</title>` +
    `<path fill="${colors.light}" d="M0 0h${BOARD}v${BOARD}H0z"/>` +
    `<path fill="${colors.dark}" d="${squares.join('')}"/>` +
    `<path fill="none" stroke="${colors.ink}" d="M.5.5h${BOARD - 1}v${BOARD - 1}H.5z"/>` +
    `<g fill="${colors.ink}" font-family="sans-serif" font-size="14" text-anchor="middle">${names.join('')}</g>` +
    `${men.join('')}</svg>\n`
  )
}

/** @param {number} n */
const range = (n) => [...Array(n).keys()]
