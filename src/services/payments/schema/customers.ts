import { collection, timer } from '#core/store.ts'
import type { AccountRow, Metadata } from './account.ts'
import type { Discount } from './billing/catalog.ts'

/** An address, as the vendor writes it. */
export interface Address {
  readonly city: string | null
  readonly country: string | null
  readonly line1: string | null
  readonly line2: string | null
  readonly postal_code: string | null
  readonly state: string | null
}

/** A name and an address to ship to, as the vendor writes it. */
export interface Shipping {
  readonly address: Address
  readonly name: string
  readonly phone: string | null
}

/** The shipping of a payment. Who carries it is absent where nothing was said of it. */
export interface Shipment extends Shipping {
  readonly carrier?: string | null
  readonly tracking_number?: string | null
}

/** https://docs.stripe.com/api/customers/object */
export interface Customer extends AccountRow {
  readonly name: string | null
  readonly businessName: string | null
  readonly individualName: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly description: string | null
  readonly address: Address | null
  readonly shipping: Shipping | null
  readonly metadata: Metadata
  /** The currency of the customer's first invoice or balance; null before. */
  readonly currency: string | null
  /** Minor units; negative: the customer has credit. */
  readonly balance: number
  readonly delinquent: boolean
  readonly invoicePrefix: string
  readonly nextInvoiceSequence: number
  readonly invoiceSettings: {
    readonly custom_fields: readonly { readonly name: string; readonly value: string }[] | null
    readonly default_payment_method: string | null
    readonly footer: string | null
    readonly rendering_options: { readonly amount_tax_display: string | null; readonly template: string | null } | null
  }
  readonly preferredLocales: readonly string[]
  readonly taxExempt: 'none' | 'exempt' | 'reverse'
  /** The IP address that the client gave for tax. */
  readonly taxIpAddress: string | null
  /** The legacy card or bank account that is charged by default. */
  readonly defaultSource: string | null
  /** The test clock that the customer lives by. */
  readonly testClock: string | null
  readonly discount: Discount | null
  readonly deleted: boolean
}

/** The result of the comparison of a tax id with a government's register. */
export type TaxIdVerification = 'pending' | 'unavailable' | 'unverified' | 'verified'

/** A tax id of a customer, or of the account itself. https://docs.stripe.com/api/tax_ids/object */
export interface TaxId extends AccountRow {
  /** null for a tax id of the account. */
  readonly customer: string | null
  readonly type: string
  readonly value: string
  readonly country: string | null
  readonly verification: TaxIdVerification
}

/** A change of a customer's balance. https://docs.stripe.com/api/customer_balance_transactions/object */
export interface CustomerBalanceTransaction extends AccountRow {
  readonly customer: string
  readonly amount: number
  readonly currency: string
  readonly type: string
  readonly description: string | null
  readonly endingBalance: number
  readonly invoice: string | null
  readonly creditNote: string | null
  readonly checkoutSession: string | null
  readonly metadata: Metadata
}

/** The collections of customers. */
export const customerCollections = {
  customers: collection<Customer>()({
    indexes: {
      all: ['account', 'seq'],
      email: ['account', (customer) => customer.email ?? '', 'seq'],
    },
  }),
  taxIds: collection<TaxId>()({ indexes: { all: ['account', 'seq'], customer: ['customer', 'seq'] } }),
  /** Ends the verification of a tax id. */
  verifyTaxId: timer<{ readonly taxId: string }>(),
  customerBalanceTransactions: collection<CustomerBalanceTransaction>()({ indexes: { customer: ['customer', 'seq'] } }),
}
