import type { Failure } from '#core/errors.ts'
import { DAY } from '#core/duration.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { failure, invalidRequest } from '#payments/errors.ts'
import type { Charge } from '#payments/schema/money.ts'
import type { PaymentMethod, Wire } from '#payments/schema/payments.ts'
import { debitFailureMessage, sepaDebitResult, usDebitResult, type DebitResult } from '../cards/bank-accounts.ts'
import { decide } from '../cards/decide.ts'
import { declined, declineMessage } from '../cards/declines.ts'
import { cardByNumber } from '../cards/test-cards.ts'
import { describedSource, findSource, type SourceInput } from '../customers/sources.ts'
import { insertMethod } from '../payment-methods/new-payment-method.ts'
import { isSourceObject } from '../sources/find-source.ts'
import { takeSource, type SourceCharge } from '../sources/life.ts'
import { scheduleConsequences } from './consequences.ts'
import { addCharge, AUTHORIZATION_SPAN, type ChargedIntent } from './new-charge.ts'
import { openReview } from './reviews.ts'
import { settleCharge } from './settle-charge.ts'

/**
 * Returns the payment method of a legacy charge: the card or bank account of the customer that the request names, that
 * of a token, or the customer's default.
 *
 * @throws 400 for a source that does not exist, 402 for a customer without a source.
 */
export function chargedSource(
  context: PaymentsContext,
  account: string,
  source: SourceInput | undefined,
  terms: SourceCharge,
): PaymentMethod {
  const { customer } = terms
  if (typeof source === 'string' && isSourceObject(source)) return takeSource(context, account, source, terms)
  if (typeof source === 'string' && /^(?:card|ba)_/.test(source)) {
    return findSource(context, customer ?? '', source, { param: 'source' })
  }
  if (source !== undefined) {
    const { card, usBankAccount, source: id, billingDetails } = describedSource(context, account, source)
    const kind =
      card === null ? ({ type: 'us_bank_account', usBankAccount } as const) : ({ type: 'card', card } as const)
    return insertMethod(context, account, { ...kind, id, billingDetails, consumed: true })
  }
  if (customer === undefined) {
    throw invalidRequest('Must provide source or customer.', { code: 'parameter_missing' })
  }
  const method = context.rows.paymentMethods.get(context.rows.customers.require(customer).defaultSource)
  if (method !== undefined && isSourceObject(method.id)) return takeSource(context, account, method.id, terms)
  if (method !== undefined) return method
  throw noSource(context, customer)
}

/** 402: a customer has nothing that a charge can be made to. */
function noSource({ rows }: PaymentsContext, customer: string): Failure {
  return failure(
    402,
    rows.paymentMethods.count('customer', customer) > 0
      ? "This Customer doesn't have any legacy saved payment details, but does have a Payment Method attached. Use a Payment Intent instead of creating a Charge: https://stripe.com/docs/payments/payment-intents/migration"
      : "This Customer doesn't have any saved payment details. Attach a legacy Token, Card, Bank Account, or Source to this Customer and then try this request again, or use Payment Intents and Payment Methods instead.",
    { type: 'card_error', code: 'missing', param: 'card' },
  )
}

/**
 * Charges a card or a bank account without an intent. The debit of a bank account is pending for days; a declined card
 * is reported beside its failed charge. https://docs.stripe.com/api/charges/create
 *
 * @throws 400 for a bank account that is not verified.
 */
export function chargeSource(
  context: PaymentsContext,
  intent: ChargedIntent,
  method: PaymentMethod,
  { captured, legacy }: { readonly captured: boolean; readonly legacy: Wire },
): { readonly charge: Charge; readonly failure: Failure | null } {
  const fields = { source: legacy }
  if (method.own !== null) return { charge: chargeAuthorized(context, intent, method, fields), failure: null }
  if (method.card === null) return { charge: debitSource(context, intent, method, fields), failure: null }
  const decision = decide(method.card, {
    offSession: true,
    threeDSecure: 'automatic',
    authenticated: method.card.setUp && isSourceObject(method.id),
  })
  if (decision.kind === 'decline') {
    const decline = { ...decision.decline, message: declineMessage(decision.decline) }
    const failed = addCharge(context, intent, method, { status: 'failed', captured: false, decline, fields })
    context.emit({ type: 'charge.failed', kind: 'charge', row: failed })
    return { charge: failed, failure: declined(decision.decline, { charge: failed.id }) }
  }
  const charge = addCharge(context, intent, method, { status: 'succeeded', captured, fields })
  const settled = captured ? settleCharge(context, charge, method) : charge
  context.emit({ type: 'charge.succeeded', kind: 'charge', row: settled })
  openReview(context, settled)
  if (!captured) context.schedule(AUTHORIZATION_SPAN * 1000, 'endAuthorization', { charge: charge.id })
  const test = cardByNumber(method.card.number)
  if (captured && test !== undefined) scheduleConsequences(context, settled, test)
  return { charge: context.rows.charges.require(charge.id), failure: null }
}

/** Charges a source that the customer has authorized on a page. */
function chargeAuthorized(
  context: PaymentsContext,
  intent: ChargedIntent,
  method: PaymentMethod,
  fields: Partial<Charge>,
): Charge {
  const charge = addCharge(context, intent, method, { status: 'succeeded', captured: true, fields })
  const settled = settleCharge(context, charge, method)
  context.emit({ type: 'charge.succeeded', kind: 'charge', row: settled })
  return settled
}

function debitSource(
  context: PaymentsContext,
  intent: ChargedIntent,
  method: PaymentMethod,
  fields: Partial<Charge>,
): Charge {
  const { usBankAccount } = method
  if (usBankAccount?.verified === false) {
    throw failure(400, "The customer's bank account must be verified in order to create an ACH payment.", {
      code: 'bank_account_unverified',
      param: 'source',
    })
  }
  const pending = addCharge(context, intent, method, { status: 'pending', captured: true, fields })
  context.emit({ type: 'charge.pending', kind: 'charge', row: pending })
  const { days } = resultOf(method)
  if (days !== null) context.schedule(days * DAY, 'endDebit', { charge: pending.id })
  return pending
}

/** Returns how the debit of a bank account, or of a source with an IBAN, ends. */
function resultOf({ sepaDebit, usBankAccount }: PaymentMethod): DebitResult {
  return sepaDebit === null ? usDebitResult(usBankAccount?.accountNumber ?? '') : sepaDebitResult(sepaDebit.iban)
}

/** Ends the debit of a legacy charge: it fails, or its money is there. */
export function endDebit(context: PaymentsContext, id: string): void {
  const before = context.rows.charges.get(id)
  if (before?.status !== 'pending') return
  const method = context.rows.paymentMethods.require(before.paymentMethod ?? '')
  const { failure: code, disputed } = resultOf(method)
  const after = endDebitCharge(context, before, method, code)
  if (disputed === true) scheduleConsequences(context, after, { dispute: { reason: 'debit_not_authorized' } })
}

/** Ends a charge whose debit was pending, with the vendor's code of its failure; null where it succeeds. */
export function endDebitCharge(
  context: PaymentsContext,
  before: Charge,
  method: PaymentMethod,
  code: string | null,
): Charge {
  const { charges } = context.rows
  if (code !== null) {
    const failed = charges.update(before.id, {
      status: 'failed',
      captured: false,
      amountCaptured: 0,
      failureCode: code,
      failureMessage: debitFailureMessage(code),
      outcome: { ...before.outcome, network_status: 'declined_by_network', reason: code, type: 'issuer_declined' },
    })
    context.emit({ type: 'charge.failed', kind: 'charge', row: failed })
    return failed
  }
  const paid = charges.update(before.id, {
    status: 'succeeded',
    paid: true,
    outcome: { ...before.outcome, seller_message: 'Payment complete.' },
    paymentMethodDetails: withDebitDate(context, before),
  })
  const settled = settleCharge(context, paid, method)
  context.emit({ type: 'charge.succeeded', kind: 'charge', row: settled })
  return settled
}

/** Returns the details of a debit that has succeeded: a SEPA debit shows the day of it. */
function withDebitDate({ clock }: PaymentsContext, { paymentMethodDetails: details }: Charge): Wire {
  const debit = details['sepa_debit'] as Wire | undefined // the member of a SEPA debit is an object
  if (debit === undefined) return details
  return { ...details, sepa_debit: { ...debit, expected_debit_date: new Date(clock.now()).toISOString().slice(0, 10) } }
}
