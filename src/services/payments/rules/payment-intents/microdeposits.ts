import type { PaymentsContext } from '../../call.ts'
import { failure, invalidRequest } from '../../errors.ts'
import type { PaymentIntent } from '../../schema/payments.ts'
import { confirmIntent, type Confirmed } from './confirm.ts'

/** The small deposits as the customer reports them. */
export interface Microdeposits {
  readonly amounts?: readonly number[] | undefined
  readonly code?: string | undefined
}

/**
 * Throws 400 unless the deposits are those of the vendor's test accounts: 32 and 45 cents, or the code SM11AA.
 * https://docs.stripe.com/payments/ach-direct-debit/accept-a-payment#test-account-numbers
 */
export function checkMicrodeposits({ amounts, code }: Microdeposits): void {
  if (amounts === undefined && code === undefined) {
    throw invalidRequest('You must provide either amounts or descriptor_code.', { param: 'amounts' })
  }
  const right = code === undefined ? [...(amounts ?? [])].sort((a, b) => a - b).join() === '32,45' : code === 'SM11AA'
  if (right) return
  throw failure(
    400,
    code === undefined
      ? 'The amounts provided do not match the amounts that were sent to the bank account. You have 9 verification attempts remaining.'
      : 'The descriptor code provided does not match the one that was sent to the bank account.',
    {
      code:
        code === undefined
          ? 'payment_method_microdeposit_verification_amounts_mismatch'
          : 'payment_method_microdeposit_verification_descriptor_code_mismatch',
    },
  )
}

/** Verifies the bank account of an intent, and begins its payment. Throws 400 for wrong deposits, and where the intent waits for none. */
export function verifyMicrodeposits(
  context: PaymentsContext,
  intent: PaymentIntent,
  deposits: Microdeposits,
): Confirmed {
  const { rows } = context
  const method = rows.paymentMethods.get(intent.paymentMethod)
  const account = method?.usBankAccount ?? null
  if (method === undefined || account === null || intent.nextAction?.['type'] !== 'verify_with_microdeposits') {
    throw failure(400, 'This PaymentIntent does not wait for the verification of a bank account.', {
      code: 'payment_intent_unexpected_state',
    })
  }
  checkMicrodeposits(deposits)
  rows.paymentMethods.update(method.id, { usBankAccount: { ...account, verified: true } })
  return confirmIntent(context, intent)
}
