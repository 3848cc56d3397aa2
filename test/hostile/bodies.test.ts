import { expect, it } from 'vitest'
import { describeServices, identifying, pathOf } from './service.ts'

// Bodies that nobody should send.

const lists = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
const objects = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
const tags = (depth: number): string => '<a>'.repeat(depth) + '</a>'.repeat(depth)
const entities = (count: number): string =>
  `<!DOCTYPE a [${Array.from({ length: count }, (_, at) => `<!ENTITY e${at} "x">`).join('')}]><a>&e0;</a>`

/** A document with one value in members that many operations have, beside those without which they refuse it. */
function membersOf(value: string): string {
  const names = [
    'payload',
    'client_payload',
    'profile',
    'meta',
    'config',
    'inputs',
    'properties',
    'body',
    'data',
    'description',
  ]
  const members = names.map((name) => `"${name}":${value}`)
  return `{"ref":"main","event_type":"a","name":"a","title":"a",${members.join(',')}}`
}

/**
 * A body whose members take a pattern that backtracks, or a scan that is quadratic, far longer than a test may last.
 */
function stalling(type: string): string {
  const address = `${' '.repeat(4000)}a@x.com`
  const members = {
    name: 'a'.repeat(20_000),
    title: '<!--'.repeat(20_000),
    email: address,
    to: address,
    from: address,
    subject: `${'1'.repeat(30_000)}x`,
    html: '<'.repeat(100_000),
    text: `${'aaaa '.repeat(20_000)}!`,
    pattern: '(a+)+$',
    groups_filter: '(a+)+$',
    on: 'a+'.repeat(20),
  }
  return type === 'application/json' ? JSON.stringify(members) : String(new URLSearchParams(members))
}

/** Bodies by name, with their content type. Every operation that takes a body gets every one of them. */
const BODIES: Readonly<Record<string, readonly [type: string, body: string]>> = {
  'lists, 10,000 levels deep': ['application/json', lists(10_000)],
  'members, 10,000 levels deep': ['application/json', membersOf(objects(10_000))],
  'members, 200 levels deep': ['application/json', membersOf(lists(200))],
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

describeServices((target) => {
  it.each(Object.entries(BODIES))('answers %s with no error of its own', async (_name, [type, body]) => {
    const { table, seed, authorization, emulator } = target
    const broken: string[] = []
    for (const route of table.routes.filter(({ method }) => CHANGES.includes(method))) {
      const headers = { authorization, 'content-type': type, ...identifying(table, route) }
      const path = pathOf(route, seed)
      // One after the other, and each from the seed: a request before must not have deleted what this one needs.
      emulator.reset()
      const { status } = await emulator.fetch(`http://x${path}`, { method: route.method, headers, body })
      if (status < 500 || status === 501) continue
      const [reason] = emulator.requests[0]?.error?.split('\n') ?? []
      broken.push(`${status} ${route.method} ${path} (${route.operation}): ${reason}`)
    }
    expect(broken).toEqual([])
  })
})
