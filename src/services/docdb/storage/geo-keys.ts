import { someAt, type Path } from '#docdb/query/path.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { show } from '#docdb/values/show.ts'
import { isDocument, isNumber, toNumber, typeOf, type Document, type Value } from '#docdb/values/value.ts'

/** The fields of an index, with their paths in a document and their directions. */
interface IndexedFields {
  readonly fields: readonly string[]
  readonly paths: readonly Path[]
  readonly spec: Document
}

/**
 * Refuses a document whose places an index for the sphere cannot hold.
 * https://www.mongodb.com/docs/manual/core/indexes/index-types/geospatial/2dsphere/
 *
 * @throws CommandError 16755
 */
export function checkPlaces({ fields, paths, spec }: IndexedFields, document: Document): void {
  const key = isDocument(spec['key']) ? spec['key'] : {}
  for (const [at, path] of paths.entries()) {
    if (key[fields[at] ?? ''] !== '2dsphere') continue
    someAt(document, path, 'whole', (value) => {
      const problem = value === undefined || value === null ? null : problemOf(value)
      if (problem !== null) throw new CommandError(16755, `Can't extract geo keys: ${show(document)}  ${problem}`)
      return false
    })
  }
}

/** Returns the server's words for what is wrong with a place; null for a proper one. */
function problemOf(value: Value): string | null {
  if (Array.isArray(value)) return pointProblem(value)
  if (!isDocument(value)) return `geo element must be an array or object: ${show(value)}`
  const [first] = Object.values(value)
  if (isNumber(first)) return pointProblem(value)
  const { type, coordinates, geometries } = value
  switch (type) {
    case 'Point':
      return pointProblem(coordinates)
    case 'MultiPoint':
      return pointsProblem(coordinates)
    case 'LineString':
      return lineProblem(coordinates)
    case 'MultiLineString':
      return firstProblem(coordinates, lineProblem)
    case 'Polygon':
      return polygonProblem(coordinates)
    case 'MultiPolygon':
      return firstProblem(coordinates, polygonProblem)
    case 'GeometryCollection':
      return firstProblem(geometries, problemOf)
    default:
      return `unknown GeoJSON type: ${show(value)}`
  }
}

function pointProblem(value: Value | undefined): string | null {
  if (!Array.isArray(value) && !isDocument(value))
    return `Point must be an array or object, instead got type ${value === undefined ? 'missing' : typeOf(value)}`
  const [longitude, latitude] = Object.values(value)
  if (!isNumber(longitude) || !isNumber(latitude)) return 'Point must only contain numeric elements'
  const [x, y] = [toNumber(longitude), toNumber(latitude)]
  if (!Number.isFinite(x) || !Number.isFinite(y)) return 'Point coordinates must be finite numbers'
  return Math.abs(x) > 180 || Math.abs(y) > 90 ? `longitude/latitude is out of bounds, lng: ${x} lat: ${y}` : null
}

function firstProblem(values: Value | undefined, problem: (value: Value) => string | null): string | null {
  if (!Array.isArray(values)) return 'GeoJSON coordinates must be an array of coordinates'
  return values.map(problem).find((each) => each !== null) ?? null
}

function pointsProblem(value: Value | undefined): string | null {
  return firstProblem(value, pointProblem)
}

function lineProblem(value: Value | undefined): string | null {
  const problem = pointsProblem(value)
  if (problem !== null || !Array.isArray(value)) return problem
  return new Set(value.map(show)).size < 2 ? `GeoJSON LineString must have at least 2 vertices: ${show(value)}` : null
}

function polygonProblem(value: Value | undefined): string | null {
  if (Array.isArray(value) && value.length === 0) return 'Polygon has no loops.'
  return firstProblem(value, (loop) => {
    const problem = pointsProblem(loop)
    if (problem !== null || !Array.isArray(loop)) return problem
    if (show(loop[0]) !== show(loop.at(-1))) return `Loop is not closed: ${show(loop)}`
    return new Set(loop.map(show)).size < 3 ? `Loop must have at least 3 different vertices: ${show(loop)}` : null
  })
}
