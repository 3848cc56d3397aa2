import type { PaymentsCall } from '#payments/call.ts'
import { portalPath } from '#payments/rules/checkout/urls.ts'
import type { PortalConfiguration, PortalSession } from '#payments/schema/checkout.ts'
import type { Customer } from '#payments/schema/customers.ts'

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
}

/** A call of a page of the portal. */
export type PortalCall = PaymentsCall & Portal & { readonly script: string }

/** Loads the session of the portal that the address names, with what belongs to it. */
export function loadPortal(call: PaymentsCall & { readonly params: { readonly token: string } }): Portal {
  const { rows } = call
  const session = rows.portalSessions.find('token', call.params.token.replace(/^test_/, '')) ?? null
  if (session === null) return { session } as Portal // every route refuses a null session first
  const configuration = rows.portalConfigurations.require(session.configuration)
  return {
    session,
    configuration,
    customer: rows.customers.require(session.customer),
    features: configuration.features,
    home: call.mountPath + portalPath(session),
  }
}
