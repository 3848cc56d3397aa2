import { CommandError } from '#docdb/errors/command-error.ts'
import { show } from '#docdb/values/show.ts'
import { fieldOf, isDocument, type Document, type Value } from '#docdb/values/value.ts'

/** A path in parts: `a.b.0` is `['a', 'b', '0']`. */
export type Path = readonly string[]

/** Returns the position that a part of a path names in an array; -1 for none. */
export function positionOf(part: string): number {
  return /^(?:0|[1-9]\d{0,8})$/.test(part) ? Number(part) : -1
}

/** The way in which an array at the end of a path is compared. */
export type LeafMode =
  /** Its elements, and the array itself. */
  | 'elements too'
  /** The array only. */
  | 'whole'

/**
 * Returns whether a value at a path passes a test. A path leads through the elements of arrays, and into positions of
 * arrays. The test gets undefined for a missing value.
 */
export function someAt(
  document: Value | undefined,
  path: Path,
  mode: LeafMode,
  test: (value: Value | undefined) => boolean,
  from = 0,
): boolean {
  let value = document
  for (let at = from; at < path.length; at++) {
    const part = path[at] as string // at < path.length
    if (Array.isArray(value)) return someInArray(value, path, mode, test, at)
    if (!isDocument(value)) return test(undefined)
    value = fieldOf(value, part)
  }
  if (mode === 'elements too' && Array.isArray(value)) {
    for (const each of value) if (test(each)) return true
  }
  return test(value)
}

function someInArray(
  array: readonly Value[],
  path: Path,
  mode: LeafMode,
  test: (value: Value | undefined) => boolean,
  at: number,
): boolean {
  const position = positionOf(path[at] as string) // at < path.length
  if (position >= 0 && position < array.length && someAt(array[position], path, mode, test, at + 1)) return true
  for (const each of array) if (isDocument(each) && someAt(each, path, mode, test, at)) return true
  return false
}

/** Collects the values at a path for an index: the elements of arrays, null for missing values. */
export function indexedValues(document: Document, path: Path): { values: (Value | undefined)[]; isMultikey: boolean } {
  const values: (Value | undefined)[] = []
  let isMultikey = false
  const collect = (start: Value | undefined, from: number): void => {
    let value = start
    for (let at = from; at < path.length; at++) {
      const part = path[at] as string // at < path.length
      if (Array.isArray(value)) {
        const position = positionOf(part)
        if (position >= 0 && position < value.length) {
          refuseAmbiguous(value, part)
          value = value[position]
          continue
        }
        isMultikey = true
        const documents = value.filter(isDocument)
        for (const each of documents) collect(each, at)
        if (documents.length < value.length) values.push(undefined)
        if (value.length === 0) values.push(undefined)
        return
      }
      value = isDocument(value) ? fieldOf(value, part) : undefined
      if (value === undefined) break
    }
    if (!Array.isArray(value)) {
      values.push(value)
      return
    }
    isMultikey = true
    // An empty array is indexed as a value of the type undefined, which is below null.
    if (value.length === 0) values.push(EMPTY)
    for (const each of value) values.push(each)
  }
  collect(document, 0)
  return { values, isMultikey }
}

/** @throws CommandError where a number is the position of an element, and a field of one. */
function refuseAmbiguous(array: readonly Value[], part: string): void {
  if (!array.some((each) => isDocument(each) && Object.hasOwn(each, part))) return
  throw new CommandError(
    16746,
    `Ambiguous field name found in array (do not use numeric field names in embedded elements in an array), field: '${part}' for array: ${show([...array])}`,
  )
}

/** Stands for an empty array among indexed values. */
export const EMPTY: Value[] = []

/** A path that leads on from a value within a document. */
export interface Lead {
  readonly value: Value | undefined
  readonly rest: Path
}

/** Follows a path through documents, to its end or to the first array. */
export function follow({ value, rest }: Lead): Lead {
  for (const [at, part] of rest.entries()) {
    if (Array.isArray(value)) return { value, rest: rest.slice(at) }
    value = isDocument(value) ? fieldOf(value, part) : undefined
  }
  return { value, rest: [] }
}

/**
 * Returns the values at several paths that belong together: where they lead into an array, those of each of its
 * elements. A value is undefined when it is missing, and {@link EMPTY} stands for an empty array.
 *
 * @throws What `parallel` makes, when they lead into several arrays.
 */
export function valuesTogether(leads: readonly Lead[], parallel: () => Error): (Value | undefined)[][] {
  const array = leads.find(({ value }) => Array.isArray(value) && value !== EMPTY)?.value
  if (!Array.isArray(array)) return [leads.map(({ value }) => value)]
  if (leads.some(({ value }) => Array.isArray(value) && value !== EMPTY && value !== array)) throw parallel()
  const elements = array.length === 0 ? [EMPTY] : array
  return elements.flatMap((element) =>
    valuesTogether(
      leads.map((lead) => {
        if (lead.value !== array) return lead
        if (element === EMPTY) return { value: EMPTY, rest: [] }
        if (lead.rest.length > 0) return follow({ value: isDocument(element) ? element : undefined, rest: lead.rest })
        return { value: Array.isArray(element) ? undefined : element, rest: [] }
      }),
      parallel,
    ),
  )
}

/**
 * Returns the value at a path that leads through documents only, and into positions of arrays; undefined when there is
 * none.
 */
export function valueAt(document: Value, path: Path): Value | undefined {
  let value: Value | undefined = document
  for (const part of path) {
    if (Array.isArray(value)) {
      const position = positionOf(part)
      value = position < 0 ? undefined : value[position]
    } else value = isDocument(value) ? fieldOf(value, part) : undefined
  }
  return value
}

/**
 * Returns the value at a path as expressions read it: through arrays, of which it makes arrays. Undefined when it is
 * missing.
 */
export function expressionValueAt(value: Value | undefined, path: Path, from = 0): Value | undefined {
  if (from === path.length) return value
  if (Array.isArray(value)) {
    const found: Value[] = []
    for (const each of value) {
      if (!isDocument(each)) continue
      const inner = expressionValueAt(each, path, from)
      if (inner !== undefined) found.push(inner)
    }
    return found
  }
  if (!isDocument(value)) return undefined
  return expressionValueAt(fieldOf(value, path[from] as string), path, from + 1) // from < path.length
}

/** The most names of a path. */
const MOST_NAMES = 200

/**
 * Returns the names of the path of a field that a pipeline or a projection makes or reads.
 *
 * @throws CommandError for a path that can be none.
 */
export function checkedFieldPath(path: string): readonly string[] {
  if (path === '') throw new CommandError(40352, 'FieldPath cannot be constructed with empty string')
  if (path.endsWith('.')) throw new CommandError(40353, "FieldPath must not end with a '.'.")
  const names = path.split('.')
  if (names.length > MOST_NAMES) throw new CommandError('Overflow', 'FieldPath is too long')
  for (const name of names) checkFieldName(name)
  return names
}

/** @throws CommandError for a name that no field of a pipeline can have. */
export function checkFieldName(name: string): void {
  if (name === '') throw new CommandError(15998, 'FieldPath field names may not be empty strings.')
  if (name.startsWith('$') && !/^\$(?:id|ref|db)$/.test(name))
    throw new CommandError(
      16410,
      "FieldPath field names may not start with '$'. Consider using $getField or $setField.",
    )
  if (name.includes('\0')) throw new CommandError(16411, "FieldPath field names may not contain '\0'.")
  if (name.includes('.'))
    throw new CommandError(16412, "FieldPath field names may not contain '.'. Consider using $getField or $setField.")
}
