import fc from 'fast-check'
import { inputOf, type RouteInput } from '#core/route-input.ts'
import type { Route } from '#core/routes.ts'
import { anyValue, oddText, valuesOf } from './values.ts'

/** A request that is not sent yet: what comes from earlier answers is still open. */
export interface Planned {
  readonly route: Route
  /** For each parameter of the path and the query, a number that chooses among what is known then. */
  readonly picks: readonly number[]
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** Names of parameters that many vendors have in queries. */
export const QUERY_NAMES = [
  'limit',
  'per_page',
  'page',
  'after',
  'before',
  'cursor',
  'offset',
  'q',
  'query',
  'filter',
  'search',
  'sort',
  'order',
  'since',
  'until',
  'state',
  'type',
  'expand[]',
  'created[gte]',
  'prefix',
  'delimiter',
  'marker',
  'max-keys',
  'versionId',
  'fields',
  'itemsPerPage',
  'pageNum',
] as const

/** Names of parameters in forms of authorization servers. */
export const FORM_NAMES = [
  'grant_type',
  'code',
  'client_id',
  'client_secret',
  'redirect_uri',
  'scope',
  'state',
  'response_type',
  'response_mode',
  'prompt',
  'nonce',
  'max_age',
  'code_challenge',
  'code_challenge_method',
  'code_verifier',
  'refresh_token',
  'token',
  'request',
  'user',
  'decision',
  'id_token_hint',
  'login_hint',
  'device_code',
  'user_code',
  'username',
  'password',
  'claims',
  'client_assertion',
  'client_assertion_type',
  'post_logout_redirect_uri',
] as const

const ODD_HEADERS = [
  'accept',
  'accept-language',
  'authorization',
  'content-encoding',
  'content-md5',
  'content-type',
  'cookie',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'idempotency-key',
  'range',
  'stripe-version',
  'x-amz-copy-source',
  'x-amz-checksum-crc32',
  'x-amz-decoded-content-length',
  'x-amz-target',
  'x-forwarded-host',
  'x-github-api-version',
] as const

/** Values that headers can have. */
const headerValue = oddText.map((text) => text.replaceAll(/[^\x20-\x7e]/g, '?').trim())

/** Returns what requests a service is sent. */
export function requestsFor(routes: readonly Route[]): fc.Arbitrary<Planned> {
  const known = new Map<Route, fc.Arbitrary<Planned>>()
  return fc.nat(routes.length - 1).chain((at) => {
    const route = routes[at] as Route // within the list
    const requests = known.get(route) ?? requestsOf(route)
    known.set(route, requests)
    return requests
  })
}

/** Returns what the steps of a route read; null for a route that reads no body that is declared. */
export function inputFor(route: Route): RouteInput | null {
  return (route.readers ?? []).flatMap((reader) => inputOf(reader) ?? [])[0] ?? null
}

function requestsOf(route: Route): fc.Arbitrary<Planned> {
  const [, ownQuery] = route.path.split('?')
  const fixed = Object.fromEntries(new URLSearchParams(ownQuery ?? ''))
  const input = inputFor(route)
  const inQuery = input !== null && input.schema === null && route.method === 'GET' ? (input.names ?? []) : []
  const names = fc.constantFrom(...QUERY_NAMES, ...inQuery)
  return fc.record({
    route: fc.constant(route),
    picks: fc.array(fc.nat(1_000_000), { minLength: 6, maxLength: 6 }),
    query: fc.oneof(
      { arbitrary: fc.constant(fixed), weight: 3 },
      fc.dictionary(names, oddText, { maxKeys: 4 }).map((more) => ({ ...more, ...fixed })),
    ),
    headers: fc
      .tuple(
        fc.oneof(
          { arbitrary: fc.constant({}), weight: 5 },
          fc.dictionary(fc.constantFrom(...ODD_HEADERS), headerValue, { maxKeys: 2 }),
        ),
        fc.constant(headersFor(route, input)),
      )
      .map(([odd, own]) => ({ ...(route.method === 'GET' ? {} : own), ...odd })),
    body: route.method === 'GET' || route.method === 'HEAD' ? fc.constant(null) : bodyFor(route, input),
  })
}

/** Returns the headers of a request with a body that a route reads. Operations of SQS with JSON are named in one. */
export function headersFor(route: Route, input: RouteInput | null): Record<string, string> {
  if (input !== null && input.media !== 'json') {
    return { 'content-type': input.media === 'xml' ? 'application/xml' : 'application/x-www-form-urlencoded' }
  }
  const { service, action } = namesOf(route)
  return { 'content-type': 'application/json', ...(service === 'sqs' ? { 'x-amz-target': `AmazonSQS.${action}` } : {}) }
}

/** Returns the parameters that name an operation of AWS's query protocol; none for one of another kind. */
export function namingParameters(route: Route, { media }: Pick<RouteInput, 'media'>): [name: string, value: string][] {
  const { service, action } = namesOf(route)
  const version = { iam: '2010-05-08', sts: '2011-06-15', sqs: '2012-11-05' }[service]
  if (media !== 'query' || version === undefined) return []
  return [
    ['Action', action],
    ['Version', version],
  ]
}

function namesOf({ operation }: Route): { readonly service: string; readonly action: string } {
  const [service = '', action = ''] = operation.split(':')
  return { service, action }
}

function bodyFor(route: Route, input: RouteInput | null): fc.Arbitrary<string | null> {
  const odd = fc.oneof(
    anyValue.map((value) => JSON.stringify(value) ?? ''),
    oddText,
    fc.constant(null),
  )
  return fc.oneof({ arbitrary: fittingBody(route, input), weight: 12 }, odd)
}

function fittingBody(route: Route, input: RouteInput | null): fc.Arbitrary<string | null> {
  if (input === null) {
    const form = fc.dictionary(fc.constantFrom(...FORM_NAMES), oddText, { maxKeys: 6 })
    return fc.oneof(
      form.map((members) => new URLSearchParams(members).toString()),
      anyValue.map((value) => JSON.stringify(value) ?? ''),
    )
  }
  const values = input.schema === null ? formOf(input.names ?? []) : valuesOf(input.schema)
  return values.map((value) => bodyOf(route, input, value))
}

/** Writes an input in the form that a route reads. */
export function bodyOf(route: Route, input: RouteInput, value: unknown): string {
  const { media, root = 'Root' } = input
  if (media === 'json') return JSON.stringify(value) ?? 'null'
  if (media === 'xml') return xmlText(root, value)
  return formText([...namingParameters(route, input), ...flattened(value, media)])
}

const encodedTexts = new Map<string, string>()

/** Returns the text of a form. A long text is encoded once: test/fuzz/doubling.test.ts sends the same ones. */
export function formText(parameters: readonly (readonly [name: string, value: string])[]): string {
  const parts = parameters.map(([name, value]) => {
    if (value.length < 1000) return new URLSearchParams([[name, value]]).toString()
    const known = encodedTexts.get(value) ?? new URLSearchParams([['', value]]).toString()
    encodedTexts.set(value, known)
    return new URLSearchParams([[name, '']]).toString() + known.slice(1)
  })
  return parts.join('&')
}

/** Parameters of a form whose parser declares names only: scalars, lists, and members of members. */
function formOf(names: readonly string[]): fc.Arbitrary<unknown> {
  const leaf = fc.oneof(oddText, fc.constantFrom('1', '0', 'true', '100', 'usd', 'eur', '1700000000'))
  const value = fc.oneof(
    { arbitrary: leaf, weight: 4 },
    fc.array(leaf, { maxLength: 3 }),
    fc.dictionary(fc.stringMatching(/^[a-z_]{1,8}$/), leaf, { maxKeys: 3 }),
  )
  return fc.dictionary(fc.constantFrom('metadata', ...names), value, { maxKeys: 6 })
}

/** Returns the parameters of a form: `a[b]=c`, or `A.member.1=c` in the query protocol. */
function flattened(value: unknown, media: RouteInput['media'], name = ''): [string, string][] {
  if (typeof value === 'string') return name === '' ? [] : [[name, value]]
  if (typeof value !== 'object' || value === null) return name === '' ? [] : [[name, JSON.stringify(value) ?? '']]
  const isList = Array.isArray(value)
  return Object.entries(value).flatMap(([key, each]) => {
    const part = isList ? (media === 'query' ? `member.${Number(key) + 1}` : key) : key
    const path = name === '' ? part : media === 'query' ? `${name}.${part}` : `${name}[${isList ? '' : part}]`
    return flattened(each, media, path)
  })
}

function xmlText(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((each) => xmlText(name, each)).join('')
  const tag = /^[A-Za-z][\w.-]*$/.test(name) ? name : 'Odd'
  if (typeof value !== 'object' || value === null) {
    return `<${tag}>${String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</${tag}>`
  }
  return `<${tag}>${Object.entries(value)
    .map(([key, each]) => xmlText(key, each))
    .join('')}</${tag}>`
}
