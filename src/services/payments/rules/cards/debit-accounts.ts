import { DEBIT_KINDS, type DebitKindName } from '#payments/schema/debit-kinds.ts'
import type { DebitResult } from './bank-accounts.ts'

/** How the debits of a test account end. */
interface TestAccount {
  /** The end of the id of the vendor's test payment method: `pm_bacsDebit_<scenario>`; absent where it has none. */
  readonly scenario?: string
  readonly number: string
  /** The suffix of the number, where the bank has one. */
  readonly suffix?: string
  /** The vendor's code of the failure; absent where the debit succeeds. */
  readonly failure?: string
  readonly disputed?: boolean
  /** True where the mandate is inactive after the failure. */
  readonly endsMandate?: boolean
  /** True where the debit never ends. */
  readonly staysProcessing?: boolean
  /** True where the vendor refuses the account as a payment method. */
  readonly refused?: boolean
}

interface TestBank {
  /** The beginning of the ids of test payment methods. */
  readonly prefix: string
  readonly bank: Readonly<Record<string, string>>
  readonly accounts: readonly TestAccount[]
}

/**
 * The vendor's test accounts. Those whose end comes late there end like the others here: a debit takes days of the
 * clock. https://docs.stripe.com/payments/bacs-debit/accept-a-payment#test-account-numbers
 */
const TEST_BANKS: Readonly<Record<DebitKindName, TestBank>> = {
  acss_debit: {
    prefix: 'pm_acssDebit',
    bank: { institution_number: '000', transit_number: '11000' },
    accounts: [
      { scenario: 'success', number: '000123456789' },
      { number: '900123456789' },
      { scenario: 'accountClosed', number: '000111111113', failure: 'account_closed', endsMandate: true },
      { scenario: 'noAccount', number: '000111111116', failure: 'no_account', endsMandate: true },
      { scenario: 'insufficientFunds', number: '000222222227', failure: 'insufficient_funds' },
      { number: '900222222227', failure: 'insufficient_funds' },
      { scenario: 'debitNotAuthorized', number: '000333333335', failure: 'debit_not_authorized', endsMandate: true },
      { scenario: 'dispute', number: '000555555559', disputed: true },
      { number: '000777777771', failure: 'charge_exceeds_weekly_limit' },
      { number: '000888888881', failure: 'charge_exceeds_transaction_limit' },
    ],
  },
  au_becs_debit: {
    prefix: 'pm_auBecsDebit',
    bank: { bsb_number: '000000' },
    accounts: [
      { scenario: 'success', number: '000123456' },
      { scenario: 'successDelayed', number: '900123456' },
      { scenario: 'accountClosed', number: '111111113', failure: 'account_closed', endsMandate: true },
      { scenario: 'noAccount', number: '111111116', failure: 'no_account', endsMandate: true },
      { scenario: 'referToCustomer', number: '222222227', failure: 'refer_to_customer' },
      { scenario: 'referToCustomerDelayed', number: '922222227', failure: 'refer_to_customer' },
      { scenario: 'debitNotAuthorized', number: '333333335', failure: 'debit_not_authorized', endsMandate: true },
      { scenario: 'dispute', number: '666666660', disputed: true },
      { scenario: 'exceedsWeeklyLimit', number: '343434343', failure: 'charge_exceeds_source_limit' },
      { scenario: 'exceedsTransactionLimit', number: '121212121', failure: 'charge_exceeds_transaction_limit' },
    ],
  },
  bacs_debit: {
    prefix: 'pm_bacsDebit',
    bank: { sort_code: '108800' },
    accounts: [
      { scenario: 'success', number: '00012345' },
      { scenario: 'successDelayed', number: '90012345' },
      { scenario: 'debitNotAuthorized', number: '33333335', failure: 'debit_not_authorized', endsMandate: true },
      { scenario: 'debitNotAuthorizedDelayed', number: '93333335', failure: 'debit_not_authorized', endsMandate: true },
      { scenario: 'insufficientFunds', number: '22222227', failure: 'insufficient_funds' },
      { scenario: 'insufficientFundsDelayed', number: '92222227', failure: 'insufficient_funds' },
      { scenario: 'dispute', number: '55555559', disputed: true },
      { scenario: 'mandateRefused', number: '00033333', failure: 'debit_not_authorized', endsMandate: true },
      { number: '00044444', refused: true },
      { scenario: 'exceedsWeeklyLimit', number: '34343434', failure: 'charge_exceeds_source_limit' },
      { scenario: 'exceedsTransactionLimit', number: '12121212', failure: 'charge_exceeds_transaction_limit' },
    ],
  },
  // https://docs.stripe.com/payments/nz-bank-account/accept-a-payment#test-your-integration
  nz_bank_account: {
    prefix: 'pm_nzBankAccount',
    bank: { bank_code: '11', branch_code: '0000' },
    accounts: [
      { scenario: 'success', number: '0000000', suffix: '010' },
      { scenario: 'insufficientFunds', number: '2222222', suffix: '027', failure: 'insufficient_funds' },
      { scenario: 'referToCustomer', number: '8888888', suffix: '000', failure: 'refer_to_customer' },
      { scenario: 'noAccount', number: '1111111', suffix: '016', failure: 'no_account', endsMandate: true },
      {
        scenario: 'debitNotAuthorized',
        number: '5555555',
        suffix: '059',
        failure: 'debit_not_authorized',
        endsMandate: true,
      },
      { scenario: 'processing', number: '9999999', suffix: '000', staysProcessing: true },
    ],
  },
}

/** Returns the test account with a number; one that succeeds for another number. */
export function testDebitAccount(name: DebitKindName, number: string): TestAccount {
  return TEST_BANKS[name].accounts.find((each) => each.number === number) ?? { number }
}

/** Returns how a debit of an account ends. */
export function bankDebitResult(name: DebitKindName, number: string): DebitResult {
  const { failure = null, disputed = false, staysProcessing = false } = testDebitAccount(name, number)
  return { days: staysProcessing ? null : DEBIT_KINDS[name].days, failure, disputed }
}

/** Returns the account of the vendor's test payment method with an id; undefined for another id. */
export function debitTestMethod(
  id: string,
): { readonly name: DebitKindName; readonly number: string; readonly bank: TestBank['bank'] } | undefined {
  for (const [name, { prefix, bank, accounts }] of Object.entries(TEST_BANKS)) {
    const account = accounts.find(({ scenario }) => scenario !== undefined && id === `${prefix}_${scenario}`)
    if (account === undefined) continue
    const { number, suffix } = account
    return { name: name as DebitKindName, number, bank: suffix === undefined ? bank : { ...bank, suffix } } // a key of the table
  }
  return undefined
}
