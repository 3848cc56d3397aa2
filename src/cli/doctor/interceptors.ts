import { ownMember } from '#core/objects.ts'
import { serviceAt, servicesMatching } from './api-hosts.ts'
import { findingAt, type CheckedFile, type PackageFacts } from './checked-file.ts'
import type { Finding } from './finding.ts'
import { bare, literalOf, nameOf, propertyOf, type Call, type Node } from './syntax.ts'

/** The methods of MSW's `http` and `rest` that make a handler. */
const HANDLERS = new Set(['all', 'delete', 'get', 'head', 'options', 'patch', 'post', 'put', 'link'])

/** The packages whose mock replaces the vendor's client, by the service that it no longer calls. */
const MOCKED: Readonly<Record<string, string>> = {
  octokit: 'codehost',
  '@octokit/rest': 'codehost',
  '@octokit/core': 'codehost',
  stripe: 'payments',
  '@slack/web-api': 'chat',
  '@slack/bolt': 'chat',
  resend: 'mail',
  '@vercel/sdk': 'deployhost',
  '@clerk/backend': 'auth-saas',
  mongodb: 'docdb',
  mongoose: 'docdb',
  '@aws-sdk/client-s3': 'cloud',
  '@aws-sdk/client-sqs': 'cloud',
}

/** Finds what MSW, nock and mocked packages would answer or refuse in place of a stand-in. */
export function checkInterceptors(file: CheckedFile, facts: PackageFacts): Finding[] {
  return file.syntax.nodes.flatMap(({ node }) => {
    if (node.type !== 'CallExpression') return []
    return [...checkNock(node, file, facts), ...checkMsw(node, file, facts), ...checkMock(node, file, facts)]
  })
}

function checkNock(call: Call, file: CheckedFile, { nockAllowsLocal, realHosts }: PackageFacts): Finding[] {
  const origin = file.origins.of(call.callee)
  if (origin?.package !== 'nock') return []
  if (origin.name === 'disableNetConnect') {
    if (nockAllowsLocal && !realHosts) return []
    const fix = realHosts
      ? "remove it: hosts: 'real' refuses all other hosts itself"
      : "nock.enableNetConnect('127.0.0.1')"
    return [findingAt(file, call, 'interceptors', 'nock refuses the calls to the stand-ins', fix)]
  }
  if (origin.name !== '*' && origin.name !== 'default') return []
  return vendorsOf(call.arguments[0]).map((service) =>
    findingAt(
      file,
      call,
      'interceptors',
      `nock answers for ${service}: such a call never reaches the stand-in`,
      removal(service),
    ),
  )
}

function checkMsw(call: Call, file: CheckedFile, { mswAllowsLocal, realHosts }: PackageFacts): Finding[] {
  const method = call.callee.type === 'MemberExpression' ? nameOf(call.callee) : null
  const [options] = file.origins.objectsOf(call)
  const unhandled = options === undefined ? null : literalOf(propertyOf(options, 'onUnhandledRequest'))
  if ((method === 'listen' || method === 'start') && unhandled === 'error' && (realHosts || !mswAllowsLocal)) {
    const fix = realHosts
      ? "onUnhandledRequest: 'bypass' (hosts: 'real' refuses all other hosts itself)"
      : String.raw`server.use(http.all(/^http:\/\/127\.0\.0\.1:/, () => passthrough()))`
    return [findingAt(file, call, 'interceptors', 'MSW refuses the calls to the stand-ins', fix)]
  }
  const origin = file.origins.of(call.callee)
  const [object = '', name = ''] = origin?.name.split('.') ?? []
  if (origin?.package !== 'msw' || !['http', 'rest', 'graphql'].includes(object) || !HANDLERS.has(name)) return []
  const [first, second] = call.arguments
  if (passes(second)) return []
  return vendorsOf(first).map((service) =>
    findingAt(
      file,
      call,
      'interceptors',
      `MSW answers for ${service}: such a call never reaches the stand-in`,
      removal(service),
    ),
  )
}

/** A handler that lets its calls through answers nothing. */
function passes(handler: Node | undefined): boolean {
  const node = bare(handler)
  const body = node?.type === 'ArrowFunctionExpression' ? bare(node.body) : null
  return body?.type === 'CallExpression' && body.callee.type === 'Identifier' && body.callee.name === 'passthrough'
}

/** Returns the services for whose vendor a URL or a pattern stands. `*` stands for all. */
function vendorsOf(argument: Node | undefined): string[] {
  const node = bare(argument)
  if (node?.type === 'RegExpLiteral') return servicesMatching(new RegExp(node.pattern, node.flags))
  const text = literalOf(node)
  if (text === '*' || text === '*/*') return ['every host']
  const service = serviceAt(text)
  return service === null ? [] : [service]
}

function removal(service: string): string {
  return service === 'every host'
    ? 'remove the handler, or give it the URLs that it is for'
    : `remove it, and put what it answers into the seed: npx backlot init --service ${service}`
}

/** Finds `vi.mock('stripe')` and `jest.mock('stripe')`. */
function checkMock(call: Call, file: CheckedFile, { services }: PackageFacts): Finding[] {
  if (call.callee.type !== 'MemberExpression' || call.callee.object.type !== 'Identifier') return []
  const by = call.callee.object.name
  if (!['vi', 'vitest', 'jest'].includes(by) || !['mock', 'doMock'].includes(nameOf(call.callee) ?? '')) return []
  const name = literalOf(call.arguments[0]) ?? ''
  const service = ownMember(MOCKED, name)
  if (service === undefined || !services.has(service)) return []
  const message = `${by}.mock replaces ${name}: its calls never reach ${service}`
  return [findingAt(file, call, 'interceptors', message, `remove ${by}.mock('${name}')`, 'note')]
}

/** Returns whether a file lets MSW pass what goes to this machine. */
export function passesLocal({ syntax, origins }: CheckedFile): boolean {
  return syntax.nodes.some(({ node }) => {
    if (node.type !== 'CallExpression' || origins.of(node.callee)?.package !== 'msw') return false
    return isLocalUrl(node.arguments[0]) && passes(node.arguments[1])
  })
}

/** Returns whether a file lets nock pass what goes to this machine: `nock.enableNetConnect('127.0.0.1')`. */
export function enablesLocal({ syntax, origins }: CheckedFile): boolean {
  return syntax.nodes.some(({ node }) => {
    if (node.type !== 'CallExpression') return false
    const origin = origins.of(node.callee)
    if (origin?.package !== 'nock' || origin.name !== 'enableNetConnect') return false
    const allowed = bare(node.arguments[0])
    if (allowed === null) return true
    if (allowed.type === 'RegExpLiteral') return new RegExp(allowed.pattern, allowed.flags).test('127.0.0.1:10000')
    // A function decides for itself.
    return literalOf(allowed) === null || isLocal(literalOf(allowed))
  })
}

function isLocalUrl(node: Node | undefined): boolean {
  const url = bare(node)
  if (url?.type !== 'RegExpLiteral') return isLocal(literalOf(url))
  return new RegExp(url.pattern, url.flags).test('http://127.0.0.1:10000/')
}

function isLocal(text: string | null): boolean {
  return text !== null && (text.includes('127.0.0.1') || text.includes('localhost'))
}
