import { redirect, type Answer } from '#core/answer.ts'
import type { PaymentsCall } from '#payments/call.ts'
import { formatAmount } from '#payments/schema/currencies.ts'
import { settleOutcomes } from '#payments/rules/outcomes.ts'
import { portalDonePage, type PortalFrame } from '#payments/pages/portal.ts'
import { itemsOf } from '#payments/rules/billing/subscriptions/items.ts'
import { lineAmount } from '#payments/rules/checkout/amounts.ts'
import { intervalInWords, merchantName } from '#payments/rules/checkout/page-view.ts'
import { portalPath } from '#payments/rules/checkout/urls.ts'
import type { Price } from '#payments/schema/billing/catalog.ts'
import type { Subscription } from '#payments/schema/billing/subscriptions.ts'
import type { PortalConfiguration, PortalSession } from '#payments/schema/checkout.ts'
import type { Customer } from '#payments/schema/customers.ts'

/** The path of the portal's first page. */
export const PORTAL_HOME = '/p/session/:token'

/** Loads the script of the pages. */
export async function loadScript(): Promise<{ readonly script: string }> {
  const { CHECKOUT_PAGE } = await import('#payments/browser.generated.ts')
  return { script: CHECKOUT_PAGE }
}

/** The words of a page that is not there. */
export const GONE = 'This page of the portal does not exist, or is not open to you.'

/**
 * The members that {@link loadPortal} adds; `session` is null where the address is unknown, and the rest is not to be
 * used then.
 */
interface Portal {
  readonly session: PortalSession | null
  readonly customer: Customer
  readonly features: PortalConfiguration['features']
  readonly configuration: PortalConfiguration
  readonly home: string
  readonly frame: PortalFrame
}

/** A call of a page of the portal. */
export type PortalCall = PaymentsCall & Portal & { readonly script: string }

/** Loads the session of the portal that the address names, with what belongs to it. */
export function loadPortal(
  call: PaymentsCall & { readonly script: string; readonly params: { readonly token: string } },
): Portal {
  const { rows } = call
  const session = rows.portalSessions.find('token', call.params.token.replace(/^test_/, '')) ?? null
  if (session === null) return { session } as Portal // every route refuses a null session first
  const configuration = rows.portalConfigurations.require(session.configuration)
  const base = portalPath(session)
  const merchant = merchantName(call, session.account)
  return {
    session,
    configuration,
    customer: rows.customers.require(session.customer),
    features: configuration.features,
    home: base,
    frame: { merchant, returnUrl: session.returnUrl, home: `${base}?done=1`, script: call.script },
  }
}

/** Ends a change: goes where the flow wants to, else to the first page. */
export function done(call: PortalCall, message: string): Answer {
  settleOutcomes(call)
  const after = call.session?.flow?.after_completion
  if (after?.type === 'redirect' && after.redirect !== null) return redirect(after.redirect.return_url, 303)
  if (after?.type === 'hosted_confirmation') {
    return portalDonePage(call.frame, after.hosted_confirmation?.custom_message ?? message)
  }
  return redirect(call.frame.home, 303)
}

/** Returns a price in words: `$10.00 per month`. */
export function priceInWords(price: Price, quantity: number, currency: string): string {
  return `${formatAmount(lineAmount(price, { quantity, chosenAmount: null }, currency), currency)} ${intervalInWords(price)}`
}

/** Returns the names of the products of a subscription. */
export function nameOf({ rows }: PortalCall, { id }: Subscription): string {
  return itemsOf(rows, id)
    .map(({ price }) => rows.products.require(rows.prices.require(price).product).name)
    .join(', ')
}
