import type { Failure } from '#core/errors.ts'
import { defined } from '#core/objects.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { failure, invalidParameter } from '#payments/errors.ts'
import { answerFailure } from '#payments/json/errors.ts'
import { chargeJson } from '#payments/json/money/charges.ts'
import { sourceJson } from '#payments/json/sources.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import {
  anything,
  boolean,
  currency,
  email,
  hash,
  integer,
  isInRange,
  metadata,
  oneOf,
  range,
  required,
  scalarOr,
  statementDescriptor,
  text,
  unsettable,
} from '#payments/protocol/params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerPage, get, post } from '../route.ts'
import { findConnectedAccount } from '#payments/rules/connect/find-account.ts'
import { findLiveCustomer } from '#payments/rules/customers/find-customer.ts'
import { FORMER_SOURCES, SOURCE, sourceIn } from '#payments/rules/customers/sources.ts'
import { chargedSource, chargeSource } from '#payments/rules/money/legacy-charge.ts'
import type { ChargedIntent } from '#payments/rules/money/new-charge.ts'
import { captureCharge, type CaptureInput } from '#payments/rules/payment-intents/capture.ts'
import { checkAmount } from '#payments/rules/payment-intents/intent-fields.ts'
import type { Charge } from '#payments/schema/money.ts'
import { search, SEARCH_PARAMS } from '#payments/protocol/search.ts'
import { SHIPPING, shipmentOf } from '#payments/protocol/shared-params.ts'

const CHARGE_INPUT = {
  amount: required(integer()),
  application_fee: integer({ min: 0 }),
  application_fee_amount: integer({ min: 0 }),
  capture: boolean(),
  currency: required(currency()),
  customer: text(),
  description: unsettable(text()),
  destination: scalarOr(text(), hash({ account: required(text()), amount: integer({ min: 1 }) })),
  metadata: metadata(),
  on_behalf_of: text(),
  radar_options: anything(),
  receipt_email: email(),
  shipping: hash(SHIPPING),
  source: SOURCE,
  ...FORMER_SOURCES,
  statement_descriptor: statementDescriptor(),
  statement_descriptor_suffix: statementDescriptor(),
  transfer_data: hash({ amount: integer({ min: 1 }), destination: required(text()) }),
  transfer_group: text(),
}

const SEARCHED = {
  amount: 'numeric',
  created: 'numeric',
  currency: 'token',
  customer: 'token',
  disputed: 'token',
  metadata: 'token',
  'payment_method_details.card.brand': 'token',
  'payment_method_details.card.exp_month': 'token',
  'payment_method_details.card.exp_year': 'token',
  'payment_method_details.card.fingerprint': 'token',
  'payment_method_details.card.last4': 'token',
  'payment_method_details.type': 'token',
  refunded: 'token',
  status: 'token',
} as const

const one = '/v1/charges/:charge'

const byPath = { param: 'id', inPath: true }

/** Charges. https://docs.stripe.com/api/charges */
export const chargesRoutes = [
  post('PostCharges', '/v1/charges', CHARGE_INPUT, (call) => {
    const { input, account } = call
    const { customer } = input
    checkAmount(input.amount, input.currency)
    if (customer !== undefined) findLiveCustomer(call, account, customer, { param: 'customer' })
    checkTransfer(call, input)
    const { amount, currency: of } = input
    const method = chargedSource(call, account, sourceIn(input), { amount, currency: of, customer })
    const captured = input.capture !== false
    if (!captured && method.card === null) throw notCapturedLater()
    const { charge, failure: refused } = chargeSource(call, chargedBy(call, input), method, {
      captured,
      legacy: sourceJson(call, method),
    })
    return refused === null ? answer(call, chargeJson(call, charge)) : answerFailure(refused, call)
  }),
  get(
    'GetCharges',
    '/v1/charges',
    { ...LIST_PARAMS, created: range(), customer: text(), payment_intent: text(), transfer_group: text() },
    (call) => {
      const { created, customer, payment_intent: intent, transfer_group: group } = call.input
      const { charges } = call.rows
      const where = (each: Charge): boolean =>
        each.account === call.account &&
        isInRange(each.created, created) &&
        (customer === undefined || each.customer === customer) &&
        (group === undefined || each.transferGroup === group)
      const found =
        intent !== undefined
          ? newestFirst(charges, 'intent', [intent], where)
          : customer !== undefined
            ? newestFirst(charges, 'customer', [customer], where)
            : newestFirst(charges, 'all', [call.account], where)
      return answerPage(call, found, 'charge', (each) => chargeJson(call, each))
    },
  ),
  get('GetChargesSearch', '/v1/charges/search', SEARCH_PARAMS, (call) => {
    const rows = call.rows.charges.walk('all', [call.account], { descending: true })
    return answer(
      call,
      search(rows, (each) => chargeJson(call, each), SEARCHED, call.input, call.path),
    )
  }),
  get('GetChargesCharge', one, {}, (call) =>
    answer(call, chargeJson(call, findRecord(call.rows.charges, call.account, 'charge', call.params.charge, byPath))),
  ),
  post(
    'PostChargesCharge',
    one,
    {
      customer: text(),
      description: unsettable(text()),
      fraud_details: hash({ user_report: unsettable(oneOf('fraudulent', 'safe')) }),
      metadata: metadata(),
      receipt_email: email(),
      shipping: hash(SHIPPING),
      transfer_group: text(),
    },
    (call) => {
      const { input, rows, account } = call
      const before = findRecord(rows.charges, account, 'charge', call.params.charge, byPath)
      if (input.customer !== undefined) findLiveCustomer(call, account, input.customer, { param: 'customer' })
      const report = input.fraud_details?.user_report
      const after = rows.charges.update(before.id, {
        customer: input.customer ?? before.customer,
        description: input.description === undefined ? before.description : input.description,
        fraudDetails: report === undefined ? before.fraudDetails : report === null ? {} : { user_report: report },
        metadata: mergeMetadata(before.metadata, input.metadata),
        receiptEmail: input.receipt_email ?? before.receiptEmail,
        shipping: input.shipping === undefined ? before.shipping : shipmentOf(input.shipping),
        transferGroup: input.transfer_group ?? before.transferGroup,
      })
      call.emit({ type: 'charge.updated', kind: 'charge', row: after, before })
      return answer(call, chargeJson(call, after))
    },
  ),
  post(
    'PostChargesChargeCapture',
    `${one}/capture`,
    {
      amount: integer({ min: 1 }),
      application_fee: integer({ min: 0 }),
      application_fee_amount: integer({ min: 0 }),
      receipt_email: email(),
      statement_descriptor: statementDescriptor(),
      statement_descriptor_suffix: statementDescriptor(),
      transfer_data: hash({ amount: integer({ min: 1 }) }),
      transfer_group: text(),
    },
    (call) => {
      const { rows, account, input } = call
      const charge = findRecord(rows.charges, account, 'charge', call.params.charge, byPath)
      if (charge.captured)
        throw failure(400, `Charge ${charge.id} has already been captured.`, { code: 'charge_already_captured' })
      if (!charge.paid || charge.refunded) {
        throw failure(400, `Charge ${charge.id} cannot be captured because it was refunded or has expired.`, {
          code: 'charge_expired_for_capture',
        })
      }
      if (charge.paymentIntent !== null) throw capturedByIntent(charge.paymentIntent)
      const amount = input.amount ?? charge.amount
      if (amount > charge.amount) {
        throw invalidParameter(
          'amount',
          'Cannot capture an amount higher than the authorized amount.',
          'amount_too_large',
        )
      }
      captureCharge(call, charge, amount, captureChanges(input))
      return answer(call, chargeJson(call, rows.charges.require(charge.id)))
    },
  ),
]

/** 400: the debit of a bank account cannot be held for later. */
function notCapturedLater(): Failure {
  return invalidParameter('capture', 'You cannot pass capture=false for this payment type.')
}

/** 400: a charge of a payment intent is captured by itself. */
function capturedByIntent(intent: string): Failure {
  return failure(
    400,
    `This uncaptured Charge was created by a PaymentIntent (${intent}). You must capture the PaymentIntent instead. For more information, see https://stripe.com/docs/payments/place-a-hold-on-a-payment-method`,
  )
}

/** Returns what the capture of a charge changes. */
function captureChanges(
  input: Pick<
    LegacyInput,
    'application_fee' | 'application_fee_amount' | 'statement_descriptor' | 'statement_descriptor_suffix'
  >,
): NonNullable<CaptureInput['changes']> {
  return defined({
    // `application_fee` is the former name.
    applicationFeeAmount: input.application_fee_amount ?? input.application_fee,
    statementDescriptor: input.statement_descriptor,
    statementDescriptorSuffix: input.statement_descriptor_suffix,
  })
}

/** The parameters of a legacy charge. */
interface LegacyInput {
  readonly amount: number
  readonly currency: string
  readonly application_fee?: number | undefined
  readonly application_fee_amount?: number | undefined
  readonly customer?: string | undefined
  readonly description?: string | null | undefined
  readonly destination?: string | { readonly account: string; readonly amount?: number | undefined } | undefined
  readonly metadata?: Parameters<typeof mergeMetadata>[1]
  readonly on_behalf_of?: string | undefined
  readonly receipt_email?: string | undefined
  readonly shipping?: Parameters<typeof shipmentOf>[0] | undefined
  readonly statement_descriptor?: string | undefined
  readonly statement_descriptor_suffix?: string | undefined
  readonly transfer_data?: { readonly amount?: number | undefined; readonly destination: string } | undefined
  readonly transfer_group?: string | undefined
}

/** Returns to whom the money of a charge goes on. `destination` is the former name of `transfer_data`. */
function transferOf({ destination, transfer_data: transfer }: LegacyInput): ChargedIntent['transferData'] {
  const former: Exclude<typeof destination, string> =
    typeof destination === 'string' ? { account: destination } : destination
  const account = transfer?.destination ?? former?.account
  const amount = transfer?.amount ?? former?.amount
  return account === undefined ? null : { destination: account, ...(amount === undefined ? {} : { amount }) }
}

/** @throws 400 for a transfer to an account that is not connected, and for more than the amount of the charge. */
function checkTransfer(context: PaymentsContext, input: LegacyInput): void {
  const transfer = transferOf(input)
  if (transfer === null) return
  const at = input.transfer_data === undefined ? 'destination' : 'transfer_data'
  const account = input.transfer_data !== undefined ? `${at}[destination]` : at
  findConnectedAccount(context, transfer.destination, account)
  if (transfer.amount === undefined || transfer.amount <= input.amount) return
  throw invalidParameter(`${at}[amount]`, 'The transfer amount must be less than or equal to the charge amount.')
}

/** Returns a request for a legacy charge in the form in which intents are charged. */
function chargedBy({ account }: { readonly account: string }, input: LegacyInput): ChargedIntent {
  return {
    id: null,
    account,
    amount: input.amount,
    applicationFeeAmount: input.application_fee_amount ?? input.application_fee ?? null,
    currency: input.currency,
    customer: input.customer ?? null,
    description: input.description ?? null,
    metadata: mergeMetadata({}, input.metadata),
    onBehalfOf: input.on_behalf_of ?? null,
    receiptEmail: input.receipt_email ?? null,
    shipping: input.shipping === undefined ? null : shipmentOf(input.shipping),
    statementDescriptor: input.statement_descriptor ?? null,
    statementDescriptorSuffix: input.statement_descriptor_suffix ?? null,
    transferData: transferOf(input),
    transferGroup: input.transfer_group ?? null,
  }
}
