import { json } from '#core/answer.ts'
import { routesFor, type Route } from '#core/routes.ts'
import type { OidcCall } from '#oidc-c/call.ts'
import { noSuchObject } from '#oidc-c/errors.ts'
import { contextUrl } from '#oidc-c/json/objects.ts'
import { organizationJson } from '#oidc-c/json/organization.ts'
import { READ_ORGANIZATION } from '#oidc-c/rules/users/permissions.ts'
import { requireAny } from '#oidc-c/steps/directory.ts'
import { requireGraphAccess } from '#oidc-c/steps/graph-access.ts'
import type { GraphCall } from '#oidc-c/steps/users.ts'

const { get } = routesFor<OidcCall>()

const requireRead = requireAny(READ_ORGANIZATION)

/** The tenant of the token. https://learn.microsoft.com/graph/api/resources/organization */
export const organizationRoutes: readonly Route[] = [
  get('organization-list', '/v1.0/organization', requireGraphAccess, requireRead, (call) =>
    json({ '@odata.context': contextUrl(call, 'organization'), value: [ownJson(call)] }),
  ),
  get('organization-get', '/v1.0/organization/:id', requireGraphAccess, requireRead, (call) => {
    const organization = ownJson(call)
    if (organization.id !== call.params.id.toLowerCase()) throw noSuchObject(call.params.id)
    return json({ '@odata.context': contextUrl(call, 'organization/$entity'), ...organization })
  }),
]

function ownJson({ rows, tenantId, token }: GraphCall) {
  // A tenant that the seed does not list has the users of the open one, and its own id.
  const { tenantId: named } = token.details
  return organizationJson(rows.tenants.require(tenantId), typeof named === 'string' ? named : tenantId)
}
