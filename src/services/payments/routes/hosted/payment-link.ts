import { redirect } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { PaymentsCall } from '#payments/call.ts'
import { missingPage } from '#payments/pages/missing.ts'
import { isOpenLink, visitLink } from '#payments/rules/checkout/payment-links.ts'
import { pageUrl } from '#payments/rules/checkout/urls.ts'

const { get } = routesFor<PaymentsCall>()

/** The address of a payment link, which leads to a Checkout session. */
export const paymentLinkPageRoutes = [
  // Each visit begins a Checkout session of its own.
  get('payment-link/page', '/b/:token', (call) => {
    const link = call.rows.paymentLinks.find('token', call.params.token.replace(/^test_/, ''))
    if (link === undefined) return missingPage('Please check the address, or contact the shop that sent you here.')
    if (!isOpenLink(link)) {
      return missingPage(
        link.inactiveMessage ?? 'Please contact the shop that sent you here.',
        'This link is no longer active',
        200,
      )
    }
    const { query } = call
    const session = visitLink(call, link, {
      email: query.get('prefilled_email') ?? query.get('locked_prefilled_email'),
      clientReferenceId: query.get('client_reference_id'),
      promotionCode: query.get('prefilled_promo_code'),
      locale: query.get('locale'),
    })
    return redirect(pageUrl(call, session), 303)
  }),
]
