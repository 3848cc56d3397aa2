import type { Octokit } from '@octokit/rest'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { createEmulator, type Emulator } from '../emulator.ts'
import { checkedOctokit, receiveWebhooks, type Receiver } from './octokit.ts'

/** What the tests of one file work with: a codehost, its clients, and a receiver of its webhooks. */
export interface CodehostSite {
  /** There once the tests run. */
  readonly codehost: Emulator<'codehost'>
  /** There once the tests run. */
  readonly receiver: Receiver
  /** A checked client with a token of the seed; without one named, the site's usual. */
  readonly octokit: (token?: string) => Octokit
  /** A checked client without a token. */
  readonly stranger: () => Octokit
  /** What webhooks told since the test began, as `event.action`, all of it as the vendor describes it. */
  readonly events: () => Promise<string[]>
  /** As `events`, and forgets them: what they told since they were taken last. */
  readonly takeEvents: () => Promise<string[]>
}

/** What a seed is made from. */
type Seed = Readonly<Record<string, unknown>>

/**
 * Has the tests of the file that calls it share one codehost, which is started before them, reset before each, and closed after
 * them. The seed may send webhooks to the receiver. `usual` is the token of those who are not named.
 */
export function codehostSite(seed: (receiver: Receiver) => Seed, usual = 'octocat'): CodehostSite {
  let codehost: Emulator<'codehost'>
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await receiveWebhooks()
    codehost = await createEmulator({ service: 'codehost', port: 0, seed: seed(receiver) })
  })
  afterAll(async () => {
    await codehost.close()
    await receiver[Symbol.asyncDispose]()
  })
  beforeEach(async () => {
    // What the test before caused must not arrive in this one.
    await codehost.webhooks.settled()
    codehost.reset()
    receiver.received.length = 0
    receiver.status = 200
  })
  const events = async () => {
    await codehost.webhooks.settled()
    expect(receiver.violations()).toEqual([])
    return receiver.received.map(({ event, payload: { action } }) =>
      typeof action === 'string' ? `${event}.${action}` : event,
    )
  }
  return {
    get codehost() {
      return codehost
    },
    get receiver() {
      return receiver
    },
    octokit: (token = usual) => checkedOctokit(codehost, token),
    stranger: () => checkedOctokit(codehost),
    events,
    takeEvents: async () => {
      const told = await events()
      receiver.received.length = 0
      return told
    },
  }
}
