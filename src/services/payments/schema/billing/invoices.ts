import { collection, sequence } from '#core/store.ts'

import type { Period } from './periods.ts'
import type { AccountRow, Metadata } from '../account.ts'
import type { Wire } from '../payments.ts'

/** An object of the API that billing stores and does not read. */
export type Opaque = Readonly<Record<string, unknown>>

/** How an invoice is paid: by the default payment method, or by the customer who gets it by email. */
export type CollectionMethod = 'charge_automatically' | 'send_invoice'

/** The price of an invoice item or line, and the quantity of it. */
interface Priced {
  readonly amount: number
  readonly currency: string
  readonly price: string | null
  readonly product: string | null
  readonly unitAmountDecimal: string | null
  readonly quantity: number
}

/** The lines that a proration gives credit for. */
export interface CreditedLines {
  readonly invoice: string
  readonly lines: readonly string[]
}

/** https://docs.stripe.com/api/invoice-line-item/object */
export interface InvoiceLine extends Priced {
  /** `il_…` */
  readonly id: string
  readonly description: string | null
  readonly discountable: boolean
  /** The ids of the discounts of this line alone. */
  readonly discounts: readonly string[]
  readonly discountAmounts: readonly DiscountAmount[]
  readonly metadata: Metadata
  readonly period: Period
  readonly subscription: string | null
  readonly subscriptionItem: string | null
  readonly invoiceItem: string | null
  readonly proration: boolean
  readonly creditedLines: CreditedLines | null
  /** The ids of the line's own tax rates; null for those of the invoice. */
  readonly taxRates: readonly string[] | null
  readonly taxes: readonly TaxAmount[]
}

/** https://docs.stripe.com/api/invoiceitems/object */
export interface InvoiceItem extends AccountRow, Priced {
  readonly customer: string
  readonly description: string | null
  readonly discountable: boolean
  readonly discounts: readonly string[]
  /** The invoice that the item is a line of; null for a pending item. */
  readonly invoice: string | null
  readonly metadata: Metadata
  readonly period: Period
  readonly proration: boolean
  readonly creditedLines: CreditedLines | null
  readonly subscription: string | null
  readonly subscriptionItem: string | null
  readonly taxRates: readonly string[] | null
  readonly testClock: string | null
}

/** The state of an invoice. https://docs.stripe.com/invoicing/overview#invoice-statuses */
type InvoiceStatus = 'draft' | 'open' | 'paid' | 'uncollectible' | 'void'

export type BillingReason =
  | 'automatic_pending_invoice_item_invoice'
  | 'manual'
  | 'subscription_create'
  | 'subscription_cycle'
  | 'subscription_threshold'
  | 'subscription_update'
  | 'upcoming'

/** The options of payment methods, by type. */
export type PaymentOptions = Readonly<Record<string, Wire | null | undefined>>

/** The payment methods that may pay an invoice, and their options. */
interface InvoicePaymentSettings {
  readonly default_mandate: string | null
  readonly payment_method_options: PaymentOptions | null
  readonly payment_method_types: readonly string[] | null
}

/** The members of an invoice that repeat those of its customer until it is finalized, and keep them from then on. */
export interface CustomerDetails {
  readonly address: Opaque | null
  readonly email: string | null
  readonly name: string | null
  readonly phone: string | null
  readonly shipping: Opaque | null
  readonly taxExempt: string
  readonly taxIds: readonly { readonly type: string; readonly value: string }[]
}

/** The shipping of an invoice. */
interface ShippingCost {
  readonly shippingRate: string | null
  /** Without tax. */
  readonly amount: number
  readonly taxes: readonly TaxAmount[]
}

/** How an invoice is rendered, as the vendor writes it. */
interface InvoiceRendering {
  readonly amount_tax_display: string | null
  readonly pdf: { readonly page_size: string }
  readonly template: string | null
  readonly template_version: number | null
}

/** https://docs.stripe.com/api/invoices/object */
export interface Invoice extends AccountRow {
  /** The tax ids of the account that the invoice shows; null for none. */
  readonly accountTaxIds: readonly string[] | null
  readonly amountDue: number
  readonly amountPaid: number
  readonly attemptCount: number
  readonly attempted: boolean
  readonly autoAdvance: boolean
  readonly automaticTax: boolean
  /** The reason for which the vendor has switched automatic tax off. */
  readonly automaticTaxDisabled: 'finalization_requires_location_inputs' | null
  /** Epoch seconds; null where nothing finalizes the draft by itself. */
  readonly finalizesAt: number | null
  readonly billingReason: BillingReason
  readonly collectionMethod: CollectionMethod
  readonly currency: string
  readonly customFields: readonly { readonly name: string; readonly value: string }[] | null
  readonly customer: string
  /** null while the invoice is a draft. */
  readonly customerDetails: CustomerDetails | null
  readonly defaultPaymentMethod: string | null
  /** The legacy source that pays where there is no default payment method. */
  readonly defaultSource: string | null
  readonly defaultTaxRates: readonly string[]
  readonly description: string | null
  readonly discounts: readonly string[]
  readonly dueDate: number | null
  readonly daysUntilDue: number | null
  readonly effectiveAt: number | null
  readonly endingBalance: number | null
  readonly footer: string | null
  readonly fromInvoice: string | null
  readonly latestRevision: string | null
  /** The secret part of the hosted page's URL; null while the invoice is a draft. */
  readonly hostedToken: string | null
  /** The error of the last finalization that was refused. */
  readonly lastFinalizationError: Opaque | null
  readonly lines: readonly InvoiceLine[]
  readonly metadata: Metadata
  readonly nextPaymentAttempt: number | null
  readonly number: string | null
  readonly onBehalfOf: string | null
  readonly paymentIntent: string | null
  readonly paymentSettings: InvoicePaymentSettings
  readonly periodStart: number
  readonly periodEnd: number
  readonly postPaymentCredit: number
  readonly prePaymentCredit: number
  readonly rendering: InvoiceRendering | null
  readonly shippingCost: ShippingCost | null
  readonly shippingDetails: Opaque | null
  readonly startingBalance: number
  readonly statementDescriptor: string | null
  readonly status: InvoiceStatus
  readonly finalizedAt: number | null
  readonly paidAt: number | null
  readonly voidedAt: number | null
  readonly uncollectibleAt: number | null
  readonly subscription: string | null
  readonly subscriptionMetadata: Metadata | null
  readonly subtotal: number
  readonly subtotalExcludingTax: number
  readonly testClock: string | null
  /** The member `threshold_reason`; null for an invoice that no threshold has caused. */
  readonly thresholdReason: Opaque | null
  readonly total: number
  readonly totalExcludingTax: number
  readonly totalDiscountAmounts: readonly DiscountAmount[]
  readonly totalTaxes: readonly TaxAmount[]
  readonly applicationFeeAmount: number | null
  readonly transferData: Opaque | null
}

/** A payment intent that pays an invoice. https://docs.stripe.com/api/invoice-payment/object */
export interface InvoicePayment extends AccountRow {
  readonly invoice: string
  /** null for a payment out of band. */
  readonly paymentIntent: string | null
  readonly amountRequested: number
  readonly amountPaid: number | null
  readonly currency: string
  readonly isDefault: boolean
  /** The confirmation and the status of the payment intent that the invoice has followed last. */
  readonly followed: string
  readonly status: 'open' | 'paid' | 'canceled'
  readonly paidAt: number | null
  readonly canceledAt: number | null
}

/** https://docs.stripe.com/api/credit_notes/line_item */
export interface CreditNoteLine {
  readonly id: string
  readonly amount: number
  readonly description: string | null
  readonly discountAmounts: readonly DiscountAmount[]
  readonly invoiceLine: string | null
  readonly metadata: Metadata
  readonly quantity: number | null
  readonly taxRates: readonly string[]
  readonly unitAmountDecimal: string | null
  readonly taxes: readonly TaxAmount[]
}

/** https://docs.stripe.com/api/credit_notes/object */
export interface CreditNote extends AccountRow {
  /** The total with tax. */
  readonly amount: number
  readonly currency: string
  readonly customer: string
  readonly customerBalanceTransaction: string | null
  readonly discountAmounts: readonly DiscountAmount[]
  readonly effectiveAt: number | null
  readonly invoice: string
  readonly lines: readonly CreditNoteLine[]
  readonly memo: string | null
  readonly metadata: Metadata
  readonly number: string
  readonly outOfBandAmount: number | null
  readonly prePaymentAmount: number
  readonly postPaymentAmount: number
  readonly reason: 'duplicate' | 'fraudulent' | 'order_change' | 'product_unsatisfactory' | null
  readonly refunds: readonly { readonly refund: string; readonly amount: number }[]
  readonly shippingAmount: number
  readonly status: 'issued' | 'void'
  readonly subtotal: number
  readonly taxes: readonly TaxAmount[]
  readonly token: string
  readonly voidedAt: number | null
}

/** The collections of invoices. */
export const invoiceCollections = {
  invoiceItems: collection<InvoiceItem>()({
    indexes: {
      all: ['account', 'seq'],
      customer: ['customer', 'seq'],
      invoice: ['invoice', 'seq'],
      /** Items that wait for the customer's next invoice. */
      pending: [(item) => (item.invoice === null ? item.customer : null), 'seq'],
    },
  }),
  invoices: collection<Invoice>()({
    unique: { hostedToken: ['hostedToken'], number: ['account', 'number'] },
    indexes: {
      all: ['account', 'seq'],
      customer: ['customer', 'seq'],
      subscription: ['subscription', 'seq'],
    },
  }),
  invoicePayments: collection<InvoicePayment>()({
    indexes: { all: ['account', 'seq'], invoice: ['invoice', 'seq'], paymentIntent: ['paymentIntent', 'seq'] },
  }),
  creditNotes: collection<CreditNote>()({
    unique: { token: ['token'] },
    indexes: { all: ['account', 'seq'], customer: ['customer', 'seq'], invoice: ['invoice', 'seq'] },
  }),
  /** Numbers the credit notes of an invoice. */
  creditNoteNumbers: sequence<[invoice: string]>(),
}

/** The amount that one discount takes off one line. */
export interface DiscountAmount {
  readonly discount: string
  readonly amount: number
}

/** The tax of one rate on one amount. */
export interface TaxAmount {
  readonly rate: string
  readonly inclusive: boolean
  readonly amount: number
  /** The amount that the tax is on, without inclusive tax. */
  readonly taxable: number
}
