import type { PaymentsContext } from '#payments/call.ts'
import { invalidParameter, invalidRequest, missingParameter } from '#payments/errors.ts'
import type { PaymentIntent, PaymentMethod, Wire } from '#payments/schema/payments.ts'
import type { Reader, ReaderAction } from '#payments/schema/terminal.ts'
import { cardDetails } from '../cards/card-details.ts'
import { addRefund } from '../money/refunds.ts'
import { confirmIntent } from '../payment-intents/confirm.ts'
import { attachUnchecked } from '../payment-methods/attach.ts'
import { insertMethod, testCardDetails } from '../payment-methods/new-payment-method.ts'
import { confirmSetup } from '../setup-intents/confirm.ts'
import { endAction } from './actions.ts'

/** The card that a test presents to a simulated reader. */
export interface Presented {
  readonly type: 'card' | 'card_present' | 'interac_present'
  /** Default: the vendor's first test card. */
  readonly number?: string | undefined
  /** The expiry and the code of a card whose number is typed. */
  readonly typed?: { readonly expMonth: number; readonly expYear: number; readonly cvc: string | undefined } | undefined
  /** Minor units. */
  readonly tip: number
}

const DEFAULT_NUMBERS = {
  card: '4242424242424242',
  card_present: '4242424242424242',
  interac_present: '4506445111111112',
} as const

/**
 * Presents a card to a reader, whose action it ends: the payment, the setup or the refund is made, or the card is
 * collected for later. https://docs.stripe.com/terminal/references/testing#simulated-card-presentment
 *
 * @throws 400 for a reader that waits for no card.
 */
export function presentMethod(context: PaymentsContext, reader: Reader, presented: Presented): Reader {
  const { action } = reader
  if (action?.status !== 'in_progress') throw notWaiting()
  switch (action.type) {
    case 'process_payment_intent': {
      const intent = tipped(context, intentOf(context, action.details), action.details['process_config'], presented.tip)
      return processIntent(context, reader, intent, methodOf(context, reader, presented))
    }
    case 'collect_payment_method': {
      tipped(context, intentOf(context, action.details), action.details['collect_config'], presented.tip)
      const collected = methodOf(context, reader, presented).id
      return endAction(context, reader, { status: 'succeeded', collected })
    }
    case 'process_setup_intent':
      return processSetup(context, reader, action, methodOf(context, reader, presented))
    case 'refund_payment':
      return refund(context, reader, action)
    default:
      throw notWaiting()
  }
}

function notWaiting(): Error {
  return invalidRequest('The reader has no action in progress that a payment method can be presented for.')
}

/** Pays an intent by a payment method that a reader has read, and ends the reader's action. */
export function processIntent(
  context: PaymentsContext,
  reader: Reader,
  before: PaymentIntent,
  method: PaymentMethod,
): Reader {
  const { rows } = context
  const ready = rows.paymentIntents.update(before.id, { paymentMethod: method.id })
  const { intent, failure } = confirmIntent(context, ready)
  if (failure !== null) return declined(context, reader, intent.lastPaymentError)
  if (intent.setupFutureUsage !== null && intent.customer !== null) {
    const charge = rows.charges.require(intent.latestCharge ?? '')
    const read = charge.paymentMethodDetails[method.type] as Wire // new-charge.ts writes it
    const generated_card = generateCard(context, method, intent.customer).id
    const paymentMethodDetails = { ...charge.paymentMethodDetails, [method.type]: { ...read, generated_card } }
    rows.charges.update(charge.id, { paymentMethodDetails })
  }
  return endAction(context, reader, { status: 'succeeded' })
}

function processSetup(
  context: PaymentsContext,
  reader: Reader,
  { details }: ReaderAction,
  method: PaymentMethod,
): Reader {
  const { rows } = context
  const id = details['setup_intent'] as string // the action was begun with it
  const { intent, failure } = confirmSetup(context, rows.setupIntents.update(id, { paymentMethod: method.id }))
  if (failure !== null) return declined(context, reader, intent.lastSetupError)
  if (intent.customer === null) return endAction(context, reader, { status: 'succeeded' })
  const { id: generated_card } = generateCard(context, method, intent.customer)
  rows.paymentMethods.update(method.id, { generatedCard: generated_card })
  return endAction(context, reader, { status: 'succeeded', details: { ...details, generated_card } })
}

function declined(context: PaymentsContext, reader: Reader, error: PaymentIntent['lastPaymentError']): Reader {
  const { code = null, message = null } = error ?? {}
  return endAction(context, reader, { status: 'failed', failureCode: code, failureMessage: message, error })
}

/** Adds the card by which later payments are made without the reader, and attaches it to the customer. */
function generateCard(context: PaymentsContext, { account, card }: PaymentMethod, customer: string): PaymentMethod {
  const details = card === null ? null : { ...card, setUp: true }
  return attachUnchecked(context, insertMethod(context, account, { type: 'card', card: details }), customer)
}

function refund(context: PaymentsContext, reader: Reader, { details }: ReaderAction): Reader {
  const { rows } = context
  const { charge, payment_intent: intent, amount, metadata, reason, ...options } = details as RefundDetails
  const found = rows.charges.require(charge ?? rows.paymentIntents.require(intent ?? '').latestCharge ?? '')
  const { id } = addRefund(context, found, {
    amount,
    metadata: metadata ?? {},
    reason,
    refundApplicationFee: options.refund_application_fee,
    reverseTransfer: options.reverse_transfer,
  })
  return endAction(context, reader, { status: 'succeeded', details: { ...details, refund: id } })
}

/** The members of a refund's action, as `refund_payment` has them. */
interface RefundDetails {
  readonly amount?: number
  readonly charge?: string
  readonly payment_intent?: string
  readonly metadata?: Readonly<Record<string, string>>
  readonly reason?: 'duplicate' | 'fraudulent' | 'requested_by_customer'
  readonly refund_application_fee?: boolean
  readonly reverse_transfer?: boolean
}

function intentOf({ rows }: PaymentsContext, details: Wire): PaymentIntent {
  return rows.paymentIntents.require(details['payment_intent'] as string) // the action was begun with it
}

/** Adds the tip to the amount of an intent, unless the action skips tips. */
function tipped({ rows }: PaymentsContext, intent: PaymentIntent, config: unknown, tip: number): PaymentIntent {
  const { skip_tipping: skips } = (config ?? {}) as { readonly skip_tipping?: boolean } // a hash of the action
  if (tip === 0 || skips === true) return intent
  const amountDetails = { ...intent.amountDetails, tip: { amount: tip } }
  return rows.paymentIntents.update(intent.id, { amount: intent.amount + tip, amountDetails })
}

function methodOf(context: PaymentsContext, reader: Reader, { type, number, typed }: Presented): PaymentMethod {
  const presentedAt = { reader: reader.id, location: reader.location }
  const digits = (number ?? DEFAULT_NUMBERS[type]).replaceAll(/\s/g, '')
  if (!/^\d{12,19}$/.test(digits)) throw invalidParameter(`${type}[number]`, 'Your card number is incorrect.')
  if (type !== 'card') {
    return insertMethod(context, reader.account, { type, card: testCardDetails(context, digits), presentedAt })
  }
  if (typed === undefined) throw missingParameter('card')
  const { expMonth: exp_month, expYear: exp_year, cvc } = typed
  const card = cardDetails(context, { number: digits, exp_month, exp_year, cvc }, {})
  return insertMethod(context, reader.account, { type, card })
}
