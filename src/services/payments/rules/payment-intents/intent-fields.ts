import { amountDetailsOf } from './amount-details.ts'
import { defined } from '#core/objects.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { formatAmount, largestCharge, smallestCharge, THREE_DECIMAL } from '#payments/schema/currencies.ts'
import { invalidParameter, invalidRequest } from '#payments/errors.ts'
import type { ValuesOf } from '#payments/protocol/params.ts'
import type { PAYMENT_INTENT_CONFIRMATION, PAYMENT_INTENT_INPUT, PAYMENT_INTENT_CHANGES } from './params.ts'
import { PRESENT_TYPES } from '../cards/present.ts'
import { offeredKinds } from '../payment-methods/configurations.ts'
import { canPay, checkKinds, type PaymentTerms } from '../payment-methods/kind-limits.ts'
import { METHOD_TYPES } from '../payment-methods/params.ts'
import type { PaymentIntent, PaymentMethod } from '#payments/schema/payments.ts'
import { shipmentOf } from '#payments/protocol/shared-params.ts'
import { alreadyConsumed, findPaymentMethod } from '../payment-methods/attach.ts'
import { findUsableToken, useConfirmationToken } from '../payment-methods/confirmation-tokens.ts'
import { addPaymentMethod } from '../payment-methods/new-payment-method.ts'
import { shownOptions } from './method-options.ts'
import { optionsOf } from './new-intent.ts'

/** The parameters of a request that creates, updates or confirms an intent. */
export type IntentInput = Partial<
  Omit<ValuesOf<typeof PAYMENT_INTENT_INPUT>, 'amount' | 'currency' | 'transfer_data'> &
    ValuesOf<typeof PAYMENT_INTENT_CHANGES> &
    ValuesOf<typeof PAYMENT_INTENT_CONFIRMATION>
>

/**
 * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 *
 * @throws 400 for an amount that a currency does not allow.
 */
export function checkAmount(amount: number, currency: string): void {
  if (amount === 0) {
    throw invalidParameter(
      'amount',
      'The amount must be greater than or equal to the minimum charge amount allowed for your account and the currency set (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts).  If you want to save a Payment Method for future use without an immediate payment, use a Setup Intent instead: https://docs.stripe.com/payments/setup-intents',
      'parameter_invalid_integer',
    )
  }
  if (amount < 1)
    throw invalidParameter('amount', 'This value must be greater than or equal to 1.', 'parameter_invalid_integer')
  if (amount < smallestCharge(currency)) {
    const least = formatAmount(smallestCharge(currency), currency)
    throw invalidParameter('amount', `Amount must be at least ${least} ${currency}`, 'amount_too_small')
  }
  if (amount > largestCharge(currency)) {
    const most = formatAmount(largestCharge(currency), currency)
    throw invalidParameter('amount', `Amount must be no more than ${most}`, 'amount_too_large')
  }
  if (THREE_DECIMAL.has(currency) && amount % 10 !== 0) {
    throw invalidParameter(
      'amount',
      `Invalid amount. The amount must be evenly divisible by 10 because ${currency.toUpperCase()} has three decimal places.`,
    )
  }
}

/**
 * Returns the kinds of payment methods of an intent whose request leaves the choice to the vendor: cards, the bank
 * debit of the currency, Link, and those that the account has switched on and that can make the payment.
 */
export function automaticTypes(
  context: PaymentsContext,
  account: string,
  terms: PaymentTerms,
  allowRedirects: 'always' | 'never' = 'always',
): readonly string[] {
  const { currency } = terms
  const debit = currency === 'usd' ? ['us_bank_account'] : currency === 'eur' ? ['sepa_debit'] : []
  const switchedOn =
    allowRedirects === 'never' ? [] : offeredKinds(context, account).filter((type) => canPay(type, terms))
  return ['card', ...debit, 'link', ...switchedOn]
}

/** @throws 400 for a kind of payment method that payments does not hold, and for one that cannot make the payment. */
export function checkTypes(types: readonly string[], terms: PaymentTerms): void {
  const unknown = types.findIndex(
    (type) => !METHOD_TYPES.some((each) => each === type) && !PRESENT_TYPES.includes(type),
  )
  if (unknown < 0) return checkKinds(types, terms)
  throw invalidParameter(
    `payment_method_types[${unknown}]`,
    `The payment method type "${types[unknown]}" is invalid. Please ensure the provided type is activated in your dashboard (https://dashboard.stripe.com/account/payments/settings) and your account is enabled for any preview features that you are trying to use. See https://stripe.com/docs/payments/payment-methods/integration-options for supported payment method, currency, and country combinations. backlot has ${METHOD_TYPES.join(', ')}.`,
    'payment_intent_invalid_parameter',
  )
}

/**
 * Returns the kinds of payment methods that a request names: `allowed_payment_method_types` has been their name since
 * 2026-10-28.
 */
export function typesOf({
  allowed_payment_method_types: allowed,
  payment_method_types: types,
}: Pick<IntentInput, 'allowed_payment_method_types' | 'payment_method_types'>): readonly string[] | undefined {
  return allowed ?? types
}

/**
 * https://support.stripe.com/questions/use-of-the-statement-descriptor-parameter-on-paymentintents-for-card-charges
 *
 * @throws 400 for a whole statement descriptor of an intent whose kinds of payment methods the client has chosen, with
 *   cards among them.
 */
export function checkDescriptor(
  chosen: readonly string[] | undefined,
  { statement_descriptor: descriptor }: Pick<IntentInput, 'statement_descriptor'>,
): void {
  if (descriptor === undefined || chosen?.includes('card') !== true) return
  throw invalidParameter(
    'statement_descriptor',
    'The statement_descriptor parameter is not supported for the payment_method_type `card`. To continue supporting payment_method_type `card`, please pass in `statement_descriptor_suffix` or remove the `statement_descriptor` parameter altogether. Please see https://support.stripe.com/questions/use-of-the-statement-descriptor-parameter-on-paymentintents-for-card-charges for additional details.',
  )
}

/** Returns the fields that a request sets on an intent, but for its payment method and its status. */
export function fieldsOf(
  before: Pick<PaymentIntent, 'paymentMethodTypes' | 'paymentMethodOptions'>,
  input: IntentInput,
): Partial<PaymentIntent> {
  return defined(newFieldsOf(before, input))
}

/**
 * Returns the same fields for a new intent, undefined where the request has none. One literal, which is faster to read
 * than a filtered copy.
 */
export function newFieldsOf(
  before: Pick<PaymentIntent, 'paymentMethodTypes' | 'paymentMethodOptions'>,
  input: IntentInput,
) {
  const { description, receipt_email, setup_future_usage: usage, shipping, capture_method, transfer_group } = input
  const {
    application_fee_amount: fee,
    statement_descriptor,
    statement_descriptor_suffix: suffix,
    amount_details,
  } = input
  const { allowed_payment_method_types: allowed } = input
  const types = typesOf(input) ?? before.paymentMethodTypes
  return {
    paymentMethodTypes: types,
    allowedPaymentMethodTypes: allowed,
    paymentMethodOptions: mergeOptions(types, before.paymentMethodOptions, input.payment_method_options),
    amountDetails: amount_details === undefined ? undefined : amountDetailsOf(amount_details),
    applicationFeeAmount: fee,
    captureMethod: capture_method,
    description,
    receiptEmail: receipt_email,
    setupFutureUsage: usage,
    shipping: shipping === undefined || shipping === null ? shipping : shipmentOf(shipping),
    statementDescriptor: statement_descriptor,
    statementDescriptorSuffix: suffix,
    transferGroup: transfer_group,
    excludedPaymentMethodTypes: input.excluded_payment_method_types,
  }
}

type OptionsInput = Readonly<Record<string, object | null | undefined>> | undefined

function mergeOptions(
  types: readonly string[],
  before: PaymentIntent['paymentMethodOptions'],
  input: OptionsInput,
): PaymentIntent['paymentMethodOptions'] {
  if (input === undefined && Object.keys(before).length === 0) return optionsOf(types)
  const merged = Object.fromEntries(
    types.map((type) => [
      type,
      input?.[type] === null ? undefined : { ...before[type], ...shownOptions(type, input?.[type]) },
    ]),
  )
  return optionsOf(types, merged)
}

/** The parameters that a confirmation token stands for. */
interface TokenParameters {
  readonly confirmation_token?: string | undefined
  readonly payment_method?: string | null | undefined
  readonly payment_method_data?: unknown
  readonly return_url?: string | undefined
  readonly setup_future_usage?: 'off_session' | 'on_session' | null | undefined
  readonly shipping?: unknown
}

/**
 * Returns the parameters of a confirmation with those of its confirmation token, which is used up for the intent.
 * Parameters of the request itself win.
 *
 * @throws 400 for a token beside a payment method, and for one that cannot be used.
 */
export function withConfirmationToken<I extends TokenParameters>(
  context: PaymentsContext,
  account: string,
  input: I,
  intent: string,
): I {
  const { confirmation_token: id, payment_method: method, payment_method_data: data } = input
  if (id === undefined) return input
  const conflicting = method !== undefined ? 'payment_method' : data !== undefined ? 'payment_method_data' : undefined
  if (conflicting !== undefined) {
    throw invalidRequest(`You may only specify one of these parameters: confirmation_token, ${conflicting}.`, {
      param: 'confirmation_token',
    })
  }
  const token = findUsableToken(context, account, id)
  const chosen = {
    ...defined({
      return_url: token.returnUrl ?? undefined,
      setup_future_usage: token.setupFutureUsage ?? undefined,
      shipping: token.shipping ?? undefined,
    }),
    ...input,
    payment_method: useConfirmationToken(context, token, intent),
  }
  return chosen
}

/** Returns the payment method that a request names or describes; undefined when it has none. */
export function methodOf(context: PaymentsContext, account: string, input: IntentInput): PaymentMethod | undefined {
  const { payment_method: id, payment_method_data: data } = input
  if (data !== undefined) return addPaymentMethod(context, account, data, 'payment_method_data')
  return id === undefined || id === null
    ? undefined
    : findPaymentMethod(context, account, id, { param: 'payment_method' })
}

/**
 * @throws 400 where a payment method cannot pay an intent: it is another customer's, was used up, or is of a kind that
 * the intent refuses.
 */
export function checkMethod(
  method: PaymentMethod,
  { customer, paymentMethodTypes: types }: Pick<PaymentIntent, 'customer' | 'paymentMethodTypes'>,
  intent: 'PaymentIntent' | 'SetupIntent',
): void {
  const { id, type } = method
  if (method.customer !== null && customer === null && intent === 'PaymentIntent') {
    throw invalidRequest(
      `The \`payment_method\` parameter supplied ${id} belongs to the Customer ${method.customer}. Please include the Customer in the \`customer\` parameter on the PaymentIntent.`,
      { code: 'parameter_missing', param: 'source' },
    )
  }
  if (method.customer !== null && customer === null) {
    throw invalidRequest(
      `The payment method supplied (${id}) belongs to the Customer ${method.customer}. Please include the Customer in the \`customer\` parameter on the SetupIntent.`,
      { param: 'payment_method' },
    )
  }
  if (method.customer !== null && method.customer !== customer) {
    throw invalidRequest(
      `The PaymentMethod ${id} does not belong to the Customer you supplied ${customer ?? ''}. Please use this PaymentMethod with the Customer that it belongs to instead.`,
      { param: 'payment_method' },
    )
  }
  if (method.customer === null && method.consumed) throw alreadyConsumed()
  if (!types.includes(type)) {
    throw invalidRequest(
      `The PaymentMethod provided (${type}) is not allowed for this ${intent}. Please attach a PaymentMethod of one of the following types: ${types.join(', ')}. Alternatively update the allowed payment_method_types for this ${intent} to include "${type}".`,
      { param: 'payment_method' },
    )
  }
}
