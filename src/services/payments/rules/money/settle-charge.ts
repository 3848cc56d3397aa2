import type { PaymentsContext } from '../../call.ts'
import type { Charge, FeeDetail } from '../../schema/money.ts'
import type { PaymentMethod } from '../../schema/payments.ts'
import { cardByNumber } from '../cards/test-cards.ts'
import { addBalanceTransaction, applicationFeePart, stripeFee } from './balance-transactions.ts'
import { addApplicationFee, payDestination } from './connect.ts'
import { feeOf } from './fees.ts'

/**
 * Moves the money of a charge whose amount is captured: into the balance, less the vendor's fee and the platform's, and on to the account of
 * a destination charge. Returns the charge with what it now refers to.
 */
export function settleCharge(context: PaymentsContext, charge: Charge, method: PaymentMethod): Charge {
  const { rows } = context
  const { account, currency, amountCaptured: amount } = charge
  const country = rows.accounts.get(account)?.country ?? 'US'
  const bypass = method.card !== null && cardByNumber(method.card.number)?.bypassPending === true
  // A direct charge: the connected account pays the platform's fee.
  const direct = account !== rows.platform.get() ? Math.min(charge.applicationFeeAmount ?? 0, amount) : 0
  const fees: FeeDetail[] = [stripeFee(feeOf(amount, currency, method, country), currency)]
  if (direct > 0) fees.push(applicationFeePart(direct, currency))
  const transaction = addBalanceTransaction(context, account, {
    amount,
    currency,
    type: method.type === 'card' ? 'charge' : 'payment',
    reportingCategory: 'charge',
    source: charge.id,
    description: charge.description,
    fees,
    sourceType: method.type === 'card' ? 'card' : 'bank_account',
    ...(bypass ? { availableOn: charge.created } : {}),
  })
  let settled = rows.charges.update(charge.id, { balanceTransaction: transaction.id })
  if (direct > 0) {
    const fee = addApplicationFee(context, settled, direct)
    settled = rows.charges.update(charge.id, { applicationFee: fee.id })
  }
  return settled.transferData === null ? settled : payDestination(context, settled)
}
