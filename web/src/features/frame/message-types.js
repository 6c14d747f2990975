// The messages between the page in a frame and the page around it (messages.js). Only the type checker reads this file.

/**
 * @typedef {import('../../engine/types.js').Probe} Probe
 * @typedef {import('../../engine/types.js').Line} Line
 * @typedef {import('../../engine/types.js').EngineError} EngineError
 *
 * @typedef {number | string} Id
 * @typedef {{matewright: 'position', id?: Id} | {matewright: 'listen', id?: Id}} Asking  after 'listen' the frame also
 *   sends every change
 * @typedef {{matewright: 'setPosition', id?: Id, fen: string, moves?: string[], ply?: number}} Setting  moves in UCI;
 *   ply is the number of moves played on the board
 * @typedef {{matewright: 'probe' | 'line', id?: Id, fen?: string, by?: Probe['by']}} Probing  by default of the
 *   position on the board
 * @typedef {Asking | Setting | Probing} FrameRequest  a request of the page around a frame
 *
 * @typedef {object} FramePosition
 * @property {string} fen      on the board
 * @property {string} start    that the moves begin from
 * @property {string[]} moves  UCI
 * @property {number} ply      how many of them are on the board
 * @property {Probe | null} probe        null during a lookup, and with an error
 * @property {EngineError | null} error  such as that tables are missing
 * @property {import('../../engine/types.js').Warning[]} [warnings]  repairs of the FEN of setPosition, in its answer
 *
 * @typedef {object} FrameProgress  of a set
 * @property {number} solved  positions
 * @property {number} count   all positions
 *
 * @typedef {({matewright: 'solved', fen: string, atOnce: boolean, position?: number} & Partial<FrameProgress>) |
 *   ({matewright: 'finished', atOnce: number} & FrameProgress)} FrameSolved  atOnce: at the first try and without
 *   help, or the number of such positions; position: its number in the set, from 1 on
 *
 * @typedef {{code: 'request', message: string}} BadRequest
 * @typedef {{matewright: 'answer', id?: Id} & ({ok: true, value: FramePosition | Probe | Line} | {ok: false, error:
 *   EngineError | BadRequest})} FrameAnswer
 * @typedef {{matewright: 'ready'} | {matewright: 'size', height: number} | ({matewright: 'changed'} & FramePosition) |
 *   FrameSolved | FrameAnswer} FrameMessage  a message of a frame; height: the content's, in pixels
 */

export {}
