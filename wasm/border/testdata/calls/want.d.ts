// Made by wasm/border of Go's types. A change belongs there; npm run build:wasm brings it here.

export type Result<T> = { ok: true, value: T } | { ok: false, error: Problem }

/** A message of the catalogue (core/words): its key, and its values. */
export interface CatalogMessage {
  key: string
  values?: { [name: string]: string | number | CatalogMessage | (string | CatalogMessage)[] }
}

/** What JavaScript can ask. The promises don't reject for what can be expected. */
export interface Engine {
  /** look looks for names,
   * and reports. */
  look(request: NameRequest, report: (report: Judged) => void): Promise<Result<Answer>>
  clear(request: NameRequest): Promise<Result<null>>
  all(): Promise<Result<Answer[]>>
  wait(request: {}, report: (report: number) => void): Promise<Result<string>>
}

export interface Problem {
  code: number
}

/** A NameRequest has a name. */
export interface NameRequest {
  /** of a man */
  name?: string
  sides: ('w' | 'b')[]
  size: number
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

export interface Answer {
  category: 'win' | 'draw' | 'loss' | 'cursed-win' | 'blessed-loss'
  /** Signed plies: positive wins; null for a draw, and by other metrics. */
  dtm: number | null
  dtc?: number
  dtz?: number
  /** the DTZ may be one ply too few */
  rounded?: boolean
  /** Next may be
   * the same. */
  next: NameRequest | null
  here?: NameRequest
  file: Blob
}
