import { nearestPlace, nearOf } from '#docdb/query/near.ts'
import { compareValues } from '#docdb/values/compare.ts'
import { ABOVE, keyString, typeRange } from '#docdb/values/key-string.ts'
import { Binary, isDocument, isNumber, toNumber, typeOf, type Document, type Value } from '#docdb/values/value.ts'
import { indexedValues } from '#docdb/query/path.ts'
import { normalized, PATHS } from './entries.ts'
import type { FieldType } from './definition.ts'
import { InvalidSearch } from './invalid-search.ts'
import { anyOf, constantScores, type Scores } from './scores.ts'
import { documentOf, plainPaths, type SearchOperator, type SearchRun } from './search-run.ts'
import type { Spec } from './spec.ts'

/** Returns the type of field by which values like this one are compared at a path. */
function comparedAs({ index }: SearchRun, path: string, value: Value): FieldType {
  if (typeof value !== 'string') return {}
  const token = index.definition.typesAt(path).find(({ type }) => type === 'token')
  if (token === undefined) throw new InvalidSearch(`Path '${path}' needs to be indexed as token`)
  return token
}

function equalScores(run: SearchRun, path: string, value: Value): Scores {
  const key = keyString(normalized(comparedAs(run, path, value), value))
  return constantScores(run.index.valuesBetween(path, key, key + ABOVE).map(([recordId]) => recordId))
}

/** The types of values that searches compare, with the words for them. */
const COMPARED = new Set(['bool', 'objectId', 'int', 'long', 'double', 'decimal', 'string', 'date', 'null'])

function checkValue(spec: Spec, value: Value, name: string): Value {
  if (COMPARED.has(typeOf(value))) return value
  if (value instanceof Binary && value.sub_type === Binary.SUBTYPE_UUID) return value
  throw spec.refusal('must be a boolean, objectId, number, string, date, uuid, or null', name)
}

/** https://www.mongodb.com/docs/atlas/atlas-search/equals/ */
export const equals: SearchOperator = (spec, run) => {
  const [path, value] = [
    spec.text('path'),
    spec.has('value') ? (spec.optional('value') ?? null) : spec.required('value'),
  ]
  spec.optional('doesNotAffect')
  spec.end()
  return equalScores(run, path, checkValue(spec, value, 'value'))
}

/** https://www.mongodb.com/docs/atlas/atlas-search/in/ */
export const inList: SearchOperator = (spec, run) => {
  const paths = plainPaths(spec)
  const value = spec.required('value')
  spec.optional('doesNotAffect')
  spec.end()
  const values = Array.isArray(value) ? value : [value]
  if (values.length === 0) throw spec.refusal('cannot be empty', 'value')
  for (const each of values) checkValue(spec, each, 'value')
  const found = paths.flatMap((path) => values.map((each) => equalScores(run, path, each)))
  return constantScores(anyOf(found).recordIds)
}

/** https://www.mongodb.com/docs/atlas/atlas-search/exists/ */
export const exists: SearchOperator = (spec, run) => {
  const path = spec.text('path')
  spec.end()
  return having(run, path)
}

/** Returns the records with something at a path. */
function having({ index }: SearchRun, path: string): Scores {
  return constantScores(index.postings(PATHS, path).map(([recordId]) => recordId))
}

/** https://www.mongodb.com/docs/atlas/atlas-search/range/ */
export const range: SearchOperator = (spec, run) => {
  const paths = plainPaths(spec)
  const { lower, upper } = boundsIn(spec)
  spec.optional('doesNotAffect')
  spec.end()
  const bound = lower?.value ?? upper?.value ?? null
  const [first, last] = typeRange(bound)
  const found = paths.flatMap((path) => {
    const type = comparedAs(run, path, bound)
    const key = (value: Value): string => keyString(normalized(type, value))
    const from = lower === null ? first : key(lower.value) + (lower.isInclusive ? '' : ABOVE)
    const to = upper === null ? last : key(upper.value) + (upper.isInclusive ? ABOVE : '')
    return run.index.valuesBetween(path, from, to).map((posting) => posting[0])
  })
  return constantScores(found)
}

interface Bound {
  readonly value: Value
  readonly isInclusive: boolean
}

function boundsIn(spec: Spec): { lower: Bound | null; upper: Bound | null } {
  const lower = boundIn(spec, 'gt', 'gte')
  const upper = boundIn(spec, 'lt', 'lte')
  const [from, to] = [lower?.value, upper?.value]
  if (from === undefined && to === undefined) throw spec.refusal('must specify at least one of [lt, lte, gt, gte]')
  for (const each of [from, to])
    if (typeof each === 'boolean' || isDocument(each))
      throw spec.refusal(`range operator does not support ${typeof each === 'boolean' ? 'boolean' : 'geo'} point type`)
  if (from === undefined || to === undefined) return { lower, upper }
  if (typeRange(from)[0] !== typeRange(to)[0]) throw spec.refusal('bounds must be of the same type')
  const compared = compareValues(from, to)
  if (compared > 0) throw spec.refusal('gt/gte must not be greater than lt/lte')
  if (compared === 0 && !(lower?.isInclusive === true && upper?.isInclusive === true))
    throw spec.refusal('bounds must both be inclusive if they are equal')
  return { lower, upper }
}

function boundIn(spec: Spec, open: string, closed: string): Bound | null {
  const [exclusive, inclusive] = [spec.optional(open), spec.optional(closed)]
  if (exclusive !== undefined && inclusive !== undefined)
    throw spec.refusal(`only one of [${open}, ${closed}] may be present`)
  if (exclusive !== undefined) return { value: exclusive, isInclusive: false }
  return inclusive === undefined ? null : { value: inclusive, isInclusive: true }
}

/** https://www.mongodb.com/docs/atlas/atlas-search/near/ */
export const near: SearchOperator = (spec, run) => {
  const paths = plainPaths(spec)
  const origin = spec.required('origin')
  const pivot = spec.number('pivot')
  if (pivot <= 0) throw spec.refusal('must be positive', 'pivot')
  spec.end()
  const distance = distanceFrom(spec, origin)
  return anyOf(
    paths.map((path) =>
      having(run, path).changed((_score, recordId) => {
        const document = documentOf(run, recordId)
        const away = document === undefined ? Infinity : distance(document, path)
        return away < Infinity ? Math.fround(pivot / (pivot + away)) : null
      }),
    ),
  )
}

/** Returns the distance of the nearest value at a path of a document. */
function distanceFrom(spec: Spec, origin: Value): (document: Document, path: string) => number {
  if (isDocument(origin)) {
    const point = nearOf('$near', { $geometry: origin }, {})
    return (document, path) => nearestPlace(document, path.split('.'), point, undefined).distance
  }
  const isDate = origin instanceof Date
  if (!isDate && !isNumber(origin)) throw spec.refusal('must be a number, date, or geo point', 'origin')
  const from = isDate ? origin.getTime() : toNumber(origin)
  return (document, path) =>
    indexedValues(document, path.split('.')).values.reduce<number>((least, value) => {
      const own = isDate
        ? value instanceof Date
          ? value.getTime()
          : Number.NaN
        : isNumber(value)
          ? toNumber(value)
          : Number.NaN
      return Number.isNaN(own) ? least : Math.min(least, Math.abs(own - from))
    }, Infinity)
}
