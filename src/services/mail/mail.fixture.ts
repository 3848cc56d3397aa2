import { createRequire } from 'node:module'
import { Resend } from 'resend'
import type * as resend4 from 'resend4'
import { createEmulator, type EmulatorOptions } from '#emulator.ts'
import type { FixtureOptions } from '#fixtures/index.ts'
import { serviceTest } from '#testkit/service-test.ts'
import { mail } from './index.ts'

export { receiveEvents, type WebhookReceiver } from '#testkit/webhook-receiver.ts'

const require = createRequire(import.meta.url)

/** Starts mail at any free port, its clock set to noon on a Thursday. */
export const startMail = (options: Partial<EmulatorOptions<typeof mail>> = {}) =>
  createEmulator({ service: mail, port: 0, now: '2026-01-01T12:00:00Z', ...options })

/** Vitest's `test` with an instance of mail, its clock set to noon on a Thursday. */
export const mailTest = (options: FixtureOptions<'mail'> = {}) =>
  serviceTest('mail', { now: '2026-01-01T12:00:00Z', ...options })

/** A running instance of mail. */
export type RunningMail = Awaited<ReturnType<typeof startMail>>

/** The vendor's current SDK. */
export const resendOf = ({ url }: { readonly url: string }, key = 're_test_123'): Resend =>
  new Resend(key, { baseUrl: url })

/**
 * The vendor's SDK of 2025. It reads its URL from the environment when it is loaded, so it is loaded afresh for each
 * URL.
 */
export function resend4Of({ url }: { readonly url: string }, key = 're_test_123'): resend4.Resend {
  const before = process.env['RESEND_BASE_URL']
  delete require.cache[require.resolve('resend4')]
  process.env['RESEND_BASE_URL'] = url
  try {
    const { Resend } = require('resend4') as typeof resend4 // the type that the package exports
    return new Resend(key)
  } finally {
    if (before === undefined) delete process.env['RESEND_BASE_URL']
    else process.env['RESEND_BASE_URL'] = before
  }
}

/** Creates an element for the SDK's `react` option. */
export const { createElement } = require('react') as {
  // React's own types are not installed.
  createElement: (type: string, props: object | null, ...children: unknown[]) => never
}

/**
 * Returns the data of an SDK call.
 *
 * @throws the call's error.
 */
export async function dataOf<T>(call: PromiseLike<{ data: T | null; error: { message: string } | null }>): Promise<T> {
  const { data, error } = await call
  if (data === null) throw new Error(error?.message ?? 'no data', { cause: error })
  return data
}
