import { Client } from '@okta/okta-sdk-nodejs'
import { expect } from 'vitest'
import type { Emulator, EmulatorOptions } from '#emulator.ts'
import { serviceTest, type ServiceTest } from '#testkit/service-test.ts'

/** The moment at which the clock of these tests is stopped. */
export const NOON = '2026-01-01T12:00:00.000Z'

type Section = NonNullable<NonNullable<Exclude<EmulatorOptions<'oidc-d'>['seed'], string>>['oidc-d']>

/** Three users, two groups, two apps, and three tokens: with all scopes, with scopes for reading, and with none. */
const section: Section = {
  users: [
    { login: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', password: 'Analytical1843' },
    {
      login: 'grace@example.com',
      firstName: 'Grace',
      lastName: 'Hopper',
      password: 'Compiler1952',
      profile: { department: 'Engineering', level: 7, teams: ['Compilers', 'Navy'] },
      recovery_question: { question: 'First computer?', answer: 'Mark One' },
    },
    { login: 'alan@example.org', firstName: 'Alan', lastName: 'Turing', profile: { department: 'Research' } },
  ],
  groups: [{ name: 'Engineering', description: 'Builds things', members: ['grace@example.com'] }, { name: 'Research' }],
  apps: [
    {
      name: 'Web App',
      client_id: 'web-app',
      client_secret: 'web-app-secret',
      redirect_uris: ['http://localhost:3000/callback'],
    },
    { name: 'Worker', type: 'service', users: ['alan@example.org'] },
  ],
  tokens: [
    { token: 'everything', login: 'ada@example.com' },
    { token: 'reader', login: 'grace@example.com', scopes: ['okta.users.read', 'okta.groups.read', 'okta.apps.read'] },
    { token: 'nothing', login: 'grace@example.com', scopes: [] },
    { token: 'self', login: 'grace@example.com', scopes: ['okta.users.read.self'] },
  ],
}

/** The instance that the tests of one file share, which is reset before each test, and the vendor's SDK. */
export interface OidcSite {
  /** Vitest's `it`, which resets the instance before each test. */
  readonly it: ServiceTest<'oidc-d'>
  readonly emulator: Emulator<'oidc-d'>
  /** Returns the vendor's SDK with this token. */
  okta(token?: string): Client
  /** Sends a request in process and returns the status, headers and JSON of the answer. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Sent>
}

/** The status, headers and parsed body of an answer. */
interface Sent {
  readonly status: number
  readonly headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- tests check its members
  readonly body: any
}

/** Returns an oidc-d for the tests of the calling file, which is reset before each test of {@link OidcSite.it}. */
export function oidcSite(more: Section = {}): OidcSite {
  const it = serviceTest('oidc-d', { now: NOON, seed: { 'oidc-d': { ...section, ...more } } })
  let emulator: Emulator<'oidc-d'>
  it.beforeAll(({ oidcD }) => {
    emulator = oidcD
  })
  return {
    it,
    get emulator() {
      return emulator
    },
    okta: (token = 'everything') =>
      // Without this option the SDK caches the records it has read.
      new Client({ orgUrl: emulator.url, token, cacheMiddleware: null }),
    async send(method, path, body, headers = {}) {
      const response = await emulator.fetch(`http://host${path}`, {
        method,
        headers: { authorization: 'SSWS everything', 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
    },
  }
}

/** Returns all items of a list of the SDK, from all its pages. */
export async function allItems<T>(list: Promise<AsyncIterable<T | null>>): Promise<T[]> {
  const found: T[] = []
  for await (const each of await list) if (each !== null) found.push(each)
  return found
}

/** Matches the error that the SDK throws for a refusal: its status, its code, and a part of a cause. */
export function refusal(status: number, errorCode: string, cause?: string): object {
  const causes =
    cause === undefined
      ? {}
      : { errorCauses: expect.arrayContaining([{ errorSummary: expect.stringContaining(cause) }]) }
  return { status, errorCode, errorLink: errorCode, errorId: expect.stringMatching(/^oae/), ...causes }
}
