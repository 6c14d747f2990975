// The lazy part of comparisons.

export { compare } from './compare.effects.js'
import './mw-compare.js'
