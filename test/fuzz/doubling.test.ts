import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { createInstance, findService } from '../../src/emulator.ts'
import { json } from '#core/answer.ts'
import { respondToWeb } from '#core/http/web-exchange.ts'
import type { Instance } from '#core/instance.ts'
import { body } from '#core/input.ts'
import { routesFor, type Route } from '#core/routes.ts'
import type { CallOf } from '#core/service.ts'
import { routesOf } from '#core/service-routes.ts'
import { notes } from '#testkit/notes.ts'
import { registry } from '../../src/registry.ts'
import { starterContent } from '../../src/starter.ts'
import { CREDENTIALS, pathOf, Pool } from './http.ts'
import { bodyOf, inputFor, typeFor } from './requests.ts'
import { valuesOf } from './values.ts'

// Every text and every list of every input, at one size and at twice that size.

/** The pieces that texts are made of: those of parsers, patterns and markup. */
const PIECES = ['a', '*a ', '<!--', ' ', 'a.', '[]=&', '(a']

/** The most that time may grow by when a size doubles. */
const GROWTH = 2.6

/** What takes less time of the processor is not compared, in milliseconds: noise is as large. */
const FLOOR = 60

/** The size of texts in characters, and of lists in items, before it doubles. */
const SIZES = { text: 24_000, list: 600 } as const

/** Returns copies of an input, each with one text or one list as large as `scale` says. */
function* grown(value: unknown, scale: number, piece: string): Generator<[where: string, value: unknown]> {
  if (typeof value === 'string') yield ['', piece.repeat(Math.ceil((SIZES.text * scale) / piece.length))]
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    if (value.length > 0)
      yield ['[]', Array.from({ length: SIZES.list * scale }, (_, at) => value[at % value.length] as unknown)]
    for (const [where, each] of grown(value[0], scale, piece)) yield [`[0]${where}`, [each, ...value.slice(1)]]
    return
  }
  for (const [name, member] of Object.entries(value)) {
    for (const [where, each] of grown(member, scale, piece)) yield [`.${name}${where}`, { ...value, [name]: each }]
  }
}

async function costOf(instance: Instance, url: string, route: Route, body: string): Promise<number> {
  const { id } = instance.service
  const headers = { authorization: CREDENTIALS[id] ?? 'Bearer dev_token', ...typeFor(inputFor(route)) }
  const request = new Request(url, { method: route.method, headers, body, signal: AbortSignal.timeout(15_000) })
  const before = process.cpuUsage()
  await respondToWeb(instance, request)
    .then((response) => response.text())
    .catch(() => '')
  const { user, system } = process.cpuUsage(before)
  instance.reset()
  return (user + system) / 1000
}

/** Returns the input of a route that its schema accepts, or that has every parameter where there is no schema. */
function sampleFor(route: Route): unknown {
  const { schema, names = [] } = inputFor(route) ?? { schema: null }
  if (schema === null) return Object.fromEntries(names.map((name) => [name, 'a']))
  // The largest of some samples has most of the members.
  const samples = fc.sample(valuesOf(schema, 0), { seed: 1, numRuns: 12 })
  return samples.reduce((most, each) =>
    (JSON.stringify(each) ?? '').length > (JSON.stringify(most) ?? '').length ? each : most,
  )
}

/**
 * Returns the first piece, and the next ones in turn: every piece meets a part of the routes, and neighbours, which
 * share parsers, get different ones. Parameters without a schema have one parser for all.
 */
function piecesFor(place: number, hasOneParser: boolean): readonly string[] {
  const [first = '', ...others] = PIECES
  const at = (index: number): string => others[index % others.length] ?? first
  return hasOneParser ? [first, at(place)] : [first, at(place), at(place + 3)]
}

/** Returns what grows too fast. A measurement counts when three in a row say so. */
async function tooSteep(instance: Instance, pool: Pool, route: Route, place = 0): Promise<string[]> {
  const input = inputFor(route)
  if (input === null || route.method === 'GET' || route.method === 'HEAD') return []
  const url = `https://${instance.service.id}.test${pathOf({ route, picks: [11, 21, 31, 41], query: {}, headers: {}, body: null }, pool, [])}`
  const sample = sampleFor(route)
  const found: string[] = []
  for (const piece of piecesFor(place, input.schema === null)) {
    const doubled = new Map(grown(sample, 2, piece))
    for (const [where, value] of doubled) {
      if (piece !== PIECES[0] && where.endsWith(']')) continue // a list, whatever the piece
      const body = bodyOf(route, input, value)
      if ((await costOf(instance, url, route, body)) < FLOOR) continue
      const half = bodyOf(route, input, new Map(grown(sample, 1, piece)).get(where))
      const ratios: number[] = []
      for (let round = 0; round < 3; round++) {
        const [one, two] = [await costOf(instance, url, route, half), await costOf(instance, url, route, body)]
        ratios.push(two < FLOOR ? 0 : two / Math.max(one, 1))
        if ((ratios.at(-1) ?? 0) <= GROWTH) break
      }
      if (ratios.length === 3 && ratios.every((ratio) => ratio > GROWTH)) {
        found.push(
          `${route.operation}${where} of ${JSON.stringify(piece)}: ${ratios.map((each) => each.toFixed(1)).join(', ')}`,
        )
      }
    }
  }
  return found
}

describe('the time of an operation grows with the size of its input, and no faster', () => {
  it.for(registry.map(({ id }) => id))('in %s', { timeout: 300_000 }, async (id) => {
    const service = await findService(id)
    if (service === undefined) throw new TypeError(`there is no service ${id}`)
    const seed = await starterContent(service)
    const instance = await createInstance(service, { service, port: 0, seed, baseUrl: `https://${id}.test` })
    instance.origin = `https://${id}.test`
    const pool = new Pool(JSON.stringify(seed))
    const { routes } = await routesOf(service)
    const found: string[] = []
    for (const [place, route] of routes.entries()) found.push(...(await tooSteep(instance, pool, route, place)))
    instance.close()
    expect(found).toEqual([])
  })
})

it('an operation that compares every character with every other one is found', async () => {
  const { post } = routesFor<CallOf<typeof notes.collections, { readonly name: string }>>()
  const route = post('notes/pairs', '/pairs', body(v.object({ title: v.string() })), (call) => {
    const { title } = call.body
    let pairs = 0
    for (let one = 0; one < title.length; one += 6) {
      for (let other = 0; other < title.length; other += 6) if (title[one] === title[other]) pairs += 1
    }
    return json({ pairs })
  })
  const service = { ...notes, authenticate: () => null, routes: [route] }
  const instance = await createInstance(service, { service, port: 0 })
  const found = await tooSteep(instance, new Pool('{}'), route)
  instance.close()
  expect(found[0]).toContain('notes/pairs.title of "a"')
})
