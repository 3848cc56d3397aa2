import { compileQuery } from '#docdb/query/compile.ts'
import { EMPTY, follow, indexedValues, positionOf, valuesTogether, type Path } from '#docdb/query/path.ts'
import type { Environment, Predicate } from '#docdb/query/predicate.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import type { IndexRow } from '#docdb/schema/data.ts'
import { readCollation, type Collation } from '#docdb/values/collation.ts'
import { compoundKey, inverted, keyString } from '#docdb/values/key-string.ts'
import { planeCells, sphereCells, worldOf } from './geo-keys.ts'
import { textKeys } from './text-words.ts'
import { isDocument, isNumber, toNumber, type Document, type Value } from '#docdb/values/value.ts'

/** An index, ready for use. */
export interface IndexShape {
  readonly row: IndexRow
  readonly spec: Document
  readonly paths: readonly Path[]
  /** The names of the indexed fields. */
  readonly fields: readonly string[]
  readonly descending: readonly boolean[]
  readonly collation: Collation | undefined
  /** Returns whether the index holds a document; undefined for an index of all. */
  readonly holds: Predicate | undefined
}

// Module state on purpose: the shape follows from the row and its specification alone.
const shapes = new WeakMap<IndexRow, IndexShape>()

/** Returns the index of a row. */
export function indexShape(row: IndexRow, spec: Document): IndexShape {
  let shape = shapes.get(row)
  if (shape === undefined) shapes.set(row, (shape = makeShape(row, spec)))
  return shape
}

/** Returns whether an index is the one that a collection has by itself: of `_id`, and unique. */
export function isIdIndex({ row, spec }: Pick<IndexShape, 'row' | 'spec'>): boolean {
  return row.name === '_id_' || spec['clustered'] === true
}

/** The settings with which a filter without variables is compiled. */
export const PLAIN_ENVIRONMENT: Environment = { collation: undefined, random: () => 0, variables: {} }

function makeShape(row: IndexRow, spec: Document): IndexShape {
  const key = isDocument(spec['key']) ? spec['key'] : {}
  const fields = Object.keys(key)
  const filter = spec['partialFilterExpression']
  const collation = readCollation(spec['collation'])
  return {
    row,
    spec,
    fields,
    paths: fields.map((name) => name.split('.')),
    descending: Object.values(key).map((direction) => isNumber(direction) && toNumber(direction) < 0),
    collation,
    holds: isDocument(filter) ? compileQuery(filter, { ...PLAIN_ENVIRONMENT, collation }) : undefined,
  }
}

/** The keys of a document in an index. */
export interface IndexKeys {
  readonly keys: readonly string[]
  readonly isMultikey: boolean
}

const NO_KEYS: IndexKeys = { keys: [], isMultikey: false }

/** Returns the keys under which an index holds a document; none when it does not hold it. */
export function keysOf(shape: IndexShape, document: Document): IndexKeys {
  const { row, paths, descending, collation, holds } = shape
  if (holds !== undefined && !holds(document, {})) return NO_KEYS
  if (row.kind === 'wildcard') return wildcardKeys(shape, document)
  if (row.kind === 'text') return { keys: textKeys(shape.spec, document), isMultikey: true }
  if (row.kind === 'geo') return geoKeys(shape, document)
  const [only] = paths
  if (paths.length === 1 && only !== undefined && only.length === 1) {
    // The common case: one field of the document itself.
    const value = document[only[0] as string] // its length is 1
    if (!Array.isArray(value)) {
      if (value === undefined && row.sparse) return NO_KEYS
      const key = keyString(value ?? null, collation?.key)
      return { keys: [descending[0] === true ? inverted(key) : key], isMultikey: false }
    }
  }
  const found = paths.map((path) => indexedValues(document, path))
  const parallel = found.filter(({ isMultikey }) => isMultikey)
  if (row.sparse && found.every(({ values }) => values.every((value) => value === undefined)))
    return { keys: [], isMultikey: parallel.length > 0 }
  if (parallel.length > 1) checkParallel(paths, found, document)
  const keys = combinedKeys(
    found.map(({ values }) => values.map((value) => valueKey(value, collation))),
    descending,
  )
  return { keys, isMultikey: parallel.length > 0 }
}

/**
 * Returns whether an index of several fields has a key of a document whose parts belong together: those of fields in
 * one array are of one element. {@link keysOf} has all combinations of them, which a search may ask for.
 */
export function hasWholeKey({ paths, descending, collation }: IndexShape, document: Document, key: string): boolean {
  const leads = paths.map((path) => follow({ value: document, rest: path }))
  const open = leads.filter(({ value }) => Array.isArray(value))
  if (open.length < 2 || open.some(({ rest }) => positionOf(rest[0] ?? '') >= 0)) return true
  const parallel = (): Error => new CommandError('CannotIndexParallelArrays', 'cannot index parallel arrays')
  return valuesTogether(leads, parallel).some(
    (values) =>
      compoundKey(
        values.map((value) => valueKey(value, collation)),
        descending,
      ) === key,
  )
}

function valueKey(value: Value | undefined, collation: Collation | undefined): string {
  return value === EMPTY ? keyString(undefined) : keyString(value ?? null, collation?.key)
}

/** Returns the keys of all combinations of the parts that each field has. */
function combinedKeys(parts: readonly (readonly string[])[], descending: readonly boolean[]): string[] {
  let combined: (readonly string[])[] = [[]]
  for (const own of parts) combined = combined.flatMap((first) => own.map((part) => [...first, part]))
  const keys = combined.map((each) => compoundKey(each, descending))
  return keys.length > 1 ? [...new Set(keys)] : keys
}

/** Returns the kind of each field of an index, as its key has it: a direction, or `2dsphere`, `2d`, `hashed`. */
export function kindsOf({ spec }: Pick<IndexShape, 'spec'>): readonly Value[] {
  return isDocument(spec['key']) ? Object.values(spec['key']) : []
}

/**
 * The keys of a document with a place: the cells that hold it. An index for the sphere leaves out a document without
 * one.
 */
function geoKeys(shape: IndexShape, document: Document): IndexKeys {
  const { paths, descending, collation, spec } = shape
  const kinds = kindsOf(shape)
  const cells = paths.map((path, at) =>
    kinds[at] === '2dsphere'
      ? sphereCells(document, path)
      : kinds[at] === '2d'
        ? planeCells(document, path, worldOf(spec))
        : null,
  )
  if (cells.every((each) => each === null || each.length === 0)) return NO_KEYS
  const parts = paths.map((path, at) => {
    const own = cells[at] ?? null
    if (own === null) return indexedValues(document, path).values.map((value) => valueKey(value, collation))
    return own.length === 0 ? [keyString(null)] : own.map((cell) => keyString(cell))
  })
  const keys = combinedKeys(parts, descending)
  return { keys, isMultikey: keys.length > 1 }
}

/**
 * Returns the path below which a wildcard index holds all fields, empty for the whole document; null for one with a
 * projection.
 */
export function wildcardRoot({ fields, spec }: Pick<IndexShape, 'fields' | 'spec'>): string | null {
  const [field = ''] = fields
  if (fields.length !== 1 || spec['wildcardProjection'] !== undefined) return null
  return field === '$**' ? '' : field.slice(0, -'.$**'.length)
}

/** Returns the beginning of the keys that a wildcard index has for a path. */
export function wildcardPrefix(path: string): string {
  return keyString(path)
}

/** The keys of a wildcard index: each value that is no document and no array, after its path. */
function wildcardKeys(shape: IndexShape, document: Document): IndexKeys {
  const root = wildcardRoot(shape)
  if (root === null) return NO_KEYS
  const keys = new Set<string>()
  const add = (value: Value, path: string): void => {
    if (Array.isArray(value)) for (const each of value) add(each, path)
    else if (isDocument(value)) {
      for (const [name, each] of Object.entries(value)) {
        if (path !== '' || name !== '_id') add(each, path === '' ? name : `${path}.${name}`)
      }
    } else keys.add(wildcardPrefix(path) + keyString(value, shape.collation?.key))
  }
  if (root === '') add(document, '')
  else for (const value of indexedValues(document, root.split('.')).values) if (value !== undefined) add(value, root)
  return { keys: [...keys], isMultikey: true }
}

/** Refuses two arrays of which neither is within the other. */
function checkParallel(paths: readonly Path[], found: readonly { isMultikey: boolean }[], document: Document): void {
  const roots = new Set(
    paths.filter((_, at) => found[at]?.isMultikey === true).map((path) => arrayRoot(document, path)),
  )
  if (roots.size > 1) {
    const [first = '', second = ''] = [...roots]
    throw new CommandError(
      'CannotIndexParallelArrays',
      `cannot index parallel arrays [${second.split('.').at(-1) ?? ''}] [${first.split('.').at(-1) ?? ''}]`,
    )
  }
}

function arrayRoot(document: Document, path: Path): string {
  let value: Value | undefined = document
  for (const [at, part] of path.entries()) {
    value = isDocument(value) ? value[part] : undefined
    if (Array.isArray(value)) return path.slice(0, at + 1).join('.')
  }
  return path.join('.')
}

/** Returns the values of a document that an index is about, as the message of a duplicate key has them. */
export function keyValueOf(shape: IndexShape, document: Document, key: string): Document {
  const { paths, fields, collation, descending } = shape
  let combined: (readonly (Value | undefined)[])[] = [[]]
  for (const path of paths) {
    const { values } = indexedValues(document, path)
    combined = combined.flatMap((first) => values.map((value) => [...first, value]))
  }
  const isKey = (values: readonly (Value | undefined)[]): boolean =>
    compoundKey(
      values.map((value) => valueKey(value, collation)),
      descending,
    ) === key
  const found = combined.find(isKey) ?? combined[0]
  const single: Document = {}
  for (const [at, name] of fields.entries()) single[name] = found?.[at] ?? null
  return single
}
