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

/**
 * Test accounts in the United States by number.
 * https://docs.stripe.com/payments/ach-direct-debit/accept-a-payment#test-account-numbers
 */
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
  '000888888885': { days: DAYS, failure: 'tokenized_account_number_deactivated' },
}

/** The account that small deposits never reach. */
export const UNREACHABLE_ACCOUNT = '000666666661'

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
  usBankAccount_riskLevelHighest: '000000004954',
  usBankAccount_failMicrodeposits: UNREACHABLE_ACCOUNT,
}

/** The days that a SEPA debit takes. */
const SEPA_DAYS = 5

/**
 * The vendor's accounts of the single European payments area by country: one that succeeds, one that succeeds late, one
 * that fails, one that fails late, one whose payment is disputed. https://docs.stripe.com/testing#sepa-direct-debit
 */
export const SEPA_COUNTRIES: Readonly<Record<string, readonly [string, string, string, string, string]>> = {
  at: [
    'AT611904300234573201',
    'AT321904300235473204',
    'AT861904300235473202',
    'AT051904300235473205',
    'AT591904300235473203',
  ],
  be: ['BE62510007547061', 'BE78510007547064', 'BE68539007547034', 'BE51510007547065', 'BE08510007547063'],
  hr: [
    'HR7624020064583467589',
    'HR6323600002337876649',
    'HR2725000096983499248',
    'HR6723600004878117427',
    'HR8724840081455523553',
  ],
  ee: [
    'EE382200221020145685',
    'EE222200221020145682',
    'EE762200221020145680',
    'EE922200221020145683',
    'EE492200221020145681',
  ],
  fi: ['FI2112345600000785', 'FI3712345600000788', 'FI9112345600000786', 'FI1012345600000789', 'FI6412345600000787'],
  fr: [
    'FR1420041010050500013M02606',
    'FR3020041010050500013M02609',
    'FR8420041010050500013M02607',
    'FR7920041010050500013M02600',
    'FR5720041010050500013M02608',
  ],
  de: [
    'DE89370400440532013000',
    'DE08370400440532013003',
    'DE62370400440532013001',
    'DE78370400440532013004',
    'DE35370400440532013002',
  ],
  gi: [
    'GI60MPFS599327643783385',
    'GI08RRNW626436291644533',
    'GI41SAFA461293238477751',
    'GI50LROG772261344693297',
    'GI26KJBC361883934534696',
  ],
  ie: [
    'IE29AIBK93115212345678',
    'IE24AIBK93115212345671',
    'IE02AIBK93115212345679',
    'IE94AIBK93115212345672',
    'IE51AIBK93115212345670',
  ],
  li: [
    'LI0508800636123378777',
    'LI4408800387787111369',
    'LI1208800143823175626',
    'LI4908800356441975566',
    'LI7708800125525347723',
  ],
  lt: [
    'LT121000011101001000',
    'LT281000011101001003',
    'LT821000011101001001',
    'LT981000011101001004',
    'LT551000011101001002',
  ],
  lu: [
    'LU280019400644750000',
    'LU440019400644750003',
    'LU980019400644750001',
    'LU170019400644750004',
    'LU710019400644750002',
  ],
  nl: ['NL39RABO0300065264', 'NL55RABO0300065267', 'NL91ABNA0417164300', 'NL28RABO0300065268', 'NL82RABO0300065266'],
  no: ['NO9386011117947', 'NO8886011117940', 'NO6686011117948', 'NO6186011117941', 'NO3986011117949'],
  pt: [
    'PT50000201231234567890154',
    'PT66000201231234567890157',
    'PT23000201231234567890155',
    'PT39000201231234567890158',
    'PT93000201231234567890156',
  ],
  es: [
    'ES0700120345030000067890',
    'ES2300120345030000067893',
    'ES9121000418450200051332',
    'ES9300120345030000067894',
    'ES5000120345030000067892',
  ],
  se: [
    'SE3550000000054910000003',
    'SE5150000000054910000006',
    'SE0850000000054910000004',
    'SE2450000000054910000007',
    'SE7850000000054910000005',
  ],
  ch: [
    'CH9300762011623852957',
    'CH8656663438253651553',
    'CH5362200119938136497',
    'CH1843597160341964438',
    'CH1260378413965193069',
  ],
  gb: [
    'GB82WEST12345698765432',
    'GB98WEST12345698765435',
    'GB55WEST12345698765433',
    'GB71WEST12345698765436',
    'GB28WEST12345698765434',
  ],
}

/** The ends of test accounts that fail in every country, with the vendor's code of the failure. */
const SEPA_ENDS: readonly (readonly [end: string, failure: string])[] = [
  ['0343434', 'charge_exceeds_source_limit'],
  ['0121212', 'charge_exceeds_weekly_limit'],
  ['2222227', 'insufficient_funds'],
]

/** The ends of test accounts that are refused as payment methods, with the vendor's code and sentence. */
export const SEPA_REFUSED: readonly (readonly [end: string, code: string, message: string])[] = [
  ['055555', 'sepa_debit_bank_not_supported', 'The bank of this IBAN does not support SEPA Direct Debit.'],
  ['066666', 'sepa_debit_debits_not_supported', 'This IBAN cannot be debited by SEPA Direct Debit.'],
]

const SCENARIOS = ['success', 'successDelayed', 'failed', 'failedDelayed', 'disputed'] as const

/** The ends of `pm_sepaDebit_<scenario>_<country>` with the IBANs that they stand for. */
export const SEPA_METHODS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(SEPA_COUNTRIES).flatMap(([country, ibans]) =>
    SCENARIOS.map((scenario, index) => [`sepaDebit_${scenario}_${country}`, ibans[index] ?? '']),
  ),
)

const SEPA_RESULTS: ReadonlyMap<string, DebitResult> = new Map(
  Object.values(SEPA_COUNTRIES).flatMap(([, , failed, failedLate, disputed]): [string, DebitResult][] => [
    [failed, { days: SEPA_DAYS, failure: 'generic_decline' }],
    [failedLate, { days: SEPA_DAYS, failure: 'generic_decline' }],
    [disputed, { days: SEPA_DAYS, failure: null, disputed: true }],
  ]),
)

/** Returns how a debit of an account in the United States ends. */
export function usDebitResult(accountNumber: string): DebitResult {
  return US_ACCOUNTS[accountNumber] ?? { days: DAYS, failure: null }
}

/** Returns how a SEPA debit ends. */
export function sepaDebitResult(iban: string): DebitResult {
  const listed = SEPA_RESULTS.get(iban)
  if (listed !== undefined) return listed
  const failure = SEPA_ENDS.find(([end]) => iban.endsWith(end))?.[1] ?? null
  return { days: SEPA_DAYS, failure }
}

/** Returns what the customer is told about a failed debit. */
export function debitFailureMessage(code: string): string {
  const messages: Readonly<Record<string, string>> = {
    account_closed: 'The customer’s bank account has been closed.',
    no_account: 'The customer’s bank account could not be located.',
    insufficient_funds: 'The customer’s account has insufficient funds to cover this payment.',
    debit_not_authorized: 'The customer has notified their bank that this payment was unauthorized.',
    invalid_currency: 'The bank was unable to process this payment because of its currency.',
    tokenized_account_number_deactivated: 'The tokenized account number of the bank account is deactivated.',
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
