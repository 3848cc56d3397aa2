import { afterAll, beforeEach } from 'vitest'
import type { Emulator } from '#emulator.ts'
import { receiveWebhooks, type Receiver } from '#testkit/octokit.ts'
import { checkedVercel, type CheckedVercel } from '#testkit/vercel.ts'
import { deployhostTest } from './deployhost.fixture.ts'

/** An instance with two users, their team and a stranger, reset before each test. */
export interface Accounts {
  readonly deployhost: Emulator<'deployhost'>
  readonly receiver: Receiver
  /**
   * Returns a checked client for a token: `ada` (owner of acme), `grace` (member), `vera` (viewer), `zoe` (stranger),
   * `reader` (ada without scopes).
   */
  as(token: string): CheckedVercel
  /** Sends a request without the client and returns the answer's status and body. */
  call(method: string, path: string, options?: { token?: string | null; body?: unknown }): Promise<Answered>
}

/** The status and the JSON body of an answer. */
interface Answered {
  readonly status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read any member of it
  readonly body: any
}

/** Returns Vitest's `test` with these accounts as `at`. Call it at the top of a test file. */
export async function accountsTest() {
  const receiver = await receiveWebhooks()
  afterAll(() => receiver[Symbol.asyncDispose]())
  beforeEach(() => {
    receiver.received.length = 0
  })
  return deployhostTest({ seed: seedFor(receiver.url) }).extend('at', ({ deployhost }): Accounts => ({
    deployhost,
    receiver,
    as: (token) => checkedVercel(deployhost, token),
    async call(method, path, { token = 'ada', body } = {}) {
      const response = await deployhost.fetch(`http://deployhost${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      return { status: response.status, body: text === '' ? null : JSON.parse(text) }
    },
  }))
}

const EVENTS = [
  'project.created',
  'project.removed',
  'project.renamed',
  'project.domain.created',
  'project.domain.updated',
  'project.domain.deleted',
  'project.domain.verified',
  'project.domain.moved',
  'project.env-variable.created',
  'project.env-variable.updated',
  'project.env-variable.deleted',
  'domain.created',
]

function seedFor(url: string) {
  return {
    deployhost: {
      users: [
        {
          username: 'ada',
          name: 'Ada Lovelace',
          email: 'ada@example.com',
          tokens: ['ada', { token: 'reader', scopes: [] }],
        },
        { username: 'grace', email: 'grace@example.com', tokens: ['grace'] },
        { username: 'vera', tokens: ['vera'] },
        { username: 'zoe', tokens: ['zoe'] },
      ],
      teams: [
        {
          slug: 'acme',
          name: 'Acme',
          members: [
            { username: 'ada', role: 'OWNER' as const },
            'grace',
            { username: 'vera', role: 'VIEWER' as const },
          ],
          webhooks: [{ url, events: EVENTS, secret: 'shh' }],
        },
        { slug: 'zoo', members: [{ username: 'zoe', role: 'OWNER' as const }] },
      ],
      projects: [
        {
          name: 'website',
          team: 'acme',
          framework: 'nextjs',
          git: { repo: 'acme/website' },
          env: [
            { key: 'API_URL', value: 'https://api.example.com', type: 'plain' as const },
            { key: 'TOKEN', value: 'sesame', target: ['production' as const] },
          ],
          domains: ['www.example.com'],
        },
        { name: 'blog', framework: 'astro', env: { SECRET: 'hush' } },
      ],
    },
  }
}
