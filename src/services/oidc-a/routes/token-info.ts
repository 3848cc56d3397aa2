import type { Answer } from '#core/answer.ts'
import { credentials } from '#core/auth.ts'
import { routesFor, type Route } from '#core/routes.ts'
import { validAccessToken } from '#oauth/tokens/access-tokens.ts'
import { noStore } from '#oauth/endpoints/answers.ts'
import { decodeJwt, JwtFlaw, verifyOwnJwt } from '#oauth/jwt/jwt.ts'
import type { OidcCall } from '#oidc-a/call.ts'
import { invalidValue } from '#oidc-a/errors.ts'
import { accessTokenInfoJson, idTokenInfoJson } from '#oidc-a/json/token-info.ts'
import { profile } from '#oidc-a/oauth/profile.ts'
import { signingKey } from '#oidc-a/oauth/signing.ts'

const { get, post } = routesFor<OidcCall>()

/**
 * The tokeninfo endpoints, for debugging: they describe the `access_token` or `id_token` of a query, a form or a Bearer
 * header. https://developers.google.com/identity/sign-in/web/backend-auth#calling-the-tokeninfo-endpoint
 */
export const tokenInfoRoutes: readonly Route[] = [
  get('tokeninfo', '/tokeninfo', tokenInfo),
  post('tokeninfo/post', '/tokeninfo', tokenInfo),
  get('tokeninfo/v3', '/oauth2/v3/tokeninfo', tokenInfo),
  post('tokeninfo/v3-post', '/oauth2/v3/tokeninfo', tokenInfo),
]

function tokenInfo(call: OidcCall): Answer {
  const form = call.form()
  const parameter = (name: string): string | null => call.query.get(name) ?? form.get(name)
  const header = credentials(call.header('authorization') ?? '')
  const accessToken = parameter('access_token') ?? (header?.scheme === 'token' ? header.value : null)
  if (accessToken !== null) return noStore(ofAccessToken(call, accessToken))
  const idToken = parameter('id_token')
  if (idToken === null) throw invalidValue('expected access_token or id_token, and neither came')
  return noStore(ofIdToken(call, idToken))
}

function ofAccessToken(call: OidcCall, value: string): Record<string, string> {
  const token = validAccessToken({ profile, context: call }, value)
  if (token === undefined) {
    throw invalidValue('the access token was not issued here, has expired, was revoked, or the state was reset since')
  }
  return accessTokenInfoJson(token, call.rows.users.require(token.userId ?? ''), call.clock.now())
}

function ofIdToken(call: OidcCall, value: string): Record<string, string> {
  try {
    const claims = verifyOwnJwt(value, signingKey(call))
    if (claims['iss'] !== call.origin) throw new JwtFlaw(`its iss is ${String(claims['iss'])}; expected ${call.origin}`)
    const expiry = Number(claims['exp']) * 1000
    if (expiry <= call.clock.now()) throw invalidValue(`the ID token expired at ${new Date(expiry).toISOString()}`)
    return idTokenInfoJson(claims, decodeJwt(value).header)
  } catch (error) {
    if (error instanceof JwtFlaw) throw invalidValue(`the ID token is not good: ${error.message}`)
    throw error
  }
}
