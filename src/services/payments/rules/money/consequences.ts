import type { PaymentsContext } from '#payments/call.ts'
import { newRecord } from '../records.ts'
import type { Charge } from '#payments/schema/money.ts'
import type { TestCard } from '../cards/test-cards.ts'
import { openDispute } from './disputes.ts'

/** Lets a charge be disputed or reported as fraud, as its test card or bank account says. */
export function scheduleConsequences(
  context: PaymentsContext,
  charge: Charge,
  { dispute, earlyFraudWarning }: Pick<TestCard, 'dispute' | 'earlyFraudWarning'>,
): void {
  if (earlyFraudWarning === true) warnOfFraud(context, charge)
  if (dispute === undefined) return
  const count = dispute.count ?? 1
  for (let number = 1; number <= count; number++) {
    // Several disputes share the amount, so that no more than the charge is withdrawn.
    const amount =
      number === count
        ? charge.amount - Math.floor(charge.amount / count) * (count - 1)
        : Math.floor(charge.amount / count)
    openDispute(context, context.rows.charges.require(charge.id), { ...dispute, amount })
  }
}

/**
 * Adds the warning of a bank that a charge may be fraud.
 * https://docs.stripe.com/disputes/measuring#early-fraud-warnings
 */
function warnOfFraud(context: PaymentsContext, charge: Charge): void {
  const warning = context.rows.earlyFraudWarnings.insert({
    actionable: true,
    charge: charge.id,
    paymentIntent: charge.paymentIntent,
    fraudType: 'made_with_lost_card',
    ...newRecord(context, charge.account, 'issfr_'),
  })
  context.emit({ type: 'radar.early_fraud_warning.created', kind: 'radar.early_fraud_warning', row: warning })
}
