import type { PaymentsContext } from '#payments/call.ts'
import type { CheckoutSession } from '#payments/schema/checkout.ts'

type Context = Pick<PaymentsContext, 'urls'>

/** Returns the address of a session's page. The token in it is a secret: whoever has it can pay. */
export function pageUrl({ urls }: Context, { id, pageToken }: Pick<CheckoutSession, 'id' | 'pageToken'>): string {
  return urls.of(`/c/pay/${id}/${pageToken}`)
}

/** Returns the address that begins an expired session anew. */
export function recoveryUrl({ urls }: Context, token: string): string {
  return urls.of(`/c/recover/${token}`)
}

/** Returns the address to which a completed session sends the customer, with the session's id in it. */
export function completionUrl(address: string, { id }: Pick<CheckoutSession, 'id'>): string {
  return address.replaceAll('{CHECKOUT_SESSION_ID}', id)
}

/** Returns the address of a payment link. */
export function linkUrl({ urls }: Context, { token }: { readonly token: string }): string {
  return urls.of(`/b/test_${token}`)
}

/**
 * Returns the address of a customer's portal. The token in it is a secret: whoever has it can change the customer's
 * subscriptions.
 */
export function portalUrl({ urls }: Context, session: { readonly token: string }): string {
  return urls.of(portalPath(session))
}

/** Returns the path of a customer's portal. */
export function portalPath({ token }: { readonly token: string }): string {
  return `/p/session/test_${token}`
}

/** How long an expired session can be recovered: 30 days. https://docs.stripe.com/payments/checkout/abandoned-carts */
export const RECOVERY_SECONDS = 30 * 24 * 60 * 60
