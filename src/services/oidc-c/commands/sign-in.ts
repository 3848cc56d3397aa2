import { pathBelow } from '#core/http/mount-path.ts'
import * as v from 'valibot'
import { checkedOptions } from '#core/options.ts'
import { withIdToken } from '#oauth/tokens/id-token.ts'
import { authorizeWithoutPage, signInWithoutPage, type AuthorizationResult } from '#oauth/commands/sign-in.ts'
import { ACCESS_TOKEN_LIFETIME } from '#oidc-c/oauth/access-tokens.ts'
import type { Authority, OidcContext, SignInContext } from '#oidc-c/call.ts'
import { profile } from '#oidc-c/oauth/profile.ts'
import { COMMON, authorityNamed, unknownTenant } from '#oidc-c/rules/tenants.ts'

const SignIn = v.strictObject({
  email: v.string(),
  clientId: v.optional(v.string()),
  tenant: v.optional(v.string()),
  scopes: v.optional(v.array(v.string()), ['openid', 'profile', 'email', 'User.Read']),
  nonce: v.optional(v.string()),
  offline: v.optional(v.boolean(), false),
})

const Authorize = v.strictObject({ url: v.string(), email: v.string() })

/** The user who signs in, and the tokens that the application gets. */
export interface SignInOptions {
  /** The e-mail address, user principal name or object id of a user. */
  readonly email: string
  /** The application that gets the tokens. Default: the first that is seeded. */
  readonly clientId?: string
  /** The tenant at which the user signs in: a GUID or a domain. Default: the user's own */
  readonly tenant?: string
  /** The first scope of an API decides the API of the access token. Default: `openid profile email User.Read` */
  readonly scopes?: readonly string[]
  /** The `nonce` of the ID token. */
  readonly nonce?: string
  /** True when the application gets a refresh token, as with `offline_access`. Default: false */
  readonly offline?: boolean
}

/** The tokens of a sign-in. */
export interface SignedIn {
  readonly accessToken: string
  /** Null without `openid`. */
  readonly idToken: string | null
  readonly refreshToken: string | null
  readonly scopes: readonly string[]
  /** The end of the access token's lifetime, in epoch milliseconds. */
  readonly expiresAt: number
}

/** An authorization request, and the user who is chosen on its page. */
export interface AuthorizeOptions {
  /** The authorization URL as the application made it. */
  readonly url: string
  /** The e-mail address, user principal name or object id of a user. */
  readonly email: string
}

/**
 * Signs a user in without a page, and returns the tokens that the application would have got.
 *
 * @throws TypeError for options that do not exist.
 * @throws Error for an unknown user, tenant, application or scope.
 */
export function signIn(context: OidcContext, options: SignInOptions): SignedIn {
  const { email, clientId, tenant, scopes, nonce, offline } = checkedOptions('signIn', SignIn, options)
  const here = at(context, tenant === undefined ? COMMON : requireAuthority(context, 'signIn', tenant), 2)
  const issued = signInWithoutPage(
    { profile, context: here },
    {
      handle: email,
      clientId,
      scopes: offline ? [...new Set([...scopes, 'offline_access'])] : scopes,
      parameters: nonce === undefined ? {} : { nonce },
    },
  )
  return {
    ...withIdToken({ profile, context: here }, issued),
    expiresAt: context.clock.now() + ACCESS_TOKEN_LIFETIME,
  }
}

/**
 * Does what the sign-in page does when a user is chosen: takes the authorization URL as the application made it, and
 * returns the parameters with which the application's redirect_uri would be called.
 *
 * @throws TypeError for options that do not exist.
 * @throws Error for an unknown tenant or user, and for a request that the page would have refused.
 */
export function authorize(context: OidcContext, options: AuthorizeOptions): AuthorizationResult {
  const { url, email } = checkedOptions('authorize', Authorize, options)
  const path = /^\/([^/]+)\/oauth2\/(v2\.0\/)?authorize$/.exec(pathBelow(context.origin, url))
  if (path === null)
    throw new Error(`authorize: ${url} is no authorization URL; expected /{tenant}/oauth2/v2.0/authorize`)
  const [, segment = '', version] = path
  const authority = requireAuthority(context, 'authorize', decodeURIComponent(segment))
  const here = at(context, authority, version === undefined ? 1 : 2)
  return authorizeWithoutPage({ profile, context: here }, url, email)
}

function requireAuthority({ rows }: OidcContext, command: string, segment: string): Authority {
  const authority = authorityNamed(rows, segment)
  if (authority === undefined) throw new Error(`${command}: ${unknownTenant(rows, segment).message}`)
  return authority
}

function at(
  { rows, store, clock, ids, origin, urls }: OidcContext,
  authority: Authority,
  version: 1 | 2,
): SignInContext {
  return { rows, store, clock, ids, origin, urls, authority, version, correlationId: null, crossOrigin: false }
}
