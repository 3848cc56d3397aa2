import { valueAt } from '#docdb/query/path.ts'
import type { Environment } from '#docdb/query/predicate.ts'
import { elementPredicate } from '#docdb/query/compile.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { isDocument, type Document, type Value } from '#docdb/values/value.ts'

/** The array filters of an update, by identifier. */
export type ArrayFilters = ReadonlyMap<string, (element: Value) => boolean>

/** Reads `arrayFilters`. */
export function readArrayFilters(filterList: Value | undefined, environment: Environment): ArrayFilters {
  if (filterList === undefined) return new Map()
  if (!Array.isArray(filterList))
    throw new CommandError('TypeMismatch', "BSON field 'update.updates.arrayFilters' is the wrong type")
  const filters = new Map<string, (element: Value) => boolean>()
  for (const each of filterList) {
    if (!isDocument(each)) throw new CommandError('TypeMismatch', 'The array filter must be an object')
    const [name, other] = identifiersOf(each)
    if (name === undefined)
      throw new CommandError('FailedToParse', 'Cannot use an expression without a top-level field name in arrayFilters')
    if (other !== undefined)
      throw new CommandError(
        'FailedToParse',
        `Error parsing array filter :: caused by :: Expected a single top-level field name, found '${name}' and '${other}'`,
      )
    if (!/^[a-z][a-zA-Z0-9]*$/.test(name)) {
      throw new CommandError(
        'BadValue',
        `Error parsing array filter :: caused by :: The top-level field name must be an alphanumeric string beginning with a lowercase letter, found '${name}'`,
      )
    }
    if (filters.has(name))
      throw new CommandError('FailedToParse', `Found multiple array filters with the same top-level field name ${name}`)
    filters.set(name, filterOf(name, each, environment))
  }
  return filters
}

/** Returns the identifiers that a filter speaks of, each once. */
function identifiersOf(filter: Document): string[] {
  const found = Object.entries(filter).flatMap(([name, condition]) => {
    if (!name.startsWith('$')) return [name.split('.')[0] ?? '']
    return Array.isArray(condition) ? condition.filter(isDocument).flatMap(identifiersOf) : []
  })
  return [...new Set(found)]
}

function filterOf(name: string, filter: Document, environment: Environment): (element: Value) => boolean {
  const test = elementPredicate(filter, environment)
  // The filter speaks of the element by its identifier, as of a field.
  return (element) => test({ [name]: element })
}

/**
 * Returns the paths that a path with placeholders stands for in a document: `$` is the position that the filter has
 * matched, `$[]` every element, `$[name]` those that an array filter matches.
 */
export function expandPath(
  document: Document,
  path: readonly string[],
  filters: ArrayFilters,
  matched: () => number,
): string[][] {
  const at = path.findIndex((part) => part === '$' || part.startsWith('$['))
  if (at < 0) return [[...path]]
  const before = path.slice(0, at)
  const rest = path.slice(at + 1)
  const part = path[at] as string // found there
  const array = valueAt(document, before)
  if (part === '$') {
    const position = matched()
    if (position < 0)
      throw new CommandError('BadValue', 'The positional operator did not find the match needed from the query.')
    return expandPath(document, [...before, String(position), ...rest], filters, matched)
  }
  if (!Array.isArray(array)) {
    throw new CommandError(
      'BadValue',
      array === undefined
        ? `The path '${before.join('.')}' must exist in the document in order to apply array updates.`
        : `Cannot apply array updates to non-array element ${before.at(-1) ?? ''}: ${JSON.stringify(array)}`,
    )
  }
  const name = part.slice(2, -1)
  const test = name === '' ? () => true : filters.get(name)
  if (test === undefined) throw noFilter(name, path)
  return array.flatMap((element, position) =>
    test(element) ? expandPath(document, [...before, String(position), ...rest], filters, matched) : [],
  )
}

function noFilter(name: string, path: readonly string[]): CommandError {
  return new CommandError('BadValue', `No array filter found for identifier '${name}' in path '${path.join('.')}'`)
}

/** Refuses a path with an identifier that no array filter has. */
export function checkIdentifiers(path: readonly string[], filters: ArrayFilters): void {
  for (const part of path) {
    const name = /^\$\[(.+)\]$/.exec(part)?.[1]
    if (name !== undefined && !filters.has(name)) throw noFilter(name, path)
  }
}

/** Refuses paths of which one is within the other, and names the first that is. */
export function checkConflicts(paths: readonly string[]): void {
  if (!haveConflict(paths)) return
  let [free, conflicting] = [0, paths.length]
  while (conflicting - free > 1) {
    const middle = Math.floor((free + conflicting) / 2)
    if (haveConflict(paths.slice(0, middle))) conflicting = middle
    else free = middle
  }
  const path = paths[free] ?? ''
  const other = paths.slice(0, free).find((each) => isWithin(path, each))
  throw new CommandError(
    'ConflictingUpdateOperators',
    `Updating the path '${path}' would create a conflict at '${other ?? path}'`,
  )
}

/** Returns whether one of the paths is within another one. In order, such paths are neighbours. */
function haveConflict(paths: readonly string[]): boolean {
  // The separator comes before every character of a name, so that nothing lies between a path and those within it.
  const ordered = paths.map((path) => path.replaceAll('.', '\0')).toSorted()
  return ordered.some((path, at) => at > 0 && isWithin(path, ordered[at - 1] ?? '', '\0'))
}

function isWithin(path: string, other: string, separator = '.'): boolean {
  return path === other || path.startsWith(`${other}${separator}`)
}

/** Refuses a path that no document can have. */
export function checkPath(path: string): readonly string[] {
  if (path === '') throw new CommandError('EmptyFieldName', 'An empty update path is not valid.')
  const parts = path.split('.')
  if (parts.includes(''))
    throw new CommandError(
      'EmptyFieldName',
      `The update path '${path}' contains an empty field name, which is not allowed.`,
    )
  if (parts[0] === '$' || parts[0]?.startsWith('$[') === true) {
    throw new CommandError(
      'BadValue',
      `Cannot have positional (i.e. '$') element in the first position in path '${path}'`,
    )
  }
  if (parts.filter((part) => part === '$').length > 1)
    throw new CommandError('BadValue', `Too many positional (i.e. '$') elements found in path '${path}'`)
  return parts
}

/**
 * Compares two paths in the order in which the server changes fields: by their names, and by their numbers where both
 * names are numbers. https://www.mongodb.com/docs/manual/reference/operator/update/#behavior
 */
export function comparePaths(left: readonly string[], right: readonly string[]): number {
  const at = left.findIndex((name, index) => name !== right[index])
  if (at < 0) return left.length - right.length
  const [one = '', other] = [left[at], right[at]]
  if (other === undefined) return 1
  const areNumbers = [one, other].every((name) => /^(?:0|[1-9]\d*)$/.test(name))
  if (areNumbers && one.length !== other.length) return one.length - other.length
  return one < other ? -1 : 1
}
