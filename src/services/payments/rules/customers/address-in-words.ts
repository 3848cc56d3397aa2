import { ownMember } from '#core/objects.ts'
import { COUNTRIES } from '#payments/browser/countries.ts'
import type { Address } from '#payments/schema/customers.ts'

/**
 * Writes an address in one line: `1 Main Street, Springfield, IL 62701, United States`. The empty text for no address.
 */
export function addressInWords(address: Address | null): string {
  if (address === null) return ''
  const { line1, line2, city, state, postal_code: postalCode, country } = address
  const region = [state, postalCode].filter(Boolean).join(' ')
  const parts = [line1, line2, city, region, country === null ? null : (ownMember(COUNTRIES, country) ?? country)]
  return parts.filter(Boolean).join(', ')
}
