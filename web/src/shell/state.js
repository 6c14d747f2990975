// The state of the page: that of each feature, and of the shell. Changes are pure functions State -> State, in the
// folders of the features.

import { initialAnswer } from '../features/answer/initial.js'
import { initialBoard } from '../features/board/initial.js'
import { initialBuilds } from '../features/builds/initial.js'
import { initialCheck } from '../features/check/initial.js'
import { initialClass } from '../features/class/initial.js'
import { initialCompare } from '../features/compare/initial.js'
import { initialDifficulty } from '../features/difficulty/initial.js'
import { initialEnding } from '../features/ending/initial.js'
import { initialFilm } from '../features/film/initial.js'
import { initialFind } from '../features/find/initial.js'
import { initialGame } from '../features/game/initial.js'
import { initialHeld } from '../features/held/initial.js'
import { initialImports } from '../features/imports/initial.js'
import { initialPaper } from '../features/paper/initial.js'
import { initialPaste } from '../features/paste/initial.js'
import { initialPractice } from '../features/practice/initial.js'
import { initialProof } from '../features/proof/initial.js'
import { initialSets } from '../features/sets/initial.js'
import { initialSyzygy } from '../features/syzygy/initial.js'
import { initialTables } from '../features/tables/initial.js'

/**
 * @typedef {import('../engine/types.js').EngineError} EngineError
 * @typedef {import('../engine/types.js').Probe} Probe
 * @typedef {import('../engine/types.js').Ply} Ply
 * @typedef {import('../engine/types.js').ClassInfo} ClassInfo
 *
 * @typedef {'white' | 'black'} Color
 * @typedef {'king' | 'queen' | 'rook' | 'bishop' | 'knight' | 'pawn'} Role
 * @typedef {{color: Color, role: Role}} Piece
 * @typedef {'board' | 'tables' | 'class' | 'sets' | 'about'} Page
 *
 * @typedef {object} Place  where the user is
 * @property {Page} page
 * @property {string} subject  the class of the page 'class'; the id of the set of the page 'sets'; the set practised on
 *   the board, as in its link; '' for none
 *
 * @typedef {'edit' | 'play' | 'practice'} Mode
 * @typedef {'auto' | 'light' | 'dark'} Theme
 * @typedef {'sage' | 'walnut'} BoardTheme
 *
 * @typedef {Ply & {after?: number} & Remarks} GamePly  the number of the move before it, if that is not the one listed
 *   before it
 *
 * @typedef {object} Remarks  a PGN's remarks on a move
 * @property {string} [lead]  a comment before it: it begins a game or a variation
 * @property {number[]} [nags]  numeric annotation glyphs
 * @property {string} [note]  a comment after it
 *
 * @typedef {object} Game
 * @property {string} start  the FEN that the moves begin from: the engine's, once it has read the user's
 * @property {GamePly[]} plies  the moves, with those that were undone, and variations (variations.js)
 * @property {number} at     the number of the move that led to the board, 0 for none
 * @property {number} [to]   the number of a move of the line that is walked; by default the one on the board
 * @property {Record<string, string>} [tags]  those of its PGN
 * @property {string} [written]  its FEN before the engine read it
 * @property {boolean} [typed]  its FEN is being typed, a letter at a time
 * @property {boolean} [byHand]  its men were put down one by one, and there may be more to come
 * @property {boolean} [scripted]  set by the page around a frame: perhaps no user wants it
 *
 * @typedef {object} Answer  the engine's answer about the position on the board
 * @property {string} fen
 * @property {Probe} [probe]
 * @property {EngineError} [error]
 * @property {Ply[]} [line]  best play to mate
 * @property {string[]} [unproven]  the unchecked tables that it depends on
 * @property {string} [turned]  the FEN with the other side to move, if only that one is a legal position
 * @property {import('../engine/types.js').Verdict | null} [passed]  if the side to move could pass; null in check
 * @property {import('../engine/border.js').CastlingAnswer} [castling]  with other rights to castle
 *
 * @typedef {{fen: string} & import('../engine/types.js').Rules} RulesOf  facts about a position from the rules of chess
 *   alone
 *
 * @typedef {import('../features/builds/build.js').Build} Build
 * @typedef {import('../features/builds/build.js').BuildEnd} BuildEnd
 * @typedef {import('../features/builds/queue.js').Queue} Queue
 *
 * @typedef {import('../features/tables/storage.js').Storage} Storage
 *
 * @typedef {object} Paper
 * @property {string} title  of the sheet, '' for none
 * @property {{name: string, fen: string, note?: string, line?: string, moves?: string}[]} positions  line: moves
 *   in SAN; moves: the text of a game, whose first comment is the note
 *
 * @typedef {object} ShellState
 * @property {Place} place
 * @property {Theme} theme
 * @property {BoardTheme} boardTheme
 * @property {boolean} online
 * @property {boolean} offlineReady         the page itself is stored for use without a network
 * @property {boolean} updateReady          a new version of the page waits
 * @property {string | null} notice         a short passing message
 * @property {(() => void) | null} undo      undoes the change that the notice is about
 *
 * @typedef {ShellState
 *   & import('../features/board/initial.js').BoardState
 *   & import('../features/game/initial.js').GameState
 *   & import('../features/answer/initial.js').AnswerState
 *   & import('../features/proof/initial.js').ProofState
 *   & import('../features/held/initial.js').HeldState
 *   & import('../features/ending/initial.js').EndingState
 *   & import('../features/practice/initial.js').PracticeState
 *   & import('../features/compare/initial.js').CompareState
 *   & import('../features/difficulty/initial.js').DifficultyState
 *   & import('../features/tables/initial.js').TablesState
 *   & import('../features/class/initial.js').ClassState
 *   & import('../features/builds/initial.js').BuildsState
 *   & import('../features/film/initial.js').FilmState
 *   & import('../features/find/initial.js').FindState
 *   & import('../features/imports/initial.js').ImportsState
 *   & import('../features/paste/initial.js').PasteState
 *   & import('../features/paper/initial.js').PaperState
 *   & import('../features/sets/initial.js').SetsState
 *   & import('../features/syzygy/initial.js').SyzygyState
 *   & import('../features/check/initial.js').CheckState} State
 */

/** @type {ShellState} */
const initialShell = {
  place: { page: 'board', subject: '' },
  theme: 'auto',
  boardTheme: 'sage',
  online: true,
  offlineReady: false,
  updateReady: false,
  notice: null,
  undo: null,
}

/** @returns {State} */
export const initialState = () => ({
  ...initialShell,
  ...initialBoard,
  ...initialGame,
  ...initialAnswer,
  ...initialProof,
  ...initialHeld,
  ...initialEnding,
  ...initialPractice,
  ...initialCompare,
  ...initialDifficulty,
  ...initialTables,
  ...initialClass,
  ...initialBuilds,
  ...initialFilm,
  ...initialFind,
  ...initialImports,
  ...initialPaste,
  ...initialPaper,
  ...initialSets,
  ...initialSyzygy,
  ...initialCheck,
})
