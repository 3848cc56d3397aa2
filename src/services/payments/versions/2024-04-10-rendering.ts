import { isRecord } from '#core/objects.ts'
import type { ParamsTransform, VersionChange } from './change.ts'
import { withRenamedParam } from './params.ts'

const withRendering: ParamsTransform = (params) => withRenamedParam(params, 'rendering_options', 'rendering')

/** `rendering_options` of invoices is `rendering`. https://docs.stripe.com/changelog/2024-04-10 */
export const rendering: VersionChange = {
  version: '2024-04-10',
  requests: { PostInvoices: withRendering, PostInvoicesInvoice: withRendering },
  objects: {
    invoice: (invoice) => {
      const { rendering } = invoice
      const options = isRecord(rendering) ? { amount_tax_display: rendering['amount_tax_display'] } : null
      return { ...invoice, rendering_options: options }
    },
  },
}
