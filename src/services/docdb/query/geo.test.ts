import { describe, expect } from 'vitest'
import { databaseTest } from '#docdb/driver.fixture.ts'

// https://www.mongodb.com/docs/manual/geospatial-queries/

type Pair = readonly [number, number]
const point = (...coordinates: Pair) => ({ type: 'Point', coordinates })
const line = (...coordinates: Pair[]) => ({ type: 'LineString', coordinates })
const ring = (west: number, south: number, east: number, north: number): Pair[] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]
const square = (west: number, south: number, east: number, north: number) => ({
  type: 'Polygon',
  coordinates: [ring(west, south, east, north)],
})

const PLACES = [
  { _id: 'point', at: point(2, 2) },
  { _id: 'pair', at: [2.5, 2.5] },
  {
    _id: 'points',
    at: { type: 'MultiPoint', coordinates: [point(3, 3), point(50, 3)].map((each) => each.coordinates) },
  },
  { _id: 'line', at: line([1, 1], [4, 1]) },
  {
    _id: 'lines',
    at: {
      type: 'MultiLineString',
      coordinates: [
        [
          [1, 4],
          [2, 4],
        ],
        [
          [3, 4],
          [4, 4],
        ],
      ],
    },
  },
  { _id: 'polygon', at: square(1, 6, 3, 8) },
  { _id: 'polygons', at: { type: 'MultiPolygon', coordinates: [[ring(6, 1, 7, 2)], [ring(6, 3, 7, 4)]] } },
  { _id: 'both', at: { type: 'GeometryCollection', geometries: [point(6, 6), line([7, 7], [8, 8])] } },
  { _id: 'dateline', at: line([-178, 10], [178, 10]) },
  { _id: 'holed', at: { type: 'Polygon', coordinates: [ring(20, 20, 30, 30), ring(22, 22, 28, 28)] } },
  { _id: 'none', at: null },
]

const FILTERS: readonly (readonly [string, object, readonly string[]])[] = [
  ['all within', { $geoWithin: { $geometry: square(0, 0, 9, 9) } }, ['point', 'pair', 'line', 'lines', 'polygon', 'polygons', 'both']],
  ['a line that leaves the area is not within', { $geoWithin: { $geometry: square(0, 0, 3, 3) } }, ['point', 'pair']],
  ['a place in a hole is not within', { $geoWithin: { $geometry: PLACES[9]?.at ?? {} } }, ['holed']],
  ['what a line crosses', { $geoIntersects: { $geometry: line([2, 0], [2, 7]) } }, ['point', 'line', 'lines', 'polygon']],
  ['what a line in a hole crosses', { $geoIntersects: { $geometry: line([24, 24], [25, 25]) } }, []],
  ['what is at a point', { $geoIntersects: { $geometry: point(7, 3.5) } }, ['polygons']],
  ['what crosses the date line', { $geoIntersects: { $geometry: line([180, 11], [180, 9]) } }, ['dateline']],
  ['what an area holds a part of', { $geoIntersects: { $geometry: square(2.4, 2.4, 7.5, 7.5) } }, ['pair', 'points', 'lines', 'polygon', 'polygons', 'both']],
  ['within a circle on the sphere', { $geoWithin: { $centerSphere: [[2, 2], 3 / 57.3] } }, ['point', 'pair', 'line', 'lines']],
  ['the points in a box', { $geoWithin: { $box: [[0, 0], [9, 9]] } }, ['point', 'pair']],
  ['the points in a circle', { $geoWithin: { $center: [[2, 2], 0.5] } }, ['point']],
  ['the points in a polygon', { $geoWithin: { $polygon: [[0, 0], [9, 0], [9, 9]] } }, ['point', 'pair']],
  [
    'outside of an area whose corners are in the other order',
    { $geoWithin: { $geometry: { ...square(0, 0, 9, 9), coordinates: [ring(0, 0, 9, 9).toReversed()], crs: { type: 'name', properties: { name: 'urn:x-mongodb:crs:strictwinding:EPSG:4326' } } } } },
    ['dateline', 'holed'],
  ],
] // prettier-ignore

const it = databaseTest()

it.beforeEach(({ docdb }) => {
  docdb.collection('earth.free').insert(PLACES)
  docdb.collection('earth.indexed').insert(PLACES)
  docdb.collection('earth.indexed').createIndex({ at: '2dsphere' })
})

describe.for(['free', 'indexed'])('places of a collection: %s', (name) => {
  it.for(FILTERS)('%s', ([_title, condition, expected], { docdb }) => {
    const found = docdb.collection<{ _id: string }>(`earth.${name}`).find({ at: condition }, { sort: { _id: 1 } })
    expect(found.map(({ _id }) => _id)).toEqual(expected.toSorted())
  })
})

describe('a search near a point', () => {
  it('gives the nearest part of each shape, in metres', ({ docdb }) => {
    const near = { near: point(2, 2), distanceField: 'away', includeLocs: 'place', maxDistance: 500_000 }
    const found = docdb.collection('earth.indexed').aggregate([{ $geoNear: near }])
    expect(found.map(({ _id, away }) => [_id, Math.round(Number(away))])).toEqual([
      ['point', 0],
      ['pair', 78_684],
      ['line', 111_285],
      ['points', 157_353],
      ['lines', 222_638],
      ['polygons', 445_004],
      ['polygon', 445_376],
    ])
    expect(found[1]).toMatchObject({ place: [2.5, 2.5] })
  })

  it('is 0 away from what it is in', ({ docdb }) => {
    const [first] = docdb
      .collection('earth.indexed')
      .aggregate([{ $geoNear: { near: point(2, 7), distanceField: 'away' } }, { $limit: 1 }])
    expect(first).toMatchObject({ _id: 'polygon', away: 0 })
  })

  it('takes pairs of coordinates on the plane, and in radians on the sphere', ({ docdb }) => {
    const shops = docdb.collection<{ _id: number }>('earth.shops')
    shops.createIndex({ at: '2d' })
    shops.insert([[0, 0], [3, 4], [6, 8]].map((at, _id) => ({ _id, at }))) // prettier-ignore
    const ids = (condition: object): number[] => shops.find({ at: condition }).map(({ _id }) => _id)
    expect(ids({ $near: [6, 8] })).toEqual([2, 1, 0])
    expect(ids({ $near: [6, 8], $maxDistance: 5 })).toEqual([2, 1])
    expect(ids({ $near: [6, 8, 5], $minDistance: 1 })).toEqual([1])
    expect(ids({ $nearSphere: [6, 8], $maxDistance: 0.1 })).toEqual([2, 1])
    expect(() => ids({ $near: { $geometry: point(6, 8) } })).toThrow('unable to find index for $geoNear query')
    expect(() => docdb.collection('earth.indexed').find({ at: { $near: [6, 8] } })).toThrow('unable to find index')
  })
})

describe('an index of places', () => {
  it('reads what is near only', async ({ docdb, client }) => {
    const grid = docdb.collection('earth.grid')
    const [side, step] = [40, 0.5]
    grid.createIndex({ kind: 1, at: '2dsphere' })
    grid.createIndex({ flat: '2d' }, { min: -1, max: 100 })
    const places = Array.from({ length: side * side }, (_each, n) => [(n % side) * step, Math.floor(n / side) * step])
    grid.insert(places.map((at, n) => ({ kind: n % 2, at, flat: at })))
    const collection = client.db('earth').collection('grid')
    const explained = async (
      filter: object,
      limit = 0,
    ): Promise<{ read: number; returned: number; stages: string }> => {
      const { queryPlanner, executionStats: stats } = await collection.find(filter).limit(limit).explain()
      const stages =
        JSON.stringify(queryPlanner)
          .match(/(?<="stage":")[A-Z_0-9]+/g)
          ?.join(' ') ?? ''
      return { read: stats.totalDocsExamined, returned: stats.nReturned, stages }
    }
    const area = square(4.9, 4.9, 6.1, 6.1)
    expect(await explained({ kind: 0, at: { $geoWithin: { $geometry: area } } })).toEqual({
      read: expect.toSatisfy((read: number) => read < 40),
      returned: 6,
      stages: 'FETCH IXSCAN',
    })
    expect(await explained({ at: { $geoWithin: { $geometry: area } } })).toMatchObject({
      read: 1600,
      stages: 'COLLSCAN',
    })
    expect(await explained({ flat: { $geoWithin: { $box: [[4.9, 4.9], [6.1, 6.1]] } } })).toEqual({
      read: expect.toSatisfy((read: number) => read < 40),
      returned: 9,
      stages: 'FETCH IXSCAN',
    }) // prettier-ignore
    const near = { kind: 1, at: { $near: { $geometry: point(10, 10) } } }
    expect(await explained(near, 3)).toEqual({
      read: 3,
      returned: 3,
      stages: 'LIMIT GEO_NEAR_2DSPHERE FETCH IXSCAN',
    })
    expect(await explained({ flat: { $near: [10, 10] } }, 3)).toMatchObject({
      read: 3,
      stages: expect.stringContaining('GEO_NEAR_2D '),
    })
  })

  it('finds what a scan finds, at random places', ({ docdb }) => {
    let seed = 11
    const random = (least: number, most: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return least + (seed / 2_147_483_648) * (most - least)
    }
    const away = (size: number): Pair => {
      const [x, y] = [random(-180, 180), random(-85, 85)]
      return [x > 170 ? 180 - random(0, size) : x, y]
    }
    const shape = (): Record<string, unknown> => {
      const [x, y] = away(1)
      const size = 10 ** random(-3, 0.6)
      const kind = random(0, 3)
      if (kind < 1) return point(x, y)
      const east = x + size > 180 ? x + size - 360 : x + size
      return kind < 2 ? line([x, y], [east, y + size]) : { type: 'Polygon', coordinates: [[[x, y], [east, y], [x, y + size], [x, y]]] } // prettier-ignore
    }
    const documents = Array.from({ length: 200 }, (_each, _id) => ({ _id, at: shape() }))
    docdb.collection('earth.scanned').insert(documents)
    docdb.collection('earth.random').insert(documents)
    docdb.collection('earth.random').createIndex({ at: '2dsphere' })
    const ids = (name: string, filter: Record<string, unknown>): number[] =>
      docdb
        .collection<{ _id: number }>(`earth.${name}`)
        .find(filter, { sort: { _id: 1 } })
        .map(({ _id }) => _id)
    let found = 0
    for (let round = 0; round < 40; round++) {
      const [x, y] = away(5)
      const size = random(5, 30)
      const [east, north] = [x + size > 180 ? x + size - 360 : x + size, Math.min(89, y + size)]
      const corners = [[x, y], [east, y], [east, north], [x, north], [x, y]] // prettier-ignore
      const condition =
        round % 3 === 0
          ? { $geoWithin: { $centerSphere: [[x, y], size / 57] } }
          : {
              [round % 3 === 1 ? '$geoWithin' : '$geoIntersects']: {
                $geometry: { type: 'Polygon', coordinates: [corners] },
              },
            }
      const scanned = ids('scanned', { at: condition })
      expect(ids('random', { at: condition }), JSON.stringify(condition)).toEqual(scanned)
      found += scanned.length
    }
    expect(found).toBeGreaterThan(100)
  })
})

it.for([
  [{ $geoWithin: 5 }, 'geometry must be an object'],
  [{ $geoWithin: {} }, "geo query doesn't have any geometry"],
  [{ $geoWithin: { $ball: [] } }, 'unknown geo specifier: $ball: []'],
  [{ $geoWithin: { $geometry: point(1, 1) } }, '$within not supported with provided geometry'],
  [{ $geoWithin: { $centerSphere: [[0, 0], -1] } }, 'radius must be a non-negative number'],
  [{ $geoWithin: { $centerSphere: [[0, 91], 1] } }, 'longitude/latitude is out of bounds, lng: 0 lat: 91'],
  [{ $geoIntersects: { $box: [[0, 0], [1, 1]] } }, '$geoIntersect not supported with provided geometry'],
  [{ $geoIntersects: { $geometry: { type: 'Polygon', coordinates: [[[0, 0], [2, 2], [2, 0], [0, 2], [0, 0]]] } } }, 'Edges 0 and 2 cross'],
  [{ $geoIntersects: { $geometry: { type: 'Polygon', coordinates: [ring(0, 0, 2, 2), ring(3, 3, 4, 4)] } } }, 'secondary loops must be holes'],
  [{ $near: { $geometry: point(200, 0) } }, 'invalid point in geo near query $geometry argument'],
  [{ $near: { $geometry: point(0, 0), $maxDistance: -1 } }, '$maxDistance must be non-negative'],
  [{ $near: { $geometry: point(0, 0), limit: 1 } }, 'invalid argument in geo near query: limit'],
  [{ $near: [0, 0], $maxDistance: 'far' }, '$maxDistance must be a number'],
] as const)('refuses %j', ([condition, message], { docdb }) => {
  expect(() => docdb.collection('earth.indexed').find({ at: condition })).toThrow(message)
}) // prettier-ignore

it.for([
  [{ $or: [{ at: { $near: [0, 0] } }, { _id: 1 }] }, 'geo $near must be top-level expr'],
  [{ at: { $near: [0, 0] }, $and: [{ to: { $near: [0, 0] } }] }, 'Too many geoNear expressions'],
] as const)('refuses %j', ([filter, message], { docdb }) => {
  expect(() => docdb.collection('earth.indexed').find(filter)).toThrow(message)
})

it.for([
  [{ at: [200, 200] }, 13_027, 'point not in interval of [ -180, 180 ] :: caused by :: { _id: 1, at: [ 200, 200 ] }'],
  [{ at: [1] }, 13_068, 'geo field only has 1 element'],
  [{ at: [1, 'a'] }, 13_026, "geo values must be 'legacy coordinate pairs' for 2d indexes"],
  [{ at: point(1, 1) }, 16_804, 'location object expected, location array not in correct format'],
] as const)('an index of the plane refuses %j', ([document, code, message], { docdb }) => {
  const shops = docdb.collection('earth.shops')
  shops.createIndex({ at: '2d' })
  expect(() => shops.insert([{ _id: 1, ...document }])).toThrow(expect.objectContaining({ code, message }))
  shops.insert([{ at: { x: 1, y: 2 } }, { at: [[1, 2], [3, 4]] }, { at: [] }, {}]) // prettier-ignore
  expect(shops.count({ at: { $geoWithin: { $box: [[0, 0], [2, 2]] } } })).toBe(2) // prettier-ignore
})
