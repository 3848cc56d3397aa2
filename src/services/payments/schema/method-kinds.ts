import { MINUTE } from '#core/duration.ts'

/** A part of the billing details that a payment method cannot do without. */
export type NeededDetail = 'name' | 'email' | 'phone' | 'country' | 'address'

/** The way in which a customer is led to where the payment is authorized. */
type Action =
  | 'redirect'
  | 'alipay'
  | 'cashapp'
  | 'wechat_pay'
  | 'blik'
  | 'boleto'
  | 'oxxo'
  | 'konbini'
  | 'multibanco'
  | 'paynow'
  | 'pix'
  | 'promptpay'
  | 'swish'
  | 'upi'
  | 'await_authorization'
  | 'mb_way_await_authorization'
  | 'payto_await_authorization'

/**
 * A kind of payment method that the customer authorizes outside of the form: on the page of a bank or a wallet, in an
 * application, or by paying a voucher in a shop. https://docs.stripe.com/payments/payment-methods/overview
 */
export interface MethodKind {
  /** The name that people know. */
  readonly label: string
  /** The currencies that it takes, in lower case. */
  readonly currencies: readonly string[]
  /** Default: redirect */
  readonly action?: Action
  readonly needs?: readonly NeededDetail[]
  /** The parameter of its own that a form asks for. */
  readonly asks?: {
    readonly param: string
    readonly label: string
    readonly choices?: Readonly<Record<string, string>>
  }
  /** How later payments are made: by the method itself, or by the SEPA debit that follows. Default: not at all */
  readonly saves?: 'itself' | 'sepa_debit'
  /** True for a kind that can hold an amount to be captured later. */
  readonly manualCapture?: boolean
  /**
   * The status of a new refund; `never` where the vendor refunds nothing. `requires_action`: the customer is asked for
   * a bank account first. Default: succeeded
   */
  readonly refunds?: 'pending' | 'requires_action' | 'never'
  /**
   * Milliseconds of the clock from the customer's authorization until the bank has paid; the payment is processing
   * until then. Default: 0
   */
  readonly settlesAfter?: number
  /** The smallest and the largest amount by currency, in minor units. */
  readonly amounts?: Readonly<Record<string, readonly [least: number, most: number]>>
}

const EUR = ['eur']

/** The vendor's name of a kind in {@link METHOD_KINDS}: it is published, so it is written out. */
export type MethodKindName =
  | 'affirm'
  | 'afterpay_clearpay'
  | 'alipay'
  | 'alma'
  | 'amazon_pay'
  | 'bancontact'
  | 'billie'
  | 'bizum'
  | 'blik'
  | 'boleto'
  | 'cashapp'
  | 'crypto'
  | 'eps'
  | 'fpx'
  | 'grabpay'
  | 'ideal'
  | 'kakao_pay'
  | 'klarna'
  | 'konbini'
  | 'kr_card'
  | 'mb_way'
  | 'mobilepay'
  | 'multibanco'
  | 'naver_pay'
  | 'oxxo'
  | 'p24'
  | 'pay_by_bank'
  | 'payco'
  | 'paynow'
  | 'paypal'
  | 'paypay'
  | 'payto'
  | 'pix'
  | 'promptpay'
  | 'revolut_pay'
  | 'samsung_pay'
  | 'satispay'
  | 'scalapay'
  | 'sequra'
  | 'sunbit'
  | 'swish'
  | 'twint'
  | 'upi'
  | 'wechat_pay'
  | 'zip'

/** The kinds by the vendor's name. giropay and sofort are absent: the vendor has retired them. */
export const METHOD_KINDS = {
  affirm: {
    label: 'Affirm',
    currencies: ['usd', 'cad'],
    manualCapture: true,
    amounts: { usd: [3500, 3_000_000], cad: [3500, 3_000_000] },
  },
  afterpay_clearpay: {
    label: 'Afterpay',
    currencies: ['usd', 'cad', 'gbp', 'aud', 'nzd'],
    needs: ['name', 'email', 'address'],
    manualCapture: true,
    amounts: {
      usd: [100, 400_000],
      cad: [100, 200_000],
      gbp: [100, 120_000],
      aud: [100, 200_000],
      nzd: [100, 200_000],
    },
  },
  alipay: {
    label: 'Alipay',
    currencies: ['cny', 'aud', 'cad', 'eur', 'gbp', 'hkd', 'jpy', 'sgd', 'myr', 'nzd', 'usd'],
    action: 'alipay',
  },
  alma: { label: 'Alma', currencies: EUR, manualCapture: true, amounts: { eur: [5000, 200_000] } },
  amazon_pay: {
    label: 'Amazon Pay',
    currencies: ['usd', 'aud', 'gbp', 'dkk', 'eur', 'hkd', 'jpy', 'nzd', 'nok', 'zar', 'sek', 'chf'],
    saves: 'itself',
    manualCapture: true,
  },
  bancontact: { label: 'Bancontact', currencies: EUR, needs: ['name'], saves: 'sepa_debit', refunds: 'pending' },
  billie: { label: 'Billie', currencies: ['eur', 'gbp', 'sek'], needs: ['email', 'country'], manualCapture: true },
  bizum: { label: 'Bizum', currencies: EUR, action: 'await_authorization', needs: ['phone'] },
  blik: { label: 'BLIK', currencies: ['pln'], action: 'blik', asks: { param: 'code', label: 'BLIK code' } },
  boleto: {
    label: 'Boleto',
    currencies: ['brl'],
    action: 'boleto',
    asks: { param: 'tax_id', label: 'CPF/CNPJ' },
    needs: ['name', 'email', 'address'],
    refunds: 'never',
    amounts: { brl: [500, 4_999_999] },
  },
  cashapp: { label: 'Cash App Pay', currencies: ['usd'], action: 'cashapp', saves: 'itself', manualCapture: true },
  crypto: { label: 'Crypto', currencies: ['usd'] },
  eps: { label: 'EPS', currencies: EUR, needs: ['name'], refunds: 'pending' },
  fpx: {
    label: 'FPX',
    currencies: ['myr'],
    asks: {
      param: 'bank',
      label: 'Bank',
      choices: { maybank2u: 'Maybank2U', cimb: 'CIMB Clicks', public_bank: 'Public Bank', rhb: 'RHB Bank' },
    },
    refunds: 'pending',
    amounts: { myr: [200, 3_000_000] },
  },
  grabpay: { label: 'GrabPay', currencies: ['sgd', 'myr'] },
  ideal: { label: 'iDEAL', currencies: EUR, saves: 'sepa_debit', refunds: 'pending' },
  kakao_pay: { label: 'Kakao Pay', currencies: ['krw'], saves: 'itself', manualCapture: true },
  klarna: {
    label: 'Klarna',
    currencies: ['aud', 'cad', 'chf', 'czk', 'dkk', 'eur', 'gbp', 'nok', 'nzd', 'pln', 'ron', 'sek', 'usd'],
    needs: ['email', 'country'],
    saves: 'itself',
    manualCapture: true,
  },
  konbini: {
    label: 'Konbini',
    currencies: ['jpy'],
    action: 'konbini',
    needs: ['name', 'email'],
    refunds: 'requires_action',
    amounts: { jpy: [120, 300_000] },
  },
  kr_card: { label: 'Korean cards', currencies: ['krw'], saves: 'itself', manualCapture: true },
  mb_way: { label: 'MB WAY', currencies: EUR, action: 'mb_way_await_authorization', needs: ['phone'] },
  mobilepay: { label: 'MobilePay', currencies: ['dkk', 'eur', 'nok', 'sek'], manualCapture: true },
  multibanco: {
    label: 'Multibanco',
    currencies: EUR,
    action: 'multibanco',
    needs: ['email'],
    refunds: 'requires_action',
    amounts: { eur: [100, 9_999_900] },
  },
  naver_pay: { label: 'Naver Pay', currencies: ['krw'], saves: 'itself', manualCapture: true },
  oxxo: {
    label: 'OXXO',
    currencies: ['mxn'],
    action: 'oxxo',
    needs: ['name', 'email'],
    refunds: 'never',
    amounts: { mxn: [1000, 1_000_000] },
  },
  p24: { label: 'Przelewy24', currencies: ['eur', 'pln'], needs: ['email'], refunds: 'pending' },
  pay_by_bank: { label: 'Pay by Bank', currencies: ['gbp'], refunds: 'pending' },
  payco: { label: 'PAYCO', currencies: ['krw'], manualCapture: true },
  paynow: { label: 'PayNow', currencies: ['sgd'], action: 'paynow' },
  paypal: {
    label: 'PayPal',
    currencies: ['eur', 'gbp', 'usd', 'chf', 'czk', 'dkk', 'nok', 'pln', 'sek', 'aud', 'cad', 'hkd', 'nzd', 'sgd'],
    saves: 'itself',
    manualCapture: true,
  },
  paypay: { label: 'PayPay', currencies: ['jpy'] },
  payto: {
    label: 'PayTo',
    currencies: ['aud'],
    action: 'payto_await_authorization',
    asks: { param: 'pay_id', label: 'PayID' },
    saves: 'itself',
    settlesAfter: MINUTE,
  },
  pix: { label: 'Pix', currencies: ['brl'], action: 'pix', amounts: { brl: [50, 300_000] } },
  promptpay: {
    label: 'PromptPay',
    currencies: ['thb'],
    action: 'promptpay',
    needs: ['email'],
    refunds: 'requires_action',
  },
  revolut_pay: {
    label: 'Revolut Pay',
    currencies: ['eur', 'gbp', 'ron', 'huf', 'pln', 'dkk'],
    saves: 'itself',
    manualCapture: true,
  },
  samsung_pay: { label: 'Samsung Pay', currencies: ['krw'], manualCapture: true },
  satispay: { label: 'Satispay', currencies: EUR, manualCapture: true },
  scalapay: { label: 'Scalapay', currencies: EUR, manualCapture: true },
  sequra: { label: 'seQura', currencies: EUR, manualCapture: true },
  sunbit: { label: 'Sunbit', currencies: ['usd'], manualCapture: true },
  swish: { label: 'Swish', currencies: ['sek'], action: 'swish' },
  twint: { label: 'TWINT', currencies: ['chf'], amounts: { chf: [1, 500_000] } },
  upi: { label: 'UPI', currencies: ['inr'], action: 'upi', saves: 'itself' },
  wechat_pay: {
    label: 'WeChat Pay',
    currencies: ['cny', 'aud', 'cad', 'eur', 'gbp', 'hkd', 'jpy', 'sgd', 'usd', 'dkk', 'nok', 'sek', 'chf'],
    action: 'wechat_pay',
  },
  zip: { label: 'Zip', currencies: ['aud', 'usd'] },
} as const satisfies Readonly<Record<MethodKindName, MethodKind>>

/** The names of the kinds, in the order of the alphabet. */
export const METHOD_KIND_NAMES = Object.keys(METHOD_KINDS) as readonly MethodKindName[] // the keys of the literal above

/** Returns the kind with a name; undefined for cards, debits and Link, which no page of the vendor's leads on. */
export function kindNamed(name: string): MethodKind | undefined {
  return Object.hasOwn(METHOD_KINDS, name) ? METHOD_KINDS[name as MethodKindName] : undefined // it is one of the keys
}
