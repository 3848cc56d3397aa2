import type { VersionChange } from './change.ts'
import { withChanged, withDefault } from './params.ts'

/**
 * A new invoice leaves pending items out unless the request asks for them.
 * https://docs.stripe.com/changelog/2022-08-01/removes-include-require-value-invoices
 */
export const emptyInvoices: VersionChange = {
  version: '2022-08-01',
  requests: {
    PostInvoices: (params) =>
      withChanged(
        withDefault(params, 'pending_invoice_items_behavior', 'include_and_require'),
        'pending_invoice_items_behavior',
        (value) => (value === 'include_and_require' ? 'include' : value),
      ),
  },
}
