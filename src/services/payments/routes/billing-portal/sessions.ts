import { portalSessionJson } from '#payments/json/checkout/portal.ts'
import { answer, post } from '../route.ts'
import { newPortalSession, PORTAL_SESSION_INPUT } from '#payments/rules/checkout/portal-session.ts'

/** The sessions of the customer portal. https://docs.stripe.com/api/customer_portal/sessions */
export const portalSessionsRoutes = [
  post('PostBillingPortalSessions', '/v1/billing_portal/sessions', PORTAL_SESSION_INPUT, (call) =>
    answer(call, portalSessionJson(call, newPortalSession(call, call.account, call.input))),
  ),
]
