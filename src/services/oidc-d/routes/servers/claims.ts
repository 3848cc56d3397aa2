import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { routesFor } from '#core/routes.ts'
import { loadServer } from '#oidc-d/steps/records.ts'
import { loadClaim } from '#oidc-d/steps/servers.ts'
import { requireScope } from '#oidc-d/steps/scopes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { accessDenied, alreadyExists, validationFailed } from '#oidc-d/errors.ts'
import { claimJson } from '#oidc-d/json/server.ts'
import { flawOfClaim } from '#oidc-d/rules/claims/custom-claims.ts'
import { createClaim } from '#oidc-d/rules/servers/servers.ts'
import type { AuthorizationServer, Claim } from '#oidc-d/schema.ts'

const { get, post, put, del } = routesFor<OidcCall>()

const read = requireScope('okta.authorizationServers.read')
const manage = requireScope('okta.authorizationServers.manage')

const ClaimInput = v.object({
  name: v.pipe(v.string(), v.minLength(1, 'The field cannot be left blank')),
  status: v.optional(v.picklist(['ACTIVE', 'INACTIVE']), 'ACTIVE'),
  claimType: v.picklist(['RESOURCE', 'IDENTITY']),
  valueType: v.optional(v.picklist(['EXPRESSION', 'GROUPS']), 'EXPRESSION'),
  value: v.pipe(v.string(), v.minLength(1, 'The field cannot be left blank')),
  group_filter_type: v.optional(v.nullable(v.picklist(['CONTAINS', 'EQUALS', 'REGEX', 'STARTS_WITH']))),
  conditions: v.optional(v.nullable(v.object({ scopes: v.optional(v.nullable(v.array(v.string()))) }))),
  alwaysIncludeInToken: v.optional(v.boolean(), true),
})

/**
 * Claims of custom authorization servers.
 * https://developer.okta.com/docs/api/openapi/okta-management/management/tag/AuthorizationServerClaims/
 */
export const serverClaimsRoutes = [
  get('listOAuth2Claims', '/api/v1/authorizationServers/:authServerId/claims', read, loadServer, (call) =>
    json(call.rows.claims.list('byServer', call.server.id).map((each) => claimJson(call, each))),
  ),
  post(
    'createOAuth2Claim',
    '/api/v1/authorizationServers/:authServerId/claims',
    manage,
    loadServer,
    body(ClaimInput),
    (call) => json(claimJson(call, createClaim(call, call.server, fieldsOf(call, call.body, null))), 201),
  ),
  get(
    'getOAuth2Claim',
    '/api/v1/authorizationServers/:authServerId/claims/:claimId',
    read,
    loadServer,
    loadClaim,
    (call) => json(claimJson(call, call.claim)),
  ),
  put(
    'replaceOAuth2Claim',
    '/api/v1/authorizationServers/:authServerId/claims/:claimId',
    manage,
    loadServer,
    loadClaim,
    body(ClaimInput),
    (call) => {
      const { rows, claim, body } = call
      // Of the `sub` claim only the expression can be changed.
      if (claim.system && body.name !== claim.name) throw accessDenied()
      return json(claimJson(call, rows.claims.update(claim.id, fieldsOf(call, body, claim))))
    },
  ),
  del(
    'deleteOAuth2Claim',
    '/api/v1/authorizationServers/:authServerId/claims/:claimId',
    manage,
    loadServer,
    loadClaim,
    (call) => {
      if (call.claim.system) throw accessDenied()
      call.rows.claims.delete(call.claim.id)
      return empty()
    },
  ),
]

type OfServer = OidcCall & { readonly server: AuthorizationServer }

/**
 * Returns the fields of a claim in a body.
 *
 * @throws 400 for a name that is taken and for unknown scopes.
 */
function fieldsOf({ rows, server }: OfServer, body: v.InferOutput<typeof ClaimInput>, claim: Claim | null) {
  const { name, claimType, valueType, group_filter_type = null, conditions } = body
  const holder = rows.claims.find('name', server.id, claimType, name)
  if (holder !== undefined && holder.id !== claim?.id) throw alreadyExists('name')
  if (valueType === 'GROUPS' && group_filter_type === null) {
    throw validationFailed('group_filter_type', 'group_filter_type: The field cannot be left blank')
  }
  const scopes = conditions?.scopes ?? []
  const unknown = scopes.find((scope) => rows.scopes.find('name', server.id, scope) === undefined)
  if (unknown !== undefined)
    throw validationFailed('scopes', `scopes: ${unknown} is no scope of this authorization server`)
  const { status, value, alwaysIncludeInToken } = body
  const flaw = flawOfClaim({ value, valueType, groupFilterType: group_filter_type })
  if (flaw !== null) throw validationFailed('value', `value: ${flaw}`)
  return { name, claimType, valueType, groupFilterType: group_filter_type, scopes, status, value, alwaysIncludeInToken }
}
