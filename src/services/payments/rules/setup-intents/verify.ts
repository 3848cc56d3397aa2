import type { PaymentsContext } from '#payments/call.ts'
import type { SetupIntent } from '#payments/schema/payments.ts'
import { checkMicrodeposits, type Microdeposits } from '../payment-intents/microdeposits.ts'
import { authenticateSetup } from './confirm.ts'

/**
 * Verifies the bank account of a setup intent that waits for its small deposits, and ends the setup.
 *
 * @throws 400 for wrong deposits.
 */
export function verifySetup(context: PaymentsContext, intent: SetupIntent, deposits: Microdeposits): SetupIntent {
  const method = context.rows.paymentMethods.get(intent.paymentMethod)
  checkMicrodeposits(deposits, method?.usBankAccount ?? method?.bankDebit)
  return authenticateSetup(context, intent, 'succeed')
}
