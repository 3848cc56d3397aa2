import { automaticRates, saleOfInvoice } from '../../tax/automatic-rates.ts'
import type { PaymentsContext, Rows } from '#payments/call.ts'
import { newId } from '../../new-id.ts'
import type { Price } from '#payments/schema/billing/catalog.ts'
import type { Invoice, InvoiceItem, InvoiceLine } from '#payments/schema/billing/invoices.ts'
import type { Subscription, SubscriptionItem } from '#payments/schema/billing/subscriptions.ts'
import { decimalText, share } from '../decimals.ts'
import { appliedDiscounts } from '../discounts/discounts.ts'
import { priceText, prorationText, trialText } from './line-text.ts'
import type { Period } from '#payments/schema/billing/periods.ts'
import { amountOf, partsBeyond, partsOf } from '../prices/amounts.ts'
import { amountsIn, cadenceOf, isMetered, pricingOf } from '../prices/pricing.ts'
import { spanAmount } from '../subscriptions/prorated-amount.ts'
import type { Rate } from '../taxes/taxation.ts'
import { settle, totalsOf } from './totals.ts'
import { usageOf } from '../subscriptions/usage.ts'

type LineInput = Partial<InvoiceLine> & Pick<InvoiceLine, 'amount' | 'currency' | 'period'>

/** Returns a new line of an invoice. */
function newLine(context: Pick<PaymentsContext, 'ids'>, input: LineInput): InvoiceLine {
  return {
    id: newId(context, 'il_'),
    price: null,
    product: null,
    unitAmountDecimal: null,
    quantity: 1,
    description: null,
    discountable: true,
    discounts: [],
    discountAmounts: [],
    metadata: {},
    subscription: null,
    subscriptionItem: null,
    invoiceItem: null,
    proration: false,
    creditedLines: null,
    taxRates: null,
    taxes: [],
    ...input,
  }
}

/** Returns the line of an invoice item. */
export function lineOfItem(context: Pick<PaymentsContext, 'ids'>, item: InvoiceItem): InvoiceLine {
  const { amount, currency, period, price, product, unitAmountDecimal, quantity } = item
  return newLine(context, {
    amount,
    currency,
    period,
    price,
    product,
    unitAmountDecimal,
    quantity,
    description: item.description,
    discountable: item.discountable,
    discounts: item.discounts,
    metadata: item.metadata,
    subscription: item.subscription,
    subscriptionItem: item.subscriptionItem,
    invoiceItem: item.id,
    proration: item.proration,
    creditedLines: item.creditedLines,
    taxRates: item.taxRates,
  })
}

/** The part of a subscription's item that its lines depend on. */
type BilledItem = Pick<
  SubscriptionItem,
  'id' | 'price' | 'quantity' | 'invoicedUsage' | 'discounts' | 'metadata' | 'taxRates'
>

/**
 * Returns the lines of an item that is paid in advance for a period. `whole` is the full period of which `period` is a
 * part, where the first period is shorter. A part of a period costs its share, to the second.
 */
export function advanceLines(
  context: Pick<PaymentsContext, 'rows' | 'ids'>,
  subscription: Pick<Subscription, 'id' | 'currency'>,
  item: BilledItem,
  period: Period,
  whole: Period = period,
): InvoiceLine[] {
  const { rows } = context
  const price = rows.prices.require(item.price)
  if (isMetered(price)) return []
  const length = whole.end - whole.start
  const isPart = period.end - period.start !== length
  return partsOf(pricingOf(price, subscription.currency), item.quantity ?? 1).map((part) =>
    newLine(context, {
      ...itemMembers(subscription, item, price),
      amount: isPart ? share(part.amount, period.end - period.start, length) : part.amount,
      period,
      quantity: part.unit === null && part.quantity === 0 ? 1 : part.quantity,
      unitAmountDecimal: part.unit === null ? null : decimalText(part.unit),
      description: priceText(price, productName(rows, price), subscription.currency, part),
    }),
  )
}

/**
 * Returns the line of an item for the time since a start in the past; none for an item whose usage is paid in arrears.
 */
export function elapsedLines(
  context: Pick<PaymentsContext, 'rows' | 'ids'>,
  subscription: Pick<Subscription, 'id' | 'currency'>,
  item: BilledItem,
  period: Period,
): InvoiceLine[] {
  const { rows } = context
  const price = rows.prices.require(item.price)
  if (isMetered(price)) return []
  const quantity = item.quantity ?? 1
  return [
    newLine(context, {
      ...itemMembers(subscription, item, price),
      amount: spanAmount(amountOf(pricingOf(price, subscription.currency), quantity), cadenceOf(price), period),
      period,
      proration: true,
      quantity,
      unitAmountDecimal: unitOfPrice(price, subscription.currency),
      description: prorationText('Remaining', productName(rows, price), quantity, period.start),
    }),
  ]
}

/**
 * Returns the lines of an item whose usage is paid in arrears, for the usage in a period that has not been invoiced
 * yet. `until` is the end of the usage that counts, in epoch seconds, where that is not the end of the period.
 */
export function usageLines(
  context: Pick<PaymentsContext, 'rows' | 'ids'>,
  subscription: Pick<Subscription, 'id' | 'currency' | 'customer'>,
  item: BilledItem,
  period: Period,
  until: number = period.end,
): InvoiceLine[] {
  const { rows } = context
  const price = rows.prices.require(item.price)
  if (!isMetered(price)) return []
  const usage = usageOf(rows, price, subscription.customer, { start: period.start, end: until })
  return partsBeyond(pricingOf(price, subscription.currency), item.invoicedUsage, usage).map((part) =>
    newLine(context, {
      ...itemMembers(subscription, item, price),
      amount: part.amount,
      period,
      quantity: part.quantity,
      unitAmountDecimal: part.unit === null ? null : decimalText(part.unit),
      description: priceText(price, productName(rows, price), subscription.currency, part),
    }),
  )
}

/** Returns the line of an item in a trial, which costs nothing. */
export function trialLine(
  context: Pick<PaymentsContext, 'rows' | 'ids'>,
  subscription: Pick<Subscription, 'id' | 'currency' | 'billingMode'>,
  item: BilledItem,
  period: Period,
): InvoiceLine {
  const { rows } = context
  const price = rows.prices.require(item.price)
  return newLine(context, {
    ...itemMembers(subscription, item, price),
    amount: 0,
    period,
    quantity: item.quantity ?? 0,
    unitAmountDecimal: '0',
    description: trialText(productName(rows, price), item.quantity ?? 1, subscription.billingMode),
  })
}

function itemMembers(subscription: Pick<Subscription, 'id' | 'currency'>, item: BilledItem, price: Price) {
  return {
    currency: subscription.currency,
    price: price.id,
    product: price.product,
    discounts: item.discounts,
    metadata: item.metadata,
    subscription: subscription.id,
    subscriptionItem: item.id,
    taxRates: item.taxRates.length === 0 ? null : item.taxRates,
  }
}

/** Returns the name of a price's product. */
export function productName({ products }: Pick<Rows, 'products'>, price: Price): string {
  return products.get(price.product)?.name ?? price.product
}

/** Returns the amount of one unit of a price in a currency, as a decimal text; null for a price with tiers. */
export function unitOfPrice(price: Price, currency: string): string | null {
  return amountsIn(price, currency)?.unitAmountDecimal ?? null
}

/**
 * Returns an invoice with its totals: discounts and taxes of each line, and the sums. `minimum` is the smallest amount
 * that can be charged. The balance of the customer is taken into account as it is now.
 */
export function totaled(rows: Rows, invoice: Invoice, minimum: number): Invoice {
  const customer = rows.customers.require(invoice.customer)
  const at = invoice.created
  const isExempt = customer.taxExempt !== 'none'
  const ratesOf = (ids: readonly string[]): readonly Rate[] =>
    isExempt ? [] : ids.flatMap((id) => rows.taxRates.get(id) ?? [])
  const defaults = ratesOf(invoice.defaultTaxRates)
  const automatic = invoice.automaticTax ? automaticRates(rows, saleOfInvoice(rows, invoice, customer)) : null
  const { shippingCost: shipping } = invoice
  const totals = totalsOf(
    invoice.lines.map((line) => ({
      amount: line.amount,
      discountable: line.discountable,
      product: line.product,
      discounts: appliedDiscounts(rows, line.discounts, invoice.currency, at),
      rates: automatic?.(line.price) ?? (line.taxRates === null ? defaults : ratesOf(line.taxRates)),
    })),
    appliedDiscounts(rows, invoice.discounts, invoice.currency, at),
    { amount: shipping?.amount ?? 0, rates: shipping === null ? [] : ratesOf(shipping.taxes.map(({ rate }) => rate)) },
  )
  const { amountDue } = settle(totals.total, customer.balance, minimum)
  return {
    ...invoice,
    lines: invoice.lines.map((line, index) => ({ ...line, ...totals.lines[index] })),
    subtotal: totals.subtotal,
    subtotalExcludingTax: totals.subtotalExcludingTax,
    total: totals.total,
    totalExcludingTax: totals.totalExcludingTax,
    totalDiscountAmounts: totals.discountAmounts,
    totalTaxes: totals.taxes,
    startingBalance: customer.balance,
    amountDue,
  }
}
