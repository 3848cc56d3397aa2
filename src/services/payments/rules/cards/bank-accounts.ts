/** How a debit of a bank account ends. */
export interface DebitResult {
  /** Days of the clock until the debit ends; null: it stays in processing. */
  readonly days: number | null
  /** The vendor's code of the failure; null when the debit succeeds. */
  readonly failure: string | null
  /** The debit succeeds and is then disputed. */
  readonly disputed?: boolean
}

/** The number of days that a debit takes. https://docs.stripe.com/payments/ach-direct-debit */
const DAYS = 4

/** Test accounts in the United States by number. https://docs.stripe.com/payments/ach-direct-debit/accept-a-payment#test-account-numbers */
const US_ACCOUNTS: Readonly<Record<string, DebitResult>> = {
  '000111111113': { days: DAYS, failure: 'account_closed' },
  '000000004954': { days: DAYS, failure: 'payment_method_provider_decline' },
  '000111111116': { days: DAYS, failure: 'no_account' },
  '000222222227': { days: DAYS, failure: 'insufficient_funds' },
  '000333333335': { days: DAYS, failure: 'debit_not_authorized' },
  '000444444440': { days: DAYS, failure: 'invalid_currency' },
  '000555555559': { days: DAYS, failure: null, disputed: true },
  '000000000009': { days: null, failure: null },
  '000777777771': { days: DAYS, failure: 'charge_exceeds_weekly_limit' },
}

/** The ends of `pm_usBankAccount_…` with the account numbers that they stand for. */
export const US_BANK_METHODS: Readonly<Record<string, string>> = {
  usBankAccount: '000123456789',
  usBankAccount_success: '000123456789',
  usBankAccount_accountClosed: '000111111113',
  usBankAccount_noAccount: '000111111116',
  usBankAccount_insufficientFunds: '000222222227',
  usBankAccount_debitNotAuthorized: '000333333335',
  usBankAccount_invalidCurrency: '000444444440',
  usBankAccount_dispute: '000555555559',
  usBankAccount_processing: '000000000009',
  usBankAccount_weeklyLimitExceeded: '000777777771',
}

/** Test accounts of the single European payments area. https://docs.stripe.com/payments/sepa-debit/accept-a-payment#test-integration */
const SEPA_ACCOUNTS: Readonly<Record<string, DebitResult>> = {
  AT321904300235473204: { days: 5, failure: null },
  AT861904300235473202: { days: 5, failure: 'generic_decline' },
  AT051904300235473205: { days: 5, failure: 'generic_decline' },
  AT591904300235473203: { days: 5, failure: null, disputed: true },
  AT981904300000343434: { days: 5, failure: 'charge_exceeds_source_limit' },
  AT601904300000121212: { days: 5, failure: 'charge_exceeds_weekly_limit' },
  AT981904300002222227: { days: 5, failure: 'insufficient_funds' },
  DE62370400440532013001: { days: 5, failure: 'generic_decline' },
  DE35370400440532013002: { days: 5, failure: null, disputed: true },
  DE78370400440532013004: { days: 5, failure: 'generic_decline' },
  DE65370400440000343434: { days: 5, failure: 'charge_exceeds_source_limit' },
  DE27370400440000121212: { days: 5, failure: 'charge_exceeds_weekly_limit' },
  DE65370400440002222227: { days: 5, failure: 'insufficient_funds' },
  FR8420041010050500013M02607: { days: 5, failure: 'generic_decline' },
  FR5720041010050500013M02608: { days: 5, failure: null, disputed: true },
}

/** Returns how a debit of an account in the United States ends. */
export function usDebitResult(accountNumber: string): DebitResult {
  return US_ACCOUNTS[accountNumber] ?? { days: DAYS, failure: null }
}

/** Returns how a SEPA debit ends. */
export function sepaDebitResult(iban: string): DebitResult {
  return SEPA_ACCOUNTS[iban] ?? { days: 5, failure: null }
}

/** Returns what the customer is told about a failed debit. */
export function debitFailureMessage(code: string): string {
  const messages: Readonly<Record<string, string>> = {
    account_closed: 'The customer’s bank account has been closed.',
    no_account: 'The customer’s bank account could not be located.',
    insufficient_funds: 'The customer’s account has insufficient funds to cover this payment.',
    debit_not_authorized: 'The customer has notified their bank that this payment was unauthorized.',
    invalid_currency: 'The bank was unable to process this payment because of its currency.',
    charge_exceeds_weekly_limit: 'The payment exceeds the weekly volume limit of the account.',
    charge_exceeds_source_limit: 'The payment exceeds the limit of the source.',
  }
  return messages[code] ?? 'The payment was declined by the bank.'
}

/** Returns whether an IBAN has its form and its check digits (ISO 13616). */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(text)) return false
  const digits = [...text.slice(4), ...text.slice(0, 4)].map((each) => Number.parseInt(each, 36).toString()).join('')
  let remainder = 0
  for (const digit of digits) remainder = (remainder * 10 + Number(digit)) % 97
  return remainder === 1
}
