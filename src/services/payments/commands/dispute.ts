import * as v from 'valibot'
import { checkedOptions } from '#core/options.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { openDispute } from '#payments/rules/money/disputes.ts'
import { settleOutcomes } from '#payments/rules/outcomes.ts'

/** The options of `payments.dispute`. */
export interface DisputeOptions {
  /** The id of a charge, or of the payment intent that it pays. */
  readonly charge: string
  /** The vendor's reason. Default: fraudulent */
  readonly reason?: string
  /** True for an inquiry, which withdraws no money. Default: false */
  readonly inquiry?: boolean
  /** Minor units. Default: all that is left of the charge */
  readonly amount?: number
}

const DisputeInput = v.strictObject({
  charge: v.string(),
  reason: v.optional(v.string()),
  inquiry: v.optional(v.boolean()),
  amount: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
})

/**
 * Lets the card holder dispute a charge. Returns the id of the dispute.
 *
 * @throws for a charge that is unknown or was not paid.
 */
export function dispute(context: PaymentsContext, input: DisputeOptions): { readonly id: string } {
  const { charge: id, reason = 'fraudulent', inquiry = false, amount } = checkedOptions('dispute', DisputeInput, input)
  const { rows } = context
  const charge = rows.charges.get(rows.paymentIntents.get(id)?.latestCharge ?? id)
  if (charge === undefined) throw new Error(`dispute: no charge has the id ${JSON.stringify(id)}`)
  const disputable = charge.paid ? charge.amountCaptured - charge.amountRefunded : 0
  if (disputable < 1)
    throw new Error(`dispute: nothing is left of ${charge.id}: it was not paid or captured, or was refunded`)
  if ((amount ?? 0) > disputable) throw new Error(`dispute: only ${disputable} is left of ${charge.id}`)
  const opened = openDispute(context, charge, { reason, inquiry, amount: amount ?? disputable })
  settleOutcomes(context)
  return { id: opened.id }
}
