import { LIST_PARAMS, listOfRows } from '#payments/protocol/list.ts'
import { answer, answerPage, get } from '../../route.ts'
import { PREVIEW_PARAMS, previewInvoice } from './create-preview.ts'

/** The first version of the API without these operations. */
const REPLACED = { until: '2025-03-31.basil' } as const

/**
 * Previews of invoices as versions before 2025-03-31 have them.
 * https://docs.stripe.com/changelog/basil/2025-03-31/invoice-preview-api-deprecations
 */
export const upcomingInvoicesRoutes = [
  get(
    'GetInvoicesUpcoming',
    '/v1/invoices/upcoming',
    PREVIEW_PARAMS,
    (call) => answer(call, previewInvoice(call)),
    REPLACED,
  ),
  get(
    'GetInvoicesUpcomingLines',
    '/v1/invoices/upcoming/lines',
    { ...PREVIEW_PARAMS, ...LIST_PARAMS },
    (call) => {
      const { lines } = previewInvoice(call) as unknown as Preview // an invoice
      return answerPage(call, listOfRows(lines.data), 'invoice line item', (line) => line)
    },
    REPLACED,
  ),
]

/** The member of a preview that is read here. */
interface Preview {
  readonly lines: { readonly data: readonly { readonly id: string }[] }
}
