import { invalidRequest } from '#payments/errors.ts'
import type { Failure } from '#core/errors.ts'
import type { Address, Customer } from '#payments/schema/customers.ts'

/** The part of a customer that tells where the customer is taxed. */
type Located = Pick<Customer, 'address' | 'shipping'>

/**
 * Returns whether the vendor can tell where a customer is taxed: by the address to ship to, or else by the customer's
 * own. The United States need a postal code, Canada a province or a postal code.
 * https://docs.stripe.com/tax/customer-locations
 */
export function hasTaxLocation({ address, shipping }: Located): boolean {
  return isTaxLocation(shipping?.address) || isTaxLocation(address)
}

/** Returns whether an address tells where its customer is taxed. */
export function isTaxLocation(address: Address | null | undefined): address is Address & { readonly country: string } {
  if (address === undefined || address === null || address.country === null) return false
  if (address.country === 'US') return address.postal_code !== null
  return address.country !== 'CA' || address.postal_code !== null || address.state !== null
}

/** @throws 400 unless the vendor can tell where a customer is taxed. */
export function requireTaxLocation(customer: Located): void {
  if (!hasTaxLocation(customer)) throw taxLocationInvalid()
}

/** 400: automatic tax for a customer whose location is not known. */
export function taxLocationInvalid(): Failure {
  return invalidRequest(
    "The customer's location isn't recognized. Set a valid customer address in order to automatically calculate tax.",
    { code: 'customer_tax_location_invalid' },
  )
}
