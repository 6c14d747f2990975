// Positions to begin with, by rising number of men. FIRST_FEN of state.js is the first of them.

import { FIRST_FEN } from './state.js'

/** Men of the smallest tables. */
export const SMALLEST_MEN = 3

export const EXAMPLES = [
  { name: 'King and pawn', note: 'Who has opposition?', men: 3, fen: FIRST_FEN },
  { name: 'Queen', note: 'Longest KQvK win', men: 3, fen: '8/8/8/5k2/8/8/1Q6/K7 w - - 0 1' },
  { name: 'Rook', note: 'Longest KRvK win', men: 3, fen: '8/8/8/8/8/2k5/1R6/K7 w - - 0 1' },
  { name: 'Rook and pawn', note: 'Longest KRPvK win', men: 4, fen: '8/7K/8/1R6/2kP4/8/8/8 w - - 0 1' },
  { name: 'Réti, 1921', note: 'White draws', men: 4, fen: '7K/8/k1P5/7p/8/8/8/8 w - - 0 1' },
  { name: 'Saavedra, 1895', note: 'By not queening', men: 4, fen: '8/8/1KP5/3r4/8/8/8/k7 w - - 0 1' },
  { name: 'Bishop and knight', note: 'Longest KBNvK win', men: 4, fen: '8/8/8/8/8/7B/8/Nk5K w - - 0 1' },
  { name: 'Queen and rook', note: 'Longest KQvKR win', men: 4, fen: '8/8/8/8/2r5/8/2k5/K6Q w - - 0 1' },
  { name: 'En passant', note: 'The only way to win', men: 4, fen: '8/8/7k/8/1pP5/7K/8/8 b - c3 0 1' },
  { name: 'Castling', note: 'The only way to win', men: 4, fen: '8/8/8/3k4/8/8/1r6/R3K3 w Q - 0 1' },
  { name: 'Lucena', note: 'Build a bridge', men: 5, fen: '1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1' },
]
