/** A refusal by the bank. https://docs.stripe.com/declines/codes */
export interface Decline {
  /** The vendor's error code: `card_declined`, `expired_card`. */
  readonly code: string
  readonly declineCode: string
}

/** How a card asks for authentication. https://docs.stripe.com/testing#regulatory-cards */
type Authentication =
  /** At every payment and setup. */
  | 'always'
  /** At every payment on session until the card was set up for later payments. */
  | 'unless_set_up'
  /** At payments on session; off session it counts as set up. */
  | 'on_session'
  /** At every payment that asks for 3-D Secure, and where the bank requires it. */
  | 'required'
  /** At every payment, without asking the customer anything. */
  | 'frictionless'
  /** Only where the request asks for it. */
  | 'optional'
  /** The bank supports it, and its page fails. */
  | 'optional_error'
  /** Required, and the bank's page fails. */
  | 'required_error'

/**
 * A program of a card network under which a dispute may be answered.
 * https://docs.stripe.com/api/disputes/object#dispute_object-enhanced_eligibility_types
 */
type DisputeEligibility = 'visa_compelling_evidence_3' | 'visa_compliance' | 'mastercard_compliance'

/** A test card and its behaviour. https://docs.stripe.com/testing */
export interface TestCard {
  /** The name by which `payments.card` finds the card, and the end of `pm_card_<name>` and `tok_<name>`. */
  readonly name: string
  readonly number: string
  readonly brand: string
  readonly funding: 'credit' | 'debit' | 'prepaid'
  readonly country: string
  /** Every charge is declined, and attaching the card to a customer too. */
  readonly decline?: Decline
  /** Charges are declined; attaching succeeds. */
  readonly chargeDecline?: Decline
  readonly authentication?: Authentication
  /** The decline off session where the card needs authentication; that of the vendor's other cards when absent. */
  readonly offSessionDecline?: Decline
  readonly risk?: 'elevated' | 'highest' | 'blocked'
  readonly checks?: {
    readonly cvc?: 'fail' | 'unavailable'
    readonly line1?: 'fail' | 'unavailable'
    readonly postalCode?: 'fail' | 'unavailable'
  }
  /** The charge succeeds and is then disputed with this reason. */
  readonly dispute?: {
    readonly reason: string
    readonly inquiry?: boolean
    readonly count?: number
    readonly eligibility?: DisputeEligibility
  }
  readonly earlyFraudWarning?: boolean
  readonly refund?: 'pending' | 'fails'
  /** The money is available at once. */
  readonly bypassPending?: boolean
  /** Other ends of `pm_card_…` and `tok_…`, and other names for `payments.card`. */
  readonly aliases?: readonly string[]
}

function visa(name: string, number: string, rest: Partial<TestCard> = {}): TestCard {
  return { name, number, brand: 'visa', funding: 'credit', country: 'US', ...rest }
}

function mastercard(name: string, number: string, rest: Partial<TestCard> = {}): TestCard {
  return { name, number, brand: 'mastercard', funding: 'credit', country: 'US', ...rest }
}

function declined(code: string, declineCode: string): { readonly decline: Decline } {
  return { decline: { code, declineCode } }
}

const BRANDS: readonly TestCard[] = [
  visa('visa', '4242424242424242', { aliases: ['us', 'success'] }),
  visa('visa_debit', '4000056655665556', { funding: 'debit' }),
  { name: 'mastercard', number: '5555555555554444', brand: 'mastercard', funding: 'credit', country: 'US' },
  { name: 'mastercard_2series', number: '2223003122003222', brand: 'mastercard', funding: 'credit', country: 'US' },
  { name: 'mastercard_debit', number: '5200828282828210', brand: 'mastercard', funding: 'debit', country: 'US' },
  { name: 'mastercard_prepaid', number: '5105105105105100', brand: 'mastercard', funding: 'prepaid', country: 'US' },
  { name: 'amex', number: '371449635398431', brand: 'amex', funding: 'credit', country: 'US' },
  {
    name: 'amex_second',
    number: '378282246310005',
    brand: 'amex',
    funding: 'credit',
    country: 'US',
    aliases: ['amex_threeDSecureNotSupported'],
  },
  { name: 'discover', number: '6011000990139424', brand: 'discover', funding: 'credit', country: 'US' },
  { name: 'discover_second', number: '6011111111111117', brand: 'discover', funding: 'credit', country: 'US' },
  { name: 'discover_debit', number: '6011981111111113', brand: 'discover', funding: 'debit', country: 'US' },
  { name: 'diners', number: '3056930009020004', brand: 'diners', funding: 'credit', country: 'US' },
  { name: 'diners_14digits', number: '36227206271667', brand: 'diners', funding: 'credit', country: 'US' },
  { name: 'bccard', number: '6555900000604105', brand: 'discover', funding: 'credit', country: 'KR' },
  { name: 'jcb', number: '3566002020360505', brand: 'jcb', funding: 'credit', country: 'JP' },
  { name: 'unionpay', number: '6200000000000005', brand: 'unionpay', funding: 'credit', country: 'CN' },
  { name: 'unionpay_debit', number: '6200000000000047', brand: 'unionpay', funding: 'debit', country: 'CN' },
  { name: 'unionpay_19digits', number: '6205500000000000004', brand: 'unionpay', funding: 'credit', country: 'CN' },
  visa('visa_cartesBancaires', '4000002500001001', { country: 'FR' }),
  {
    name: 'mastercard_cartesBancaires',
    number: '5555552500001001',
    brand: 'mastercard',
    funding: 'credit',
    country: 'FR',
  },
  visa('visa_debit_eftposAuCoBranded', '4000050360000001', { country: 'AU', funding: 'debit' }),
  mastercard('mastercard_debit_eftposAuCoBranded', '5555050360000080', { country: 'AU', funding: 'debit' }),
  // Numbers of older editions of the vendor's list, which it still takes.
  visa('visa_second', '4012888888881881'),
  { name: 'diners_16digits', number: '30569309025904', brand: 'diners', funding: 'credit', country: 'US' },
  { name: 'diners_second', number: '38520000023237', brand: 'diners', funding: 'credit', country: 'US' },
]

/** Cards of other countries: `pm_card_br`. */
const COUNTRIES: readonly TestCard[] = (
  'ar 4000000320000021, br 4000000760000002, ca 4000001240000000, cl 4000001520000001, co 4000001700000003, ' +
  'cr 4000001880000005, ec 4000002180000000, mx 4000004840008001, pa 4000005910000000, py 4000006000000066, ' +
  'pe 4000006040000068, uy 4000008580000003, ae 4000007840000001, at 4000000400000008, be 4000000560000004, ' +
  'bg 4000001000000000, by 4000001120000005, hr 4000001910000009, cy 4000001960000008, cz 4000002030000002, ' +
  'dk 4000002080000001, ee 4000002330000009, fi 4000002460000001, fr 4000002500000003, de 4000002760000016, ' +
  'gi 4000002920000005, gr 4000003000000030, hu 4000003480000005, ie 4000003720000005, it 4000003800000008, ' +
  'lv 4000004280000005, li 4000004380000004, lt 4000004400000000, lu 4000004420000006, mt 4000004700000007, ' +
  'nl 4000005280000002, no 4000005780000007, pl 4000006160000005, pt 4000006200000007, ro 4000006420000001, ' +
  'sa 4000006820000007, si 4000007050000006, sk 4000007030000001, es 4000007240000007, se 4000007520000008, ' +
  'ch 4000007560000009, gb 4000008260000000, au 4000000360000006, cn 4000001560000002, hk 4000003440000004, ' +
  'in 4000003560000008, jp 4000003920000003, my 4000004580000002, nz 4000005540000008, sg 4000007020000003, ' +
  'tw 4000001580000008, th 4000007640000003'
)
  .split(', ')
  .map((pair) => {
    const [code = '', number = ''] = pair.split(' ')
    const aliases = code === 'th' ? ['th_credit'] : []
    return visa(code, number, { country: code.toUpperCase(), aliases })
  })

/** More cards of countries that have several. */
const MORE_OF_COUNTRIES: readonly TestCard[] = [
  { name: 'mx_carnet', number: '5062210000000009', brand: 'unknown', funding: 'credit', country: 'MX' },
  mastercard('ae_mastercard', '5200007840000022', { country: 'AE' }),
  visa('gb_debit', '4000058260000005', { country: 'GB', funding: 'debit' }),
  mastercard('gb_mastercard', '5555558265554449', { country: 'GB' }),
  { name: 'jp_jcb', number: '3530111333300000', brand: 'jcb', funding: 'credit', country: 'JP' },
  visa('th_debit', '4000057640000008', { country: 'TH', funding: 'debit' }),
]

const DECLINES: readonly TestCard[] = [
  visa('visa_chargeDeclined', '4000000000000002', {
    ...declined('card_declined', 'generic_decline'),
    aliases: ['chargeDeclined', 'generic_decline', 'card_declined', 'declined'],
  }),
  visa('visa_chargeDeclinedInsufficientFunds', '4000000000009995', {
    ...declined('card_declined', 'insufficient_funds'),
    aliases: ['chargeDeclinedInsufficientFunds', 'insufficient_funds'],
  }),
  visa('visa_chargeDeclinedLostCard', '4000000000009987', {
    ...declined('card_declined', 'lost_card'),
    aliases: ['chargeDeclinedLostCard', 'lost_card'],
  }),
  visa('visa_chargeDeclinedStolenCard', '4000000000009979', {
    ...declined('card_declined', 'stolen_card'),
    aliases: ['chargeDeclinedStolenCard', 'stolen_card'],
  }),
  visa('chargeDeclinedExpiredCard', '4000000000000069', {
    ...declined('expired_card', 'expired_card'),
    aliases: ['visa_chargeDeclinedExpiredCard', 'expired_card'],
  }),
  visa('chargeDeclinedIncorrectCvc', '4000000000000127', {
    ...declined('incorrect_cvc', 'incorrect_cvc'),
    aliases: ['visa_chargeDeclinedIncorrectCvc', 'incorrect_cvc'],
  }),
  visa('chargeDeclinedProcessingError', '4000000000000119', {
    ...declined('processing_error', 'processing_error'),
    aliases: ['visa_chargeDeclinedProcessingError', 'processing_error'],
  }),
  visa('visa_chargeDeclinedVelocityLimitExceeded', '4000000000006975', {
    ...declined('card_declined', 'card_velocity_exceeded'),
    aliases: ['chargeDeclinedVelocityLimitExceeded', 'card_velocity_exceeded'],
  }),
  visa('chargeCustomerFail', '4000000000000341', {
    chargeDecline: { code: 'card_declined', declineCode: 'generic_decline' },
    aliases: ['visa_chargeCustomerFail', 'decline_after_attaching'],
  }),
]

const FRAUD: readonly TestCard[] = [
  visa('radarBlock', '4100000000000019', {
    decline: { code: 'card_declined', declineCode: 'fraudulent' },
    risk: 'blocked',
    checks: { cvc: 'unavailable' },
    aliases: ['chargeDeclinedFraudulent', 'visa_chargeDeclinedFraudulent', 'fraudulent'],
  }),
  visa('riskLevelHighest', '4000000000004954', { risk: 'highest' }),
  visa('riskLevelElevated', '4000000000009235', { risk: 'elevated' }),
  visa('cvcCheckFail', '4000000000000101', { checks: { cvc: 'fail' } }),
  visa('avsZipFail', '4000000000000036', { checks: { postalCode: 'fail' } }),
  visa('cvcCheckFailElevatedRisk', '4000058400307872', { checks: { cvc: 'fail' }, risk: 'elevated' }),
  visa('avsZipFailElevatedRisk', '4000058400306072', { checks: { postalCode: 'fail' }, risk: 'elevated' }),
  visa('avsLine1Fail', '4000000000000028', { checks: { line1: 'fail' } }),
  visa('avsFail', '4000000000000010', { checks: { line1: 'fail', postalCode: 'fail' } }),
  visa('avsUnchecked', '4000000000000044', { checks: { line1: 'unavailable', postalCode: 'unavailable' } }),
]

const DISPUTES: readonly TestCard[] = [
  visa('createDispute', '4000000000000259', {
    dispute: { reason: 'fraudulent' },
    aliases: ['dispute', 'visa_createDispute'],
  }),
  visa('createDisputeProductNotReceived', '4000000000002685', { dispute: { reason: 'product_not_received' } }),
  visa('createDisputeInquiry', '4000000000001976', { dispute: { reason: 'fraudulent', inquiry: true } }),
  visa('createMultipleDisputes', '4000000404000079', { dispute: { reason: 'fraudulent', count: 2 } }),
  visa('createCe3EligibleDispute', '4000000404000038', {
    dispute: { reason: 'fraudulent', eligibility: 'visa_compelling_evidence_3' },
  }),
  visa('createComplianceDispute', '4000008400000779', {
    dispute: { reason: 'noncompliant', eligibility: 'visa_compliance' },
  }),
  mastercard('createMastercardComplianceDispute', '5105008400000002', {
    dispute: { reason: 'noncompliant', eligibility: 'mastercard_compliance' },
  }),
  visa('createAutoRepresentmentEligibleDispute', '4000000001000043', { dispute: { reason: 'fraudulent' } }),
  // Prevented only in accounts that are enrolled in the prevention of disputes, which a new account is not.
  visa('createRapidDisputeResolutionDispute', '4000000404004816', { dispute: { reason: 'fraudulent' } }),
  visa('createCe3BlockDispute', '4000000404005649', { dispute: { reason: 'fraudulent' } }),
  mastercard('createEthocaAlert', '5105000300000018', { dispute: { reason: 'fraudulent' } }),
  visa('createIssuerFraudRecord', '4000000000005423', { earlyFraudWarning: true, aliases: ['early_fraud_warning'] }),
]

const MONEY: readonly TestCard[] = [
  visa('pendingRefund', '4000000000007726', { refund: 'pending' }),
  visa('refundFail', '4000000000005126', { refund: 'fails', aliases: ['refund_fail'] }),
  visa('bypassPending', '4000000000000077', { bypassPending: true }),
  visa('bypassPendingInternational', '4000003720000278', { bypassPending: true, country: 'IE' }),
]

const AUTHENTICATION: readonly TestCard[] = [
  visa('authenticationRequiredOnSetup', '4000002500003155', {
    authentication: 'unless_set_up',
    country: 'FR',
    aliases: ['authentication_unless_set_up'],
  }),
  visa('authenticationRequired', '4000002760003184', {
    authentication: 'always',
    country: 'DE',
    aliases: ['authentication_required', 'visa_threeDSecureRequired'],
  }),
  visa('authenticationRequiredSetupForOffSession', '4000003800000446', { authentication: 'on_session', country: 'IT' }),
  visa('authenticationRequiredChargeDeclinedInsufficientFunds', '4000008260003178', {
    authentication: 'always',
    country: 'GB',
    chargeDecline: { code: 'card_declined', declineCode: 'insufficient_funds' },
    aliases: ['authentication_required_insufficient_funds'],
  }),
  visa('threeDSecure2Required', '4000000000003220', {
    authentication: 'required',
    aliases: ['three_d_secure_required'],
  }),
  visa('threeDSecureRequired', '4000000000003063', {
    authentication: 'required',
    offSessionDecline: { code: 'card_declined', declineCode: 'generic_decline' },
  }),
  visa('threeDSecureRequiredUs', '4000008400000027', { authentication: 'required' }),
  visa('threeDSecureFrictionless', '4000000032200000', { authentication: 'frictionless' }),
  // The kinds of challenges that a phone shows; a browser shows one page for all.
  visa('threeDSecureOutOfBand', '4000582600000094', { authentication: 'always' }),
  visa('threeDSecureOneTimePasscode', '4000582600000045', { authentication: 'always' }),
  visa('threeDSecureSingleSelect', '4000582600000102', { authentication: 'always' }),
  visa('threeDSecureMultiSelect', '4000582600000110', { authentication: 'always' }),
  visa('threeDSecureRequiredChargeDeclined', '4000008400001629', {
    authentication: 'required',
    chargeDecline: { code: 'card_declined', declineCode: 'generic_decline' },
  }),
  visa('threeDSecureRequiredProcessingError', '4000008400001280', { authentication: 'required_error' }),
  visa('threeDSecureOptional', '4000000000003055', { authentication: 'optional' }),
  visa('threeDSecureOptionalProcessingError', '4000000000003097', { authentication: 'optional_error' }),
]

/** Cards whose payments succeed here: a captcha is never shown, and no terminal asks for a PIN. */
const ELSEWHERE: readonly TestCard[] = [
  visa('captcha', '4000000000001208'),
  visa('captcha_second', '4000000000003725'),
  visa('offline_pin', '4001007020000002'),
  visa('offline_pin_retry', '4000008260000075', { country: 'GB' }),
  visa('online_pin', '4001000360000005', { country: 'AU' }),
  visa('online_pin_retry', '4000002760000008', { country: 'DE' }),
]

/** The vendor's test cards. */
const TEST_CARDS: readonly TestCard[] = [
  ...BRANDS,
  ...COUNTRIES,
  ...MORE_OF_COUNTRIES,
  ...DECLINES,
  ...FRAUD,
  ...DISPUTES,
  ...MONEY,
  ...AUTHENTICATION,
  ...ELSEWHERE,
]

const byNumber = new Map(TEST_CARDS.map((card) => [card.number, card]))
const byName = new Map(
  TEST_CARDS.flatMap((card) => [card.name, ...(card.aliases ?? [])].map((name) => [name, card] as const)),
)

/** Returns the test card with a number. */
export function cardByNumber(number: string): TestCard | undefined {
  return byNumber.get(number)
}

/** Returns the test card of a name: `visa`, `insufficient_funds`, `visa_chargeDeclined`. */
export function cardByName(name: string): TestCard | undefined {
  return byName.get(name)
}

/** Returns the vendor's test cards. */
export function testCards(): readonly TestCard[] {
  return TEST_CARDS
}

/** Returns the names by which {@link cardByName} finds cards. */
export function cardNames(): readonly string[] {
  return [...byName.keys()]
}
