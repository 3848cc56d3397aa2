import { invalidRequest } from '#payments/errors.ts'
import type { Json } from '#payments/protocol/resource.ts'
import { LIST_PARAMS, listOfRows } from '#payments/protocol/list.ts'
import { answer, answerPage, get } from '../../route.ts'
import { PREVIEW_PARAMS, previewInvoice } from './create-preview.ts'

type PreviewCall = Parameters<typeof previewInvoice>[0]

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
    (call) => answer(call, upcomingOf(call)),
    REPLACED,
  ),
  get(
    'GetInvoicesUpcomingLines',
    '/v1/invoices/upcoming/lines',
    { ...PREVIEW_PARAMS, ...LIST_PARAMS },
    (call) => {
      const { lines } = upcomingOf(call) as unknown as Preview // an invoice
      return answerPage(call, listOfRows(lines.data), 'invoice line item', (line) => line)
    },
    REPLACED,
  ),
]

/**
 * Returns the preview of the invoice that the request describes.
 *
 * @throws 400 for a request that names nothing to invoice, in the words of these versions.
 */
function upcomingOf(call: PreviewCall): Json {
  const { customer, customer_details: described, subscription, schedule } = call.input
  if ([customer, described, subscription, schedule].every((each) => each === undefined))
    throw invalidRequest('You must either provide a `customer` or a `subscription` to the upcoming invoice endpoint.')
  return previewInvoice(call)
}

/** The member of a preview that is read here. */
interface Preview {
  readonly lines: { readonly data: readonly { readonly id: string }[] }
}
