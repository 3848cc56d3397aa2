import { expect, it } from 'vitest'
import type { RouteInput } from '#core/route-input.ts'
import type { Route } from '#core/routes.ts'
import { formText, headersFor, inputFor, namingParameters } from '../fuzz/requests.ts'
import { describeServices, pathOf } from './service.ts'

// Bodies that nobody should send.

const lists = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
/** Objects, and lists within them, which take a third of the characters. */
const objects = (depth: number): string => `${'{"a":'.repeat(500)}${lists(depth - 500)}${'}'.repeat(500)}`
const tags = (depth: number): string => '<a>'.repeat(depth) + '</a>'.repeat(depth)
const entities = (count: number): string =>
  `<!DOCTYPE a [${Array.from({ length: count }, (_, at) => `<!ENTITY e${at} "x">`).join('')}]><a>&e0;</a>`

/** Members that many operations have. */
const NAMES = ['payload', 'client_payload', 'profile', 'meta', 'config']
const MORE_NAMES = ['inputs', 'properties', 'body', 'data', 'description']

/** A document with one value in some members, beside those without which many operations refuse it. */
function membersOf(names: readonly string[], value: string): string {
  const members = names.map((name) => `"${name}":${value}`)
  return `{"ref":"main","event_type":"a","name":"a","title":"a",${members.join(',')}}`
}

/**
 * A body whose members take a pattern that backtracks far longer than a test may last; what grows with the square is
 * for test/fuzz/doubling.test.ts. It is below 128 kB, from where on V8 keeps a string in memory of its own, which costs
 * more than most operations.
 */
function stalling(type: string): string {
  const address = `${' '.repeat(3000)}a@x.com`
  const members = {
    name: 'a'.repeat(10_000),
    title: '<!--'.repeat(4000),
    email: address,
    to: address,
    from: address,
    subject: `${'1'.repeat(10_000)}x`,
    html: '<'.repeat(12_000),
    text: `${'aaaa '.repeat(3000)}!`,
    pattern: '(a+)+$',
    groups_filter: '(a+)+$',
    on: 'a+'.repeat(20),
  }
  return type === 'application/json' ? JSON.stringify(members) : String(new URLSearchParams(members))
}

/** Bodies by name, with their content type. Every operation gets those of the types that it reads. */
const BODIES: Readonly<Record<string, readonly [type: string, body: string]>> = {
  'lists, 10,000 levels deep': ['application/json', lists(10_000)],
  'members, 10,000 levels deep': ['application/json', membersOf(NAMES, objects(10_000))],
  'other members, 10,000 levels deep': ['application/json', membersOf(MORE_NAMES, objects(10_000))],
  'members, 200 levels deep': ['application/json', membersOf([...NAMES, ...MORE_NAMES], lists(200))],
  'lone surrogates': ['application/json', '{"name":"\\ud800","title":"\\udfff","email":"\\ud800","path":"\\ud800"}'],
  'objects in place of texts': [
    'application/json',
    '{"name":{},"title":[],"email":{"a":1},"to":{},"from":[1],"QueueUrl":{"a":1},"QueueName":[],"MessageBody":{},"login":{}}',
  ],
  'texts that stall backtracking patterns': ['application/json', stalling('application/json')],
  'a form that stalls backtracking patterns': [
    'application/x-www-form-urlencoded',
    stalling('application/x-www-form-urlencoded'),
  ],
  'members of every object': [
    'application/json',
    '{"__proto__":{"a":1},"constructor":1,"toString":"x","hasOwnProperty":[]}',
  ],
  'numbers that are none': [
    'application/json',
    '{"id":1e999,"name":-0,"limit":9007199254740993,"at":8640000000000001}',
  ],
  'a list': ['application/json', '[]'],
  null: ['application/json', 'null'],
  'half a document': ['application/json', '{"name":"a'],
  'tags, 10,000 levels deep': ['application/xml', tags(10_000)],
  '5,000 entities': ['application/xml', entities(5000)],
  'an external entity': ['application/xml', '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>&e;</a>'],
  'a tag named constructor': ['application/xml', '<constructor><__proto__>a</__proto__></constructor>'],
  'a form': [
    'application/x-www-form-urlencoded',
    'a=%ZZ&__proto__=b&constructor.prototype=c&a.1.b.2=d&=&&%ED%A0%80=%ED%A0%80',
  ],
  'a form without a boundary': ['multipart/form-data', '--x\r\n\r\n'],
  'half a form': ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="file"\r\n\r\na'],
  bytes: ['application/octet-stream', '\u0000\u0001\uffff'],
}

const CHANGES = ['POST', 'PUT', 'PATCH', 'DELETE']

/** The types of bodies for a route that reads each form: a service that reads forms may read JSON in their place. */
const READABLE: Readonly<Record<RouteInput['media'], readonly string[]>> = {
  json: ['application/json'],
  form: ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'],
  query: ['application/x-www-form-urlencoded'],
  xml: ['application/xml'],
}

/** Returns true if a route reads bodies of a type, as far as it declares its input. Bytes are sent to all routes. */
function reads(route: Route, type: string): boolean {
  const input = inputFor(route)
  if (type === 'application/octet-stream') return input?.media !== 'query'
  if (input === null) return route.method !== 'DELETE'
  return READABLE[input.media].some((readable) => type.startsWith(readable))
}

describeServices((target) => {
  it.each(Object.entries(BODIES))('answers %s with no error of its own', async (_name, [type, body]) => {
    const { table, pool, credentials, emulator } = target
    const broken: string[] = []
    const encoder = new TextEncoder()
    const bytes = encoder.encode(body)
    for (const route of table.routes.filter((each) => CHANGES.includes(each.method) && reads(each, type))) {
      const input = inputFor(route)
      const headers = { ...credentials, ...headersFor(route, input), 'content-type': type }
      const naming = input === null ? '' : formText(namingParameters(route, input))
      const path = pathOf(route, pool)
      // One after the other, and each from the seed: a request before must not have deleted what this one needs.
      emulator.reset()
      const sent = naming === '' ? bytes : encoder.encode(`${naming}&${body}`)
      const { status } = await emulator.fetch(`http://x${path}`, { method: route.method, headers, body: sent })
      if (status < 500 || status === 501) continue
      const [reason] = emulator.requests[0]?.error?.split('\n') ?? []
      broken.push(`${status} ${route.method} ${path} (${route.operation}): ${reason}`)
    }
    expect(broken).toEqual([])
  })
})
