// Writes a film as an animated GIF, which every program that shows pictures can play.

import { applyPalette, GIFEncoder, quantize } from 'gifenc'
import { pace } from './film.js'
import { COLORS, paintBoard } from './paint.js'

/**
 * @typedef {import('./film.js').Frame} Frame
 *
 * @typedef {object} Titles
 * @property {string} title
 * @property {string} note  about the tables, or ''
 * @property {string[]} kings  the names of the boards
 * @property {(frame: Frame) => string} caption
 */

const [WIDTH, HEIGHT, BOARD, MARGIN] = [560, 390, 256, 16]
const PAPER = '#f4f6f2'
/** How long the last frame stays, in milliseconds. */
const END = 3000
const COLORS_IN_ALL = 64

/**
 * @param {Frame[]} frames
 * @param {Titles} titles
 * @param {(done: number) => void} report
 */
export async function gifOf(frames, titles, report) {
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height: HEIGHT })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('The browser has no canvas to draw on.')
  const gif = GIFEncoder()
  // The first frame has empty discs, and the last one full discs.
  const ends = [frames[0], frames[frames.length - 1]].flatMap((frame) => [...drawn(context, frame, 1, titles)])
  const palette = quantize(Uint8ClampedArray.from(ends), COLORS_IN_ALL)
  for (const [i, frame] of frames.entries()) {
    const last = i === frames.length - 1
    const data = drawn(context, frame, i / (frames.length - 1), titles)
    gif.writeFrame(applyPalette(data, palette), WIDTH, HEIGHT, {
      palette: i ? undefined : palette,
      delay: last ? END : pace(frames.length),
    })
    report((i + 1) / frames.length)
    await new Promise((next) => setTimeout(next)) // the page stays usable
  }
  gif.finish()
  return new Blob([gif.bytes()], { type: 'image/gif' })
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Frame} frame
 * @param {number} done  the share of the film
 * @param {Titles} titles
 */
function drawn(context, frame, done, { title, note, kings, caption }) {
  context.fillStyle = PAPER
  context.fillRect(0, 0, WIDTH, HEIGHT)
  context.fillStyle = COLORS.black
  context.textAlign = 'center'
  context.font = 'bold 17px sans-serif'
  context.fillText(title, WIDTH / 2, 26)
  context.font = '14px sans-serif'
  frame.boards.forEach((board, king) => {
    const left = MARGIN + king * (WIDTH - BOARD - 2 * MARGIN)
    paintBoard(context, board, left, 42, BOARD)
    context.fillStyle = COLORS.black
    context.fillText(kings[king], left + BOARD / 2, 42 + BOARD + 19)
  })
  context.fillText(caption(frame), WIDTH / 2, HEIGHT - 42)
  context.font = '12px sans-serif'
  context.fillText(note, WIDTH / 2, HEIGHT - 22)
  context.fillStyle = COLORS.dark
  context.fillRect(MARGIN, HEIGHT - 12, done * (WIDTH - 2 * MARGIN), 4)
  return context.getImageData(0, 0, WIDTH, HEIGHT).data
}
