import { expect, test } from 'vitest'
import { numbered } from './numbered.view.js'
import { said } from '../../ui/said.fixture.js'

/** @param {{san: string, after?: number, lead?: string, note?: string}[]} plies */
const words = (plies) =>
  said(numbered(plies, 'white', ({ san }) => san, 30))
    .replace(/<\/?li[^>]*>|<\/span>/g, ' ')
    .replace(/<span class="(\w+)">/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

test('a number follows a visible comment, and not one for programs', () => {
  expect(
    words([
      { san: 'e4', lead: '[%csl Ge4]', note: '[%clk 1]' },
      { san: 'e5', note: '[%clk 2]' },
      { san: 'Nf3' },
      { san: 'Nc6' },
    ]),
  ).toBe('30. e4 e5 31. Nf3 Nc6')
  expect(
    words([
      { san: 'e4', note: '[%clk 1] So' },
      { san: 'e5' },
      { san: 'd5', after: 1, lead: 'Or [%cal Ge4d5]' },
      { san: 'Nf3', after: 2 },
    ]),
  ).toBe('30. e4 So 30… e5 (Or 30… d5 ) 31. Nf3')
  expect(words([{ san: 'e4' }, { san: 'd4', after: 0, lead: '[%clk 1]', note: 'Too' }])).toBe('30. e4 (30. d4 Too )')
})
