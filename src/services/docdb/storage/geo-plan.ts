import type { DataContext } from '#docdb/call.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import type { Box } from '#docdb/geo/boxes.ts'
import { cellsOver, SPHERE_WORLD, type World } from '#docdb/geo/cells.ts'
import { boundsOf } from '#docdb/query/bounds.ts'
import { areaClauses, type Area } from '#docdb/query/geo.ts'
import type { Near, NearClause } from '#docdb/query/near.ts'
import type { CollectionRow } from '#docdb/schema/data.ts'
import { ABOVE, compareKeys, inverted, keyString } from '#docdb/values/key-string.ts'
import type { Document, Value } from '#docdb/values/value.ts'
import { indexesOf } from './catalog.ts'
import { namespaceOf } from './changes.ts'
import { worldOf } from './geo-keys.ts'
import { kindsOf, type IndexShape } from './index-shape.ts'
import type { KeyRange } from './key-range.ts'

/** A field of places of an index. */
export interface GeoField {
  readonly index: IndexShape
  /** The beginnings of the keys of documents that the filter may match, by the fields before the place. */
  readonly prefixes: readonly string[]
  readonly world: World
}

/** The way to documents in the order of their distance from a point. */
export interface NearPlan extends GeoField {
  readonly kind: 'near'
  readonly clause: NearClause
}

/** The most cells of a query. */
const MOST_CELLS = 20

/** A little more than the distance at which two places are the same, in degrees. */
const MARGIN = 1e-6

/** Returns the ranges of the keys of all places that may be in boxes. */
export function rangesOver({ prefixes, world }: GeoField, boxes: readonly Box[]): KeyRange[] {
  const wider = boxes.map(({ west, east, south, north }) => ({
    west: west - MARGIN,
    east: east + MARGIN,
    south: south - MARGIN,
    north: north + MARGIN,
  }))
  const cells = cellsOver(wider, world, MOST_CELLS)
  // The cells that hold these have the places that are larger.
  const larger = new Set(cells.flatMap((cell) => Array.from(cell, (_digit, depth) => cell.slice(0, depth))))
  const ranges = prefixes.flatMap((prefix) => [
    ...cells.map((cell) => ({ from: prefix + beginning(cell), to: prefix + beginning(cell) + ABOVE })),
    ...Array.from(larger, (cell) => ({ from: prefix + keyString(cell), to: prefix + keyString(cell) + ABOVE })),
  ])
  return ranges.sort((left, right) => compareKeys(left.from, right.from))
}

/** Returns what the keys of a cell and of all within it begin with: the key without its end. */
function beginning(cell: string): string {
  return keyString(cell).slice(0, -1)
}

/** Returns the ranges of all keys of a field of places. */
export function allRanges({ prefixes }: GeoField): KeyRange[] {
  return prefixes.map((prefix) => ({ from: prefix, to: prefix + ABOVE }))
}

/**
 * Returns how an index for places finds those of a field: one that is behind other fields only where the filter has
 * values for them.
 */
function geoField(index: IndexShape, filter: Document, field: string, kind: '2d' | '2dsphere'): GeoField | null {
  const place = index.fields.indexOf(field)
  if (index.row.kind !== 'geo' || place < 0 || kindsOf(index)[place] !== kind) return null
  const bounds = boundsOf(filter, { collation: index.collation, isMultikey: true })
  let prefixes = ['']
  for (const [at, name] of index.fields.slice(0, place).entries()) {
    const found = bounds.get(name)
    if (found === undefined || !found.arePoints) return null
    const keys = found.intervals.map(({ from }) => (index.descending[at] === true ? inverted(from) : from))
    prefixes = prefixes.flatMap((prefix) => keys.map((key) => prefix + key))
  }
  return { index, prefixes, world: kind === '2d' ? worldOf(index.spec) : SPHERE_WORLD }
}

/** Returns the plan that reads the places near those that a filter asks for; null where the index has none of them. */
export function areaPlan(
  index: IndexShape,
  filter: Document,
): {
  plan: { kind: 'index'; index: IndexShape; ranges: readonly KeyRange[]; direction: null }
  score: number
} | null {
  for (const { field, area } of areaClauses(filter)) {
    const kind = kindForArea(index, field, area)
    const found = kind === null ? null : geoField(index, filter, field, kind)
    if (found === null) continue
    const ranges = rangesOver(found, area.boxes())
    return { plan: { kind: 'index', index, ranges, direction: null }, score: 7 }
  }
  return null
}

/**
 * Returns the kind of the field of places in an index that holds what an area asks for: of the plane, which also
 * answers for circles on the sphere within its limits, or of the sphere.
 */
function kindForArea(index: IndexShape, field: string, area: Area): '2d' | '2dsphere' | null {
  const kind: Value | undefined = kindsOf(index)[index.fields.indexOf(field)]
  if (kind === '2dsphere') return area.kind === 'plane' ? null : kind
  if (kind !== '2d' || !area.isWithin || area.kind === 'sphere') return null
  if (area.kind === 'plane') return kind
  const [box, other] = area.boxes()
  return other === undefined && box !== undefined && box.east - box.west < 360 ? kind : null
}

/**
 * Returns the plan for a search near a point.
 *
 * @throws CommandError for a field without an index for it.
 */
export function nearPlan(
  context: DataContext,
  collection: CollectionRow,
  filter: Document,
  clause: NearClause,
): NearPlan {
  const field = clause.path.join('.')
  for (const index of indexesOf(context, collection)) {
    if (index.row.hidden) continue
    for (const kind of kindsForNear(clause.near)) {
      const found = geoField(index, filter, field, kind)
      if (found !== null) return { kind: 'near', clause, ...found }
    }
  }
  throw noGeoIndex(collection, clause)
}

/** Returns the kinds of indexes that find what is near a point: a pair of coordinates is searched in either. */
function kindsForNear({ isSphere, isGeoJson }: Near): readonly ('2d' | '2dsphere')[] {
  return isGeoJson ? ['2dsphere'] : isSphere ? ['2dsphere', '2d'] : ['2d']
}

/** 291: no index finds what is near a point. */
function noGeoIndex(row: CollectionRow, { path, near }: NearClause): CommandError {
  const most = near.most === Infinity ? '1.79769e+308' : String(near.most)
  return new CommandError(
    'NoQueryExecutionPlans',
    `error processing query: ns=${namespaceOf(row)}Tree: GEONEAR  field=${path.join('.')} maxdist=${most} isNearSphere=${near.isSphere ? 1 : 0}\nSort: {}\nProj: {}\n planner returned error :: caused by :: unable to find index for $geoNear query`,
  )
}
