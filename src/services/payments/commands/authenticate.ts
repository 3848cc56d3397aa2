import * as v from 'valibot'
import { checkedOptions } from '#core/options.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { settleOutcomes } from '#payments/rules/outcomes.ts'
import { authenticateById } from '#payments/rules/payment-intents/authenticate.ts'

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
