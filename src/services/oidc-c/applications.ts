import type { Client, Clients } from '../../oauth/clients.ts'
import type { Rows } from './call.ts'
import type { OAuthClient } from './schema.ts'

/** The applications of the seed. */
export function clientsOf({ clients }: Rows): Clients {
  return {
    list: () => clients.list('byPosition').map(clientOf),
    find(id) {
      const found = clients.get(id)
      return found === undefined ? undefined : clientOf(found)
    },
  }
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
