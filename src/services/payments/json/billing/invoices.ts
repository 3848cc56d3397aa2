import { priceIdOf } from '#payments/schema/billing/retired-price.ts'
import { hostedUrl } from '#payments/rules/billing/invoices/hosted-url.ts'
import { customerDetailsOf } from '#payments/rules/billing/invoices/customer-details.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { countedPageJson, firstPageJson } from '../page.ts'
import type { Json } from '#payments/protocol/resource.ts'
import { hasTaxLocation } from '#payments/rules/billing/taxes/automatic-tax.ts'
import { paymentOptionsJson } from '#payments/rules/billing/invoices/payment-options.ts'
import type {
  DiscountAmount,
  CreditNote,
  CreditNoteLine,
  CreditedLines,
  Invoice,
  InvoiceItem,
  InvoiceLine,
  InvoicePayment,
  TaxAmount,
} from '#payments/schema/billing/invoices.ts'
import { taxRateJson, taxRatesJson } from './catalog.ts'

type Context = Pick<PaymentsContext, 'rows' | 'urls'>

/** Writes an invoice. https://docs.stripe.com/api/invoices/object */
// oxlint-disable-next-line max-lines-per-function -- the members of one object, in the vendor’s order
export function invoiceJson(context: Context, invoice: Invoice) {
  const { rows } = context
  const account = rows.accounts.get(invoice.account)
  const customer = invoice.customerDetails ?? customerDetailsOf(context, invoice.customer)
  const hosted = hostedUrl(context, invoice)
  return {
    id: invoice.id,
    object: 'invoice',
    account_country: account?.country ?? null,
    account_name: account?.name ?? null,
    account_tax_ids: invoice.accountTaxIds,
    amount_due: invoice.amountDue,
    amount_overpaid: Math.max(0, invoice.amountPaid - invoice.amountDue),
    amount_paid: invoice.amountPaid,
    amount_remaining: Math.max(0, invoice.amountDue - invoice.amountPaid),
    amount_shipping: invoice.shippingCost?.amount ?? 0,
    application: null,
    attempt_count: invoice.attemptCount,
    attempted: invoice.attempted,
    auto_advance: invoice.autoAdvance,
    automatic_tax: {
      disabled_reason: invoice.automaticTaxDisabled,
      enabled: invoice.automaticTax,
      liability: invoice.automaticTax ? { type: 'self' } : null,
      provider: invoice.automaticTax ? 'stripe' : null,
      status: automaticTaxStatus(context, invoice),
    },
    automatically_finalizes_at: invoice.finalizesAt,
    billing_reason: invoice.billingReason,
    collection_method: invoice.collectionMethod,
    created: invoice.created,
    currency: invoice.currency,
    custom_fields: invoice.customFields,
    customer: invoice.customer,
    customer_account: null,
    customer_address: customer.address,
    customer_email: customer.email,
    customer_name: customer.name,
    customer_phone: customer.phone,
    customer_shipping: customer.shipping,
    customer_tax_exempt: customer.taxExempt,
    customer_tax_ids: customer.taxIds,
    default_payment_method: invoice.defaultPaymentMethod,
    default_source: invoice.defaultSource,
    default_tax_rates: taxRatesJson(rows, invoice.defaultTaxRates),
    description: invoice.description,
    discounts: invoice.discounts,
    due_date: invoice.dueDate,
    effective_at: invoice.effectiveAt,
    ending_balance: invoice.endingBalance,
    footer: invoice.footer,
    from_invoice: invoice.fromInvoice === null ? null : { action: 'revision', invoice: invoice.fromInvoice },
    hosted_invoice_url: hosted,
    invoice_pdf: hosted === null ? null : `${hosted}/pdf`,
    issuer: { type: 'self' },
    last_finalization_error: invoice.lastFinalizationError,
    latest_revision: invoice.latestRevision,
    lines: countedPageJson(
      invoice.lines.map((line) => invoiceLineJson(invoice, line)),
      `/v1/invoices/${invoice.id}/lines`,
    ),
    livemode: false,
    metadata: invoice.metadata,
    next_payment_attempt: invoice.nextPaymentAttempt,
    number: invoice.number,
    on_behalf_of: invoice.onBehalfOf,
    parent:
      invoice.subscription === null
        ? null
        : {
            quote_details: null,
            subscription_details: { metadata: invoice.subscriptionMetadata, subscription: invoice.subscription },
            type: 'subscription_details',
          },
    payment_settings: {
      ...invoice.paymentSettings,
      payment_method_options: paymentOptionsJson(invoice.paymentSettings.payment_method_options, 'invoice'),
    },
    period_end: invoice.periodEnd,
    period_start: invoice.periodStart,
    post_payment_credit_notes_amount: invoice.postPaymentCredit,
    pre_payment_credit_notes_amount: invoice.prePaymentCredit,
    receipt_number: null,
    rendering: renderingJson(
      invoice,
      rows.customers.get(invoice.customer)?.address?.country ?? account?.country ?? null,
    ),
    shipping_cost: shippingCostJson(context, invoice),
    shipping_details: invoice.shippingDetails,
    starting_balance: invoice.startingBalance,
    statement_descriptor: invoice.statementDescriptor,
    status: invoice.status,
    status_transitions: {
      finalized_at: invoice.finalizedAt,
      marked_uncollectible_at: invoice.uncollectibleAt,
      paid_at: invoice.paidAt,
      voided_at: invoice.voidedAt,
    },
    subtotal: invoice.subtotal,
    subtotal_excluding_tax: invoice.subtotalExcludingTax,
    test_clock: invoice.testClock,
    ...(invoice.thresholdReason === null ? {} : { threshold_reason: invoice.thresholdReason }),
    total: invoice.total,
    total_discount_amounts: discountAmountsJson(invoice.totalDiscountAmounts),
    total_excluding_tax: invoice.totalExcludingTax,
    total_pretax_credit_amounts: pretaxCreditsJson(invoice.totalDiscountAmounts),
    total_taxes: taxesJson(invoice.totalTaxes),
    webhooks_delivered_at: invoice.created,
  }
}

/** The countries whose customers get letters for pages; all others get A4. */
const LETTER_COUNTRIES: readonly (string | null)[] = ['US', 'CA']

/** Writes how an invoice is rendered; null for one of a subscription. An `auto` page has a size when it is final. */
function renderingJson({ billingReason, rendering, status }: Invoice, country: string | null) {
  if (rendering === null && billingReason !== 'manual') return null
  const chosen = rendering ?? {
    amount_tax_display: null,
    pdf: { page_size: 'auto' },
    template: null,
    template_version: null,
  }
  const size = chosen.pdf.page_size
  const final = LETTER_COUNTRIES.includes(country) ? 'letter' : 'a4'
  return { ...chosen, pdf: { page_size: size === 'auto' && status !== 'draft' ? final : size } }
}

/** Returns the state of automatic tax: an account without registrations owes none, wherever the customer is. */
function automaticTaxStatus({ rows }: Context, { automaticTax, status, customer }: Invoice): string | null {
  if (!automaticTax) return null
  const isLocated = status !== 'draft' || hasTaxLocation(rows.customers.require(customer))
  return isLocated ? 'complete' : 'requires_location_inputs'
}

/** Writes a line of an invoice. https://docs.stripe.com/api/invoice-line-item/object */
export function invoiceLineJson(
  { id: invoice }: Pick<Invoice, 'id'>,
  line: InvoiceLine,
): Json & { readonly id: string } {
  return {
    id: line.id,
    object: 'line_item',
    amount: line.amount,
    currency: line.currency,
    description: line.description,
    discount_amounts: discountAmountsJson(line.discountAmounts),
    discountable: line.discountable,
    discounts: line.discounts,
    invoice,
    livemode: false,
    metadata: line.metadata,
    parent: lineParent(line),
    period: line.period,
    pretax_credit_amounts: pretaxCreditsJson(line.discountAmounts),
    pricing: pricingJson(line),
    quantity: line.quantity,
    quantity_decimal: String(line.quantity),
    subscription: line.subscription,
    subtotal: line.amount,
    taxes: taxesJson(line.taxes),
  }
}

function lineParent(line: InvoiceLine) {
  const proration = {
    proration: line.proration,
    proration_details: { credited_items: creditedJson(line.creditedLines) },
    subscription: line.subscription,
  }
  if (line.subscriptionItem !== null) {
    return {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: line.invoiceItem,
        ...proration,
        subscription_item: line.subscriptionItem,
      },
      type: 'subscription_item_details',
    }
  }
  return {
    invoice_item_details: { invoice_item: line.invoiceItem, ...proration },
    subscription_item_details: null,
    type: 'invoice_item_details',
  }
}

function creditedJson(credited: CreditedLines | null) {
  return credited === null ? null : { invoice: credited.invoice, invoice_line_items: credited.lines }
}

function pricingJson({ price, product, unitAmountDecimal }: InvoiceLine | InvoiceItem) {
  if (price === null || product === null) {
    return unitAmountDecimal === null ? null : { type: 'price_details', unit_amount_decimal: unitAmountDecimal }
  }
  return {
    price_details: { price: priceIdOf(price), product },
    type: 'price_details',
    unit_amount_decimal: unitAmountDecimal,
  }
}

function discountAmountsJson(amounts: readonly DiscountAmount[]) {
  return amounts.map(({ amount, discount }) => ({ amount, discount }))
}

function pretaxCreditsJson(amounts: readonly DiscountAmount[]) {
  return amounts.map(({ amount, discount }) => ({ amount, discount, type: 'discount' }))
}

/** Writes taxes as invoices, lines and credit notes have them. */
function taxesJson(taxes: readonly TaxAmount[]) {
  return taxes.map(({ rate, amount, inclusive, taxable }) => ({
    amount,
    tax_behavior: inclusive ? 'inclusive' : 'exclusive',
    tax_rate_details: { tax_rate: rate },
    taxability_reason: 'not_available',
    taxable_amount: taxable,
    type: 'tax_rate_details',
  }))
}

function shippingCostJson({ rows }: Pick<Context, 'rows'>, { shippingCost: cost }: Invoice) {
  if (cost === null) return null
  const tax = cost.taxes.reduce((sum, { amount }) => sum + amount, 0)
  const exclusive = cost.taxes.reduce((sum, { amount, inclusive }) => sum + (inclusive ? 0 : amount), 0)
  return {
    amount_subtotal: cost.amount,
    amount_tax: tax,
    amount_total: cost.amount + exclusive,
    shipping_rate: cost.shippingRate,
    taxes: cost.taxes.map(({ amount, rate, taxable }) => {
      const taxRate = rows.taxRates.get(rate)
      return {
        amount,
        rate: taxRate === undefined ? null : taxRateJson(taxRate),
        taxability_reason: null,
        taxable_amount: taxable,
      }
    }),
  }
}

/** Writes an invoice item. https://docs.stripe.com/api/invoiceitems/object */
export function invoiceItemJson({ rows }: Pick<Context, 'rows'>, item: InvoiceItem) {
  return {
    id: item.id,
    object: 'invoiceitem',
    amount: item.amount,
    currency: item.currency,
    customer: item.customer,
    customer_account: null,
    date: item.created,
    description: item.description,
    discountable: item.discountable,
    discounts: item.discounts,
    invoice: item.invoice,
    livemode: false,
    metadata: item.metadata,
    net_amount: item.amount,
    parent:
      item.subscription === null
        ? null
        : {
            subscription_details: {
              subscription: item.subscription,
              ...(item.subscriptionItem === null ? {} : { subscription_item: item.subscriptionItem }),
            },
            type: 'subscription_details',
          },
    period: item.period,
    pricing: pricingJson(item),
    proration: item.proration,
    quantity: item.quantity,
    quantity_decimal: String(item.quantity),
    tax_rates: taxRatesJson(rows, item.taxRates ?? []),
    test_clock: item.testClock,
  }
}

/** Writes a payment of an invoice. https://docs.stripe.com/api/invoice-payment/object */
export function invoicePaymentJson(payment: InvoicePayment) {
  return {
    id: payment.id,
    object: 'invoice_payment',
    amount_paid: payment.amountPaid,
    amount_requested: payment.amountRequested,
    created: payment.created,
    currency: payment.currency,
    invoice: payment.invoice,
    is_default: payment.isDefault,
    livemode: false,
    payment: { payment_intent: payment.paymentIntent, type: 'payment_intent' },
    status: payment.status,
    status_transitions: { canceled_at: payment.canceledAt, paid_at: payment.paidAt },
  }
}

/** Writes a credit note. https://docs.stripe.com/api/credit_notes/object */
export function creditNoteJson({ urls, rows }: Context, note: CreditNote) {
  const exclusive = note.taxes.reduce((sum, { amount, inclusive }) => sum + (inclusive ? 0 : amount), 0)
  const tax = note.taxes.reduce((sum, { amount }) => sum + amount, 0)
  const discount = note.discountAmounts.reduce((sum, { amount }) => sum + amount, 0)
  return {
    id: note.id,
    object: 'credit_note',
    amount: note.amount,
    amount_shipping: note.shippingAmount,
    created: note.created,
    currency: note.currency,
    customer: note.customer,
    customer_account: null,
    customer_balance_transaction: note.customerBalanceTransaction,
    discount_amount: discount,
    discount_amounts: discountAmountsJson(note.discountAmounts),
    effective_at: note.effectiveAt,
    invoice: note.invoice,
    lines: firstPageJson(
      note.lines.map((line) => creditNoteLineJson(rows, line)),
      `/v1/credit_notes/${note.id}/lines`,
    ),
    livemode: false,
    memo: note.memo,
    metadata: note.metadata,
    number: note.number,
    out_of_band_amount: note.outOfBandAmount,
    pdf: urls.of(`/credit_notes/${note.account}/${note.token}/pdf`),
    post_payment_amount: note.postPaymentAmount,
    pre_payment_amount: note.prePaymentAmount,
    pretax_credit_amounts: pretaxCreditsJson(note.discountAmounts),
    reason: note.reason,
    refunds: note.refunds.map(({ refund, amount }) => ({
      amount_refunded: amount,
      payment_record_refund: null,
      refund,
      type: 'refund',
    })),
    shipping_cost: null,
    status: note.status,
    subtotal: note.subtotal,
    subtotal_excluding_tax: note.subtotal - (tax - exclusive),
    total: note.amount,
    total_excluding_tax: note.amount - tax,
    total_taxes: taxesJson(note.taxes),
    type: note.postPaymentAmount === 0 ? 'pre_payment' : note.prePaymentAmount === 0 ? 'post_payment' : 'mixed',
    voided_at: note.voidedAt,
  }
}

/** Writes a line of a credit note. https://docs.stripe.com/api/credit_notes/line_item */
export function creditNoteLineJson(rows: Context['rows'], line: CreditNoteLine): Json & { readonly id: string } {
  return {
    id: line.id,
    object: 'credit_note_line_item',
    amount: line.amount,
    description: line.description,
    discount_amount: line.discountAmounts.reduce((sum, { amount }) => sum + amount, 0),
    discount_amounts: discountAmountsJson(line.discountAmounts),
    ...(line.invoiceLine === null ? {} : { invoice_line_item: line.invoiceLine }),
    livemode: false,
    metadata: line.metadata,
    pretax_credit_amounts: pretaxCreditsJson(line.discountAmounts),
    quantity: line.quantity,
    tax_rates: taxRatesJson(rows, line.taxRates),
    taxes: taxesJson(line.taxes),
    type: line.invoiceLine === null ? 'custom_line_item' : 'invoice_line_item',
    unit_amount: line.unitAmountDecimal === null ? null : Math.round(Number(line.unitAmountDecimal)),
    unit_amount_decimal: line.unitAmountDecimal,
  }
}
