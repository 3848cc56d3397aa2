import type { Rows } from '#payments/call.ts'
import type { Invoice } from '#payments/schema/billing/invoices.ts'
import type { Address, Customer } from '#payments/schema/customers.ts'
import type { TaxedCustomer } from '#payments/schema/tax.ts'
import type { Rate } from '../billing/taxes/taxation.ts'
import { reasonIn, placeOf } from './calculate.ts'
import { keyOf } from './rates.ts'
import { registrationIn } from './registrations.ts'
import { defaultBehavior, settingsOf } from './settings.ts'

/** The vendor's names of what a customer's exemption does. */
const OVERRIDES = { none: 'none', exempt: 'customer_exempt', reverse: 'reverse_charge' } as const

/** A sale with automatic tax as far as its rates depend on it. */
export interface AutomaticSale {
  readonly account: string
  readonly currency: string
  /** Epoch seconds. */
  readonly at: number
  /** Where the buyer is taxed; null while it is not known. */
  readonly address: Pick<Address, 'country' | 'state'> | null
  readonly taxExempt: Customer['taxExempt']
  readonly taxIds: TaxedCustomer['taxIds']
}

/** Returns an invoice as automatic tax sees it. */
export function saleOfInvoice(rows: Rows, invoice: Invoice, customer: Customer): AutomaticSale {
  return {
    account: invoice.account,
    currency: invoice.currency,
    at: invoice.created,
    address: customer.shipping?.address ?? customer.address,
    taxExempt: customer.taxExempt,
    taxIds: rows.taxIds.list('customer', customer.id),
  }
}

/**
 * Returns a function that tells the tax rates of a price in a sale with automatic tax; null where the account collects
 * no tax from the buyer. https://docs.stripe.com/tax/invoicing
 */
export function automaticRates(rows: Rows, sale: AutomaticSale): ((price: string | null) => readonly Rate[]) | null {
  const { account, currency, at, address, taxExempt, taxIds } = sale
  const place = placeOf({ address })
  const taxed = { account, address, customer: { override: OVERRIDES[taxExempt], taxIds }, at }
  if (place === null || reasonIn({ rows }, taxed, place) !== 'standard_rated') return null
  const rates = registrationIn({ rows }, account, place, at)?.rates[keyOf(place)]
  const usual = defaultBehavior(settingsOf({ rows }, account), currency)
  return (price) => {
    const own = rows.prices.get(price)?.taxBehavior
    const behavior = own === 'inclusive' || own === 'exclusive' ? own : usual
    return [rows.taxRates.get(rates?.[behavior])].filter((rate) => rate !== undefined)
  }
}
