import type { Octokit } from '@octokit/rest'
import { expect } from 'vitest'
import type { Emulator } from '#emulator.ts'
import type { FixtureOptions } from '#fixtures/index.ts'
import { checkedOctokit, receiveWebhooks, type Receiver } from '#testkit/octokit.ts'
import { serviceTest } from '#testkit/service-test.ts'

/** The set-up of one file's tests: a codehost, its clients, and a receiver of its webhooks. */
export interface CodehostSite {
  /** Vitest's `it`, which resets the codehost before each test. */
  readonly it: ReturnType<typeof serviceTest<'codehost'>>
  /** Available while the tests run. */
  readonly codehost: Emulator<'codehost'>
  readonly receiver: Receiver
  /** Returns a checked client with a token of the seed. Default: the site's default token */
  readonly octokit: (token?: string) => Octokit
  /** Returns a checked client without a token. */
  readonly stranger: () => Octokit
  /**
   * Returns the events that the receiver got in this test, as `event.action`. Checks them with the vendor's schemas.
   */
  readonly events: () => Promise<string[]>
  /** Like `events`, for the events since the last call of `takeEvents`. */
  readonly takeEvents: () => Promise<string[]>
}

/** A seed. */
type Seed = Readonly<Record<string, unknown>>

/**
 * Returns a codehost for the tests of the calling file, by the fixture that users have: reset before each test of
 * {@link CodehostSite.it}. The seed may send webhooks to the receiver. `defaultToken` is the token of `octokit()`.
 */
export async function codehostSite(
  seed: (receiver: Receiver) => Seed,
  defaultToken = 'octocat',
  options: Pick<FixtureOptions, 'now'> = {},
): Promise<CodehostSite> {
  const receiver = await receiveWebhooks()
  const it = serviceTest('codehost', { ...options, seed: seed(receiver) })
  let codehost: Emulator<'codehost'>
  it.beforeAll(({ codehost: instance }) => {
    codehost = instance
  })
  it.beforeEach(() => {
    receiver.received.length = 0
    receiver.status = 200
  })
  // Events of a test must not arrive in the next one.
  it.afterEach(({ codehost: { webhooks } }) => webhooks.settled())
  it.afterAll(() => receiver[Symbol.asyncDispose]())
  const events = async () => {
    await codehost.webhooks.settled()
    expect(receiver.violations()).toEqual([])
    return receiver.received.map(({ event, payload: { action } }) =>
      typeof action === 'string' ? `${event}.${action}` : event,
    )
  }
  return {
    it,
    get codehost() {
      return codehost
    },
    receiver,
    octokit: (token = defaultToken) => checkedOctokit(codehost, token),
    stranger: () => checkedOctokit(codehost),
    events,
    takeEvents: async () => {
      const heard = await events()
      receiver.received.length = 0
      return heard
    },
  }
}
