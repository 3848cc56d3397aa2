import type { Collection, Declarations, Following, IndexName, IndexPrefix, Row } from '#core/store.ts'
import type { ListView } from '#core/list-view.ts'
import { acceptArguments } from './arguments.ts'
import { cursorOf, partsOf, type CursorPart } from './cursor.ts'
import { FieldFailure } from './failures.ts'

/** The arguments of every connection. */
export interface PageArguments {
  readonly first?: number | null
  readonly last?: number | null
  readonly after?: string | null
  readonly before?: string | null
}

/** A list whose rows have cursors. */
export interface Cursored<R> extends ListView<R> {
  /** Returns what the cursor of the row at a position is made of. */
  cursor(row: R, position: number): readonly CursorPart[]
  /** Returns the position of the row with this cursor, or the one that it would have. */
  position(cursor: readonly CursorPart[]): number
  /** Returns whether the row at a position is the one with this cursor. */
  isAt(cursor: readonly CursorPart[], position: number): boolean
}

/**
 * Returns the rows of an index as a list with cursors that stay right when rows before them come or go. `keyOf` returns
 * the part of the index behind `prefix`; rows with equal keys are in the order of their ids.
 */
export function cursored<
  R extends Row & { readonly id: number },
  O extends Declarations,
  N extends IndexName<O>,
  const K extends IndexPrefix<R, O, N>,
>(
  collection: Collection<R, O>,
  index: N,
  prefix: K,
  keyOf: (row: R) => CursorPart,
  { descending = false }: { readonly descending?: boolean } = {},
): Cursored<R> {
  const total = collection.count(index, ...prefix)
  const rank = (key: CursorPart, id: number): number => {
    const part = key as Following<R, O, N, K['length']> // of the row, by `keyOf`
    const within = [...prefix, part] as unknown as K // one more part of the key
    return (
      collection.countBefore(index, prefix, part) +
      collection.countBefore(index, within, id as Following<R, O, N, K['length']>) // the id follows the last part
    )
  }
  const position = ([key = 0, id = 0]: readonly CursorPart[]): number => {
    const before = rank(key, Number(id))
    return descending ? total - before - (isRow(key, Number(id)) ? 1 : 0) : before
  }
  const isRow = (key: CursorPart, id: number): boolean => {
    const row = collection.get(id)
    return row !== undefined && keyOf(row) === key
  }
  return {
    total,
    slice: (offset, limit) => collection.page(index, prefix, { offset, limit, descending }).rows,
    cursor: (row) => [keyOf(row), row.id],
    position,
    isAt: ([key = 0, id = 0]) => isRow(key, Number(id)),
  }
}

/** Returns rows that have been read already as a list with cursors. `keyOf` tells them apart: by default their ids. */
export function cursoredRows<R>(rows: readonly R[], keyOf: (row: R) => CursorPart = idOf): Cursored<R> {
  const placeOf = ([key = '', at = 0]: readonly CursorPart[]): number => {
    const row = rows[Number(at)]
    return row !== undefined && keyOf(row) === key ? Number(at) : rows.findIndex((each) => keyOf(each) === key)
  }
  return {
    total: rows.length,
    slice: (offset, limit) => rows.slice(offset, offset + limit),
    cursor: (row, position) => [keyOf(row), position],
    position: (cursor) => (placeOf(cursor) < 0 ? Math.min(Number(cursor[1]), rows.length) : placeOf(cursor)),
    isAt: (cursor) => placeOf(cursor) >= 0,
  }
}

/** Returns the list of the results of `replace`, which is called for the rows of a page only. */
export function mapCursored<R, S>(list: Cursored<R>, replace: (row: R) => S): Cursored<S> {
  const rows = new Map<S, R>()
  const replaced = (row: R): S => {
    const made = replace(row)
    rows.set(made, row)
    return made
  }
  return {
    ...list,
    slice: (offset, limit) => list.slice(offset, limit).map(replaced),
    cursor: (row, position) => list.cursor(rows.get(row) as R, position), // `slice` made the row
  }
}

function idOf(row: unknown): number {
  return (row as { id: number }).id // every row but a document of a script has one
}

/** A connection, whose parts are made when the query asks for them. */
export interface Connection<R> {
  readonly totalCount: number
  readonly nodes: readonly R[]
  readonly edges: readonly { readonly node: R; readonly cursor: string }[]
  readonly pageInfo: object
}

/**
 * Returns one page of a list as the vendor's connection. `edge` returns the fields of an edge beside node and cursor,
 * `more` has those of the connection beside its own.
 * https://docs.github.com/graphql/guides/using-pagination-in-the-graphql-api
 */
export function connection<R>(
  list: Cursored<R>,
  args: PageArguments,
  edge: (row: R) => object = () => ({}),
  more: object = {},
): Connection<R> {
  let page: Page<R> | undefined
  const read = (): Page<R> => (page ??= pageOf(list, args))
  const parts = {
    totalCount: list.total,
    get nodes() {
      return read().rows
    },
    get edges() {
      const { rows, offset } = read()
      return rows.map((node, at) => ({ node, cursor: cursorOf(list.cursor(node, offset + at)), ...edge(node) }))
    },
    get pageInfo() {
      const { rows, offset } = read()
      const cursorAt = (at: number): string | null => {
        const row = rows[at]
        return row === undefined ? null : cursorOf(list.cursor(row, offset + at))
      }
      return {
        hasNextPage: offset + rows.length < list.total,
        hasPreviousPage: offset > 0,
        startCursor: cursorAt(0),
        endCursor: cursorAt(rows.length - 1),
      }
    },
  }
  return Object.assign(parts, more)
}

/** Resolves a connection of what backlot has none of, whatever its arguments select. */
export function emptyConnection(_source: unknown, args: PageArguments): Connection<object> {
  acceptArguments(args)
  return connection(cursoredRows<object>([]), args)
}

interface Page<R> {
  readonly rows: readonly R[]
  readonly offset: number
}

function pageOf<R>(list: Cursored<R>, { first, last, after, before }: PageArguments): Page<R> {
  let [start, end] = [0, list.total]
  if (after != null) {
    const parts = partsOf(after)
    const at = list.position(parts)
    start = list.isAt(parts, at) ? at + 1 : at
  }
  if (before != null) end = Math.min(end, list.position(partsOf(before)))
  if (first != null) end = Math.min(end, start + first)
  else if (last != null) start = Math.max(start, end - last)
  return { rows: end > start ? list.slice(start, end - start) : [], offset: start }
}

/** The largest number of records of a page. */
const MOST = 100

/**
 * Checks the arguments of a page.
 *
 * @throws the vendor's errors for no size, two sizes, one that is negative or too large, and a text that is no cursor.
 */
export function checkPage(name: string, { first, last, after, before }: PageArguments): void {
  for (const cursor of [after, before]) if (cursor != null) partsOf(cursor)
  if (first == null && last == null) {
    throw new FieldFailure(
      'MISSING_PAGINATION_BOUNDARIES',
      `You must provide a \`first\` or \`last\` value to properly paginate the \`${name}\` connection.`,
    )
  }
  if (first != null && last != null) {
    throw new FieldFailure(
      'INVALID_PAGINATION_BOUNDARIES',
      `Passing both \`first\` and \`last\` to paginate the \`${name}\` connection is not supported.`,
    )
  }
  const [argument, size] = first == null ? (['last', last ?? 0] as const) : (['first', first] as const)
  if (size < 0) {
    throw new FieldFailure(
      'INVALID_PAGINATION_BOUNDARIES',
      `\`${argument}\` on the \`${name}\` connection cannot be less than zero.`,
    )
  }
  if (size > MOST) {
    throw new FieldFailure(
      'EXCESSIVE_PAGINATION',
      `Requesting ${size} records on the \`${name}\` connection exceeds the \`${argument}\` limit of ${MOST} records.`,
    )
  }
}
