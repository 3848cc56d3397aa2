import { decimalsOf } from '#payments/schema/currencies.ts'
import type { Price } from '#payments/schema/billing/catalog.ts'
import type { Subscription } from '#payments/schema/billing/subscriptions.ts'
import { decimalText, type Exact } from '../decimals.ts'
import type { PricedPart } from '../prices/amounts.ts'

/** Returns the description of a line for a price: `2 × Gold (at $15.00 / month)`. */
export function priceText(price: Price, product: string, currency: string, part: PricedPart): string {
  const tier = part.tier === null ? '' : `Tier ${part.tier} `
  if (part.unit === null) return `${product} (${tier}flat fee)`
  const per = price.transformQuantity === null ? '' : ` per ${price.transformQuantity.divide_by}`
  return `${part.quantity} × ${product} (${tier}at ${unitText(part.unit, currency)}${per}${intervalText(price)})`
}

/** Returns ` / month`, ` every 3 months`, or nothing for a price that is charged once. */
function intervalText({ recurring }: Price): string {
  if (recurring === null) return ''
  const { interval, interval_count: count } = recurring
  return count === 1 ? ` / ${interval}` : ` every ${count} ${interval}s`
}

/** Returns the description of a line of a trial, which depends on the billing mode of the subscription. */
export function trialText(product: string, quantity: number, billingMode: Subscription['billingMode']): string {
  return billingMode === 'flexible' ? `Free trial for ${quantity} × ${product}` : `Trial period for ${product}`
}

/** Returns the description of a proration: `Unused time on 2 × Gold after 1 Jan 2026`. */
export function prorationText(kind: 'Unused' | 'Remaining', product: string, quantity: number, at: number): string {
  const date = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' })
  const what = quantity === 1 ? product : `${quantity} × ${product}`
  return `${kind} time on ${what} after ${date.format(at * 1000).replace('Sept', 'Sep')}`
}

/** Returns the amount of one unit as people read it, with parts of a minor unit: `$0.005`. */
function unitText(unit: Exact, currency: string): string {
  const decimals = decimalsOf(currency)
  const [whole = '0', fraction = ''] = decimalText(unit).split('.')
  const digits = whole.padStart(decimals + 1, '0')
  const major = decimals === 0 ? digits : digits.slice(0, -decimals)
  const minor = (decimals === 0 ? '' : digits.slice(-decimals)) + fraction
  return `${symbolOf(currency)}${major.replace(/^0+(?=\d)/, '').replaceAll(/\B(?=(\d{3})+$)/g, ',')}${minor === '' ? '' : `.${minor}`}`
}

// The result of a pure function, kept because making a formatter takes longer than the rest of an invoice.
const symbols = new Map<string, string>()

/** Returns the symbol of a currency, as English writes it: `$`, `€`, `CHF`. */
function symbolOf(currency: string): string {
  const known = symbols.get(currency)
  if (known !== undefined) return known
  const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency: currency.toUpperCase() }).formatToParts(0)
  const symbol = parts.find(({ type }) => type === 'currency')?.value ?? currency.toUpperCase()
  symbols.set(currency, symbol)
  return symbol
}
