import { expect, test } from 'vitest'
import { initialState } from '../../shell/state.js'
import { declined, measured } from './storage.js'

test('a refusal of the browser stays until it agrees', () => {
  const figures = { usage: 1, quota: 2, persisted: false }
  const asked = declined(measured(initialState(), figures))
  expect(measured(initialState(), figures).storage?.declined).toBe(false)
  expect(measured(asked, figures).storage).toEqual({ ...figures, declined: true })
  expect(measured(asked, { ...figures, persisted: true }).storage?.declined).toBe(false)
  expect(declined(initialState()).storage).toBeNull()
})
