import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { viewOfIndex } from '#core/list-view.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import { loadServer } from '#oidc-d/steps/records.ts'
import { requireScope } from '#oidc-d/steps/scopes.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { alreadyExists, notFound, validationFailed } from '#oidc-d/errors.ts'
import { serverJson, serverKeysJson } from '#oidc-d/json/server.ts'
import { answerPage } from '#oidc-d/json/page.ts'
import { listById, orderedList } from '#oidc-d/rules/lists/pages.ts'
import { createServer } from '#oidc-d/rules/servers/servers.ts'
import { keysOf } from '#oidc-d/oauth/signing.ts'
import { DEFAULT_SERVER, type AuthorizationServer } from '#oidc-d/schema.ts'

const { get, post, put, del } = routesFor<OidcCall>()

const read = requireScope('okta.authorizationServers.read')
const manage = requireScope('okta.authorizationServers.manage')

const SERVER = '/api/v1/authorizationServers/:authServerId'

const Rotation = v.object({ use: v.literal('sig') })

const ServerInput = v.object({
  name: v.pipe(v.string(), v.minLength(1, 'The field cannot be left blank')),
  description: v.optional(v.nullable(v.string())),
  audiences: v.pipe(v.array(v.pipe(v.string(), v.minLength(1))), v.length(1, 'You must specify exactly one audience')),
  issuerMode: v.optional(v.picklist(['ORG_URL', 'CUSTOM_URL', 'DYNAMIC'])),
  credentials: v.optional(
    v.object({ signing: v.optional(v.object({ rotationMode: v.optional(v.picklist(['AUTO', 'MANUAL'])) })) }),
  ),
})

/**
 * Custom authorization servers.
 * https://developer.okta.com/docs/api/openapi/okta-management/management/tag/AuthorizationServer/
 */
export const serversRoutes = [
  get('listAuthorizationServers', '/api/v1/authorizationServers', read, (call) => {
    const q = call.query.get('q')?.toLowerCase() ?? ''
    const { servers } = call.rows
    const matching = () =>
      servers.all().filter(({ name, audiences }) => [name, ...audiences].some((each) => each.toLowerCase().includes(q)))
    const list = q === '' ? listById(viewOfIndex(servers, 'all', [])) : orderedList(matching(), ({ id }) => id)
    return answerPage(call, list, { byDefault: 200, most: 200, beyond: 'refused' }, (each) => serverJson(call, each))
  }),
  post('createAuthorizationServer', '/api/v1/authorizationServers', manage, body(ServerInput), (call) => {
    refuseTaken(call, call.body.name, null)
    return json(
      serverJson(
        call,
        createServer(call, { ...ownFields(call.body), audiences: call.body.audiences, name: call.body.name }),
      ),
      201,
    )
  }),
  get('getAuthorizationServer', SERVER, read, loadServer, (call) => json(serverJson(call, call.server))),
  put('replaceAuthorizationServer', SERVER, manage, loadServer, body(ServerInput), (call) => {
    const { rows, body, server, clock } = call
    refuseTaken(call, body.name, server)
    const { name, audiences } = body
    return json(
      serverJson(
        call,
        rows.servers.update(server.id, { name, audiences, ...fieldsOf(body), lastUpdated: clock.now() }),
      ),
    )
  }),
  del('deleteAuthorizationServer', SERVER, manage, loadServer, (call) => {
    if (call.server.id === DEFAULT_SERVER) {
      throw validationFailed(
        'authorizationServer',
        'authorizationServer: the default authorization server cannot be deleted',
      )
    }
    call.rows.servers.delete(call.server.id)
    return empty()
  }),
  post('activateAuthorizationServer', `${SERVER}/lifecycle/activate`, manage, loadServer, (call) =>
    become(call, call.server, 'ACTIVE'),
  ),
  post('deactivateAuthorizationServer', `${SERVER}/lifecycle/deactivate`, manage, loadServer, (call) =>
    become(call, call.server, 'INACTIVE'),
  ),
  get('listAuthorizationServerKeys', `${SERVER}/credentials/keys`, read, loadServer, (call) =>
    json(serverKeysJson(call, call.server)),
  ),
  get('getAuthorizationServerKey', `${SERVER}/credentials/keys/:keyId`, read, loadServer, (call) => {
    const { keyId } = call.params
    const at = keysOf(call.server).findIndex(({ kid }) => kid === keyId)
    if (at < 0) throw notFound('JsonWebKey', keyId)
    return json(serverKeysJson(call, call.server)[at])
  }),
  post(
    'rotateAuthorizationServerKeys',
    `${SERVER}/credentials/lifecycle/keyRotate`,
    manage,
    loadServer,
    body(Rotation),
    (call) => {
      const { rows, server, clock } = call
      const rotated = rows.servers.update(server.id, { rotations: server.rotations + 1, rotated: clock.now() })
      return json(serverKeysJson(call, rotated))
    },
  ),
]

function become({ rows, clock }: OidcCall, { id }: AuthorizationServer, status: AuthorizationServer['status']) {
  rows.servers.update(id, { status, lastUpdated: clock.now() })
  return empty()
}

function fieldsOf(body: v.InferOutput<typeof ServerInput>) {
  return { ...ownFields(body), ...defined({ rotationMode: body.credentials?.signing?.rotationMode }) }
}

function ownFields({ description, issuerMode }: v.InferOutput<typeof ServerInput>) {
  return defined({ description, issuerMode })
}

function refuseTaken({ rows }: OidcCall, name: string, server: AuthorizationServer | null): void {
  if (rows.servers.all().some((each) => each.name === name && each.id !== server?.id)) throw alreadyExists('name')
}
