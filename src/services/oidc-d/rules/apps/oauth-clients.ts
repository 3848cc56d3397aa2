import type { AuthenticationMethod, Client, Clients } from '#oauth/clients/clients.ts'
import type { RecordContext } from '#oidc-d/call.ts'
import { activeKeys } from './client-keys.ts'
import { activeSecrets } from './client-secrets.ts'
import type { App, OidcClient } from '#oidc-d/schema.ts'

/** Returns the apps of an organization as OAuth clients. An inactive app is unknown. */
export function clientsOf(rows: RecordContext['rows']): Clients {
  return {
    find(id) {
      const app = rows.apps.find('clientId', id)
      return app?.client == null || app.status !== 'ACTIVE' ? undefined : clientOf(rows, app, app.client)
    },
    list() {
      const apps = rows.apps.all().flatMap((app) => (app.client === null ? [] : [{ app, client: app.client }]))
      const active = apps.filter(({ app }) => app.status === 'ACTIVE')
      // When every app is inactive, unknown clients must still be refused.
      return (active.length === 0 ? apps : active).map(({ app, client }) => clientOf(rows, app, client))
    },
  }
}

function clientOf(rows: RecordContext['rows'], app: App, client: OidcClient): Client {
  const { tokenEndpointAuthMethod: method } = client
  const [newest, ...others] = activeSecrets({ rows }, app.id)
    .map(({ value }) => value)
    .toReversed()
  return {
    id: client.clientId,
    name: app.label,
    public: method === 'none',
    secret: newest ?? null,
    otherSecrets: others,
    redirectUris: client.redirectUris,
    wildcardRedirects: client.wildcardRedirect === 'SUBDOMAIN',
    postLogoutRedirectUris: client.postLogoutRedirectUris,
    authenticationMethods: METHODS[method],
    grantTypes: client.grantTypes,
    ...(method === 'private_key_jwt' ? { keys: activeKeys(client).map(({ jwk }) => jwk) } : {}),
  }
}

/** A secret may be sent in the header or the body, whichever of the two methods the app was registered with. */
const PLAIN_SECRET: readonly AuthenticationMethod[] = ['client_secret_basic', 'client_secret_post']

const METHODS: Readonly<Record<OidcClient['tokenEndpointAuthMethod'], readonly AuthenticationMethod[]>> = {
  client_secret_basic: PLAIN_SECRET,
  client_secret_post: PLAIN_SECRET,
  client_secret_jwt: ['client_secret_jwt'],
  private_key_jwt: ['private_key_jwt'],
  none: ['none'],
}
