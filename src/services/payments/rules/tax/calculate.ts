import type { Rows } from '#payments/call.ts'
import { share } from '../billing/decimals.ts'
import type { Address } from '#payments/schema/customers.ts'
import type { LineBehavior, LineTax, TaxabilityReason, TaxedCustomer } from '#payments/schema/tax.ts'
import { isInEuropeanUnion, rateIn, type Jurisdiction } from './rates.ts'
import { registrationIn } from './registrations.ts'
import { settingsOf } from './settings.ts'

/** The vendor's code of what is never taxed. */
const NONTAXABLE = 'txcd_00000000'

const SCALE = 10_000

type Context = { readonly rows: Rows }

/** A sale as far as its tax depends on it. */
export interface TaxedSale {
  readonly account: string
  readonly address: Pick<Address, 'country' | 'state'> | null
  readonly customer: Pick<TaxedCustomer, 'override' | 'taxIds'>
  /** Epoch seconds. */
  readonly at: number
}

/** An amount to tax. */
interface TaxedAmount {
  readonly amount: number
  readonly behavior: LineBehavior
  readonly taxCode: string
}

/** Returns the tax of one amount, rounded half away from zero. https://docs.stripe.com/tax/custom */
export function taxOf(context: Context, sale: TaxedSale, { amount, behavior, taxCode }: TaxedAmount): LineTax {
  const place = placeOf(sale)
  const reason = taxCode === NONTAXABLE ? 'product_exempt' : reasonIn(context, sale, place)
  if (reason !== 'standard_rated' || place === null) return { amount: 0, reason, taxable: 0, percentage: 0 }
  const percentage = rateIn(context, place)
  const scaled = Math.round(percentage * SCALE)
  const whole = 100 * SCALE
  const tax = share(amount, scaled, behavior === 'inclusive' ? whole + scaled : whole)
  return { amount: tax, reason, taxable: behavior === 'inclusive' ? amount - tax : amount, percentage }
}

/** Returns the country or state in which a sale is taxed; null where it is not known. */
export function placeOf({ address }: Pick<TaxedSale, 'address'>): Jurisdiction | null {
  if (address?.country === null || address === null) return null
  return { country: address.country, state: address.state }
}

/** Returns the reason for which a sale is taxed, or not. */
export function reasonIn(context: Context, sale: TaxedSale, place: Jurisdiction | null): TaxabilityReason {
  const { account, customer, at } = sale
  if (place === null || registrationIn(context, account, place, at) === undefined) return 'not_collecting'
  if (customer.override === 'customer_exempt') return 'customer_exempt'
  if (customer.override === 'reverse_charge' || isReverseCharged(context, sale, place)) return 'reverse_charge'
  return rateIn(context, place) === 0 ? 'not_subject_to_tax' : 'standard_rated'
}

/** True for a business of another member of the European Union: it pays the tax itself. */
function isReverseCharged(context: Context, { account, customer }: TaxedSale, place: Jurisdiction): boolean {
  const origin = settingsOf(context, account).headOffice?.country ?? null
  const isBusiness = customer.taxIds.some(({ type }) => type === 'eu_vat')
  return isBusiness && isInEuropeanUnion(place.country) && origin !== null && origin !== place.country
}
