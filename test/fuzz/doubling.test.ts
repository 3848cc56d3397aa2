import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { createInstance } from '../../src/emulator.ts'
import { findService } from '../../src/find-service.ts'
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
import { credentialsOf, pathOf, Pool } from './http.ts'
import { bodyOf, FORM_NAMES, formText, headersFor, inputFor, QUERY_NAMES } from './requests.ts'
import { steepness } from '#testkit/steepness.ts'
import { valuesOf } from './values.ts'

// Every text and every list of every input, at one size and at twice that size.

/** The pieces that texts are made of: those of parsers, patterns and markup. */
const PIECES = ['a', '*a ', '<!--', ' ', 'a.', '[]=&', '(a']

/**
 * The size of texts in characters, and of lists in items, before it doubles. A string of more than 128 kB, which V8
 * keeps in memory of its own, costs more than most operations: percent-encoded, the larger text is just below.
 */
const SIZES = { text: 20_000, list: 600 } as const

const texts = new Map<string, string>()

/** Returns a text of one piece, the same string each time: its hash and its encoding are made once. */
function textOf(piece: string, length: number): string {
  const key = `${length} ${piece}`
  const text = texts.get(key) ?? piece.repeat(Math.ceil(length / piece.length))
  texts.set(key, text)
  return text
}

/**
 * Returns copies of an input, each with one text or one list as large as `scale` says. Each text repeats the piece that
 * `nextPiece` returns.
 */
function* grown(value: unknown, scale: number, nextPiece: () => string): Generator<[where: string, value: unknown]> {
  if (typeof value === 'string') {
    yield ['', textOf(nextPiece(), SIZES.text * scale)]
  }
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    if (value.length > 0)
      yield ['[]', Array.from({ length: SIZES.list * scale }, (_, at) => value[at % value.length] as unknown)]
    for (const [where, each] of grown(value[0], scale, nextPiece)) yield [`[0]${where}`, [each, ...value.slice(1)]]
    return
  }
  for (const [name, member] of Object.entries(value)) {
    for (const [where, each] of grown(member, scale, nextPiece)) yield [`.${name}${where}`, { ...value, [name]: each }]
  }
}

/** A way to put an input into a request to a route. */
interface Place {
  readonly route: Route
  /** An input in which everything that can grow is. */
  readonly sample: unknown
  requestOf(url: string, value: unknown): { readonly url: string; readonly init: RequestInit }
}

async function costOf(
  instance: Instance,
  url: string,
  place: Place,
  value: unknown,
  timeOf: (work: () => unknown) => Promise<number>,
): Promise<number> {
  const { id } = instance.service
  const made = place.requestOf(url, value)
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), 15_000)
  const request = new Request(made.url, {
    method: place.route.method,
    ...made.init,
    headers: { ...credentialsOf(id), ...made.init.headers },
    signal: patience.signal,
  })
  const cost = await timeOf(() =>
    respondToWeb(instance, request)
      .then((response) => response.text())
      .catch(() => ''),
  )
  clearTimeout(timer)
  instance.reset()
  return cost
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

/** Parameters of queries that are texts: others are refused before a search begins. */
const TEXTS = QUERY_NAMES.filter((name) => !/page|limit|offset|keys|\]$/i.test(name))

const EMAIL = {
  from: 'a@example.com',
  to: ['ada@example.com'],
  cc: ['ada@example.com'],
  bcc: ['ada@example.com'],
  reply_to: ['ada@example.com'],
  subject: 'a',
  html: '<p>a</p>',
  text: 'a',
  headers: { 'x-a': 'a' },
  tags: [{ name: 'a', value: 'a' }],
  attachments: [{ filename: 'a', content: 'YQ==' }],
}

const DATA_API = {
  dataSource: 'Cluster0',
  database: 'test',
  collection: 'things',
  key: 'a',
  filter: { a: 'a', b: { $in: ['a'] } },
  projection: { a: 1 },
  document: { a: 'a', list: ['a'] },
  documents: [{ a: 'a' }],
  replacement: { a: 'a', list: ['a'] },
  update: { $set: { a: 'a', list: ['a'] } },
  pipeline: [{ $match: { a: 'a' } }],
  operations: [{ insertOne: { document: { a: 'a' } } }],
}

const ACL = {
  Owner: { ID: 'a', DisplayName: 'a' },
  AccessControlList: { Grant: [{ Grantee: { ID: 'a' }, Permission: 'READ' }] },
}

const STATEMENT = {
  Effect: 'Allow',
  Principal: { AWS: ['*'] },
  Action: ['s3:GetObject'],
  Resource: ['arn:aws:s3:::a/*'],
  Condition: { StringLike: { 'aws:Referer': ['a*'] } },
}

/** Parameters of the requests that auth-saas's browser library sends. */
const CLERK_NAMES = (
  'identifier password new_password current_password code strategy email_address phone_number username first_name ' +
  'last_name redirect_url action_complete_redirect_url token ticket name slug role organization_id unsafe_metadata ' +
  'public_metadata email_address_id phone_number_id transfer captcha_token web3_wallet legal_accepted'
).split(' ')

/** Parameters of the forms of payments' pages. */
const PAGE_NAMES = (
  'email name number exp cvc card_number expiry postal_code zip country line1 line2 city state phone promotion_code ' +
  'quantity business_name tax_id type value outcome amounts[] descriptor_code price reason feedback comment'
).split(' ')

function formWith(names: readonly string[]): URLSearchParams {
  return new URLSearchParams(names.map((name) => [name, 'a']))
}

/**
 * Bodies of the operations whose readers declare no schema: JSON, a form where the sample is one, or XML with a first
 * element of that name.
 */
const BODIES: readonly (readonly [route: RegExp, sample: object, root?: string])[] = [
  [/^POST \/emails$/, EMAIL],
  [/^POST \/emails\/batch$/, [EMAIL]],
  [/^PATCH \/contacts\/:id\/topics$/, [{ id: 'a', subscription: 'a' }]],
  [/\/endpoint\/data\//, DATA_API],
  [/\/protection\/(?!enforce|required_signatures)/, ['a']],
  [/\/requested_reviewers$/, { reviewers: ['a'], team_reviewers: ['a'] }],
  [
    /^POST \/(?:services|actions|commands)\/:team/,
    { text: 'a', blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'a' } }] },
  ],
  [/^PUT \/:bucket(?:\/:key)?\?acl$/, ACL, 'AccessControlPolicy'],
  [/^POST \/:bucket\/:key\?uploadId$/, { Part: [{ PartNumber: '1', ETag: 'a' }] }, 'CompleteMultipartUpload'],
  [/^PUT \/:bucket$/, { LocationConstraint: 'a' }, 'CreateBucketConfiguration'],
  [/^PUT \/v3\/domains\/:domain\/records$/, [{ name: 'a', type: 'TXT', value: 'a' }]],
  [/^PUT \/:bucket\?policy$/, { Version: '2012-10-17', Statement: [STATEMENT] }],
  [/^PUT \/api\/v1\/authorizationServers\/.*scopes/, { name: 'a', description: 'a' }],
  [
    /^(?:POST|PATCH) \/v1\/(?:client|me|environment|dev_browser|waitlist|sign_ups|organizations)\b/,
    formWith(CLERK_NAMES),
  ],
  [/^POST \/(?:3ds|c|i|p|microdeposits)\//, formWith(PAGE_NAMES)],
]

/** Returns the place of a body, which is sent as a form where the sample is one, and as XML where it has a root. */
function bodyPlace(route: Route, sample: object, root?: string): Place {
  const isForm = sample instanceof URLSearchParams
  const input = {
    media: isForm ? 'form' : root === undefined ? 'json' : 'xml',
    schema: null,
    root: root ?? '',
  } as const
  return {
    route,
    sample: isForm ? Object.fromEntries(sample) : sample,
    requestOf: (url, value) => ({
      url,
      init: { headers: headersFor(route, input), body: bodyOf(route, input, value) },
    }),
  }
}

/** The most bytes that a server of Node.js takes of the first line and the headers of a request. */
const QUERY_LIMIT = 16_000

const encodedTexts = new Map<string, string>()

/**
 * Returns what a query has of a text, encoded: as much of the larger one as a server takes, and half of that of the
 * smaller one. Each piece at both sizes is in most of the queries.
 */
function encoded(text: string): string {
  const known = encodedTexts.get(text)
  if (known !== undefined) return known
  const share = text.length / (2 * SIZES.text)
  const all = encodeURIComponent(text).replaceAll('%20', '+').replaceAll('%5B', '[').replaceAll('%5D', ']')
  const query = all.slice(0, Math.ceil(QUERY_LIMIT * share)).replace(/%\w?$/, '')
  encodedTexts.set(text, query)
  return query
}

/** Returns the places of a route where a client puts texts and lists. */
function placesOf(route: Route, pool: Pool): readonly Place[] {
  const input = inputFor(route)
  if (route.method === 'GET' || route.method === 'HEAD') {
    const isSignIn = /auth|login|logout|sign|session/i.test(route.path)
    // Some at a time: a route that refuses one of them answers before it reads the others of that group only.
    const names = [...TEXTS, ...(input?.names ?? []), ...(isSignIn ? FORM_NAMES : [])]
    const count = Math.ceil(names.length / 7)
    const groups = Array.from({ length: count }, (_, group) => names.filter((_name, at) => at % count === group))
    return groups.map((group) => ({
      route,
      sample: { query: '' },
      requestOf: (url, value) => {
        const { query: grown } = value as { readonly query: string } // grown from the sample
        const query = encoded(grown)
        const search = group.map((name) => `${encodeURIComponent(name)}=${query}`).join('&')
        return { url: `${url}${url.includes('?') ? '&' : '?'}${search}`, init: {} }
      },
    }))
  }
  if (input !== null) {
    const requestOf: Place['requestOf'] = (url, value) => ({
      url,
      init: { headers: headersFor(route, input), body: bodyOf(route, input, value) },
    })
    return [{ route, sample: sampleFor(route), requestOf }]
  }
  const undeclared = BODIES.find(([pattern]) => pattern.test(`${route.method} ${route.path}`))
  if (undeclared !== undefined) return [bodyPlace(route, undeclared[1], undeclared[2])]
  if (route.method !== 'POST') return []
  // A form of an authorization server, or of a page: its other members are what a client would send.
  const known = { grant_type: 'authorization_code', response_type: 'code', code_challenge_method: 'S256' }
  const sample = { ...Object.fromEntries(FORM_NAMES.map((name) => [name, pool.for(name)[0] ?? '1'])), ...known }
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const requestOf: Place['requestOf'] = (url, value) => ({
    url,
    init: { headers, body: formText(Object.entries(value as Record<string, string>)) }, // grown from the sample
  })
  return [{ route, sample, requestOf }]
}

/**
 * Returns a function that returns the pieces in turn, from another one for each turn: neighbours, which share parsers,
 * get different ones, and every piece meets a part of the routes.
 */
function piecesFrom(turn: number): () => string {
  let at = turn
  return () => PIECES[at++ % PIECES.length] ?? 'a'
}

/** Returns what grows too fast. */
async function tooSteep(instance: Instance, pool: Pool, route: Route, turn = 0): Promise<string[]> {
  const url = `https://${instance.service.id}.test${pathOf({ route, picks: [11, 21, 31, 41], query: {}, headers: {}, body: null }, pool, [])}`
  const found: string[] = []
  for (const place of placesOf(route, pool)) {
    const doubled = new Map(grown(place.sample, 2, piecesFrom(turn)))
    const single = new Map(grown(place.sample, 1, piecesFrom(turn)))
    for (const where of doubled.keys()) {
      const steep = await steepness((scale, timeOf) =>
        costOf(instance, url, place, (scale === 1 ? single : doubled).get(where), timeOf),
      )
      if (steep !== null) found.push(`${route.operation}${where}: ${steep}`)
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
  expect(found[0]).toContain('notes/pairs.title')
})
