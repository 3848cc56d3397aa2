import type { PaymentsContext } from '#payments/call.ts'
import type { BalanceTransaction, Charge, FeeDetail } from '#payments/schema/money.ts'
import type { PaymentMethod } from '#payments/schema/payments.ts'
import { cardByNumber } from '../cards/test-cards.ts'
import { addBalanceTransaction, applicationFeePart, stripeFee } from './balance-transactions.ts'
import { addApplicationFee, payDestination } from './connect.ts'
import { feeOf } from './fees.ts'
import { newCharge, type ChargedIntent, type ChargeInput } from './new-charge.ts'

/**
 * Adds the charge of a payment that the bank has approved and whose amount is captured at once, and moves its money as
 * {@link settleCharge} does.
 */
export function addPaidCharge(
  context: PaymentsContext,
  intent: ChargedIntent,
  method: PaymentMethod,
  input: Pick<ChargeInput, 'authenticated' | 'cardOptions' | 'generated'>,
): Charge {
  const row = newCharge(context, intent, method, { ...input, status: 'succeeded', captured: true })
  // The balance transaction comes first: the charge is then written once.
  const transaction = addPaymentTransaction(context, row, method)
  const charge = context.rows.charges.insert({ ...row, balanceTransaction: transaction.id })
  return shareOut(context, charge)
}

/**
 * Moves the money of a charge whose amount is captured: into the balance, less the vendor's fee and the platform's, and
 * on to the account of a destination charge. Returns the charge with what it now refers to.
 */
export function settleCharge(context: PaymentsContext, charge: Charge, method: PaymentMethod): Charge {
  const transaction = addPaymentTransaction(context, charge, method)
  return shareOut(context, context.rows.charges.update(charge.id, { balanceTransaction: transaction.id }))
}

/** Records the money of a charge in the balance, less the fees. */
function addPaymentTransaction(context: PaymentsContext, charge: Charge, method: PaymentMethod): BalanceTransaction {
  const { rows } = context
  const { account, currency, amountCaptured: amount } = charge
  const country = rows.accounts.get(account)?.country ?? 'US'
  const bypass = method.card !== null && cardByNumber(method.card.number)?.bypassPending === true
  const direct = platformShare(context, charge)
  const fees: FeeDetail[] = [stripeFee(feeOf(amount, currency, method, country), currency)]
  if (direct > 0) fees.push(applicationFeePart(direct, currency))
  return addBalanceTransaction(context, account, {
    amount,
    currency,
    type: method.card !== null ? 'charge' : 'payment',
    reportingCategory: 'charge',
    source: charge.id,
    description: charge.description,
    fees,
    sourceType: method.card !== null ? 'card' : 'bank_account',
    ...(bypass ? { availableOn: charge.created } : {}),
  })
}

/** Returns the platform's share of a direct charge, which the connected account pays. */
function platformShare({ rows }: PaymentsContext, { account, applicationFeeAmount, amountCaptured }: Charge): number {
  return account === rows.platform.get() ? 0 : Math.min(applicationFeeAmount ?? 0, amountCaptured)
}

/** Gives the platform its share of a direct charge, and sends the money of a destination charge on. */
function shareOut(context: PaymentsContext, charge: Charge): Charge {
  const direct = platformShare(context, charge)
  const settled =
    direct === 0
      ? charge
      : context.rows.charges.update(charge.id, { applicationFee: addApplicationFee(context, charge, direct).id })
  return settled.transferData === null ? settled : payDestination(context, settled)
}
