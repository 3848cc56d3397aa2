import type { RawHash } from '#payments/protocol/form.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { planJson, priceJson, taxRatesJson } from '#payments/json/billing/catalog.ts'
import type { Members, ObjectTransform, VersionChange } from './change.ts'
import { hashAt, hashesAt, idAt, numberAt } from './members.ts'
import { hashOf, withChangedItems, withoutParams } from './params.ts'
import { formerTaxes, includedTax } from './taxes.ts'

/**
 * Returns the price of a line or an item in full, and its older form; null for an amount without a price. `key` is that
 * of the row of the price, where there is a row of the line.
 */
function pricesOf(
  { rows }: PaymentsContext,
  line: Members,
  key: string | null | undefined,
): { readonly plan: object | null; readonly price: object | null } {
  const price = rows.prices.get(key ?? idAt(hashAt(hashAt(line, 'pricing'), 'price_details'), 'price'))
  if (price === undefined) return { plan: null, price: null }
  return { plan: price.recurring === null ? null : planJson(price), price: priceJson(price) }
}

const formerLine: ObjectTransform = (line, context) => {
  const { parent: _parent, pricing: _pricing, taxes: _taxes, subtotal: _subtotal, ...rest } = line
  const parent = hashAt(line, 'parent')
  const isSubscription = parent['type'] === 'subscription_item_details'
  const details = hashAt(parent, isSubscription ? 'subscription_item_details' : 'invoice_item_details')
  const item = idAt(details, 'invoice_item')
  const taxes = hashesAt(line, 'taxes')
  const amount = numberAt(line, 'amount') - includedTax(taxes)
  const row = context.rows.invoices.get(idAt(line, 'invoice'))?.lines.find(({ id }) => id === line['id'])
  const quantity = numberAt(line, 'quantity')
  return {
    ...rest,
    ...pricesOf(context, line, row?.price),
    amount_excluding_tax: amount,
    ...(item === null ? {} : { invoice_item: item }),
    proration: details['proration'] === true,
    proration_details: { credited_items: hashAt(details, 'proration_details')['credited_items'] ?? null },
    ...(isSubscription ? { subscription_item: details['subscription_item'] } : {}),
    tax_amounts: formerTaxes(taxes),
    tax_rates: taxRatesJson(context.rows, row?.taxRates ?? []),
    type: isSubscription && item === null ? 'subscription' : 'invoiceitem',
    unit_amount_excluding_tax: quantity === 0 ? null : String(amount / quantity),
  }
}

const formerItem: ObjectTransform = (item, context) => {
  const { parent: _parent, pricing, ...rest } = item
  const details = hashAt(hashAt(item, 'parent'), 'subscription_details')
  const { unit_amount_decimal: unit = null } = hashAt({ pricing }, 'pricing')
  const isWhole = typeof unit === 'string' && Number.isInteger(Number(unit))
  return {
    ...rest,
    ...pricesOf(context, item, context.rows.invoiceItems.get(idAt(item, 'id'))?.price),
    subscription: details['subscription'] ?? null,
    ...(idAt(details, 'subscription_item') === null ? {} : { subscription_item: details['subscription_item'] }),
    unit_amount: isWhole ? Number(unit) : null,
    unit_amount_decimal: unit,
  }
}

/** Writes the former parameters of an item or a line as those of today. */
function withPricing(params: RawHash): RawHash {
  const { price, unit_amount: unit } = params
  return hashOf({
    ...withoutParams(params, 'price', 'unit_amount'),
    ...(price === undefined ? {} : { pricing: hashOf({ price }) }),
    ...(unit === undefined ? {} : { unit_amount_decimal: unit }),
  })
}

const withPricingOfLines = (params: RawHash): RawHash => withChangedItems(params, 'lines', withPricing)

/**
 * Invoice items and lines have their price in `pricing`, and what they are for in `parent`.
 * https://docs.stripe.com/changelog/basil/2025-03-31/invoice-pricing-configurations
 */
export const linePricing: VersionChange = {
  version: '2025-03-31.basil',
  requests: {
    PostInvoiceitems: withPricing,
    PostInvoiceitemsInvoiceitem: withPricing,
    PostInvoicesInvoiceAddLines: withPricingOfLines,
    PostInvoicesInvoiceUpdateLines: withPricingOfLines,
    PostInvoicesInvoiceLinesLineItemId: withPricing,
  },
  objects: { line_item: formerLine, invoiceitem: formerItem },
  expandable: {
    line_item: {
      invoice_item: ['invoiceitem'],
      subscription_item: ['subscription_item'],
      'tax_amounts.tax_rate': ['tax_rate'],
    },
    invoiceitem: { subscription: ['subscription'] },
  },
}
