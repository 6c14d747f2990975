// What the page knows. Changes are pure functions State -> State, in the files beside this one.

import { initialFinder } from '../features/find/finder.js'
import { EMPTY } from '../features/builds/queue.js'
import { IDLE } from '../features/imports/unproven.js'
import { DEFAULT_METRIC } from '../metrics.js'

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
 * @property {string} subject  the class that the page 'class' is about; the set that 'sets' is, by its id, or that is practised on the board, as its link has it; '' for none
 *
 * @typedef {'edit' | 'play' | 'practice'} Mode
 * @typedef {'auto' | 'light' | 'dark'} Theme
 * @typedef {'sage' | 'walnut'} BoardTheme
 *
 * @typedef {Ply & {after?: number} & Remarks} GamePly  the number of the move before it, if that is not the one listed before it
 *
 * @typedef {object} Remarks  what a PGN says of a move
 * @property {string} [lead]  a comment before it: it begins a game or a variation
 * @property {number[]} [nags]  numeric annotation glyphs
 * @property {string} [note]  a comment after it
 *
 * @typedef {object} Game
 * @property {string} start  the FEN the moves begin from: that of the engine, once it has read
 *   what the user entered
 * @property {GamePly[]} plies  the moves, with those that were undone, and variations (variations.js)
 * @property {number} at     the number of the move that led to the board, 0 for none
 * @property {number} [to]   the number of a move of the line that is walked; if it is not said, the one on the board
 * @property {Record<string, string>} [tags]  what its PGN said of it
 * @property {string} [written]  what its FEN was before the engine read it
 * @property {boolean} [typed]  its FEN is being typed, a letter at a time
 * @property {boolean} [byHand]  its men were put down one by one, and there may be more to come
 * @property {boolean} [told]  by the page around a frame: nobody may be there who wants it
 *
 * @typedef {object} Answer  what the engine said about the position on the board
 * @property {string} fen
 * @property {Probe} [probe]
 * @property {EngineError} [error]
 * @property {Ply[]} [line]  best play to mate
 * @property {string[]} [unproven]  what that rests on and is not checked yet
 * @property {string} [turned]  the FEN with the other side to move, if that is a position and this is none
 * @property {import('../engine/types.js').Verdict | null} [passed]  if the side to move could pass; null in check
 *
 * @typedef {{fen: string} & import('../engine/types.js').Rules} RulesOf  what the rules of chess alone tell about a position
 *
 * @typedef {import('../features/builds/build.js').Build} Build
 * @typedef {import('../features/builds/build.js').BuildEnd} BuildEnd
 * @typedef {import('../features/builds/queue.js').Queue} Queue
 *
 * @typedef {import('../features/tables/storage.js').Storage} Storage
 *
 * @typedef {object} Paper
 * @property {string} title  of the sheet, '' for none
 * @property {{name: string, fen: string}[]} positions
 *
 * @typedef {object} State
 * @property {Place} place
 * @property {Game} game
 * @property {Game[]} past    what was on the board before, the latest last: undoing leads there
 * @property {Game[]} future  what was undone, the latest last
 * @property {Mode} mode
 * @property {import('../features/practice/practice.js').Practice | null} practice  there is one while the mode is 'practice'
 * @property {import('../features/practice/practice.js').Score} score
 * @property {Color} orientation
 * @property {Piece | 'erase' | null} tool  what a tap on the board puts there
 * @property {Ply | null} hovered           the move that is pointed at in a list
 * @property {boolean} asking               the answer shown is of the position before
 * @property {boolean} slow                 ... and has been for a second
 * @property {Answer | null} answer
 * @property {RulesOf | null} rules
 * @property {import('../features/proof/proof.js').Proving | null} proving  the search ahead of the tables, where one is worth it
 * @property {number} searchMemory  bytes for what it remembers
 * @property {ClassInfo[] | null} tables
 * @property {number} listedMen             up to so many men all classes are among them
 * @property {boolean} sixMen               classes with six men are shown, too
 * @property {EngineError | null} tablesError
 * @property {import('../features/class/details.js').ClassDetails | null} details  of the class whose page is shown
 * @property {Build | null} build
 * @property {BuildEnd | null} buildEnd     how the last build ended, until dismissed
 * @property {Queue} queue                  what is built after it
 * @property {number} workers               how many classes are built at once
 * @property {number} memory                bytes that all of them may take together
 * @property {import('../engine/metrics.js').Metric} metric  what distances count
 * @property {import('../engine/metrics.js').Metric} [by]  which of those that are there best play goes by; if it is not chosen, by that
 * @property {string} method                by which tables are made, '' for the fastest that fits
 * @property {import('../features/builds/work.js').Speed} speed  of this machine, as far as it is known
 * @property {import('../features/builds/forecast.js').Proposal | null} outlook   how what the position needs would be built
 * @property {boolean} forecasting           that is being found out
 * @property {boolean} autobuild          without a click, what a position needs and is quick
 * @property {number} toldBuilds            that is how many ended for positions that the page around a frame has set
 * @property {Record<string, BuildEnd['how']>} leftAlone  how that ended, by the position that is not to be built so again
 * @property {import('../features/builds/forecast.js').Proposal | null} proposal  what the user is asked about
 * @property {import('../features/find/finder.js').Finder} finder
 * @property {'map' | 'list'} tablesAs      how the page of tables shows them
 * @property {import('../features/tables/selection.js').Selection | null} selection  null while classes are not being selected
 * @property {Storage | null} storage
 * @property {boolean} kept                 tables are stored, and not only in memory
 * @property {import('../features/imports/imports.js').Arrival[]} imports  under way, or ended and not dismissed
 * @property {import('../features/imports/unproven.js').Judging} judging  imported tables are checked
 * @property {{done: number, of: number} | null} exporting  tables
 * @property {Theme} theme
 * @property {BoardTheme} boardTheme
 * @property {boolean} online
 * @property {boolean} offlineReady         the page itself is stored for use without a network
 * @property {boolean} updateReady          a new version of the page waits
 * @property {boolean} isKnown              to the user: larger tables were built here before
 * @property {import('../features/paste/pasted.js').Found[] | null} found  positions to choose from, that were pasted or dropped
 * @property {Paper | null} paper           what is drawn and printed
 * @property {import('../features/sets/sets.js').PracticeSet[] | null} sets  null until they are read
 * @property {string | null} setProblem     why a set was not taken from a link or a file, until dismissed
 * @property {import('../features/sets/sets.js').Training | null} training  a set is practised
 * @property {{name: string, positions: import('../features/paste/pasted.js').Found[]} | null} collecting  positions that the user is asked which set they go to
 * @property {Blob | null} [foundGames]  the games that they are of, which can be judged
 * @property {number} [foundLeft]  so many of these may have endings that are still to be found
 * @property {import('../features/check/check.js').Checking | null} checking  games that are judged, or were until that is dismissed
 * @property {string | null} notice         a short passing message
 */

/** Two kings and a pawn: small enough to be built in a moment, and nobody guesses it right. */
export const FIRST_FEN = '8/8/8/4k3/8/8/4P3/4K3 w - - 0 1'

/** @returns {State} */
export function initialState() {
  return {
    place: { page: 'board', subject: '' },
    game: { start: FIRST_FEN, plies: [], at: 0 },
    past: [],
    future: [],
    mode: 'play',
    practice: null,
    score: { streak: 0, best: 0 },
    orientation: 'white',
    tool: null,
    hovered: null,
    asking: true,
    slow: false,
    answer: null,
    rules: null,
    proving: null,
    searchMemory: 64 * 2 ** 20,
    tables: null,
    listedMen: 0,
    sixMen: false,
    tablesError: null,
    details: null,
    build: null,
    buildEnd: null,
    queue: EMPTY,
    workers: 1,
    metric: DEFAULT_METRIC,
    method: '',
    memory: 256 * 2 ** 20,
    speed: { alone: 1, together: 1 },
    outlook: null,
    forecasting: false,
    autobuild: true,
    toldBuilds: 0,
    leftAlone: {},
    proposal: null,
    finder: initialFinder,
    tablesAs: 'map',
    selection: null,
    storage: null,
    kept: true,
    imports: [],
    judging: IDLE,
    exporting: null,
    theme: 'auto',
    boardTheme: 'sage',
    online: true,
    offlineReady: false,
    updateReady: false,
    isKnown: false,
    found: null,
    paper: null,
    sets: null,
    setProblem: null,
    training: null,
    collecting: null,
    checking: null,
    notice: null,
  }
}
