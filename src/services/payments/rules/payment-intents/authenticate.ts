import type { PaymentsContext } from '#payments/call.ts'
import { authenticateSetup } from '../setup-intents/confirm.ts'
import { authenticateIntent } from './confirm.ts'

/**
 * Ends the authentication that a payment or setup intent waits for, as the customer does on the bank's page. Returns
 * the status of the intent afterwards; undefined when no intent has the id.
 */
export function authenticateById(context: PaymentsContext, id: string, result: 'succeed' | 'fail'): string | undefined {
  const { rows } = context
  const payment = rows.paymentIntents.get(id)
  if (payment !== undefined) return authenticateIntent(context, payment, result).status
  const setup = rows.setupIntents.get(id)
  return setup && authenticateSetup(context, setup, result).status
}
