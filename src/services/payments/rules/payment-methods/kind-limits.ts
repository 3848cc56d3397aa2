import { invalidParameter, missingParameter } from '#payments/errors.ts'
import { formatAmount } from '#payments/schema/currencies.ts'
import { BANK_TRANSFERS } from '#payments/schema/cash-balances.ts'
import { debitNamed } from '#payments/schema/debit-kinds.ts'
import { kindNamed, type MethodKind, type NeededDetail } from '#payments/schema/method-kinds.ts'
import type { PaymentMethodInput } from './params.ts'

/** The terms of a payment that not every kind of payment method can keep. */
export interface PaymentTerms {
  /** null for a setup, which has none. */
  readonly currency: string | null
  /** Minor units; null for a setup. */
  readonly amount: number | null
  readonly manualCapture: boolean
  /** True where the payment method is to be saved. */
  readonly saves: boolean
}

/** The limits that a payment method type sets to payments: amounts, currencies, and whether it captures or saves. */
type Limits = Pick<MethodKind, 'amounts' | 'currencies' | 'manualCapture' | 'needs' | 'saves'>

/** A cash balance pays in the currencies of bank transfers, and cannot be saved. */
const CUSTOMER_BALANCE: Limits = { currencies: Object.values(BANK_TRANSFERS) }

function limitsNamed(name: string): Limits | undefined {
  return name === 'customer_balance' ? CUSTOMER_BALANCE : (kindNamed(name) ?? debitNamed(name))
}

/**
 * Refuses a payment that one of its types of payment methods cannot make.
 * https://docs.stripe.com/payments/payment-methods/integration-options
 *
 * @throws 400 for a currency, an amount, a manual capture or a later use that a type does not have.
 */
export function checkKinds(types: readonly string[], terms: PaymentTerms): void {
  const { currency, amount, manualCapture, saves } = terms
  const named = types.flatMap((name) => {
    const kind = limitsNamed(name)
    return kind === undefined ? [] : [{ name, kind }]
  })
  for (const { name, kind } of named) {
    if (currency !== null && !kind.currencies.includes(currency)) {
      const all = [...kind.currencies].sort().join(', ')
      throw invalidParameter(
        'currency',
        `Invalid currency: ${currency}. The payment method \`${name}\` only supports the following currencies: ${all}.`,
        'payment_intent_invalid_parameter',
      )
    }
    if (currency !== null && amount !== null) checkAmountOf(name, kind, amount, currency)
  }
  const uncapturable = named.filter(({ kind }) => kind.manualCapture !== true).map(({ name }) => name)
  if (manualCapture && uncapturable.length > 0) throw cannotUse('capture_method', uncapturable)
  const unsaved = named.filter(({ kind }) => kind.saves === undefined).map(({ name }) => name)
  if (saves && unsaved.length > 0) throw cannotUse('setup_future_usage', unsaved)
}

function checkAmountOf(name: string, { amounts }: Limits, amount: number, currency: string): void {
  const [least, most] = amounts?.[currency] ?? [0, Infinity]
  if (amount < least) {
    const words = `The amount must be at least ${formatAmount(least, currency)} for the payment method \`${name}\`.`
    throw invalidParameter('amount', words, 'amount_too_small')
  }
  if (amount > most) {
    const words = `The amount must be no more than ${formatAmount(most, currency)} for the payment method \`${name}\`.`
    throw invalidParameter('amount', words, 'amount_too_large')
  }
}

function cannotUse(param: string, types: readonly string[]): Error {
  return invalidParameter(
    param,
    `\`${param}\` cannot be used with one or more of the values you specified in \`payment_method_types\`. Please remove \`${param}\` or these types from \`payment_method_types\`: ${JSON.stringify(types)}.`,
    'payment_intent_invalid_parameter',
  )
}

/** Returns whether a type of payment methods can make a payment; the types without a kind can make all. */
export function canPay(name: string, { currency, amount, manualCapture, saves }: PaymentTerms): boolean {
  const kind = limitsNamed(name)
  if (kind === undefined) return true
  const [least, most] = kind.amounts?.[currency ?? ''] ?? [0, Infinity]
  return (
    (currency === null || kind.currencies.includes(currency)) &&
    (amount === null || (amount >= least && amount <= most)) &&
    (!manualCapture || kind.manualCapture === true) &&
    (!saves || kind.saves !== undefined)
  )
}

/** @throws 400 for billing details that a kind cannot do without. */
export function checkNeededDetails(
  { needs = [] }: Pick<Limits, 'needs'>,
  details: PaymentMethodInput['billing_details'],
  at: (name: string) => string,
): void {
  const given: Readonly<Record<NeededDetail, unknown>> = {
    name: details?.name,
    email: details?.email,
    phone: details?.phone,
    country: details?.address?.country,
    address: details?.address?.line1,
  }
  for (const need of needs) {
    const value = given[need]
    if (typeof value === 'string' && value !== '') continue
    throw missingParameter(at(`billing_details${PATHS[need]}`))
  }
}

const PATHS: Readonly<Record<NeededDetail, string>> = {
  name: '[name]',
  email: '[email]',
  phone: '[phone]',
  country: '[address][country]',
  address: '[address][line1]',
}
