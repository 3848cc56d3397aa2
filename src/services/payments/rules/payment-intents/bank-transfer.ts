import type { PaymentsContext } from '#payments/call.ts'
import { invalidParameter, missingParameter } from '#payments/errors.ts'
import { BANK_TRANSFERS, type BankTransfer, type CashBalanceTransaction } from '#payments/schema/cash-balances.ts'
import type { Customer } from '#payments/schema/customers.ts'
import type { NextAction, PaymentIntent } from '#payments/schema/payments.ts'
import { cashBalanceOf, moveCash, transferOf } from '../customers/cash-balance.ts'
import { findLiveCustomer } from '../customers/find-customer.ts'
import { moveTo, waitForCustomer, type Confirmed } from './transitions.ts'

/** Charges the payment method of an intent whose whole amount is there, and returns the intent. */
type Charge = (context: PaymentsContext, intent: PaymentIntent) => PaymentIntent

/** The instructions for a bank transfer that an intent shows. */
type Instructions = Extract<NextAction, { readonly type: 'display_bank_transfer_instructions' }>

/**
 * Pays an intent from the customer's cash balance. What is missing is asked for by a bank transfer.
 * https://docs.stripe.com/payments/bank-transfers/accept-a-payment
 *
 * @throws 400 for an intent without a customer, and for one without a transfer that brings what is missing.
 */
export function payFromCash(context: PaymentsContext, intent: PaymentIntent, charge: Charge): Confirmed {
  if (intent.customer === null) throw missingParameter('customer')
  const owner = context.rows.customers.require(intent.customer)
  const missing = intent.amount - appliedTo(context, intent)
  const available = availableOf(context, owner, intent.currency)
  if (available >= missing) {
    return { intent: charge(context, apply(context, owner, intent, missing)), failure: null }
  }
  const instructions = instructionsOf(context, intent, owner)
  const isAutomatic = cashBalanceOf(context, owner).reconciliation === 'automatic'
  const part = isAutomatic ? available : 0
  const partly = part > 0 ? apply(context, owner, intent, part) : intent
  const waiting = waitForCustomer(context, partly, { ...instructions, amountRemaining: missing - part })
  if (part > 0) emitPartlyFunded(context, waiting.intent)
  return waiting
}

/**
 * Lets money of a customer arrive, and pays the payments that wait for it: the one that the transfer refers to first,
 * then one of the same amount, then the oldest. Emits `cash_balance.funds_available` for what is left.
 */
export function fundCash(
  context: PaymentsContext,
  owner: Customer,
  {
    amount,
    currency,
    reference = null,
  }: { readonly amount: number; readonly currency: string; readonly reference?: string | null | undefined },
  charge: Charge,
): CashBalanceTransaction {
  const type = transferOf(currency)
  if (type === undefined) {
    const all = Object.values(BANK_TRANSFERS).join(', ')
    throw invalidParameter('currency', `Invalid currency: ${currency}. A cash balance has one of: ${all}.`)
  }
  const funded = moveCash(context, owner, { amount, currency }, { type: 'funded', transfer: { type, reference } })
  if (cashBalanceOf(context, owner).reconciliation === 'automatic') {
    for (const intent of waitingFor(context, owner, { amount, currency, reference })) {
      const missing = intent.amount - appliedTo(context, intent)
      applyCash(context, intent, Math.min(missing, availableOf(context, owner, currency)), charge)
    }
  }
  if (availableOf(context, owner, currency) > 0) {
    context.emit({ type: 'cash_balance.funds_available', kind: 'cash_balance', row: cashBalanceOf(context, owner) })
  }
  return funded
}

/**
 * Applies an amount of the customer's cash balance to an intent that waits for a bank transfer.
 *
 * @throws 400 for an intent that does not wait for one, and for more than is there or is missing.
 */
export function applyToIntent(
  context: PaymentsContext,
  intent: PaymentIntent,
  requested: number | undefined,
  charge: Charge,
): PaymentIntent {
  if (intent.customer === null || intent.nextAction?.type !== 'display_bank_transfer_instructions') {
    throw invalidParameter('intent', 'This PaymentIntent does not wait for a bank transfer.')
  }
  const owner = findLiveCustomer(context, intent.account, intent.customer, { param: 'customer' })
  const missing = intent.amount - appliedTo(context, intent)
  const available = availableOf(context, owner, intent.currency)
  const amount = requested ?? Math.min(missing, available)
  if (amount > missing) {
    throw invalidParameter('amount', `The amount (${amount}) is greater than the remaining amount (${missing}).`)
  }
  if (amount > available || amount < 1) {
    throw invalidParameter('amount', `The customer's cash balance (${available}) does not have the amount (${amount}).`)
  }
  return applyCash(context, intent, amount, charge)
}

/** Gives the money that was applied to an intent back to its customer's cash balance. */
export function returnApplied(context: PaymentsContext, intent: PaymentIntent): void {
  if (intent.customer === null) return
  const amount = appliedTo(context, intent)
  if (amount === 0) return
  const owner = context.rows.customers.require(intent.customer)
  const { currency, id } = intent
  moveCash(context, owner, { amount, currency }, { type: 'unapplied_from_payment', intent: id })
}

function applyCash(context: PaymentsContext, before: PaymentIntent, amount: number, charge: Charge): PaymentIntent {
  if (amount < 1) return before
  const owner = context.rows.customers.require(before.customer ?? '')
  const intent = apply(context, owner, before, amount)
  const missing = intent.amount - appliedTo(context, intent)
  if (missing === 0) return charge(context, intent)
  const { nextAction } = intent
  const action =
    nextAction?.type === 'display_bank_transfer_instructions' ? nextAction : instructionsOf(context, intent, owner)
  const partly = moveTo(context, intent, { nextAction: { ...action, amountRemaining: missing } })
  emitPartlyFunded(context, partly)
  return partly
}

function apply(context: PaymentsContext, owner: Customer, intent: PaymentIntent, amount: number): PaymentIntent {
  const { currency, id } = intent
  moveCash(context, owner, { amount: -amount, currency }, { type: 'applied_to_payment', intent: id })
  return intent
}

function emitPartlyFunded(context: PaymentsContext, intent: PaymentIntent): void {
  context.emit({ type: 'payment_intent.partially_funded', kind: 'payment_intent', row: intent })
}

/** Returns what the cash balance has paid of an intent so far. */
function appliedTo({ rows }: Pick<PaymentsContext, 'rows'>, { id }: PaymentIntent): number {
  return rows.cashBalanceTransactions.list('intent', id).reduce((sum, { netAmount }) => sum - netAmount, 0)
}

function availableOf(context: PaymentsContext, owner: Customer, currency: string): number {
  return cashBalanceOf(context, owner).available[currency] ?? 0
}

/** Returns the intents of a customer that wait for a transfer, in the order in which money pays them. */
function waitingFor(
  { rows }: PaymentsContext,
  { id }: Customer,
  {
    amount,
    currency,
    reference,
  }: { readonly amount: number; readonly currency: string; readonly reference: string | null },
): readonly PaymentIntent[] {
  const waiting = rows.paymentIntents
    .list('customer', id)
    .filter(
      (each) =>
        each.currency === currency &&
        each.status === 'requires_action' &&
        each.nextAction?.type === 'display_bank_transfer_instructions',
    )
  const rank = ({ nextAction }: PaymentIntent): number => {
    if (nextAction?.type !== 'display_bank_transfer_instructions') return 2
    if (reference !== null && nextAction.reference === reference) return 0
    return nextAction.amountRemaining === amount ? 1 : 2
  }
  return waiting.toSorted((one, other) => rank(one) - rank(other))
}

/** @throws 400 for an intent that names no transfer, or one of another currency. */
function instructionsOf(context: PaymentsContext, intent: PaymentIntent, owner: Customer): Instructions {
  const options = intent.paymentMethodOptions['customer_balance'] ?? {}
  const { type, eu_bank_transfer: eu } = (options['bank_transfer'] ?? {}) as {
    readonly type?: BankTransfer
    readonly eu_bank_transfer?: { readonly country: string }
  } // checked by its parameters
  const at = 'payment_method_options[customer_balance]'
  if (options['funding_type'] === undefined) throw missingParameter(`${at}[funding_type]`)
  if (type === undefined) throw missingParameter(`${at}[bank_transfer][type]`)
  if (BANK_TRANSFERS[type] !== intent.currency) {
    throw invalidParameter(
      `${at}[bank_transfer][type]`,
      `The bank transfer type ${type} only supports the currency ${BANK_TRANSFERS[type]}.`,
    )
  }
  if (type === 'eu_bank_transfer' && eu === undefined) throw missingParameter(`${at}[bank_transfer][eu_bank_transfer]`)
  return {
    type: 'display_bank_transfer_instructions',
    transfer: type,
    country: eu?.country ?? COUNTRIES[type],
    customer: owner.id,
    amountRemaining: intent.amount,
    reference: context.ids.base62(12).toUpperCase(),
  }
}

/** The countries of the accounts that transfers go to. */
export const COUNTRIES: Readonly<Record<BankTransfer, string>> = {
  eu_bank_transfer: 'DE',
  gb_bank_transfer: 'GB',
  jp_bank_transfer: 'JP',
  mx_bank_transfer: 'MX',
  us_bank_transfer: 'US',
}
