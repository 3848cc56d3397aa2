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
  context.emit({ type: 'checkout.session.expired', kind: 'checkout.session', row: after })
  return after
}

/** Expires a session whose time is over. */
export function expireDueSession(context: PaymentsContext, { session: id }: { readonly session: string }): void {
  const session = context.rows.checkoutSessions.get(id)
  if (session?.status === 'open') expireSession(context, session)
}
