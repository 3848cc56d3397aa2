import { collection } from '#core/store.ts'
import type { AccountRow } from './account.ts'

/** A domain on which wallets are shown. https://docs.stripe.com/api/payment_method_domains/object */
export interface PaymentMethodDomain extends AccountRow {
  readonly domainName: string
  readonly enabled: boolean
}

/** A domain on which Apple Pay is shown. https://docs.stripe.com/api/apple_pay_domains */
export interface ApplePayDomain extends AccountRow {
  readonly domainName: string
}

/** The payment methods that the configurations of an account name. */
export const CONFIGURED_METHODS = [
  'acss_debit',
  'affirm',
  'afterpay_clearpay',
  'alipay',
  'alma',
  'amazon_pay',
  'apple_pay',
  'au_becs_debit',
  'bacs_debit',
  'bancontact',
  'billie',
  'bizum',
  'blik',
  'boleto',
  'card',
  'cartes_bancaires',
  'cashapp',
  'crypto',
  'customer_balance',
  'eps',
  'fpx',
  'google_pay',
  'grabpay',
  'ideal',
  'jcb',
  'kakao_pay',
  'klarna',
  'konbini',
  'kr_card',
  'link',
  'mb_way',
  'mobilepay',
  'multibanco',
  'naver_pay',
  'nz_bank_account',
  'oxxo',
  'p24',
  'pay_by_bank',
  'payco',
  'paynow',
  'paypal',
  'paypay',
  'payto',
  'pix',
  'promptpay',
  'revolut_pay',
  'samsung_pay',
  'satispay',
  'scalapay',
  'sepa_debit',
  'sequra',
  'sunbit',
  'swish',
  'twint',
  'upi',
  'us_bank_account',
  'wechat_pay',
  'zip',
] as const

/** A payment method that configurations name. */
export type ConfiguredMethod = (typeof CONFIGURED_METHODS)[number]

/** The wish of an account for one payment method: `none` leaves it to the vendor. */
export type DisplayPreference = 'none' | 'off' | 'on'

/** The payment methods that an account offers. https://docs.stripe.com/api/payment_method_configurations/object */
export interface PaymentMethodConfiguration extends AccountRow {
  readonly active: boolean
  readonly isDefault: boolean
  readonly name: string
  readonly parent: string | null
  /** The payment methods for which the account has a wish. */
  readonly preferences: Readonly<Partial<Record<ConfiguredMethod, DisplayPreference>>>
}

/** The collections of the settings of payment methods. */
export const paymentSettingsCollections = {
  applePayDomains: collection<ApplePayDomain>()({
    unique: { domainName: ['account', 'domainName'] },
    indexes: { all: ['account', 'seq'] },
  }),
  paymentMethodDomains: collection<PaymentMethodDomain>()({
    unique: { domainName: ['account', 'domainName'] },
    indexes: { all: ['account', 'seq'] },
  }),
  paymentMethodConfigurations: collection<PaymentMethodConfiguration>()({ indexes: { all: ['account', 'seq'] } }),
}
