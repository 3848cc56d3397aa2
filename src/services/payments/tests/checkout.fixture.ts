import { expect } from 'vitest'
import type Stripe from 'stripe'
import type { RunningPayments } from './payments.fixture.ts'

/** The `success_url` of the sessions that {@link checkout} creates. */
export const THANKS = 'http://localhost:9/thanks?session={CHECKOUT_SESSION_ID}'

/** Adds a product with a recurring price in dollars, and returns the price. */
export async function plan(
  stripe: Stripe,
  name: string,
  amount: number,
  interval: 'month' | 'year' = 'month',
): Promise<Stripe.Price> {
  const product = await stripe.products.create({ name })
  return stripe.prices.create({ product: product.id, currency: 'usd', unit_amount: amount, recurring: { interval } })
}

/** Creates a Checkout session for a subscription to one unit of a price. */
export function checkout(
  stripe: Stripe,
  price: string,
  params: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Promise<Stripe.Checkout.Session> {
  return stripe.checkout.sessions.create({
    mode: 'subscription',
    line_items: [{ price, quantity: 1 }],
    success_url: THANKS,
    ...params,
  })
}

/** Adds a customer with a subscription that Checkout has begun, and returns the ids of the two. */
export async function subscribed(
  payments: RunningPayments,
  stripe: Stripe,
  price: string,
): Promise<{ readonly customer: string; readonly subscription: string }> {
  const session = await checkout(stripe, price, { customer_email: 'ada@example.com' })
  expect(payments.pay(session)).toMatchObject({ session: { status: 'complete' } })
  const { customer, subscription } = await stripe.checkout.sessions.retrieve(session.id)
  return { customer: idOf(customer), subscription: idOf(subscription) }
}

/** Returns the id of a record that an answer has as an id or expanded; the empty text for none. */
export function idOf(reference: string | { readonly id: string } | null): string {
  return typeof reference === 'string' ? reference : (reference?.id ?? '')
}
