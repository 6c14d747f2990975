import { containing, inOrder, say } from '#words'
import { expect, test } from 'vitest'
import { COLORS, pictureOf } from './picture.js'

const FEN = '8/8/8/8/8/8/4P3/K6k b - - 0 1'

/** @param {import('../../shell/state.js').Piece} piece */
const letter = ({ color, role }) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="45" height="45"><desc>${color} ${role}</desc></svg>`

/** Returns the places of the men in a picture. @param {string} picture */
const men = (picture) =>
  Object.fromEntries(
    [...picture.matchAll(/<svg x="(\d+)" y="(\d+)"[^>]*><desc>([^<]*)/g)].map(([, x, y, man]) => [man, `${x},${y}`]),
  )

test('a picture has the men on their squares, from both sides', () => {
  expect(men(pictureOf(FEN, letter))).toEqual({
    'white pawn': '180,270',
    'white king': '0,315',
    'black king': '315,315',
  })
  expect(men(pictureOf(FEN, letter, { orientation: 'black' }))).toEqual({
    'white pawn': '135,45',
    'white king': '315,0',
    'black king': '0,0',
  })
})

test('a1 is dark, files and ranks are named, and the picture has a title', () => {
  const picture = pictureOf(FEN, letter)
  expect(picture).toContain(`<path fill="${COLORS.screen.dark}" d="M0 315h45v45h-45z`)
  expect(picture.match(/M\d+ \d+h45/g)).toHaveLength(32)
  expect(picture).toMatch(/<text x="22.5" y="376">a<\/text>.*<text x="-11" y="27.5">8<\/text>/)
  expect(picture).toMatch(
    inOrder(
      containing('picture.title', {
        men: inOrder(/[^]*/, `${say('piece', { color: 'black', role: 'king' })} h1`),
        side: say('side.black'),
      }),
      '</title>',
    ),
  )
  expect(pictureOf(FEN, letter, { coordinates: false })).not.toContain('<text')
})

test('nothing that is typed comes into a picture', () => {
  expect(pictureOf('<script>alert(1)</script>/8 w', letter)).not.toContain('script')
})
