import { invalidRequest } from '#payments/errors.ts'
import type { ParamsTransform, VersionChange } from './change.ts'
import { hashOf } from './params.ts'

/**
 * Writes what stood for pending items that a new invoice must have, and has by default.
 *
 * @throws 400 for a customer without pending items.
 */
const withPendingItems: ParamsTransform = (params, { rows }) => {
  const { customer, pending_invoice_items_behavior: behavior = 'include_and_require', subscription } = params
  if (behavior !== 'include_and_require') return params
  const known = typeof customer === 'string' ? rows.customers.get(customer) : undefined
  if (known !== undefined && subscription === undefined && rows.invoiceItems.list('pending', known.id).length === 0) {
    throw invalidRequest('Nothing to invoice for customer', {
      code: 'invoice_no_customer_line_items',
      param: 'customer',
    })
  }
  return hashOf({ ...params, pending_invoice_items_behavior: 'include' })
}

/**
 * A new invoice leaves pending items out unless the request asks for them.
 * https://docs.stripe.com/changelog/2022-08-01/removes-include-require-value-invoices
 */
export const emptyInvoices: VersionChange = { version: '2022-08-01', requests: { PostInvoices: withPendingItems } }
