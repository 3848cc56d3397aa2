import type { PaymentsContext } from '#payments/call.ts'
import { invalidParameter } from '#payments/errors.ts'
import { now } from '../new-id.ts'
import type { CustomerSession, Wire } from '#payments/schema/payments.ts'

/**
 * Returns the session of a client secret.
 *
 * @throws 400 for one that does not exist or has expired.
 */
export function findOpenSession(context: PaymentsContext, account: string, secret: string): CustomerSession {
  const session = context.rows.customerSessions.find('secret', secret)
  if (session?.account !== account || session.expiresAt <= now(context)) {
    throw invalidParameter('client_secret', 'The client_secret of the customer session is invalid, or has expired.')
  }
  return session
}

/** Returns the features of a session's payment element; none where it is disabled. */
export function elementFeatures({ components }: CustomerSession): Wire {
  const element = components['payment_element'] as { readonly features: Wire | null } | undefined // componentsJson writes it
  return element?.features ?? {}
}
