import type { Rows } from '#payments/call.ts'
import type { Invoice, InvoiceLine } from '#payments/schema/billing/invoices.ts'
import type { Customer } from '#payments/schema/customers.ts'
import type { Rate } from '../billing/taxes/taxation.ts'
import { reasonIn, placeOf } from './calculate.ts'
import { keyOf } from './rates.ts'
import { registrationIn } from './registrations.ts'
import { defaultBehavior, settingsOf } from './settings.ts'

/** The vendor's names of what a customer's exemption does. */
const OVERRIDES = { none: 'none', exempt: 'customer_exempt', reverse: 'reverse_charge' } as const

/**
 * Returns a function that tells the tax rates of a line of an invoice with automatic tax; null where the account
 * collects no tax from the customer. https://docs.stripe.com/tax/invoicing
 */
export function automaticRates(
  rows: Rows,
  invoice: Invoice,
  customer: Customer,
): ((line: Pick<InvoiceLine, 'price'>) => readonly Rate[]) | null {
  const address = customer.shipping?.address ?? customer.address
  const place = placeOf({ address })
  const { account, created: at } = invoice
  const taxIds = rows.taxIds.list('customer', customer.id)
  const sale = { account, address, customer: { override: OVERRIDES[customer.taxExempt], taxIds }, at }
  if (place === null || reasonIn({ rows }, sale, place) !== 'standard_rated') return null
  const rates = registrationIn({ rows }, account, place, at)?.rates[keyOf(place)]
  const usual = defaultBehavior(settingsOf({ rows }, account), invoice.currency)
  return ({ price }) => {
    const own = rows.prices.get(price)?.taxBehavior
    const behavior = own === 'inclusive' || own === 'exclusive' ? own : usual
    return [rows.taxRates.get(rates?.[behavior])].filter((rate) => rate !== undefined)
  }
}
