import { json, type Answer } from '#core/answer.ts'
import { invalidParameter, missingParameter, noSuch } from '#payments/errors.ts'
import { answerFailure } from '#payments/json/errors.ts'
import { browserSessionJson } from '#payments/json/checkout/browser-session.ts'
import { paymentIntentJson, setupIntentJson } from '#payments/json/intents.ts'
import type { SignedCall } from '#payments/call.ts'
import { hash, integer, required, text, unsettable, type ValuesOf } from '#payments/protocol/params.ts'
import { get, post } from '../route.ts'
import { applyPromotionCode, changeOrder } from '#payments/rules/checkout/change-order.ts'
import { payCheckout } from '#payments/rules/checkout/pay.ts'
import { amountsOf } from '#payments/rules/checkout/amounts.ts'
import { saleOf } from '#payments/rules/checkout/session-sale.ts'
import { findRecord } from '#payments/rules/records.ts'
import { NOBODY } from '#payments/rules/checkout/payer.ts'
import { completionUrl, pageUrl } from '#payments/rules/checkout/urls.ts'
import { findPaymentMethod } from '#payments/rules/payment-methods/attach.ts'
import type { CheckoutSession, CustomerDetails } from '#payments/schema/checkout.ts'
import type { PaymentIntent, SetupIntent } from '#payments/schema/payments.ts'
import { ADDRESS, addressOf } from '#payments/protocol/shared-params.ts'
import { questionsOf } from '#payments/rules/checkout/questions.ts'

const SECRET = { client_secret: required(text()) }
const CONTACT = { address: required(hash(ADDRESS)), name: unsettable(text()), phone: unsettable(text()) }

const PAYMENT_PAGE_CHANGES = {
  ...SECRET,
  billing_address: unsettable(hash(CONTACT)),
  business_name: unsettable(text()),
  email: unsettable(text()),
  individual_name: unsettable(text()),
  line_item: hash({ id: required(text()), quantity: required(integer({ min: 0 })) }),
  phone: unsettable(text()),
  promotion_code: unsettable(text()),
  shipping_address: unsettable(hash(CONTACT)),
  shipping_option: text(),
  tax_id: unsettable(hash({ type: required(text()), value: required(text()), business_name: text() })),
}

const CONFIRM = {
  client_secret: text(),
  expected_amount: integer({ min: 0 }),
  billing_address: hash(CONTACT),
  email: text(),
  payment_method: text(),
  phone: text(),
  return_url: text(),
  shipping_address: hash(CONTACT),
}

/**
 * The endpoints by which the browser library reads and confirms a session; the vendor does not document them. A
 * publishable key may call them.
 */
export const paymentPagesRoutes = [
  get(
    'payment_pages/get',
    '/v1/payment_pages/:session',
    {},
    (call) => {
      const session = call.rows.checkoutSessions.get(call.params.session)
      if (session === undefined || session.account !== call.account) {
        throw noSuch('checkout.session', call.params.session, 'session', 404)
      }
      const isShown = session.ui === 'hosted' && session.status === 'open'
      return json({ id: session.id, object: 'payment_page', url: isShown ? pageUrl(call, session) : null })
    },
    { publishable: true },
  ),
  post('payment_pages/init', '/v1/payment_pages/:session/init', SECRET, (call) => pageAnswer(call, loadOwn(call)), {
    publishable: true,
  }),
  post(
    'payment_pages/update',
    '/v1/payment_pages/:session/update',
    PAYMENT_PAGE_CHANGES,
    (call) => {
      const session = loadOwn(call)
      const { input } = call
      const { line_item: line, shipping_option: option } = input
      const typed = {
        ...(line === undefined ? {} : { [`quantity-${line.id}`]: String(line.quantity) }),
        ...(option === undefined ? {} : { shippingOption: option }),
      }
      const changed = changeOrder(call, withDetails(call, session, input), typed)
      if (input.promotion_code === null) call.rows.checkoutSessions.update(changed.id, { discounts: [] })
      else if (input.promotion_code !== undefined) {
        const problem = applyPromotionCode(call, changed, input.promotion_code)
        if (problem !== null) throw invalidParameter('promotion_code', problem, 'promotion_code_invalid')
      }
      return pageAnswer(call, call.rows.checkoutSessions.require(session.id))
    },
    { publishable: true },
  ),
  post(
    'payment_pages/confirm',
    '/v1/payment_pages/:session/confirm',
    CONFIRM,
    (call) => {
      const { input } = call
      const session = withDetails(call, loadConfirmed(call), input)
      requireAmount(call, session, input.expected_amount)
      const details = session.customerDetails
      const method =
        input.payment_method === undefined
          ? null
          : findPaymentMethod(call, call.account, input.payment_method, { param: 'payment_method' })
      const attempt = payCheckout(
        call,
        session,
        {
          ...NOBODY,
          email: details?.email ?? method?.billingDetails.email ?? null,
          phone: details?.phone ?? null,
          name: details?.name ?? method?.billingDetails.name ?? null,
          individualName: details?.individual_name ?? null,
          businessName: details?.business_name ?? null,
          address: details?.address ?? method?.billingDetails.address ?? null,
          shipping: session.shippingDetails,
          taxId: taxIdOf(details),
        },
        method === null ? null : { id: method.id },
        // The page of a card's bank is shown in a frame; another kind's page leads back to the application.
        method?.own === null || method?.own === undefined || session.returnUrl === null
          ? null
          : completionUrl(session.returnUrl, session),
      )
      if (attempt.failure !== null) return answerFailure(attempt.failure, call)
      return pageAnswer(call, call.rows.checkoutSessions.require(session.id), attempt.waiting)
    },
    { publishable: true },
  ),
]

type Confirming = Omit<Own, 'input'> & { readonly input: { readonly client_secret?: string | undefined } }

type Own = SignedCall & {
  readonly account: string
  readonly params: { readonly session: string }
  readonly input: { readonly client_secret: string }
}

/** Loads the session whose client secret the page has. */
function loadOwn(call: Own): CheckoutSession {
  return loadBySecret(call, call.input.client_secret)
}

function loadBySecret({ rows, account, params }: Omit<Own, 'input'>, secret: string): CheckoutSession {
  const session = rows.checkoutSessions.find('clientSecret', secret)
  if (session === undefined || session.id !== params.session || session.account !== account) {
    throw noSuch('checkout.session', params.session, 'session', 404)
  }
  return session
}

/** Loads the session to confirm: by its client secret, or by its id where the key is a secret one. */
function loadConfirmed(call: Confirming): CheckoutSession {
  const { client_secret: secret } = call.input
  if (secret !== undefined) return loadBySecret(call, secret)
  if (call.principal.kind === 'publishable') throw missingParameter('client_secret')
  const source = { param: 'session', inPath: true }
  return findRecord(call.rows.checkoutSessions, call.account, 'checkout.session', call.params.session, source)
}

/** @throws 400 where a session costs another amount than the one that the page has shown. */
function requireAmount(call: SignedCall, session: CheckoutSession, expected: number | undefined): void {
  const sale = saleOf(session)
  const total = sale === undefined ? 0 : amountsOf(call, sale).totals.total
  if (expected === undefined || expected === total) return
  throw invalidParameter(
    'expected_amount',
    `The amount of this Checkout Session is ${total}, which is not the expected amount of ${expected}.`,
    'checkout_amount_mismatch',
  )
}

type DetailsInput = Partial<Omit<ValuesOf<typeof PAYMENT_PAGE_CHANGES>, 'client_secret'>>

/** Keeps what the customer has typed so far. */
function withDetails({ rows }: SignedCall, session: CheckoutSession, input: DetailsInput): CheckoutSession {
  const { billing_address: billing, shipping_address: shipping, email, tax_id: taxId } = input
  if (email !== undefined && email !== null && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
    throw invalidParameter('email', 'Your email is invalid.', 'email_invalid')
  }
  const before = session.customerDetails ?? EMPTY
  const details: CustomerDetails = {
    ...before,
    email: email === undefined ? (before.email ?? session.customerEmail) : email,
    phone: input.phone === undefined ? before.phone : input.phone,
    individual_name: input.individual_name === undefined ? before.individual_name : input.individual_name,
    business_name:
      taxId?.business_name ?? (input.business_name === undefined ? before.business_name : input.business_name),
    name: billing?.name ?? before.name,
    address: billing === undefined ? before.address : billing === null ? null : addressOf(billing.address),
    tax_ids: taxId === undefined ? before.tax_ids : taxId === null ? [] : [{ type: taxId.type, value: taxId.value }],
  }
  return rows.checkoutSessions.update(session.id, {
    customerDetails: details,
    ...(shipping === undefined
      ? {}
      : {
          shippingDetails:
            shipping === null ? null : { name: shipping.name ?? '', address: addressOf(shipping.address) },
        }),
  })
}

const EMPTY: CustomerDetails = {
  address: null,
  business_name: null,
  email: null,
  individual_name: null,
  name: null,
  phone: null,
  tax_exempt: 'none',
  tax_ids: [],
}

function taxIdOf(details: CustomerDetails | null): { readonly type: string; readonly value: string } | null {
  const [first] = details?.tax_ids ?? []
  return first === undefined || first.value === null ? null : { type: first.type, value: first.value }
}

/** Answers the session in the library's form, with the intent that waits for the customer. */
function pageAnswer(
  call: SignedCall,
  session: CheckoutSession,
  waiting: PaymentIntent | SetupIntent | null = null,
): Answer {
  const isDone = session.status === 'complete' && session.redirectOnCompletion !== 'never'
  return json({
    id: session.id,
    object: 'payment_page',
    session: browserSessionJson(call, session),
    payment_method_types: questionsOf(call, session).methods,
    intent_client_secret: waiting?.clientSecret ?? null,
    intent:
      waiting === null ? null : 'amount' in waiting ? paymentIntentJson(call, waiting) : setupIntentJson(call, waiting),
    return_url: isDone && session.returnUrl !== null ? completionUrl(session.returnUrl, session) : null,
  })
}
