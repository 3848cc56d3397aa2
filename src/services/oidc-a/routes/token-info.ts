import type { Answer } from '#core/answer.ts'
import { credentials } from '#core/auth.ts'
import { routesFor, type Route } from '#core/routes.ts'
import type { OAuthAccessToken } from '#oauth/collections.ts'
import { validAccessToken } from '#oauth/tokens/access-tokens.ts'
import { noStore } from '#oauth/endpoints/answers.ts'
import { decodeJwt, JwtFlaw, verifyOwnJwt, type Claims } from '#oauth/jwt/jwt.ts'
import type { OidcCall } from '#oidc-a/call.ts'
import { invalidValue } from '#oidc-a/errors.ts'
import {
  accessTokenInfoJson,
  idTokenInfoJson,
  olderAccessTokenInfoJson,
  olderIdTokenInfoJson,
} from '#oidc-a/json/token-info.ts'
import { profile } from '#oidc-a/oauth/profile.ts'
import { signingKey } from '#oidc-a/oauth/signing.ts'
import { accountOf } from '#oidc-a/rules/service-accounts.ts'
import type { Account } from '#oidc-a/schema.ts'

const { get, post } = routesFor<OidcCall>()

const tokenInfo = tokenInfoEndpoint({ ofAccess: accessTokenInfoJson, ofId: idTokenInfoJson })
const older = tokenInfoEndpoint({ ofAccess: olderAccessTokenInfoJson, ofId: olderIdTokenInfoJson })

/**
 * The tokeninfo endpoints, for debugging: they describe the `access_token` or `id_token` of a query, a form or a Bearer
 * header. Versions 1 and 2 have older members.
 * https://developers.google.com/identity/sign-in/web/backend-auth#calling-the-tokeninfo-endpoint
 */
export const tokenInfoRoutes: readonly Route[] = [
  get('tokeninfo', '/tokeninfo', tokenInfo),
  post('tokeninfo/post', '/tokeninfo', tokenInfo),
  get('tokeninfo/v3', '/oauth2/v3/tokeninfo', tokenInfo),
  post('tokeninfo/v3-post', '/oauth2/v3/tokeninfo', tokenInfo),
  get('tokeninfo/v2', '/oauth2/v2/tokeninfo', older),
  post('tokeninfo/v2-post', '/oauth2/v2/tokeninfo', older),
  get('tokeninfo/v1', '/oauth2/v1/tokeninfo', older),
  post('tokeninfo/v1-post', '/oauth2/v1/tokeninfo', older),
]

/** How an endpoint describes tokens. */
interface Writers {
  readonly ofAccess: (token: OAuthAccessToken, user: Account, now: number) => Claims
  readonly ofId: (claims: Claims, header: Claims, now: number) => Claims
}

function tokenInfoEndpoint({ ofAccess, ofId }: Writers) {
  return (call: OidcCall): Answer => {
    const form = call.form()
    const parameter = (name: string): string | null => call.query.get(name) ?? form.get(name)
    const header = credentials(call.header('authorization') ?? '')
    const accessToken = parameter('access_token') ?? (header?.scheme === 'token' ? header.value : null)
    const now = call.clock.now()
    if (accessToken !== null) {
      const token = findAccessToken(call, accessToken)
      return noStore(ofAccess(token, accountOf(call, token), now))
    }
    const idToken = parameter('id_token')
    if (idToken === null) throw invalidValue('expected access_token or id_token, and neither came')
    return noStore(ofId(checkIdToken(call, idToken), decodeJwt(idToken).header, now))
  }
}

function findAccessToken(call: OidcCall, value: string): OAuthAccessToken {
  const token = validAccessToken({ profile, context: call }, value)
  if (token === undefined) {
    throw invalidValue('the access token was not issued here, has expired, was revoked, or the state was reset since')
  }
  return token
}

/** Returns the claims of a valid ID token. */
function checkIdToken(call: OidcCall, value: string): Claims {
  try {
    const claims = verifyOwnJwt(value, signingKey(call))
    if (claims['iss'] !== call.origin) throw new JwtFlaw(`its iss is ${String(claims['iss'])}; expected ${call.origin}`)
    const expiry = Number(claims['exp']) * 1000
    if (expiry <= call.clock.now()) throw invalidValue(`the ID token expired at ${new Date(expiry).toISOString()}`)
    return claims
  } catch (error) {
    if (error instanceof JwtFlaw) throw invalidValue(`the ID token is not good: ${error.message}`)
    throw error
  }
}
