import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type Stripe from 'stripe'
import { stripeTypes } from '#testkit/stripe-types.ts'
import { billingScenarios } from './billing-operations.fixture.ts'
import { SDKS, startPayments, stripeOf, type RunningPayments } from './payments.fixture.ts'

// Records that were made in the newest version, read in the older ones: every answer is held against the types that the
// SDK of that version publishes.

/** The paths of the lists that are read. */
const LISTS = [
  'accounts',
  'balance_transactions',
  'billing/meters',
  'billing_portal/configurations',
  'charges',
  'checkout/sessions',
  'coupons',
  'credit_notes',
  'customers',
  'disputes',
  'invoiceitems',
  'invoices',
  'payment_intents',
  'payment_links',
  'payouts',
  'plans',
  'prices',
  'products',
  'promotion_codes',
  'refunds',
  'setup_intents',
  'shipping_rates',
  'subscription_schedules',
  'subscriptions',
  'tax_rates',
  'transfers',
  'webhook_endpoints',
]

/** Values that the vendor has added to all versions, or that a client of the version cannot write. */
const LATER = [
  /^billing_portal\/configurations: .*allowed_updates: \["email","name"/,
  /^checkout\/sessions: .*cancel_url: null/,
  /^subscriptions: .*status: "paused"/,
]

describe.each(Object.entries(billingScenarios))('after %s', (_subject, run) => {
  let payments: RunningPayments

  beforeAll(async () => {
    payments = await startPayments({
      seed: {
        payments: {
          coupons: [{ id: 'HALF', percent_off: 50, duration: 'forever' }],
          customers: [{ id: 'cus_half', coupon: 'HALF' }],
        },
      },
    })
    const stripe: Stripe = stripeOf(payments)
    await run({ stripe, payments })
  })
  afterAll(() => payments.close())

  it.each(SDKS)('%s reads every record', async (name, version) => {
    const problems: string[] = []
    for (const list of LISTS) {
      const response = await fetch(`${payments.url}/v1/${list}?limit=100`, {
        headers: { authorization: 'Bearer sk_test_backlot', 'stripe-version': version },
      })
      expect(response.status).toBe(200)
      problems.push(
        ...stripeTypes(name)
          .mismatches(await response.json())
          .map((problem) => `${list}: ${problem}`),
      )
    }
    expect(problems.filter((problem) => !LATER.some((each) => each.test(problem)))).toEqual([])
  })
})
