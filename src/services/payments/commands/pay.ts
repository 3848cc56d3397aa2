import * as v from 'valibot'
import { checkedOptions } from '#core/options.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { checkoutSessionJson } from '#payments/json/checkout/session.ts'
import { settleOutcomes } from '#payments/rules/outcomes.ts'
import { cardByName } from '#payments/rules/cards/test-cards.ts'
import { questionsOf } from '#payments/rules/checkout/questions.ts'
import { payCheckout, type PaidWith } from '#payments/rules/checkout/pay.ts'
import { NOBODY } from '#payments/rules/checkout/payer.ts'
import { completionUrl } from '#payments/rules/checkout/urls.ts'
import type { CheckoutSession } from '#payments/schema/checkout.ts'
import { DEBIT_KIND_NAMES, type DebitKindName } from '#payments/schema/debit-kinds.ts'
import { kindNamed, METHOD_KIND_NAMES, type MethodKindName } from '#payments/schema/method-kinds.ts'

/** The options of `payments.pay`: the values that a customer would type. */
export interface PayOptions {
  /** A card number, or the name of a test card: `insufficient_funds`. Default: `4242424242424242` */
  readonly card?: string
  /**
   * The type of a payment method in the place of a card. One that the customer authorizes on another page (`ideal`) is
   * `waiting` in the result, and `payments.authenticate` answers; a bank debit (`bacs_debit`) takes days of the clock,
   * and `customer_balance` waits for the customer's bank transfer.
   */
  readonly method?: MethodKindName | DebitKindName | 'customer_balance'
  /** Default: the e-mail address that the session begins with, or `customer@example.com` */
  readonly email?: string
  /** The name on the card. Default: `Test Customer` */
  readonly name?: string
  /** Answers to the session's custom fields, by key. */
  readonly customFields?: Readonly<Record<string, string>>
  /** The address to which the order is shipped. Default: an address in the first country that the session ships to */
  readonly shipping?: ShippingOptions
}

/** A name and an address; its members have the names of the API. */
interface ShippingOptions {
  readonly name: string
  readonly address: {
    readonly line1: string
    readonly line2?: string
    readonly city?: string
    readonly state?: string
    readonly postal_code?: string
    readonly country: string
  }
}

/** The result of `payments.pay`. */
export interface PayResult {
  /** The session afterwards, as the API has it. */
  readonly session: {
    readonly id: string
    readonly status: 'open' | 'complete' | 'expired'
    readonly payment_status: 'no_payment_required' | 'paid' | 'unpaid'
  }
  /** Why the payment was declined; null when it was not. */
  readonly declined: {
    readonly code: string | null
    readonly decline_code: string | null
    readonly message: string
  } | null
  /**
   * The id of the payment or setup intent that waits for the customer's bank: `payments.authenticate({ intent })`
   * answers. Null for none.
   */
  readonly waiting: string | null
  /** The URL to which the page would redirect: the success URL of a completed session, with its id. Null for none. */
  readonly url: string | null
}

const text = v.optional(v.string())
const Pay = v.strictObject({
  session: v.string(),
  card: text,
  method: v.optional(v.picklist([...METHOD_KIND_NAMES, ...DEBIT_KIND_NAMES, 'customer_balance'])),
  email: text,
  name: text,
  customFields: v.optional(v.record(v.string(), v.string())),
  shipping: v.optional(
    v.strictObject({
      name: v.string(),
      address: v.strictObject({
        line1: v.string(),
        line2: text,
        city: text,
        state: text,
        postal_code: text,
        country: v.string(),
      }),
    }),
  ),
})

/**
 * Pays an open Checkout session without a browser, as its page does. A declined card leaves the session open and is no
 * error.
 *
 * @throws for a session that is unknown or not open.
 */
export function pay(context: PaymentsContext, input: PayOptions & { readonly session: string }): PayResult {
  const options = checkedOptions('pay', Pay, input)
  const session = context.rows.checkoutSessions.get(options.session)
  if (session === undefined) throw new Error(`pay: no Checkout session has the id ${JSON.stringify(options.session)}`)
  const { status, paymentStatus } = session
  if (status !== 'open') {
    throw new Error(`pay: ${session.id} is not open: its status is ${status}, its payment status ${paymentStatus}`)
  }
  const questions = questionsOf(context, session)
  const returnUrl = session.successUrl ?? session.returnUrl
  const payer = {
    ...NOBODY,
    email: options.email ?? questions.email ?? 'customer@example.com',
    name: options.name ?? 'Test Customer',
    phone: kindNamed(options.method ?? '')?.needs?.includes('phone') === true ? '+15555550100' : null,
    address: {
      ...NO_ADDRESS,
      line1: options.method === undefined ? null : '1 Main Street',
      country: 'US',
      postal_code: '94107',
    },
    shipping: shippingOf(session, options.shipping),
    answers: options.customFields ?? {},
    acceptsTerms: true,
  }
  const paidWith = paidWithOf(context, questions.methods, options)
  const { failure, waiting } = payCheckout(context, session, payer, paidWith, returnUrl)
  settleOutcomes(context)
  const after = context.rows.checkoutSessions.require(session.id)
  const details = (failure?.details ?? {}) as { readonly code?: string; readonly decline_code?: string } // those of this service
  const { code = null, decline_code: declineCode = null } = details
  return {
    session: checkoutSessionJson(context, after),
    declined: failure === null ? null : { code, decline_code: declineCode, message: failure.message },
    waiting: waiting?.id ?? null,
    url: after.status === 'complete' && returnUrl !== null ? completionUrl(returnUrl, after) : null,
  }
}

const NO_ADDRESS = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }

function paidWithOf(
  context: PaymentsContext,
  methods: readonly string[],
  { method, card }: { readonly method?: PayOptions['method'] | undefined; readonly card?: string | undefined },
): PaidWith {
  if (methods.length === 0) return null
  if (method === undefined) return cardNamed(context, card ?? '4242424242424242')
  if (!methods.includes(method)) throw new Error(`pay: the session takes ${methods.join(', ')}, and not ${method}`)
  return { input: { type: method, [method]: OWN[method] ?? {} } }
}

/** The parameters that some types cannot do without. */
const OWN: Partial<Record<NonNullable<PayOptions['method']>, object>> = {
  acss_debit: { institution_number: '000', transit_number: '11000', account_number: '000123456789' },
  au_becs_debit: { bsb_number: '000000', account_number: '000123456' },
  bacs_debit: { sort_code: '108800', account_number: '00012345' },
  boleto: { tax_id: '000.000.000-00' },
  fpx: { bank: 'maybank2u' },
  nz_bank_account: { bank_code: '11', branch_code: '0000', account_number: '0000000', suffix: '010' },
  payto: { pay_id: 'customer@example.com' },
}

function cardNamed({ clock }: PaymentsContext, card: string): PaidWith {
  const number = cardByName(card)?.number ?? card.replaceAll(/\D/g, '')
  const year = new Date(clock.now()).getUTCFullYear() + 3
  return { input: { type: 'card', card: { number, exp_month: 12, exp_year: year, cvc: '123' } } }
}

function shippingOf(
  { shippingCountries }: CheckoutSession,
  shipping: v.InferOutput<typeof Pay>['shipping'],
): CheckoutSession['shippingDetails'] {
  if (shipping !== undefined) {
    const { line2 = null, city = null, state = null, postal_code = null, ...address } = shipping.address
    return { name: shipping.name, address: { ...address, line2, city, state, postal_code } }
  }
  const [country] = shippingCountries ?? []
  if (country === undefined) return null
  return { name: 'Test Customer', address: { ...NO_ADDRESS, line1: '1 Main Street', city: 'Springfield', country } }
}
