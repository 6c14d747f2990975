// Ordering a list by dragging its items: with a mouse, a finger or a pen.

/** Pixels from the upper or lower edge of the window within which it scrolls. */
const EDGE = 72
/** Pixels that it scrolls each time. */
const SCROLL = 10
const SCROLL_MS = 16

/**
 * Returns the place of an item that is dragged. It passes another item when its nearer edge passes the middle of that.
 * @param {{top: number, height: number}[]} boxes  of the items, without the drag
 * @param {number} from  the number of the dragged item
 * @param {number} by  pixels
 */
export function placeFor(boxes, from, by) {
  const top = boxes[from].top + by
  const bottom = top + boxes[from].height
  return boxes.filter((box, i) => i !== from && box.top + box.height / 2 < (i < from ? top : bottom)).length
}

/**
 * Returns how far an item makes room for the dragged one, in item heights.
 * @param {number} i @param {number} from @param {number} to  the place of the dragged one
 */
export const roomAt = (i, from, to) => (i > from && i <= to ? -1 : i < from && i >= to ? 1 : 0)

/**
 * Drags the list item of a grip until the pointer is released. Escape puts the item back.
 * @param {PointerEvent} event  of the pressed grip
 * @param {(by: number) => void} drop  by a number of places
 */
export function dragItem(event, drop) {
  const grip = /** @type {HTMLElement} */ (event.currentTarget)
  const item = grip.closest('li')
  const list = item?.parentElement
  if (event.button || !item || !list) return
  const items = /** @type {HTMLElement[]} */ ([...list.children])
  const from = items.indexOf(item)
  const boxes = items.map((each) => each.getBoundingClientRect())
  const height = item.offsetHeight + Number.parseFloat(getComputedStyle(list).rowGap || '0')
  const start = { pointer: event.clientY, scrolled: scrollY }
  let pointer = event.clientY
  let to = from

  const show = () => {
    const by = pointer - start.pointer + scrollY - start.scrolled
    to = placeFor(boxes, from, by)
    for (const [i, each] of items.entries())
      each.style.translate = `0 ${each === item ? by : height * roomAt(i, from, to)}px`
  }
  const scroll = () => {
    const step = pointer < EDGE ? -SCROLL : pointer > innerHeight - EDGE ? SCROLL : 0
    if (!step) return
    scrollBy(0, step)
    show()
  }
  const ended = new AbortController()
  const { signal } = ended
  const end = () => {
    ended.abort()
    clearInterval(scrolling)
    item.classList.remove('dragged')
    list.classList.remove('parting')
    for (const each of items) each.style.translate = ''
  }
  const scrolling = setInterval(scroll, SCROLL_MS)
  item.classList.add('dragged')
  list.classList.add('parting')
  grip.setPointerCapture(event.pointerId)
  const follow = (/** @type {PointerEvent} */ { clientY }) => {
    pointer = clientY
    show()
  }
  const release = () => {
    end()
    if (to !== from) drop(to - from)
  }
  grip.addEventListener('pointermove', follow, { signal })
  grip.addEventListener('pointerup', release, { signal })
  grip.addEventListener('pointercancel', end, { signal })
  grip.addEventListener('lostpointercapture', end, { signal }) // after a release, or if the item is gone
  addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal })
}
