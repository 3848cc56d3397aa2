import type { Shipment } from '#payments/schema/customers.ts'

/** Writes the shipping of a payment, with null for what nobody said of the carrier. */
export function shipmentJson(shipment: Shipment | null) {
  if (shipment === null) return null
  const { address, carrier = null, name, phone, tracking_number = null } = shipment
  return { address, carrier, name, phone, tracking_number }
}
