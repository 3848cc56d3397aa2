import { collection, value } from '#core/store.ts'
import type { AccountRow, Metadata } from './account.ts'
import type { Address } from './customers.ts'

/** The settings of the vendor's tax. https://docs.stripe.com/api/tax/settings/object */
export interface TaxSettings {
  readonly headOffice: Address | null
  readonly taxBehavior: 'exclusive' | 'inclusive' | 'inferred_by_currency' | null
  readonly taxCode: string | null
}

/** A country or state in which an account collects tax. https://docs.stripe.com/api/tax/registrations/object */
export interface TaxRegistration extends AccountRow {
  /** Epoch seconds. */
  readonly activeFrom: number
  readonly country: string
  /** The options of the country, as the client sent them. */
  readonly countryOptions: Readonly<Record<string, unknown>>
  readonly expiresAt: number | null
  /** The state that the registration is for; null for a whole country. */
  readonly state: string | null
  readonly type: string
  /** The tax rates that invoices with automatic tax name, by country or state (`US-CA`). */
  readonly rates: Readonly<Record<string, { readonly exclusive: string; readonly inclusive: string }>>
}

/** Whether an amount contains its tax. */
export type LineBehavior = 'exclusive' | 'inclusive'

/** The reason for which an amount has the tax that it has. */
export type TaxabilityReason =
  | 'customer_exempt'
  | 'not_collecting'
  | 'not_subject_to_tax'
  | 'product_exempt'
  | 'reverse_charge'
  | 'standard_rated'

/** The tax of one amount. */
export interface LineTax {
  readonly amount: number
  readonly reason: TaxabilityReason
  /** The amount that the tax is on. */
  readonly taxable: number
  /** Up to four decimal places. */
  readonly percentage: number
}

/** A line of a calculation. https://docs.stripe.com/api/tax/calculations/line_items */
export interface CalculationLine {
  readonly id: string
  readonly amount: number
  readonly metadata: Metadata | null
  readonly product: string | null
  readonly quantity: number
  readonly reference: string
  readonly tax: LineTax
  readonly taxBehavior: LineBehavior
  readonly taxCode: string
}

/** The shipping of a calculation. */
export interface CalculatedShipping {
  readonly amount: number
  readonly shippingRate: string | null
  readonly tax: LineTax
  readonly taxBehavior: LineBehavior
  readonly taxCode: string
}

/** The customer of a calculation, as it was then. */
export interface TaxedCustomer {
  readonly address: Address | null
  readonly addressSource: 'billing' | 'shipping' | null
  readonly ipAddress: string | null
  readonly taxIds: readonly { readonly type: string; readonly value: string }[]
  readonly override: 'customer_exempt' | 'none' | 'reverse_charge'
}

/** The tax of a sale. https://docs.stripe.com/api/tax/calculations/object */
export interface TaxCalculation extends AccountRow {
  readonly currency: string
  readonly customer: string | null
  readonly customerDetails: TaxedCustomer
  readonly expiresAt: number
  readonly lines: readonly CalculationLine[]
  readonly shipFrom: Address | null
  readonly shipping: CalculatedShipping | null
  readonly taxDate: number
}

/** A line of a transaction. https://docs.stripe.com/api/tax/transactions/line_items */
export interface TransactionLine {
  readonly id: string
  readonly amount: number
  readonly amountTax: number
  readonly metadata: Metadata | null
  readonly originalLine: string | null
  readonly product: string | null
  readonly quantity: number
  readonly reference: string
  readonly taxBehavior: LineBehavior
  readonly taxCode: string
}

/** A sale, or the reversal of one, in the tax reports. https://docs.stripe.com/api/tax/transactions/object */
export interface TaxTransaction extends AccountRow {
  readonly currency: string
  readonly customer: string | null
  readonly customerDetails: TaxedCustomer
  readonly lines: readonly TransactionLine[]
  readonly metadata: Metadata | null
  readonly originalTransaction: string | null
  readonly postedAt: number
  readonly reference: string
  readonly shipFrom: Address | null
  readonly shipping: (Omit<CalculatedShipping, 'tax'> & { readonly amountTax: number }) | null
  readonly taxDate: number
  readonly type: 'reversal' | 'transaction'
}

/** The collections of tax. */
export const taxCollections = {
  /** The settings by account; null for those that an account begins with. */
  taxSettings: value<TaxSettings | null, [account: string]>(null),
  /** The rates of the seed, in percent, by country (`DE`) or state (`US-CA`). */
  seededTaxRates: value<Readonly<Record<string, number>>>({}),
  taxRegistrations: collection<TaxRegistration>()({ indexes: { all: ['account', 'seq'] } }),
  taxCalculations: collection<TaxCalculation>()({ indexes: { all: ['account', 'seq'] } }),
  taxTransactions: collection<TaxTransaction>()({
    unique: { reference: ['account', 'reference'] },
    indexes: { all: ['account', 'seq'], original: ['originalTransaction', 'seq'] },
  }),
}
