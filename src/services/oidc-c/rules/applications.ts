import { clientsIn, type Client, type Clients } from '#oauth/clients/clients.ts'
import type { Rows } from '#oidc-c/call.ts'
import type { OAuthClient } from '#oidc-c/schema.ts'

/** Returns the seeded applications. */
export function clientsOf({ clients }: Rows): Clients {
  return clientsIn(clients, clientOf)
}

function clientOf({ id, name, secret, publicKey, redirectUris, postLogoutRedirectUris, ...more }: OAuthClient): Client {
  return {
    id,
    name,
    secret,
    redirectUris,
    public: more.public,
    ...(publicKey === null ? {} : { keys: [publicKey] }),
    ...(redirectUris === null ? {} : { postLogoutRedirectUris: [...redirectUris, ...postLogoutRedirectUris] }),
  }
}
