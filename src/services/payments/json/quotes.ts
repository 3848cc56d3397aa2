import { firstPageJson } from './page.ts'
import { readOwn } from './read-own.ts'
import { lineItemJson } from './checkout/line-item.ts'
import type { PaymentsContext } from '#payments/call.ts'
import type { Resource } from '#payments/protocol/resource.ts'
import type { SaleAmounts } from '#payments/rules/checkout/amounts.ts'
import { quoteAmounts, type QuoteAmounts } from '#payments/rules/quotes/amounts.ts'
import type { Quote } from '#payments/schema/quotes.ts'

type Context = Pick<PaymentsContext, 'rows'>

/** Writes a quote. https://docs.stripe.com/api/quotes/object */
export function quoteJson(context: Context, quote: Quote) {
  const amounts = quoteAmounts(context, quote)
  return {
    id: quote.id,
    object: 'quote',
    amount_subtotal: amounts.total.totals.subtotal,
    amount_total: amounts.total.totals.total,
    application: null,
    application_fee_amount: quote.applicationFeeAmount,
    application_fee_percent: quote.applicationFeePercent,
    automatic_tax: automaticTaxJson(quote),
    collection_method: quote.collectionMethod,
    computed: computedJson(amounts),
    created: quote.created,
    currency: quote.currency,
    customer: quote.customer,
    customer_account: null,
    default_tax_rates: quote.defaultTaxRates,
    description: quote.description,
    discounts: quote.discounts.map(({ id }) => id),
    expires_at: quote.expiresAt,
    footer: quote.footer,
    from_quote:
      quote.fromQuote === null ? null : { is_revision: quote.fromQuote.isRevision, quote: quote.fromQuote.quote },
    header: quote.header,
    invoice: quote.invoice,
    invoice_settings: invoiceSettingsJson(quote),
    livemode: false,
    metadata: quote.metadata,
    number: quote.number,
    on_behalf_of: quote.onBehalfOf,
    status: quote.status,
    status_transitions: {
      accepted_at: quote.acceptedAt,
      canceled_at: quote.canceledAt,
      finalized_at: quote.finalizedAt,
    },
    subscription: quote.subscription,
    subscription_data: subscriptionDataJson(quote),
    subscription_schedule: quote.subscriptionSchedule,
    test_clock: quote.testClock,
    total_details: totalDetailsJson(amounts.total),
    transfer_data: quote.transferData,
  }
}

function invoiceSettingsJson({ invoiceSettings }: Quote) {
  return {
    custom_fields: invoiceSettings.customFields,
    days_until_due: invoiceSettings.daysUntilDue,
    description: invoiceSettings.description,
    footer: invoiceSettings.footer,
    issuer: { type: 'self' },
  }
}

function subscriptionDataJson({ subscriptionData }: Quote) {
  return {
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    description: subscriptionData.description,
    effective_date: subscriptionData.effectiveDate,
    metadata: subscriptionData.metadata,
    trial_period_days: subscriptionData.trialPeriodDays,
  }
}

function automaticTaxJson({ automaticTax: enabled }: Quote) {
  return {
    enabled,
    liability: enabled ? { type: 'self' } : null,
    provider: enabled ? 'stripe' : null,
    status: enabled ? 'complete' : null,
  }
}

function computedJson({ upfront, recurring }: QuoteAmounts) {
  return {
    recurring:
      recurring === null
        ? null
        : {
            ...sumsJson(recurring.amounts),
            interval: recurring.recurring.interval,
            interval_count: recurring.recurring.interval_count,
          },
    upfront: sumsJson(upfront),
  }
}

function sumsJson(amounts: SaleAmounts) {
  return {
    amount_subtotal: amounts.totals.subtotal,
    amount_total: amounts.totals.total,
    total_details: totalDetailsJson(amounts),
  }
}

function totalDetailsJson({ totals }: SaleAmounts) {
  const sum = (list: readonly { readonly amount: number }[]): number =>
    list.reduce((all, { amount }) => all + amount, 0)
  return { amount_discount: sum(totals.discountAmounts), amount_shipping: 0, amount_tax: sum(totals.taxes) }
}

/** How quotes are read and expanded. */
export const quoteResources: readonly Resource[] = [
  {
    object: 'quote',
    read: readOwn(({ quotes }) => quotes, quoteJson),
    expandable: {
      customer: ['customer'],
      default_tax_rates: ['tax_rate'],
      'from_quote.quote': ['quote'],
      invoice: ['invoice'],
      line_items: [],
      on_behalf_of: ['account'],
      subscription: ['subscription'],
      subscription_schedule: ['subscription_schedule'],
      test_clock: ['test_helpers.test_clock'],
      'transfer_data.destination': ['account'],
    },
    includable: {
      line_items(context, account, id) {
        const quote = context.rows.quotes.get(id)
        if (quote?.account !== account) return undefined
        const lines = quoteAmounts(context, quote).total.lines.map((line) =>
          lineItemJson(line, quote.currency ?? 'usd'),
        )
        return firstPageJson(lines, `/v1/quotes/${id}/line_items`)
      },
    },
  },
]
