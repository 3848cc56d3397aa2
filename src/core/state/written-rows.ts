import type { JsonText } from '../text/json-text.ts'
import type { Id, Row } from './table.ts'

/** The most text that is kept, in UTF-16 units: 1 Mi, some four hundred issues. */
const MOST_TEXT = 1_048_576

/** The parts of the state that some work has read. `C` are the collections. */
interface Reads<C> {
  /** The collections. Each one that is read is noted. */
  readonly rows: C
  /** Returns false once something has changed that was read. */
  areCurrent(): boolean
}

/** A row as text. */
interface WrittenRow {
  readonly row: Row
  readonly text: string
  /** The parts of the state that the text was written from, beside the row. */
  readonly reads: Reads<unknown>
}

/**
 * The JSON of rows, kept in one epoch for as long as nothing has changed that it was written from: a list that a page
 * reads again and again is joined from texts. Writing the thirty rows of a list of issues, and turning them into text,
 * is half of what the list costs; a serializer made from a schema would save the second half of that only.
 *
 * Which collections a text was written from is noted while it is written, so a writer reads the state by the `rows`
 * that it is given, and is handed all else that its JSON depends on by its form.
 */
export class WrittenRows<C> {
  readonly #read: () => Reads<C>
  readonly #forms = new Map<string, Map<Id, WrittenRow>>()
  #size = 0

  /** @param read begins to note what is read of the state */
  constructor(read: () => Reads<C>) {
    this.#read = read
  }

  /**
   * Returns a function that writes rows of one collection as JSON text. To be used at once: the parts that `writerOf`
   * shares between rows are those of the present state.
   *
   * @param form names the collection, the writer, and all that the JSON depends on beside the state: base URL, viewer
   * @param writerOf returns a function that writes a row, and reads the state by these rows only
   */
  writer<R extends Row, T>(form: string, writerOf: (rows: C) => (row: R) => T): (row: R) => JsonText<T> {
    let known = this.#forms.get(form)
    let writing: { readonly reads: Reads<C>; readonly write: (row: R) => T } | undefined
    return (row) => {
      const before = known?.get(row.id)
      if (before !== undefined && before.row === row && before.reads.areCurrent()) return before.text as JsonText<T> // of this form
      if (writing === undefined) {
        const reads = this.#read()
        writing = { reads, write: writerOf(reads.rows) }
      }
      const text = JSON.stringify(writing.write(row)) as JsonText<T> // written from it
      if (this.#size + text.length > MOST_TEXT) {
        this.#forms.clear()
        this.#size = 0
        known = undefined
      }
      if (known === undefined) this.#forms.set(form, (known = new Map<Id, WrittenRow>()))
      this.#size += text.length - (known.get(row.id)?.text.length ?? 0)
      known.set(row.id, { row, text, reads: writing.reads })
      return text
    }
  }
}
