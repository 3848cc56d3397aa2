import type { Answer } from '../core/answer.ts'
import { clientAnswer, noStore, tokenRequestOf } from './answers.ts'
import { BearerFailure, accessTokenOf, bearerAnswer } from './bearer.ts'
import type { OAuthAccessToken } from './collections.ts'
import { introspect } from './introspect.ts'
import type { Claims } from './jwt.ts'
import type { OAuthContext } from './profile.ts'
import { pushAuthorization } from './pushed.ts'
import { revoke } from './revoke.ts'
import type { Handler, OAuthCall, Provider } from './routes.ts'
import { redeem } from './token.ts'

// The endpoints that clients call themselves: each function here makes one handler, as those for browsers in routes.ts.

/** The token endpoint. */
export function tokenEndpoint<X extends OAuthContext>({ profile, takesJson = false }: Provider<X>): Handler<X> {
  return (call) =>
    clientAnswer(profile, call, () => noStore(redeem(profile, call, tokenRequestOf(call, { json: takesJson }))))
}

/** How a vendor's revocation endpoint differs from that of RFC 7009. */
export interface Revocation {
  /** What it answers. Default: 200 without a body */
  done?(): Answer
  /** Whether the token may be in the query. Default: false */
  readonly tokenInQuery?: boolean
}

/** The revocation endpoint. https://datatracker.ietf.org/doc/html/rfc7009 */
export function revocationEndpoint<X extends OAuthContext>(
  { profile, takesJson = false }: Provider<X>,
  { done = emptyAnswer, tokenInQuery = false }: Revocation = {},
): Handler<X> {
  return (call) =>
    clientAnswer(profile, call, () => {
      const request = tokenRequestOf(call, { json: takesJson })
      const token = tokenInQuery ? call.query.get('token') : null
      const parameters = token === null ? request.parameters : { token, ...request.parameters }
      revoke(profile, call, { ...request, parameters })
      return done()
    })
}

function emptyAnswer(): Answer {
  return { status: 200, headers: { 'cache-control': 'no-store' }, body: null }
}

/** The endpoint that takes authorization requests ahead of the browser. RFC 9126 */
export function pushedAuthorizationEndpoint<X extends OAuthContext>({ profile }: Provider<X>): Handler<X> {
  return (call) =>
    clientAnswer(profile, call, () => noStore(pushAuthorization(profile, call, tokenRequestOf(call)), 201))
}

/** The introspection endpoint. */
export function introspectionEndpoint<X extends OAuthContext>({ profile }: Provider<X>): Handler<X> {
  return (call) => clientAnswer(profile, call, () => noStore(introspect(profile, call, tokenRequestOf(call))))
}

/** What the userinfo endpoint says of the person whose access token came, and how the vendor refuses. */
export interface Userinfo<X extends OAuthContext> {
  /** Throws BearerFailure where the token may not ask. */
  claims(call: X & OAuthCall, token: OAuthAccessToken): Claims
  /** Default: as RFC 6750 has it. */
  refuse?(failure: BearerFailure, call: X & OAuthCall): Answer
}

/** The userinfo endpoint, for GET and POST: the token in the header, in a form, or in the query. */
export function userinfoEndpoint<X extends OAuthContext>(
  { profile }: Provider<X>,
  { claims, refuse = (failure, call) => bearerAnswer(failure, call.origin) }: Userinfo<X>,
): Handler<X> {
  return (call) => {
    try {
      return noStore(claims(call, accessTokenOf(profile, call)))
    } catch (error) {
      if (error instanceof BearerFailure) return refuse(error, call)
      throw error
    }
  }
}
