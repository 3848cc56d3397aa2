import { WebClient } from '@slack/web-api'
import { WebClient as WebClient7 } from 'slack-web-api-7'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { EmulatorBase } from '../../core/emulator-base.ts'
import { createEmulator, type EmulatorOptions } from '../../emulator.ts'
import { hasSlackType, slackTypeProblems } from '../../testkit/slack-types.ts'
import { chat } from './index.ts'

/** A workspace with two people, a bot, a public channel that the bot is in, one that it is not in, and a private one. */
export const SEED = {
  chat: {
    team: { name: 'Acme', domain: 'acme' },
    users: [
      { name: 'alice', real_name: 'Alice Ito', email: 'alice@example.com', is_admin: true },
      { name: 'bob', real_name: 'Bob Stone', email: 'bob@example.com', tz: 'Europe/Berlin' },
      { name: 'carol', email: 'carol@example.com' },
    ],
    channels: [
      { name: 'general', members: ['alice', 'bob', 'carol', 'helper'] },
      { name: 'deploys', topic: 'What goes out', members: ['alice', 'helper'] },
      { name: 'random', members: ['alice', 'bob'] },
      { name: 'secret', is_private: true, members: ['alice'] },
    ],
    bots: [{ name: 'helper' }],
    tokens: [
      { token: 'xoxb-helper', bot: 'helper' },
      { token: 'xoxp-alice', user: 'alice' },
      { token: 'xoxp-bob', user: 'bob' },
    ],
  },
}

/** Starts chat at any free port, its clock set to noon on a Thursday. */
export const startChat = (options: Partial<EmulatorOptions<typeof chat>> = {}) =>
  createEmulator({ service: chat, port: 0, now: '2026-01-01T12:00:00Z', seed: SEED, ...options })

/** A running instance of chat. */
export type RunningChat = Awaited<ReturnType<typeof startChat>>

/** The vendor's current client and the major before, by their version. The older one has the same methods and types. */
export const CLIENTS = [
  ['8', WebClient],
  ['7', WebClient7 as unknown as typeof WebClient],
] as const

/** Returns a client for an instance, which tries nothing again. */
export function clientOf(
  { url }: { readonly url: string },
  token: string | undefined = 'xoxb-helper',
  Client: typeof WebClient = WebClient,
): WebClient {
  // Level `error` would print every refusal that a test expects.
  const silent = () => undefined
  const logger = { debug: silent, info: silent, warn: silent, error: silent, setLevel: silent, setName: silent }
  return new Client(token, {
    slackApiUrl: `${url}/api/`,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    logger: { ...logger, getLevel: () => 'error' as never },
  })
}

/** Returns the body of the platform error with which a call is refused. Throws when the call succeeds. */
export async function refusalOf(call: PromiseLike<unknown>): Promise<Readonly<Record<string, unknown>>> {
  try {
    await call
  } catch (error) {
    const { data } = error as { data?: Readonly<Record<string, unknown>> }
    if (data !== undefined) return data
    throw error
  }
  throw new Error('the call was not refused')
}

/** Expects that every answer since the last reset has the type that the vendor publishes for its method. */
export function expectPublishedTypes({ requests }: Pick<EmulatorBase, 'requests'>): void {
  const problems = requests.flatMap(({ operation, path, response }) => {
    if (!path.startsWith('/api/') || operation === null || response.body === null || !hasSlackType(operation)) return []
    const answer: unknown = JSON.parse(response.body)
    if (!Object(answer).ok) return []
    return slackTypeProblems(operation, answer).map((problem) => `${operation}${problem}`)
  })
  expect([...new Set(problems)]).toEqual([])
}

/** Returns the ids of the seeded conversations and users by their names. */
export async function idsOf(emulator: RunningChat): Promise<Readonly<Record<string, string>>> {
  const web = clientOf(emulator, 'xoxp-alice')
  const { channels = [] } = await web.conversations.list({ types: 'public_channel,private_channel', limit: 1000 })
  const { members = [] } = await web.users.list({})
  return Object.fromEntries([...channels, ...members].map(({ name = '', id = '' }) => [name, id]))
}

/**
 * Runs one instance for the tests of a file: it is reset before each test, and its answers are checked against the published types
 * after each. `ready` gets the instance and {@link idsOf} it before the first test.
 */
export function runChat(ready: (chat: RunningChat, ids: Readonly<Record<string, string>>) => void): void {
  let chat: RunningChat
  beforeAll(async () => {
    chat = await startChat()
    ready(chat, await idsOf(chat))
  })
  afterAll(() => chat.close())
  beforeEach(() => chat.reset())
  afterEach(() => expectPublishedTypes(chat))
}

/** Returns a list of a page that the client's `paginate` yields. */
export function pageList(page: object, name: string): unknown {
  return (page as Readonly<Record<string, unknown>>)[name]
}
