import type { PaymentsContext } from '#payments/call.ts'
import type { CheckoutSession } from '#payments/schema/checkout.ts'
import { amountsOf, hasTrial } from './amounts.ts'
import { shownTypes } from './offered-methods.ts'
import type { Questions } from './page-form.ts'

/** Returns what the form of a session asks for. */
export function questionsOf({ rows }: Pick<PaymentsContext, 'rows'>, session: CheckoutSession): Questions {
  const customer = rows.customers.get(session.customer)
  return {
    email: session.customerEmail ?? customer?.email ?? null,
    methods: needsPaymentMethod({ rows }, session) ? shownTypes(session) : [],
    savedMethods: savedMethodsOf({ rows }, session),
  }
}

/**
 * Returns whether the customer must give a payment method: where something is due now, later, or by the session's own
 * rule.
 */
function needsPaymentMethod(context: Pick<PaymentsContext, 'rows'>, session: CheckoutSession): boolean {
  const { currency, mode, paymentMethodCollection } = session
  if (mode === 'setup' || currency === null) return true
  if (mode === 'subscription' && paymentMethodCollection === 'always') return true
  return (
    amountsOf(context, { ...session, currency }).totals.total > 0 || (mode === 'subscription' && !hasTrial(session))
  )
}

/** Returns the ids of the customer's saved cards that the session shows, newest first. */
function savedMethodsOf({ rows }: Pick<PaymentsContext, 'rows'>, session: CheckoutSession): readonly string[] {
  if (session.customer === null || session.mode === 'setup') return []
  const shown = (session.savedPaymentMethodOptions?.['allow_redisplay_filters'] ?? ['always']) as readonly string[] // checked by its parameter
  return rows.paymentMethods
    .list('customer', session.customer)
    .filter(({ type, allowRedisplay }) => session.paymentMethodTypes.includes(type) && shown.includes(allowRedisplay))
    .map(({ id }) => id)
    .toReversed()
}
