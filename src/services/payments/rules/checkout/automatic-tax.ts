import type { PaymentsContext } from '#payments/call.ts'
import { invalidParameter, invalidRequest } from '#payments/errors.ts'
import type { CheckoutSession, SessionLine } from '#payments/schema/checkout.ts'
import type { Address } from '#payments/schema/customers.ts'
import { hasTaxLocation } from '../billing/taxes/automatic-tax.ts'
import type { Rate } from '../billing/taxes/taxation.ts'
import { automaticRates } from '../tax/automatic-rates.ts'
import type { SessionInput } from './params.ts'

/**
 * Checks a session that asks for automatic tax. https://docs.stripe.com/tax/checkout
 *
 * @throws 400 for tax rates beside it, and for a customer whose location is not known and will not be saved.
 */
export function checkAutomaticTax(
  { rows }: Pick<PaymentsContext, 'rows'>,
  { customer: id, customer_update: update }: Pick<SessionInput, 'customer' | 'customer_update'>,
  lines: readonly SessionLine[],
): void {
  const taxed = lines.findIndex(({ taxRates, dynamicTaxRates }) => taxRates.length > 0 || dynamicTaxRates !== undefined)
  if (taxed >= 0) {
    throw invalidParameter(
      `line_items[${taxed}][tax_rates]`,
      'You cannot specify `tax_rates` on a line item while `automatic_tax[enabled]` is true.',
    )
  }
  const customer = rows.customers.get(id)
  const isSaved = update?.address === 'auto' || update?.shipping === 'auto'
  if (customer === undefined || isSaved || hasTaxLocation(customer)) return
  throw invalidRequest(
    "Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the Customer or set either `customer_update[address]` to 'auto' or `customer_update[shipping]` to 'auto' to save the address entered in Checkout to the Customer.",
    { code: 'customer_tax_location_invalid' },
  )
}

/** The members of a session that its automatic tax depends on; a link and a quote have no buyer yet. */
export type Taxed = Partial<
  Pick<
    CheckoutSession,
    | 'account'
    | 'automaticTax'
    | 'created'
    | 'customer'
    | 'customerDetails'
    | 'customerUpdate'
    | 'shippingDetails'
    | 'status'
  >
>

type Context = Pick<PaymentsContext, 'rows'>

/**
 * Returns where the buyer of a session is taxed: the address of the customer that it began with, or the one that the
 * buyer has typed, where the customer has none or the session saves it; null while it is not known.
 * https://docs.stripe.com/tax/checkout#location
 */
export function taxLocationOf({ rows }: Context, sale: Taxed): Address | null {
  const customer = rows.customers.get(sale.customer)
  const { address, shipping } = sale.customerUpdate ?? {}
  const isReplaced = sale.status === 'open' && (address === 'auto' || shipping === 'auto')
  const typed = [sale.shippingDetails?.address, sale.customerDetails?.address]
  const stored = [customer?.shipping?.address, customer?.address]
  const found = (isReplaced ? [...typed, ...stored] : [...stored, ...typed]).find(
    (each) => each != null && hasTaxLocation({ address: each, shipping: null }),
  )
  return found ?? null
}

/**
 * Returns a function that tells the tax rates of a price in a session with automatic tax; undefined for a sale without
 * it. No tax is collected while the buyer's location is not known.
 */
export function automaticRatesOf(
  { rows }: Context,
  sale: Taxed & { readonly currency: string },
): ((price: string | null) => readonly Rate[]) | undefined {
  const { account, automaticTax, created, currency } = sale
  if (automaticTax == null || account === undefined) return undefined
  const customer = rows.customers.get(sale.customer)
  const typedIds = (sale.customerDetails?.tax_ids ?? []).flatMap(({ type, value }) =>
    value === null ? [] : [{ type, value }],
  )
  const rates = automaticRates(rows, {
    account,
    currency,
    at: created ?? 0,
    address: taxLocationOf({ rows }, sale),
    taxExempt: customer?.taxExempt ?? 'none',
    taxIds: customer === undefined ? typedIds : [...rows.taxIds.list('customer', customer.id), ...typedIds],
  })
  return rates ?? (() => [])
}
