import type { PaymentsContext } from '#payments/call.ts'
import type { CustomerDetails } from '#payments/schema/billing/invoices.ts'

/** Returns what an invoice repeats of its customer. */
export function customerDetailsOf({ rows }: Pick<PaymentsContext, 'rows'>, id: string): CustomerDetails {
  const customer = rows.customers.get(id)
  return {
    address: customer?.address === undefined || customer.address === null ? null : { ...customer.address },
    email: customer?.email ?? null,
    name: customer?.name ?? null,
    phone: customer?.phone ?? null,
    shipping: customer?.shipping === undefined || customer.shipping === null ? null : { ...customer.shipping },
    taxExempt: customer?.taxExempt ?? 'none',
    taxIds: rows.taxIds.list('customer', id).map(({ type, value }) => ({ type, value })),
  }
}
