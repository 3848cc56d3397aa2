import type { AtServer, RecordContext, Site } from '#oidc-d/call.ts'
import type { AuthorizationServer } from '#oidc-d/schema.ts'

/** Returns the issuer of a custom authorization server. */
export function issuerOf({ origin }: Pick<Site, 'origin'>, { id }: Pick<AuthorizationServer, 'id'>): string {
  return `${origin}/oauth2/${id}`
}

/** The URLs of the endpoints of an authorization server. */
export interface Endpoints {
  readonly authorize: string
  readonly token: string
  readonly userinfo: string
  readonly keys: string
  readonly introspect: string
  readonly revoke: string
  readonly logout: string
  readonly device: string
  readonly par: string
}

/** Returns the endpoints of an authorization server; those of the organization's server are not below its issuer. */
export function endpointsOf({
  origin,
  authorizationServer,
  issuer,
}: AtServer & Pick<RecordContext, 'origin'>): Endpoints {
  const base = authorizationServer === null ? `${origin}/oauth2` : issuer
  return {
    authorize: `${base}/v1/authorize`,
    token: `${base}/v1/token`,
    userinfo: `${base}/v1/userinfo`,
    keys: `${base}/v1/keys`,
    introspect: `${base}/v1/introspect`,
    revoke: `${base}/v1/revoke`,
    logout: `${base}/v1/logout`,
    device: `${base}/v1/device/authorize`,
    par: `${base}/v1/par`,
  }
}
