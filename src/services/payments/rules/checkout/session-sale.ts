import type { Sale } from './amounts.ts'
import type { CheckoutSession } from '#payments/schema/checkout.ts'

/** Returns what a session sells; undefined for a session that only sets up a payment method. */
export function saleOf(session: CheckoutSession): Sale | undefined {
  const { currency } = session
  return session.mode === 'setup' || currency === null ? undefined : { ...session, currency }
}
