import { asRefusal, type Answer } from '#core/answer.ts'
import { clientAnswer, noStore, tokenRequestOf } from './answers.ts'
import { BearerFailure, bearerAnswer, requireAccessToken } from './bearer.ts'
import type { OAuthAccessToken } from '../collections.ts'
import type { OAuthContext } from '../context.ts'
import { introspect } from '../tokens/introspect.ts'
import type { Claims } from '../jwt/jwt.ts'
import { pushAuthorization } from '../authorization/pushed.ts'
import { revoke } from '../tokens/revoke.ts'
import type { Handler, OAuthCall, Provider } from './browser.ts'
import { redeem } from '../grants/redeem.ts'

// The endpoints that clients call themselves. Each function makes the handler of one endpoint; the endpoints for
// browsers are in routes.ts.

/** The token endpoint. */
export function tokenEndpoint<X extends OAuthContext>({
  profile,
  takesJson = false,
}: Provider<X>): Handler<X, ReturnType<typeof redeem>> {
  return (context) => {
    const server = { profile, context }
    return clientAnswer(server, () => noStore(redeem(server, tokenRequestOf(context, { json: takesJson }))))
  }
}

/** The differences of a vendor's revocation endpoint from that of RFC 7009. */
export interface RevocationOptions<T> {
  /** Returns the answer to a success: that of RFC 7009 is 200 without a body. */
  done(): Answer<T>
  /** True when the token may be in the query. Default: false */
  readonly tokenInQuery?: boolean
}

/** The revocation endpoint. https://datatracker.ietf.org/doc/html/rfc7009 */
export function revocationEndpoint<X extends OAuthContext>(provider: Provider<X>): Handler<X, null>
export function revocationEndpoint<X extends OAuthContext, T>(
  provider: Provider<X>,
  options: RevocationOptions<T>,
): Handler<X, T>
export function revocationEndpoint<X extends OAuthContext>(
  { profile, takesJson = false }: Provider<X>,
  { done, tokenInQuery = false }: RevocationOptions<unknown> = { done: emptyAnswer },
): Handler<X, unknown> {
  return (context) => {
    const server = { profile, context }
    return clientAnswer(server, () => {
      const request = tokenRequestOf(context, { json: takesJson })
      const token = tokenInQuery ? context.query.get('token') : null
      const parameters = token === null ? request.parameters : { token, ...request.parameters }
      revoke(server, { ...request, parameters })
      return done()
    })
  }
}

function emptyAnswer(): Answer<null> {
  return { status: 200, headers: { 'cache-control': 'no-store' }, body: null }
}

/** The endpoint to which clients push authorization requests ahead of the browser. RFC 9126 */
export function pushedAuthorizationEndpoint<X extends OAuthContext>({
  profile,
}: Provider<X>): Handler<X, ReturnType<typeof pushAuthorization>> {
  return (context) => {
    const server = { profile, context }
    return clientAnswer(server, () => noStore(pushAuthorization(server, tokenRequestOf(context)), 201))
  }
}

/** The introspection endpoint. https://datatracker.ietf.org/doc/html/rfc7662 */
export function introspectionEndpoint<X extends OAuthContext>({
  profile,
}: Provider<X>): Handler<X, ReturnType<typeof introspect>> {
  return (context) => {
    const server = { profile, context }
    return clientAnswer(server, () => noStore(introspect(server, tokenRequestOf(context))))
  }
}

/** A vendor's userinfo endpoint: the claims about the person of an access token, and the answer to a failure. */
export interface UserinfoOptions<X extends OAuthContext> {
  /** @throws BearerFailure when the token may not read them. */
  claims(call: X & OAuthCall, token: OAuthAccessToken): Claims
  /** Default: the answer of RFC 6750 */
  refuse?(failure: BearerFailure, call: X & OAuthCall): Answer
}

/** The userinfo endpoint, for GET and POST; the token comes in the header, in a form or in the query. */
export function userinfoEndpoint<X extends OAuthContext>(
  { profile }: Provider<X>,
  { claims, refuse = (failure, call) => bearerAnswer(failure, call.origin) }: UserinfoOptions<X>,
): Handler<X, Claims> {
  return (context) => {
    try {
      return noStore(claims(context, requireAccessToken({ profile, context })))
    } catch (error) {
      if (error instanceof BearerFailure) return asRefusal(refuse(error, context))
      throw error
    }
  }
}
