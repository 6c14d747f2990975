// Made by wasm/border of Go's types. A change belongs there; npm run build:wasm brings it here.

export type Result<T> = { ok: true, value: T } | { ok: false, error: Problem }

/** A message of the catalogue (core/words): its key, and its values. */
export interface CatalogMessage {
  key: string
  values?: { [name: string]: string | number | CatalogMessage | (string | CatalogMessage)[] }
}

/** What JavaScript can ask. The promises don't reject for what can be expected. */
export interface Engine {
  /** rules answers with the data of a position that needs only the rules of chess. */
  rules(request: PositionRequest): Promise<Result<Rules>>
  /** probe answers with the verdict of a position, and of all its moves. */
  probe(request: PositionRequest): Promise<Result<Probe>>
  /** answer reports the verdict of a position as soon as it is known, and then the best line, if it has a mate. It
   * also reports the verdict after a null move, and answers with that with other castling rights. A later request is more
   * urgent: it ends the missing parts. */
  answer(request: PositionRequest, report: (report: Answer) => void): Promise<Result<Answer>>
  /** read answers with the FENs at the beginning of texts, as this page writes them, or the reasons of refusals. */
  read(request: ReadRequest): Promise<Result<Reading[]>>
  /** line answers with best play to mate. */
  line(request: PositionRequest): Promise<Result<Line>>
  /** pass answers with the verdict of a position after its side to move passed. */
  pass(request: PositionRequest): Promise<Result<Pass>>
  /** elsewhere reports the verdicts of a position with one of its men on each possible square. It reports some squares at
   * a time, until the page stops it. The man's own square comes first: without its tables, all squares stay open. */
  elsewhere(request: ElsewhereRequest, report: (report: Placed[]) => void): Promise<Result<{}>>
  /** rate reports the difficulty of positions, one at a time, until the page stops it. */
  rate(request: RateRequest, report: (report: Rated) => void): Promise<Result<{}>>
  /** replay answers with the legal moves and null moves of a game, each once, without moves after illegal ones. Links and
   * files may have any moves. */
  replay(request: ReplayRequest): Promise<Result<Game>>
  /** prove searches for a proof of a position's outcome. It ends with a proof, when its time is over, after a call of
   * rest, or when the next search begins. */
  prove(request: ProveRequest, report: (report: Proof) => void): Promise<Result<Proof>>
  /** refresh makes the search under way look for new tables, and sets whether a build runs beside it. */
  refresh(request: RefreshRequest): Promise<Result<null>>
  /** rest ends the search that is under way. */
  rest(): Promise<Result<null>>
  /** find looks for positions, and reports the new ones now and then. */
  find(request: FindRequest, report: (report: Finding) => void): Promise<Result<Finding>>
  /** classes lists the classes with up to a number of men, and larger ones with data in the store. It adds the stored
   * data. */
  classes(request: ClassesRequest): Promise<Result<Class[]>>
  /** details describes a stored table by its header. */
  details(request: ClassRequest): Promise<Result<Details>>
  /** sum returns the SHA-256 of a table's file. It reads the whole table. */
  sum(request: ClassRequest): Promise<Result<Sum>>
  /** plan answers with the costs of building the classes and all they depend on, each with the
   * given memory. */
  plan(request: PlanRequest): Promise<Result<Plan>>
  /** prepare is plan for a page that is about to build. First it clears the leftovers of dead builders. */
  prepare(request: PlanRequest): Promise<Result<Plan>>
  /** tidy clears the leftovers of dead builders, and the faces that no later class reads. If the later classes are not
   * known, faces stay. */
  tidy(request: TidyRequest): Promise<Result<null>>
  /** build builds one class, or a unit of it, or some slices, in the given memory. The tables that it
   * depends on must be stored. It writes its own faces that later classes read, and keeps the other faces that they
   * read. */
  build(request: BuildRequest, report: (report: Progress) => void): Promise<Result<Built>>
  /** remove deletes a table, or the finished parts of one. */
  remove(request: ClassRequest): Promise<Result<null>>
  /** file returns a table as a file, after a check of every byte against its checksum. */
  file(request: ClassRequest): Promise<Result<Blob>>
  /** stop ends the calls of a name that are under way. Elsewhere their worker is ended for that. */
  stop(request: StopRequest): Promise<Result<null>>
  /** speak sets the language of comments in checked games and of their CSV. Without a call these have keys. */
  speak(request: SpeakRequest): Promise<Result<null>>
  /** check judges the games of a part of a file, one after the other, and reports the new findings now and then. The
   * first report has the end of the part. Several workers may judge the parts of a file. The first part begins a new
   * check in its worker, which reads the tables of now. */
  check(request: CheckRequest, report: (report: CheckedPart) => void): Promise<Result<CheckedPart>>
  /** addPlayers adds the players of a part of a file to those of the parts before it. */
  addPlayers(request: AddPlayersRequest): Promise<Result<null>>
  /** mostPlayers returns the players with the most games in the added parts, the first one most of all. */
  mostPlayers(request: MostPlayersRequest): Promise<Result<Player[]>>
  /** compare judges a position by all kinds of tables, which it builds in memory. It reports the verdict with each kind
   * more. */
  compare(request: PositionRequest, report: (report: Compared) => void): Promise<Result<{}>>
  /** endComparison drops the tables. */
  endComparison(): Promise<Result<null>>
  /** film counts the positions of a class for its film. */
  film(request: FilmRequest, report: (report: FilmProgress) => void): Promise<Result<Film>>
  /** import imports the table in a file, if its bytes are the known ones. */
  import(request: Blob, report: (report: Importing) => void): Promise<Result<Imported>>
  /** importAny imports the table in a file, even if its bytes are not the known ones. Then it is an unproven table, which
   * judge checks afterwards. */
  importAny(request: Blob, report: (report: Importing) => void): Promise<Result<Imported>>
  /** judge checks whether an unproven table is right. It changes nothing in the store. A later call of settle, which needs
   * the right to write, applies the result. */
  judge(request: ClassRequest, report: (report: Importing) => void): Promise<Result<boolean>>
  /** settle makes the judged table a proven one or, if it is wrong, removes it and answers with the reason. */
  settle(): Promise<Result<null>>
  /** endingPlan answers with the size of a position's ending. */
  endingPlan(request: FenRequest): Promise<Result<EndingPlan>>
  /** ending solves the ending of a position, and resumes an earlier call. It ends when all that is in question is known,
   * or when no more slices can be solved. If it ends before, all finished slices are stored. */
  ending(request: EndingRequest, report: (report: Ending) => void): Promise<Result<Ending>>
  /** known answers with the bounds of a position by the stored endings, or null if they narrow none. */
  known(request: FenRequest): Promise<Result<Known>>
  /** measured answers as known does, with the plies to the next pawn move, capture or mate. This can take seconds. */
  measured(request: FenRequest): Promise<Result<Known>>
  /** endings answers with the stored endings. */
  endings(): Promise<Result<StoredEnding[]>>
  /** removeEnding deletes a stored ending. */
  removeEnding(request: EndingNameRequest): Promise<Result<null>>
  /** endingFile answers with the journal of an ending as a Blob. */
  endingFile(request: EndingNameRequest): Promise<Result<Blob>>
  /** syzygy makes answers also use Syzygy files, instead of those of earlier calls. It checks their headers. It
   * ignores files with other names, and all but the first of each name. */
  syzygy(request: Blob[]): Promise<Result<Syzygy>>
  /** syzygyNeeds returns the memory that the Syzygy files of classes need. */
  syzygyNeeds(request: SyzygyNeedsRequest): Promise<Result<SyzygyNeed[]>>
  /** writeSyzygy returns the Syzygy files of a class, with its outcomes and its distances, from its stored table. It may
   * store faces. */
  writeSyzygy(request: SyzygyWriteRequest, report: (report: SyzygyWriting) => void): Promise<Result<Blob[]>>
  /** wholeSyzygy returns the names of those files that are whole Syzygy files: their content matches their name and their
   * checksum. */
  wholeSyzygy(request: Blob[]): Promise<Result<string[]>>
  /** importEnding imports the ending in a file, once all its bounds are verified. */
  importEnding(request: Blob, report: (report: Importing) => void): Promise<Result<ImportedEnding>>
}

export interface Problem {
  code: 'fen' | 'men' | 'class' | 'missing' | 'damaged' | 'full' | 'refused' | 'newer' | 'places' | 'ending' | 'busy' | 'remote' | 'internal'
  /** shown if the page lacks the catalogue's message */
  message: string
  /** the catalogue's message */
  said?: CatalogMessage
  /** technical details in English, a sentence */
  detail?: string
  /** the class of the table */
  class?: string
  /** for missing tables: all that are needed */
  classes?: string[]
  /** for missing tables: those that are absent */
  missing?: string[]
}

export interface PositionRequest {
  fen: string
  /** orders the moves, if it has tables; by default the first one does */
  by?: 'dtm' | 'dtc' | 'dtz50'
}

/** A Ply is a move and the position after it. */
export interface Ply {
  uci: string
  san: string
  fen: string
}

/** Rules has data that does not depend on tables. */
export interface Rules {
  /** the legal ones */
  moves: Ply[]
  /** classes with up to four men that captures and promotions can lead to */
  small: string[]
}

export interface Move {
  uci: string
  san: string
  category: 'win' | 'draw' | 'loss' | 'cursed-win' | 'blessed-loss'
  /** Signed plies: positive wins, negative loses; null if no table has it. They lead to zeroing, to mate, to mate
   * under the fifty-move rule, and to conversion, see [value.Goal]. A draw has a DTZ of 0 and no other plies. After
   * checkmate DTM and DTC are 0, and DTZ is -1, as in other programs. */
  dtz: number | null
  /** the same, or null if a Syzygy file may have rounded it */
  precise_dtz: number | null
  dtm: number | null
  /** with the clock of the position; also if DTM and the clock imply it */
  dtm50: number | null
  dtc: number | null
  checkmate: boolean
  stalemate: boolean
  /** Unsure wins and losses may be draws by the fifty-move rule: neither a table nor the clock
   * rules that out. */
  unsure?: boolean
  /** a capture or a pawn move */
  zeroing: boolean
  /** the position after the move, with its counters */
  fen: string
}

/** Site is a web server with tables. */
export interface Site {
  /** the address */
  name: string
  /** whose tables were read there, and may be behind the answer */
  classes: string[]
  /** those that only the server vouches for */
  trusted: string[]
  /** why it gets no requests at present */
  fault?: Problem
}

/** Warning is a [board.Warning]: a repair of a FEN. */
export interface Warning {
  code: 'turn' | 'castling' | 'en-passant' | 'clock' | 'number' | 'dash'
  /** shown if the page lacks the catalogue's message */
  message: string
  said?: CatalogMessage
}

export interface Probe {
  fen: string
  class: string
  /** to move, in the class's table, the class's first side being White */
  side: 'w' | 'b'
  category: 'win' | 'draw' | 'loss' | 'cursed-win' | 'blessed-loss'
  /** Signed plies: positive wins, negative loses; null if no table has it. They lead to zeroing, to mate, to mate
   * under the fifty-move rule, and to conversion, see [value.Goal]. A draw has a DTZ of 0 and no other plies. After
   * checkmate DTM and DTC are 0, and DTZ is -1, as in other programs. */
  dtz: number | null
  /** the same, or null if a Syzygy file may have rounded it */
  precise_dtz: number | null
  dtm: number | null
  /** with the clock of the position; also if DTM and the clock imply it */
  dtm50: number | null
  dtc: number | null
  checkmate: boolean
  stalemate: boolean
  /** Unsure wins and losses may be draws by the fifty-move rule: neither a table nor the clock
   * rules that out. */
  unsure?: boolean
  insufficient_material: boolean
  /** squares of possible captures en passant */
  en_passant: string[]
  /** best first */
  moves: Move[]
  /** classes of tables behind it that are not checked yet */
  unproven?: string[]
  /** the web server behind it, or its fault */
  site?: Site
  /** whose tables have answered */
  metrics: ('dtm' | 'dtc' | 'dtz50')[]
  /** whether Syzygy files have answered */
  syzygy?: boolean
  /** the metric that orders the moves */
  by: 'dtm' | 'dtc' | 'dtz50'
  /** Unordered moves are only in the order of their outcomes, and there is no line. */
  unordered?: boolean
  /** repairs of the requested FEN */
  warnings?: Warning[]
}

export interface Line {
  fen: string
  moves: Move[]
  /** classes of tables behind it that are not checked yet */
  unproven?: string[]
  /** repairs of the requested FEN */
  warnings?: Warning[]
}

/** A Verdict has the results of tables for a position, in the shape of the tablebase
 * API of Lichess. All of it is seen from the side to move. */
export interface Verdict {
  category: 'win' | 'draw' | 'loss' | 'cursed-win' | 'blessed-loss'
  /** Signed plies: positive wins, negative loses; null if no table has it. They lead to zeroing, to mate, to mate
   * under the fifty-move rule, and to conversion, see [value.Goal]. A draw has a DTZ of 0 and no other plies. After
   * checkmate DTM and DTC are 0, and DTZ is -1, as in other programs. */
  dtz: number | null
  /** the same, or null if a Syzygy file may have rounded it */
  precise_dtz: number | null
  dtm: number | null
  /** with the clock of the position; also if DTM and the clock imply it */
  dtm50: number | null
  dtc: number | null
  checkmate: boolean
  stalemate: boolean
  /** Unsure wins and losses may be draws by the fifty-move rule: neither a table nor the clock
   * rules that out. */
  unsure?: boolean
}

/** Pass has the verdict after a null move. It is null in check, or if it depends on tables that are not checked
 * yet. */
export interface Pass {
  verdict: Verdict | null
}

/** CastlingAnswer has the verdict without the castling rights of a position, or with those that its diagram allows. */
export interface CastlingAnswer {
  fen: string
  verdict: Verdict
}

/** Syzygy describes the Syzygy files in use. */
export interface Syzygy {
  files: number
  /** the largest number that a file has, or 0 */
  men: number
  /** of all files */
  bytes: number
  /** the faults of files that are not used */
  refused: Problem[]
}

/** Answer has a part of an answer, or two. */
export interface Answer {
  verdict?: Probe
  /** best play to mate; without moves after an error */
  line?: Line
  /** absent after an error */
  passed?: Pass
  /** the fault, if there is no verdict */
  site?: Site
  /** if the diagram allows castling, and checked tables have it */
  castling?: CastlingAnswer
  /** after a file turned out to be damaged */
  syzygy?: Syzygy
}

export interface ReadRequest {
  /** each begins with the board of a FEN, and words or operations of EPD may follow */
  texts: string[]
}

export interface Reading {
  fen?: string
  /** repairs of it */
  warnings?: Warning[]
  /** the reason of a refusal: then FEN is empty */
  error?: Problem
}

export interface ElsewhereRequest {
  fen: string
  /** of the man */
  square: string
}

/** Placed is the position with the man on another square. */
export interface Placed {
  square: string
  fen: string
  /** absent if tables are missing, damaged or not checked */
  verdict?: Verdict
}

export interface RateRequest {
  fens: string[]
}

/** A Rating is how hard a position is for the side with a result to keep. */
export interface Rating {
  side: 'w' | 'b'
  /** that the careless player keeps the result: above 0, at most 1 */
  chance: number
  /** 1 to [Levels], from the chance */
  level: number
  /** of the side that the rating looks at */
  moves: number
  /** of these: a single one of several moves keeps the result */
  only: number
  /** Unproven means that the rating depends on unproven tables: see [probe.Result.Unproven]. */
  unproven?: boolean
}

/** Rated is a position with its difficulty. */
export interface Rated {
  fen: string
  /** absent if tables are missing, damaged or unproven */
  rating?: Rating
}

export interface ReplayRequest {
  fen: string
  /** by their squares, or in SAN */
  moves: string[]
  /** numbers of the moves before, 0 for none; by default the one listed before */
  after?: number[]
}

export interface Played {
  uci: string
  san: string
  /** the position after the move, with its counters */
  fen: string
  /** the number of the move before it, 0 for none */
  after: number
}

export interface Game {
  /** the FEN that it begins from */
  start: string
  /** repairs of that */
  warnings?: Warning[]
  moves: Played[]
  /** of each requested move, or of the last legal one on the way to it */
  numbers: number[]
  /** the number of requested moves that are legal */
  legal: number
}

export interface ProveRequest {
  fen: string
  /** for the table of the search */
  memory: number
  /** that it may take */
  seconds: number
  /** whether a build runs beside it, which has half of the time */
  beside: boolean
}

/** A ProvenMove is a legal move with its proven bounds, for the side that plays it. */
export interface ProvenMove {
  uci: string
  san: string
  fen: string
  low: 'win' | 'draw' | 'loss' | 'cursed-win' | 'blessed-loss'
  high: 'win' | 'draw' | 'loss' | 'cursed-win' | 'blessed-loss'
}

/** TableStats counts the uses of a table. */
export interface TableStats {
  /** of all entries */
  bytes: number
  /** all entries */
  entries: number
  /** entries with a position */
  used: number
  /** lookups */
  probes: number
  /** lookups that found the position */
  hits: number
  /** writes */
  stores: number
  /** writes over another position */
  replaced: number
}

/** A Proof is a [Result] for programs (JSON). Outcomes are those of the side to move. */
export interface Proof {
  fen: string
  /** the proven bounds of the outcome */
  low: 'win' | 'draw' | 'loss' | 'cursed-win' | 'blessed-loss'
  high: 'win' | 'draw' | 'loss' | 'cursed-win' | 'blessed-loss'
  /** best first, as far as proven */
  moves: ProvenMove[]
  depth: number
  /** of the longest line */
  plies: number
  /** positions visited */
  nodes: number
  /** visited positions that were in tables */
  table_hits: number
  /** counts of the transposition table */
  memory: TableStats
  /** the main line of the proof, see [Line] */
  line?: Ply[]
  /** why the line ends */
  end?: 'mate' | 'stalemate' | 'table' | 'material' | 'win' | 'repetition' | 'open'
}

export interface RefreshRequest {
  /** whether a build runs beside the search */
  beside: boolean
}

/** A FindRequest describes the positions of a class to find. */
export interface FindRequest {
  class: string
  /** more classes, which are searched after it */
  also?: string[]
  /** to move */
  side: 'w' | 'b'
  /** either side to move; each mutual zugzwang is found once */
  both?: boolean
  /** a property beside the value */
  kind: '' | 'zugzwang' | 'only-move' | 'only-draw' | 'cyclic-zugzwang'
  /** for the side to move: a win, a draw or a loss, by the rules */
  outcome?: 'win' | 'draw' | 'loss' | 'cursed-win' | 'blessed-loss'
  /** of a win or a loss; without bounds, draws too */
  minPlies?: number
  maxPlies?: number
  /** the next entry of an earlier search */
  from?: number
  /** the first entry of another one */
  until?: number
  /** the most positions to find, by default 1 */
  limit?: number
  /** places of men: "white pawn on h7, rook on the d-file" */
  men?: string
  /** the number of single moves in a row */
  row?: number
  /** of the single move: "sacrifice, quiet" */
  themes?: string
  /** all positions, mostly in reports: there may be millions */
  stream?: boolean
  /** far from each other */
  varied?: boolean
  /** which of these */
  seed?: number
  /** one of them at random, quickly: not all are equally likely */
  random?: boolean
  /** only about how many there are */
  size?: boolean
}

/** Judged is a value as programs read it, seen from the side to move. */
export interface Judged {
  category: 'win' | 'draw' | 'loss' | 'cursed-win' | 'blessed-loss'
  /** Signed plies: positive wins; null for a draw, and by other metrics. */
  dtm: number | null
  dtc?: number
  dtz?: number
  /** the DTZ may be one ply too few */
  rounded?: boolean
}

/** A Record is a position that was found as programs read it (JSON). */
export interface Record {
  fen: string
  /** if the search has several */
  class?: string
  category: 'win' | 'draw' | 'loss' | 'cursed-win' | 'blessed-loss'
  /** Signed plies: positive wins; null for a draw, and by other metrics. */
  dtm: number | null
  dtc?: number
  dtz?: number
  /** the DTZ may be one ply too few */
  rounded?: boolean
  /** with the other side to move, for that side */
  passed?: Judged
  /** the single one, UCI */
  move?: string
  /** its name */
  san?: string
  /** Unproven has the classes of the unproven tables that the search has used; see [Search.Unproven]. */
  unproven?: string[]
  /** whether Syzygy files have the values */
  syzygy?: boolean
}

/** A Size has bounds that hold most of the time. If they are the same, they are exact. */
export interface Size {
  low: number
  high: number
}

export interface Finding {
  found: Record[]
  /** the entry that a search resumes from */
  next: number
  /** the number of all entries */
  entries: number
  /** null if not known before */
  total: number | null
  /** Left is about how many seconds the search still takes, if that is known. */
  left?: number
  /** Count is the number of positions found. With Stream, Found has only those since the last report. */
  count?: number
  /** Size is about how many positions are to be found from the first entry of the request on, if only that is wanted. */
  size?: Size
}

export interface ClassesRequest {
  /** at most, of classes without data in the store */
  men: number
}

/** Saved is the checkpoint of a slice in the middle of its solving. */
export interface Saved {
  ply: number
  bytes: number
  /** milliseconds since 1970 */
  at: number
}

/** OutcomeCounts counts positions by outcome, for the side to move. */
export interface OutcomeCounts {
  win: number
  draw: number
  loss: number
  /** Draws by the fifty-move rule, if the metric has that rule. Other fields do not count them. */
  "cursed-win"?: number
  "blessed-loss"?: number
}

/** LongestWin is the longest win of a side, with a position that has it. */
export interface LongestWin {
  plies: number
  fen: string
}

/** SideStats is a side's report without the long list of counts by plies. */
export interface SideStats {
  stm: 'w' | 'b'
  all: OutcomeCounts
  distinct: OutcomeCounts
  /** null if the side never wins */
  longest: LongestWin | null
}

export interface Stats {
  sides: SideStats[]
}

/** Castling has the stored tables of a class with castling rights. */
export interface Castling {
  /** one for each set of rights, as [material.Class.Castling] has them */
  tables: number
  /** classes */
  present: string[]
  bytes: number
}

export interface Class {
  name: string
  men: number
  /** entries to solve, both sides */
  positions: number
  /** the classes that it depends on, in building order */
  needs: string[]
  /** the classes that one move leads to */
  leads: string[]
  /** too large to be searched */
  large?: boolean
  /** see [material.ParseOpposed]; absent if the table is one unit */
  opposed?: string
  present: boolean
  /** units and castling included, also that of Chess960 and six men */
  bytes?: number
  /** that it is built in */
  units: number
  /** of these, while the table is not complete */
  finished: number
  /** slices that were built for positions, while it is not complete */
  lone: number
  /** the checkpoint that a build resumes from */
  saved?: Saved
  stats?: Stats
  /** the error of a stored table that cannot be read */
  damaged?: Problem
  /** unchecked tables of the class, with or without castling rights */
  unproven?: string[]
  /** absent if neither side has a rook */
  castling?: Castling
}

export interface ClassRequest {
  class: string
}

/** A PlyCount counts the positions that win or lose in a number of plies. */
export interface PlyCount {
  outcome: 'win' | 'draw' | 'loss' | 'cursed-win' | 'blessed-loss'
  plies: number
  all: number
  distinct: number
}

/** A SideReport has the counts with one side to move; White is the first-named side. See [Count] for the meaning of
 * "all" and "distinct". */
export interface SideReport {
  stm: 'w' | 'b'
  all: OutcomeCounts
  distinct: OutcomeCounts
  plies: PlyCount[]
  /** null if the side never wins */
  longest: LongestWin | null
}

/** A Report is the statistics of a table as programs read them (JSON). */
export interface Report {
  class: string
  metric: string
  sides: SideReport[]
}

/** Details has the data of a table's header. */
export interface Details {
  format: number
  /** sides to move */
  stored: ('w' | 'b')[]
  report: Report
  /** the report as files */
  json: string
  csv: string
}

/** Sum is the SHA-256 of a table's file. */
export interface Sum {
  /** in hex */
  sum: string
  /** the right one is known */
  known: boolean
  /** this is the right one: every value is right */
  proven: boolean
}

export interface PlanRequest {
  /** names of classes, or the FEN of a single position */
  wanted: string[]
  /** for each table */
  memory: number
}

/** A Unit is a unit, or all the slices that are built alone, as number 0, or the castling of the class. */
export interface Unit {
  number: number
  /** that are built alone */
  slices?: number[]
  /** classes */
  castling?: string[]
  positions: number
  /** as of a step */
  seconds: number
  /** units */
  needs: number[]
  /** stored; 0 if it has to be built */
  bytes: number
}

/** A Step is a class to build, or the missing parts of one. */
export interface Step {
  class: string
  positions: number
  /** the table is complete then */
  whole: boolean
  /** the other steps that have to be done before */
  needs: string[]
  /** the least bytes of memory */
  memory: number
  /** with the available memory, or else with the least */
  method: string
  /** the key of a message about the place of the work, such as memory */
  how: string
  /** if more memory allows a faster method: the key of a message about this one */
  slower: string
  /** bytes that it will hold at most then */
  peak: number
  /** bytes of scratch for a while, at most */
  scratch: number
  /** additional bytes of scratch if values take several levels; see LevelScratch */
  longer: number
  /** checkpoints: a stopped build resumes from there */
  saves: boolean
  /** that one thread would take natively, about */
  seconds: number
  /** the share of these after which the targets of exits are read */
  read: number
  /** ... and after which the values are stored */
  solved: number
  /** fewer positions are all solved before they are stored */
  group: number
  /** bytes */
  stored: number
  /** Units, if there are several, can be built each by itself. */
  units: Unit[]
  /** classes with castling rights, if not in a unit of their own, the last one */
  castling: string[]
}

/** A Plan is a job as data, with the costs of each step. The tables of a class with castling rights are part of its
 * step. */
export interface Plan {
  /** in an order to build them in */
  steps: Step[]
  present: string[]
}

export interface TidyRequest {
  /** the classes that are still to be built, if they are known */
  later?: string[]
}

export interface BuildRequest {
  class: string
  /** 0 for the whole class, -1 for its castling alone */
  unit: number
  /** if not empty, these alone */
  slices: number[]
  /** the classes that are built after this one */
  later: string[]
  memory: number
  /** to solve by; by default the fastest that fits */
  method?: string
  /** reports [progressShape.Filling] */
  fill?: boolean
  /** classes with castling rights that are built afterwards, in this order */
  castling: string[]
}

/** Filling has the slice that is being solved, by the squares of the kings. */
export interface Filling {
  /** the men that stand still in it, as the first field of a FEN has them */
  still: string
  /** see [film.Shares]: four boards, each as base64 of a byte for each square */
  shares: string[]
}

export interface Progress {
  class: string
  /** reading smaller tables is the first part of solving */
  step: 'preparing' | 'reading' | 'solving' | 'storing'
  slice: number
  slices: number
  /** while preparing: which of the tables that are read */
  table?: number
  tables?: number
  /** while solving */
  ply: number
  /** done */
  positions: number
  /** while solving, if the method counts */
  filling?: Filling
  /** bytes so far */
  scratchRead?: number
  scratchWritten?: number
}

export interface Built {
  class: string
  /** "" if nothing was solved */
  method: string
  /** the key of a message about the place of the work, such as memory */
  how: string
  positions: number
  /** reading included */
  solveSeconds: number
  /** of these, reading finished slices */
  readSeconds: number
  /** storing included */
  encodeSeconds: number
  /** stored */
  bytes: number
  /** bytes */
  scratchRead?: number
  scratchWritten?: number
}

export interface StopRequest {
  /** the name of the calls that end */
  call: string
}

export interface MessageText {
  key: string
  text: string
}

/** SpeakRequest has messages of the catalogue in the user's language, in ICU MessageFormat. */
export interface SpeakRequest {
  /** the code, such as "de" */
  language: string
  messages: MessageText[]
}

/** A Place is a place between two games of a text. */
export interface Place {
  /** bytes before it */
  offset: number
  /** ends of lines before it: a game may begin in the line in which another one ends */
  lines: number
}

/** CheckRequest names a part of a file. */
export interface CheckRequest {
  games: Blob
  /** the beginning, or the end of another part */
  from: Place
  /** of the part, at least, if it is not the last */
  bytes: number
  /** diagrams have the castling rights that they allow */
  presumesCastling: boolean
  /** only the check uses this worker */
  alone: boolean
}

/** Missing counts the positions that could not be judged without the table of a class. */
export interface Missing {
  class: string
  positions: number
}

/** A FindingRecord is a finding. */
export interface FindingRecord {
  kind: 'unreadable' | 'stipulation' | 'cook' | 'dual' | 'mistake' | 'try' | 'minor' | 'rule' | 'castling' | 'verdict' | 'warning' | 'variant'
  flaw: boolean
  move?: string
  /** before the move, or of the start */
  fen?: string
  line?: number
  /** in English */
  words: string
  /** the same as a message */
  said: CatalogMessage
}

/** An Other is a move that may be played instead of one, because it keeps the result, too. */
export interface Other {
  uci: string
  san: string
  /** to mate, with it; 0 for a draw */
  plies?: number
  /** a win that comes too late for the fifty-move rule */
  cursed?: boolean
  /** only time: see [MinorDual] */
  loses?: boolean
}

/** A MoveRecord is a move that was judged. */
export interface MoveRecord {
  /** with its number */
  move: string
  uci: string
  /** before it */
  fen: string
  main: boolean
  mark: 'only' | 'forced' | 'dual' | 'longer' | 'mistake' | 'defence' | 'shorter'
  /** the result, for the side that moves */
  before: 'win' | 'draw' | 'loss' | 'cursed-win' | 'blessed-loss'
  after: 'win' | 'draw' | 'loss' | 'cursed-win' | 'blessed-loss'
  plies?: number
  waste: number
  others: Other[]
}

export interface CheckedGame {
  /** the number in the part */
  game: number
  /** of the file */
  line: number
  name: string
  /** of the start, "" if it can't be read */
  fen: string
  /** with marks and comments */
  pgn: string
  /** "" for a game, or if it is not known */
  goal: string
  saidGoal?: CatalogMessage
  flaws: number
  /** that were judged */
  positions: number
  /** with more than five men */
  beyond: number
  /** its diagram allows castling rights that its FEN does not name */
  castles: boolean
  missing: Missing[]
  findings: FindingRecord[]
  moves: MoveRecord[]
}

/** Sums count endings: games in which tables judge a move of the player. */
export interface Sums {
  endings: number
  /** endings in which the player had a win and threw it away, perhaps again */
  winsThrown: number
  /** endings in which the player had a draw and lost it */
  drawsThrown: number
  /** of the player in won and drawn positions */
  moves: number
  /** of these */
  mistakes: number
}

/** A Group is the part of the sums that belongs to a class or to a time. */
export interface Group {
  class?: string
  /** see [ClockOf] */
  clock?: string
  endings: number
  /** endings in which the player had a win and threw it away, perhaps again */
  winsThrown: number
  /** endings in which the player had a draw and lost it */
  drawsThrown: number
  /** of the player in won and drawn positions */
  moves: number
  /** of these */
  mistakes: number
}

/** A Slip is a move that threw a result away. */
export interface Slip {
  game: number
  /** of the game */
  name: string
  /** with its number */
  move: string
  /** before it */
  fen: string
  class: string
  clock?: string
  before: 'win' | 'draw' | 'loss' | 'cursed-win' | 'blessed-loss'
  after: 'win' | 'draw' | 'loss' | 'cursed-win' | 'blessed-loss'
  /** the best move, in SAN */
  better: string
}

/** A Player is the record of one player over many games. */
export interface Player {
  name: string
  /** in the file */
  games: number
  endings: Sums
  /** endings in which the opponent threw a win or a draw away */
  saved: number
  /** by material, the one with most thrown results first */
  classes: Group[]
  /** by the time left, the shortest first; none without clocks */
  clocks: Group[]
  /** in the order of the games, at most 500, and 50,000 of all players */
  slips: Slip[]
}

/** A PlayersSlip is a slip with the name of the player. */
export interface PlayersSlip {
  player: string
  game: number
  /** of the game */
  name: string
  /** with its number */
  move: string
  /** before it */
  fen: string
  class: string
  clock?: string
  before: 'win' | 'draw' | 'loss' | 'cursed-win' | 'blessed-loss'
  after: 'win' | 'draw' | 'loss' | 'cursed-win' | 'blessed-loss'
  /** the best move, in SAN */
  better: string
}

/** A Tally is the sum of a part of the games, as data. [Players.Merge] adds it to the sum of the games before. */
export interface Tally {
  /** by name, without their slips */
  players: Player[]
  /** in the order of the games */
  slips: PlayersSlip[]
}

/** CheckedPart has the findings since the last report. Its games have their numbers in the part, because the number
 * of games before it is not known. */
export interface CheckedPart {
  /** of the part; the first report has it, and no games */
  end?: Place
  /** the first row of CSV; the first report has it */
  columns?: string
  games: CheckedGame[]
  /** for each game a row for every move, without the number of the game */
  csv: string[][]
  /** that were read of the part, from its beginning */
  bytes: number
  /** of the part, or of its games before an error; the last report has it */
  tally?: Tally
}

export interface AddPlayersRequest {
  tally: Tally
  /** of the first part, which begins a new sum */
  first: boolean
  /** the number of games before the part */
  before: number
}

export interface MostPlayersRequest {
  /** the call ends the check, and the players have their slips */
  last: boolean
}

export interface ComparisonStep {
  kind: string
  class: string
  /** the share of the tables of this kind */
  done: number
}

/** Compared has the verdict by the first kinds, or the progress of a build. */
export interface Compared {
  kinds?: string[]
  probe?: Probe
  building?: ComparisonStep
}

export interface FilmRequest {
  class: string
  /** to move; by default one that the table stores */
  side?: 'w' | 'b'
}

export interface FilmProgress {
  /** the share of the work */
  done: number
}

/** FilmPly has the positions that are decided in a number of plies, by the side that wins. */
export interface FilmPly {
  plies: number
  white: number[][]
  black: number[][]
}

/** Film has the film of a class. Counts are of positions, by king (White's first) and by square (from a1 on). */
export interface Film {
  /** to move */
  side: 'w' | 'b'
  legal: number[][]
  plies: FilmPly[]
  /** classes whose unproven tables were read */
  unproven: string[]
}

export interface Importing {
  class: string
  step: 'reading' | 'checking'
  done: number
  of: number
}

export interface Imported {
  class: string
  /** stored */
  bytes: number
  /** its bytes are the known ones */
  proven: boolean
  /** otherwise, the positions checked against their moves: all */
  checked: number
  /** the values are not checked yet */
  unproven?: boolean
}

export interface FenRequest {
  fen: string
}

export interface SliceCount {
  slices: number
  positions: number
}

export interface EndingPlan {
  /** by number of pieces, kings left out */
  counts: SliceCount[]
  /** before promotions */
  slices: number
  positions: number
  /** there are more than were counted */
  more: boolean
  /** to solve these once, about */
  seconds: number
  /** the side whose wins are in question if only these are */
  stronger: 'w' | 'b'
}

export interface EndingRequest {
  fen: string
  /** only whether the stronger side wins */
  hold: boolean
  /** find the plies to mate, too */
  mate: boolean
}

/** Mate has bounds of the plies to mate. They are exact if they are the same. */
export interface Mate {
  /** no play forces mate in fewer plies */
  least: number
  /** the winner can force mate in as many plies */
  most: number
}

export interface MeasuredMove {
  uci: string
  san: string
  fen: string
  low: 'win' | 'draw' | 'loss' | 'cursed-win' | 'blessed-loss'
  high: 'win' | 'draw' | 'loss' | 'cursed-win' | 'blessed-loss'
  /** to the next pawn move, capture or mate, this move included, or 0 */
  plies: number
  /** to mate, likewise, if they are found */
  mate: Mate | null
}

/** Ending is an ending as far as it is solved. */
export interface Ending {
  fen: string
  /** the proven bounds of the outcome of the side to move */
  low: 'win' | 'draw' | 'loss' | 'cursed-win' | 'blessed-loss'
  high: 'win' | 'draw' | 'loss' | 'cursed-win' | 'blessed-loss'
  /** of a win or loss to the next pawn move, capture or mate, or 0 */
  plies: number
  /** its plies to mate, if they are found */
  mate: Mate | null
  /** best first, as far as proven */
  moves: MeasuredMove[]
  /** under which it is stored */
  name: string
  /** solved */
  slices: number
  positions: number
  /** slices of this round that are not done yet, or slices without mates */
  todo: number
  /** of the journal */
  bytes: number
  /** since the call */
  seconds: number
  complete: boolean
}

/** StoredEnding describes an ending that is stored. */
export interface StoredEnding {
  name: string
  fen: string
  bytes: number
  /** milliseconds since 1970 */
  modified: number
}

/** Known has the bounds of a position by stored endings. */
export interface Known {
  fen: string
  /** the proven bounds of the outcome of the side to move */
  low: 'win' | 'draw' | 'loss' | 'cursed-win' | 'blessed-loss'
  high: 'win' | 'draw' | 'loss' | 'cursed-win' | 'blessed-loss'
  /** of a win or loss to the next pawn move, capture or mate, or 0 */
  plies: number
  /** its plies to mate, if they are found */
  mate: Mate | null
  /** best first, as far as proven */
  moves: MeasuredMove[]
  from: StoredEnding[]
  /** no more of the ending of this position can be solved */
  complete: boolean
  /** no more can be solved about wins of the stronger side */
  held: boolean
}

export interface EndingNameRequest {
  name: string
}

export interface SyzygyNeedsRequest {
  classes: string[]
}

/** SyzygyNeed has the needs of the Syzygy files of a class. */
export interface SyzygyNeed {
  class: string
  /** the least bytes to write them */
  memory: number
}

export interface SyzygyWriteRequest {
  class: string
  memory: number
  /** the distances of wins and losses, by two plies */
  rounded: boolean
}

/** SyzygyWriting is the progress of writing. */
export interface SyzygyWriting {
  /** positions; 0 while faces are made */
  done: number
  of: number
}

/** ImportedEnding is an ending from a file, all of whose bounds are verified. */
export interface ImportedEnding {
  name: string
  /** stored */
  bytes: number
  slices: number
}
