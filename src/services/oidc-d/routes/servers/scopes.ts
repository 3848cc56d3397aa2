import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import { loadServer } from '#oidc-d/steps/records.ts'
import { loadScope } from '#oidc-d/steps/servers.ts'
import { requireScope } from '#oidc-d/steps/scopes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { accessDenied, alreadyExists } from '#oidc-d/errors.ts'
import { scopeJson } from '#oidc-d/json/server.ts'
import { answerPage } from '#oidc-d/json/page.ts'
import { orderedList } from '#oidc-d/rules/lists/pages.ts'
import { createScope } from '#oidc-d/rules/servers/servers.ts'
import type { AuthorizationServer, Scope } from '#oidc-d/schema.ts'

const { get, post, put, del } = routesFor<OidcCall>()

const read = requireScope('okta.authorizationServers.read')
const manage = requireScope('okta.authorizationServers.manage')

const ScopeInput = v.object({
  name: v.pipe(v.string(), v.regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, 'must be a valid scope name, without spaces')),
  displayName: v.optional(v.nullable(v.string())),
  description: v.optional(v.nullable(v.string())),
  consent: v.optional(v.picklist(['IMPLICIT', 'REQUIRED', 'FLEXIBLE'])),
  metadataPublish: v.optional(v.picklist(['ALL_CLIENTS', 'NO_CLIENTS'])),
  default: v.optional(v.boolean()),
  optional: v.optional(v.boolean()),
})

/**
 * Scopes of custom authorization servers.
 * https://developer.okta.com/docs/api/openapi/okta-management/management/tag/AuthorizationServerScopes/
 */
export const serverScopesRoutes = [
  get('listOAuth2Scopes', '/api/v1/authorizationServers/:authServerId/scopes', read, loadServer, (call) => {
    const { rows, server, query } = call
    const q = query.get('q')?.toLowerCase() ?? ''
    const scopes = rows.scopes.list('byServer', server.id).filter(({ name }) => name.toLowerCase().includes(q))
    return answerPage(
      call,
      orderedList(scopes, ({ id }) => id),
      { byDefault: 200, most: 200, beyond: 'refused' },
      (each) => scopeJson(call, each),
    )
  }),
  post(
    'createOAuth2Scope',
    '/api/v1/authorizationServers/:authServerId/scopes',
    manage,
    loadServer,
    body(ScopeInput),
    (call) => {
      const { name, ...rest } = call.body
      refuseTaken(call, name, null)
      return json(scopeJson(call, createScope(call, call.server, { name, ...defined(rest) })), 201)
    },
  ),
  get(
    'getOAuth2Scope',
    '/api/v1/authorizationServers/:authServerId/scopes/:scopeId',
    read,
    loadServer,
    loadScope,
    (call) => json(scopeJson(call, call.scope)),
  ),
  put(
    'replaceOAuth2Scope',
    '/api/v1/authorizationServers/:authServerId/scopes/:scopeId',
    manage,
    loadServer,
    loadScope,
    ownBody,
    (call) => {
      const { rows, scope, body } = call
      const before = {
        displayName: null,
        description: null,
        consent: 'IMPLICIT',
        metadataPublish: 'NO_CLIENTS',
      } as const
      const changes = { ...before, default: false, optional: false, ...defined(body) }
      return json(scopeJson(call, rows.scopes.update(scope.id, changes)))
    },
  ),
  del(
    'deleteOAuth2Scope',
    '/api/v1/authorizationServers/:authServerId/scopes/:scopeId',
    manage,
    loadServer,
    loadScope,
    (call) => {
      if (call.scope.system) throw accessDenied()
      call.rows.scopes.delete(call.scope.id)
      return empty()
    },
  ),
]

type OfServer = OidcCall & { readonly server: AuthorizationServer }

/**
 * A step that parses the body of a scope.
 *
 * @throws 403 for the vendor's own scopes, and 400 for a name that is taken.
 */
function ownBody(call: OfServer & { readonly scope: Scope }): { readonly body: v.InferOutput<typeof ScopeInput> } {
  if (call.scope.system) throw accessDenied()
  const parsed = body(ScopeInput)(call)
  refuseTaken(call, parsed.body.name, call.scope)
  return parsed
}

function refuseTaken({ rows, server }: OfServer, name: string, scope: Scope | null): void {
  const holder = rows.scopes.find('name', server.id, name)
  if (holder !== undefined && holder.id !== scope?.id) throw alreadyExists('name')
}
