import type { PaymentsContext } from '#payments/call.ts'
import type { Customer, Shipping } from '#payments/schema/customers.ts'
import { addTaxId } from '../customers/tax-ids.ts'
import { addressIn, type Typed } from './page-form.ts'

/** The texts of the portal's form that shows a customer, by the name of the field. */
export function customerFormValues({ name, email, phone, address, shipping }: Customer): Typed {
  const fields = (kind: 'billing' | 'shipping', from: Customer['address']): Typed => ({
    [`${kind}Country`]: from?.country ?? '',
    [`${kind}AddressLine1`]: from?.line1 ?? '',
    [`${kind}AddressLine2`]: from?.line2 ?? '',
    [`${kind}Locality`]: from?.city ?? '',
    [`${kind}AdministrativeArea`]: from?.state ?? '',
    [`${kind}PostalCode`]: from?.postal_code ?? '',
  })
  return {
    name: name ?? '',
    email: email ?? '',
    phone: phone ?? '',
    shippingName: shipping?.name ?? '',
    ...fields('billing', address),
    ...fields('shipping', shipping?.address ?? null),
  }
}

/** Returns the mistakes of the form, by field. */
export function customerMistakes(typed: Typed, allowed: readonly string[]): Typed {
  const email = (typed['email'] ?? '').trim()
  if (allowed.includes('email') && !/^[^\s@]+@[^\s@]+$/.test(email)) return { email: 'Your email is invalid.' }
  const ships = allowed.includes('shipping') && addressIn(typed, 'shipping') !== null
  if (ships && (typed['shippingName'] ?? '').trim() === '') return { shippingName: 'Required' }
  return {}
}

/**
 * Changes the details that the portal's configuration allows, and emits `customer.updated` and
 * `customer.tax_id.created`.
 */
export function changeCustomer(
  context: PaymentsContext,
  before: Customer,
  typed: Typed,
  allowed: readonly string[],
): void {
  const text = (name: string): string | null => (typed[name] ?? '').trim() || null
  const after = context.rows.customers.update(before.id, {
    ...(allowed.includes('name') ? { name: text('name') } : {}),
    ...(allowed.includes('email') ? { email: text('email') } : {}),
    ...(allowed.includes('phone') ? { phone: text('phone') } : {}),
    ...(allowed.includes('address') ? { address: addressIn(typed, 'billing') } : {}),
    ...(allowed.includes('shipping') ? { shipping: shippingIn(typed, before) } : {}),
  })
  context.emit({ type: 'customer.updated', kind: 'customer', row: after, before })
  const value = text('taxId')
  if (allowed.includes('tax_id') && value !== null) {
    addTaxId(context, after, { type: text('taxIdType') ?? 'eu_vat', value })
  }
}

function shippingIn(typed: Typed, { shipping }: Customer): Shipping | null {
  const address = addressIn(typed, 'shipping')
  return address === null
    ? null
    : { address, name: (typed['shippingName'] ?? '').trim(), phone: shipping?.phone ?? null }
}
