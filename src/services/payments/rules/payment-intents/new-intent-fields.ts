import type { PaymentsContext } from '#payments/call.ts'
import { invalidParameter, invalidRequest } from '#payments/errors.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import { findConnectedAccount } from '../connect/find-account.ts'
import type { PaymentIntent } from '#payments/schema/payments.ts'
import type { PaymentTerms } from '../payment-methods/kind-limits.ts'
import { findLiveCustomer } from '../customers/find-customer.ts'
import {
  automaticTypes,
  checkAmount,
  checkMethod,
  checkTypes,
  methodOf,
  newFieldsOf,
  checkDescriptor,
  typesOf,
  type IntentInput,
} from './intent-fields.ts'

/** A request for a new payment intent. */
export type NewIntentInput = IntentInput & {
  readonly amount: number
  readonly currency: string
  readonly transfer_data?: { readonly amount?: number | undefined; readonly destination: string } | undefined
}

/**
 * Returns the fields of the new intent that a request describes.
 *
 * @throws 400 for what does not go together.
 */
export function newIntentFields(
  context: PaymentsContext,
  account: string,
  input: NewIntentInput,
  id: string | undefined,
) {
  const { amount, currency, automatic_payment_methods: automatic } = input
  const types = typesOf(input)
  const terms = termsOf(input)
  checkNewIntent(context, account, input, types, terms)
  checkDescriptor(types, input)
  const chosen = types === undefined && automatic?.enabled !== false
  const paymentMethodTypes =
    types ?? (chosen ? automaticTypes(context, account, terms, automatic?.allow_redirects) : ['card'])
  const before = { paymentMethodTypes, paymentMethodOptions: {} }
  const method = methodOf(context, account, input)
  const customer = input.customer ?? null
  if (method !== undefined) checkMethod(method, { customer, paymentMethodTypes }, 'PaymentIntent')
  const fields = newFieldsOf(before, input)
  // One literal: an object that is put together from parts costs several times as much.
  return {
    id,
    allowedPaymentMethodTypes: fields.allowedPaymentMethodTypes,
    amountDetails: fields.amountDetails,
    applicationFeeAmount: fields.applicationFeeAmount,
    captureMethod: fields.captureMethod,
    description: fields.description,
    excludedPaymentMethodTypes: fields.excludedPaymentMethodTypes,
    paymentMethodOptions: fields.paymentMethodOptions,
    paymentMethodTypes: fields.paymentMethodTypes,
    receiptEmail: fields.receiptEmail,
    setupFutureUsage: fields.setupFutureUsage,
    shipping: fields.shipping,
    statementDescriptor: fields.statementDescriptor,
    statementDescriptorSuffix: fields.statementDescriptorSuffix,
    transferGroup: fields.transferGroup,
    amount,
    currency,
    customer,
    automaticPaymentMethods: chosen
      ? { allow_redirects: automatic?.allow_redirects ?? 'always', enabled: true }
      : ((automatic && { enabled: automatic.enabled }) ?? null),
    confirmationMethod: input.confirmation_method ?? 'automatic',
    metadata: mergeMetadata({}, input.metadata),
    onBehalfOf: input.on_behalf_of ?? null,
    paymentMethod: method?.id ?? null,
    returnUrl: input.return_url ?? null,
    transferData: transferOf(input),
  }
}

function transferOf({ transfer_data: transfer }: NewIntentInput): PaymentIntent['transferData'] {
  if (transfer === undefined) return null
  return { destination: transfer.destination, ...(transfer.amount === undefined ? {} : { amount: transfer.amount }) }
}

/** Returns the payment that a request describes, as the kinds of payment methods see it. */
function termsOf({
  amount,
  currency,
  capture_method: capture,
  setup_future_usage: usage,
}: NewIntentInput): PaymentTerms {
  return { amount, currency, manualCapture: capture === 'manual', saves: usage !== undefined && usage !== null }
}

/** @throws 400 for parameters that exclude one another, and for accounts and customers that do not exist. */
function checkNewIntent(
  context: PaymentsContext,
  account: string,
  input: NewIntentInput,
  types: readonly string[] | undefined,
  terms: PaymentTerms,
): void {
  checkAmount(input.amount, input.currency)
  if (input.automatic_payment_methods?.enabled === true && types !== undefined) {
    throw invalidRequest(
      'You may only specify one of these parameters: automatic_payment_methods, payment_method_types.',
      { param: 'automatic_payment_methods' },
    )
  }
  checkTypes(types ?? [], terms)
  if (input.customer !== undefined) findLiveCustomer(context, account, input.customer, { param: 'customer' })
  if (input.on_behalf_of !== undefined) findConnectedAccount(context, input.on_behalf_of, 'on_behalf_of')
  if (input.transfer_data !== undefined)
    findConnectedAccount(context, input.transfer_data.destination, 'transfer_data[destination]')
  checkApplicationFee(context, account, input)
}

/** @throws 400 for an application fee without a connected account that pays it, or above the amount. */
function checkApplicationFee(
  { rows }: Pick<PaymentsContext, 'rows'>,
  account: string,
  { application_fee_amount: fee, amount, transfer_data: transfer }: NewIntentInput,
): void {
  if (fee === undefined || fee === null) return
  if (account === rows.platform.get() && transfer === undefined) {
    throw invalidParameter(
      'application_fee_amount',
      'Can only apply an application_fee_amount when the PaymentIntent is attempting a direct payment (using an OAuth key or Stripe-Account header) or destination payment (using `transfer_data[destination]`).',
    )
  }
  if (fee > amount) {
    throw invalidParameter(
      'application_fee_amount',
      `The application fee (${fee}) cannot be greater than the amount (${amount}).`,
    )
  }
}
