import type { PaymentsContext } from '#payments/call.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import type { PaymentIntent } from '#payments/schema/payments.ts'
import { findLiveCustomer } from '../customers/find-customer.ts'
import { unexpectedState } from './capture.ts'
import {
  checkAmount,
  checkMethod,
  checkTypes,
  fieldsOf,
  methodOf,
  typesOf,
  type IntentInput,
  checkDescriptor,
} from './intent-fields.ts'

/** The statuses in which an intent can be changed and confirmed. */
const UPDATABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action']

/**
 * Changes an intent as a request says.
 *
 * @throws 400 for what its status does not allow.
 */
export function updateIntent(context: PaymentsContext, before: PaymentIntent, input: IntentInput): PaymentIntent {
  const { account } = before
  const { amount = before.amount, currency = before.currency } = input
  const restricted = (['amount', 'currency', 'payment_method', 'customer', 'payment_method_data'] as const).find(
    (name) => input[name] !== undefined,
  )
  if (restricted !== undefined && !UPDATABLE.includes(before.status)) {
    throw unexpectedState(
      context,
      before,
      `This PaymentIntent's ${restricted} could not be updated because it has a status of ${before.status}. You may only update the ${restricted} of a PaymentIntent with one of the following statuses: ${UPDATABLE.join(', ')}.`,
    )
  }
  if (input.amount !== undefined || input.currency !== undefined) checkAmount(amount, currency)
  const usage = input.setup_future_usage === undefined ? before.setupFutureUsage : input.setup_future_usage
  const capture = input.capture_method ?? before.captureMethod
  const terms = { amount, currency, manualCapture: capture === 'manual', saves: usage !== null }
  const isAutomatic = before.automaticPaymentMethods?.enabled === true
  const chosen = typesOf(input) ?? (isAutomatic ? [] : before.paymentMethodTypes)
  checkTypes(chosen, terms)
  checkDescriptor(chosen, input)
  if (input.customer !== undefined) findLiveCustomer(context, account, input.customer, { param: 'customer' })
  const customer = input.customer ?? before.customer
  const method = methodOf(context, account, input)
  const fields = fieldsOf(before, input)
  if (method !== undefined) {
    checkMethod(
      method,
      { customer, paymentMethodTypes: fields.paymentMethodTypes ?? before.paymentMethodTypes },
      'PaymentIntent',
    )
  }
  const unset = input.payment_method === null
  return context.rows.paymentIntents.update(before.id, {
    ...fields,
    amount,
    currency,
    customer,
    metadata: mergeMetadata(before.metadata, input.metadata),
    ...(method === undefined ? {} : { paymentMethod: method.id, status: 'requires_confirmation', nextAction: null }),
    ...(unset ? { paymentMethod: null, status: 'requires_payment_method', nextAction: null } : {}),
  })
}

/** @throws 400 for an intent that is paid, canceled or under way. */
export function checkConfirmable(context: Pick<PaymentsContext, 'urls'>, intent: PaymentIntent): void {
  if (UPDATABLE.includes(intent.status)) return
  throw unexpectedState(
    context,
    intent,
    intent.status === 'succeeded'
      ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
      : `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`,
  )
}
