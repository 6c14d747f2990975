import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeFor, roomAt } from './drag-order.js'

const GAP = 14

test('a dragged item passes those whose middle its edge has passed, and they make room', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 10, max: 300 }), { minLength: 1, maxLength: 12 }),
      fc.nat(),
      fc.integer({ min: -4000, max: 4000 }),
      (heights, number, by) => {
        const from = number % heights.length
        const boxes = heights.map((height, i) => ({
          top: heights.slice(0, i).reduce((sum, each) => sum + each + GAP, 0),
          height,
        }))
        const to = placeFor(boxes, from, by)
        // The slow twin: moves the item a pixel at a time, and exchanges it with its neighbour.
        let at = from
        for (let moved = 0; moved !== by;) {
          moved += Math.sign(by)
          const top = boxes[from].top + moved
          const middle = (/** @type {number} */ i) => boxes[i].top + boxes[i].height / 2
          if (by > 0) while (at < heights.length - 1 && middle(at + 1) < top + heights[from]) at++
          else while (at > 0 && middle(at - 1) >= top) at--
        }
        expect(to).toBe(at)
        const places = heights.map((_, i) => (i === from ? to : i + roomAt(i, from, to)))
        expect(places.toSorted((one, another) => one - another)).toEqual(heights.map((_, i) => i))
      },
    ),
    { numRuns: 50 },
  )
})
