// The shapes that cross the border between the page and the Go engine.

/**
 * @template T
 * @typedef {{ok: true, value: T} | {ok: false, error: EngineError}} Result
 */

/**
 * 'busy', 'died', 'memory', 'budget' and 'none' are the page's own: another tab holds the build lock; the worker
 * ended by itself; it ended because it got no more memory; a table takes more than the user allows; a table has
 * no position of the kind.
 * @typedef {object} EngineError
 * @property {'fen' | 'class' | 'missing' | 'damaged' | 'full' | 'refused' | 'internal' | 'busy' | 'died' | 'memory' | 'budget' | 'none'} code
 * @property {string} message    a sentence for the user
 * @property {string} [detail]   another one, for those who want to know more
 * @property {string} [class]    the class concerned
 * @property {string[]} [classes]  of 'missing': every class the position needs
 * @property {string[]} [missing]  of 'missing': the absent ones, in build order
 */

/**
 * Depths are signed plies: positive wins, negative loses, 0 is checkmated, null a draw.
 * @typedef {'win' | 'draw' | 'loss'} Category
 *
 * @typedef {{uci: string, san: string, fen: string}} Ply  a move and the position after it
 *
 * @typedef {object} Verdict
 * @property {Category} category
 * @property {number | null} dtm
 * @property {boolean} checkmate
 * @property {boolean} stalemate
 *
 * @typedef {Ply & Verdict & {zeroing: boolean}} Move  the verdict is that of the position after the move, for its side to move
 *
 * @typedef {object} ProbeOnly
 * @property {string} fen
 * @property {string} class
 * @property {'w' | 'b'} side  to move, in the class's table: the side named first is White there
 * @property {boolean} insufficient_material
 * @property {string[]} en_passant  squares that a pawn may just have jumped over, so that it can be taken
 * @property {Move[]} moves  best first
 * @typedef {Verdict & ProbeOnly} Probe
 *
 * @typedef {{fen: string, moves: Ply[]}} Line
 */

/**
 * @typedef {{win: number, draw: number, loss: number}} Counts  for the side to move
 *
 * @typedef {object} SideStats
 * @property {'w' | 'b'} stm
 * @property {Counts} all
 * @property {Counts} distinct
 * @property {{plies: number, fen: string} | null} longest
 *
 * @typedef {{outcome: 'win' | 'loss', plies: number, all: number, distinct: number}} PlyCount
 *
 * @typedef {object} Details  of a table that is here
 * @property {number} format
 * @property {('w' | 'b')[]} stored  sides to move
 * @property {{class: string, metric: string, sides: (SideStats & {plies: PlyCount[]})[]}} report
 * @property {string} json     the report as a file
 * @property {string} csv
 *
 * @typedef {object} ClassInfo
 * @property {string} name
 * @property {number} men
 * @property {number} positions  entries to solve, both sides
 * @property {string[]} needs    every class it depends on, in build order
 * @property {string[]} leads    of these, the ones that a single move leads to
 * @property {boolean} present
 * @property {number} [bytes]      of its units, while they are not joined
 * @property {number} units       that it is built in
 * @property {number} finished     of these, while they are not joined
 * @property {{sides: SideStats[]}} [stats]
 * @property {string} [damaged]  why the stored table can't be read
 *
 * @typedef {object} Step
 * @property {string} class
 * @property {number} positions
 * @property {string[]} needs  the other steps that have to be done before
 * @property {Unit[]} units  if there are several, each can be built by itself
 * @property {number} memory   bytes that it takes at least
 * @property {string} method   with the memory there is, or else with the least
 * @property {string} how      what the method does, in few words
 * @property {string} slower   if there are faster ones: what it does instead
 * @property {number} peak     bytes that it will hold at most then
 * @property {number} scratch  bytes that it stores for a while, at most
 * @property {number} seconds  that one thread would take natively, about
 * @property {number} stored   bytes
 *
 * @typedef {{number: number, positions: number, needs: number[], present: boolean}} Unit
 *
 * @typedef {{steps: Step[], present: string[]}} Plan
 *
 * @typedef {object} Progress  of a task
 * @property {string} class
 * @property {'reading' | 'solving' | 'storing'} step  reading smaller tables is the first part of solving
 * @property {number} slice
 * @property {number} slices
 * @property {number} ply        while solving
 * @property {number} positions  done
 * @property {number} wasmBytes
 *
 * @typedef {object} Built  a class, or what a task made of it
 * @property {string} class
 * @property {string} method         '' if nothing was solved
 * @property {string} how            what the method does, in few words
 * @property {number} positions
 * @property {number} solveSeconds   reading included
 * @property {number} readSeconds    of these, reading finished slices
 * @property {number} encodeSeconds  storing included
 * @property {number} elapsedSeconds by the clock, the worker's start included
 * @property {number} bytes          stored
 * @property {number} wasmBytes      memory at the end, when it is largest
 * @property {boolean} [resumed]     some of it was made before, which the seconds leave out
 */

/**
 * @typedef {object} Importing  how far the import of a file is
 * @property {string} class
 * @property {'reading' | 'checking'} step
 * @property {number} done
 * @property {number} of
 *
 * @typedef {object} Imported
 * @property {string} class
 * @property {number} bytes       stored
 * @property {number} checked     positions that were held to their moves
 * @property {boolean} all        these are all there are
 * @property {string[]} unusable  if none was checked: the tables that it takes, which are absent or damaged
 */

/**
 * What positions of a class to find.
 * @typedef {object} Query
 * @property {string} class
 * @property {'w' | 'b'} side  to move
 * @property {'' | 'zugzwang' | 'only-move'} kind  else than their value: mutual zugzwangs, single winning moves
 * @property {Category} [outcome]   for the side to move
 * @property {number} [minPlies]    of a win or a loss; without bounds, draws too
 * @property {number} [maxPlies]
 * @property {number} [from]        where an earlier search ended
 * @property {number} [limit]       the most positions to find, 1 if none is said
 * @property {boolean} [random]     one of them at random, quickly: not all are as likely
 *
 * @typedef {object} Found
 * @property {string} fen
 * @property {Category} category
 * @property {number | null} dtm
 * @property {{category: Category, dtm: number | null}} [passed]  of a zugzwang: with the other side to move, for that side
 * @property {string} [move]       the single winning one, by its UCI name
 *
 * @typedef {object} Finding  what a search has found, or since it last told
 * @property {Found[]} found
 * @property {number} next     where a search goes on
 * @property {number} entries  where it ends
 * @property {number | null} total  of the positions to be found, if that is known before
 */

/**
 * What Go puts on `globalThis.matewright`. The promises don't reject for expected failures.
 * @typedef {object} Engine
 * @property {(fen: string) => Promise<Result<Probe>>} probe
 * @property {(fen: string) => Promise<Result<Line>>} line
 * @property {(fen: string) => Promise<Result<Verdict | null>>} pass  if the side to move could pass; null in check
 * @property {(query: Query, onProgress: (finding: Finding) => void) => Promise<Result<Finding>>} find
 * @property {() => Promise<Result<ClassInfo[]>>} classes
 * @property {(name: string) => Promise<Result<Details>>} details
 * @property {(name: string) => Promise<Result<string>>} sum  the SHA-256 of its file, in hex
 * @property {(names: string[], memory: number) => Promise<Result<Plan>>} plan  memory: bytes for each table
 * @property {(names: string[], memory: number) => Promise<Result<Plan>>} prepare
 * @property {(later?: string[]) => Promise<Result<null>>} tidy  later: the classes that have still to be built, if they are known
 * @property {(name: string) => Promise<Result<null>>} remove
 * @property {(name: string, unit: number, later: string[], memory: number, onProgress: (progress: Progress) => void) => Promise<Result<Built>>} build  unit 0: the whole class; later: the classes that are still to come; memory in bytes
 * @property {(name: string, onProgress: (progress: Progress) => void) => Promise<Result<Built>>} join
 * @property {(name: string) => Promise<Result<Blob>>} file  as the native command has it, once all of it was checked
 * @property {(file: Blob, onProgress: (progress: Importing) => void) => Promise<Result<Imported>>} import
 */

export {}
