import type { PaymentsContext } from '#payments/call.ts'
import { now } from '../new-id.ts'
import type { CheckoutSession } from '#payments/schema/checkout.ts'

/**
 * Expires an open session: it cannot be completed any more. Its page then leads to a new session, where recovery is
 * enabled.
 */
export function expireSession(context: PaymentsContext, session: CheckoutSession): CheckoutSession {
  const after = context.rows.checkoutSessions.update(session.id, {
    status: 'expired',
    expiresAt: Math.min(session.expiresAt, now(context)),
    recoveryToken: session.afterExpiration?.enabled === true ? context.ids.secret.base62(40) : null,
  })
  cancelSetup(context, after)
  context.emit({ type: 'checkout.session.expired', kind: 'checkout.session', row: after })
  return after
}

/** Cancels the setup intent of a session that has expired: nothing else can. */
function cancelSetup(context: PaymentsContext, { mode, setupIntent }: CheckoutSession): void {
  const intent = context.rows.setupIntents.get(setupIntent)
  if (mode !== 'setup' || intent === undefined || intent.status === 'succeeded') return
  const canceled = context.rows.setupIntents.update(intent.id, { status: 'canceled', nextAction: null })
  context.emit({ type: 'setup_intent.canceled', kind: 'setup_intent', row: canceled })
}

/** Expires a session whose time is over. */
export function expireDueSession(context: PaymentsContext, { session: id }: { readonly session: string }): void {
  const session = context.rows.checkoutSessions.get(id)
  if (session?.status === 'open') expireSession(context, session)
}
