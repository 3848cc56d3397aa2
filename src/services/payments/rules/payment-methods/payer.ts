import type { PaymentsContext } from '#payments/call.ts'
import type { PaymentMethod } from '#payments/schema/payments.ts'

/** Adds to a wallet what it tells of its owner once the owner has agreed to pay; other payment methods stay. */
export function withPayer({ rows, ids }: Pick<PaymentsContext, 'rows' | 'ids'>, method: PaymentMethod): PaymentMethod {
  const { id, type, own, billingDetails } = method
  if (own === null || (own['payer_id'] !== null && own['buyer_id'] !== null)) return method
  if (type === 'paypal') {
    const payer = {
      country: billingDetails.address.country ?? 'US',
      payer_email: billingDetails.email ?? 'jenny.rosen@example.com',
      payer_id: ids.base62(13).toUpperCase(),
    }
    return rows.paymentMethods.update(id, { own: payer })
  }
  const tag = type === 'cashapp' ? { cashtag: '$jennyrosen' } : {}
  return rows.paymentMethods.update(id, { own: { ...own, buyer_id: ids.base62(16), ...tag } })
}
