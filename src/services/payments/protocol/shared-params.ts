import { required, hash, text, unsettable, type ValuesOf } from './params.ts'
import type { Address, Shipment, Shipping } from '#payments/schema/customers.ts'

/** The parameters of an address. */
export const ADDRESS = {
  city: unsettable(text()),
  country: unsettable(text()),
  line1: unsettable(text()),
  line2: unsettable(text()),
  postal_code: unsettable(text()),
  state: unsettable(text()),
}

/** The parameters of a name and an address to ship to. */
export const SHIPPING = {
  address: required(hash(ADDRESS)),
  name: required(text()),
  phone: unsettable(text()),
  carrier: unsettable(text()),
  tracking_number: unsettable(text()),
}

/** Returns an address with null for what was not given. */
export function addressOf(input: ValuesOf<typeof ADDRESS>): Address {
  const { city = null, country = null, line1 = null, line2 = null, postal_code = null, state = null } = input
  return { city, country, line1, line2, postal_code, state }
}

/** Returns a name and an address to ship to. */
export function shippingOf({ address, name, phone = null }: ValuesOf<typeof SHIPPING>): Shipping {
  return { address: addressOf(address), name, phone }
}

/** Returns a name and an address to ship to, with who carries it, as payments have them. */
export function shipmentOf({ carrier = null, tracking_number = null, ...input }: ValuesOf<typeof SHIPPING>): Shipment {
  return { ...shippingOf(input), carrier, tracking_number }
}
