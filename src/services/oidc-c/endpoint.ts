import type { Endpoint, OidcCall } from './call.ts'
import { noSuchTenant } from './errors.ts'
import { COMMON, findAuthority, unknownTenant } from './tenants.ts'

type AtTenant = OidcCall & { readonly params: { readonly tenant: string } }

/** A step: which authority the path names. Throws Failure for one that there is not; `page` where a person sees it. */
export function endpoint(version: 1 | 2, { page = false } = {}): (call: AtTenant) => Endpoint {
  return (call) => {
    const authority = findAuthority(call.rows, call.params.tenant)
    if (authority === undefined) throw noSuchTenant(unknownTenant(call.rows, call.params.tenant), page)
    return { ...elsewhere(call), authority, version }
  }
}

/** A step: an endpoint of the vendor that is at no authority. */
export function elsewhere(call: OidcCall): Endpoint {
  return {
    authority: COMMON,
    version: 2,
    correlationId: call.header('client-request-id') ?? call.query.get('client-request-id'),
    crossOrigin: call.header('origin') !== undefined,
  }
}
