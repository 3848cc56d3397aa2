import type { Endpoint, OidcCall } from '#oidc-c/call.ts'
import { noSuchTenant } from '#oidc-c/errors.ts'
import { COMMON, authorityNamed, unknownTenant } from '#oidc-c/rules/tenants.ts'

type AtTenant = OidcCall & { readonly params: { readonly tenant: string } }

/**
 * A step that adds the authority of the path.
 *
 * @throws Failure when there is none; with `page`, the answer is a page.
 */
export function loadAuthority(version: 1 | 2, { page = false } = {}): (call: AtTenant) => Endpoint {
  return (call) => {
    const authority = authorityNamed(call.rows, call.params.tenant)
    if (authority === undefined) throw noSuchTenant(unknownTenant(call.rows, call.params.tenant), page)
    return { ...loadCommonAuthority(call), authority, version }
  }
}

/** A step that adds the authority `common`, for an endpoint without one in its path. */
export function loadCommonAuthority(call: OidcCall): Endpoint {
  return {
    authority: COMMON,
    version: 2,
    correlationId: call.header('client-request-id') ?? call.query.get('client-request-id'),
    crossOrigin: call.header('origin') !== undefined,
  }
}
