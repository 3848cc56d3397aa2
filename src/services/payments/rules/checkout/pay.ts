import { Failure } from '#core/errors.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { invalidRequest } from '#payments/errors.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import type { PaymentMethodInput } from '../payment-methods/params.ts'
import type { CheckoutSession } from '#payments/schema/checkout.ts'
import type { Customer, Shipping } from '#payments/schema/customers.ts'
import type { PaymentIntent, PaymentMethod, Wire } from '#payments/schema/payments.ts'
import { addCustomer } from '../customers/new-customer.ts'
import { addTaxId } from '../customers/tax-ids.ts'
import { confirmIntent } from '../payment-intents/confirm.ts'
import { addPaymentIntent, optionsOf } from '../payment-intents/new-intent.ts'
import { addPaymentMethod } from '../payment-methods/new-payment-method.ts'
import { verifyAccount } from '../payment-methods/verified-account.ts'
import { amountsOf } from './amounts.ts'
import { withDynamicRates } from './lines.ts'
import { finishSession } from './finish.ts'
import { attemptForNothing, attemptOf, setUpMethod, type Attempt } from './attempt.ts'
import { collected, type Payer } from './payer.ts'
import { metadataOf, setupInputOf, textOf } from './setup-input.ts'
import { subscribe } from './subscribe.ts'

/** How a customer pays: with a payment method that exists, with a new one, or not at all. */
export type PaidWith = { readonly id: string } | { readonly input: PaymentMethodInput } | null

/**
 * Pays an open session, as its page does. A declined payment leaves the session open; the customer can try again.
 * `returnUrl` is where the bank's page leads back to; null where the bank's page is shown in a frame.
 */
export function payCheckout(
  context: PaymentsContext,
  before: CheckoutSession,
  payer: Payer,
  paidWith: PaidWith,
  returnUrl: string | null,
): Attempt {
  const { rows } = context
  if (before.status !== 'open') {
    throw invalidRequest(`This Checkout Session has a status of \`${before.status}\`, so it cannot be paid.`)
  }
  const method = methodOf(context, before, payer, paidWith)
  if (method instanceof Failure) return { session: before, failure: method, waiting: null }
  const known = collected(before, payer)
  const lines = withDynamicRates(context, { ...before, ...known })
  const session = withCustomer(context, rows.checkoutSessions.update(before.id, { ...known, lines }), payer)
  switch (session.mode) {
    case 'payment':
      return payOnce(context, session, method, returnUrl)
    case 'setup':
      return setUp(context, session, method, returnUrl)
    case 'subscription':
      return subscribe(context, session, method, returnUrl)
  }
}

/** Returns the payment method; the failure where the card cannot be one, and null where none is needed. */
function methodOf(
  context: PaymentsContext,
  { account }: CheckoutSession,
  payer: Payer,
  paidWith: PaidWith,
): PaymentMethod | Failure | null {
  if (paidWith === null) return null
  if ('id' in paidWith) return context.rows.paymentMethods.require(paidWith.id)
  const { email, name, phone, address } = payer
  const details = { ...(email === null ? {} : { email }), name, phone, ...(address === null ? {} : { address }) }
  try {
    const method = addPaymentMethod(context, account, {
      ...paidWith.input,
      billing_details: { ...details, ...paidWith.input.billing_details },
    })
    // Checkout verifies a bank account at once, by its connection to the bank.
    return verifyAccount(context, method)
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}

/** Adds or updates the customer of a session. A payment has a customer only where something needs one. */
function withCustomer(context: PaymentsContext, session: CheckoutSession, payer: Payer): CheckoutSession {
  const { rows } = context
  const shipping = shippingOf(session, payer)
  if (session.customer !== null) {
    updateCustomer(context, session, payer, shipping)
    return session
  }
  const isNeeded =
    session.mode === 'subscription' ||
    session.customerCreation === 'always' ||
    session.paymentIntentData['setup_future_usage'] !== undefined ||
    session.invoiceCreation?.['enabled'] === true
  if (!isNeeded) return session
  const customer = addCustomer(context, session.account, {
    email: session.customerDetails?.email ?? null,
    name: session.customerDetails?.name ?? null,
    phone: payer.phone,
    address: payer.address,
    shipping,
    businessName: payer.businessName,
    individualName: payer.individualName,
    preferredLocales: session.locale === null || session.locale === 'auto' ? [] : [session.locale],
  })
  if (payer.taxId !== null) addTaxId(context, customer, payer.taxId)
  return rows.checkoutSessions.update(session.id, { customer: customer.id })
}

function shippingOf({ shippingDetails }: CheckoutSession, { phone }: Payer): Shipping | null {
  return shippingDetails === null ? null : { ...shippingDetails, phone }
}

/**
 * Updates an existing customer with what the session is to update.
 * https://docs.stripe.com/api/checkout/sessions/create#create_checkout_session-customer_update
 */
function updateCustomer(
  context: PaymentsContext,
  session: CheckoutSession,
  payer: Payer,
  shipping: Shipping | null,
): void {
  const { customerUpdate: wanted } = session
  const before = context.rows.customers.require(session.customer ?? '')
  const changes: Partial<Customer> = {
    ...(wanted['address'] === 'auto' && payer.address !== null ? { address: payer.address } : {}),
    ...(wanted['name'] === 'auto' && payer.name !== null ? { name: payer.name } : {}),
    ...(wanted['shipping'] === 'auto' && shipping !== null ? { shipping } : {}),
    // A customer without an e-mail address gets the one that was typed.
    ...(before.email === null && payer.email !== null ? { email: payer.email } : {}),
  }
  if (Object.keys(changes).length === 0) return
  const after = context.rows.customers.update(before.id, changes)
  context.emit({ type: 'customer.updated', kind: 'customer', row: after, before })
}

/** Pays the total at once. */
function payOnce(
  context: PaymentsContext,
  session: CheckoutSession,
  method: PaymentMethod | null,
  returnUrl: string | null,
): Attempt {
  const { rows } = context
  const currency = session.currency ?? 'usd'
  const { total } = amountsOf(context, { ...session, currency }).totals
  if (total === 0) {
    return attemptForNothing(finishSession(context, session, 'no_payment_required'))
  }
  if (method === null) throw invalidRequest('This Checkout Session needs a payment method.')
  const intent = intentOf(context, session, method, total, currency)
  const opened = rows.checkoutSessions.update(session.id, { paymentIntent: intent.id })
  return attemptOf(context, opened, confirmIntent(context, intent, { returnUrl }))
}

/**
 * Gives a new session of a payment its payment intent at once, as versions of the API before 2022-08-01 have it.
 * https://docs.stripe.com/changelog/2022-08-01/deferred-paymentintent-checkout-session
 */
export function openPayment(context: PaymentsContext, session: CheckoutSession): CheckoutSession {
  const { mode, currency } = session
  if (mode !== 'payment' || currency === null) return session
  const { total } = amountsOf(context, { ...session, currency }).totals
  if (total === 0) return session
  const { id } = intentOf(context, session, null, total, currency)
  return context.rows.checkoutSessions.update(session.id, { paymentIntent: id })
}

/** Returns the payment intent of a session, with the payment method of this attempt; null before the first. */
function intentOf(
  context: PaymentsContext,
  session: CheckoutSession,
  method: PaymentMethod | null,
  amount: number,
  currency: string,
): PaymentIntent {
  const { paymentIntents } = context.rows
  const shipping = shippingOf(session, { phone: null } as Payer) // only the phone number is read
  if (session.paymentIntent !== null) {
    const { customer } = session
    return paymentIntents.update(session.paymentIntent, {
      amount,
      customer,
      paymentMethod: method?.id ?? null,
      shipping,
    })
  }
  const data = session.paymentIntentData
  const text = (name: string): string | null => textOf(data[name])
  const usage = text('setup_future_usage')
  const capture = text('capture_method')
  return addPaymentIntent(context, session.account, {
    amount,
    currency,
    customer: session.customer,
    paymentMethod: method?.id ?? null,
    paymentMethodTypes: session.paymentMethodTypes,
    paymentMethodOptions: optionsOf(session.paymentMethodTypes, optionsOfSession(session)),
    followed: true,
    captureMethod: capture === 'manual' || capture === 'automatic' ? capture : 'automatic_async',
    description: text('description'),
    metadata: mergeMetadata({}, metadataOf(data)),
    onBehalfOf: text('on_behalf_of'),
    receiptEmail: text('receipt_email'),
    setupFutureUsage: usage === 'off_session' || usage === 'on_session' ? usage : null,
    shipping: shipping ?? (data['shipping'] as unknown as Shipping | undefined) ?? null, // checked by its parameters
    statementDescriptor: text('statement_descriptor'),
    statementDescriptorSuffix: text('statement_descriptor_suffix'),
    transferGroup: text('transfer_group'),
    applicationFeeAmount: typeof data['application_fee_amount'] === 'number' ? data['application_fee_amount'] : null,
    transferData: (data['transfer_data'] as unknown as PaymentIntent['transferData'] | undefined) ?? null, // checked by its parameters
  })
}

/** Returns the options of a session's payment methods, as its payment intent has them. */
function optionsOfSession({ paymentMethodOptions: options }: CheckoutSession): Readonly<Record<string, Wire>> {
  return options as Readonly<Record<string, Wire>> // each was read by the parameters of its payment method
}

/** Sets a payment method up for later payments. */
function setUp(
  context: PaymentsContext,
  session: CheckoutSession,
  method: PaymentMethod | null,
  returnUrl: string | null,
): Attempt {
  if (method === null) throw invalidRequest('This Checkout Session needs a payment method.')
  return setUpMethod(context, session, method, returnUrl, setupInputOf(session))
}
