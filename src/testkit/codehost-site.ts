import type { Octokit } from '@octokit/rest'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { createEmulator, type Emulator } from '../emulator.ts'
import { checkedOctokit, receiveWebhooks, type Receiver } from './octokit.ts'

/** The set-up of one file's tests: a codehost, its clients, and a receiver of its webhooks. */
export interface CodehostSite {
  /** Available while the tests run. */
  readonly codehost: Emulator<'codehost'>
  /** Available while the tests run. */
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
 * Starts a codehost for the tests of the calling file, resets it before each test, and closes it after the last. The
 * seed may send webhooks to the receiver. `defaultToken` is the token of `octokit()`.
 */
export function codehostSite(seed: (receiver: Receiver) => Seed, defaultToken = 'octocat'): CodehostSite {
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
    // Events of the test before must not arrive in this one.
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
