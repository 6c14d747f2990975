// Positions to begin with, by rising number of men. FIRST_FEN of state.js is the first of them.

import { say } from '../../language.js'
import { FIRST_FEN } from '../game/initial.js'

/** Men of the smallest tables. */
export const SMALLEST_MEN = 3

export const EXAMPLES = [
  { name: say('example.pawn'), note: say('example.pawnNote'), men: 3, fen: FIRST_FEN },
  { name: say('example.queen'), note: say('example.queenNote'), men: 3, fen: '8/8/8/5k2/8/8/1Q6/K7 w - - 0 1' },
  { name: say('example.rook'), note: say('example.rookNote'), men: 3, fen: '8/8/8/8/8/2k5/1R6/K7 w - - 0 1' },
  { name: say('example.rookPawn'), note: say('example.rookPawnNote'), men: 4, fen: '8/7K/8/1R6/2kP4/8/8/8 w - - 0 1' },
  { name: say('example.reti'), note: say('example.retiNote'), men: 4, fen: '7K/8/k1P5/7p/8/8/8/8 w - - 0 1' },
  { name: say('example.saavedra'), note: say('example.saavedraNote'), men: 4, fen: '8/8/1KP5/3r4/8/8/8/k7 w - - 0 1' },
  {
    name: say('example.bishopKnight'),
    note: say('example.bishopKnightNote'),
    men: 4,
    fen: '8/8/8/8/8/7B/8/Nk5K w - - 0 1',
  },
  {
    name: say('example.queenRook'),
    note: say('example.queenRookNote'),
    men: 4,
    fen: '8/8/8/8/2r5/8/2k5/K6Q w - - 0 1',
  },
  {
    name: say('example.enPassant'),
    note: say('example.enPassantNote'),
    men: 4,
    fen: '8/8/7k/8/1pP5/7K/8/8 b - c3 0 1',
  },
  { name: say('example.castling'), note: say('example.castlingNote'), men: 4, fen: '8/8/8/3k4/8/8/1r6/R3K3 w Q - 0 1' },
  { name: say('example.lucena'), note: say('example.lucenaNote'), men: 5, fen: '1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1' },
]
