import type { PaymentsContext } from '#payments/call.ts'
import type { Invoice } from '#payments/schema/billing/invoices.ts'

/**
 * Returns the URL of the page on which a customer pays an invoice; null for a draft. The page of its PDF is below it.
 */
export function hostedUrl({ urls }: Pick<PaymentsContext, 'urls'>, { hostedToken, account }: Invoice): string | null {
  return hostedToken === null ? null : urls.of(`/i/${account}/${hostedToken}`)
}
