import type { State } from './persistence.ts'

/**
 * The length from which a state has an id, so that a journal can continue it, in characters. A smaller state is written
 * whole each time.
 */
export const JOURNAL_FROM = 1 << 20

/** The texts of collections that are larger than this are not kept, in characters. */
const KEPT = 1 << 20

/** The length of a piece of a text, in characters: what is written without a turn for other work. */
const PIECE = 1 << 18

/** Writes states as text. That of a small collection which has not changed is made once. */
export class StateTexts {
  readonly #lists = new WeakMap<object, string>()

  /** Returns the text of a state in pieces. `id` names a large state for its journal. */
  pieces(state: State, id: string): Iterable<string> {
    return withId(this.#pieces(state), id)
  }

  *#pieces({ format, services }: State): Generator<string> {
    yield `{"format":${format},"services":{`
    let isFirst = true
    for (const [service, { version, seed, rows, ids, values }] of Object.entries(services)) {
      yield `${isFirst ? '' : ','}\n${JSON.stringify(service)}:{"version":${version},\n"seed":${JSON.stringify(seed)},\n"rows":`
      yield* this.#members(rows)
      yield `,\n"ids":${JSON.stringify(ids)},\n"values":`
      yield* this.#members(values)
      yield '}'
      isFirst = false
    }
    yield '\n}'
  }

  *#members(lists: Readonly<Record<string, readonly unknown[]>>): Generator<string> {
    let start = '{\n'
    for (const [name, list] of Object.entries(lists)) {
      yield `${start}${JSON.stringify(name)}:`
      yield* this.#list(list)
      start = ',\n'
    }
    yield start === ',\n' ? '}' : '{}'
  }

  *#list(list: readonly unknown[]): Generator<string> {
    const kept = this.#lists.get(list)
    if (kept !== undefined) {
      yield kept
      return
    }
    let whole = ''
    let piece = '['
    for (const [index, item] of list.entries()) {
      piece += `${index === 0 ? '' : ','}${JSON.stringify(item)}`
      if (piece.length < PIECE) continue
      yield piece
      whole += piece
      piece = ''
    }
    piece += ']'
    yield piece
    if (whole.length + piece.length <= KEPT) this.#lists.set(list, whole + piece)
  }
}

/** Ends the text of a state, with its id if it is large. */
function* withId(pieces: Iterable<string>, id: string): Generator<string> {
  let length = 0
  for (const piece of pieces) {
    length += piece.length
    yield piece
  }
  yield length > JOURNAL_FROM ? `,\n"id":${JSON.stringify(id)}}\n` : '}\n'
}
