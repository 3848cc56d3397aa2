import { ownMember } from '#core/objects.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { failure, invalidRequest } from '#payments/errors.ts'
import type { PaymentIntent } from '#payments/schema/payments.ts'
import { UNREACHABLE_ACCOUNT } from '../cards/bank-accounts.ts'
import { verifyAccount } from '../payment-methods/verified-account.ts'
import { confirmIntent } from './confirm.ts'
import type { Confirmed } from './transitions.ts'

/** The small deposits as the customer reports them. */
export interface Microdeposits {
  readonly amounts?: readonly number[] | undefined
  readonly code?: string | undefined
}

interface Mistake {
  readonly code: string
  readonly message: string
}

const EXCEEDED: Mistake = {
  code: 'payment_method_microdeposit_verification_attempts_exceeded',
  message: 'You have exceeded the number of allowed verification attempts.',
}
const TIMEOUT: Mistake = {
  code: 'payment_method_microdeposit_verification_timeout',
  message:
    'Microdeposit verification timed out: the microdeposits were not verified within the required 10 day period.',
}
const UNREACHABLE: Mistake = {
  code: 'payment_method_microdeposit_failed',
  message: 'Microdeposit transfers failed. Please check the account, institution and transit numbers provided.',
}
const WRONG_AMOUNTS: Mistake = {
  code: 'payment_method_microdeposit_verification_amounts_mismatch',
  message:
    'The amounts provided do not match the amounts that were sent to the bank account. You have 9 verification attempts remaining.',
}
const WRONG_CODE: Mistake = {
  code: 'payment_method_microdeposit_verification_descriptor_code_mismatch',
  message: 'The descriptor code provided does not match the one that was sent to the bank account.',
}

/**
 * The vendor's test values, null for the right ones.
 * https://docs.stripe.com/payments/ach-direct-debit/accept-a-payment#test-account-numbers
 */
const BY_VALUE: Readonly<Record<string, Mistake | null>> = {
  '32,45': null,
  SM11AA: null,
  '10,11': EXCEEDED,
  SM33CC: EXCEEDED,
  '40,41': TIMEOUT,
  SM44DD: TIMEOUT,
}

/**
 * @throws 400 unless the deposits are those that verify the vendor's test accounts: 32 and 45 cents, or the code
 * SM11AA.
 */
export function checkMicrodeposits(
  { amounts, code }: Microdeposits,
  account: { readonly accountNumber: string } | null = null,
): void {
  if (amounts === undefined && code === undefined) {
    throw invalidRequest('You must provide either amounts or descriptor_code.', { param: 'amounts' })
  }
  const value = code ?? [...(amounts ?? [])].sort((one, other) => one - other).join()
  const known = ownMember(BY_VALUE, value)
  const wrong = known === undefined ? (code === undefined ? WRONG_AMOUNTS : WRONG_CODE) : known
  const mistake = account?.accountNumber === UNREACHABLE_ACCOUNT ? UNREACHABLE : wrong
  if (mistake !== null) throw failure(400, mistake.message, { code: mistake.code })
}

/**
 * Verifies the bank account of an intent, and begins its payment.
 *
 * @throws 400 for wrong deposits, and where the intent waits for none.
 */
export function verifyMicrodeposits(
  context: PaymentsContext,
  intent: PaymentIntent,
  deposits: Microdeposits,
): Confirmed {
  const { rows } = context
  const method = rows.paymentMethods.get(intent.paymentMethod)
  const account = method?.usBankAccount ?? method?.bankDebit ?? null
  if (method === undefined || account === null || intent.nextAction?.type !== 'verify_with_microdeposits') {
    throw failure(400, 'This PaymentIntent does not wait for the verification of a bank account.', {
      code: 'payment_intent_unexpected_state',
    })
  }
  checkMicrodeposits(deposits, account)
  verifyAccount(context, method)
  return confirmIntent(context, intent)
}
