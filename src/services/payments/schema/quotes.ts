import { collection, timer } from '#core/store.ts'
import type { AccountRow, Metadata } from './account.ts'
import type { SessionDiscount, SessionLine } from './checkout.ts'

/** A discount of a quote, with the id by which the quote names it. */
export interface QuoteDiscount extends SessionDiscount {
  /** `di_…` */
  readonly id: string
}

/** The settings of the invoices that a quote leads to. */
interface QuoteInvoiceSettings {
  readonly customFields: readonly { readonly name: string; readonly value: string }[] | null
  readonly daysUntilDue: number | null
  readonly description: string | null
  readonly footer: string | null
}

/** The settings of the subscription that a quote leads to. */
interface QuoteSubscription {
  readonly description: string | null
  /** Epoch seconds; null for the moment of the acceptance. */
  readonly effectiveDate: number | null
  readonly metadata: Metadata | null
  readonly trialPeriodDays: number | null
}

/** An offer to a customer. https://docs.stripe.com/api/quotes/object */
export interface Quote extends AccountRow {
  readonly applicationFeeAmount: number | null
  readonly applicationFeePercent: number | null
  readonly automaticTax: boolean
  readonly collectionMethod: 'charge_automatically' | 'send_invoice'
  readonly currency: string | null
  readonly customer: string | null
  readonly defaultTaxRates: readonly string[]
  readonly description: string | null
  readonly discounts: readonly QuoteDiscount[]
  /** Epoch seconds. */
  readonly expiresAt: number
  readonly footer: string | null
  readonly fromQuote: { readonly isRevision: boolean; readonly quote: string } | null
  readonly header: string | null
  readonly invoice: string | null
  readonly invoiceSettings: QuoteInvoiceSettings
  readonly lines: readonly SessionLine[]
  readonly metadata: Metadata
  /** Given when the quote is finalized. */
  readonly number: string | null
  readonly onBehalfOf: string | null
  readonly status: 'accepted' | 'canceled' | 'draft' | 'open'
  readonly acceptedAt: number | null
  readonly canceledAt: number | null
  readonly finalizedAt: number | null
  readonly subscription: string | null
  readonly subscriptionData: QuoteSubscription
  readonly subscriptionSchedule: string | null
  readonly testClock: string | null
  readonly transferData: {
    readonly amount: number | null
    readonly amount_percent: number | null
    readonly destination: string
  } | null
}

/** The collections of quotes. */
export const quoteCollections = {
  quotes: collection<Quote>()({ indexes: { all: ['account', 'seq'], customer: ['customer', 'seq'] } }),
  /** Cancels a quote that was not accepted in time. */
  expireQuote: timer<{ readonly id: string; readonly at: number }>(),
}
