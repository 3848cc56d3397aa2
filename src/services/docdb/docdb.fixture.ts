import { createHash } from 'node:crypto'
import { createEmulator, type EmulatorOptions } from '#emulator.ts'
import type { FixtureOptions } from '#fixtures/index.ts'
import { serviceTest } from '#testkit/service-test.ts'
import { docdb } from './index.ts'

/** Starts docdb at any free port, its clock set to noon on a Thursday. */
export const startDocdb = (options: Partial<EmulatorOptions<typeof docdb>> = {}) =>
  createEmulator({ service: docdb, port: 0, now: '2026-01-01T12:00:00Z', ...options })

/** Vitest's `test` with an instance of docdb, its clock set to noon on a Thursday. */
export const docdbTest = (options: FixtureOptions<'docdb'> = {}) =>
  serviceTest('docdb', { now: '2026-01-01T12:00:00Z', ...options })

/** A running instance of docdb. */
export type RunningDocdb = Awaited<ReturnType<typeof startDocdb>>

/** An answer of the administration API. */
export interface AdminAnswer {
  readonly status: number
  readonly headers: Headers
  // The tests read members whose types differ by operation.
  // oxlint-disable-next-line typescript/no-explicit-any -- the members differ by operation
  readonly body: any
}

/** Calls the administration API with the default token. */
export async function admin(
  { url }: { readonly url: string },
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<AdminAnswer> {
  const response = await fetch(`${url}/api/atlas/v2${path}`, {
    method,
    headers: {
      authorization: 'Bearer backlot_admin',
      accept: 'application/vnd.atlas.2025-03-12+json',
      'content-type': 'application/vnd.atlas.2025-03-12+json',
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
}

/** Returns the id of the first project. */
export async function firstProject(emulator: RunningDocdb): Promise<string> {
  const { body } = await admin(emulator, 'GET', '/groups')
  return body.results[0].id
}

/** Returns the Authorization header with which a key answers a Digest challenge. RFC 7616 section 3.4 */
export function digestAuthorization(
  challenge: string,
  { publicKey, privateKey, method, target }: Record<'publicKey' | 'privateKey' | 'method' | 'target', string>,
): string {
  const read = (name: string): string => new RegExp(`${name}="([^"]*)"`).exec(challenge)?.[1] ?? ''
  const md5 = (text: string): string => createHash('md5').update(text).digest('hex')
  const [realm, nonce, cnonce, nc] = [read('realm'), read('nonce'), '0a4f113b', '00000001']
  const user = md5(`${publicKey}:${realm}:${privateKey}`)
  const response = md5(`${user}:${nonce}:${nc}:${cnonce}:auth:${md5(`${method}:${target}`)}`)
  return (
    `Digest username="${publicKey}", realm="${realm}", nonce="${nonce}", uri="${target}", algorithm=MD5, ` +
    `qop=auth, nc=${nc}, cnonce="${cnonce}", response="${response}"`
  )
}
