import * as v from 'valibot'
import { suggest } from '#core/text/did-you-mean.ts'
import { checkedOptions } from '#core/options.ts'
import type { PaymentsContext } from './call.ts'
import { settleOutcomes } from './outcomes.ts'
import { cardByName, cardNames } from './rules/cards/test-cards.ts'
import { openDispute } from './rules/money/disputes.ts'
import { authenticateById } from './rules/payment-intents/authenticate.ts'

/** The options of `payments.authenticate`. */
export interface AuthenticateOptions {
  /** The id, or the client secret, of a payment or setup intent that waits for authentication. */
  readonly intent: string
  /** Default: succeed */
  readonly result?: 'succeed' | 'fail'
}

const Authenticate = v.strictObject({ intent: v.string(), result: v.optional(v.picklist(['succeed', 'fail'])) })

/**
 * Ends the authentication that a payment or setup intent waits for, as the customer does on the bank's page. Returns
 * the status of the intent afterwards.
 *
 * @throws for an unknown intent, and for one that does not wait.
 */
export function authenticate(context: PaymentsContext, input: AuthenticateOptions): { readonly status: string } {
  const { intent: named, result = 'succeed' } = checkedOptions('authenticate', Authenticate, input)
  const id = named.replace(/_secret_.*$/, '')
  const { rows } = context
  const intent = rows.paymentIntents.get(id) ?? rows.setupIntents.get(id)
  if (intent === undefined)
    throw new Error(`authenticate: no payment or setup intent has the id ${JSON.stringify(named)}`)
  if (intent.status !== 'requires_action') {
    throw new Error(`authenticate: ${id} does not wait for authentication: its status is ${intent.status}`)
  }
  const status = authenticateById(context, id, result) ?? intent.status
  settleOutcomes(context)
  return { status }
}

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
  const disputable = charge.amountCaptured - charge.amountRefunded
  if (disputable < 1) throw new Error(`dispute: nothing is left of ${charge.id}: it was not captured, or was refunded`)
  if ((amount ?? 0) > disputable) throw new Error(`dispute: only ${disputable} is left of ${charge.id}`)
  const opened = openDispute(context, charge, { reason, inquiry, amount: amount ?? disputable })
  settleOutcomes(context)
  return { id: opened.id }
}

/**
 * Returns the number of a test card by its name: `payments.card('insufficient_funds')`.
 *
 * @throws for a name that no card has.
 */
export function card(_context: PaymentsContext, name: string): string {
  const found = cardByName(name)
  if (found !== undefined) return found.number
  const suggestion = suggest(name, cardNames())
  const hint = suggestion === undefined ? `there are ${cardNames().join(', ')}` : `did you mean ${suggestion}?`
  throw new Error(`card: no test card is named ${JSON.stringify(name)}: ${hint}`)
}
