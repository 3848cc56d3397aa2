import { invalidParameter, missingParameter } from '#payments/errors.ts'
import { hash, text, type Param } from '#payments/protocol/params.ts'
import { DEBIT_KIND_NAMES, DEBIT_KINDS, type DebitKindName } from '#payments/schema/debit-kinds.ts'
import type { BankDebitDetails, Wire } from '#payments/schema/payments.ts'
import { testDebitAccount } from '../cards/debit-accounts.ts'
import { fingerprintOf } from '../cards/card-details.ts'

/** The parameters of a new payment method that are named after the kinds of bank debits: `bacs_debit[sort_code]`. */
export const DEBIT_PARAMS = Object.fromEntries(
  DEBIT_KIND_NAMES.map((name) => {
    const numbers = Object.keys(DEBIT_KINDS[name].bank).map((param) => [param, text()] as const)
    const holder = name === 'nz_bank_account' ? { account_holder_name: text(), reference: text() } : {}
    return [name, hash({ account_number: text(), ...Object.fromEntries(numbers), ...holder })]
  }),
) as Readonly<Record<DebitKindName, Param<Wire>>> // one entry for each name

/**
 * Returns the bank account that the parameters of a new payment method describe.
 *
 * @throws 400 for a number that is missing or cannot be one, and for an account that the vendor refuses.
 */
export function bankDebitOf(
  name: DebitKindName,
  input: Wire | undefined,
  at: (path: string) => string,
): BankDebitDetails {
  if (input === undefined) throw missingParameter(at(name))
  const { bank, accountDigits, label } = DEBIT_KINDS[name]
  const [least, most] = accountDigits
  const accountNumber = numberOf(input, name, 'account_number', at)
  if (!/^\d+$/.test(accountNumber) || accountNumber.length < least || accountNumber.length > most) {
    const size = least === most ? `${least}` : `${least} to ${most}`
    const message = `Invalid account number: must contain only digits, and be ${size} digits long`
    throw invalidParameter(at(`${name}[account_number]`), message, 'account_number_invalid')
  }
  const numbers = Object.entries(bank).map(([param, { digits, least: fewest = digits, label: words }]) => {
    const value = numberOf(input, name, param, at)
    if (value.length >= fewest && value.length <= digits && /^\d+$/.test(value)) return [param, value] as const
    const size = fewest === digits ? `${digits}` : `${fewest} to ${digits}`
    const message = `Invalid ${words.toLowerCase()}: must contain only digits, and be ${size} digits long`
    throw invalidParameter(at(`${name}[${param}]`), message, 'routing_number_invalid')
  })
  if (testDebitAccount(name, accountNumber).refused === true) {
    const message = `The bank account cannot be debited by ${label}.`
    throw invalidParameter(at(`${name}[account_number]`), message, 'account_number_invalid')
  }
  const { account_holder_name: holder } = input
  return {
    ...bankDebit(name, accountNumber, Object.fromEntries(numbers)),
    ...(typeof holder === 'string' ? { holder } : {}),
  }
}

/** Returns a bank account with its numbers. An account in Canada is verified by small deposits. */
export function bankDebit(
  name: DebitKindName,
  accountNumber: string,
  bank: BankDebitDetails['bank'],
): BankDebitDetails {
  const fingerprint = fingerprintOf(`${Object.values(bank).join(' ')} ${accountNumber}`)
  return { accountNumber, bank, verified: name !== 'acss_debit', fingerprint }
}

/** Returns what a payment method and a charge show of a bank account. */
export function bankDebitMembers(type: string, { accountNumber, bank, fingerprint, holder }: BankDebitDetails): Wire {
  const last4 = accountNumber.slice(-4)
  if (type === 'nz_bank_account') {
    return { account_holder_name: holder ?? null, bank_name: 'STRIPE TEST BANK', ...bank, last4 }
  }
  return {
    ...(type === 'acss_debit' ? { bank_name: 'STRIPE TEST BANK' } : {}),
    ...bank,
    fingerprint,
    last4,
  }
}

/** Returns a number without the spaces and hyphens that people write: `10-88-00`. */
function numberOf(input: Wire, name: string, param: string, at: (path: string) => string): string {
  const value = input[param]
  if (typeof value !== 'string') throw missingParameter(at(`${name}[${param}]`))
  return value.replaceAll(/[\s-]/g, '')
}
