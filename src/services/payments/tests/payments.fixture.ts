import { createRequire } from 'node:module'
import { Stripe } from 'stripe'
import StripeOf22 from 'stripe-22'
import { createEmulator, type EmulatorOptions } from '#emulator.ts'
import { stripeTypes, type StripePackage } from '#testkit/stripe-types.ts'
import { payments } from '#payments/index.ts'
import type { FixtureOptions } from '#fixtures/index.ts'
import { serviceTest } from '#testkit/service-test.ts'

export { receiveEvents } from '#testkit/webhook-receiver.ts'

const require = createRequire(import.meta.url)

// Versions before 22 declare their types for the name `stripe`, so the types of version 22 stand for them.
const StripeOf21 = require('stripe-21') as typeof StripeOf22

// Read before the first test: on a loaded machine it would take that test's time.
stripeTypes('stripe')

/** Starts payments at any free port, its clock standing at noon on a Thursday. */
export const startPayments = (options: Partial<EmulatorOptions<typeof payments>> = {}) =>
  createEmulator({ service: payments, port: 0, now: '2026-01-01T12:00:00Z', ...options })

/**
 * Returns Vitest's `test` with an instance of payments, its clock standing at noon on a Thursday, and the vendor's
 * current SDK.
 */
export const paymentsTest = (options: FixtureOptions<'payments'> = {}) =>
  serviceTest('payments', { now: '2026-01-01T12:00:00Z', ...options }).extend('stripe', ({ payments }) =>
    stripeOf(payments),
  )

/** A running instance of payments. */
export type RunningPayments = Awaited<ReturnType<typeof startPayments>>

/**
 * Returns the vendor's current SDK, pointed at an instance. It does not retry. Every answer is held against the types
 * that the SDK publishes: a call whose answer differs from them fails.
 */
export const stripeOf = (
  { port }: { readonly port: number },
  key = 'sk_test_backlot',
  config: Partial<Stripe.StripeConfig> = {},
): Stripe =>
  new Stripe(key, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(checkingFetch('stripe')),
    ...config,
  })

/** {@link stripeOf} with the SDK of the major version before. */
export const stripe22Of = ({ port }: { readonly port: number }, key = 'sk_test_backlot'): StripeOf22 =>
  new StripeOf22(key, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: StripeOf22.createFetchHttpClient(checkingFetch('stripe-22')),
  })

/** {@link stripeOf} with the SDK of two major versions before. */
export const stripe21Of = ({ port }: { readonly port: number }, key = 'sk_test_backlot'): StripeOf22 =>
  new StripeOf21(key, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: StripeOf21.createFetchHttpClient(checkingFetch('stripe-21')),
  })

/** The major versions of the SDK that the everyday flows run with, with the version of the API that each speaks. */
export const SDKS = [
  ['stripe', '2026-10-28.endive'],
  ['stripe-22', '2026-08-26.dahlia'],
  ['stripe-21', '2026-03-25.dahlia'],
  ['stripe-20', '2026-02-25.clover'],
  ['stripe-18', '2025-08-27.basil'],
  ['stripe-17', '2025-02-24.acacia'],
  ['stripe-16', '2024-06-20'],
  ['stripe-14', '2023-10-16'],
  ['stripe-12', '2022-11-15'],
  ['stripe-8', '2020-08-27'],
] as const

/** {@link stripeOf} with an SDK of those that the everyday flows run with. */
export const sdkOf = ([name, apiVersion]: (typeof SDKS)[number], { port }: { readonly port: number }): StripeOf22 => {
  const StripeOfPackage = require(name) as typeof StripeOf22
  return new StripeOfPackage('sk_test_backlot', {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
    apiVersion: apiVersion as never, // the types are those of another version
    httpClient: StripeOfPackage.createFetchHttpClient(checkingFetch(name)),
  })
}

/** Returns a `fetch` that refuses answers which differ from the types that a version of the SDK publishes. */
function checkingFetch(version: StripePackage): typeof fetch {
  return async (input, init) => {
    // Versions before 22 send files to the vendor's own host, whatever the client's `host` says.
    const url = input instanceof Request ? input.url : input.toString()
    const response = await fetch(url.replace('//files.stripe.com:', '//127.0.0.1:'), init)
    if (!response.ok || !(response.headers.get('content-type') ?? '').startsWith('application/json')) return response
    const problems = stripeTypes(version).mismatches(await response.clone().json())
    if (problems.length === 0) return response
    const target = `${init?.method ?? 'GET'} ${url}`
    const message = `the answer to ${target} differs from the types of ${version}:\n${problems.join('\n')}`
    return Response.json({ error: { type: 'api_error', message } }, { status: 500 })
  }
}

/**
 * The error of a refused call of the SDK.
 *
 * @throws when the call is not refused.
 */
export async function refusal(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error
    throw error
  }
  throw new Error('the call was not refused')
}
