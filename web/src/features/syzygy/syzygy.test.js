import { expect, test } from 'vitest'
import { initialState } from '../../shell/state.js'
import { beginChoosing, isSyzygy, setSyzygy, withMore } from './syzygy.js'

const used = { files: 2, men: 3, bytes: 5664, refused: [] }

test('files are those with the names that Syzygy files have', () => {
  const names = ['KQvK.rtbw', 'KQvK.rtbz', 'KQvK.rtbw.part', 'KQvK.mwt', 'rtbw']
  expect(names.map((name) => isSyzygy({ name }))).toEqual([true, true, false, false, false])
})

test('more files join others, and replace those of the same names', () => {
  const file = (/** @type {string} */ name, /** @type {number} */ size) => ({ name, size })
  expect(withMore([file('a', 1), file('b', 1)], [file('a', 2), file('c', 2)])).toEqual([
    file('b', 1),
    file('a', 2),
    file('c', 2),
  ])
})

test('files are in use after their check, or have faults, or there are none', () => {
  const checking = beginChoosing(initialState())
  expect(checking).toMatchObject({ choosingSyzygy: true, syzygy: null })
  expect(setSyzygy(checking, used)).toMatchObject({ choosingSyzygy: false, syzygy: used })
  const refused = { ...used, files: 0, refused: [{ code: /** @type {const} */ ('damaged'), message: '' }] }
  expect(setSyzygy(checking, refused).syzygy).toBe(refused)
  expect(setSyzygy(setSyzygy(checking, used), { ...used, files: 0 })).toMatchObject({ syzygy: null })
  expect(setSyzygy(checking, null)).toMatchObject({ choosingSyzygy: false, syzygy: null })
})
